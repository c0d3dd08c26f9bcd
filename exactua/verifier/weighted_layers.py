"""The layers whose limits are followed, by their weights, and the matrices that they are made of."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from .rationals import tidy
from .values import Column, Json, Piece, Rational, Weights
from .weights import Layer, Weighing

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
