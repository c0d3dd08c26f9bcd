"""Matrices up to permutation of their columns: what the categories are made of (Yun et al. 2020, App. E.3).

The networks are permutation equivariant (Claim 1), so one matrix stands for all its column permutations: the
one with increasing column ids, l_1 <= l_2 <= ... <= l_n. The categories of E.3 are

    Category 1   repeats forbidden, specials none        columns regular and unique
    Category 2   repeats required,  specials none        columns regular, with duplicates
    Category 3   repeats allowed,   specials required    at least one entry -delta^(-nd)

Orbits are counted, and found by rank, from how many ways a sorted sequence of columns can go on. What it still needs
is its state: a repeat (two equal columns), a special column, both or nothing. Those that need a special column are all
less the wholly regular ones; those that need a repeat are the multisets less the sets. A batch of consecutive orbits is
found from its first and its last one (see `stretches`).
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal, get_args

import gmpy2
import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.grids.domains import NumberedColumns, check_length, check_ranks, refuse_large_count
from exactua.grids.stretches import Stretches
from exactua.plurals import counted

Repeats = Literal["allowed", "forbidden", "required"]


def sorted_sequences(columns: int, length: int, repeats: Repeats) -> int:
    """How many sorted sequences of `length` columns there are, out of so many; exact, of any size."""
    sets = 0 if repeats == "allowed" else _binomial(columns, length)
    return sets if repeats == "forbidden" else _binomial(columns + length - 1, length) - sets


def bits_of_count(columns: int, n: int) -> float:
    """About how many bits the number of multisets of n columns has: the entropy of a binomial coefficient."""
    total, chosen = columns + n - 1, min(n, columns - 1)
    if chosen <= 0 or chosen.bit_length() > 64:
        return 0.0 if chosen <= 0 else math.inf
    share = chosen / total
    beyond = -(1 - share) / share * math.log2(1 - share) if share > 2**-30 else math.log2(math.e)
    return chosen * (math.log2(total) - math.log2(chosen) + beyond)


def _binomial(total: int, chosen: int) -> int:
    if chosen in (0, total):
        return 1
    return int(gmpy2.bincoef(total, min(chosen, total - chosen))) if 0 < chosen < total else 0


Specials = Literal["none", "allowed", "required"]

_BLOCK: Final = 1 << 13
"""Orbits listed at a time: the working arrays stay in the processor's cache."""
_KEPT: Final = 1 << 14
"""Counts of sequences that a domain keeps."""
_STRETCH: Final = 1 << 16
"""Ranks whose orbits are found from the first and the last of them."""


