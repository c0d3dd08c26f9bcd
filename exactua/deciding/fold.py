"""From tallies to verdicts: merges what the shards counted and says what it amounts to.

An own fold goes through the points of its step in enumeration order, whatever order they are decided in.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import DEFAULT_BITS, Precision, PrecisionReached, precision
from exactua.claims.decision import DomainResult, Measured, Position, StepResult, Witness
from exactua.claims.folds import OwnFold
from exactua.claims.problem import COMPARING, Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.deciding.cells import CellDomain
from exactua.deciding.large_runs.spilling import Gathered
from exactua.deciding.observations import LiteralObservations
from exactua.deciding.shards import Decider, Shard, index_of
from exactua.deciding.tally import Chunk, Tally
from exactua.errors import EvaluatorsDisagree
from exactua.grids.domains import PointDomain
from exactua.networks.items import not_equivariant
from exactua.terms.compiled import CompiledTerms
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import FOLDED, TermError
from exactua.terms.measures import Failure, failure_of


def settle(
    decider: Decider,
    step: Step,
    tally: Tally,
    domains: Mapping[str, DomainResult],
    reason: str | None,
    folding: Folding | None = None,
    gathered: Gathered | None = None,
) -> StepResult:
    """The verdict of a step from everything that was counted. `reason` says why points are missing, if they are.

    `folding` is what an own fold came to, where one point stands for its orbit; `gathered` holds the numbers of a step
    that compares those of all points, where the tally does not. Raises NumbersLost where the disk failed that had them.
    """
    failures, witness = tally.failures, None
    bound = _bound(decider.problem, step)  # one without a value is an error, whether a point is measured by it or not
    complete = all(domains[spec.name].complete for spec in step.over)
    if tally.undecided:
        return _undecided(step, tally, complete, _known(decider, step, tally))
    if step.fold in COMPARING:
        with gathered or Gathered(tally.chunks) as numbers:
            if tally.applicable:
                failures, witness = _compared(decider, step, numbers, bound)
    elif step.fold == "sum":
        assert step.relation is not None
        assert bound is not None
        counts = complete and not unsound_orbits(decider.problem, step) and tally.applicable
        if counts and not RELATION[step.relation](tally.total, bound):
            failures, witness = 1, Witness((), (), {}, step.relation, tally.total, bound)
    elif step.own is not None:
        failure = folding.failure if folding is not None and complete else None
        failures = int(failure is not None)
        if failure is not None:
            witness = Witness((), (), failure.bindings, failure.relation, failure.left, failure.right)
    elif tally.first_failure is not None:
        try:
            with precision(max(Precision.cap, DEFAULT_BITS)):
                witness = _witness(decider, step, tally.first_failure)
        except PrecisionReached:  # false by the softmax in balls, and the layers as written don't tell
            return _undecided(step, replace(tally, undecided=1, failures=tally.failures - 1), complete)
    verdict = _verdict(decider.problem, step, tally, failures, complete)
    if verdict is Verdict.INCONCLUSIVE:
        reason = unsound_orbits(decider.problem, step) if complete else reason
    else:
        reason = None
    measured = None
    if tally.minimum is not None and tally.maximum is not None and not tally.unmeasured:
        residue = None if decider.problem.has_reals(step) else tally.residue
        measured = Measured(tally.minimum, tally.maximum, residue)
    example = _found(decider, step, tally, folding) if verdict is Verdict.HOLDS else None
    return StepResult(
        step, verdict, reason, tally.points, tally.applicable, failures, witness, measured, complete, found=example
    )


def _known(decider: Decider, step: Step, tally: Tally) -> Witness | None:
    """Where a step fails that is undecided elsewhere: the first such point, if the layers as written tell it."""
    if tally.first_failure is None or step.fold != "each":
        return None
    with suppress(PrecisionReached), precision(max(Precision.cap, DEFAULT_BITS)):
        return _witness(decider, step, tally.first_failure)
    return None


def _undecided(step: Step, tally: Tally, complete: bool, known: Witness | None = None) -> StepResult:
    """A step with points at which reals could not be compared: nothing is claimed of any, and `known` is told."""
    false = f"; false at {tally.failures} others" if tally.failures else ""
    reason = f"undecided at {tally.undecided} of {tally.points} points with {Precision.cap} bits{false}"
    return StepResult(step, Verdict.INCONCLUSIVE, reason, tally.points, 0, 0, None, None, complete, known=known)


def _compared(decider: Decider, step: Step, numbers: Gathered, bound: Rational | None) -> tuple[int, Witness | None]:
    """How many points fail a fold that compares the numbers of all points, and the least pair that does."""
    if step.fold == "distinct":
        repeated = numbers.repetition()
        if repeated is None:
            return 0, None
        points = tuple(_matrix(decider, step, at) for at in repeated.pair)
        return repeated.failures, Witness(repeated.pair, points, {}, "!=", repeated.value, repeated.value)
    assert step.relation is not None
    assert bound is not None
    nearest = numbers.too_near(bound, step.relation)
    if nearest is None:
        return 0, None
    points = tuple(_matrix(decider, step, at) for at in nearest.pair)
    return nearest.failures, Witness(nearest.pair, points, {}, step.relation, nearest.distance, bound)


def out_of_time(step: Step) -> StepResult:
    """A step without points that was not decided when the budget ran out."""
    reason = "undecided at 1 of 1 points: the budget ran out: raise --budget"
    return StepResult(step, Verdict.INCONCLUSIVE, reason, 1, 0, 0, None, None, complete=False)


def settle_static(problem: Problem, step: Step) -> StepResult:
    """The verdict of a step that needs no point."""
    evaluator = Evaluator(problem.parameters, problem.values, LiteralObservations(problem.networks, None))
    with problem.located(f"step {step.name}"):
        try:
            applies = step.given is None or evaluator(step.given)
            holds = applies and evaluator(step.term)
        except PrecisionReached:
            return _undecided(step, Tally(points=1, undecided=1), True)
    if not applies:
        return StepResult(step, Verdict.VACUOUS, None, 1, 0, 0, None, None)
    if holds:
        return StepResult(step, Verdict.HOLDS, None, 1, 1, 0, None, None)
    failure = failure_of(step.term, evaluator)
    return StepResult(step, Verdict.REFUTED, None, 1, 1, 1, Witness.of(failure), None)


RELATION: Final = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def _bound(problem: Problem, step: Step) -> Rational | None:
    """The value of a fold's bound, if it has one: a term over parameters, definitions and counts of networks."""
    if step.bound is None:
        return None
    evaluator = Evaluator(problem.parameters, problem.values, LiteralObservations(problem.networks, None))
    with problem.located(f"step {step.name}"):
        return mpq(evaluator(step.bound))


