"""Category 1 (Yun et al. 2020, App. E.3.1): the n selective shifts of an input whose columns are all different.

With l_1 < ... < l_n the layers shift column 1 first, then column 2, and so on; the j-th shift makes of l_j

    l~_j = l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1)

and l~_1 < ... < l~_n. Ids are in units of delta, D = delta^-d; entries of L are in unit 1. `first_shifts` has j = 1 and
j = 2 in detail, `global_shift` what the last layer does.
"""

from __future__ import annotations

from math import comb
from typing import Final

from exactua.claims.claim import Claim, Operands
from exactua.grids import categories
from exactua.papers.pages import Lines, per_box
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import relax_sweep
from exactua.papers.yun2020.vocabulary import (
    D,
    after_sweep,
    assume_throughout,
    assume_two_cubes,
    column_id,
    equivalent,
    l,
    new_id,
    new_l,
    same_entries,
    shifted,
    state_row,
)
from exactua.terms.tracing import Columns, Number, Row, Truth, every, greatest, least, point, row, total, when

CATEGORY_1: Final = (categories.category1,)
CATEGORIES_1_2: Final = (categories.category1, categories.category2)

category1 = Claim(
    "yun2020:category1",
    title="Category 1",
    source="App. E.3.1",
    text="For L in G~_delta with l_1 < ... < l_n, the j-th shift operation shifts L_(1,j) by delta^-d (l~_(j-1) - "
    "l_j), and results in the new column id l~_j = l_j + sum_(k=1)^(j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + "
    "delta^(-jd) (l_n - l_1); after n shift operations l~_1 < l~_2 < ... < l~_n.",
    work=per_box(lambda d, n, m: comb(m**d, n) * (m**d) ** 2 * n),  # Points times layers times layers before them
)
category1.rests_on("first_shifts", "selective_shift", "column_id", "equivariance", where="App. E.3.1")
category1.network("g_c")(contextual_map)
assume_throughout(category1)
assume_two_cubes(category1)
category1.define(D)
category1.operand(l)
category1.operand(new_l)
category1.operand(after_sweep)


def later(at: Operands) -> Columns:
    """The columns 2, ..., n."""
    return Columns(2, at.n, "j")


in_category1 = Lines(category1, over=CATEGORY_1)


@in_category1.proof_line("E.3.1: l_1 < l_2 < ... < l_n")
def increasing(at: Operands) -> Truth:
    return every(later(at), lambda j: at.l[j - 1] < at.l[j])


@in_category1.proof_line(
    "E.3.1: applied to l_1 first, then l_2, and so on: after k layers the columns with l_j < k delta, and they alone,"
    " have been shifted"
)
def in_order(at: Operands) -> Truth:
    def shifted_so_far(k: Number) -> Row:
        return row(at.columns, lambda j: when(at.l[j] < k, at.new_l[j], at.l[j]) / at.m)

    return every(Columns(0, at.D, "k"), lambda k: state_row(at, k) == shifted_so_far(k))


# Repeating the process


@in_category1.proof_line("E.3.1: the j-th shift operation leaves all entries but L_(1,j) as they are")
def shift_leaves(at: Operands) -> Truth:
    return every(later(at), lambda j: same_entries(at, shifted(at, j), shifted(at, j - 1), 1, j))


@in_category1.states("E.3.1: the j-th shift operation shifts L_(1,j) by delta^-d (l~_(j-1) - l_j)")
def shift(at: Operands) -> Truth:
    def gain(j: Number) -> Number:
        return at.m * shifted(at, j)[1, j] - at.m * point[1, j]

    return every(later(at), lambda j: gain(j) == at.D * (at.new_l[j - 1] - at.l[j]))


@in_category1.states("E.3.1: l~_j = l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1)")
def formula(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.new_l[j] == new_id(at, j))


def previous_id(at: Operands, j: Number) -> Number:
    """The display of l~_(j-1), where k counts from 2, in units of delta."""
    gaps = total(Columns(2, j - 1, "k"), lambda k: at.D ** (k - 1) * (at.l[j - k] - at.l[j - k + 1]))
    return at.l[j - 1] + gaps + at.D ** (j - 1) * (at.l[at.n] - at.l[1])


def weighted_gaps(at: Operands, j: Number) -> Number:
    """sum_(k=1..j-1) delta^(-kd+d) (l_(j-k+1) - l_(j-k)), in units of delta."""
    return total(Columns(1, j - 1, "k"), lambda k: at.D ** (k - 1) * (at.l[j - k + 1] - at.l[j - k]))


def gaps(at: Operands, j: Number) -> Number:
    """sum_(k=1..j-1) (l_(j-k+1) - l_(j-k)), in units of delta."""
    return total(Columns(1, j - 1, "k"), lambda k: at.l[j - k + 1] - at.l[j - k])


def top_term(at: Operands, j: Number) -> Number:
    """delta^(-(j-1)d) (l_n - l_1), in units of delta."""
    return at.D ** (j - 1) * (at.l[at.n] - at.l[1])


