"""The column id: the constant of O(delta^d |G_delta|), and the entry near 0 of the slides."""

from __future__ import annotations

from dataclasses import replace

from exactua.grids.categories import extended_grid
from exactua.papers.yun2020.column_id import column_id
from tests.papers.yun2020.lines import (
    at_box,
    over,
    refuted,
    witness,
)


def test_the_constant_grows_with_n() -> None:
    whole = at_box(column_id, (1, 3, 3))
    (step,) = [step for step in whole.steps if step.name == "negligible"]
    at = column_id.at()
    constant_one = replace(step, bound=(at.D ** (at.n - 1)).term)
    refutation = witness(whole.with_steps(constant_one), "negligible")
    assert (refutation.left, refutation.relation, refutation.right) == (21, "<=", 9)


def test_an_entry_near_0_would_not_be_regular() -> None:
    # the value of the slides, -delta^(nd), is neither -delta^(-nd) nor on the grid
    whole = at_box(column_id, (1, 2, 2))
    at = column_id.at()
    slides = replace(extended_grid, special=((-1 / at.m ** (at.n * at.d)).term,))
    assert "regular_column" in refuted(over(whole, slides))
