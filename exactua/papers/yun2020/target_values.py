"""Values A_L for the piecewise constant f-bar of App. C: Lemma 9 and Proposition 5 speak of any, these stand for them.

Each is a permutation equivariant formula for (A_L)_{i,j}, as a term at the point L with columns by increasing id: the
builders of networks evaluate the very terms that the steps are written in. Unit 1.
"""

from __future__ import annotations

from exactua.grids.categories import d, m, n, u
from exactua.terms.language import integer
from exactua.terms.tracing import (
    Columns,
    NetworkOperand,
    Number,
    Truth,
    every,
    floor,
    pairwise_distinct,
    point,
    total,
    when,
)

ids = u.dot(point)
"""l_1, ..., l_n: the ids of the columns of L, shape (n,), unit 1."""


def in_distinct_grid() -> Truth:
    """L in G~_delta: no entry is -delta^(-nd), and all columns are different."""
    regular = every(Columns(1, d, "i"), lambda i: every(Columns(1, n, "k"), lambda k: point[i, k] >= 0))
    return regular & pairwise_distinct(ids)


def identity_values(i: Number, j: Number) -> Number:
    """A_L = L."""
    return point[i, j]


def scrambled_values(i: Number, j: Number) -> Number:
    """(5 l_j + 3 sum_k l_k^2 + 2 i) mod 13 - 6, ids in units of delta: integers from -6 to 6 without a pattern."""
    squares = total(Columns(1, n, "k"), lambda k: (m * ids[k]) ** 2)
    mixed = 5 * m * ids[j] + 3 * squares + 2 * i
    return mixed - 13 * floor(mixed / 13) - 6


def swapped_values(i: Number, j: Number) -> Number:
    """Columns of g_c(L) in reverse order where L in G~_delta has a zero column, else L: values that are keys.

    Whatever the order of the keys, the first of L's keys that is served takes its column to where another key is.
    """
    swapped = in_distinct_grid() & (ids[1] == 0)
    return when(swapped, NetworkOperand("g_c")(point)[i, n + 1 - j], point[i, j])


def one_values(i: Number, j: Number) -> Number:
    """All entries are 1."""
    return Number(integer(1))
