"""Matrices up to permutation of their columns: what the categories are made of (Yun et al. 2020, App. E.3).

The networks are permutation equivariant (Claim 1), so one matrix stands for all its column permutations: the
one with increasing column ids, l_1 <= l_2 <= ... <= l_n. The categories of E.3 are

    Category 1   repeats forbidden, specials none        columns regular and unique
    Category 2   repeats required,  specials none        columns regular, with duplicates
    Category 3   repeats allowed,   specials required    at least one entry -delta^(-nd)

Orbits are counted, and batches of them are made by rank, from how many ways a sorted sequence of columns can go on.
What it still needs is its state: a repeat (two equal columns), a special column, both or nothing. Those that need a
special column are all less the wholly regular ones; those that need a repeat are the multisets less the sets.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, Literal, get_args

import gmpy2
import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.grids.domains import NumberedColumns, check_length, check_ranks, refuse_large_count
from exactua.plurals import counted

Repeats = Literal["allowed", "forbidden", "required"]
Integers = NDArray[np.int64]


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


class Completions:
    """Orbits by rank, vectorised: for each remaining length and state, what passes before a column.

    `regular_from`, shape (K + 1,), is how many of the columns k, k + 1, ... are regular; `needs` says whether
    a special column is required. States count from 0 (nothing needed) to the needs of the whole domain. For
    each remaining length, `passed`, shape (states * (K + 1),), holds at state * (K + 1) + k how many
    completions this state has with a next column below k, plus all completions of smaller states: increasing
    throughout, so that one binary search serves all states. `ends`, shape (states,), closes each state.
    """

    def __init__(
        self, regular_from: Integers, special: NDArray[np.bool_], n: int, repeats: Repeats, needs: bool
    ) -> None:
        self._width = len(regular_from)
        self._special, self._n, self._strict = special, n, repeats == "forbidden"
        self._special_bit = int(needs)
        self._repeat_bit = (1 + self._special_bit) * (repeats == "required")
        kinds: tuple[Repeats, ...] = ("allowed", "required") if repeats == "required" else (repeats,)
        left = np.arange(self._width - 1, -1, -1)
        multisets = sets = np.ones(self._width, dtype=np.int64)
        self._passed, self._ends = list[Integers](), list[Integers]()
        for length in range(n + 1):
            if length:
                multisets = np.cumsum(multisets) - multisets[0]
                sets = np.append(0, np.cumsum(sets[:-1]))
            passed, ends = list[Integers](), [0]
            for kind in kinds:
                ways = {"allowed": multisets, "forbidden": sets, "required": multisets - sets}[kind]
                for special_needed in (False, True)[: 1 + self._special_bit]:
                    completions = ways[left] - (ways[regular_from] if special_needed else 0)
                    ends.append(ends[-1] + int(completions[0]))
                    passed.append(ends[-1] - completions)
            self._passed.append(np.concatenate(passed))
            self._ends.append(np.array(ends[1:], dtype=np.int64))

    @staticmethod
    def fit(columns: int, n: int) -> bool:
        """Whether all tables of a domain stay within 63 bits."""
        return 4 * sorted_sequences(columns, n, "allowed") < 2**63

    def fill(self, batch: Integers, rank: Integers) -> None:
        """Write the column numbers of the orbits at `rank`, shape (b,), into `batch`, shape (b, n)."""
        state: Any = np.full(len(rank), self._repeat_bit + self._special_bit, dtype=np.int64)
        if not (self._repeat_bit or self._special_bit):
            state = np.int64(0)
        lowest = last = np.zeros(len(rank), dtype=np.int64)
        for position in range(self._n):
            left = self._n - position
            if self._repeat_bit and position:
                state, rank, lowest = self._repeated_or_moved(state, rank, last, left)
            offset = state * self._width
            rank = rank + self._passed[left][offset + lowest]
            index = np.searchsorted(self._passed[left], rank, side="right") - 1
            rank = rank - self._passed[left][index]
            last = batch[:, position] = index - offset
            if self._special_bit:
                state = state & ~(self._special_bit & self._special[last])
            lowest = last + self._strict

    def _repeated_or_moved(
        self, state: Integers, rank: Integers, last: Integers, left: int
    ) -> tuple[Integers, Integers, Integers]:
        """State, rank and least next column: who still needs a repeat now repeats `last` or passes it by."""
        settled = state & ~self._repeat_bit
        again = self._ends[left - 1][settled] - self._passed[left - 1][settled * self._width + last]
        moved = (state != settled) & (rank >= again)
        return np.where(moved, state, settled), rank - again * moved, last + moved


def _binomial(total: int, chosen: int) -> int:
    if chosen in (0, total):
        return 1
    return int(gmpy2.bincoef(total, min(chosen, total - chosen))) if 0 < chosen < total else 0


Specials = Literal["none", "allowed", "required"]

_BLOCK: Final = 1 << 14
"""Ranks turned into sequences at a time: the working arrays stay in the processor's cache."""


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

        Vectorised where counts fit in 61 bits, else one by one. Raises InputError beyond the last rank.
        """
        check_ranks(start, stop, self.count)
        if self._completions is None:
            return np.array([self.unrank(rank) for rank in range(start, stop)], dtype=np.int64).reshape(-1, self.n)
        batch = np.empty((stop - start, self.n), dtype=np.int64)
        for first in range(start, stop, _BLOCK):
            last = min(first + _BLOCK, stop)
            self._completions.fill(batch[first - start : last - start], np.arange(first, last, dtype=np.int64))
        return batch

    def sequences(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, ...]]:
        """The column numbers of the orbits at ranks start, ..., stop - 1 (all without `stop`), one by one."""
        stop = self.count if stop is None else stop
        check_ranks(start, stop, self.count)
        size = _BLOCK if self._completions else 1
        for first in range(start, stop, size):
            yield from map(tuple, self.batch(first, min(first + size, stop)).tolist())

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
        regular = int(self._regular_from[k])
        count = sorted_sequences(self.columns.count - k, length, repeats)
        return count - sorted_sequences(regular, length, repeats) if special else count

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
    def _completions(self) -> Completions | None:
        if not Completions.fit(self.columns.count, self.n):
            return None
        special = self.columns.special_mask()
        return Completions(self._regular_from, special, self.n, self.repeats, self.specials == "required")
