"""The layers of a network by their weights, one after the other, with the matrices that they are made of."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from .attention import read_heads
from .feed_forward import read_activation
from .layers import TURNS
from .rationals import tidy
from .refusals import NOT_RECHECKED, demand
from .values import Column, Json, Piece, Rational, Weights
from .weights import Weighing

WeightedLayer: TypeAlias = "Attention | Hidden | Encoding"
State: TypeAlias = "tuple[WeightedLayer, tuple[Column, ...]]"  # a layer, and the exact state before it


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


def weighted_layers(items: Json, d: int, around: dict[str, Rational] | None = None) -> Iterator[WeightedLayer]:
    """Every layer in order, families and tables unrolled; items that a Network has read before."""
    known = around or {}
    for item in items:
        ((kind, body),) = item.items()
        entries = Weighing(known)
        if kind == "group":
            yield from weighted_layers(body["items"], d, known)
        elif kind in TURNS:
            names, count, turn = TURNS[kind](body)
            for k in range(count):
                yield from weighted_layers(body["items"], d, {**known, **dict(zip(names, turn(k), strict=True))})
        elif kind == "attention":
            heads, _ = read_heads(body["heads"], d, entries)
            made = [Head(matrix_product(O, V), K, Q, b) for O, V, K, Q, b in heads]  # noqa: E741
            yield Attention(body["tie_rule"], body.get("mask"), made)
        elif kind == "feed_forward":
            b_1, pieces = entries.vector(body["b_1"]), read_activation(body["activation"])
            W_1, W_2 = entries.matrix(body["W_1"], len(b_1), d), entries.matrix(body["W_2"], d, len(b_1))
            yield Hidden(W_1, b_1, W_2, entries.vector(body["b_2"], d), pieces)
        else:
            demand(kind == "positional encoding", f"the limit of a layer of the kind {kind!r}", NOT_RECHECKED)
            yield Encoding(list(zip(*Weighing({}).matrix(body["E"], d, None), strict=True)))


def matrix_product(a: Weights, b: Weights) -> Weights:
    """a times b."""
    return [[tidy(dot_product(row, column)) for column in zip(*b, strict=True)] for row in a]


def dot_product(a: Iterable[Rational], b: Iterable[Rational]) -> Rational:
    """The sum of a_k b_k."""
    made: Rational = sum(map(operator.mul, a, b))
    return made


def affine_image(
    weights: Weights, column: Iterable[Rational], bias: Iterable[Rational] | None = None
) -> list[Rational]:
    """weights times column, plus a bias."""
    made, column = [], list(column)
    for row, b in zip(weights, bias or [0] * len(weights), strict=True):
        made.append(tidy(dot_product(row, column) + b))
    return made
