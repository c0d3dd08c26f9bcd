"""The instances that relaxations are tried at, small ones first, and what a claim's steps come to there."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from exactua.claims.claim import Claim
from exactua.claims.decision import StepResult
from exactua.claims.problem import Problem
from exactua.claims.relaxation import Relaxation
from exactua.claims.verdicts import Verdict, overall
from exactua.deciding.running import UNEVALUATED, decide
from exactua.errors import EvaluatorsDisagree, ExactuaError, InputError
from exactua.evidence.boxes import LADDER, MOST_ORBITS, DomainDoesNotFit, on_ladder, refuse_line, smallest, work
from exactua.terms.language import TermError

FEWEST: Final = 4
"""So many instances are tried where they are on the ladder at all."""

Box = dict[str, int | str]
Only = Mapping[str, Sequence[Any]]
BUDGET: Final = 20
"""Seconds for an instance."""
MOST_POINTS: Final = 200_000
REPLAYED: Final = 5
"""Points of each domain that are evaluated again by the literal networks."""


def instances(claim: Claim, relaxation: Relaxation | None, only: Only | None, bound: int) -> Iterator[Box]:
    """The instances that a relaxation is tried at, smallest d, n, m first.

    d <= 3, n <= 5 and delta >= 1/8 with at most `bound` of work, and the smallest few of more; for a hypothesis those
    that violate it and satisfy all others. `only` gives other values; with d, n and m given no work is too much.
    """
    violates = relaxation is not None and relaxation.violates
    without, below = (relaxation.without, relaxation.below) if relaxation is not None else ((), ())
    wanted = only or {}
    ranges = values_tried(claim, relaxation, only)
    fixed = all(name in wanted for name in ranges if name in LADDER)
    known: list[tuple[int, int, Box]] = []
    boxes = [dict(zip(ranges, values, strict=True)) for values in itertools.product(*ranges.values())]
    for place, box in enumerate(sorted(boxes, key=lambda box: tuple(box.get(name, 0) for name in LADDER))):
        if violates and claim.stated_at(box):
            continue
        try:
            claim.problem(box, with_networks=False, without=without, below=below)
        except InputError:
            continue
        try:
            size = 0 if fixed else _work(claim, box, below)
        except DomainDoesNotFit:
            continue
        known.append((size, place, box))
    if wanted and known and min(known)[0] > MOST_ORBITS:
        given = ", ".join("delta" if name == "m" else name for name in wanted)
        shown = ", ".join(f"{'1/delta' if name == 'm' else name} in {list(values)}" for name, values in wanted.items())
        raise InputError(
            f"{given}: every instance with {shown} is larger than {MOST_ORBITS:,}, as the ladder counts; give smaller "
            "ones, or all of d, n and delta to try one anyway"
        )
    yield from _smallest(known, bound)


def values_tried(claim: Claim, relaxation: Relaxation | None, only: Only | None) -> dict[str, Sequence[Any]]:
    """The values of each parameter among which `instances` looks."""
    below = relaxation.below if relaxation is not None else ()
    defaults = smallest(claim.parameters)
    tried: dict[str, Sequence[Any]] = {}
    for parameter in claim.parameters:
        usual = on_ladder(claim, parameter, defaults)
        if isinstance(usual, range) and not parameter.ladder and parameter.name in below:
            usual = range(1, usual.stop)
        tried[parameter.name] = (only or {}).get(parameter.name) or usual
    return tried


def _smallest(known: Sequence[tuple[int, int, Box]], bound: int) -> Iterator[Box]:
    """Of instances with their work and their place: those within the bound, and in any case some of the smallest.

    Among these are the smallest at which d, n or 1/delta is not as small as can be.
    """
    by_work = (
        sorted((entry for entry in known if entry[0] <= MOST_ORBITS), key=lambda entry: entry[:2])
        or sorted(known, key=lambda entry: entry[:2])[:1]
    )
    chosen = {place for size, place, _ in by_work if size <= bound} | {place for _, place, _ in by_work[:FEWEST]}
    for name in LADDER:
        least = min((int(box.get(name, 0)) for _, _, box in known), default=0)
        larger = [place for _, place, box in by_work if int(box.get(name, 0)) > least]
        chosen |= set(larger[:1])
    return (box for _, place, box in known if place in chosen)


def _work(claim: Claim, box: Box, below: tuple[str, ...]) -> int:
    """The work of an instance; where the claim is not stated, that of the nearest larger one if that is more."""
    larger: Box = {**box, **{name: max(int(box[name]), 2) for name in below}}
    if not claim.stated_at(larger):
        return claim.work(box) if claim.work is not None else 0
    return work(claim, larger) if claim.work is None else max(claim.work(larger), claim.work(box))


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
