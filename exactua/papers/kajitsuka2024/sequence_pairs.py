"""Two sequences [X X'] as one point: their columns, and whether their vocabularies V = {X_{:,1}, ..., X_{:,n}} agree.

A vocabulary is a set (Sec. 3.1): order and repetitions of tokens are not in it.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Operands
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, point, some


def first(at: Operands, Z: MatrixOperand = point) -> MatrixOperand:
    """X, the columns 1, ..., n of [X X']."""
    return Z.columns(1, at.n)


def second(at: Operands, Z: MatrixOperand = point) -> MatrixOperand:
    """X', the columns n + 1, ..., 2n of [X X']."""
    return Z.columns(at.n + 1, 2 * at.n)


def same_column(rows: Columns, X: MatrixOperand, k: Number | int, Y: MatrixOperand, j: Number | int) -> Truth:
    """X_{:,k} = Y_{:,j} in these rows."""
    return every(rows, lambda i: X[i, k] == Y[i, j])


def same_vocabulary(at: Operands, rows: Columns) -> Truth:
    """V = V' for the tokens in these rows: every token of X is one of X', and every token of X' is one of X."""
    X, Y = first(at), second(at)
    return _within(at, rows, X, Y) & _within(at, rows, Y, X)


def _within(at: Operands, rows: Columns, X: MatrixOperand, Y: MatrixOperand) -> Truth:
    return every(at.columns, lambda k: some(Columns(1, at.n, "l"), lambda j: same_column(rows, X, k, Y, j)))


def for_all_places(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """The condition for all k, j in [n]."""
    return every(Columns(1, at.n, "k"), lambda k: every(Columns(1, at.n, "l"), lambda j: condition(k, j)))


def for_some_places(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """The condition for some k, j in [n]."""
    return some(Columns(1, at.n, "k"), lambda k: some(Columns(1, at.n, "l"), lambda j: condition(k, j)))
