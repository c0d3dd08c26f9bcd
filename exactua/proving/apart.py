"""Steps decided apart from those that have no value somewhere: at words of one length a quotient by 0, say."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from exactua.claims.decision import Decision, DomainResult, StepResult
from exactua.claims.problem import PlacedError, Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import DEFAULT_BUDGET, UNEVALUATED
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, build, terms_of
from exactua.grids.domains import CountTooLarge
from exactua.proving import evidence
from exactua.terms.language import TermError, definitions_reached


def decide(problem: Problem, *, budget: float = DEFAULT_BUDGET, **options: Any) -> Decision:
    """`evidence.decide`, but a step of somebody's own claim that has no value at some point is inconclusive by itself.

    The other steps are decided without it, within the same budget. Raises as that does.
    """
    began = time.monotonic()
    lost: dict[str, str] = {}
    left: Problem | None = problem
    decision: Decision | None = None
    while left is not None:
        error: PlacedError | None = None
        try:
            decision = evidence.decide(left, budget=max(0, budget + began - time.monotonic()), **options)
            reasons = [result.reason or "" for result in decision.results]
        except PlacedError as raised:
            decision, error, reasons = None, raised, [str(raised)]
        reason = next((reason for reason in reasons if _line(left, reason)), "")
        steps = _at_fault(left, reason)
        rest = without(left, steps) if reason else left
        if rest == left:
            if error is not None:
                raise error
            break
        lost |= dict.fromkeys(steps, UNEVALUATED + reason.removeprefix(UNEVALUATED))
        left = rest
    if decision is None or lost or left != problem:
        return joined(problem, decision, lost, time.monotonic() - began)
    return decision


def _line(problem: Problem, reason: str) -> str:
    """The line of which a reason tells that it has no value, as "step gap" or "definition D"; "" where it tells none.

    A definition without a value, and a step that cuts no cells, are told before any point, as what keeps the domains
    from being built.
    """
    text = reason.removeprefix(UNEVALUATED)
    return next((what for what, place in problem.places.items() if text.startswith(f"{place}: {what}: ")), "")


def _at_fault(problem: Problem, reason: str) -> list[str]:
    """The steps of which an error tells: the one where it was, or those that use the definition where it was."""
    kind, _, name = _line(problem, reason).partition(" ")
    if kind == "definition":
        return [step.name for step in problem.steps if name in _definitions(problem, [step])]
    return [step.name for step in problem.steps if kind == "step" and step.name == name]


def _definitions(problem: Problem, steps: Sequence[Step]) -> dict[str, Any]:
    """The definitions that these steps use."""
    return dict(definitions_reached([term for step in steps for term in step.all_terms], problem.definitions))


def without(problem: Problem, names: Sequence[str]) -> Problem | None:
    """The problem without these steps, and without the definitions that only they use; None where no step is left."""
    steps = tuple(step for step in problem.steps if step.name not in names)
    if not steps:
        return None
    used = _definitions(problem, steps)
    definitions = tuple(pair for pair in problem.definitions if pair[0] in used)
    judged = tuple(name for name in problem.judged if name not in names)
    return replace(problem, steps=steps, judged=judged, definitions=definitions)


def joined(problem: Problem, decision: Decision | None, lost: dict[str, str], seconds: float) -> Decision:
    """What was decided, with the steps that have no value somewhere, in the order of the problem."""
    decided = {} if decision is None else {result.step.name: result for result in decision.results}
    known = {} if decision is None else {domain.name: domain for domain in decision.domains}
    known = {spec.name: known.get(spec.name) or _none_decided(problem, spec) for spec in problem.domains}
    results = tuple(
        _undecided(problem, step, lost[step.name]) if step.name in lost else decided[step.name]
        for step in problem.steps
    )
    run: dict[str, Any] = {"engine": {}, "width": {}, "jobs": 1, "replayed": 0} if decision is None else decision.run
    engines = {**dict.fromkeys(lost, "literal"), **run["engine"]}
    domains = tuple(known[spec.name] for spec in problem.domains)
    run = {**run, "engine": engines, "seconds": f"{seconds:.3f}"}
    return Decision(problem, domains, results, run, "enumerated" if decision is None else decision.scope)


def _none_decided(problem: Problem, spec: DomainSpec) -> DomainResult:
    """A domain of which no point was decided, with the number of its points where that is known."""
    count: int | None = None
    if spec.kind != "cells":
        alone = replace(problem, definitions=definitions_reached(terms_of(spec), problem.definitions))
        with suppress(TermError, InputError, CountTooLarge):
            count = build(spec, alone.value, alone.parameters).count
    return DomainResult(spec.name, count, (), {})


def _undecided(problem: Problem, step: Step, reason: str) -> StepResult:
    text = reason.removeprefix(UNEVALUATED)
    place = problem.places.get(f"step {step.name}")
    told = text.replace(f"{place}: step {step.name}: ", f"{place}: ", 1)
    return StepResult(step, Verdict.INCONCLUSIVE, reason, 0, 0, 0, None, None, complete=False, without_value=told)
