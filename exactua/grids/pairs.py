"""Ordered pairs of points: what 'for any L, L'' ranges over."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.grids.domains import NumberedColumns, PointDomain, check_ranks
from exactua.plurals import counted


class Pairs:
    """All ordered pairs (L, L') of points of one domain, equal ones too; a point is the d x 2n matrix [L L'].

    The rank of a pair is rank(L) N + rank(L'), N the number of points.
    """

    def __init__(self, of: PointDomain) -> None:
        self.of = of

    @property
    def columns(self) -> NumberedColumns:
        """The columns that the points are made of."""
        return self.of.columns

    @property
    def n(self) -> int:
        """The number of columns of a pair: those of both."""
        return 2 * self.of.n

    @property
    def count(self) -> int:
        """The number of pairs."""
        return self.of.count**2

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The 2n column numbers of the pair at `rank`. Raises InputError beyond the last rank."""
        check_ranks(rank, rank + 1, self.count)
        first, second = divmod(rank, self.of.count)
        return (*self.of.unrank(first), *self.of.unrank(second))

    def batch(self, start: int, stop: int) -> NDArray[np.int64]:
        """The column numbers of the pairs at ranks start, ..., stop - 1: shape (stop - start, 2n)."""
        check_ranks(start, stop, self.count)
        if start == stop:
            return np.empty((0, self.n), dtype=np.int64)
        N = self.of.count
        first, last = start // N, (stop - 1) // N
        lefts, rights = self.of.batch(first, last + 1), self.of.batch(0, N)
        ranks = np.arange(start, stop, dtype=object if stop >= 2**62 else np.int64)
        left, right = ((part).astype(np.int64) for part in np.divmod(ranks, N))
        return np.concatenate([lefts[left - first], rights[right]], axis=1)

    def matrix(self, rank: int) -> Matrix:
        """The pair at `rank` as the d x 2n matrix [L L']."""
        return self.columns.matrix(self.unrank(rank))

    def rank_of(self, matrix: Matrix) -> int:
        """The rank of a d x 2n matrix [L L']. Raises InputError where one of them is not in the domain."""
        if not matrix or len(matrix[0]) != self.n:
            raise InputError(f"matrix: a pair has {counted(self.n, 'column')}, those of L and then those of L'")
        n = self.of.n
        first, second = (self.of.rank_of(tuple(row[part] for row in matrix)) for part in (slice(n), slice(n, None)))
        return first * self.of.count + second
