"""Category 3: verdicts, the id that is neither positive nor negative, columns shifted together, and mutants."""

from __future__ import annotations

import pytest

from exactua.grids.categories import all_sequences, grid
from exactua.papers.yun2020.category3 import category3, gain
from exactua.terms.tracing import Columns, every, implies
from tests.papers.yun2020.lines import (
    Box,
    at_box,
    at_parameters,
    changed,
    network_mutants,
    not_holding,
    over,
    points,
    refuted,
    told_apart,
    turned_round,
    uncovered,
    without_hypotheses,
    witness,
)
from tests.papers.yun2020.test_mutants import network


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((1, 2, 2), {"one_positive"}),
        ((1, 2, 5), {"one_positive"}),
        ((2, 2, 2), {"one_positive"}),
        ((1, 3, 2), {"one_positive", "larger_shifts"}),
        ((1, 4, 4), {"one_positive", "larger_shifts"}),
        ((2, 3, 2), {"one_positive", "larger_shifts"}),
    ],
)
def test_verdicts(box: Box, expected: set[str]) -> None:
    assert not_holding(at_box(category3, box)) == dict.fromkeys(expected, "refuted")


def test_the_only_id_that_is_not_negative_may_be_0() -> None:
    found = witness(at_box(category3, (1, 2, 2)), "one_positive")
    assert points(found) == [[["-4", "0"]]]
    assert (found.left, found.relation, found.right) == (0, ">", 0)


def test_columns_with_the_same_id_are_shifted_by_the_same_amount() -> None:
    found = witness(at_box(category3, (1, 3, 2)), "larger_shifts")
    assert points(found) == [[["-8", "0", "0"]]]
    assert found.bindings == {"j": 3}


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


def test_every_line_reaches_its_conclusion() -> None:
    whole = at_box(category3, (2, 3, 2))
    assert refuted(turned_round(whole)) == {step.name for step in whole.steps}


def test_every_line_can_fail() -> None:
    whole = at_box(category3, (1, 3, 2))
    mutants = [
        *network_mutants(whole, network),
        over(whole, grid),
        over(whole, all_sequences),
        without_hypotheses(whole),
        over(without_hypotheses(whole), grid),
        at_parameters(whole, m=1),
        told_apart(whole, network),
    ]
    # these are arithmetic
    assert uncovered(whole, mutants) == {"special_ids", "first_shift_is_large", "beyond_t_r"}


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
