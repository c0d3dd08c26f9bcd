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

from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.grids import mixed_radix
from exactua.grids.domains import NumberedColumns, check_length, check_ranks, refuse_large_count
from exactua.plurals import counted


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
        return mixed_radix.rank(sequence, self._sizes)

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The n column numbers of the sequence at `rank`. Raises InputError where there is no such rank."""
        check_ranks(rank, rank + 1, self.count)
        return mixed_radix.digits(rank, self._sizes)

    def batch(self, start: int, stop: int) -> NDArray[np.int64]:
        """The column numbers of the sequences at ranks start, ..., stop - 1: shape (stop - start, n).

        Vectorised where the count fits in 62 bits, else one by one. Raises InputError beyond the last rank.
        """
        check_ranks(start, stop, self.count)
        return mixed_radix.batch(start, stop, self._sizes)

    def matrix(self, rank: int) -> Matrix:
        """The sequence at `rank` as a d x n matrix. Raises InputError beyond the last rank."""
        return self.columns.matrix(self.unrank(rank))

    def rank_of(self, matrix: Matrix) -> int:
        """The rank of a d x n matrix, its columns in this order. Raises InputError off the grid."""
        return self.rank(self.columns.numbers(matrix))

    @property
    def _sizes(self) -> tuple[int, ...]:
        return (self.columns.count,) * self.n
