"""The order in which l~_n grows (our own, on Yun et al. 2020, App. E.3.4): neighbours decide Property 2 of Lemma 8.

    W = l_n - l_1 up, then g_1 down, ..., g_(n-2) down, then l_n up,    g_j = l_(j+1) - l_j
    l~_n = delta^(-nd) W - sum_(j=1..n-1) delta^(-(n-j)d) g_j + l_n

Where L comes before L' in this order, l~_n is less than l~'_n; and all entries of u^T g_c(L) lie in the block
[delta^(-(n+1)d) l~_n, delta^(-(n+1)d) (l~_n + delta)), so that blocks of different L don't overlap. An enumeration in
this order therefore has to compare neighbours alone. That is so for all d >= 1, n >= 2 and delta = 1/m, m >= 2. g_(n-1)
is W less the other gaps, so that equal keys mean equal L; for n = 2 the key is (W, l_2). Ids are in units of delta,
D = delta^-d, G = D^(n+1); the point of a step over pairs is [L L'].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import comb
from typing import Final

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, u
from exactua.papers.pages import define, let, per_box
from exactua.papers.yun2020.coarse_resolution import l_prime, pairs
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import relax_sweep
from exactua.papers.yun2020.vocabulary import (
    D,
    after_sweep,
    assume_throughout,
    assume_two_cubes,
    column_ids,
    equivalent,
    l,
    q,
)
from exactua.terms.tracing import Columns, MatrixOperand, Number, Row, Truth, every, floor, implies, point, some, total

sorted_order = Claim(
    "yun2020:sorted_order",
    title="The order in which l~_n grows",
    source="our own, on App. E.3.1 and E.3.4",
    text="For L, L' in G~_delta with increasing ids, let L come before L' if W = l_n - l_1 is less, or W is equal "
    "and the first gap g_j = l_(j+1) - l_j, j <= n - 2, that differs is greater, or these are equal too and l_n "
    "is less. All entries of u^T g_c(L) lie in the block [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) (l~_n + delta)). "
    "Then l~_n < l~'_n, and every entry of u^T g_c(L) is less than every entry of u^T g_c(L').",
    work=per_box(lambda d, n, m: comb(m**d, n) ** 2 * m**d),  # The number of pairs times layers
)
sorted_order.rests_on("column_id", where="App. E.3")
sorted_order.rests_on("category1", "global_shift", where="App. E.3.1")
sorted_order.network("g_c")(contextual_map)
assume_throughout(sorted_order)
assume_two_cubes(sorted_order)
sorted_order.define(D)

define(sorted_order, G=lambda at: at.D ** (at.n + 1))  # delta^(-(n+1)d), the factor of the last layer


sorted_order.operand(after_sweep)
sorted_order.operand(q)

let(
    sorted_order,
    first=lambda at: point.columns(1, at.n),  # L of a pair [L L'], d x n, unit 1
    second=lambda at: point.columns(at.n + 1, 2 * at.n),  # L' of a pair [L L'], d x n, unit 1
)


sorted_order.operand(l)
sorted_order.operand(l_prime)


def top(at: Operands, Z: MatrixOperand) -> Number:
    """l~_n of Z, the id of its last column after the sweep, in units of delta."""
    return at.m * u.dot(at.g_c(Z, "sweep"))[at.n]


def outputs(at: Operands, Z: MatrixOperand) -> Row:
    """u^T g_c(Z), shape (n,), in units of delta."""
    return column_ids(at, at.g_c(Z))


def gap(x: Row, j: Number | int) -> Number:
    """g_j = l_(j+1) - l_j, in units of delta."""
    return x[j + 1] - x[j]


def width(at: Operands, x: Row) -> Number:
    """W = l_n - l_1, in units of delta."""
    return x[at.n] - x[1]


def same_gaps(at: Operands, x: Row, y: Row, lo: Number | int, hi: Number | int) -> Truth:
    """g_lo, ..., g_hi are those of y."""
    return every(Columns(lo, hi, "i"), lambda i: gap(x, i) == gap(y, i))


def same_key(at: Operands, x: Row, y: Row) -> Truth:
    """W, g_1, ..., g_(n-2) and l_n are those of y."""
    return (width(at, x) == width(at, y)) & same_gaps(at, x, y, 1, at.n - 2) & (x[at.n] == y[at.n])


def before(at: Operands, x: Row, y: Row) -> Truth:
    """The ids x come before the ids y in the order (W up, g_1 down, ..., g_(n-2) down, l_n up)."""

    narrower = width(at, x) < width(at, y)
    by_gaps = some(Columns(1, at.n - 2, "j"), lambda j: same_gaps(at, x, y, 1, j - 1) & (gap(x, j) > gap(y, j)))
    by_last = same_gaps(at, x, y, 1, at.n - 2) & (x[at.n] < y[at.n])
    return narrower | (width(at, x) == width(at, y)) & (by_gaps | by_last)


# l~_n and its block


@sorted_order.proof_line(
    "E.3.4, by gaps: l~_n = delta^(-nd) W - sum_(j=1..n-1) delta^(-(n-j)d) g_j + l_n", over=(category1,)
)
def by_gaps(at: Operands) -> Truth:
    weighted = total(Columns(1, at.n - 1, "j"), lambda j: at.D ** (at.n - j) * gap(at.l, j))
    return at.after_sweep[at.n] == at.D**at.n * width(at, at.l) - weighted + at.l[at.n]


@sorted_order.proof_line("l~_n is a multiple of delta: different ones are at least delta apart", over=(category1,))
def multiple_of_delta(at: Operands) -> Truth:
    return floor(at.after_sweep[at.n]) == at.after_sweep[at.n]


@sorted_order.states(
    "all entries of u^T g_c(L) lie in the block [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) (l~_n + delta))",
    over=(category1,),
)
def in_its_block(at: Operands) -> Truth:
    start, stop = at.G * at.after_sweep[at.n], at.G * (at.after_sweep[at.n] + 1)
    return every(at.columns, lambda j: (start <= at.q[j]) & (at.q[j] < stop))


# The order


Order = Callable[[Operands, Row, Row], Truth]
"""Whether ids come before others."""


@sorted_order.proof_line("equal keys W, g_1, ..., g_(n-2), l_n mean equal L, and the other way round", over=(pairs,))
def same_keys(at: Operands) -> Truth:
    return equivalent(same_key(at, at.l, at.l_prime), at.first == at.second)


def says_total(at: Operands, order: Order = before) -> Truth:
    """What `comparable` says of an order."""
    return equivalent(order(at, at.l, at.l_prime) | order(at, at.l_prime, at.l), ~(at.first == at.second))


@sorted_order.proof_line("of two different L one comes before the other, and none before itself", over=(pairs,))
def comparable(at: Operands) -> Truth:
    return says_total(at)


def says_increasing(at: Operands, order: Order = before) -> Truth:
    """What `increasing` says of an order."""
    return implies(order(at, at.l, at.l_prime), top(at, at.first) < top(at, at.second))


@sorted_order.states("where L comes before L', l~_n < l~'_n", over=(pairs,))
def increasing(at: Operands) -> Truth:
    return says_increasing(at)


def says_apart(at: Operands, order: Order = before) -> Truth:
    """What `blocks_apart` says of an order."""
    here, there = top(at, at.first), top(at, at.second)
    return implies(order(at, at.l, at.l_prime), at.G * (here + 1) <= at.G * there)


@sorted_order.proof_line("and the block of L ends where that of L' begins, or before", over=(pairs,))
def blocks_apart(at: Operands) -> Truth:
    return says_apart(at)


def says_entries_increasing(at: Operands, order: Order = before) -> Truth:
    """What `entries_increasing` says of an order."""
    here, there = outputs(at, at.first), outputs(at, at.second)
    below = every(at.columns, lambda j: every(at.columns, lambda k: here[j] < there[k]))
    return implies(order(at, at.l, at.l_prime), below)


@sorted_order.states(
    "so that every entry of u^T g_c(L) is less than every entry of u^T g_c(L'): neighbours decide Property 2",
    over=(pairs,),
)
def entries_increasing(at: Operands) -> Truth:
    return says_entries_increasing(at)


sorted_order.reads(
    "let L come before L'",
    "of every pair [L L'], L = L' among them, and of a pair that is not in this order nothing is asserted: where there "
    "is one L alone (n = delta^-d), nothing of any pair",
)
sorted_order.part(
    "All entries of u^T g_c(L) lie in the block [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) (l~_n + delta)).", "in_its_block"
)
sorted_order.part("Then l~_n < l~'_n,", "increasing")
sorted_order.part("every entry of u^T g_c(L) is less than every entry of u^T g_c(L').", "entries_increasing")


# What may be relaxed


def other_order(
    at: Operands,
    x: Row,
    y: Row,
    *,
    wider: bool = False,
    gaps_up: bool = False,
    from_the_last: bool = False,
    last_down: bool = False,
) -> Truth:
    """The order with one of its signs, or the order of its gaps, turned round."""

    def first_difference(j: Number) -> Truth:
        lo, hi = (j + 1, at.n - 2) if from_the_last else (1, j - 1)
        less, more = (x, y) if gaps_up else (y, x)
        return same_gaps(at, x, y, lo, hi) & (gap(less, j) < gap(more, j))

    narrow, wide = (y, x) if wider else (x, y)
    low, high = (y, x) if last_down else (x, y)
    by_last = same_gaps(at, x, y, 1, at.n - 2) & (low[at.n] < high[at.n])
    by_gaps = some(Columns(1, at.n - 2, "j"), first_difference)
    return (width(at, narrow) < width(at, wide)) | (width(at, x) == width(at, y)) & (by_gaps | by_last)


_SAYS: Final[Mapping[str, Callable[..., Truth]]] = {
    "comparable": says_total,
    "increasing": says_increasing,
    "blocks_apart": says_apart,
    "entries_increasing": says_entries_increasing,
}

for _name, _becomes, _order in (
    ("W up", "W down", partial(other_order, wider=True)),
    ("g_1, ..., g_(n-2) down", "up", partial(other_order, gaps_up=True)),
    ("g_1 first", "g_(n-2) first, g_1 last", partial(other_order, from_the_last=True)),
    ("l_n up", "l_n down", partial(other_order, last_down=True)),
):
    sorted_order.relaxes(
        _name,
        _becomes,
        states={step: partial(says, order=_order) for step, says in _SAYS.items()},
        except_for=("comparable",),
    )
relax_sweep(sorted_order, "gain", "wide", "low", "high", "both", "fewer", "order", except_for=("by_gaps",))
