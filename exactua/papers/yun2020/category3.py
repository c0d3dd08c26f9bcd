"""Category 3 (Yun et al. 2020, App. E.3.3): inputs with an entry -delta^(-nd) end below 0 or above t_r.

l_1 < 0 is never shifted and stays the minimum. Negative columns are pushed down by delta^(-(n+1)d) l_1; the others
are shifted by at least delta^(-(n+1)d+1), then by at least delta^(-(2n+2)d+1) > t_r. With i the index for which
l_(i-1) < 0 <= l_i. Ids are in units of delta, D = delta^-d; entries of L are in unit 1.
"""

from __future__ import annotations

from math import comb
from typing import Final

from exactua.claims.claim import Claim, Operands
from exactua.grids import categories
from exactua.grids.categories import u
from exactua.papers.pages import Lines, let, per_box
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import other_levels, relax_sweep, with_special
from exactua.papers.yun2020.vocabulary import (
    D,
    after_sweep,
    assume_throughout,
    assume_two_cubes,
    column_id,
    l,
    q,
    state_row,
    swept,
    t_l,
    t_r,
)
from exactua.terms.tracing import (
    Columns,
    Number,
    Row,
    Truth,
    every,
    greatest,
    implies,
    least,
    outside,
    point,
    row,
    total,
    when,
)

CATEGORY_3: Final = (categories.category3,)

category3 = Claim(
    "yun2020:category3",
    title="Category 3",
    source="App. E.3.3",
    text="For L in G+_delta without G_delta: if all l_j's are negative, u^T g_c(L) < 0; if not, with l_(i-1) < 0 "
    "<= l_i, the last layer pushes l~_1, ..., l~_(i-1) further to the negative side, and l~_i, ..., l~_n are all "
    "greater than or equal to delta^(-(2n+2)d+1) > t_r. In both cases the entries of u^T g_c(L) are outside [t_l, "
    "t_r].",
    # Points times layers times layers before them
    work=per_box(lambda d, n, m: (comb((m + 1) ** d + n - 1, n) - comb(m**d + n - 1, n)) * m ** (2 * d) * n),
)
category3.rests_on("selective_shift", "column_id", "equivariance", where="App. E.3.3")
category3.network("g_c")(contextual_map)
assume_throughout(category3)
assume_two_cubes(category3)
category3.define(D)
category3.define(t_l)
category3.define(t_r)
category3.operand(l)
category3.operand(after_sweep)
category3.operand(q)


def all_negative(at: Operands) -> Truth:
    """All l_j are negative."""
    return every(at.columns, lambda j: at.l[j] < 0)


def added(at: Operands, j: Number) -> Number:
    """What the last layer adds to the entry (1, j), in units of delta."""
    return at.m * (at.g_c(point)[1, j] - swept(at)[1, j])


def states(at: Operands) -> Columns:
    """The numbers of layers passed in the sweep: 0, ..., delta^-d."""
    return Columns(0, at.D, "k")


@category3.proof_line(
    "E.3.3: l_j <= -delta^(-nd) + delta^(-d+1) - 1 < 0 whenever a column has an entry that equals -delta^(-nd)",
    over=CATEGORY_3,
)
def special_ids(at: Operands) -> Truth:
    def special(j: Number) -> Truth:
        return ~every(at.rows, lambda i: point[i, j] != -(at.D**at.n))

    bound = -at.m * at.D**at.n + at.D - at.m
    return every(at.columns, lambda j: implies(special(j), (at.l[j] <= bound) & (at.l[j] < 0)))


@category3.proof_line("E.3.3: l_1 <= l_2 <= ... <= l_n", over=CATEGORY_3)
def sorted_ids(at: Operands) -> Truth:
    return every(Columns(2, at.n, "j"), lambda j: at.l[j - 1] <= at.l[j])


@category3.proof_line("E.3.3: min_k u^T L_(:,k) = l_1 < 0", over=CATEGORY_3)
def minimum(at: Operands) -> Truth:
    return (least(at.columns, lambda k: at.l[k]) == at.l[1]) & (at.l[1] < 0)


