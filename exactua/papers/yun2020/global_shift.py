"""The last layer on Category 1 (Yun et al. 2020, App. E.3.1): global shifting, then Properties 8.1 to 8.3.

    u^T g_c(L)_{:,j} = l~_j + delta^(-(n+1)d) l~_n
                       in [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) l~_n + delta^(-(n+1)d+1)]  inside  [t_l, t_r]

Ids are in units of delta, D = delta^-d; entries of L are in unit 1. l~_1, ..., l~_n are the ids after the sweep.
"""

from __future__ import annotations

from math import comb

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1
from exactua.papers.pages import Lines, define, let, per_box
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import relax_sweep
from exactua.papers.yun2020.vocabulary import (
    D,
    after_sweep,
    assume_throughout,
    assume_two_cubes,
    l,
    new_id,
    q,
    swept,
    t_l,
    t_r,
)
from exactua.terms.tracing import Columns, Number, Row, Truth, every, greatest, point

global_shift = Claim(
    "yun2020:global_shift",
    title="Global shifting by the last layer",
    source="App. E.3.1",
    text="For L in G~_delta, i in [d] and j in [n], g_c(L)_(i,j) = L_(1,j) + sum_(k=1)^(j-1) delta^(-kd) (l_(j-k) "
    "- l_(j-k+1)) + delta^(-jd) (l_n - l_1) + delta^(-(n+1)d) l~_n if i = 1, and L_(i,j) if i in [2, d]; u^T "
    "g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n, and all u^T g_c(L)_(:,j) are between t_l = delta^(-2nd+1) "
    "(delta^-d - 1) and t_r = delta^(-(2n+1)d+1) (delta^-d - 1).",
    work=per_box(lambda d, n, m: comb(m**d, n) * m**d),  # Points times layers
)
global_shift.rests_on("category1", "selective_shift", "lemma10", where="App. E.3.1")
global_shift.network("g_c")(contextual_map)
assume_throughout(global_shift)
assume_two_cubes(global_shift)
global_shift.define(D)
global_shift.define(t_l)
global_shift.define(t_r)

# delta^(-(n+1)d): the factor of the last layer and, in units of delta, the length of the intervals
define(global_shift, width=lambda at: at.D ** (at.n + 1))


global_shift.operand(l)
global_shift.operand(after_sweep)
global_shift.operand(q)

let(global_shift, top=lambda at: at.after_sweep[at.n])  # l~_n, in units of delta


global_shift.shown_as(width="delta^(-(n+1)d)", after_sweep="l~", top="l~_n")


def lower_rows(at: Operands) -> Columns:
    """The rows 2, ..., d."""
    return Columns(2, at.d, "i")


in_category1 = Lines(global_shift, over=(category1,))


@in_category1.proof_line("E.3.1: 0 < l~_1")
def positive(at: Operands) -> Truth:
    return at.after_sweep[1] > 0


@in_category1.proof_line("E.3.1: it adds delta^(-(n+1)d) max_k u^T L~_(:,k) to each entry in the first row")
def adds_maximum(at: Operands) -> Truth:
    highest = greatest(at.columns, lambda k: at.after_sweep[k])
    return every(at.columns, lambda j: at.m * (at.g_c(point)[1, j] - swept(at)[1, j]) == at.width * highest)


@in_category1.proof_line("E.3.1: delta^(-(n+1)d) max_k u^T L~_(:,k) = delta^(-(n+1)d) l~_n")
def maximum_is_top(at: Operands) -> Truth:
    return at.width * greatest(at.columns, lambda k: at.after_sweep[k]) == at.width * at.top


@in_category1.states(
    "E.3.1: g_c(L)_(1,j) = L_(1,j) + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1)"
    " + delta^(-(n+1)d) l~_n"
)
def first_row(at: Operands) -> Truth:
    def as_printed(j: Number) -> Truth:
        shift = new_id(at, j) - at.l[j]
        return at.m * at.g_c(point)[1, j] == at.m * point[1, j] + shift + at.width * at.top

    return every(at.columns, as_printed)


@global_shift.states("E.3.1: g_c(L)_(i,j) = L_(i,j) if i in [2, d]", over=(category1,), given=lambda at: at.d >= 2)
def other_rows(at: Operands) -> Truth:
    return every(lower_rows(at), lambda i: every(at.columns, lambda j: at.g_c(point)[i, j] == point[i, j]))


