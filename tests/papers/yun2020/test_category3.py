"""Category 3: how columns are shifted together, and bounds that are attained."""

from __future__ import annotations

from exactua.papers.yun2020.category3 import category3, gain
from exactua.terms.tracing import Columns, every, implies
from tests.papers.yun2020.lines import (
    at_box,
    changed,
    refuted,
)


def test_the_repaired_shifts_are_told_apart_by_ids() -> None:
    whole = at_box(category3, (1, 3, 2))
    for relation in (lambda a, b: a > b, lambda a, b: a == b):
        all_alike = {
            "larger_shifts@repaired": lambda at, relation=relation: every(
                Columns(2, at.n, "j"), lambda j: implies(j > at.i, relation(gain(at, j), gain(at, j - 1)))
            )
        }
        assert "larger_shifts@repaired" in refuted(changed(category3, whole, all_alike))


def test_the_bound_of_special_columns_is_attained() -> None:
    whole = at_box(category3, (2, 2, 2))
    less = changed(
        category3, whole, {"first_shift_at_least": lambda at: at.l[at.n] - at.l[1] > at.m * at.D**at.n - at.D + at.m}
    )
    assert "first_shift_at_least" in refuted(less)


def test_bounds_that_are_too_sharp() -> None:
    whole = at_box(category3, (1, 3, 2))
    sharper = changed(
        category3,
        whole,
        {
            "special_ids": lambda at: at.l[1] < -at.m * at.D**at.n + at.D - at.m,
            "first_shift_is_large": lambda at: (
                at.D * (at.m * at.D**at.n - at.D + at.m) >= at.m * at.D ** (at.n + 1) + 1
            ),
            "beyond_t_r": lambda at: at.D ** (2 * at.n + 2) > 2 * at.t_r,
        },
    )
    assert {"special_ids", "first_shift_is_large", "beyond_t_r"} <= refuted(sharper)
