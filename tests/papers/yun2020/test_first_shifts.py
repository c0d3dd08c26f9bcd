"""The first two shifts: where there is nothing to shift, and arithmetic that is a little wrong."""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Operands
from exactua.papers.yun2020.first_shifts import first_shifts
from exactua.papers.yun2020.vocabulary import column_id, equivalent, shifted, spread
from exactua.terms.tracing import Truth, greatest, least, point
from tests.papers.yun2020.lines import (
    at_box,
    changed,
    not_holding,
    refuted,
)

TWO_COLUMNS = dict.fromkeys(("last_above_second", "second_minimum"), "refuted")
"""At n = 2 the last column is the second, and there is no third."""


def test_with_fewer_ids_than_columns_there_is_nothing_to_shift() -> None:
    by_step = not_holding(at_box(first_shifts, (1, 3, 2)))
    assert set(by_step.values()) == {"vacuous"}
    assert set(first_shifts.problem({"d": 1, "n": 3, "m": 2}).judged) <= set(by_step)


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
