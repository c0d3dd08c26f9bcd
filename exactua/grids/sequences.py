"""All ordered sequences of columns: every matrix of G+_delta, not one per orbit (Yun et al. 2020, App. E.3).

Claim 1 (one matrix stands for all its column permutations) is itself checked over these, and so is whatever
depends on the order of the columns, such as a tie rule that takes the leftmost maximum.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from exactua.errors import InputError
from exactua.grids.columns import ColumnSet
from exactua.grids.domains import check_length, check_ranks, refuse_large_count
from exactua.numbers.rationals import Matrix


class Sequences:
    """All sequences of `n` column numbers: repeats and any order allowed; lexicographic ranks.

    Raises InputError for n < 1.
    """

    def __init__(self, columns: ColumnSet, n: int) -> None:
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
            raise InputError(f"matrix: {len(sequence)} columns; the sequences of this domain have {self.n}")
        rank = 0
        for k in sequence:
            if not 0 <= k < self.columns.count:
                raise InputError(f"sequence: {tuple(sequence)} is not a sequence of column numbers")
            rank = rank * self.columns.count + k
        return rank

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The n column numbers of the sequence at `rank`. Raises InputError where there is no such rank."""
        check_ranks(rank, rank + 1, self.count)
        sequence = []
        for _ in range(self.n):
            rank, k = divmod(rank, self.columns.count)
            sequence.append(k)
        return tuple(reversed(sequence))

    def batch(self, start: int, stop: int) -> NDArray[np.int64]:
        """The column numbers of the sequences at ranks start, ..., stop - 1: shape (stop - start, n).

        Vectorised where the count fits in 62 bits, else one by one. Raises InputError beyond the last rank.
        """
        check_ranks(start, stop, self.count)
        if self.count >= 2**62:
            return np.array([self.unrank(rank) for rank in range(start, stop)], dtype=np.int64).reshape(-1, self.n)
        rank = np.arange(start, stop, dtype=np.int64)
        batch = np.empty((stop - start, self.n), dtype=np.int64)
        for position in reversed(range(self.n)):
            rank, batch[:, position] = np.divmod(rank, max(self.columns.count, 1))
        return batch

    def matrix(self, rank: int) -> Matrix:
        """The sequence at `rank` as a d x n matrix. Raises InputError beyond the last rank."""
        return self.columns.matrix(self.unrank(rank))

    def rank_of(self, matrix: Matrix) -> int:
        """The rank of a d x n matrix, its columns in this order. Raises InputError off the grid."""
        return self.rank(self.columns.numbers(matrix))