@category3.proof_line("E.3.3: l_1 never gets shifted upwards", over=CATEGORY_3)
def never_shifted(at: Operands) -> Truth:
    return every(states(at), lambda k: state_row(at, k)[1] == u.dot(point)[1])


@category3.proof_line("E.3.3: so it remains as the minimum for the whole time", over=CATEGORY_3)
def stays_minimum(at: Operands) -> Truth:
    def lowest(k: Number) -> Number:
        return least(at.columns, lambda j: column_id(at, at.g_c.after(point, k), j))

    return every(states(at), lambda k: lowest(k) == at.l[1])


# If all l_j's are negative

if_all_negative = Lines(category3, over=CATEGORY_3, given=all_negative)


@if_all_negative.proof_line("E.3.3: if all l_j's are negative, L~ = L")
def unchanged(at: Operands) -> Truth:
    return swept(at) == point


@if_all_negative.proof_line(
    "E.3.3: the last layer adds delta^(-(n+1)d) min_k u^T L~_(:,k) to each entry in the first row"
)
def adds_minimum(at: Operands) -> Truth:
    lowest = least(at.columns, lambda k: at.after_sweep[k])
    return every(at.columns, lambda j: added(at, j) == at.D ** (at.n + 1) * lowest)


@if_all_negative.proof_line("E.3.3: delta^(-(n+1)d) min_k u^T L~_(:,k) < 0")
def minimum_negative(at: Operands) -> Truth:
    return at.D ** (at.n + 1) * least(at.columns, lambda k: at.after_sweep[k]) < 0


@if_all_negative.states("E.3.3: u^T g_c(L) < 0")
def output_negative(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.q[j] < 0)


@category3.proof_line("E.3.3: 0 < t_l")
def t_l_positive(at: Operands) -> Truth:
    return at.t_l > 0


# If not all l_j's are negative

if_not_all_negative = Lines(category3, over=CATEGORY_3, given=lambda at: ~all_negative(at))  # Some l_j is not


@if_not_all_negative.proof_line(
    "E.3.3: if not all l_j's are negative, at least one l_j is positive",
    flaw="imprecise",
    survives=("yun2020:category3.index", "yun2020:category3.shifted_far"),
)
def one_positive(at: Operands) -> Truth:
    return at.l[at.n] > 0


@if_not_all_negative.repairs(
    "one_positive",
    "E.3.3: if not all l_j's are negative, at least one l_j is nonnegative",
    reason="0 is an id too, and all others may be negative; the index i with l_(i-1) < 0 <= l_i allows for it",
)
def one_positive_repaired(at: Operands) -> Truth:
    return at.l[at.n] >= 0


# The index i with l_(i-1) < 0 <= l_i: one more than the number of negative ids
let(category3, i=lambda at: 1 + total(at.columns, lambda j: when(at.l[j] < 0, 1, 0)))


def is_i(at: Operands, j: Number) -> Truth:
    """j is the index i."""
    return at.i == j


@if_not_all_negative.proof_line("E.3.3: there is an index i that satisfies l_(i-1) < 0 <= l_i")
def index(at: Operands) -> Truth:
    changes_sign = every(Columns(2, at.n, "j"), lambda j: implies(is_i(at, j), (at.l[j - 1] < 0) & (at.l[j] >= 0)))
    return changes_sign & (at.i >= 2) & (at.i <= at.n)


@if_not_all_negative.proof_line("E.3.3: selective shift operation does not affect l_1, ..., l_(i-1)")
def negative_kept(at: Operands) -> Truth:
    def kept(k: Number) -> Row:
        return row(at.columns, lambda j: when(j < at.i, u.dot(point)[j], state_row(at, k)[j]))

    return every(states(at), lambda k: state_row(at, k) == kept(k))


