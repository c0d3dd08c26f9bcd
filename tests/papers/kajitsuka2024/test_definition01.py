"""Definition 1: what it says and does not say, and that every step can say no."""

from __future__ import annotations

from typing import Any

import pytest

from exactua.claims.folds import folding
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.grids.categories import pairs_of
from exactua.grids.finite import levels
from exactua.papers.kajitsuka2024.definition01 import MOST, condition1, condition2, condition3, definition1
from exactua.terms.tracing import Columns, every, number
from tests.papers.evaluators import changed, decided_by_both, refuted_alone, with_verdict

at = definition1.at()


def instance(d: int, n: int) -> Problem:
    return definition1.problem({"d": d, "n": n})


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 2), (2, 1)])
def test_verdicts(d: int, n: int) -> None:
    decision = decided_by_both(instance(d, n))
    assert with_verdict(decision, Verdict.REFUTED) == {"epsilon"}
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in definition1.steps} - {"epsilon"}


RADII = Columns(0, MOST, "r")
SHARPER = {
    # a radius less in between, and delta a unit smaller
    "radii_in_order": every(
        RADII,
        lambda r: every(Columns(0, MOST, "s"), lambda s: (r + 2 < s) | ~condition1(at, r) | ~condition2(at, s)),
    ),
    "below_diameter": every(
        RADII,
        lambda r: every(Columns(0, MOST, "s"), lambda s: (s < r - 1) | ~condition2(at, r) | ~condition3(at, s)),
    ),
    "zero_token": condition1(at, number(0)),
    "one_token": at.spread2 > 0,
    "delta_zero": condition3(at, number(1)),
}


@pytest.mark.parametrize("step", SHARPER)
def test_sharper_lines_are_refuted(step: str) -> None:
    assert refuted_alone(changed(instance(1, 2), step, SHARPER[step]), step)


@pytest.mark.parametrize(
    ("step", "change"),
    [
        ("finite_sets", {"given": None}),
        ("zero_token", {"given": None}),
        ("one_token", {"given": None}),
    ],
)
def test_holding_steps_need_their_hypothesis(step: str, change: dict[str, Any]) -> None:
    assert refuted_alone(changed(instance(1, 2), step, **change), step)


def test_below_diameter_is_said_of_different_tokens() -> None:
    """Equal tokens 0 meet condition 3 for delta = 2, and r_max = 1."""
    assert refuted_alone(changed(instance(1, 1), "below_diameter", given=None), "below_diameter")


@pytest.mark.parametrize("step", ["duplicates", "same_tokens"])
def test_counts_can_be_wrong(step: str) -> None:
    never = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] == 0)
    assert refuted_alone(changed(instance(1, 2), step, fold=never), step)
    always = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] >= 1)
    assert refuted_alone(changed(instance(1, 1), step, fold=always), step)


@pytest.mark.parametrize(
    ("start", "step", "count"),
    [("-1", "1/2", 5), ("-2", "1", 3)],
    ids=["tokens half a unit apart", "tokens as long as r_max"],
)
def test_epsilon_for_delta_is_refuted_by_sequences_that_are_not_separated(start: str, step: str, count: int) -> None:
    assert decide(instance(2, 1))["epsilon@repaired"].verdict is Verdict.HOLDS
    others = pairs_of(levels("other pairs", start, step, count))
    assert refuted_alone(changed(instance(1, 1), "epsilon@repaired", over=(others,)), "epsilon@repaired")


def test_the_objects_of_the_first_condition_have_no_token_0() -> None:
    met = {step.name: step.meets for step in definition1.steps if step.meets is not None}
    assert met == {
        "finite_sets": "any two sequences of -1, 0, 1 without the token 0",
        "without_r_min": "any two sequences of -1, 0, 1",
    }
