"""Layers in integers: what a layer makes of a state that is written in units in which its entries are whole.

The same as attention, feed-forward layers and positional encodings make of rationals, number by number; only states
that are whole in the same units again are made, or the units are refused as too coarse. No integer is too long for
Python.
"""

from __future__ import annotations

import math
import operator
from bisect import bisect_left
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeAlias

from .attention import TIE_RULES, attended_columns
from .values import Column, Json, Matrix, Number, Weights
from .weights import Attention, Encoding, Hidden, WeightedLayer

Rows: TypeAlias = "tuple[tuple[int, ...], ...]"  # of a matrix of integers
Whole: TypeAlias = "tuple[tuple[int, ...], ...]"  # the columns of a state, in some units
Applied: TypeAlias = (
    "Callable[[WholeState, Iterable[int]], Whole]"  # a layer, in some units, at columns that it may change
)

LONGEST_DENOMINATOR = 1_000  # bits of that of all weights of a layer; what has more is left to the layers of rationals


class Coarse(Exception):
    """In these units a state is not whole; in units that are finer by a factor it is."""

    def __init__(self, factor: int):
        super().__init__(factor)
        self.factor = factor


class Unsuited(Exception):
    """What is left to the layers of rationals: other numbers, or long ones."""


class WholeState:
    """A state in integers, with the images of its columns that were asked for."""

    __slots__ = ("columns", "images")

    def __init__(self, columns: Whole):
        self.columns, self.images = columns, dict[Rows, list[list[int]]]()

    def image(self, rows: Rows) -> list[list[int]]:
        """The columns of the matrix with these rows times the state."""
        if rows not in self.images:
            self.images[rows] = [[sum(map(operator.mul, row, column)) for row in rows] for column in self.columns]
        return self.images[rows]


