"""The first two selective shifts (Yun et al. 2020, App. E.3.1) of an input whose columns are all different.

    l~_1 = l_1 + delta^-d (l_n - l_1)
    l~_2 = l_2 + delta^-d (l_1 - l_2) + delta^-2d (l_n - l_1),    l_n < l~_1 < l~_2

Ids are in units of delta, D = delta^-d; entries of L are in unit 1. The state after the j-th shift operation is that
after the layer of id l_j.
"""

from __future__ import annotations

from math import comb

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, category2
from exactua.papers.pages import Lines, per_box
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import relax_sweep
from exactua.papers.yun2020.vocabulary import (
    D,
    assume_throughout,
    assume_two_cubes,
    column_id,
    equivalent,
    l,
    new_l,
    same_entries,
    shifted,
    spread,
)
from exactua.terms.tracing import Columns, Number, Truth, greatest, least, point, some, total, when

first_shifts = Claim(
    "yun2020:first_shifts",
    title="First and second shift operation",
    source="App. E.3.1",
    text="For L in G~_delta with l_1 < ... < l_n, the first shift operation results in the new column id "
    "l~_1 = l_1 + delta^-d (l_n - l_1) > l_n, the second in l~_2 = l_2 + delta^-d (l_1 - l_2) + delta^-2d (l_n - l_1) "
    "> l~_1.",
    work=per_box(lambda d, n, m: comb(m**d + n - 1, n) * m**d),  # Points times layers
)
first_shifts.rests_on("selective_shift", "column_id", "equivariance", where="App. E.3.1")
first_shifts.network("g_c")(contextual_map)
assume_throughout(first_shifts)
assume_two_cubes(first_shifts)
first_shifts.define(D)
first_shifts.operand(l)
first_shifts.operand(new_l)


# First shift operation

in_category1 = Lines(first_shifts, over=(category1,))


@in_category1.proof_line("E.3.1: L_(1,1) is shifted by the first operation")
def first_shift_shifts(at: Operands) -> Truth:
    return shifted(at, 1)[1, 1] != point[1, 1]


@in_category1.proof_line("E.3.1: while the other entries are left untouched")
def first_shift_leaves(at: Operands) -> Truth:
    return same_entries(at, shifted(at, 1), point, 1, 1)


@in_category1.proof_line("E.3.1: L~_(1,1) = L_(1,1) + delta^-d (max_k u^T L_k - min_k u^T L_k)")
def first_entry(at: Operands) -> Truth:
    highest, lowest = greatest(at.columns, lambda k: at.l[k]), least(at.columns, lambda k: at.l[k])
    return at.m * shifted(at, 1)[1, 1] == at.m * point[1, 1] + at.D * (highest - lowest)


@in_category1.proof_line("E.3.1: = L_(1,1) + delta^-d (l_n - l_1)")
def first_entry_by_ids(at: Operands) -> Truth:
    highest, lowest = greatest(at.columns, lambda k: at.l[k]), least(at.columns, lambda k: at.l[k])
    return at.m * point[1, 1] + at.D * (highest - lowest) == at.m * point[1, 1] + at.D * spread(at)


def _lower_rows(at: Operands) -> Number:
    """sum_(i=2..d) delta^(-i+1) L_(i,1), in units of delta."""
    return at.m * total(Columns(2, at.d, "i"), lambda i: at.m ** (i - 1) * point[i, 1])


@in_category1.proof_line("E.3.1: u^T L~_1 = L~_(1,1) + sum_(i=2..d) delta^(-i+1) L_(i,1)")
def first_id_by_entries(at: Operands) -> Truth:
    return at.new_l[1] == at.m * shifted(at, 1)[1, 1] + _lower_rows(at)


@in_category1.proof_line("E.3.1: = L_(1,1) + delta^-d (l_n - l_1) + sum_(i=2..d) delta^(-i+1) L_(i,1)")
def first_id_by_shift(at: Operands) -> Truth:
    shift = at.m * point[1, 1] + at.D * spread(at)
    return at.m * shifted(at, 1)[1, 1] + _lower_rows(at) == shift + _lower_rows(at)


@in_category1.states("E.3.1: = l_1 + delta^-d (l_n - l_1)")
def first_id(at: Operands) -> Truth:
    return at.m * point[1, 1] + at.D * spread(at) + _lower_rows(at) == at.l[1] + at.D * spread(at)


@in_category1.proof_line("E.3.1: l~_1 = l_1 + delta^-d (l_n - l_1) >= 0 + delta^-d delta")
def first_id_at_least(at: Operands) -> Truth:
    return at.l[1] + at.D * spread(at) >= 0 + at.D * 1


@first_shifts.proof_line("E.3.1: 0 + delta^-d delta = delta^(-d+1)")
def one_step(at: Operands) -> Truth:
    return 0 + at.D / at.m == at.m ** (at.d - 1)


@in_category1.proof_line("E.3.1: delta^(-d+1) > l_n")
def beyond_the_ids(at: Operands) -> Truth:
    return at.l[at.n] < at.D


@in_category1.states("E.3.1: l_n < l~_1")
def first_above_all(at: Operands) -> Truth:
    return at.l[at.n] < at.new_l[1]


def _highest(at: Operands, j: Number | int) -> Number:
    """max u^T of the state after the j-th shift operation, in units of delta."""
    return greatest(at.columns, lambda k: column_id(at, shifted(at, j), k))


def _lowest(at: Operands, j: Number | int) -> Number:
    """min u^T of the state after the j-th shift operation, in units of delta."""
    return least(at.columns, lambda k: column_id(at, shifted(at, j), k))


@in_category1.proof_line("E.3.1: max u^T [L~_1 L_2 ... L_n] = max{l~_1, l_2, ..., l_n}")
def first_maximum(at: Operands) -> Truth:
    return _highest(at, 1) == greatest(at.columns, lambda k: when(k == 1, at.new_l[1], at.l[k]))


