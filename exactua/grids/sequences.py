"""All ordered sequences of columns: every matrix of G+_delta, not one per orbit (Yun et al. 2020, App. E.3).

Claim 1 (one matrix stands for all its column permutations) is itself checked over these, and so is whatever
depends on the order of the columns, such as a tie rule that takes the leftmost maximum. A product has a set of columns
for each place of a sequence. Ranks are in lexicographic order: the digits of a number whose places have sizes of their
own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.grids.domains import NumberedColumns, check_length, check_ranks, refuse_large_count
from exactua.grids.vocabulary import Vocabulary
from exactua.plurals import counted


def rank(digits: Sequence[int], sizes: Sequence[int]) -> int:
    """The rank of these digits, each from 0 and below the size of its place."""
    number = 0
    for digit, size in zip(digits, sizes, strict=True):
        number = number * size + digit
    return number


def digits(rank: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The digits of a rank, the last place lowest. All sizes are at least 1."""
    lowest_first = []
    for size in reversed(sizes):
        rank, digit = divmod(rank, size)
        lowest_first.append(digit)
    return tuple(reversed(lowest_first))


def batch(start: int, stop: int, sizes: Sequence[int]) -> NDArray[np.int64]:
    """The digits of the ranks start, ..., stop - 1: shape (stop - start, places).

    Vectorised where there are fewer than 2^62 ranks, else one by one.
    """
    if prod(sizes) >= 2**62:
        return np.array([digits(rank, sizes) for rank in range(start, stop)], dtype=np.int64).reshape(-1, len(sizes))
    left = np.arange(start, stop, dtype=np.int64)
    table = np.empty((stop - start, len(sizes)), dtype=np.int64)
    for place in reversed(range(len(sizes))):
        left, table[:, place] = np.divmod(left, max(sizes[place], 1))
    return table


class Product:
    """The matrices whose column j is one of set j, in lexicographic order of the columns' numbers in their sets.

    Raises InputError, beginning with `where`, for another number of sets than `n`, and as `Vocabulary` does.
    """

    def __init__(self, sets: Sequence[Sequence[Sequence[Rational]]], d: int, n: int, where: str = "sets") -> None:
        if len(sets) != n:
            several = f"{len(sets)} set{'s' * (len(sets) != 1)} of columns"
            raise InputError(f"{where}: {several}, but n = {n} here; give one for each of the n places")
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
        places = zip(self._numbers, digits(rank, self._sizes), strict=True)
        return tuple(int(numbers[digit]) for numbers, digit in places)

    def batch(self, start: int, stop: int) -> NDArray[np.int64]:
        """The column numbers of the points at ranks start, ..., stop - 1: shape (stop - start, n)."""
        check_ranks(start, stop, self.count)
        digits = batch(start, stop, self._sizes)
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
        return rank(digits, self._sizes)


class Sequences:
    """All sequences of `n` column numbers: repeats and any order allowed; lexicographic ranks.

    Raises InputError for n < 1.
    """

    def __init__(self, columns: NumberedColumns, n: int) -> None:
        check_length(n)
        self.columns: Final = columns
        self.n: Final = n

    @cached_property
    def count(self) -> int:
        """The number of sequences, K^n for K columns. Raises CountTooLarge beyond 2 million bits."""
        K = self.columns.count
        refuse_large_count("sequences", self.n * math.log2(K) if K else 0)
        return int(K**self.n)

    def rank(self, sequence: Sequence[int]) -> int:
        """The rank of a sequence of n column numbers. Raises InputError for any other sequence."""
        if len(sequence) != self.n:
            raise InputError(f"matrix: {counted(len(sequence), 'column')}; the sequences of this domain have {self.n}")
        if not all(0 <= k < self.columns.count for k in sequence):
            raise InputError(f"sequence: {tuple(sequence)} is not a sequence of column numbers")
        return rank(sequence, self._sizes)

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The n column numbers of the sequence at `rank`. Raises InputError where there is no such rank."""
        check_ranks(rank, rank + 1, self.count)
        return digits(rank, self._sizes)

    def batch(self, start: int, stop: int) -> NDArray[np.int64]:
        """The column numbers of the sequences at ranks start, ..., stop - 1: shape (stop - start, n).

        Vectorised where the count fits in 62 bits, else one by one. Raises InputError beyond the last rank.
        """
        check_ranks(start, stop, self.count)
        return batch(start, stop, self._sizes)

    def matrix(self, rank: int) -> Matrix:
        """The sequence at `rank` as a d x n matrix. Raises InputError beyond the last rank."""
        return self.columns.matrix(self.unrank(rank))

    def rank_of(self, matrix: Matrix) -> int:
        """The rank of a d x n matrix, its columns in this order. Raises InputError off the grid."""
        return self.rank(self.columns.numbers(matrix))

    @property
    def _sizes(self) -> tuple[int, ...]:
        return (self.columns.count,) * self.n