def gain(at: Operands, j: Number) -> Number:
    """By how much the layer of id l_j >= 0 shifts column j, in units of delta."""
    passed = when(at.l[j] >= 0, at.l[j], 0)
    return column_id(at, at.g_c.after(point, passed + 1), j) - column_id(at, at.g_c.after(point, passed), j)


@if_not_all_negative.proof_line("E.3.3: then it shifts l_i by delta^-d (max_k u^T L_(:,k) - min_k u^T L_(:,k))")
def first_shift(at: Operands) -> Truth:
    highest, lowest = greatest(at.columns, lambda k: at.l[k]), least(at.columns, lambda k: at.l[k])
    return every(at.columns, lambda j: implies(is_i(at, j), gain(at, j) == at.D * (highest - lowest)))


@if_not_all_negative.proof_line("E.3.3: = delta^-d (l_n - l_1)")
def first_shift_by_ids(at: Operands) -> Truth:
    highest, lowest = greatest(at.columns, lambda k: at.l[k]), least(at.columns, lambda k: at.l[k])
    return at.D * (highest - lowest) == at.D * (at.l[at.n] - at.l[1])


@if_not_all_negative.proof_line("E.3.3: delta^-d (l_n - l_1) >= delta^-d (0 + delta^(-nd) - delta^(-d+1) + 1)")
def first_shift_at_least(at: Operands) -> Truth:
    return at.D * (at.l[at.n] - at.l[1]) >= at.D * (0 + at.m * at.D**at.n - at.D + at.m)


@category3.proof_line(
    "E.3.3: delta^-d (0 + delta^(-nd) - delta^(-d+1) + 1) >= delta^(-(n+1)d+1), where we used delta^-1 >= 2"
)
def first_shift_is_large(at: Operands) -> Truth:
    return at.D * (0 + at.m * at.D**at.n - at.D + at.m) >= at.D ** (at.n + 1)


@if_not_all_negative.proof_line(
    "E.3.3: the next shift operations (for n = 2 there is none) shift l_(i+1), ..., l_n by even larger amount",
    flaw="imprecise",
    survives=("yun2020:category3.shifted_far", "yun2020:category3.order"),
)
def larger_shifts(at: Operands) -> Truth:
    return every(Columns(2, at.n, "j"), lambda j: implies(j > at.i, gain(at, j) > gain(at, j - 1)))


@if_not_all_negative.repairs(
    "larger_shifts",
    "E.3.3: the next shift operations shift the columns of the next ids by even larger amount",
    reason="columns with the same id are shifted by one operation, by the same amount",
)
def larger_shifts_repaired(at: Operands) -> Truth:
    def next_shift(j: Number) -> Truth:
        larger = implies(at.l[j - 1] < at.l[j], gain(at, j) > gain(at, j - 1))
        return larger & implies(at.l[j - 1] == at.l[j], gain(at, j) == gain(at, j - 1))

    return every(Columns(2, at.n, "j"), lambda j: implies(j > at.i, next_shift(j)))


@if_not_all_negative.proof_line("E.3.3: after the first delta^-d layers delta^(-(n+1)d+1) <= l~_i")
def shifted_far(at: Operands) -> Truth:
    return every(at.columns, lambda j: implies(is_i(at, j), at.D ** (at.n + 1) <= at.after_sweep[j]))


@if_not_all_negative.proof_line("E.3.3: l~_i <= ... <= l~_n")
def order(at: Operands) -> Truth:
    return every(Columns(2, at.n, "j"), lambda j: implies(j > at.i, at.after_sweep[j - 1] <= at.after_sweep[j]))


@if_not_all_negative.states("E.3.3: while l~_j = l_j < 0 for j in [i - 1]")
def negative_after(at: Operands) -> Truth:
    return every(at.columns, lambda j: implies(j < at.i, (at.after_sweep[j] == at.l[j]) & (at.l[j] < 0)))


# Shifts by the last layer


@category3.proof_line("E.3.3: for negative l~_j's the last layer adds delta^(-(n+1)d) min_k l~_k", over=CATEGORY_3)
def negative_pushed(at: Operands) -> Truth:
    lowest = least(at.columns, lambda k: at.after_sweep[k])
    return every(at.columns, lambda j: implies(at.after_sweep[j] < 0, added(at, j) == at.D ** (at.n + 1) * lowest))