@in_category1.proof_line("E.3.1: max{l~_1, l_2, ..., l_n} = l~_1")
def first_is_maximum(at: Operands) -> Truth:
    return greatest(at.columns, lambda k: when(k == 1, at.new_l[1], at.l[k])) == at.new_l[1]


@in_category1.proof_line("E.3.1: after the first shift the new minimum is l_2")
def first_minimum(at: Operands) -> Truth:
    return _lowest(at, 1) == at.l[2]


# Second shift operation


@in_category1.proof_line("E.3.1: by the second shift only one entry L_(1,2) will be shifted")
def second_shift_leaves(at: Operands) -> Truth:
    moved = shifted(at, 2)[1, 2] != shifted(at, 1)[1, 2]
    return moved & same_entries(at, shifted(at, 2), shifted(at, 1), 1, 2)


@in_category1.proof_line("E.3.1: L~_(1,2) = L_(1,2) + delta^-d (l~_1 - l_2)")
def second_entry(at: Operands) -> Truth:
    return at.m * shifted(at, 2)[1, 2] == at.m * point[1, 2] + at.D * (at.new_l[1] - at.l[2])


@in_category1.proof_line("E.3.1: = L_(1,2) + delta^-d (l_1 - l_2) + delta^-2d (l_n - l_1)")
def second_entry_by_ids(at: Operands) -> Truth:
    by_ids = at.m * point[1, 2] + at.D * (at.l[1] - at.l[2]) + at.D**2 * spread(at)
    return at.m * point[1, 2] + at.D * (at.new_l[1] - at.l[2]) == by_ids


@in_category1.states("E.3.1: l~_2 = l_2 + delta^-d (l_1 - l_2) + delta^-2d (l_n - l_1)")
def second_id(at: Operands) -> Truth:
    return at.new_l[2] == at.l[2] + at.D * (at.l[1] - at.l[2]) + at.D**2 * spread(at)


@in_category1.states("E.3.1: l~_1 < l~_2")
def first_below_second(at: Operands) -> Truth:
    return at.new_l[1] < at.new_l[2]


@first_shifts.proof_line(
    "E.3.1: l_1 + delta^-d (l_n - l_1) < l_2 + delta^-d (l_1 - l_2) + delta^-2d (l_n - l_1)"
    " <=> (delta^-d - 1) (l_2 - l_1) < delta^-d (delta^-d - 1) (l_n - l_1)",
    over=(category1, category2),
)
def second_equivalence(at: Operands) -> Truth:
    as_ids = at.l[1] + at.D * spread(at) < at.l[2] + at.D * (at.l[1] - at.l[2]) + at.D**2 * spread(at)
    return equivalent(as_ids, (at.D - 1) * (at.l[2] - at.l[1]) < at.D * (at.D - 1) * spread(at))


@in_category1.proof_line("E.3.1: (delta^-d - 1) (l_2 - l_1) < delta^-d (delta^-d - 1) (l_n - l_1)")
def second_last_inequality(at: Operands) -> Truth:
    return (at.D - 1) * (at.l[2] - at.l[1]) < at.D * (at.D - 1) * spread(at)


@first_shifts.proof_line("E.3.1: because delta^-d > 1")
def more_than_one_id(at: Operands) -> Truth:
    return at.D > 1


@in_category1.proof_line(
    "E.3.1: and l_n > l_2", flaw="imprecise", survives=("yun2020:first_shifts.second_last_inequality",)
)
def last_above_second(at: Operands) -> Truth:
    return at.l[at.n] > at.l[2]


@in_category1.repairs(
    "last_above_second",
    "E.3.1: and l_n >= l_2 > l_1",
    reason="at n = 2, l_n is l_2; l_n >= l_2 > l_1 with delta^-d > 1 is enough",
)
def last_above_second_repaired(at: Operands) -> Truth:
    return (at.l[at.n] >= at.l[2]) & (at.l[2] > at.l[1])


@in_category1.proof_line("E.3.1: the new maximum is now l~_2")
def second_maximum(at: Operands) -> Truth:
    return _highest(at, 2) == at.new_l[2]


@in_category1.proof_line(
    "E.3.1: and the new minimum is l_3",
    flaw="imprecise",
    survives=("yun2020:category1.order",),
    same_as="yun2020:first_shifts.last_above_second",
)
def second_minimum(at: Operands) -> Truth:
    return some(at.columns, lambda k: (k == 3) & (_lowest(at, 2) == at.l[k]))


@in_category1.repairs(
    "second_minimum",
    "E.3.1: and the new minimum is l_3, or l~_1 if n = 2",
    reason="at n = 2 there is no l_3: both columns are shifted",
)
def second_minimum_repaired(at: Operands) -> Truth:
    return _lowest(at, 2) == when(at.n >= 3, at.l[3], at.new_l[1])


first_shifts.part(
    "the first shift operation results in the new column id l~_1 = l_1 + delta^-d (l_n - l_1) > l_n,",
    "first_id",
    "first_above_all",
    theorem=("category_1_in_turn", "category_1_shifts", "category_1_order"),
)
first_shifts.part(
    "the second in l~_2 = l_2 + delta^-d (l_1 - l_2) + delta^-2d (l_n - l_1) > l~_1.",
    "second_id",
    "first_below_second",
    theorem=("category_1_in_turn", "category_1_display", "category_1_order"),
)


# What may be relaxed

relax_sweep(
    first_shifts,
    "gain",
    steps=("first_above_all", "first_below_second", "first_is_maximum", "first_minimum", "second_maximum"),
)
relax_sweep(first_shifts, "wide", "low", "high", "both", "fewer")
