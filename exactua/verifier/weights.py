"""Vectors and matrices of weights, and what they make of columns (format, section 4)."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from typing import TypeAlias

from .operators import REALS
from .rationals import tidy
from .records import array, encode, rational
from .refusals import NOT_RECHECKED, demand
from .terms import Context
from .values import Json, Matrix, Number, Rational, Weights

Layer: TypeAlias = "tuple[Callable[..., Matrix], int, dict[str, int]]"  # number of weights, quantities


class Weighing:
    """Reads vectors and matrices of weights, with these values of the variables of families and tables around them.

    `real` says whether one of them was a real; the work at it is taken from `budget`.
    """

    def __init__(self, around: dict[str, Rational], budget: list[int] | None = None):
        self.inside, self.known, self.real = bool(around), {"constant": 1, **around}, False
        self.context = Context({}, {}, {}, [0] if budget is None else budget)

    def vector(self, values: Json, length: int | None = None) -> list[Number]:
        """A vector, of this length if one is given."""
        numbers = []
        for value in array(values, length):
            if isinstance(value, list):
                self.real = True
                numbers.append(self.context.constant(real_weight(value)))
                continue
            terms = value if self.inside and isinstance(value, dict) else {"constant": value}
            demand("constant" in terms, "a weight without a constant")
            numbers.append(tidy(sum(rational(x) * self.known[key] for key, x in terms.items())))
        return numbers

    def matrix(self, value: Json, rows: int | None, columns: int | None) -> Weights:
        """A matrix of this shape; without a number of columns, all rows are as long as the first."""
        weights = list[list[Number]]()
        for row in array(value, rows):
            weights.append(self.vector(row, len(weights[0]) if weights and columns is None else columns))
        return weights


def real_weight(value: Json) -> Json:
    """The term that a weight is which is an array: rationals are quotients in it, and powers have exponents >= 0."""
    if not isinstance(value, list):
        number = rational(value)
        return ["/", *map(encode, (number.numerator, number.denominator))]
    op, *x = value
    if op == "^":
        base, e = x
        demand(type(e) is int, "an exponent in a weight is not an integer")
        return ["^", real_weight(base), e] if e >= 0 else ["/", 1, ["^", real_weight(base), -e]]
    known = op in ("+", "*", *REALS) or not isinstance(op, str)
    demand(known, f"the operator {op!r} in a weight", NOT_RECHECKED)
    return [op, *map(real_weight, x)]


def image(weights: Weights, columns: Iterable[Iterable[Number]]) -> Weights:
    """The columns of weights times the matrix that has these columns."""
    return [[sum(map(operator.mul, row, column)) for row in weights] for column in columns]


def added(Z: Matrix, *changes: Iterable[Iterable[Number]]) -> Matrix:
    """Z plus matrices that have these columns."""
    return tuple(tuple(tidy(sum(x)) for x in zip(*c, strict=True)) for c in zip(Z, *changes, strict=True))


def cleared(vectors: Iterable[Iterable[Number]]) -> tuple[Weights, int]:
    """These vectors times their common denominator, and this denominator; integers are faster than fractions."""
    vectors, common = list(map(list, vectors)), 1
    for denominator in {x.denominator for vector in vectors for x in vector}:
        common = tidy(math.lcm(common, denominator))
    return [[x.numerator * (common // x.denominator) for x in vector] for vector in vectors], common