@in_category1.states("E.3.1: u^T g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n")
def ids(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.q[j] == at.after_sweep[j] + at.width * at.top)


# Checking Properties 8.1 and 8.2


def largest_new_id(at: Operands) -> Number:
    """The upper bound of Lemma 10: D^n (D - 1) - (D - 1)^2, in units of delta."""
    return at.D**at.n * (at.D - 1) - (at.D - 1) ** 2


@in_category1.proof_line("E.3.1: the upper bound on l~_n from Lemma 10 also holds for other l~_j's")
def bound_of_others(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.after_sweep[j] <= largest_new_id(at))


@in_category1.proof_line(
    "E.3.1: so u^T g_c(L)_(:,j) in [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) l~_n + delta^(-(n+1)d+1)]: the lower end"
)
def above_lower_end(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.width * at.top <= at.q[j])


@in_category1.proof_line("E.3.1: the upper end of that interval")
def below_upper_end(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.q[j] <= at.width * at.top + at.width)


@in_category1.proof_line(
    "E.3.1: L, L' in G~_delta that are not permutations of each other map to l~_n, l~'_n that differ at least by delta",
    fold="apart",
    bound=lambda at: 1,
)
def tops_apart(at: Operands) -> Number:
    return at.top


@in_category1.proof_line(
    "E.3.1: the intervals [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) l~_n + delta^(-(n+1)d+1)] and the same for l~'_n are"
    " guaranteed to be disjoint: their lower ends differ by more than their length",
    fold="apart",
    bound=lambda at: at.width,
    relation=">",
    flaw="imprecise",
    survives=("yun2020:global_shift.below_upper_end@repaired", "yun2020:lemma8.property2"),
)
def disjoint(at: Operands) -> Number:
    return at.width * at.top


@in_category1.repairs(
    "below_upper_end",
    "E.3.1: u^T g_c(L)_(:,j) < delta^(-(n+1)d) l~_n + delta^(-(n+1)d+1)",
    reason="l~_j < delta^(-(n+1)d+1) is strict, so the interval is half-open, which Property 8.2 needs",
)
def below_upper_end_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.q[j] < at.width * at.top + at.width)


@in_category1.repairs(
    "disjoint",
    "E.3.1: the half-open intervals [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) l~_n + delta^(-(n+1)d+1)) and the same for"
    " l~'_n are disjoint: their lower ends differ by at least their length",
    reason="the closed intervals of l~_n and l~'_n = l~_n + delta share an end; no entry lies there",
    fold="apart",
    bound=lambda at: at.width,
)
def disjoint_repaired(at: Operands) -> Number:
    return at.width * at.top


@in_category1.proof_line("E.3.1: so the entries of u^T g_c(L) and u^T g_c(L') are all distinct", fold="distinct")
def entries_distinct(at: Operands) -> Row:
    return at.q


# Checking Property 8.3


@in_category1.states("E.3.1: t_l = delta^(-2nd+1) (delta^-d - 1) <= u^T g_c(L)_(:,j)")
def at_least_t_l(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.t_l <= at.q[j])


@in_category1.states(
    "E.3.1: u^T g_c(L)_(:,j) < delta^(-(n+1)d) (delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2)"
    " + delta^(-(n+1)d+1)"
)
def below_bound(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.q[j] < at.width * largest_new_id(at) + at.width)


@global_shift.states(
    "E.3.1: delta^(-(n+1)d) (delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2) + delta^(-(n+1)d+1)"
    " <= delta^(-(2n+1)d+1) (delta^-d - 1) = t_r, where we used delta^-1 >= 2"
)
def bound_at_most_t_r(at: Operands) -> Truth:
    return at.width * largest_new_id(at) + at.width <= at.t_r


global_shift.part(
    "g_c(L)_(i,j) = L_(1,j) + sum_(k=1)^(j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1) + "
    "delta^(-(n+1)d) l~_n if i = 1,",
    "first_row",
)
global_shift.part("L_(i,j) if i in [2, d];", "other_rows")
global_shift.part("u^T g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n,", "ids")
global_shift.part(
    "all u^T g_c(L)_(:,j) are between t_l = delta^(-2nd+1) (delta^-d - 1) and t_r = delta^(-(2n+1)d+1) (delta^-d - 1).",
    "at_least_t_l",
    "below_bound",
    "bound_at_most_t_r",
)


# What may be relaxed

relax_sweep(global_shift, "gain", "last", "no last", except_for=("adds_maximum", "maximum_is_top", "first_row", "ids"))
