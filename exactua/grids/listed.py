"""Points given one by one: any finite set of sequences, in the order of the list."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.grids.domains import check_length, check_ranks
from exactua.grids.vocabulary import Vocabulary
from exactua.plurals import counted


class Listed:
    """These d x n matrices; the rank of a point is its place in the list, from 0.

    Raises InputError, beginning with `where`, for a point of another shape, and for one that is there twice.
    """

    def __init__(self, points: Iterable[Matrix], d: int, n: int, where: str = "points") -> None:
        check_length(n)
        self.n = n
        matrices = [tuple(map(tuple, point)) for point in points]
        for k, point in enumerate(matrices, 1):
            if len(point) != d or any(len(row) != n for row in point):
                shape = f"{len(point)} x {len(point[0]) if point else 0}"
                raise InputError(f"{where}: point {k} is {shape}, and d = {d}, n = {n} here; give {d} x {n} each")
        self._place: dict[Matrix, int] = {}
        for k, point in enumerate(matrices):
            first = self._place.setdefault(point, k)
            if first != k:
                raise InputError(f"{where}: points {first + 1} and {k + 1} are the same; give each point once")
        tokens = [tuple(zip(*point, strict=True)) for point in matrices]
        self.columns = Vocabulary(dict.fromkeys(column for point in tokens for column in point), d)
        numbers = [[self.columns.number(column) for column in point] for point in tokens]
        self._numbers = np.array(numbers, dtype=np.int64).reshape(-1, n)

    @property
    def count(self) -> int:
        """The number of points."""
        return len(self._numbers)

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The n column numbers of the point at `rank`. Raises InputError beyond the last rank."""
        check_ranks(rank, rank + 1, self.count)
        return tuple(self._numbers[rank].tolist())

    def batch(self, start: int, stop: int) -> NDArray[np.int64]:
        """The column numbers of the points at ranks start, ..., stop - 1: shape (stop - start, n)."""
        check_ranks(start, stop, self.count)
        return self._numbers[start:stop]

    def matrix(self, rank: int) -> Matrix:
        """The point at `rank`. Raises InputError beyond the last rank."""
        return self.columns.matrix(self.unrank(rank))

    def rank_of(self, matrix: Matrix) -> int:
        """The place of a d x n matrix in the list. Raises InputError where it is not listed."""
        rank = self._place.get(tuple(map(tuple, matrix)))
        if rank is None:
            raise InputError(f"matrix: it is none of the {counted(self.count, 'point')} of this domain")
        return rank