@in_category1.proof_line(
    "E.3.1: l~_(j-1) = l_(j-1) + sum_(k=2..j-1) delta^(-kd+d) (l_(j-k) - l_(j-k+1)) + delta^(-(j-1)d) (l_n - l_1)"
)
def previous(at: Operands) -> Truth:
    return every(later(at), lambda j: at.new_l[j - 1] == previous_id(at, j))


@in_category1.proof_line("E.3.1: < l~_j = the same with j for j - 1, for j in [2 : n]")
def previous_below(at: Operands) -> Truth:
    return every(later(at), lambda j: previous_id(at, j) < new_id(at, j))


@category1.proof_line(
    "E.3.1: <=> sum_(k=1..j-1) delta^(-kd+d) (delta^-d - 1) (l_(j-k+1) - l_(j-k))"
    " < delta^(-(j-1)d) (delta^-d - 1) (l_n - l_1)",
    over=CATEGORIES_1_2,
)
def equivalence(at: Operands) -> Truth:
    def as_gaps(j: Number) -> Truth:
        return (at.D - 1) * weighted_gaps(at, j) < (at.D - 1) * top_term(at, j)

    return every(later(at), lambda j: equivalent(previous_id(at, j) < new_id(at, j), as_gaps(j)))


@in_category1.proof_line(
    "E.3.1: delta^(-(j-1)d) (l_n - l_1) > delta^(-(j-1)d) sum_(k=1..j-1) (l_(j-k+1) - l_(j-k))",
    flaw="imprecise",
    survives=("yun2020:category1.last_inequality",),
)
def above_telescoped(at: Operands) -> Truth:
    return every(later(at), lambda j: top_term(at, j) > at.D ** (j - 1) * gaps(at, j))


@in_category1.repairs(
    "above_telescoped",
    "E.3.1: delta^(-(j-1)d) (l_n - l_1) >= delta^(-(j-1)d) sum_(k=1..j-1) (l_(j-k+1) - l_(j-k))",
    reason="the sum telescopes to l_j - l_1, so at j = n both sides are equal; the next link is strict",
)
def above_telescoped_repaired(at: Operands) -> Truth:
    return every(later(at), lambda j: top_term(at, j) >= at.D ** (j - 1) * gaps(at, j))


@in_category1.proof_line(
    "E.3.1: delta^(-(j-1)d) sum_(k=1..j-1) (l_(j-k+1) - l_(j-k)) > sum_(k=1..j-1) delta^(-kd+d) (l_(j-k+1) - l_(j-k))"
)
def above_weighted(at: Operands) -> Truth:
    return every(later(at), lambda j: at.D ** (j - 1) * gaps(at, j) > weighted_gaps(at, j))


@in_category1.proof_line("E.3.1: the last inequality holds")
def last_inequality(at: Operands) -> Truth:
    return every(later(at), lambda j: (at.D - 1) * weighted_gaps(at, j) < (at.D - 1) * top_term(at, j))


@in_category1.proof_line(
    "E.3.1: after the j-th operation l~_j is the new maximum among {l~_1, ..., l~_j, l_(j+1), ..., l_n}"
)
def new_maximum(at: Operands) -> Truth:
    def highest(j: Number) -> Number:
        return greatest(at.columns, lambda k: column_id(at, shifted(at, j), k))

    return every(at.columns, lambda j: highest(j) == at.new_l[j])


@in_category1.proof_line("E.3.1: and l_(j+1) is the new minimum")
def new_minimum(at: Operands) -> Truth:
    def lowest(j: Number) -> Number:
        return least(at.columns, lambda k: column_id(at, shifted(at, j), k))

    return every(Columns(1, at.n - 1, "j"), lambda j: lowest(j) == at.l[j + 1])


# After n shift operations


@in_category1.proof_line("E.3.1: a total of n shift operations are applied")
def shift_operations(at: Operands) -> Truth:
    layers = Columns(1, at.D, "k")
    return total(layers, lambda k: when(state_row(at, k - 1) == state_row(at, k), 0, 1)) == at.n


@in_category1.proof_line("E.3.1: u^T L~ = [l~_1 l~_2 ... l~_n]")
def kept(at: Operands) -> Truth:
    return at.after_sweep == at.new_l


@in_category1.states("E.3.1: l~_1 < l~_2 < ... < l~_n")
def order(at: Operands) -> Truth:
    return every(later(at), lambda j: at.after_sweep[j - 1] < at.after_sweep[j])


category1.part("the j-th shift operation shifts L_(1,j) by delta^-d (l~_(j-1) - l_j),", "shift")
category1.part(
    "results in the new column id l~_j = l_j + sum_(k=1)^(j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) "
    "(l_n - l_1);",
    "formula",
)
category1.part("after n shift operations l~_1 < l~_2 < ... < l~_n.", "order")


# What may be relaxed

relax_sweep(
    category1,
    "gain",
    steps=("order", "in_order", "shift_leaves", "new_maximum", "new_minimum", "shift_operations", "kept"),
)
relax_sweep(category1, "wide", "low", "high", "both", "fewer", "order")
