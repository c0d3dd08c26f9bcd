"""Category 2 (Yun et al. 2020, App. E.3.2): inputs of G_delta with duplicate columns end below t_l.

With n' < n distinct ids l'_1 < ... < l'_n' the sweep does what it does to a sequence of length n', so that

    l~_n = l'_n' + sum_(k=1..n'-1) delta^(-kd) (l'_(n'-k) - l'_(n'-k+1)) + delta^(-n'd) (l'_n' - l'_1)

is less than any l~_n of Category 1. Ids are in units of delta, D = delta^-d; entries of L are in unit 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb
from typing import Any, Final

from exactua.claims.claim import Claim, Operands
from exactua.grids import categories
from exactua.grids.categories import u
from exactua.papers.pages import Lines, let
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import relax_sweep
from exactua.papers.yun2020.vocabulary import (
    D,
    after_sweep,
    assume_throughout,
    assume_two_cubes,
    each_entry,
    entry_at,
    l,
    q,
    shifted,
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
    some,
    total,
    when,
)


def place(at: Operands) -> Row:
    """For each column the number of distinct ids up to its own: l_j = l'_(place_j), shape (n,)."""

    return row(at.columns, lambda j: 1 + total(Columns(2, j, "i"), lambda i: when(at.l[i - 1] != at.l[i], 1, 0)))


def distinct(at: Operands) -> Number:
    """n', the number of distinct columns."""
    return at.place[at.n]


def l_prime(at: Operands) -> Row:
    """l'_1 < ... < l'_n', then -1 up to length n: the distinct ids, shape (n,), in units of delta."""
    return row(at.columns, lambda i: greatest(at.columns, lambda j: when(at.place[j] == i, at.l[j], -1)))


def at_prime(at: Operands, index: Number) -> Number:
    """l'_index, where the index varies with the point, in units of delta."""
    return entry_at(at.l_prime, at.columns, index)


def power(at: Operands, exponent: Number) -> Number:
    """D^exponent for an exponent 0, ..., n that varies with the point."""
    return total(Columns(0, at.n, "e"), lambda e: when(e == exponent, at.D**e, 0))


def new_prime(at: Operands, i: Number) -> Number:
    """What the display of l~_j in E.3.1 makes of the i-th of l'_1, ..., l'_n', in units of delta."""
    gaps = total(Columns(1, i - 1, "k"), lambda k: at.D**k * (at.l_prime[i - k] - at.l_prime[i - k + 1]))
    return at.l_prime[i] + gaps + at.D**i * (at_prime(at, at.distinct) - at.l_prime[1])


CATEGORY_1: Final = (categories.category1,)
CATEGORY_2: Final = (categories.category2,)


def _work(values: Mapping[str, Any]) -> int:
    """Points times layers times layers before them."""
    ids, n = values["m"] ** values["d"], values["n"]
    return (comb(ids + n - 1, n) - comb(ids, n)) * ids**2 * n


category2 = Claim(
    "yun2020:category2",
    title="Category 2",
    source="App. E.3.2",
    text="For L in G_delta without G~_delta with n' < n distinct columns, l~_n = l'_n' + sum_(k=1)^(n'-1) "
    "delta^(-kd) (l'_(n'-k) - l'_(n'-k+1)) + delta^(-n'd) (l'_n' - l'_1); l~_n is always strictly less (by at "
    "least delta) than that calculated from L in G~_delta; the entries of u^T g_c(L) are outside [t_l, t_r].",
    work=_work,
)
category2.rests_on("selective_shift", "column_id", "equivariance", "category1", "lemma10", where="App. E.3.2")
category2.network("g_c")(contextual_map)
assume_throughout(category2)
assume_two_cubes(category2)
category2.define(D)
category2.define(t_l)
category2.define(t_r)
category2.operand(l)
category2.operand(after_sweep)
category2.operand(q)
category2.operand(place)
category2.operand(distinct)
category2.operand(l_prime)

let(category2, top=lambda at: at.after_sweep[at.n])  # l~_n, in units of delta


category2.shown_as(after_sweep="l~", top="l~_n")