@category3.states(
    "E.3.3: delta^(-(n+1)d) min_k l~_k = delta^(-(n+1)d) l_1 < 0, pushing them further to the negative side",
    over=CATEGORY_3,
)
def pushed_down(at: Operands) -> Truth:
    by_minimum = at.D ** (at.n + 1) * least(at.columns, lambda k: at.after_sweep[k])
    further = every(at.columns, lambda j: implies(at.after_sweep[j] < 0, at.q[j] < at.after_sweep[j]))
    return (by_minimum == at.D ** (at.n + 1) * at.l[1]) & (at.D ** (at.n + 1) * at.l[1] < 0) & further


@if_not_all_negative.proof_line("E.3.3: for positive l~_j's the layer adds delta^(-(n+1)d) max_k l~_k")
def positive_pushed(at: Operands) -> Truth:
    highest = greatest(at.columns, lambda k: at.after_sweep[k])
    return every(at.columns, lambda j: implies(at.after_sweep[j] > 0, added(at, j) == at.D ** (at.n + 1) * highest))


@if_not_all_negative.proof_line("E.3.3: delta^(-(n+1)d) max_k l~_k = delta^(-(n+1)d) l~_n")
def maximum_is_top(at: Operands) -> Truth:
    highest = greatest(at.columns, lambda k: at.after_sweep[k])
    return at.D ** (at.n + 1) * highest == at.D ** (at.n + 1) * at.after_sweep[at.n]


@if_not_all_negative.proof_line("E.3.3: delta^(-(n+1)d) l~_n >= delta^(-(2n+2)d+1)")
def pushed_far(at: Operands) -> Truth:
    return at.D ** (at.n + 1) * at.after_sweep[at.n] >= at.D ** (2 * at.n + 2)


@if_not_all_negative.states("E.3.3: so that l~_i, ..., l~_n are all greater than or equal to delta^(-(2n+2)d+1)")
def output_large(at: Operands) -> Truth:
    return every(at.columns, lambda j: implies(j >= at.i, at.q[j] >= at.D ** (2 * at.n + 2)))


@category3.states("E.3.3: delta^(-(2n+2)d+1) > t_r")
def beyond_t_r(at: Operands) -> Truth:
    return at.D ** (2 * at.n + 2) > at.t_r


@category3.states("E.3.3: u^T g_c(L)_(:,j) is not in [t_l, t_r], for all j in [n]", over=CATEGORY_3)
def property4(at: Operands) -> Truth:
    return every(at.columns, lambda j: outside(at.q[j], at.t_l, at.t_r))


category3.part("if all l_j's are negative, u^T g_c(L) < 0;", "output_negative")
category3.part(
    "the last layer pushes l~_1, ..., l~_(i-1) further to the negative side,", "negative_after", "pushed_down"
)
category3.part(
    "l~_i, ..., l~_n are all greater than or equal to delta^(-(2n+2)d+1) > t_r.", "output_large", "beyond_t_r"
)
category3.part("In both cases the entries of u^T g_c(L) are outside [t_l, t_r].", "property4")


# What may be relaxed

relax_sweep(
    category3,
    "gain",
    steps=("output_negative", "output_large", "property4", "negative_kept", "shifted_far", "order", "negative_after"),
)
relax_sweep(category3, "last", "no last", except_for=("adds_minimum", "negative_pushed", "positive_pushed"))
relax_sweep(category3, "wide", "low", "high", "both", "fewer", "order")
relax_sweep(category3, "threshold")
for _name, _level in other_levels.items():
    category3.relaxes(
        f"special level -delta^(-nd): {_name}",
        _name,
        over={
            step.name: (with_special(categories.category3, _name, _level),)
            for step in category3.steps
            if step.over and step.name not in ("special_ids", "first_shift_at_least")
        },
    )
