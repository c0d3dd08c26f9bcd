"""What the steps of several properties say: terms about columns of points, of images, and of pairs [L L']."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.claim import Claim, Operands
from exactua.commands.ask.record import Side
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


def states_attained(
    claim: Claim,
    pair: tuple[Matrix, Matrix],
    says: str,
    distance: Callable[[Operands], Number],
    squared: Rational,
) -> None:
    """Adds the step that the pair of points (which may be one point twice) has this squared distance."""
    first, second = pair
    over = pairs_of(listed("the nearest", [first] if first == second else [first, second]))

    def both(_: Operands) -> Truth:
        i, j = next((i, j) for i, row in enumerate(first) for j, entry in enumerate(row) if entry != second[i][j])
        return (point[i + 1, j + 1] == exact(first[i][j])) & (point[i + 1, j + 1 + n] == exact(second[i][j]))

    options = {} if first == second else {"given": both}

    @claim.states(says, over=(over,), name="attained", **options)
    def attained(at: Operands) -> Truth:
        return distance(at) == exact(squared)


def column_of(side: Side) -> int:
    """The column of a point that counts, from 1."""
    assert side.column is not None
    return side.column


def over_pairs(spec: DomainSpec) -> tuple[DomainSpec, ...]:
    """The domain of all pairs of these points."""
    return (pairs_of(spec),)
