"""Any network on a batch of matrices: every layer applied to all of them at once, with its full weights.

A batch of d x n matrices is a tuple of d rows, each a `Batch` of shape (n, points). No layer is passed over, so there
is no shortcut to be justified, except for the tables of which `evaluators.tables` knows what they move. What differs
from the literal layers is that all points take a step together, and that numbers are integers over one denominator.
Its literal twin is `networks.Network`.

Which columns have the largest score is decided exactly: scores are sums of products, and only their order matters.
Where the proven bound allows, they are 64-bit integers. Where keys and queries have at most 62 bits but scores have
not, they are written in limbs of 31 bits: every product of two limbs has at most 62 bits, every limb is collected by
itself, and the carried limbs are compared from the highest on. Where keys or queries are larger, scores are big
integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import gcd, lcm
from typing import Any, Final, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import LIMIT, Batch, BoolArray, IntArray, beside, broadcast, choose, stack
from exactua.arithmetic.rationals import Rational
from exactua.evaluators.tables import CatchingTable, steps
from exactua.networks import AttentionHead, Piece, TieRule
from exactua.networks.items import Item
from exactua.networks.layer import HiddenNodes, Layer

Rows: TypeAlias = tuple[Batch, ...]
"""A batch of d x n matrices: d rows of shape (n, points)."""
Term: TypeAlias = tuple[Any, Batch]
"""A weight with the numbers that it multiplies."""

SCORES_AT_ONCE: Final = 1 << 23
"""Scores that attention layers have in memory at a time, unless one matrix has more."""


class Sizes:
    """How large the integers of batches became: states after each layer, hidden nodes and scores; proven bounds."""

    def __init__(self) -> None:
        self.bits = 0
        """Bits of the largest."""
        self.wide_from: int | None = None
        """The number, from 1, of the first layer with integers that are not in one word of 64 bits."""
        self.layer = 0

    def note(self, batch: Batch) -> Batch:
        """Takes these numbers into account, and gives them back."""
        self.note_bound(max(abs(batch.low), abs(batch.high)))
        return batch

    def note_bound(self, bound: int) -> None:
        """Takes numbers into account that are at most so large."""
        self.bits = max(self.bits, bound.bit_length())
        if bound >= LIMIT and (self.wide_from is None or self.layer < self.wide_from):
            self.wide_from = self.layer


def through(
    items: Iterable[Item | CatchingTable], rows: Rows, counts: Batch | None = None, sizes: Sizes | None = None
) -> Rows:
    """The states after these items; with `counts`, after so many of their layers as each point says.

    Items may be layers, and a table may be given prepared, so that many batches don't prepare it again. `sizes`
    is told how large numbers become.
    """
    number = 0
    sizes = Sizes() if sizes is None else sizes
    for step in steps(items):
        moving = None if counts is None else counts > number
        sizes.layer = number + 1
        if moving is not None and not moving.any():
            break
        if isinstance(step, CatchingTable):
            limits = None if counts is None else _clipped(counts - number, step.count)
            rows = tuple(_reduced(sizes.note(row)) for row in step(rows, limits))
            number += step.count
            continue
        after = tuple(_reduced(sizes.note(row)) for row in _applied(step, rows, sizes))
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


def _applied(layer: Layer, rows: Rows, sizes: Sizes) -> Rows:
    if layer.tie_rule is not None:
        return _attention(layer, rows, sizes)
    if layer.nodes is not None:
        return _feed_forward(layer.nodes, rows, sizes)
    return stacked(layer.apply(entries(rows)), rows[0].numerators.shape[1])


def _attention(layer: Layer, rows: Rows, sizes: Sizes) -> Rows:
    n, points = rows[0].numerators.shape
    most = max(1, SCORES_AT_ONCE // n**2)
    if points > most:
        several = [tuple(row[:, first : first + most] for row in rows) for first in range(0, points, most)]
        return tuple(map(beside, zip(*(_attention(layer, part, sizes) for part in several), strict=True)))
    added: list[list[Term]] = [[] for _ in rows]
    for head in layer.heads:
        weights = _Attended(head, layer, rows, sizes)
        for k, values in enumerate(head.W_V):
            if any(values) and any(outer[k] for outer in head.W_O):
                attended = weights(_combination(zip(values, rows, strict=True), mpq(0), weights.shape).tightened())
                for terms, outer in zip(added, head.W_O, strict=True):
                    terms.append((outer[k], attended))
    shape = rows[0].numerators.shape
    return tuple(_combination([(1, row), *terms], mpq(0), shape) for row, terms in zip(rows, added, strict=True))


class _Attended:
    """The hardmax of one head at a batch: for each column, which columns it attends to."""

    def __init__(self, head: AttentionHead, layer: Layer, rows: Rows, sizes: Sizes) -> None:
        self.shape = n, points = rows[0].numerators.shape
        pairs = [
            (_combination(zip(key, rows, strict=True), mpq(0), self.shape),
             _combination(zip(query, rows, strict=True), mpq(bias), self.shape))
            for key, query, bias in zip(head.W_K, head.W_Q, head.b_Q, strict=True)
            if any(key) and (any(query) or bias)
        ]  # fmt: skip
        if pairs:
            keys, queries = (_reduced(stack([sizes.note(row) for row in side])) for side in zip(*pairs, strict=True))
            sizes.note_bound(bound(keys, queries))
        if layer.mask is None and pairs:
            self.chosen: BoolArray = largest(keys, queries)
        else:
            self.chosen = np.zeros((n, n, points), dtype=np.bool_)
            for seen, columns in _together(layer, n):
                best = largest(keys[:, seen], queries[:, columns]) if pairs else True
                self.chosen[np.ix_(seen, columns)] = best
        self.counts = self.chosen.sum(axis=0)
        self.nothing = None if layer.mask is None else ~self.chosen.any(axis=0)
        """Which columns attend to nothing; None where each attends to all."""
        self.alone: NDArray[np.int64] | None = None
        """The column that each column attends to, where it attends to one, or to nothing."""
        if layer.tie_rule is TieRule.RIGHTMOST:
            self.alone = n - 1 - self.chosen[::-1].argmax(axis=0)
        elif layer.tie_rule is TieRule.LEFTMOST or (self.counts <= 1).all():
            self.alone = self.chosen.argmax(axis=0)

    def __call__(self, values: Batch) -> Batch:
        """The attended numbers for each column, shape (n, points); `values` has the number of each column."""
        n, points = self.shape
        numerators = values.numerators
        if self.alone is not None:
            read = numerators[self.alone, np.arange(points)]
            low, high = values.low, values.high
            if self.nothing is not None and self.nothing.any():
                read, low, high = np.where(self.nothing, 0, read), min(0, low), max(0, high)
            return Batch(read, values.denominator, low, high)
        low, high = min(0, values.low) * n, max(0, values.high) * n
        if not (low > -LIMIT and high < LIMIT):
            numerators = numerators.astype(object)
        total = Batch(np.where(self.chosen, numerators[:, None, :], 0).sum(axis=0), values.denominator, low, high)
        counts = np.maximum(self.counts, 1)
        common = lcm(*(int(count) for count in np.unique(counts)))
        if common >= LIMIT:
            counts = counts.astype(object)
        shared: Batch = total * Batch.of(common // counts, common)
        return shared


def _together(layer: Layer, n: int) -> Iterator[tuple[list[int], list[int]]]:
    """Columns that attend to the same columns, behind those; columns that attend to nothing are left out."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for j in range(n):
        groups.setdefault(layer.attended(j, n), []).append(j)
    yield from ((list(seen), columns) for seen, columns in groups.items() if seen)


