"""Functions f in F_PE that stand for any in Lemma 4 and Theorem 2: polynomials on [0, 1]^(d x n), 0 outside.

    bump(X)_{ij}    =  product of 4 x (1 - x) over all entries x of X
    tilted(X)_{ij}  =  X_{ij} bump(X)_{ij}

Both are permutation equivariant, 0 on every face of [0, 1]^(d x n), hence continuous, and 0 <= f <= 1. A factor
4 x (1 - x) is in [0, 1] and changes by at most 4 |x - y|, a factor x by |x - y|, and a product of factors in [0, 1] by
the sum of what they change by at most. So |f(X) - f(Y)| <= K ||X - Y||_inf for each entry, K = 4 d n for bump and
4 d n + 1 for tilted. Where X or Y is outside, the line between them passes a face, and f is 0 there and outside.

The values A_L stand for any of a piecewise constant f-bar of App. C, of which Lemma 9 and Proposition 5 speak. Each is
a permutation equivariant formula for (A_L)_{i,j}, as a term at the point L with columns by increasing id: the builders
of networks evaluate the very terms that the steps are written in. Unit 1.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb

from exactua.grids.categories import d, m, n, u
from exactua.terms.language import integer
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    NetworkOperand,
    Number,
    Truth,
    every,
    floor,
    integral,
    pairwise_distinct,
    point,
    product,
    total,
    when,
)

Entry = Callable[[Number, Number], Number]
"""X as a function: the entry in row i and column j, as a term; unit 1."""

Function = Callable[[Entry, Number, Number], Number]
"""f as terms: f(X, i, j) is the entry of f(X) in row i and column j."""


def bump(x: Entry, i: Number, j: Number) -> Number:
    """The product of 4 x (1 - x) over all entries of X, in every row i and column j."""

    def factor(r: Number, c: Number) -> Number:
        return 4 * x(r, c) * (1 - x(r, c))

    return product(Columns(1, d, "r"), lambda r: product(Columns(1, n, "c"), lambda c: factor(r, c)))


def tilted(x: Entry, i: Number, j: Number) -> Number:
    """X_{ij} times the product of 4 x (1 - x) over all entries of X."""
    return x(i, j) * bump(x, i, j)


def entries_of(matrix: MatrixOperand) -> Entry:
    """X = matrix."""
    return lambda i, j: matrix[i, j]


def centre_entries(matrix: MatrixOperand) -> Entry:
    """X = C_L for L = matrix: the centre L + delta/2 of the cube S_L."""
    return lambda i, j: matrix[i, j] + 1 / (2 * m)


def cube_entries(matrix: MatrixOperand) -> Entry:
    """X = C_L for the L with matrix in S_L: each entry is rounded down to a multiple of delta, and delta/2 is added."""
    return lambda i, j: floor(m * matrix[i, j]) / m + 1 / (2 * m)


def offset_entries(h: MatrixOperand) -> Entry:
    """X = L + h, L the point: what runs through S_L as h runs through [0, delta]^(d x n)."""
    return lambda i, j: point[i, j] + h[i, j]


def bump_power(i: Number, j: Number, q: int) -> Number:
    """The integral of bump(X)_{ij}^q over the cube S_L, L the point."""
    return _product_of_integrals(lambda x, r, c: 4 * x * (1 - x), q)


def tilted_power(i: Number, j: Number, q: int) -> Number:
    """The integral of tilted(X)_{ij}^q over the cube S_L, L the point."""
    return _product_of_integrals(lambda x, r, c: 4 * x * (1 - x) * when((r == i) & (c == j), x, 1), q)


def _product_of_integrals(factor: Callable[[Number, Number, Number], Number], q: int) -> Number:
    """The integral over S_L of the q-th power of the product of factor(x, r, c) over all entries x of X (Fubini).

    The integral over [0, delta] for one entry is that over [0, delta]^(d x n), over delta^(dn - 1).
    """

    def of_entry(r: Number, c: Number) -> Number:
        along = integral(1 / m, lambda h: factor(point[r, c] + h[r, c], r, c) ** q)
        return along * m ** (d * n - 1)

    return product(Columns(1, d, "r"), lambda r: product(Columns(1, n, "c"), lambda c: of_entry(r, c)))


def distance_to(power: Callable[[Number, Number, int], Number], value: Number, i: Number, j: Number, p: int) -> Number:
    """The integral of (f(X)_{ij} - value)^p over S_L, expanded in the integrals `power` of f(X)_{ij}^q."""
    expanded = power(i, j, p)
    for q in range(1, p):
        expanded = expanded + comb(p, q) * (-value) ** (p - q) * power(i, j, q)
    return expanded + (-value) ** p / m ** (d * n)


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
