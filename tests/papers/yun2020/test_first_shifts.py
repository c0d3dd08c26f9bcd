"""The first two shifts: verdicts, the slips at n = 2, and mutants that every line notices."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from exactua.claims.claim import Operands
from exactua.grids.categories import category2, extended_grid
from exactua.papers.yun2020.first_shifts import first_shifts
from exactua.papers.yun2020.vocabulary import column_id, equivalent, shifted, spread
from exactua.terms.tracing import Truth, greatest, least, point
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
    turned_round,
    uncovered,
    witness,
)
from tests.papers.yun2020.test_mutants import network

TWO_COLUMNS = dict.fromkeys(("last_above_second", "second_minimum"), "refuted")
"""At n = 2 the last column is the second, and there is no third."""


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((1, 2, 2), TWO_COLUMNS),
        ((1, 2, 5), TWO_COLUMNS),
        ((2, 2, 3), TWO_COLUMNS),
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
    assert points(witness(at_box(first_shifts, (1, 2, 2)), "second_minimum")) == [[["0", "1/2"]]]


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
    assert uncovered(whole, mutants) == ARITHMETIC


ARITHMETIC = {
    "first_entry_by_ids", "first_id_by_entries", "first_id", "one_step", "beyond_the_ids", "second_equivalence"
}  # fmt: skip


def test_arithmetic_that_is_a_little_wrong() -> None:
    def both_strict_and_not(at: Operands) -> Truth:
        below = at.l[1] + at.D * spread(at) <= at.l[2] + at.D * (at.l[1] - at.l[2]) + at.D**2 * spread(at)
        return equivalent(below, (at.D - 1) * (at.l[2] - at.l[1]) < at.D * (at.D - 1) * spread(at))

    wrong = changed(
        first_shifts,
        at_box(first_shifts, (2, 2, 2)),
        {
            "first_entry_by_ids": lambda at: greatest(at.columns, lambda k: at.l[k]) == spread(at),
            "first_id_by_entries": lambda at: at.new_l[1] == at.m * shifted(at, 1)[1, 1],
            "first_id": lambda at: at.m * point[1, 1] + at.D * spread(at) == at.l[1] + at.D * spread(at),
            "one_step": lambda at: 0 + at.D / at.m == at.D,
            "beyond_the_ids": lambda at: at.l[at.n] < at.D - 1,
            "second_equivalence": both_strict_and_not,
        },
    )
    assert refuted(wrong) - set(TWO_COLUMNS) == ARITHMETIC


def test_at_n_2_the_new_minimum_is_neither_l_1_nor_l_2() -> None:
    def lowest_is(j: int) -> Callable[[Operands], Truth]:
        return lambda at: least(at.columns, lambda k: column_id(at, shifted(at, 2), k)) == at.l[j]

    whole = at_box(first_shifts, (1, 2, 3))
    for j in (1, 2):
        other = changed(first_shifts, whole, {"second_minimum@repaired": lowest_is(j)})
        assert "second_minimum@repaired" in refuted(other)
