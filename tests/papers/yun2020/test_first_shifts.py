"""The first two shifts: verdicts, the slips at n = 2, and mutants that every line notices."""

from __future__ import annotations

import pytest

from exactua.grids.categories import category2, extended_grid
from exactua.papers.yun2020.first_shifts import first_shifts
from tests.papers.yun2020.lines import (
    Box,
    at_box,
    at_parameters,
    network_mutants,
    not_holding,
    over,
    points,
    refuted,
    turned_round,
    uncovered,
    witness,
)
from tests.papers.yun2020.test_mutants import network


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((1, 2, 2), {"last_above_second": "refuted", "second_minimum": "vacuous"}),
        ((1, 2, 5), {"last_above_second": "refuted", "second_minimum": "vacuous"}),
        ((2, 2, 3), {"last_above_second": "refuted", "second_minimum": "vacuous"}),
        ((1, 3, 3), {}),
        ((2, 3, 2), {}),
        ((1, 4, 5), {}),
    ],
)
def test_verdicts(box: Box, expected: dict[str, str]) -> None:
    assert not_holding(at_box(first_shifts, box)) == expected


def test_with_fewer_ids_than_columns_there_is_nothing_to_shift() -> None:
    found = not_holding(at_box(first_shifts, (1, 3, 2)))
    assert set(found.values()) == {"vacuous"}
    assert set(first_shifts.problem({"d": 1, "n": 3, "m": 2}).judged) <= set(found)


def test_at_n_2_the_last_is_the_second() -> None:
    found = witness(at_box(first_shifts, (1, 2, 2)), "last_above_second")
    assert points(found) == [[["0", "1/2"]]]
    assert (found.left, found.relation, found.right) == (1, ">", 1)


def test_every_line_reaches_its_conclusion() -> None:
    whole = at_box(first_shifts, (2, 3, 2))
    assert refuted(turned_round(whole)) == {step.name for step in whole.steps}


def test_every_line_about_the_network_or_the_order_can_fail() -> None:
    whole = at_box(first_shifts, (2, 3, 2))
    mutants = [
        *network_mutants(whole, network),
        over(whole, category2),
        over(whole, extended_grid),
        at_parameters(whole, m=1),
    ]
    # these are arithmetic: they hold for whatever ids there are
    assert uncovered(whole, mutants) == {
        "first_entry_by_ids", "first_id_by_entries", "first_id", "one_step", "beyond_the_ids", "second_equivalence"
    }  # fmt: skip


def test_the_repaired_minimum_is_not_l_1() -> None:
    # without the case n = 2 the repaired line would name a column that is not there
    whole = at_box(first_shifts, (1, 2, 3))
    assert "second_minimum@repaired" in refuted(turned_round(whole))
