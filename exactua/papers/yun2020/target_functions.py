"""Functions f in F_PE that stand for any in Lemma 4 and Theorem 2: polynomials on [0, 1]^(d x n), 0 outside.

    bump(X)_{ij}    =  product of 4 x (1 - x) over all entries x of X
    tilted(X)_{ij}  =  X_{ij} bump(X)_{ij}

Both are permutation equivariant, 0 on every face of [0, 1]^(d x n), hence continuous, and 0 <= f <= 1. A factor
4 x (1 - x) is in [0, 1] and changes by at most 4 |x - y|, a factor x by |x - y|, and a product of factors in [0, 1] by
the sum of what they change by at most. So |f(X) - f(Y)| <= K ||X - Y||_inf for each entry, K = 4 d n for bump and
4 d n + 1 for tilted. Where X or Y is outside, the line between them passes a face, and f is 0 there and outside.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb

from exactua.grids.categories import d, m, n
from exactua.terms.tracing import Columns, MatrixOperand, Number, floor, integral, point, product, when

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

    def one(r: Number, c: Number) -> Number:
        along = integral(1 / m, lambda h: factor(point[r, c] + h[r, c], r, c) ** q)
        return along * m ** (d * n - 1)

    return product(Columns(1, d, "r"), lambda r: product(Columns(1, n, "c"), lambda c: one(r, c)))


def distance_to(power: Callable[[Number, Number, int], Number], value: Number, i: Number, j: Number, p: int) -> Number:
    """The integral of (f(X)_{ij} - value)^p over S_L, expanded in the integrals `power` of f(X)_{ij}^q."""
    expanded = power(i, j, p)
    for q in range(1, p):
        expanded = expanded + comb(p, q) * (-value) ** (p - q) * power(i, j, q)
    return expanded + (-value) ** p / m ** (d * n)
