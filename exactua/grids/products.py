"""Products of finite sets: a set of columns for each place of a sequence."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.grids import mixed_radix
from exactua.grids.domains import check_ranks
from exactua.grids.vocabulary import Vocabulary


class Product:
    """The matrices whose column j is one of set j, in lexicographic order of the columns' numbers in their sets.

    Raises InputError, beginning with `where`, for another number of sets than `n`, and as `Vocabulary` does.
    """

    def __init__(self, sets: Sequence[Sequence[Sequence[Rational]]], d: int, n: int, where: str = "sets") -> None:
        if len(sets) != n:
            several = f"{len(sets)} set{'s' * (len(sets) != 1)} of columns"
            raise InputError(f"{where}: {several}, and n = {n} here; give one for each of the n places")
        self.n: Final = n
        self.sets: Final = tuple(Vocabulary(columns, d, f"{where}: set {j}") for j, columns in enumerate(sets, 1))
        self.columns: Final = Vocabulary(dict.fromkeys(column for columns in self.sets for column in columns.listed), d)
        self._sizes = tuple(columns.count for columns in self.sets)
        self._numbers = [
            np.array([self.columns.number(column) for column in columns.listed], dtype=np.int64)
            for columns in self.sets
        ]

    @property
    def count(self) -> int:
        """The number of points: the product of the numbers of columns of the sets."""
        return prod(self._sizes)

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The n column numbers (among all columns of the sets) of the point at `rank`. InputError beyond the last."""
        check_ranks(rank, rank + 1, self.count)
        places = zip(self._numbers, mixed_radix.digits(rank, self._sizes), strict=True)
        return tuple(int(numbers[digit]) for numbers, digit in places)

    def batch(self, start: int, stop: int) -> NDArray[np.int64]:
        """The column numbers of the points at ranks start, ..., stop - 1: shape (stop - start, n)."""
        check_ranks(start, stop, self.count)
        digits = mixed_radix.batch(start, stop, self._sizes)
        return np.stack([numbers[digits[:, j]] for j, numbers in enumerate(self._numbers)], axis=1)

    def matrix(self, rank: int) -> Matrix:
        """The point at `rank` as a d x n matrix. Raises InputError beyond the last rank."""
        return self.columns.matrix(self.unrank(rank))

    def rank_of(self, matrix: Matrix) -> int:
        """The rank of a d x n matrix. Raises InputError where a column is not in the set of its place."""
        if not matrix or len(matrix) != self.columns.d or any(len(row) != self.n for row in matrix):
            raise InputError(f"matrix: it is not {self.columns.d} x {self.n}, as the points of this domain are")
        columns = enumerate(zip(*matrix, strict=True), start=1)
        digits = [vocabulary.number(column, j) for vocabulary, (j, column) in zip(self.sets, columns, strict=True)]
        return mixed_radix.rank(digits, self._sizes)
