"""Subsets of {0, ..., K - 1} of one size, in batches, from the lexicographically last to the first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray


def subsets_descending(K: int, size: int, at_once: int) -> Iterator[NDArray[np.int64]]:
    """The sorted subsets with `size` elements, shape (at most at_once, size), lexicographically decreasing."""
    one_by_one = _descending(0, K, size)
    while batch := list(islice(one_by_one, at_once)):
        yield np.array(batch, dtype=np.int64).reshape(len(batch), size)


def _descending(low: int, K: int, size: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield ()
        return
    for first in range(K - size, low - 1, -1):
        for rest in _descending(first + 1, K, size - 1):
            yield (first, *rest)
