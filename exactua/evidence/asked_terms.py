"""Terms of which the steps of `ask` are made: columns of points, of images, and of pairs [L L'].

`ask` writes them, and what its certificates say is read by writing them again.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.grids.categories import DomainSpec, d, n, pairs_of
from exactua.grids.finite import listed
from exactua.terms.language import rational
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, point, select, some, total, when

rows = Columns(1, d, "i")
columns = Columns(1, n, "k")
other_columns = Columns(1, n, "l")

first = point.columns(1, n)
"""L of a pair [L L']."""
second = point.columns(n + 1, 2 * n)
"""L' of a pair [L L']."""


def exact(value: Rational) -> Number:
    """A rational number as a term."""
    return Number(rational(value))


def one_of(values: Sequence[Rational], index: Number) -> Number:
    """The value of this number, from 1."""
    return exact(values[0]) if len(values) == 1 else select(index, [exact(value) for value in values])


def unequal(x: Number, y: Number) -> Truth:
    """x != y."""
    return x != y


def norm_squared(Z: MatrixOperand, k: Number | int) -> Number:
    """||Z_k||^2 of column k."""
    return total(rows, lambda i: Z[i, k] ** 2)


def distance_squared(Z: MatrixOperand, k: Number | int, W: MatrixOperand, j: Number | int) -> Number:
    """||Z_k - W_j||^2 of two columns."""
    return total(rows, lambda i: (Z[i, k] - W[i, j]) ** 2)


def same_column(Z: MatrixOperand, k: Number, W: MatrixOperand, j: Number) -> Truth:
    """Z_k = W_j."""
    return every(rows, lambda i: Z[i, k] == W[i, j])


def points_differ(_: object = None) -> Truth:
    """X and X' are two points; as a hypothesis it is said of any operands."""
    return ~(first == second)


def tokens_differ(_: object = None) -> Truth:
    """Two of the tokens of X and X' differ: where all are one token, nothing must differ."""
    return some(columns, lambda k: some(other_columns, lambda j: ~same_column(first, k, second, j)))


def different(Z: MatrixOperand, W: MatrixOperand) -> Truth:
    """Z != W."""
    return ~(Z == W)


def different_columns(Z: MatrixOperand) -> Truth:
    """All n columns are different."""
    return every(columns, lambda k: every(Columns(k + 1, n, "l"), lambda j: ~same_column(Z, k, Z, j)))


def same_vocabulary(Z: MatrixOperand, W: MatrixOperand) -> Truth:
    """Both have the same set of columns."""
    there = every(columns, lambda k: some(other_columns, lambda j: same_column(Z, k, W, j)))
    back = every(columns, lambda k: some(other_columns, lambda j: same_column(W, k, Z, j)))
    return there & back


def permutation(Z: MatrixOperand, W: MatrixOperand) -> Truth:
    """Z is a permutation of W: every column of Z occurs as often in W."""

    def occurrences(of: MatrixOperand, column: Number) -> Number:
        return total(other_columns, lambda j: when(same_column(of, j, Z, column), 1, 0))

    return every(columns, lambda k: occurrences(Z, k) == occurrences(W, k))


def norm_of(u: Sequence[Rational]) -> Rational:
    """u^T u."""
    return sum(entry**2 for entry in u)


def these_two(X: Matrix, Y: Matrix) -> Truth:
    """The pair [L L'] is that of these two different points."""
    i, j = next((i, j) for i, row in enumerate(X) for j, entry in enumerate(row) if entry != Y[i][j])
    return (point[i + 1, j + 1] == exact(X[i][j])) & (point[i + 1, j + 1 + n] == exact(Y[i][j]))


def nearest_two(X: Matrix, Y: Matrix) -> DomainSpec:
    """The pairs of these two points, which may be one twice."""
    return pairs_of(listed("the nearest", [X] if X == Y else [X, Y]))
