"""Steps decided apart from those that have no value somewhere: at words of one length a quotient by 0, say."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from exactua.claims.decision import Decision, DomainResult, StepResult
from exactua.claims.problem import PlacedError, Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.deciding.plan import build_domains
from exactua.deciding.running import DEFAULT_BUDGET, UNEVALUATED
from exactua.proving import evidence
from exactua.terms.language import definitions_reached


def decide(problem: Problem, *, budget: float = DEFAULT_BUDGET, **options: Any) -> Decision:
    """`evidence.decide`, but a step of somebody's own claim that has no value at some point is inconclusive by itself.

    The other steps are decided without it, within the same budget. Raises as that does.
    """
    began = time.monotonic()
    lost: dict[str, str] = {}
    left: Problem | None = problem
    decision: Decision | None = None
    while left is not None:
        try:
            decision = evidence.decide(left, budget=max(0, budget + began - time.monotonic()), **options)
            reason = _without_value(decision)
            steps = _at_fault(left, reason)
        except PlacedError as error:
            decision, reason = None, f"{UNEVALUATED}{error}"
            steps = _at_fault(left, reason)
            if not steps and _without(left, ()) == left:
                raise
        if not steps and decision is not None:
            break
        lost |= dict.fromkeys(steps, reason)
        left = _without(left, steps)
    if not lost:
        assert decision is not None
        return decision
    return _joined(problem, decision, lost, time.monotonic() - began)


def _without_value(decision: Decision) -> str:
    """What is said of a step that has no value somewhere; "" where all of them have one."""
    reasons = (result.reason or "" for result in decision.results)
    return next((reason for reason in reasons if reason.startswith(UNEVALUATED)), "")


def _at_fault(problem: Problem, reason: str) -> list[str]:
    """The steps of which an error tells: the one where it was, or those that use the definition where it was."""
    text = reason.removeprefix(UNEVALUATED)
    what = next((what for what, place in problem.places.items() if text.startswith(f"{place}: {what}: ")), "")
    kind, _, name = what.partition(" ")
    if kind == "definition":
        return [step.name for step in problem.steps if name in _definitions(problem, [step])]
    return [step.name for step in problem.steps if kind == "step" and step.name == name]


def _definitions(problem: Problem, steps: Sequence[Step]) -> dict[str, Any]:
    """The definitions that these steps use."""
    return dict(definitions_reached([term for step in steps for term in step.all_terms], problem.definitions))


def _without(problem: Problem, names: Sequence[str]) -> Problem | None:
    """The problem without these steps, and without the definitions that only they use; None where no step is left."""
    steps = tuple(step for step in problem.steps if step.name not in names)
    if not steps:
        return None
    used = _definitions(problem, steps)
    definitions = tuple(pair for pair in problem.definitions if pair[0] in used)
    judged = tuple(name for name in problem.judged if name not in names)
    return replace(problem, steps=steps, judged=judged, definitions=definitions)


def _joined(problem: Problem, decision: Decision | None, lost: dict[str, str], seconds: float) -> Decision:
    """What was decided, with the steps that have no value somewhere, in the order of the problem."""
    decided = {} if decision is None else {result.step.name: result for result in decision.results}
    known = {} if decision is None else {domain.name: domain for domain in decision.domains}
    if any(spec.name not in known for spec in problem.domains):
        without = replace(problem, definitions=())  # of which no domain of somebody's own speaks
        counts = {name: domain.count for name, domain in build_domains(without).items()}
        known = {name: known.get(name, DomainResult(name, count, ())) for name, count in counts.items()}
    results = tuple(
        _undecided(problem, step, lost[step.name]) if step.name in lost else decided[step.name]
        for step in problem.steps
    )
    run: dict[str, Any] = {"engine": {}, "width": {}, "jobs": 1, "replayed": 0} if decision is None else decision.run
    engines = {**dict.fromkeys(lost, "literal"), **run["engine"]}
    domains = tuple(known[spec.name] for spec in problem.domains)
    run = {**run, "engine": engines, "seconds": f"{seconds:.3f}"}
    return Decision(problem, domains, results, run, "enumerated" if decision is None else decision.scope)


def _undecided(problem: Problem, step: Step, reason: str) -> StepResult:
    text = reason.removeprefix(UNEVALUATED)
    place = problem.places.get(f"step {step.name}")
    told = text.replace(f"{place}: step {step.name}: ", f"{place}: ", 1)
    return StepResult(step, Verdict.INCONCLUSIVE, reason, 0, 0, 0, None, None, complete=False, without_value=told)