def _verdict(problem: Problem, step: Step, tally: Tally, failures: int, complete: bool) -> Verdict:
    if failures:
        return Verdict.REFUTED
    if not complete and not one_found(step, tally):
        return Verdict.INCONCLUSIVE
    if tally.applicable < (2 if step.fold in COMPARING else 1):
        return Verdict.VACUOUS
    return Verdict.HOLDS if unsound_orbits(problem, step) is None else Verdict.INCONCLUSIVE


def one_found(step: Step, tally: Tally) -> bool:
    """Whether the step says that something is so at some point, and it is at one of those that were counted."""
    return bool(step.of_some) and tally.total >= 1 and not tally.undecided


def unsound_orbits(problem: Problem, step: Step) -> str | None:
    """Why one point doesn't stand for its orbit under permutation, if it doesn't (Claim 1 of Yun et al. 2020)."""
    if not any("orbits" in (spec.kind, spec.of and spec.of.kind) for spec in step.over):
        return None
    for name in sorted(step.networks()):
        if obstacle := not_equivariant(problem.networks[name]):
            return f"{name} {obstacle}, which is not permutation equivariant: one point does not stand for its orbit"
    return None


def _matrix(decider: Decider, step: Step, at: Position) -> Matrix:
    return decider.domains[step.over[at[0]].name].matrix(at[1])


def _found(decider: Decider, step: Step, tally: Tally, folding: Folding | None) -> Witness | None:
    """The least point that is as some is said to be, by the literal networks on rationals.

    Of several conditions of which one is said to be true at every point, the number of the first that is.
    """
    if step.several is not None and not step.several.each and folding is not None:
        return Witness((), (), {"k": folding.accumulator.index(1) + 1}, None, None, None)
    if not step.of_some:
        return None
    assert tally.maximum is not None
    at = tally.maximum.at
    assert step.sought is not None
    with suppress(PrecisionReached), precision(max(Precision.cap, DEFAULT_BITS)):  # else the balls tell alone
        if step.denied is not None:
            return _witness(decider, step.denied, at)
        if not decider.literal_evaluator(step.over[at[0]].name, at[1])(step.sought):
            raise EvaluatorsDisagree(
                f"{decider.problem.label}.{step.name}: true by exact batches and false by the literal networks at "
                f"{step.over[at[0]].name}, rank {at[1]}"
            )
    return Witness((at,), (_matrix(decider, step, at),), {}, None, None, None)


def _witness(decider: Decider, step: Step, at: Position) -> Witness:
    """The counterexample at a point, by the literal networks on rationals (on cells: at the sample)."""
    evaluator = decider.literal_evaluator(step.over[at[0]].name, at[1])
    if evaluator(step.term):
        raise EvaluatorsDisagree(
            f"{decider.problem.label}.{step.name}: false by exact batches and true by the literal networks at "
            f"{step.over[at[0]].name}, rank {at[1]}"
        )
    return Witness.of(failure_of(step.term, evaluator), (at,), (_matrix(decider, step, at),))