def _feed_forward(layer: HiddenNodes, rows: Rows, sizes: Sizes) -> Rows:
    shape = rows[0].numerators.shape
    hidden = []
    for weights, bias in zip(layer.W_1, layer.b_1, strict=True):
        argument = sizes.note(_combination(zip(weights, rows, strict=True), mpq(bias), shape)).tightened()
        pieces = layer.activation.pieces
        value = _on(pieces[-1], argument)
        for piece in reversed(pieces[:-1]):
            assert piece.stop is not None
            below = argument <= piece.stop if piece.stop_closed else argument < piece.stop
            value = choose(below, _on(piece, argument), value)
        hidden.append(sizes.note(broadcast(value, shape)))
    return tuple(
        _combination([(1, row), *zip(weights, hidden, strict=True)], mpq(bias), shape)
        for row, weights, bias in zip(rows, layer.W_2, layer.b_2, strict=True)
    )


def _on(piece: Piece, argument: Batch) -> Batch | Rational:
    """slope * argument + intercept; the intercept alone where the slope is 0."""
    if not piece.slope:
        return piece.intercept
    value = argument if piece.slope == 1 else argument * piece.slope
    return value + piece.intercept if piece.intercept else value


def _combination(terms: Iterable[Term], bias: Rational, shape: tuple[int, ...]) -> Batch:
    """bias + the sum of weight * row, over the least denominator that all of these share.

    The bound is one on all partial sums, in whatever order, and on the integers that the rows are multiplied by.
    """
    parts = [(mpq(weight) / row.denominator, row) for weight, row in terms if weight]
    common = lcm(int(bias.denominator), *(int(factor.denominator) for factor, _ in parts))
    shift = int(bias * common)
    factors = [int(factor * common) for factor, _ in parts]
    low, high = min(0, shift), max(0, shift)
    for factor, (_, row) in zip(factors, parts, strict=True):
        ends = (factor * row.low, factor * row.high)
        low, high = low + min(0, *ends), high + max(0, *ends)
    high = max(high, *map(abs, factors), 0)
    fits = low > -LIMIT and high < LIMIT
    total = np.full(shape, shift, dtype=np.int64 if fits else object)
    for factor, (_, row) in zip(factors, parts, strict=True):
        numerators = row.numerators
        if fits == (numerators.dtype == object):  # where a multiple is in 62 bits, the numbers are
            numerators = numerators.astype(np.int64 if fits else object)
        total += numerators if factor == 1 else numerators * factor
    return Batch(total, common, low, high)


