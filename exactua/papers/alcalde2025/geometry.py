"""Inner products, quadratic forms and convex hulls of tokens, as operands of steps (Alcalde et al. 2025).

A configuration is a matrix whose columns are tokens; a vector is a function of its coordinate, 1, ..., d.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, greatest, number, some, total

Place = Number | int
Vector = Callable[[Place], Number]
"""What gives coordinate k."""


def token(X: MatrixOperand, i: Place) -> Vector:
    """x_i."""
    return lambda k: X[k, i]


def origin(_: Place) -> Number:
    """0."""
    return number(0)


def minus(x: Vector, y: Vector) -> Vector:
    """x - y."""
    return lambda k: x(k) - y(k)


def inner(x: Vector, y: Vector, rows: Columns) -> Number:
    """<x, y>."""
    return total(rows, lambda k: x(k) * y(k))


def square(x: Vector, rows: Columns) -> Number:
    """|x|^2."""
    return inner(x, x, rows)


def squared_diameter(X: MatrixOperand, columns: Columns, rows: Columns) -> Number:
    """The diameter of conv{x_i}, squared: the greatest squared distance of two tokens."""
    return greatest(columns, lambda i: greatest(columns, lambda j: square(minus(token(X, i), token(X, j)), rows)))


def in_hull(y: Vector, X: MatrixOperand, columns: Columns, rows: Columns) -> Truth:
    """Whether y is in conv{x_i}, for d = 1 and d = 2.

    By Caratheodory: y is on a segment of two tokens, where x - y and x' - y are opposite, or inside of a triangle of
    three, around which they all turn one way. For d = 1 every x(1) y(d) - x(d) y(1) is 0, and segments decide.
    """
    d = number(rows.hi)

    def turn(i: Number, j: Number) -> Number:
        a, b = minus(token(X, i), y), minus(token(X, j), y)
        return a(1) * b(d) - a(d) * b(1)

    def on_segment(i: Number, j: Number) -> Truth:
        opposite = inner(minus(token(X, i), y), minus(token(X, j), y), rows) <= 0
        return (turn(i, j) == 0) & opposite

    def in_triangle(i: Number, j: Number, k: Number) -> Truth:
        return (turn(i, j) > 0) & (turn(j, k) > 0) & (turn(k, i) > 0)

    return some(columns, lambda i: some(columns, lambda j: on_segment(i, j))) | some(
        columns, lambda i: some(columns, lambda j: some(columns, lambda k: in_triangle(i, j, k)))
    )


def times_positive(x: Vector, rows: Columns) -> Vector:
    """B x for the B of `dynamics.positive`: x_k and the sum of all coordinates."""
    return lambda k: x(k) + total(rows, x)


def mixed(x: Vector, share: Number, y: Vector) -> Vector:
    """share x + (1 - share) y."""
    return lambda k: share * x(k) + (1 - share) * y(k)