LARGEST_BITS: Final = 1_000_000
"""The longest numerator or denominator that an accumulator may get; certificates with longer ones are not confirmed."""

Numbers = Sequence[int | Rational]
Domains = Mapping[str, PointDomain | CellDomain]


class Folding:
    """The accumulator of a step's own fold, which takes up shards and lets those wait that come too early.

    `counts` are the numbers of points of the step's domains, in the order of `over`.
    """

    def __init__(self, problem: Problem, step: Step, counts: Sequence[int]) -> None:
        assert step.own is not None
        self.step, self.fold, self._counts = step, step.own, counts
        self._problem, self._evaluator = problem, fold_evaluator(problem)
        self._next = CompiledTerms(self.fold.next, self._evaluator)
        self.accumulator = tuple(self._evaluator(term) for term in self.fold.start)
        self.applied = 0
        """How many points have gone into the accumulator."""
        self.failure: Failure | None = None
        """Where the assertion is false in the end."""
        self._place, self._rank = 0, 0
        self._waiting: dict[tuple[int, int], tuple[int, Sequence[Chunk]]] = {}
        self._skip_empty()

    @property
    def complete(self) -> bool:
        """Whether every point of every domain has been taken up."""
        return self._place == len(self._counts)

    def add(self, shard: Shard, chunks: Sequence[Chunk]) -> None:
        """Takes up the numbers of a shard, and of those behind it that waited; in the end the assertion is looked at.

        Raises TermError, with the point, where a number can't be computed or gets longer than `LARGEST_BITS`.
        """
        self._waiting[index_of(self.step, shard.domain), shard.start] = shard.stop, chunks
        while not self.complete and (self._place, self._rank) in self._waiting:
            self._rank, ready = self._waiting.pop((self._place, self._rank))
            self.take(ready)
            self._skip_empty()
            if self.complete and self.applied:
                self.failure = self._end()

    def take(self, chunks: Iterable[Chunk]) -> None:
        """Lets the accumulator become the next one for each of these points."""
        for chunk in chunks:
            accumulator, following = self.accumulator, self._next
            k = 0
            try:
                for k, numbers in enumerate(_rows(chunk)):  # noqa: B007  (k is where an error is)
                    accumulator = following(accumulator, numbers)
                    if any(_bits(value) > LARGEST_BITS for value in accumulator):
                        raise TermError(f"a number of the accumulator has more than {LARGEST_BITS:,} bits")
            except TermError as error:
                where = f"{self.step.over[chunk.domain].name}, rank {int(chunk.ranks[k])}"
                raise TermError(f"the fold of {self.step.name} at {where}: {error}") from None
            self.accumulator = accumulator
            self.applied += len(chunk.ranks)

    def _skip_empty(self) -> None:
        while self._place < len(self._counts) and self._rank == self._counts[self._place]:
            self._place, self._rank = self._place + 1, 0

    def _end(self) -> Failure | None:
        try:
            return end_failure(self._problem, self.fold, self.accumulator)
        except TermError as error:
            raise TermError(f"the fold of {self.step.name} in the end: {error}") from None


def folding_of(problem: Problem, step: Step, domains: Domains) -> Folding:
    """The fold of a step before its first point."""
    return Folding(problem, step, [domains[spec.name].count for spec in step.over])


def fold_evaluator(problem: Problem, accumulator: Numbers | None = None) -> Evaluator:
    """An evaluator of the terms of own folds, which have no point; with this accumulator, if there is one."""
    bound = {} if accumulator is None else {FOLDED["accumulator"]: tuple(accumulator)}
    return Evaluator(problem.parameters, problem.values, LiteralObservations(problem.networks, None), bound)


def end_failure(problem: Problem, fold: OwnFold, accumulator: Numbers) -> Failure | None:
    """Where the assertion of a fold is false of the accumulator in the end; None if it is true."""
    evaluator = fold_evaluator(problem, accumulator)
    if evaluator(fold.holds):
        return None
    failure = failure_of(fold.holds, evaluator)
    bindings = {name: value for name, value in failure.bindings.items() if name not in FOLDED.values()}
    return Failure(bindings, failure.relation, failure.left, failure.right, failure.term)


def _rows(chunk: Chunk) -> Iterator[tuple[int | Rational, ...]]:
    """The numbers of one point after the other."""
    common = chunk.values.denominator
    columns = chunk.values.numerators.tolist()
    if common != 1:
        columns = [[mpq(value, common) for value in column] for column in columns]
    return zip(*columns, strict=True) if columns else itertools.repeat((), len(chunk.ranks))


def _bits(value: int | Rational) -> int:
    if isinstance(value, int):
        return value.bit_length()
    return max(int(value.numerator.bit_length()), int(value.denominator.bit_length()))
