"""One shard decided: every step evaluated at every point of a rank range, by exact batches, literally, or on cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from math import factorial, lcm, prod
from typing import Any, Final, Literal

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch, broadcast, stack
from exactua.arithmetic.floors import TooLongToWrite, floor_of
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.decision import Extreme, Position
from exactua.claims.lettering import matrices, word_of
from exactua.claims.problem import Problem, Step
from exactua.deciding.cells import CellDomain
from exactua.deciding.compiled_steps import LARGEST_TASK, VECTORS_TASK, ProgramRun
from exactua.deciding.observations import (
    BatchObservations,
    FormObservations,
    LiteralObservations,
    SoftmaxObservations,
    UnrolledNetworks,
)
from exactua.deciding.tally import Chunk, Link, Tally
from exactua.errors import InputError
from exactua.evaluators.column_ids import IdNetwork
from exactua.evaluators.compiled.counted import TooManyUnusual
from exactua.grids.domains import PointDomain
from exactua.grids.orbits import Orbits
from exactua.grids.spelling import quoted
from exactua.networks.layer import NoValue
from exactua.targets.target import shown
from exactua.terms.evaluation import Evaluator, NotObserved, Observations, Value
from exactua.terms.language import Term, TermError
from exactua.terms.measures import measure_of

Engine = Literal["compiled", "plain", "vectors", "kernel", "balls", "literal", "forms"]
"""What decides a step: a recorded program (in compiled loops, or in NumPy batches), exact batches, the literal
networks point by point, exact reals in balls with a softmax of their own, or affine forms cell by cell."""


Order = Literal["lexicographic", "spread"]

Progress = Callable[[int, int], None]
"""Called with how many there were so far, and how many there are."""

MOST_SHARDS: Final = 4096
SMALLEST_SHARD: Final = 4096
BATCH_AROUND: Final = 256
"""Points of the batches that shards of fewer points are read off."""
NO_VALUE: Final = (TermError, NoValue, NotObserved)
"""What a batch raises where something has no value: it takes both branches, and goes outside the hypothesis.

