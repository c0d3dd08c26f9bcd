"""The weights of a rank-1 Transformer as floats, and the exact network that they are: every float is a rational.

A block is (20), then (3), each with its skip connection and without layer normalisation:

    Z + W_O (v_1^T Z) softmax[(v_1^T Z)^T (v_2^T Z)],     H + W_2 relu(W_1 H + b_1 1^T) + b_2 1^T

After the last block a class has the score r_c^T h + s_c at a token's column h. The network ends with a layer that makes
these scores the first C rows, exactly: h - relu(h) + relu(-h) = 0 takes the skip connection away.
Source: Kajitsuka and Sato 2024, Sec. 5, (20), and Sec. 2.2, (3), (4).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from typing import Final, TypeAlias

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import AttentionHead, FeedForwardLayer, Network, SoftmaxAttentionLayer
from exactua.networks.activations import RELU
from exactua.networks.items import Item
from exactua.plurals import counted

Vector: TypeAlias = tuple[float, ...]
Rows: TypeAlias = tuple[Vector, ...]

ATTENTION: Final = "attention"
"""The stage after the first attention layer: what Theorem 2 speaks of."""
IDS: Final = "ids"
"""The stage after the last block."""
SCORES: Final = "scores"
"""The stage after the read-out, which is the end."""


@dataclass(frozen=True)
class Block:
    """One layer: v_1, v_2, W_O and b_2 have w entries, W_1 is q x w, b_1 has q entries, W_2 is w x q."""

    v_1: Vector
    v_2: Vector
    W_O: Vector
    W_1: Rows
    b_1: Vector
    W_2: Rows
    b_2: Vector


@dataclass(frozen=True)
class Weights:
    """All blocks, and of each class its row r_c of the read-out and its bias s_c."""

    blocks: tuple[Block, ...]
    read_out: Rows
    bias: Vector

    @property
    def width(self) -> int:
        """The number w of rows of a state; at least the number of classes."""
        return len(self.read_out[0])

    @property
    def parameters(self) -> int:
        """The number of trained numbers."""
        return parameters(len(self.blocks), self.width, len(self.blocks[0].b_1), len(self.bias))


def parameters(layers: int, width: int, hidden: int, classes: int) -> int:
    """3w + 2wq + q + w for each layer, and C (w + 1) of the read-out."""
    return layers * (3 * width + hidden * (2 * width + 1) + width) + classes * (width + 1)


def network_of(weights: Weights) -> Network:
    """The exact network of these floats, w rows, with the stages "attention", "ids" and "scores".

    Raises InputError for a weight that is not finite, and for more classes than rows.
    """
    w, classes = weights.width, len(weights.bias)
    if classes > w:
        raise InputError(
            f"width: the scores of {counted(classes, 'class')} need {counted(classes, 'row')}, but there are {w}; "
            f"give a width >= {classes}"
        )
    items: list[Item] = []
    for number, block in enumerate(weights.blocks, 1):
        v_1, v_2, W_O = (
            _exact(vector, f"{name} of layer {number}")
            for name, vector in (("v_1", block.v_1), ("v_2", block.v_2), ("W_O", block.W_O))
        )
        items.append(SoftmaxAttentionLayer([AttentionHead([[entry] for entry in W_O], [v_1], [v_1], [v_2])]))
        W_1, W_2 = (
            _matrix(rows, f"{name} of layer {number}") for name, rows in (("W_1", block.W_1), ("W_2", block.W_2))
        )
        b_1, b_2 = _exact(block.b_1, f"b_1 of layer {number}"), _exact(block.b_2, f"b_2 of layer {number}")
        items.append(FeedForwardLayer(W_1, b_1, W_2, b_2, RELU))
    items.append(_read_out(_matrix(weights.read_out, "the read-out"), _exact(weights.bias, "the read-out's bias")))
    return Network(w, items, {ATTENTION: 1, IDS: len(items) - 1, SCORES: len(items)})


def _read_out(rows: Matrix, bias: tuple[Rational, ...]) -> FeedForwardLayer:
    """h -> (scores, 0, ..., 0), as h + (A - I) relu(h) - (A - I) relu(-h) + s."""
    w = len(rows[0])
    identity = [tuple(Rational(int(i == k)) for k in range(w)) for i in range(w)]
    A = [*rows, *([(Rational(0),) * w] * (w - len(rows)))]
    change = [[a - e for a, e in zip(left, right, strict=True)] for left, right in zip(A, identity, strict=True)]
    minus = [tuple(-entry for entry in row) for row in identity]
    outer = [[*row, *(-entry for entry in row)] for row in change]
    return FeedForwardLayer([*identity, *minus], [0] * (2 * w), outer, [*bias, *([0] * (w - len(rows)))], RELU)


def _matrix(rows: Rows, where: str) -> Matrix:
    return tuple(_exact(row, where) for row in rows)


def _exact(vector: Iterable[float], where: str) -> tuple[Rational, ...]:
    entries = tuple(vector)
    for entry in entries:
        if not isfinite(entry):
            raise InputError(f"weights: {where} has the entry {entry}, which is not a number, so it has no exact value")
    return tuple(mpq(entry) for entry in entries)
