"""Vectors and matrices of weights, what they make of columns, and layers whose limits are followed, by their weights.

All of them are in section 4 of the format."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from .operators import REALS
from .rationals import tidy
from .records import array, encode, rational
from .refusals import NOT_RECHECKED, demand
from .terms import Context
from .values import Column, Json, Matrix, Number, Piece, Rational, Weights

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


WeightedLayer: TypeAlias = "Attention | Hidden | Encoding"
State: TypeAlias = "tuple[WeightedLayer, tuple[Column, ...]]"  # a layer, and the exact state before it


class LayerKind(NamedTuple):
    """What an item of a kind of layers is: a layer, and its weights where its limits are followed."""

    read: Callable[[Json, int, Weighing], Layer]
    weighted: Callable[[Json, int, Weighing], WeightedLayer] | None = None


class Head(NamedTuple):
    """A head of attention."""

    M: Weights  # W_O W_V
    W_K: Weights
    W_Q: Weights
    b_Q: list[Rational]


class Attention(NamedTuple):
    """An attention layer."""

    tie_rule: str
    mask: Json
    heads: list[Head]


class Hidden(NamedTuple):
    """A feed-forward layer; a piece of its activation is its upper end, whether it has it, slope and intercept."""

    W_1: Weights
    b_1: list[Rational]
    W_2: Weights
    b_2: list[Rational]
    pieces: list[Piece]


class Encoding(NamedTuple):
    """A positional encoding, by its columns."""

    columns: list[Column]


def weighed(layer: WeightedLayer) -> int:
    """About how many weights it has."""
    if isinstance(layer, Attention):
        return sum(len(head.M) * (len(head.M) + len(head.b_Q)) for head in layer.heads)
    return len(layer.W_1) * len(layer.W_2) if isinstance(layer, Hidden) else 1


def matrix_product(a: Weights, b: Weights) -> Weights:
    """a times b."""
    return [[tidy(dot_product(row, column)) for column in zip(*b, strict=True)] for row in a]


def dot_product(a: Iterable[Rational], b: Iterable[Rational]) -> Rational:
    """The sum of a_k b_k."""
    total: Rational = sum(map(operator.mul, a, b))
    return total


def affine_image(
    weights: Weights, column: Iterable[Rational], bias: Iterable[Rational] | None = None
) -> list[Rational]:
    """weights times column, plus a bias."""
    image, column = [], list(column)
    for row, b in zip(weights, bias or [0] * len(weights), strict=True):
        image.append(tidy(dot_product(row, column) + b))
    return image