def _reduced(row: Batch) -> Batch:
    """The same numbers with the least bound and the least denominator."""
    row = row.tightened()
    if row.denominator == 1 or not row.numerators.size:
        return row
    shared = row.denominator
    if row.numerators.dtype == object or shared >= LIMIT:
        for value in row.numerators.flat:
            shared = gcd(shared, int(value))
            if shared == 1:
                return row
    else:
        shared = gcd(shared, int(np.gcd.reduce(row.numerators, axis=None)))
    if shared == 1:
        return row
    numerators = row.numerators.astype(object) if shared >= LIMIT else row.numerators
    return Batch.of(numerators // shared, row.denominator // shared)


LIMB: Final = 31
_MASK: Final = 2**LIMB - 1
MOST_TERMS: Final = 2**24
"""Products that may be summed in limbs: a limb collects at most four numbers of 31 bits from each."""


def bound(keys: Batch, queries: Batch) -> int:
    """No score, nor any part of its sum, is larger in size: keys and queries have the shape (h, n, points)."""
    largest = [max(abs(batch.low), abs(batch.high)) for batch in (keys, queries)]
    return int(keys.numerators.shape[0]) * largest[0] * largest[1]


def largest(keys: Batch, queries: Batch) -> BoolArray:
    """For each point and column j whether column k has the largest sum over i of key_ik query_ij: shape (k, j, points).

    Keys and queries have the shape (h, columns, points), not always as many columns; their denominators, as they are
    positive, don't matter.
    """
    K, Q = keys.numerators, queries.numerators
    small = object not in (K.dtype, Q.dtype)
    if small and bound(keys, queries) < LIMIT:
        return _largest(_products(K, Q))
    if small and K.shape[0] <= MOST_TERMS:
        return _first_by(_limbs(K, Q))
    return _largest(_products(K.astype(object), Q.astype(object)))


def _products(K: IntArray, Q: IntArray) -> IntArray:
    scores: IntArray = K[0][:, None] * Q[0][None]
    for key, query in zip(K[1:], Q[1:], strict=True):
        scores += key[:, None] * query[None]
    return scores


def _largest(scores: IntArray) -> BoolArray:
    equal: BoolArray = (scores == scores.max(axis=0)).astype(np.bool_)
    return equal


def _limbs(K: IntArray, Q: IntArray) -> tuple[IntArray, ...]:
    """Scores as high 2^93 + middle 2^31 + low, with 0 <= middle < 2^62 and 0 <= low < 2^31."""
    shape = (K.shape[1], *Q.shape[1:])
    collected = [np.zeros(shape, dtype=np.int64) for _ in range(4)]
    for key, query in zip(K, Q, strict=True):
        upper, lower = (key >> LIMB)[:, None], (key & _MASK)[:, None]
        for power, product in (
            (0, lower * (query & _MASK)),
            (1, lower * (query >> LIMB)),
            (1, upper * (query & _MASK)),
            (2, upper * (query >> LIMB)),
        ):
            collected[power] += product & _MASK
            collected[power + 1] += product >> LIMB
    for power in range(3):
        collected[power + 1] += collected[power] >> LIMB
        collected[power] &= _MASK
    return collected[3], (collected[2] << LIMB) | collected[1], collected[0]


def _first_by(parts: tuple[IntArray, ...]) -> BoolArray:
    """Which are the largest along the first axis, compared by the first part, then by the next ones, which are >= 0."""
    chosen = _largest(parts[0])
    for part in parts[1:]:
        rest = np.where(chosen, part, -1)
        chosen &= part == rest.max(axis=0)
    return chosen
