"""The second evaluator: points evaluated again by the literal networks and compared with what was decided."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.rationals import written
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.decision import Position, StepResult
from exactua.claims.problem import COMPARING, Step
from exactua.deciding.cells import CellDomain
from exactua.deciding.collected import keeps_numbers
from exactua.deciding.large_runs.spilling import repetition
from exactua.deciding.shards import (
    FAST,
    Decider,
    Shard,
    index_of,
    measured_floors,
    measured_numbers,
    tally_batch,
    tries_permutations,
)
from exactua.deciding.tally import Tally, grows, in_order
from exactua.errors import EvaluatorsDisagree, Unanswered
from exactua.networks.items import templates
from exactua.terms.evaluation import Evaluator
from exactua.terms.measures import measure_of

MOST_REPLAYED: Final = 1000
SMALL_WORK: Final = 10_000
"""Layer evaluations up to which every point of a domain is replayed."""
FEW_LAYERS: Final = 1000
"""Layer evaluations up to which every point is replayed without looking at the time."""
SHORTEST_SECONDS: Final = 0.05
LONGEST_SECONDS: Final = 0.1
"""What a replay of a whole domain may take at least, however fast it was decided."""
SAMPLE: Final = 3
SPREADS_AGAIN: Final = 3
LARGEST_SPREAD: Final = 5_000
"""Points of a spread up to which it is decided one by one again, where affine runs decide."""
SHARDS_AGAIN: Final = 4
"""Shards of a large domain that exact batches evaluate again, in the same batches as before."""
LARGEST_AGAIN: Final = 1_000_000
"""Points of a shard up to which exact batches evaluate it as a whole where programs decided it; else its first ones."""

WORTH_PROCESSES: Final = 1.0
"""Seconds of deciding from which on processes share a replay."""

_parts: Sequence[Callable[[], int]] = ()
"""What this process, forked for a replay, has a share of."""


@dataclass(frozen=True)
class Replayer:
    """Compares what was counted (by domain, then by step) with the literal networks.

    Small domains are decided again as a whole, and the tallies have to be equal. Of others, every recorded extreme and
    witness is evaluated, and points of a few shards, against the same batches that were evaluated.
    """

    decider: Decider
    tallies: Mapping[str, Mapping[str, Tally]]
    decided: Mapping[str, Sequence[tuple[int, int]]]

    def __call__(self, results: Sequence[StepResult], wanted: int | None, seconds: float, jobs: int = 1) -> int:
        """Replays `wanted` points of each domain; by default all of small ones, or up to 1,000 in a fifth of `seconds`.

        So many processes share the domains where deciding took long. Returns how many points were evaluated again.
        Raises EvaluatorsDisagree at the first difference.
        """
        share = max(seconds / 5, SHORTEST_SECONDS) / max(len(self.decider.domains), 1)
        parts: list[Callable[[], int]] = [partial(self._again, name, wanted, share) for name in self.decider.domains]
        parts.append(partial(self._recorded, results))
        if jobs > 1 and seconds > WORTH_PROCESSES:
            from exactua.deciding.processes import forked, processes

            # a process that is not forked would have to be told what was decided
            if forked():
                with suppress(Unanswered), processes(min(jobs, len(parts)), _inherit, parts) as executor:
                    return sum(executor.map(_inherited, range(len(parts))))
        return sum(part() for part in parts)

    def _again(self, name: str, wanted: int | None, share: float) -> int:
        """Points of one domain, for so many seconds where nothing is wanted; how many there were."""
        engines = self.decider.engines
        steps = [step for step in self._steps(name) if engines.get(step.name, "literal") != "literal"]
        points = sum(stop - start for start, stop in self.decided[name])
        if not steps or not points or wanted == 0:
            return 0
        if isinstance(self.decider.domains[name], CellDomain):
            return self._samples(name, steps, points if wanted is None else wanted)
        self._runs_again(name, steps)
        if self._small(name, steps, points, share) if wanted is None else wanted >= points:
            self._whole(name, steps)
            return points
        deadline = time.monotonic() + share if wanted is None else None
        return self._shards(name, steps, MOST_REPLAYED if wanted is None else wanted, deadline)

    def _steps(self, domain: str) -> list[Step]:
        return [step for step in self.decider.problem.steps if any(spec.name == domain for spec in step.over)]

    def _small(self, name: str, steps: Sequence[Step], points: int, share: float) -> bool:
        """Whether all points are replayed: few layers in all, or not many and a sample says that it is done in time.

        `share` is the time for it, if that is more than a tenth of a second.
        """
        networks = self.decider.problem.networks.values()
        layers = sum(times for network in networks for _, times in templates(network.items))
        if points > MOST_REPLAYED or points * layers > SMALL_WORK:
            return False
        if points * layers <= FEW_LAYERS and not any(self._layer_by_layer(step) for step in steps):
            return True
        literal = Decider(self.decider.problem, self.decider.domains, {}, {}).only(steps)
        ranks = [rank for start, stop in self.decided[name] for rank in range(start, stop)]
        began, allowed = time.monotonic(), max(share, LONGEST_SECONDS)
        for number, rank in enumerate(random.Random(0).sample(ranks, min(SAMPLE, len(ranks))), 1):
            literal(Shard(name, rank, rank + 1))
            if (time.monotonic() - began) / number * points > allowed:
                return False
        return True

    def _layer_by_layer(self, step: Step) -> bool:
        """Whether a step looks at the states between layers, which takes far longer than its points and layers say."""
        return any(part.operator in ("after", "layer", "permutations") for part in step.term.walk())

    def _whole(self, name: str, steps: Sequence[Step]) -> None:
        """Decides a domain again by the literal networks alone: the tallies have to be the same."""
        literal = Decider(self.decider.problem, self.decider.domains, {}, {}).only(steps)
        again: dict[str, Tally] = {step.name: Tally() for step in steps}
        for start, stop in self.decided[name]:
            for step_name, tally in literal(Shard(name, start, stop)).items():
                if step_name in again:
                    again[step_name].merge(tally)
        for step in steps:
            mine = self.tallies[name][step.name]
            if self._chained(step):
                shown, really = grows(mine.links, mine.points), repetition(again[step.name].chunks) is None
                if shown and not really:
                    raise self._difference(step, f"over {name}: different numbers", [really], [shown])
            if not keeps_numbers(step, self.decider.domains) or self._chained(step):
                again[step.name].chunks = []
            self._require_same(step, f"over {name}", again[step.name], mine)

    def _shards(self, name: str, steps: Sequence[Step], wanted: int, deadline: float | None) -> int:
        """Points of a few shards, literally and as exact batches have them in the batch of the whole shard."""
        shards = [shard for shard in self.decider.shards_of(name) if self._was_decided(shard)]
        order = random.Random(0)
        chosen = order.sample(shards, min(SHARDS_AGAIN, len(shards)))
        domain = self.decider.domains[name]
        assert not isinstance(domain, CellDomain)
        count = 0
        recorded = [step for step in steps if self.decider.engines.get(step.name) in ("compiled", "vectors")]
        in_balls = [step for step in steps if self.decider.engines.get(step.name) == "balls"]
        steps = [step for step in steps if step not in recorded and step not in in_balls]
        alone = [*recorded, *in_balls]
        in_batches = [step for step in recorded if not tries_permutations(step)]
        literally = Decider(self.decider.problem, self.decider.domains, {}, {}).only(alone)
        for k, shard in enumerate(chosen):
            if in_batches:
                self._same_in_batches(replace(shard, stop=min(shard.stop, shard.start + LARGEST_AGAIN)), in_batches)
            size = shard.stop - shard.start
            batch = self.decider.batch_evaluator(name, domain.batch(shard.start, shard.stop)) if steps else None
            columns = [_Column(step, batch, size) for step in steps if batch is not None]
            for rank in order.sample(range(shard.start, shard.stop), min(size, -(-wanted // len(chosen)))):
                if deadline is not None and time.monotonic() > deadline and count > k:
                    break
                if alone:
                    self._same(literally, Shard(name, rank, rank + 1), alone)
                literal = self.decider.literal_evaluator(name, rank)
                for step, column in zip(steps, columns, strict=True):
                    first, second = _values(step, literal), column.at(rank - shard.start)
                    if first != second:
                        raise self._difference(step, f"at {name}, rank {rank}", first, second)
                count += 1
        return count

    def _runs_again(self, name: str, steps: Sequence[Step]) -> None:
        """The points of a few spreads one by one, by exact batches: affine runs have to count the same there."""
        if not self.decider.in_runs(name):
            return
        (program,) = self.decider.programs[name]
        domain = self.decider.domains[name]
        assert not isinstance(domain, CellDomain)
        for start, stop, numbers in program.spreads_again(SPREADS_AGAIN, LARGEST_SPREAD):
            runs = self.decider(Shard(name, start, stop, "spread"))
            ranks: Any = np.array([program.rank(tuple(point)) for point in numbers.tolist()])
            order = np.argsort(ranks)
            evaluator, ranks = self.decider.batch_evaluator(name, numbers[order]), ranks[order]
            for step in steps:
                one_by_one = tally_batch(step, evaluator, index_of(step, name), ranks)
                if step.fold in COMPARING and runs[step.name].links[0].grows and repetition(one_by_one.chunks):
                    raise self._difference(step, f"over {name}, ranks of spreads {start} to {stop}", [False], [True])
                one_by_one.chunks = []
                first, second = summary(one_by_one), summary(runs[step.name])
                if first != second:
                    raise self._difference(step, f"over {name}, ranks of spreads {start} to {stop}", first, second)

    def _same_in_batches(self, shard: Shard, recorded: Sequence[Step]) -> None:
        """A shard by exact batches, which know nothing of programs: the tallies have to be the same."""
        engines = dict.fromkeys(self.decider.engines, "kernel")
        on_ids = Decider(self.decider.problem, self.decider.domains, self.decider.id_networks, engines)  # type: ignore[arg-type]
        self._same(on_ids.only(recorded), shard, recorded)

    def _same(self, other: Decider, shard: Shard, recorded: Sequence[Step]) -> None:
        """Compares what recorded programs count over a shard with what another decider does."""
        mine, theirs = self.decider(shard), other(shard)
        for step in recorded:
            if self._chained(step):
                theirs[step.name].chunks = []
            where = f"at {shard.domain}, ranks {shard.start} to {shard.stop - 1}"
            self._require_same(step, where, theirs[step.name], mine[step.name])

    def _require_same(self, step: Step, where: str, other: Tally, mine: Tally) -> None:
        """Raises EvaluatorsDisagree where two tallies differ, but for points that one of them left undecided."""
        alike = (other.undecided, other.unmeasured) == (mine.undecided, mine.unmeasured)
        if not alike and -other.undecided <= other.failures - mine.failures <= mine.undecided:
            return
        first, second = summary(other), summary(mine)
        if first != second:
            raise self._difference(step, where, first, second)

    def _chained(self, step: Step) -> bool:
        """Whether a fold is decided by neighbours, so that its numbers are not gathered."""
        return any(step.name in program.chained for programs in self.decider.programs.values() for program in programs)

    def _was_decided(self, shard: Shard) -> bool:
        return any(start <= shard.start and shard.stop <= stop for start, stop in self.decided[shard.domain])

    def _samples(self, name: str, steps: Sequence[Step], wanted: int) -> int:
        """Samples of cells in rationals: each step has to be as true there as it is on the whole cell."""
        ranks = [rank for start, stop in self.decided[name] for rank in range(start, stop)]
        chosen = random.Random(0).sample(ranks, min(wanted, len(ranks)))
        for rank in chosen:
            literal, forms = self.decider.literal_evaluator(name, rank), self.decider.point_evaluator(name, rank)
            for step in steps:
                first, second = _values(step, literal), _values(step, forms)
                if first != second:
                    raise self._difference(step, f"at {name}, rank {rank}", first, second)
        return len(chosen)

    def _recorded(self, results: Sequence[StepResult]) -> int:
        """Every recorded extreme and every repeated number is what the literal networks give there: counted nowhere."""
        known: dict[tuple[str, int], Evaluator] = {}

        def literal(step: Step, at: Position) -> Evaluator:
            place = (step.over[at[0]].name, at[1])
            if place not in known:
                known[place] = self.decider.literal_evaluator(*place)
            return known[place]

        for result in results:
            step = result.step
            extremes = []
            if result.measured is not None and self.decider.engines.get(step.name) in (*FAST, "balls"):
                extremes += [
                    (extreme.at, extreme.value) for extreme in (result.measured.minimum, result.measured.maximum)
                ]
            for at, value in extremes:
                reals = self.decider.problem.has_reals(step)
                try:
                    numbers = list((measured_floors if reals else measured_numbers)(step, literal(step, at)))
                except PrecisionReached:
                    continue
                if value not in numbers:
                    raise self._difference(step, f"at {step.over[at[0]].name}, rank {at[1]}", numbers, [value])
            if step.fold in COMPARING and result.witness is not None:
                numbers = [number for at in result.witness.at for number in measured_numbers(step, literal(step, at))]
                distance = result.witness.left if step.fold == "apart" else mpq(0)
                together = sorted(mpq(number) for number in numbers)
                repeats = step.fold == "apart" or numbers.count(result.witness.left) > 1
                if not repeats or min(b - a for a, b in pairwise(together)) != distance:
                    raise self._difference(step, "at its witness", numbers, [result.witness.left] * 2)
        return 0

    def _difference(self, step: Step, where: str, literal: Sequence[Any], other: Sequence[Any]) -> EvaluatorsDisagree:
        engine = {"forms": "affine forms"}.get(self.decider.engines.get(step.name, ""), "exact batches")
        return EvaluatorsDisagree(
            f"{self.decider.problem.label}.{step.name}: the literal networks and {engine} differ {where}: "
            f"{_shown(literal)} against {_shown(other)}"
        )


def summary(tally: Tally) -> list[Any]:
    """All that a tally says, in a form that can be compared."""
    repeated = repetition(tally.chunks)
    numbers = [
        (chunk.domain, int(rank), *(chunk.values[i].value(k) for i in range(chunk.values.numerators.shape[0])))
        for chunk in in_order(tally.chunks)
        for k, rank in enumerate(chunk.ranks)
    ]
    extremes = [
        part
        for extreme in (tally.minimum, tally.maximum)
        if extreme is not None
        for part in (extreme.value, *extreme.at)
    ]
    first = tally.first_failure or ()
    pair = [] if repeated is None else [repeated.failures, *repeated.pair[0], *repeated.pair[1], repeated.value]
    told = [
        tally.points,
        tally.applicable,
        tally.failures,
        *first,
        *extremes,
        tally.residue,
        *pair,
        tally.total,
        tally.undecided,
    ]
    return told + [number for row in numbers for number in row]


def _inherit(parts: Sequence[Callable[[], int]]) -> None:
    global _parts
    _parts = parts


def _inherited(number: int) -> int:
    return _parts[number]()


class _Column:
    """What a step gives at each point of a batch: hypothesis, measured numbers, truth."""

    def __init__(self, step: Step, batch: Evaluator, size: int) -> None:
        self.given = None if step.given is None else np.broadcast_to(batch(step.given), (size,))
        self.numbers = list(measure_of(step.term).values(batch))
        self.truth = np.broadcast_to(batch(step.term), (size,)) if step.fold == "each" else None

    def at(self, k: int) -> list[Any]:
        """The values at the k-th point."""
        if self.given is not None and not self.given[k]:
            return [False]
        numbers = [number.value(k) if isinstance(number, Batch) else mpq(number) for number in self.numbers]
        return [True, *numbers] if self.truth is None else [True, *numbers, bool(self.truth[k])]


def _values(step: Step, evaluator: Evaluator) -> list[Any]:
    """Hypothesis, measured numbers and truth of a step at the evaluator's one point."""
    if step.given is not None and not evaluator(step.given):
        return [False]
    numbers: Iterator[Any] = measured_numbers(step, evaluator)
    return [True, *numbers, bool(evaluator(step.term))] if step.fold == "each" else [True, *numbers]


def _shown(values: Sequence[Any]) -> str:
    return "[" + ", ".join(str(value) if isinstance(value, bool) else written(value) for value in values) + "]"
