"""Steps decided one by one where they can't be together, and what a claim's steps come to as written."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.decision import StepResult
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict, overall
from exactua.commands.relax.instances import Only, instances
from exactua.deciding.running import UNEVALUATED, decide
from exactua.errors import EvaluatorsDisagree, ExactuaError
from exactua.evidence.boxes import refuse_line
from exactua.terms.language import TermError

BUDGET: Final = 20
"""Seconds for an instance."""

MOST_POINTS: Final = 200_000
REPLAYED: Final = 5
"""Points of each domain that are evaluated again by the literal networks."""


def as_written(claim: Claim, bound: int, only: Only | None = None) -> dict[str, Verdict]:
    """What every step comes to as the paper has it: holds where it holds at some instance and never fails.

    `only` restricts the instances where that leaves some. Raises InputError, with the line, where a step of somebody's
    own can't be evaluated.
    """
    by_step: dict[str, list[Verdict]] = {step.name: [] for step in claim.steps}
    for box in list(instances(claim, None, only, bound)) or instances(claim, None, None, bound):
        problem = claim.problem(box)
        for name, result in decided(problem).items():
            if isinstance(result, str):
                refuse_line(problem, result)
            by_step[name].append(result.verdict if isinstance(result, StepResult) else Verdict.INCONCLUSIVE)
    return {name: overall(verdicts) for name, verdicts in by_step.items()}


def decided(problem: Problem, orbits_as_points: bool = False) -> dict[str, StepResult | str]:
    """What every step comes to, alone where one of them can't be evaluated; or why it can't.

    `orbits_as_points`: points of orbits stand for themselves alone, so that a network needn't be equivariant.
    """
    try:
        decision = decide(problem, budget=BUDGET, max_points=MOST_POINTS, replayed=REPLAYED)
    except EvaluatorsDisagree:
        raise
    except TermError as error:
        reason = f"{UNEVALUATED}{said(error)}"
    except (ExactuaError, ArithmeticError) as error:
        reason = said(error)
    else:
        results = {result.step.name: _alone(result) if orbits_as_points else result for result in decision.results}
        reasons = [result.reason or "" for result in results.values() if result.verdict is Verdict.INCONCLUSIVE]
        if not any(text.startswith(UNEVALUATED) for text in reasons):
            return dict(results)
        reason = next(text for text in reasons if text.startswith(UNEVALUATED))
    if len(problem.steps) <= 1:
        return {step.name: reason for step in problem.steps}
    parts = [replace(problem, steps=(step,), judged=(step.name,)) for step in problem.steps]
    return {name: result for part in parts for name, result in decided(part, orbits_as_points).items()}


def _alone(result: StepResult) -> StepResult:
    """A step that held at all points of its orbits, of which each stands for itself."""
    if result.verdict is Verdict.INCONCLUSIVE and result.complete and not result.step.accumulates:
        return replace(result, verdict=Verdict.HOLDS, reason=None)
    return result


def said(error: Exception) -> str:
    """What an error says, or its name."""
    return str(error) or type(error).__name__