class Orbits:
    """The non-decreasing sequences of `n` column numbers, ranked in lexicographic order.

    `repeats`: equal columns may occur ("allowed"), must not ("forbidden") or must ("required"). `specials`:
    special columns may occur ("allowed"), must ("required") or must not ("none"; the domain's `columns` are
    then the regular ones alone, numbered among themselves). Raises InputError for n < 1 or another word.
    """

    def __init__(
        self, columns: NumberedColumns, n: int, repeats: Repeats = "allowed", specials: Specials = "allowed"
    ) -> None:
        check_length(n)
        words = {"repeats": (repeats, get_args(Repeats)), "specials": (specials, get_args(Specials))}
        for name, (given, valid) in words.items():
            if given not in valid:
                raise InputError(f"{name}: {given!r} is none of {', '.join(valid)}")
        self.columns: Final = columns.regular() if specials == "none" else columns
        self.n: Final = n
        self.repeats: Final = repeats
        self.specials: Final = specials
        self._counts: dict[tuple[int, int, Repeats, bool], int] = {}

    @cached_property
    def count(self) -> int:
        """The number of orbits, a closed form. Raises CountTooLarge beyond 2 million bits."""
        K = self.columns.count
        refuse_large_count("orbits", bits_of_count(K, self.n))
        regular = sorted_sequences(self.columns.regular_count, self.n, self.repeats)
        return sorted_sequences(K, self.n, self.repeats) - (regular if self.specials == "required" else 0)

    def rank(self, sequence: Sequence[int]) -> int:
        """The rank of a sequence of n column numbers. Raises InputError where it is not in the domain."""
        self._check(sequence)
        repeats, special = self.repeats, self.specials == "required"
        rank, lowest, last = 0, 0, -1
        for left, k in zip(range(self.n, 0, -1), sequence, strict=True):
            if repeats == "required" and k == last:
                repeats = "allowed"
            elif repeats == "required" and last >= 0:
                rank += self._from(last, left - 1, "allowed", special)
                lowest = last + 1
            rank += self._from(lowest, left, repeats, special) - self._from(k, left, repeats, special)
            special = special and not self.columns.special(k)
            lowest, last = k + (repeats == "forbidden"), k
        return rank

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The n column numbers of the orbit at `rank`, of any size. InputError beyond the last rank."""
        check_ranks(rank, rank + 1, self.count)
        repeats, special = self.repeats, self.specials == "required"
        lowest, sequence = 0, list[int]()
        for left in range(self.n, 0, -1):
            if repeats == "required" and sequence:
                again = self._from(sequence[-1], left - 1, "allowed", special)
                if rank < again:
                    repeats = "allowed"
                else:
                    rank, lowest = rank - again, sequence[-1] + 1
            behind = self._from(lowest, left, repeats, special) - rank
            k = self._last_with(behind, lowest, left, repeats, special)
            rank = self._from(k, left, repeats, special) - behind
            special = special and not self.columns.special(k)
            sequence.append(k)
            lowest = k + (repeats == "forbidden")
        return tuple(sequence)

    def batch(self, start: int, stop: int) -> NDArray[np.int64]:
        """The column numbers of the orbits at ranks start, ..., stop - 1: shape (stop - start, n).

        Raises InputError beyond the last rank.
        """
        check_ranks(start, stop, self.count)
        if stop == start + 1:
            return np.array([self.unrank(start)], dtype=np.int64)
        batch = np.empty((self.n, stop - start), dtype=np.int64)
        done = 0
        for part in self.batches(start, stop, _BLOCK):
            batch[:, done : done + len(part)] = part.T
            done += len(part)
        return batch.T

    def batches(self, start: int, stop: int, size: int) -> Iterator[NDArray[np.int64]]:
        """The same in parts of at most `size` orbits. Raises InputError beyond the last rank."""
        check_ranks(start, stop, self.count)
        for first in range(start, stop, _STRETCH):
            last = min(first + _STRETCH, stop)
            yield from self._stretches.between(self.unrank(first), self.unrank(last - 1), size)

    def sequences(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, ...]]:
        """The column numbers of the orbits at ranks start, ..., stop - 1 (all without `stop`), one by one."""
        stop = self.count if stop is None else stop
        check_ranks(start, stop, self.count)
        for first in range(start, stop, _BLOCK):
            yield from map(tuple, self.batch(first, min(first + _BLOCK, stop)).tolist())

    def matrix(self, rank: int) -> Matrix:
        """The orbit at `rank` as a d x n matrix, ids increasing. Raises InputError beyond the last rank."""
        return self.columns.matrix(self.unrank(rank))

    def rank_of(self, matrix: Matrix) -> int:
        """The rank of the orbit of a d x n matrix, whatever the order of its columns.

        Raises InputError for another shape, an entry off the grid, or columns that this domain leaves out.
        """
        return self.rank(sorted(self.columns.numbers(matrix)))

    def _check(self, sequence: Sequence[int]) -> None:
        if len(sequence) != self.n:
            raise InputError(f"matrix: {counted(len(sequence), 'column')}; the sequences of this domain have {self.n}")
        if not all(0 <= k < self.columns.count for k in sequence) or any(a > b for a, b in pairwise(sequence)):
            raise InputError(f"sequence: {tuple(sequence)} is not a non-decreasing sequence of column numbers")
        repeated = any(a == b for a, b in pairwise(sequence))
        if repeated and self.repeats == "forbidden":
            raise InputError("matrix: two columns are equal; in this domain all columns are different")
        if not repeated and self.repeats == "required":
            raise InputError("matrix: all columns are different; in this domain at least two are equal")
        if self.specials == "required" and not any(map(self.columns.special, sequence)):
            raise InputError("matrix: no column has a special entry; in this domain at least one has")

    def _from(self, k: int, length: int, repeats: Repeats, special: bool) -> int:
        """How many sequences of `length` the columns k, k + 1, ... make, with what is still needed."""
        asked = k, length, repeats, special
        count = self._counts.get(asked)
        if count is None:
            regular = int(self._regular_from[k])  # whose columns are listed: too many of them are refused
            count = sorted_sequences(self.columns.count - k, length, repeats)
            if special:
                count -= sorted_sequences(regular, length, repeats)
            if len(self._counts) < _KEPT:
                self._counts[asked] = count
        return count

    def _last_with(self, behind: int, lowest: int, length: int, repeats: Repeats, special: bool) -> int:
        """The last column from which on there are at least `behind` sequences (they only get fewer)."""
        columns = range(lowest, self.columns.count + 1)
        fewer = bisect.bisect_left(columns, True, key=lambda k: self._from(k, length, repeats, special) < behind)
        return lowest + fewer - 1

    @cached_property
    def _regular_from(self) -> NDArray[np.int64]:
        """How many of the columns k, k + 1, ... are regular, for k = 0, ..., K: shape (K + 1,)."""
        regular = ~self.columns.special_mask()
        return np.append(np.cumsum(regular[::-1])[::-1], 0).astype(np.int64)

    @cached_property
    def _stretches(self) -> Stretches:
        repeats, special = self.repeats, self.columns.special_mask()
        return Stretches(self.n, special, repeats == "forbidden", repeats == "required", self.specials == "required")