A point on its own does neither.
"""
FAST: Final = ("compiled", "plain", "vectors", "kernel")
"""Engines of steps that can be decided in batches."""


@dataclass(frozen=True)
class Shard:
    """The ranks start, ..., stop - 1 of one domain; lexicographic ranks, or those of `grids.spread_order`."""

    domain: str
    start: int
    stop: int
    order: Order = "lexicographic"


class Decider:
    """Decides shards of one problem. `engines` says for each step which evaluator decides it."""

    def __init__(
        self,
        problem: Problem,
        domains: dict[str, PointDomain | CellDomain],
        id_networks: dict[str, IdNetwork],
        engines: dict[str, Engine],
        programs: Mapping[str, Sequence[ProgramRun]] | None = None,
    ) -> None:
        self.problem, self.domains, self.id_networks, self.engines = problem, domains, id_networks, engines
        self.programs = programs or {}
        self.networks = UnrolledNetworks(problem.networks)
        self._at_any_point: dict[Any, Any] = {}
        """What evaluators remember of terms without a point."""
        self._around: tuple[tuple[str, int], Evaluator, dict[Any, Any]] | None = None
        """The domain and the first rank of a batch that small shards are read off, its evaluator and what it gave."""
        self.members_begun: Progress | None = None
        """Called with how many networks of families a batch of points has gone through, and with how many there are."""

    def only(self, steps: Sequence[Step]) -> Decider:
        """The same for these steps alone, without programs."""
        problem = replace(self.problem, steps=tuple(steps), judged=())
        return Decider(problem, self.domains, self.id_networks, self.engines)

    def __call__(self, shard: Shard) -> dict[str, Tally]:
        """The tally of every step that ranges over the shard's domain."""
        if shard.order == "spread":
            return self._chained(shard)
        domain = self.domains[shard.domain]
        steps = [step for step in self.problem.steps if any(spec.name == shard.domain for spec in step.over)]
        tallies = self._recorded(shard)
        steps = [step for step in steps if step.name not in tallies]
        fast = [step for step in steps if self.engines.get(step.name) in FAST]
        if fast and not isinstance(domain, CellDomain):
            numbers = domain.batch(shard.start, shard.stop)
            evaluator = self._in_batches(shard, domain, numbers)
            weights = matrices_of_batch(domain, numbers) if any(step.fold == "sum" for step in fast) else None
            ranks = np.arange(shard.start, shard.stop, dtype=np.int64 if shard.stop < 2**63 else object)
            for step in fast:
                with self.problem.located(f"step {step.name}"), suppress(*NO_VALUE):  # then each point on its own
                    tallies[step.name] = tally_batch(step, evaluator, index_of(step, shard.domain), ranks, weights)
        slow = [step for step in steps if step.name not in tallies]
        return tallies | self._one_by_one(shard.domain, range(shard.start, shard.stop), slow)

    def _in_batches(self, shard: Shard, domain: PointDomain, numbers: NDArray[np.int64]) -> Evaluator:
        """Exact batches at the points of a shard, which have these column numbers.

        Points at which other steps are evaluated one by one come in small shards. A batch takes as long for a few as
        for many, so those are read off the batch of all points around them.
        """
        start = shard.start - shard.start % BATCH_AROUND
        stop = min(start + BATCH_AROUND, domain.count)
        if shard.stop > stop or shard.stop - shard.start == stop - start:
            return self.batch_evaluator(shard.domain, numbers)
        if self._around is None or self._around[0] != (shard.domain, start):
            whole = self.batch_evaluator(shard.domain, domain.batch(start, stop))
            self._around = (shard.domain, start), whole, {}
        return _PartEvaluator(self._around[1], self._around[2], slice(shard.start - start, shard.stop - start))

    def _one_by_one(self, name: str, ranks: Iterable[int], steps: Sequence[Step]) -> dict[str, Tally]:
        """The tallies of steps over the points of a domain with these ranks, each point on its own."""
        tallies = {step.name: Tally() for step in steps}
        if not steps:
            return tallies
        domain = self.domains[name]
        gathered: dict[str, list[tuple[int, tuple[Rational, ...]]]] = {step.name: [] for step in steps}
        summed = any(step.fold == "sum" for step in steps)
        for rank in ranks:
            weight = 1 if not summed or isinstance(domain, CellDomain) else matrices_of(domain, rank)
            evaluator = self.point_evaluator(name, rank)
            in_balls = self._in_balls(name, rank, steps)
            for step in steps:
                at = (index_of(step, name), rank)
                try:
                    chosen = in_balls if self.engines.get(step.name) == "balls" and in_balls else evaluator
                    if self.problem.has_reals(step):
                        tally_reals(step, chosen, at, tallies[step.name])
                    elif self.problem.may_be_undecided(step):
                        tally_chosen(step, chosen, at, tallies[step.name], gathered[step.name], weight)
                    else:
                        tally_point(step, chosen, at, tallies[step.name], gathered[step.name], weight)
                except (TermError, InputError):
                    with self.problem.located(f"step {step.name}", f" (at {self._shown(name, rank)})"):
                        raise
        for step in steps:
            if step.gathers:
                tallies[step.name].chunks += _chunks(index_of(step, name), gathered[step.name])
        return tallies

    def _shown(self, name: str, rank: int) -> str:
        """A point of a domain in a message: as a word where it is one, with its rank."""
        specs = [spec for spec in self.problem.domains if spec.name == name]
        points = matrices(specs, [self.domains[name].matrix(rank)])
        words = [word for word in (word_of(specs, point) for point in points) if word is not None]
        told = " ".join(map(quoted, words)) if len(words) == len(points) else shown(self.domains[name].matrix(rank))
        return f"{told}, {name}, rank {rank}"

    def _recorded(self, shard: Shard) -> dict[str, Tally]:
        """What the recorded programs say; points of which they say nothing are decided by exact batches."""
        tallies: dict[str, Tally] = {}
        for program in self.programs.get(shard.domain, ()):
            try:
                tallies |= self._with_unusual(shard.domain, program, *program.tallies(shard.start, shard.stop))
            except TooManyUnusual:
                continue  # all of the shard is decided without it
        return tallies

    def _with_unusual(
        self, name: str, program: ProgramRun, tallies: dict[str, Tally], unusual: list[int]
    ) -> dict[str, Tally]:
        """What a program found, and what exact batches find at the points of which the program says nothing."""
        if unusual:  # numbers that are gathered stay together, in the order of their points
            tallies = {step: tally for step, tally in tallies.items() if step not in program.gathered}
        for first in range(0, len(unusual), SMALLEST_SHARD):
            several = sorted(unusual)[first : first + SMALLEST_SHARD]
            for step, tally in self._unusual(name, program, several, list(tallies)).items():
                tallies[step].merge(tally)
        return tallies

    def _unusual(self, name: str, program: ProgramRun, unusual: list[int], names: list[str]) -> dict[str, Tally]:
        """The tallies of steps over single points of a domain, by exact batches; permutations are tried literally."""
        domain = self.domains[name]
        assert not isinstance(domain, CellDomain)
        steps = [step for step in self.problem.steps if step.name in names]
        tallies = self._one_by_one(name, unusual, [step for step in steps if tries_permutations(step)])
        numbers = np.concatenate([domain.batch(rank, rank + 1) for rank in unusual])
        evaluator = self.batch_evaluator(name, numbers)
        ranks = np.array(unusual, dtype=np.int64 if domain.count < 2**63 else object)
        for step in (step for step in steps if step.name not in tallies):
            with self.problem.located(f"step {step.name}"), suppress(*NO_VALUE):
                tallies[step.name] = tally_batch(step, evaluator, index_of(step, name), ranks)
        tallies |= self._one_by_one(name, unusual, [step for step in steps if step.name not in tallies])
        for step_name in program.chained & tallies.keys():
            tallies[step_name].chunks = []
        return tallies

    def _chained(self, shard: Shard) -> dict[str, Tally]:
        """The links of the folds that are decided by neighbours, or all that affine runs tell.

        Where affine runs say nothing of most points, exact batches decide all of them, and no link grows.
        """
        tallies: dict[str, Tally] = {}
        for program in self.programs.get(shard.domain, ()):
            if program.in_runs:
                try:
                    tallies |= self._with_unusual(shard.domain, program, *program.runs(shard.start, shard.stop))
                except TooManyUnusual:
                    tallies |= self._without_runs(shard, program)
            elif program.chained:
                tallies |= program.chain(shard.start, shard.stop)
        return tallies

    def _without_runs(self, shard: Shard, program: ProgramRun) -> dict[str, Tally]:
        """What exact batches find at the points with these ranks in `grids.spread_order`."""
        tallies = {step: Tally() for step in program.steps}
        for numbers in program.points_of(shard.start, shard.stop):
            ranks = [program.rank(tuple(point)) for point in numbers.tolist()]
            for step, tally in self._unusual(shard.domain, program, sorted(ranks), program.steps).items():
                tallies[step].merge(tally)
        for step in program.chained:
            tallies[step].links = [Link(shard.start, shard.stop, None, None, False)]
        return tallies

    def in_runs(self, name: str) -> bool:
        """Whether the points of a domain are decided in affine runs."""
        return any(program.in_runs for program in self.programs.get(name, ()))

    def task_size(self, name: str) -> int:
        """How many points of a domain are decided at a time, about: many where programs decide all its steps."""
        steps = [step for step in self.problem.steps if any(spec.name == name for spec in step.over)]
        machines = {self.engines.get(step.name) for step in steps}
        if not machines or not machines <= {"compiled", "plain", "vectors"}:
            return self._shard_size(name)
        return VECTORS_TASK if "vectors" in machines else LARGEST_TASK

    def _shard_size(self, name: str) -> int:
        return max(SMALLEST_SHARD, -(-self.domains[name].count // MOST_SHARDS))

    def chained_shards(self) -> Iterator[Shard]:
        """The ranges to compare with neighbours, of the domains where folds are decided so."""
        for name, programs in self.programs.items():
            for program in programs:
                for start, stop in program.chain_ranges():
                    yield Shard(name, start, stop, "spread")

    def shards_of(self, name: str) -> Iterator[Shard]:
        """The rank ranges to decide of a domain, at most 4,096; their bounds depend on the box alone."""
        count, size = self.domains[name].count, self._shard_size(name)
        for start in range(0, count, size):
            yield Shard(name, start, min(start + size, count))

    def evaluator(self, observations: Observations, bound: Mapping[str, int] | None = None) -> Evaluator:
        """An evaluator of the problem's terms; `bound` are variables that a domain binds."""
        return Evaluator(self.problem.parameters, self.problem.values, observations, bound, self._at_any_point)

    def batch_evaluator(self, domain: str, numbers: Any) -> Evaluator:
        """Exact batches at points, given as column numbers of shape (points, n)."""
        points = self.domains[domain]
        assert not isinstance(points, CellDomain)
        return self.evaluator(BatchObservations(self.networks, self.id_networks, points, numbers, self._count()))

    def _count(self) -> Callable[[str], None]:
        """What counts the networks of families, each once."""
        members, told, begun = self.problem.members, self.members_begun, set[str]()

        def count(network: str) -> None:
            if told is not None and network in members and network not in begun:
                begun.add(network)
                told(len(begun), len(members))

        return count

    def point_evaluator(self, domain: str, rank: int) -> Evaluator:
        """What decides one point alone: the literal networks, on cells by affine forms."""
        points = self.domains[domain]
        if isinstance(points, CellDomain):
            return self.evaluator(FormObservations(self.networks, points.forms(rank)), {"row": points.row(rank)})
        return self.literal_evaluator(domain, rank)

    def _in_balls(self, domain: str, rank: int, steps: Sequence[Step]) -> Evaluator | None:
        """The evaluator of steps over softmax networks at a point, if there are some."""
        if not any(self.engines.get(step.name) == "balls" for step in steps):
            return None
        return self.evaluator(SoftmaxObservations(self.networks, self.domains[domain].matrix(rank)))

    def literal_evaluator(self, domain: str, rank: int) -> Evaluator:
        """The literal networks at one point in rationals; on cells at its sample."""
        points = self.domains[domain]
        bound = {"row": points.row(rank)} if isinstance(points, CellDomain) else {}
        return self.evaluator(LiteralObservations(self.networks, points.matrix(rank)), bound)


class _PartEvaluator(Evaluator):
    """Some points of a batch: what it gives for all of them is evaluated once, and remembered in `known`."""

    def __init__(self, whole: Evaluator, known: dict[Any, Any], part: slice) -> None:
        super().__init__(whole.parameters, whole.values, whole.observations)
        self._whole, self._values_of_all, self._part = whole, known, part

    def __call__(self, term: Term, variables: Mapping[str, Any] | None = None) -> Value:
        """The value of `term` at these points."""
        known = term, tuple(sorted((variables or {}).items()))
        if known not in self._values_of_all:
            self._values_of_all[known] = self._whole(term, variables)
        return _some_of(self._values_of_all[known], self._part)

    def bounds(self, term: Term, variables: Mapping[str, Any] | None = None) -> range:
        """The integers that a quantifier runs over, the same at all points."""
        return self._whole.bounds(term, variables)


def _some_of(value: Value, part: slice) -> Value:
    if isinstance(value, tuple):
        return tuple(_some_of(entry, part) for entry in value)
    return value[part] if isinstance(value, (Batch, np.ndarray)) else value


def index_of(step: Step, domain: str) -> int:
    """The place of a domain among those that the step ranges over."""
    return next(k for k, spec in enumerate(step.over) if spec.name == domain)


def matrices_of(domain: PointDomain, rank: int) -> int:
    """How many matrices the point at `rank` stands for: those of its orbit, in a domain of orbits."""
    if not isinstance(domain, Orbits):
        return 1
    repeats = Counter(domain.unrank(rank)).values()
    return factorial(domain.n) // prod(map(factorial, repeats))


def matrices_of_batch(domain: PointDomain, numbers: NDArray[np.int64]) -> Batch:
    """How many matrices each point of a batch (column numbers, sorted in each point) stands for."""
    if not isinstance(domain, Orbits):
        return Batch.of(np.ones(len(numbers), dtype=np.int64))
    sizes = np.ones(len(numbers), dtype=object)
    multiplicity = np.ones(len(numbers), dtype=np.int64)  # of column j among those up to it
    for j in range(1, domain.n):  # (j + 1)! / prod of multiplicities, column by column
        multiplicity = np.where(numbers[:, j] == numbers[:, j - 1], multiplicity + 1, 1)
        sizes = sizes * (j + 1) // multiplicity
    return Batch.of(sizes)


def tries_permutations(step: Step) -> bool:
    """Whether a step is about all orders of the columns, which batches do not try."""
    terms = (step.term,) if step.given is None else (step.term, step.given)
    return any(part.operator == "permutations" for term in terms for part in term.walk())


def tally_batch(step: Step, evaluator: Evaluator, domain: int, ranks: Any, weights: Batch | None = None) -> Tally:
    """The tally of a step over a batch of points with these ranks; for a sum, with the weight of each point."""
    size = len(ranks)
    mask = None if step.given is None else np.broadcast_to(evaluator(step.given), (size,))
    selected = ranks if mask is None else ranks[mask]
    tally = Tally(points=size, applicable=len(selected))
    if not len(selected):
        return tally
    if step.gathers:
        tally.chunks.append(Chunk(domain, selected, _stacked(evaluator(step.term), size, mask)))
    elif step.fold == "sum":
        assert weights is not None
        summands = _selected(evaluator(step.term), size, mask) * (weights if mask is None else weights[mask])
        tally.total += summands.exact_sum()
    else:
        wrong = np.flatnonzero(~np.broadcast_to(evaluator(step.term), (size,)) & (True if mask is None else mask))
        if len(wrong):
            tally.failed(len(wrong), (domain, int(ranks[wrong[0]])))
    for value in measure_of(step.term).values(evaluator):
        _measure_batch(tally, _selected(value, size, mask), domain, selected)
    return tally


def _stacked(value: Any, size: int, mask: Any) -> Batch:
    numbers = value if isinstance(value, tuple) else (value,)
    if not numbers:  # an empty list at every point
        return Batch.of(np.zeros((0, size if mask is None else int(mask.sum())), dtype=np.int64))
    return stack([_selected(number, size, mask) for number in numbers])


def _selected(value: Any, size: int, mask: Any) -> Batch:
    value = broadcast(value, size)
    selected: Batch = value if mask is None else value[mask]
    return selected


def _measure_batch(tally: Tally, values: Batch, domain: int, ranks: Any) -> None:
    least, most = int(values.numerators.argmin()), int(values.numerators.argmax())
    tally.measured(
        Extreme(values.value(least), (domain, int(ranks[least]))),
        Extreme(values.value(most), (domain, int(ranks[most]))),
        values.exact_sum(),
    )


def tally_point(
    step: Step,
    evaluator: Evaluator,
    at: Position,
    tally: Tally,
    gathered: list[tuple[int, tuple[Rational, ...]]],
    weight: int = 1,
) -> None:
    """Adds one point to a tally; numbers that are compared with others are gathered with their rank."""
    tally.points += 1
    if step.given is not None and not evaluator(step.given):
        return
    tally.applicable += 1
    if step.fold == "sum":
        tally.total += mpq(evaluator(step.term)) * weight
    elif step.gathers:
        value = evaluator(step.term)
        gathered.append((at[1], value if isinstance(value, tuple) else (value,)))
    elif not evaluator(step.term):
        tally.failed(1, at)
    for value in measured_numbers(step, evaluator):
        tally.measured(Extreme(value, at), Extreme(value, at), value)


def tally_chosen(
    step: Step,
    evaluator: Evaluator,
    at: Position,
    tally: Tally,
    gathered: list[tuple[int, tuple[Rational, ...]]],
    weight: int = 1,
) -> None:
    """Adds one point to the tally of a step whose numbers are rational: chosen by conditions on reals, or rounded.

    A point at which a comparison is not decided at the cap of the precision counts as undecided, and in nothing else.
    """
    own, numbers = Tally(), list[tuple[int, tuple[Rational, ...]]]()
    try:
        tally_point(step, evaluator, at, own, numbers, weight)
    except PrecisionReached:
        own, numbers = Tally(points=1, undecided=1), []
    tally.merge(own)
    gathered += numbers


def tally_reals(step: Step, evaluator: Evaluator, at: Position, tally: Tally) -> None:
    """Adds one point to the tally of a step that speaks of reals: measured numbers become floors.

    A point at which a comparison is not decided at the cap of the precision counts as undecided, and in nothing else.
    """
    tally.points += 1
    try:
        applies = step.given is None or bool(evaluator(step.given))
        holds = applies and bool(evaluator(step.term))
    except PrecisionReached:
        tally.undecided += 1
        return
    if not applies:
        return
    tally.applicable += 1
    if not holds:
        tally.failed(1, at)
    try:
        for value in measured_floors(step, evaluator):
            tally.measured(Extreme(value, at), Extreme(value, at), mpq(0))
    except (PrecisionReached, TooLongToWrite):
        tally.unmeasured += 1


def measured_floors(step: Step, evaluator: Evaluator) -> Iterator[Rational]:
    """The measured numbers of a step that speaks of reals at one point, each as its floor.

    Raises PrecisionReached where one is not decided at the cap of the precision, TooLongToWrite where one has too many
    bits for a certificate.
    """
    if any(spec.kind == "cells" for spec in step.over):
        return
    for value in measure_of(step.term).values(evaluator):
        yield floor_of(value).value


def measured_numbers(step: Step, evaluator: Evaluator) -> Iterator[Rational]:
    """The numbers that are measured of a step at one point; none on cells, where values are forms."""
    if any(spec.kind == "cells" for spec in step.over):
        return
    for value in measure_of(step.term).values(evaluator):
        yield mpq(value)


def _chunks(domain: int, gathered: Sequence[tuple[int, tuple[Rational, ...]]]) -> Iterator[Chunk]:
    """The numbers in order, in one chunk where all points bring as many."""
    for _, alike in groupby(gathered, key=lambda pair: len(pair[1])):
        yield _chunk(domain, list(alike))


def _chunk(domain: int, gathered: Sequence[tuple[int, tuple[Rational, ...]]]) -> Chunk:
    rows = list(zip(*(values for _, values in gathered), strict=True))
    common = lcm(*(int(mpq(value).denominator) for row in rows for value in row))
    numerators = np.array([[int(mpq(value) * common) for value in row] for row in rows], dtype=object)
    numerators = numerators.reshape(len(rows), len(gathered))
    ranks = np.array([rank for rank, _ in gathered], dtype=object)
    return Chunk(domain, ranks, Batch.of(numerators, common))