def whole_columns(Z: Iterable[Column], unit: int) -> Whole:
    """A matrix in units of 1 / unit."""
    columns = []
    for column in Z:
        if any(type(x) is not int and type(x) is not Fraction for x in column):
            raise Unsuited
        for x in column:
            if unit % x.denominator:
                raise Coarse(x.denominator // math.gcd(unit, x.denominator))
        columns.append(tuple([x.numerator * (unit // x.denominator) for x in column]))
    return tuple(columns)


def in_units(state: Whole, unit: int) -> Matrix:
    """The same as a matrix of rational numbers."""
    return tuple(tuple([Fraction(x, unit) if x % unit else x // unit for x in column]) for column in state)


def integral(vectors: Iterable[Iterable[Number]]) -> tuple[list[list[int]], int]:
    """These vectors times their common denominator, and this denominator, if it is short."""
    vectors, common = list(map(list, vectors)), 1
    for denominator in {x.denominator for vector in vectors for x in vector}:
        common = math.lcm(common, denominator)
        if common.bit_length() > LONGEST_DENOMINATOR:
            raise Unsuited
    return [[x.numerator * (common // x.denominator) for x in vector] for vector in vectors], common


def shortened(weights: Weights) -> tuple[int, Rows]:
    """A matrix as a positive number times rows of integers without a common divisor; of integers, this number too."""
    integers, _ = integral(weights)
    divisor = math.gcd(*(x for row in integers for x in row)) or 1
    return divisor, tuple(tuple(x // divisor for x in row) for row in integers)


def divided(numbers: Iterable[int], divisor: int) -> list[int]:
    """The quotients, once they are whole."""
    quotients, rests = list[int](), 0
    for x in numbers:
        quotient, rest = divmod(x, divisor)
        quotients.append(quotient)
        rests = math.gcd(rests, rest)
    if rests:
        raise Coarse(divisor // math.gcd(divisor, rests))
    return quotients


def attention_in_integers(layer: Attention, unit: int) -> Applied:
    """An attention layer. Scores are only compared, so some positive multiple of the keys and of each query will do.

    For the same reason a query of size 1 is replaced by its sign. Columns with the same query that attend to the same
    columns are changed by the same, which is computed once.
    """
    tie_rule, heads = TIE_RULES[layer.tie_rule], []
    scaled, common = integral(row for head in layer.heads for row in head.M)
    for k, (M, W_K, W_Q, b_Q) in enumerate(layer.heads):
        (*rows, bias), _ = integral([*W_Q, b_Q])
        factor, queries = shortened(rows)
        heads.append((
            scaled[k * len(M) : (k + 1) * len(M)], shortened(W_K)[1], queries, factor, [b * unit for b in bias],
        ))  # fmt: skip

    def apply(state: WholeState, places: Iterable[int]) -> Whole:
        Z = state.columns
        changed = list(Z)
        for M, W_K, W_Q, factor, bias in heads:
            keys, queries, changes = state.image(W_K), state.image(W_Q), dict[Json, list[int]]()
            for j in places:
                if len(bias) == 1:
                    score = queries[j][0] * factor + bias[0]
                    query: tuple[int, ...] = ((score > 0) - (score < 0),)
                else:
                    query = tuple([x * factor + b for x, b in zip(queries[j], bias, strict=True)])
                met = None if layer.mask is None else tuple(attended_columns(layer.mask, j, len(Z)))
                if (query, met) not in changes:
                    changes[query, met] = attended(M, Z, keys, query, met)
                changed[j] = tuple(map(operator.add, changed[j], changes[query, met]))
        return tuple(changed)

    def attended(
        M: Weights, Z: Whole, keys: list[list[int]], query: tuple[int, ...], met: tuple[int, ...] | None
    ) -> list[int]:
        """M times the mean of the columns with the greatest scores."""
        if met == ():  # it attends to nothing
            return [0] * len(M)
        columns = range(len(Z)) if met is None else met
        if len(query) == 1:
            scores = [keys[k][0] * query[0] for k in columns]
        else:
            scores = [sum(map(operator.mul, keys[k], query)) for k in columns]
        best = max(scores)
        maximal = [Z[k] for k, score in zip(columns, scores, strict=True) if score == best][tie_rule]
        sums = maximal[0] if len(maximal) == 1 else list(map(sum, zip(*maximal, strict=True)))
        change = [sum(map(operator.mul, row, sums)) for row in M]
        divisor = common * len(maximal)
        return change if divisor == 1 else divided(change, divisor)

    return apply


def feed_forward_in_integers(layer: Hidden, unit: int) -> Applied:
    """A feed-forward layer: node by node, the piece of the activation and what it adds, an affine function there."""
    nodes, pieces, adding = [], layer.pieces, list[list[Number]]()
    ends = [(piece[0], piece[1]) for piece in pieces if piece[0] is not None]
    for row, b, out in zip(layer.W_1, layer.b_1, zip(*layer.W_2, strict=True), strict=True):
        ((*weights, bias),), r = integral([[*row, b]])  # r times the number whose activation it is
        # An integer x is in the first piece of which the last integer, below, is not less than x.
        last = [math.floor(end * unit * r) if closed else math.ceil(end * unit * r) - 1 for end, closed in ends]
        nodes.append((weights, bias * unit, last))
        for _, _, slope, intercept in pieces:
            adding += [[w * slope / Fraction(r) for w in out], [w * intercept * unit for w in out]]
    scaled, common = integral([*adding, [b * unit for b in layer.b_2]])
    constant = scaled.pop()
    affine = list(zip(scaled[::2], scaled[1::2], strict=True))

    def column(z: tuple[int, ...]) -> tuple[int, ...]:
        sums = list(constant)
        for k, (weights, bias, last) in enumerate(nodes):
            x = sum(map(operator.mul, weights, z)) + bias
            slopes, intercepts = affine[k * len(pieces) + bisect_left(last, x)]
            for i, slope in enumerate(slopes):
                sums[i] += slope * x + intercepts[i]
        return tuple(map(operator.add, z, sums if common == 1 else divided(sums, common)))

    def apply(state: WholeState, places: Iterable[int]) -> Whole:
        changed = {z: column(z) for z in {state.columns[j] for j in places}}
        return tuple([changed.get(z, z) for z in state.columns])

    return apply


def encoding_in_integers(layer: Encoding, unit: int) -> Applied:
    """A positional encoding, which is added once it is whole in these units."""
    E = whole_columns(layer.columns, unit)

    def apply(state: WholeState, places: Iterable[int]) -> Whole:
        return tuple([tuple(map(operator.add, z, e)) for z, e in zip(state.columns, E, strict=True)])

    return apply


def in_integers(layer: WeightedLayer, unit: int) -> Applied:
    """A layer in units of 1 / unit."""
    if isinstance(layer, Attention):
        return attention_in_integers(layer, unit)
    return feed_forward_in_integers(layer, unit) if isinstance(layer, Hidden) else encoding_in_integers(layer, unit)
