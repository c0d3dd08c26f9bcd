"""The kernel for any network: every layer applied to a whole batch of matrices at once, with its full weights.

A batch of d x n matrices is a tuple of d rows, each a `Batch` of shape (n, points). No layer is passed over, so there
is no shortcut to be justified, except for the tables of which `kernels.tables` knows what they move; what differs from
the literal layers is that all points take a step together, and that numbers are integers over a common denominator.
Its literal twin is `networks.Network`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd, lcm
from typing import Any, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.kernels.tables import CatchingTable, steps
from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, TieRule
from exactua.networks.items import Item, Layer
from exactua.numbers.batches import Batch, BoolArray, broadcast, choose, stack
from exactua.numbers.rationals import Rational

Rows: TypeAlias = tuple[Batch, ...]
"""A batch of d x n matrices: d rows of shape (n, points)."""


def through(items: Iterable[Item | CatchingTable], rows: Rows, counts: Batch | None = None) -> Rows:
    """The states after these items; with `counts`, after so many of their layers as each point says.

    Items may be layers, and a table may be given as its kernel, so that many batches don't prepare it again.
    """
    number = 0
    for step in steps(items):
        moving = None if counts is None else counts > number
        if moving is not None and not moving.any():
            break
        if isinstance(step, CatchingTable):
            limits = None if counts is None else _clipped(counts - number, step.count)
            rows = tuple(_reduced(row) for row in step(rows, limits))
            number += step.count
            continue
        after = tuple(_reduced(row) for row in _applied(step, rows))
        if moving is not None and not moving.all():
            after = tuple(
                choose(np.broadcast_to(moving, row.numerators.shape), row, old)
                for row, old in zip(after, rows, strict=True)
            )
        rows, number = after, number + 1
    return rows


def _clipped(counts: Batch, most: int) -> NDArray[np.int64]:
    """The least integers from these numbers on, but at least 0 and at most `most`."""
    whole = -(-counts).floor()
    return np.clip(whole.numerators, 0, most).astype(np.int64)


def stacked(matrix: Sequence[Sequence[Any]], points: int) -> Rows:
    """The rows of a matrix whose entries are batches of shape (points,), or numbers that all points share."""
    return tuple(stack([broadcast(entry, points) for entry in row]) for row in matrix)


def entries(rows: Rows) -> tuple[tuple[Batch, ...], ...]:
    """The matrix with a batch of shape (points,) for each entry."""
    return tuple(tuple(row[j] for j in range(row.numerators.shape[0])) for row in rows)


def _applied(layer: Layer, rows: Rows) -> Rows:
    if isinstance(layer, AttentionLayer):
        return _attention(layer, rows)
    if isinstance(layer, FeedForwardLayer):
        return _feed_forward(layer, rows)
    return stacked(layer.apply(entries(rows)), rows[0].numerators.shape[1])


def _attention(layer: AttentionLayer, rows: Rows) -> Rows:
    result = list(rows)
    for head in layer.heads:
        values = [_combination(row, rows) for row in head.W_V]
        weights = _Attended(head, layer.tie_rule, rows)
        attended = [None if value is None else weights(value) for value in values]
        for i, outer in enumerate(head.W_O):
            added = _sum(one * mpq(weight) for weight, one in zip(outer, attended, strict=True) if weight and one)
            if added is not None:
                result[i] = result[i] + added
    return tuple(result)


class _Attended:
    """The hardmax of one head at a batch: for each column, which columns it attends to."""

    def __init__(self, head: AttentionHead, tie_rule: TieRule, rows: Rows) -> None:
        shape = rows[0].numerators.shape
        keys = [_combination(row, rows) for row in head.W_K]
        queries = [
            _shifted(_combination(row, rows), mpq(bias), shape) for row, bias in zip(head.W_Q, head.b_Q, strict=True)
        ]
        scores = _sum(_outer(key, query) for key, query in zip(keys, queries, strict=True) if key is not None)
        n, points = shape
        if scores is None:
            chosen: BoolArray = np.ones((n, n, points), dtype=np.bool_)
        else:
            numerators = scores.numerators
            chosen = (numerators == numerators.max(axis=0)).astype(np.bool_)
        if tie_rule is not TieRule.AVERAGE:
            order = chosen if tie_rule is TieRule.LEFTMOST else chosen[::-1]
            first = order.argmax(axis=0)
            only = np.arange(n)[:, None, None] == first
            chosen = only if tie_rule is TieRule.LEFTMOST else only[::-1]
        self.chosen = chosen
        self.counts = chosen.sum(axis=0)

    def __call__(self, values: Batch) -> Batch:
        """The attended numbers for each column, shape (n, points); `values` has the number of each column."""
        n = values.numerators.shape[0]
        low, high = min(0, values.low) * n, max(0, values.high) * n
        numerators = values.numerators
        if not (low > -(2**62) and high < 2**62):
            numerators = numerators.astype(object)
        total = Batch(np.where(self.chosen, numerators[:, None, :], 0).sum(axis=0), values.denominator, low, high)
        if (self.counts == 1).all():
            return total
        common = lcm(*(int(count) for count in np.unique(self.counts)))
        counts = self.counts if common < 2**62 else self.counts.astype(object)
        shared: Batch = total * Batch.of(common // counts, common)
        return shared


def _feed_forward(layer: FeedForwardLayer, rows: Rows) -> Rows:
    shape = rows[0].numerators.shape
    hidden = []
    for weights, bias in zip(layer.W_1, layer.b_1, strict=True):
        argument = _shifted(_combination(weights, rows), mpq(bias), shape)
        pieces = layer.activation.pieces
        value = argument * pieces[-1].slope + pieces[-1].intercept
        for piece in reversed(pieces[:-1]):
            assert piece.stop is not None
            below = argument <= piece.stop if piece.stop_closed else argument < piece.stop
            value = choose(below, argument * piece.slope + piece.intercept, value)
        hidden.append(value)
    result = []
    for row, weights, bias in zip(rows, layer.W_2, layer.b_2, strict=True):
        added = _combination(weights, tuple(hidden))
        result.append((row if added is None else row + added) + mpq(bias))
    return tuple(result)


def _combination(weights: Sequence[Any], rows: Sequence[Batch]) -> Batch | None:
    """The sum of weight * row; None where all weights are 0."""
    return _sum(row * mpq(weight) for weight, row in zip(weights, rows, strict=True) if weight)


def _sum(parts: Iterable[Batch]) -> Batch | None:
    total: Batch | None = None
    for part in parts:
        total = part if total is None else total + part
    return total


def _shifted(row: Batch | None, bias: Rational, shape: tuple[int, ...]) -> Batch:
    return broadcast(bias, shape) if row is None else row + bias


def _outer(key: Batch, query: Batch) -> Batch:
    """The products key_k query_j: shape (n, n, points), the first axis that of the keys."""
    first = Batch(key.numerators[:, None, :], key.denominator, key.low, key.high)
    second = Batch(query.numerators[None, :, :], query.denominator, query.low, query.high)
    return first * second


def _reduced(row: Batch) -> Batch:
    """The same numbers with the least bound and the least denominator."""
    row = row.tightened()
    if row.denominator == 1 or not row.numerators.size:
        return row
    shared = row.denominator
    if row.numerators.dtype == object or shared >= 2**62:
        for value in row.numerators.flat:
            shared = gcd(shared, int(value))
            if shared == 1:
                return row
    else:
        shared = gcd(shared, int(np.gcd.reduce(row.numerators, axis=None)))
    if shared == 1:
        return row
    numerators = row.numerators.astype(object) if shared >= 2**62 else row.numerators
    return Batch.of(numerators // shared, row.denominator // shared)
