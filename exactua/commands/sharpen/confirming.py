"""The sharpest constants decided again: with each the bound holds, and with anything sharper it is refuted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from exactua.arithmetic.rationals import Rational, written
from exactua.claims.bounds import Bound
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.commands.sharpen.record import Box, Row, Sharpest, sharpest
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree
from exactua.evidence.regions import shown

REPLAYED: Final = 3
"""Points of each domain that the literal networks evaluate again when a constant is confirmed."""

Constant = Literal["factor", "summand"]


@dataclass(frozen=True)
class Trial:
    """A bound, by its number, with another constant than the printed one: to hold weakly, or to be refuted strictly."""

    bound: int
    constant: Constant
    value: Rational
    strict: bool


def trials_at(rows: Sequence[Row], box: Box) -> tuple[Trial, ...]:
    """What has to be decided at an instance: every constant that is said to hold there, and what is sharper at its
    extreme."""
    trials: dict[Trial, None] = {}
    for k, row in enumerate(rows):
        if not any(at.box == box for at in row.found):
            continue
        for best in (row.best, sharpest(row.bound, row.by_n[box.get("n", "")])):
            assert best is not None
            trials |= dict.fromkeys(_trials_of(k, best, box))
    return tuple(trials)


def _trials_of(k: int, best: Sharpest, box: Box) -> list[Trial]:
    trials = [Trial(k, "summand", best.summand, False)]
    if box in best.summand_at:
        trials.append(Trial(k, "summand", best.summand, True))
    if best.factor is not None:
        trials.append(Trial(k, "factor", best.factor, False))
        if box in best.factor_at:
            trials.append(Trial(k, "factor", best.factor, True))
    return trials


def confirm(problem: Problem, bounds: Sequence[Bound], trials: Sequence[Trial]) -> list[str]:
    """Decides the trials at an instance; for each "" where it came out as it must, else why it is undecided.

    Raises EvaluatorsDisagree where a verdict contradicts what was measured.
    """
    if not trials:
        return []
    steps = []
    for number, trial in enumerate(trials):
        bound = bounds[trial.bound]
        term = bound.times(trial.value) if trial.constant == "factor" else bound.plus(trial.value)
        steps.append(bound.with_bound(f"{bound.step.name} {number}", term, strict=trial.strict))
    changed = replace(problem, steps=tuple(steps), judged=())
    decision = decide(changed, replayed=REPLAYED)
    if "interrupted" in decision.run:
        raise KeyboardInterrupt
    unsure = []
    for trial, result in zip(trials, decision.results, strict=True):
        if result.verdict is Verdict.INCONCLUSIVE:
            unsure.append(result.reason or "it is not decided")
            continue
        if result.verdict is not (Verdict.REFUTED if trial.strict else Verdict.HOLDS):
            with_it = f"with the {trial.constant} {written(trial.value)}{', strictly,' if trial.strict else ''}"
            raise EvaluatorsDisagree(
                f"{problem.label}.{bounds[trial.bound].name} at {shown(problem.parameters)}: {with_it} it is "
                f"{result.verdict}, and was measured otherwise"
            )
        unsure.append("")
    return unsure
