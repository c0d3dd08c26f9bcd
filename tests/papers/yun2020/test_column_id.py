"""The column id and the three categories: verdicts, the constant of O(delta^d |G_delta|), and mutants."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactua.grids.categories import category1, category2, category3, extended_grid, grid
from exactua.papers.yun2020.column_id import column_id
from exactua.terms.language import make
from exactua.terms.tracing import floor
from tests.papers.yun2020.lines import (
    Box,
    at_box,
    changed,
    not_holding,
    over,
    refuted,
    turned_round,
    uncovered,
    without_hypotheses,
    witness,
)

FEW_IDS = dict.fromkeys(("inside_grid", "unique_columns", "size_of_category1"), "vacuous")


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((1, 2, 2), {}),
        ((1, 2, 6), {}),
        ((2, 2, 3), {}),
        ((3, 2, 2), {}),
        ((1, 3, 3), {}),
        ((2, 3, 2), {}),
        ((1, 3, 2), FEW_IDS),
        ((1, 4, 4), {}),
    ],
)
def test_verdicts(box: Box, expected: dict[str, str]) -> None:
    assert not_holding(at_box(column_id, box)) == expected


def test_the_constant_grows_with_n() -> None:
    whole = at_box(column_id, (1, 3, 3))
    (step,) = [step for step in whole.steps if step.name == "negligible"]
    at = column_id.at()
    constant_one = replace(step, bound=(at.D ** (at.n - 1)).term)
    found = witness(whole.with_steps(constant_one), "negligible")
    assert (found.left, found.relation, found.right) == (21, "<=", 9)


def test_an_entry_near_0_would_not_be_regular() -> None:
    # the value of the slides, -delta^(nd), is neither -delta^(-nd) nor on the grid
    whole = at_box(column_id, (1, 2, 2))
    at = column_id.at()
    slides = replace(extended_grid, special=((-1 / at.m ** (at.n * at.d)).term,))
    assert "regular_column" in refuted(over(whole, slides))


def test_every_line_reaches_its_conclusion() -> None:
    whole = at_box(column_id, (2, 2, 2))
    assert refuted(turned_round(whole)) == {step.name for step in whole.steps if step.fold == "each"}


def test_counts_that_are_off_by_one() -> None:
    whole = at_box(column_id, (2, 2, 2))
    counted = [step for step in whole.steps if step.fold == "sum" and step.relation == "="]
    for step in counted:
        assert step.bound is not None
        more = make("+", (), step.bound, make("/", (), step.bound, step.bound))
        assert step.name in refuted(whole.with_steps(replace(step, bound=more)))
    assert {step.name for step in counted} == {"onto", "exhaustive", "size_of_grid", "size_of_category1"}


def test_every_line_can_fail() -> None:
    whole = at_box(column_id, (2, 2, 2))
    sharper = changed(
        column_id,
        whole,
        {
            "at_most_largest": lambda at: at.l[1] < at.D - 1,
            "on_the_grid": lambda at: floor(at.l[1] / 2) == at.l[1] / 2,
            "special_at_most": lambda at: at.l[1] < at.m * (-(at.m ** (at.n * at.d)) + at.m ** (at.d - 1) - 1),
            "special_negative": lambda at: at.m ** (at.d - 1) - 1 < 0,
        },
    )
    mutants = [
        sharper,
        without_hypotheses(whole),
        *(over(whole, domain) for domain in (category1, category2, category3, extended_grid, grid)),
    ]
    mutants.append(over(whole, category1, grid))
    assert uncovered(whole, mutants) == {"at_least_zero", "regular_column"}
    assert "at_least_zero" in refuted(changed(column_id, whole, {"at_least_zero": lambda at: at.l[1] > 0}))
