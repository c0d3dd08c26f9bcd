"""Sets of columns in another order: by their spread W = l_n - l_1 first (Yun et al. 2020, App. E.3.4, read as digits).

With gaps g_j = l_(j+1) - l_j between the sorted columns of a point, points are ordered by W increasing, then g_1
decreasing, ..., g_(n-2) decreasing, then l_n increasing. In Category 1 the id

    l~_n = D^n W - sum_(j<n) D^(n-j) g_j + l_n

grows in this order, so that points are compared with their neighbours alone to see that no two share a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, islice
from math import comb

import numpy as np
from numpy.typing import NDArray

from exactua.grids.orbits import Orbits


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


def _joined(batches: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    return batches[0] if len(batches) == 1 else np.concatenate([batch.T for batch in batches], axis=1).T


class SpreadOrder:
    """The points of a domain of orbits without repeats, of n >= 2 columns out of K, by their spread.

    Ranks count from 0. A spread is a difference of column numbers, from n - 1 to K - 1.
    """

    def __init__(self, orbits: Orbits) -> None:
        assert (orbits.repeats, orbits.specials) == ("forbidden", "none")
        assert orbits.n >= 2
        self.n, self.columns = orbits.n, orbits.columns.count
        self.spreads = range(self.n - 1, max(self.columns, self.n - 1))

    def count(self, spread: int) -> int:
        """How many points have this spread: the columns between, and where the first one is."""
        return comb(spread - 1, self.n - 2) * (self.columns - spread)

    def runs(self, spread: int) -> int:
        """How many runs these points are: with all gaps fixed, l_1 alone varies."""
        return comb(spread - 1, self.n - 2)

    def starts(self) -> list[int]:
        """The rank of the first point of each spread, in order, and the number of all points at the end."""
        return [0, *accumulate(map(self.count, self.spreads))]

    def joined(self, spreads: Iterable[int], size: int) -> Iterator[NDArray[np.int64]]:
        """The column numbers of the points with these spreads, in order, about `size` at a time."""
        waiting: list[NDArray[np.int64]] = []
        for batch in (batch for spread in spreads for batch in self.batches(spread, size)):
            waiting.append(batch)
            if sum(map(len, waiting)) >= size:
                yield _joined(waiting)
                waiting = []
        if waiting:
            yield _joined(waiting)

    def batches(self, spread: int, size: int) -> Iterator[NDArray[np.int64]]:
        """The column numbers of the points with this spread, in order: about `size` at a time, shape (points, n)."""
        firsts = np.arange(self.columns - spread, dtype=np.int64)
        at_once = max(1, size // len(firsts))
        for between in subsets_descending(spread - 1, self.n - 2, at_once):
            points = np.empty((self.n, len(between), len(firsts)), dtype=np.int64)  # each column is read on its own
            points[0] = firsts
            for place in range(1, self.n - 1):
                np.add(between[:, place - 1 : place] + 1, firsts, out=points[place])
            points[-1] = firsts + spread
            yield points.reshape(self.n, -1).T
