"""Weight matrices of rank 1 as operands (Kajitsuka & Sato 2024, Lemma 3, App. A.2): u v^T with u in R^s, v in R^d."""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.data_set_operands import Vector
from exactua.terms.tracing import Columns, Number, Row, row, total, when

Weight = Callable[[Operands, Number, Number], Number]
"""A weight matrix: the function that gives its entry (row, column)."""


def heads(at: Operands) -> Columns:
    """The rows 1, ..., s of W_K, W_Q and W_V."""
    return Columns(1, at.s, "h")


def inner(at: Operands, x: Row, y: Row) -> Number:
    """x^T y in R^s."""
    return total(heads(at), lambda h: x[h] * y[h])


def key_vector(at: Operands) -> Row:
    """u = (1, 2, ..., s), as `theorem02_weights.u` has it."""
    return row(heads(at), lambda h: h)


def query_vector(at: Operands, kappa: Number) -> Row:
    """u' = kappa times (c, 1, ..., 1) with u^T u' = kappa or -kappa, as `theorem02_weights.u_query` has it."""
    first = (-1) ** (at.s - 1) - total(Columns(2, at.s, "g"), lambda g: g)
    return row(heads(at), lambda h: kappa * when(h == 1, first, 1))


def times(at: Operands, W: Weight, x: Vector) -> Vector:
    """W x, for W of s rows."""
    return lambda h: total(at.rows, lambda i: W(at, h, i) * x(i))


def product_of(at: Operands, W: Weight, x: Vector, other: Weight, y: Vector) -> Number:
    """(W x)^T (W' y)."""
    left, right = times(at, W, x), times(at, other, y)
    return total(heads(at), lambda h: left(h) * right(h))
