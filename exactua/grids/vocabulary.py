"""Columns given one by one, a vocabulary of tokens, and points given one by one, any finite set of sequences.

They are numbered as they are listed, and no column is special.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.grids.domains import NumberedColumns, check_length, check_ranks, listing
from exactua.plurals import counted


class Vocabulary(NumberedColumns):
    """These columns of `d` entries, numbered from 0 in the order of the list; they have no ids.

    Raises InputError, beginning with `where`, for a column of another length, and for one that is there twice.
    """

    def __init__(self, columns: Iterable[Sequence[Rational]], d: int, where: str = "columns") -> None:
        self.d = d
        self.listed = tuple(map(tuple, columns))
        self._place: dict[tuple[Rational, ...], int] = {}
        for k, column in enumerate(self.listed):
            if len(column) != d:
                raise InputError(
                    f"{where}: column {k + 1} has {counted(len(column), 'entry')}, but d = {d} here; give {d} each"
                )
            first = self._place.setdefault(column, k)
            if first != k:
                shown = listing(column)
                raise InputError(f"{where}: columns {first + 1} and {k + 1} are both ({shown}); give each column once")

    @property
    def count(self) -> int:
        """The number of columns."""
        return len(self.listed)

    @property
    def regular_count(self) -> int:
        """The number of columns: none is special."""
        return len(self.listed)

    def regular(self) -> Vocabulary:
        """These columns: none is special."""
        return self

    def column(self, k: int) -> tuple[Rational, ...]:
        """The d entries of column number `k`. Raises InputError where there is no such column."""
        if not 0 <= k < len(self.listed):
            raise InputError(
                f"column number {k}: this domain has {counted(len(self.listed), 'column')}, numbered from 0"
            )
        return self.listed[k]

    def number(self, column: Sequence[Rational], j: int = 1) -> int:
        """The number of `column`. Raises InputError, calling it column `j`, where it is not listed."""
        number = self._place.get(tuple(column))
        if number is None:
            shown = listing(tuple(column))
            raise InputError(f"column {j}: ({shown}) is not one of the {counted(self.count, 'column')} of this domain")
        return number

    def special(self, k: int) -> bool:
        """False: none is special."""
        self.column(k)
        return False

    def special_mask(self) -> NDArray[np.bool_]:
        """False for each column number: shape (count,)."""
        return np.zeros(len(self.listed), dtype=np.bool_)

    def common_entries(self) -> tuple[int, NDArray[Any]]:
        """A common denominator q of all entries, and each column's entries times q: shape (d, count)."""
        return self._common_entries

    @cached_property
    def _common_entries(self) -> tuple[int, NDArray[Any]]:
        entries = {id(entry): entry for column in self.listed for entry in column}  # files say few numbers many times
        denominator = lcm(*(int(entry.denominator) for entry in entries.values()))
        integers = {key: int(entry * denominator) for key, entry in entries.items()}
        scaled = [[integers[id(column[i])] for column in self.listed] for i in range(self.d)]
        fits = all(abs(entry) < 2**62 for entry in integers.values())
        return denominator, np.array(scaled, dtype=np.int64 if fits else object).reshape(self.d, len(self.listed))


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
                raise InputError(f"{where}: point {k} is {shape}, but d = {d}, n = {n} here; give {d} x {n} each")
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
            raise InputError(f"matrix: it is not one of the {counted(self.count, 'point')} of this domain")
        return rank
