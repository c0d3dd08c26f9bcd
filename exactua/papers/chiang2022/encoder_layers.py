"""Layers as the authors' programs write them down, in PyTorch's terms: heads with W^Q, W^K, W^V, W^O, two linear maps.

PyTorch counts entries of a column from 0; rows here count from 1. Rows of a head's matrices that are 0 are left out.
PyTorch divides the scores of a head by the root of its head size, the number of rows divided by the number of heads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import sqrt
from exactua.networks import RELU, AttentionHead, FeedForwardLayer, LayerNormalisation

Entries = Mapping[int, int | Rational]
"""The entries of a row that are not 0, by their place, counted from 0 as in the programs."""


def row_of(d: int, entries: Entries) -> list[int | Rational]:
    """A row of d entries, [0, ..., 0] but for these."""
    return [entries.get(i, 0) for i in range(d)]


def column_of(d: int, entries: Entries) -> list[list[int | Rational]]:
    """The same as a d x 1 matrix."""
    return [[entry] for entry in row_of(d, entries)]


def head(d: int, heads: int, *, query: Entries, key: Entries, value: Entries, output: Entries) -> AttentionHead:
    """A head of head size d / heads of which one row of W^Q and W^K, one of W^V and one column of W^O are not 0."""
    scale = 1 / sqrt(Rational(d, heads))
    W_Q = [scale * entry if entry else 0 for entry in row_of(d, query)]
    return AttentionHead(W_O=column_of(d, output), W_V=[row_of(d, value)], W_K=[row_of(d, key)], W_Q=[W_Q])


def feed_forward(
    W_1: Sequence[Entries], b_1: Sequence[int], W_2: Mapping[int, Sequence[int]], d: int
) -> FeedForwardLayer:
    """linear1 with these rows and bias, relu, and linear2 with these rows: all else of linear2 is 0, its bias too."""
    none = [0] * len(W_1)
    return FeedForwardLayer([row_of(d, row) for row in W_1], b_1, [W_2.get(i, none) for i in range(d)], [0] * d, RELU)


def norm(d: int, eps: Rational) -> LayerNormalisation:
    """PyTorch's layer normalisation as it is made, with weight 1 and bias 0."""
    return LayerNormalisation([1] * d, [0] * d, eps)


def only_kept(d: int, kept: int) -> FeedForwardLayer:
    """Sets all entries of (x, -x) to 0 but one of x and its mirror: linear1 is the identity, linear2 gives |x| back.

    The relu of x is in the first half, that of -x in the second: relu(-x) - relu(x) = -x is added to x, and x to -x.
    """
    half = d // 2
    rows = {}
    for i in range(d):
        mirror = (i + half) % d
        if kept not in (i, mirror):
            rows[i] = [{i: -1, mirror: 1}.get(j, 0) for j in range(d)]
    return feed_forward([{i: 1} for i in range(d)], [0] * d, rows, d)


def mirrored(rows: Sequence[Sequence[int | Rational]]) -> list[list[int | Rational]]:
    """x and -x, one below the other: torch.cat([x, -x], dim=-1)."""
    return [*map(list, rows), *([-entry for entry in row] for row in rows)]
