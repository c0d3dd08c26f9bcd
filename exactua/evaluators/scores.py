"""Which columns have the largest score, exactly: scores are sums of products, and only their order matters.

Where the proven bound allows, they are 64-bit integers. Where keys and queries have at most 62 bits but scores have
not, they are written in limbs of 31 bits: every product of two limbs has at most 62 bits, every limb is collected by
itself, and the carried limbs are compared from the highest on. Where keys or queries are larger, scores are big
integers.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from exactua.arithmetic.batches import LIMIT, Batch, BoolArray, IntArray

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
