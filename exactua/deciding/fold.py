"""From tallies to verdicts: merges what the shards counted and says what it amounts to."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import DEFAULT_BITS, Precision, PrecisionReached, precision
from exactua.claims.decision import DomainResult, Measured, Position, StepResult, Witness
from exactua.claims.problem import COMPARING, Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.deciding.large_runs.spilling import Gathered
from exactua.deciding.observations import LiteralObservations
from exactua.deciding.own_fold import Folding
from exactua.deciding.shards import Decider
from exactua.deciding.tally import Tally
from exactua.errors import EvaluatorsDisagree
from exactua.networks.properties import not_equivariant
from exactua.terms.evaluation import Evaluator
from exactua.terms.measures import failure_of


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
    found = _found(decider, step, tally, folding) if verdict is Verdict.HOLDS else None
    return StepResult(
        step, verdict, reason, tally.points, tally.applicable, failures, witness, measured, complete, found=found
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