def every_pair_of_same_id(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """condition(j, j') for all columns j < j' with l_j = l_j'."""

    def pairs(j: Number) -> Truth:
        return every(Columns(j + 1, at.n, "j'"), lambda k: implies(at.l[j] == at.l[k], condition(j, k)))

    return every(at.columns, pairs)


@category2.proof_line("E.3.2: l_1 <= l_2 <= ... <= l_n", over=CATEGORY_2)
def sorted_ids(at: Operands) -> Truth:
    return every(Columns(2, at.n, "j"), lambda j: at.l[j - 1] <= at.l[j])


@category2.proof_line("E.3.2: there exist j, j' in [n], j != j', such that l_j = l_j'", over=CATEGORY_2)
def duplicates(at: Operands) -> Truth:
    return some(at.columns, lambda j: some(Columns(j + 1, at.n, "k"), lambda k: at.l[j] == at.l[k]))


@category2.proof_line("E.3.2: the selective shift operation for l_j is applied to both columns", over=CATEGORY_2)
def applied_to_both(at: Operands) -> Truth:
    def together(j: Number, k: Number) -> Truth:
        before, after = state_row(at, at.l[j]), u.dot(shifted(at, j))
        spread = greatest(at.columns, lambda i: before[i]) - least(at.columns, lambda i: before[i])
        return (after[j] - before[j] == at.D * spread) & (after[k] - before[k] == at.D * spread)

    return every_pair_of_same_id(at, together)


@category2.proof_line("E.3.2: the two columns are coupled together: the same in L~ and in g_c(L)", over=CATEGORY_2)
def coupled(at: Operands) -> Truth:
    def same(j: Number, k: Number) -> Truth:
        def entries(i: Number) -> Truth:
            return (swept(at)[i, j] == swept(at)[i, k]) & (at.g_c(point)[i, j] == at.g_c(point)[i, k])

        return every(at.rows, entries)

    return every_pair_of_same_id(at, same)


@category2.proof_line("E.3.2: n' < n distinct columns", over=CATEGORY_2)
def fewer_distinct(at: Operands) -> Truth:
    return at.distinct < at.n


# If n' = 1


if_one = Lines(category2, over=CATEGORY_2, given=lambda at: at.distinct == 1)


@if_one.proof_line("E.3.2: if n' = 1, max_j l_j = min_j l_j")
def one_id(at: Operands) -> Truth:
    return greatest(at.columns, lambda j: at.l[j]) == least(at.columns, lambda j: at.l[j])


@if_one.proof_line("E.3.2: so the operation applied at l_j does not shift the entry at all")
def no_shift(at: Operands) -> Truth:
    return every(at.columns, lambda j: shifted(at, j)[1, j] == point[1, j])


@if_one.proof_line("E.3.2: after the first delta^-d layers L~ = L")
def unchanged(at: Operands) -> Truth:
    return swept(at) == point


# If 1 < n' <= n - 1

if_several = Lines(category2, over=CATEGORY_2, given=lambda at: at.distinct > 1)  # n' > 1


@if_several.proof_line("E.3.2: if 1 < n' <= n - 1, the shift operation is applied n' times")
def shift_operations(at: Operands) -> Truth:
    layers = Columns(1, at.D, "k")
    return total(layers, lambda k: when(state_row(at, k - 1) == state_row(at, k), 0, 1)) == at.distinct


@if_several.proof_line(
    "E.3.2: to l'_1, ..., l'_n', one or more entries at a time: after k layers the columns with l_j < k delta, and they"
    " alone, have been shifted"
)
def one_or_more_at_a_time(at: Operands) -> Truth:
    def shifted_so_far(k: Number) -> Row:
        return row(at.columns, lambda j: when(at.l[j] < k, at.after_sweep[j], at.l[j]) / at.m)

    moved = every(at.columns, lambda j: at.after_sweep[j] != at.l[j])
    return moved & every(Columns(0, at.D, "k"), lambda k: state_row(at, k) == shifted_so_far(k))


@if_several.proof_line("E.3.2: 0 <= l~_1 <= l~_2 <= ... <= l~_n")
def order(at: Operands) -> Truth:
    increasing = every(Columns(2, at.n, "j"), lambda j: at.after_sweep[j - 1] <= at.after_sweep[j])
    return (at.after_sweep[1] >= 0) & increasing


@if_several.proof_line("E.3.2: the output has n' distinct l~_j")
def distinct_after(at: Operands) -> Truth:
    steps = total(Columns(2, at.n, "j"), lambda j: when(at.after_sweep[j - 1] != at.after_sweep[j], 1, 0))
    return 1 + steps == at.distinct


@if_several.proof_line(
    "E.3.2: whose distinct values are the numbers that the operations make of a length-n' sequence [l'_1 ... l'_n']"
)
def as_shorter_sequence(at: Operands) -> Truth:
    return every(
        at.columns,
        lambda j: every(at.columns, lambda i: implies(at.place[j] == i, at.after_sweep[j] == new_prime(at, i))),
    )


@if_several.states(
    "E.3.2: l~_n = l'_n' + sum_(k=1..n'-1) delta^(-kd) (l'_(n'-k) - l'_(n'-k+1)) + delta^(-n'd) (l'_n' - l'_1)"
)
def formula(at: Operands) -> Truth:
    def gap(k: Number) -> Number:
        one_gap = at_prime(at, at.distinct - k) - at_prime(at, at.distinct - k + 1)
        return when(k <= at.distinct - 1, at.D**k * one_gap, 0)

    last = at_prime(at, at.distinct)
    gaps = total(Columns(1, at.n - 1, "k"), gap)
    return at.top == last + gaps + power(at, at.distinct) * (last - at.l_prime[1])


@if_several.proof_line("E.3.2: l~_n <= delta^(-n'd+1) (delta^-d - 1) - delta (delta^-d - 1)^2")
def upper_bound(at: Operands) -> Truth:
    return at.top <= power(at, at.distinct) * (at.D - 1) - (at.D - 1) ** 2


@category2.proof_line(
    "E.3.2: delta^(-n'd+1) (delta^-d - 1) - delta (delta^-d - 1)^2 < delta^(-(n-1)d+1) (delta^-d - 1)",
    given=lambda at: at.n >= 3,
)
def below_lower_bound(at: Operands) -> Truth:
    def strict(n_prime: Number) -> Truth:
        return at.D**n_prime * (at.D - 1) - (at.D - 1) ** 2 < at.D ** (at.n - 1) * (at.D - 1)

    return every(Columns(2, at.n - 1, "n'"), strict)


@category2.states(
    "E.3.2: l~_n is strictly less (by at least delta) than from Category 1: so it is than the lower bound of Lemma 10",
    over=CATEGORY_2,
)
def below_category1(at: Operands) -> Truth:
    return at.top + 1 <= at.D ** (at.n - 1) * (at.D - 1)


@category2.states("E.3.2: which is a lower bound for Category 1", over=CATEGORY_1)
def category1_above(at: Operands) -> Truth:
    return at.D ** (at.n - 1) * (at.D - 1) <= at.top


# Checking Property 8.4


def largest_q(at: Operands) -> Number:
    """(delta^(-(n+1)d) + 1) (delta^(-(n-1)d+1) (delta^-d - 1) - delta (delta^-d - 1)^2), in units of delta."""
    return (at.D ** (at.n + 1) + 1) * (at.D ** (at.n - 1) * (at.D - 1) - (at.D - 1) ** 2)


@category2.proof_line(
    "E.3.2: not said: every l~_j > 0, the threshold of psi(.; 0), so that the last layer adds the maximum everywhere",
    over=CATEGORY_2,
    flaw="silently assumed",
    survives=("yun2020:category2.last_layer",),
    same_as="yun2020:selective_shift.cases",
    said=False,
)
def above_threshold(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.after_sweep[j] > 0)


@category2.repairs(
    "above_threshold",
    "E.3.2: l~_j > 0 for all j, or L = 0, where the maximum is the minimum and the mean as well",
    reason="where L = 0 all ids lie at the threshold 0, of which the two cases of psi say nothing; any mean of 0 is 0",
    over=CATEGORY_2,
)
def above_threshold_repaired(at: Operands) -> Truth:
    zero = each_entry(at, lambda i, j: point[i, j] == 0)
    return zero | every(at.columns, lambda j: at.after_sweep[j] > 0)


@category2.proof_line("E.3.2: u^T g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n", over=CATEGORY_2)
def last_layer(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.q[j] == at.after_sweep[j] + at.D ** (at.n + 1) * at.top)


@category2.proof_line(
    "E.3.2: l~_j + delta^(-(n+1)d) l~_n"
    " <= (delta^(-(n+1)d) + 1) (delta^(-(n-1)d+1) (delta^-d - 1) - delta (delta^-d - 1)^2)",
    over=CATEGORY_2,
)
def at_most_largest(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.after_sweep[j] + at.D ** (at.n + 1) * at.top <= largest_q(at))


@category2.proof_line(
    "E.3.2: (delta^(-(n+1)d) + 1) (delta^(-(n-1)d+1) (delta^-d - 1) - delta (delta^-d - 1)^2)"
    " < delta^(-2nd+1) (delta^-d - 1) = t_l"
)
def largest_below_t_l(at: Operands) -> Truth:
    return largest_q(at) < at.t_l


@category2.proof_line("E.3.2: where the RHS is a lower bound on u^T g_c(L)_(:,j) for Category 1", over=CATEGORY_1)
def t_l_below_category1(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.t_l <= at.q[j])


@category2.states("E.3.2: the entries of u^T g_c(L) are outside [t_l, t_r]", over=CATEGORY_2)
def property4(at: Operands) -> Truth:
    return every(at.columns, lambda j: outside(at.q[j], at.t_l, at.t_r))


category2.part(
    "l~_n = l'_n' + sum_(k=1)^(n'-1) delta^(-kd) (l'_(n'-k) - l'_(n'-k+1)) + delta^(-n'd) (l'_n' - l'_1);", "formula"
)
category2.part(
    "l~_n is always strictly less (by at least delta) than that calculated from L in G~_delta;",
    "below_category1",
    "category1_above",
)
category2.part("the entries of u^T g_c(L) are outside [t_l, t_r].", "property4")


# What may be relaxed

relax_sweep(
    category2,
    "gain",
    steps=(
        "below_category1",
        "property4",
        "coupled",
        "order",
        "distinct_after",
        "category1_above",
        "t_l_below_category1",
    ),
)
relax_sweep(category2, "last", "no last", except_for=("last_layer",))
relax_sweep(category2, "wide", "low", "high", "both", "fewer", "order")
