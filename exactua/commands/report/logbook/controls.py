"""The search for a negative control: the same check with one thing changed, which is refuted.

A check that holds shows little where it could not have failed. So one thing is changed after another, until a step that
holds is refuted: what `relax` drops, at the same instance; bounds, sharpened as `sharpen` finds them there; hypotheses
on the parameters, at the least instances that violate them; what a step says, as `audit` changes it, but for what is
known to say less and for its plain denial, which needs no check to be false; its networks, as `audit` changes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from exactua.claims.bounds import Bound
from exactua.claims.claim import Claim
from exactua.claims.decision import Decision, StepResult
from exactua.claims.paper_units import step_in_paper_units
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import standing
from exactua.claims.relaxable import relaxations
from exactua.claims.relaxation import Relaxation
from exactua.claims.verdicts import Verdict
from exactua.commands.audit.operators import network_changes, term_changes
from exactua.commands.audit.originals import Original, restricted_decision
from exactua.commands.audit.record import Mutant
from exactua.commands.audit.work import mutant_of
from exactua.commands.relax.breaking import tried
from exactua.commands.relax.instances import MOST_POINTS
from exactua.commands.relax.record import Break, Outcome
from exactua.commands.relax.words import replay
from exactua.commands.relax.work import WORK
from exactua.commands.report.logbook.record import Control, ControlKind, ControlSearch
from exactua.commands.sharpen.extremes import Unmeasured, measure
from exactua.commands.sharpen.record import At, sharpest
from exactua.commands.sharpen.work import bounds_in
from exactua.console.deadlines import Deadline
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree, ExactuaError
from exactua.printing.statements import formula, shown_names
from exactua.printing.text import replay_command

REPLAYED: Final = 5
"""Points of each domain that the literal networks evaluate again where a change is decided."""
DENIALS: Final = ("assertion negated", "hypothesis negated", "hypothesis dropped")
"""Changes that are left out: those that deny what is said, and what `relax` tries already."""

Tried = tuple[str, Control | str]
"""A change, and its control; or why it was not decided, "" where it was and nothing is refuted."""


def control_of(claim: Claim, decision: Decision, budget: float) -> ControlSearch:
    """The first change of what was decided that is refuted, begun within so many seconds.

    Where no step is judged, as none is a statement step, all lines are asked. Raises EvaluatorsDisagree.
    """
    judged = decision.problem.judged or tuple(result.step.name for result in decision.results)
    asked = tuple(
        result.step.name
        for result in decision.results
        if result.step.name in judged and result.verdict is Verdict.HOLDS
    )
    deadline = Deadline.of(budget)
    undecided: list[tuple[str, str]] = []
    count = 0
    if asked:
        with standing(claim):
            for changed, outcome in _changes(claim, restricted_decision(decision, asked), deadline):
                count += 1
                if isinstance(outcome, Control):
                    return ControlSearch(asked, outcome, count, tuple(undecided))
                if outcome:
                    undecided.append((changed, outcome))
                if deadline.is_over:
                    return ControlSearch(asked, None, count, tuple(undecided), stopped=True)
    return ControlSearch(asked, None, count, tuple(undecided))


def _changes(claim: Claim, decision: Decision, deadline: Deadline) -> Iterator[Tried]:
    """All changes that are tried of steps that hold, each with what it comes to, in the order in which they are."""
    box = decision.problem.parameters
    try:
        known = relaxations(claim)
    except EvaluatorsDisagree:
        raise
    except ExactuaError as error:
        yield "what relax drops", str(error)
        known = ()
    here = {name: [value] for name, value in box.items()}
    for relaxation in known:
        if not relaxation.violates:
            yield relaxation.name, _relaxed(claim, relaxation, decision.results, here)
    yield from _sharpened(claim, decision, deadline)
    for relaxation in known:
        if relaxation.violates:
            others = {name: values for name, values in here.items() if name not in relaxation.below}
            yield relaxation.name, _relaxed(claim, relaxation, decision.results, others)
    original = Original(decision, claim.found_by)
    for change in (*term_changes(original), *network_changes(original)):
        if change.operator not in DENIALS:
            mutant = mutant_of(change)
            if mutant is not None and mutant.expected != "weaker":
                yield f"{mutant.where}: {change.operator}", _changed(claim, original, mutant, deadline)


def _relaxed(
    claim: Claim, relaxation: Relaxation, holding: Sequence[StepResult], only: Mapping[str, Sequence[int | str]]
) -> Control | str:
    """What dropping one thing comes to at these instances."""
    known = {step.name: Verdict.INCONCLUSIVE for step in claim.steps}
    known |= {result.step.name: Verdict.HOLDS for result in holding}
    names = relaxation.steps or tuple(known)
    if not {name for name in names if known[name] is Verdict.HOLDS} - {*relaxation.except_for}:
        return ""
    try:
        finding = tried(claim, replace(relaxation, numbered=None), known, (), only, WORK)
    except EvaluatorsDisagree:
        raise
    except (ExactuaError, ArithmeticError) as error:
        return str(error) or type(error).__name__
    if finding.first is not None and finding.first.how == "refuted" and finding.first.witness is not None:
        again = replay(finding, finding.first)
        return Control(relaxation.kind, relaxation.name, relaxation.becomes, finding.first, again)
    if finding.outcome in (Outcome.INCONCLUSIVE, Outcome.UNBUILT):
        return f"{finding.outcome}: {'; '.join(finding.notes)}"
    return ""


def _sharpened(claim: Claim, decision: Decision, deadline: Deadline) -> Iterator[Tried]:
    """Each bound that a step displays, as sharp as it is at this instance, and strict: that is false at its extreme."""
    for result in decision.results:
        problem = _alone(decision.problem, result.step)
        for number, bound in enumerate(bounds_in(claim, [result.step])):
            name = f"bound of {bound.name}"
            if result.points > MOST_POINTS:
                yield name, f"its bound is measured at {MOST_POINTS:,} points at most"
                continue
            try:
                measured = measure(problem, [bound])[0][0]
                if isinstance(measured, Unmeasured):
                    yield name, measured.reason
                    continue
                if measured is None:
                    yield name, "it says nothing here"
                    continue
                best = sharpest(bound, [At(problem.parameters, measured)])
                assert best is not None
                term = bound.plus(best.summand) if best.summand else bound.bound
                step = bound.with_bound(f"{result.step.name} {number}", term, strict=True)
                yield name, _sharp(claim, problem, bound, step, deadline)
            except EvaluatorsDisagree:
                raise
            except (ExactuaError, ArithmeticError) as error:
                yield name, str(error) or type(error).__name__


def _sharp(claim: Claim, problem: Problem, bound: Bound, step: Step, deadline: Deadline) -> Control | str:
    """The control of a sharpened bound. Raises EvaluatorsDisagree where it holds, since its extreme was measured."""
    what = f"step {bound.step.name}"
    places = {f"step {step.name}": problem.places[what]} if what in problem.places else {}
    changed = replace(_alone(problem, step), places={**problem.places, **places})
    (result,) = _decided(changed, deadline)
    if result.verdict in (Verdict.HOLDS, Verdict.VACUOUS):
        raise EvaluatorsDisagree(
            f"{problem.label}.{bound.name}: sharper than was measured it has to fail, and {result.verdict}"
        )
    return _control(claim, problem, "sharpened bound", bound.step, result)


def _changed(claim: Claim, original: Original, mutant: Mutant, deadline: Deadline) -> Control | str:
    """What a changed statement, definition or network comes to at this instance."""
    try:
        assert mutant.problem is not None
        results = _decided(mutant.problem, deadline)
    except EvaluatorsDisagree:
        raise
    except (ExactuaError, ArithmeticError) as error:
        return str(error) or type(error).__name__
    for result in results:
        own = original.problem
        step = next(step for step in own.steps if step.name == result.step.name)
        outcome = _control(claim, mutant.problem, "changed statement", step, result)
        if isinstance(outcome, Control):
            if result.step == step:
                kind: ControlKind = "changed network" if mutant.over == "network" else "changed statement"
                changed, becomes = f"{mutant.where}: {mutant.before}", mutant.after
                outcome = replace(outcome, kind=kind, changed=changed, becomes=becomes)
            return outcome
    return next((outcome for result in results if (outcome := _why_undecided(result))), "")


def _alone(problem: Problem, step: Step) -> Problem:
    """The instance with this step alone."""
    return replace(problem, steps=(step,), judged=(step.name,), parts=())


def _decided(problem: Problem, deadline: Deadline) -> tuple[StepResult, ...]:
    """What the steps of a problem come to. Raises KeyboardInterrupt, EvaluatorsDisagree."""
    decision = decide(problem, budget=max(deadline.left, 1), max_points=MOST_POINTS, replayed=REPLAYED)
    if "interrupted" in decision.run:
        raise KeyboardInterrupt
    return decision.results


def _why_undecided(result: StepResult) -> str:
    return (result.reason or "it is not decided") if result.verdict is Verdict.INCONCLUSIVE else ""


def _control(claim: Claim, problem: Problem, kind: ControlKind, original: Step, result: StepResult) -> Control | str:
    """The control, where a changed step is refuted at a point that is known; else why it is undecided, or ""."""
    if result.verdict is not Verdict.REFUTED or result.witness is None:
        return _why_undecided(result)
    named = replace(result.step, name=original.name)
    bare = _alone(problem, named)
    broken = Break(bare, named, "refuted", result.witness, None, result.points, result.failures)
    values = replay_command(bare, named, result.witness)
    if claim.is_made_here or (result.witness.points and " --at " not in values):  # too long to be written
        values = ""
    return Control(kind, _said(claim, original), _said(claim, result.step), broken, values)


def _said(claim: Claim, step: Step) -> str:
    """What a step says, as a formula in the paper's units."""
    return formula(step_in_paper_units(step, claim.degrees), shown_names(claim, step))
