"""The network of Lemma 8 with softmax in place of hardmax, in float64, as one would try it with numpy.

Scores are multiplied by 10^6 before the softmax, so that it is close to a hardmax; all orbits take a layer together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

SHARPNESS = 1e6


def numbers(d: int, n: int, m: int, orbits: Sequence[Sequence[int]]) -> Any:
    """u^T g_c(L) in the paper's unit, shape (orbits, n), for orbits given by column ids in units of delta."""
    delta, D = 1.0 / m, float(m) ** d
    ids = np.array(orbits, dtype=np.float64) * delta
    for k in range(m**d):
        upper, lower = _attended(ids, k * delta - delta / 2), _attended(ids, k * delta + delta / 2)
        ids = ids + D * (upper - lower)
    return ids + D ** (n + 1) * _attended(ids, 0.0)


def _attended(ids: Any, b_Q: float) -> Any:
    """u^T Z softmax of the scores, for each orbit and column."""
    scores = SHARPNESS * ids[:, :, None] * (ids[:, None, :] - b_Q)  # keys, queries
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = weights / weights.sum(axis=1, keepdims=True)
    return (ids[:, :, None] * weights).sum(axis=1)
