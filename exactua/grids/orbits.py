"""Matrices up to permutation of their columns: what the categories are made of (Yun et al. 2020, App. E.3).

The networks are permutation equivariant (Claim 1), so one matrix stands for all its column permutations: the
one with increasing column ids, l_1 <= l_2 <= ... <= l_n. The categories of E.3 are

    Category 1   repeats forbidden, specials none        columns regular and unique
    Category 2   repeats required,  specials none        columns regular, with duplicates
    Category 3   repeats allowed,   specials required    at least one entry -delta^(-nd)

Orbits are counted, and found by rank, from how many ways a sorted sequence of columns can go on. What it still needs
is its state: a repeat (two equal columns), a special column, both or nothing. Those that need a special column are all
less the wholly regular ones; those that need a repeat are the multisets less the sets. A batch of consecutive orbits is
found from its first and its last one, column by column: each beginning goes on in every way.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal, get_args

import gmpy2
import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.grids.domains import NumberedColumns, check_length, check_ranks, refuse_large_count
from exactua.plurals import counted

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Beginnings:
    """The first columns of orbits, an array for each place; `no_repeat` and `no_special` where these are needed yet."""

    places: tuple[Integers, ...]
    no_repeat: NDArray[np.bool_]
    no_special: NDArray[np.bool_]

    def parts(self, kept: slice | NDArray[np.bool_]) -> Beginnings:
        """Some of them."""
        return Beginnings(tuple(part[kept] for part in self.places), self.no_repeat[kept], self.no_special[kept])


class Stretches:
    """Non-decreasing sequences of `n` columns out of those that `special` has a truth for.

    `strict`: they are all different. `repeat`, `special_needed`: two are equal, one is special.
    """

    def __init__(
        self, n: int, special: NDArray[np.bool_], strict: bool, repeat: bool = False, special_needed: bool = False
    ) -> None:
        self._n, self._special, self._strict = n, special, strict
        self._needs = Beginnings((), np.full(1, repeat), np.full(1, special_needed))
        self._beyond_specials = int(np.flatnonzero(special)[-1]) + 1 if special.any() else 0

    def between(self, first: Sequence[int], last: Sequence[int], size: int) -> Iterator[Integers]:
        """Those from `first` to `last`, both of them valid and included: shape (at most `size`, n).

        Each column of a batch is read on its own.
        """
        known = self._needs
        for _ in range(self._n - 1):
            lowest, beyond = self._ranges(known, first, last)
            known = self._longer(known, lowest, beyond - lowest)
        lowest, beyond = self._ranges(known, first, last)
        behind = np.cumsum(beyond - lowest)
        for start in range(0, int(behind[-1]), size):
            stop = min(start + size, int(behind[-1]))
            from_, to = np.searchsorted(behind, start, "right"), np.searchsorted(behind, stop, "left") + 1
            some, lows, highs = known.parts(slice(from_, to)), lowest[from_:to].copy(), beyond[from_:to].copy()
            lows[0] = highs[0] - (behind[from_] - start)
            highs[-1] -= behind[to - 1] - stop
            yield np.stack(self._longer(some, lows, highs - lows).places).T

    def _ranges(self, known: Beginnings, first: Sequence[int], last: Sequence[int]) -> tuple[Integers, Integers]:
        """The least column that each beginning may go on with, and the first one beyond the last."""
        place = len(known.places)
        left = self._n - 1 - place  # so many columns are left behind the next one
        before = known.places[-1] if place else np.full(1, -int(self._strict), dtype=np.int64)
        lowest = before + int(self._strict)
        beyond = np.full(len(before), len(self._special) - left * self._strict, dtype=np.int64)
        if known.no_special.any():
            beyond[known.no_special] = np.minimum(beyond[known.no_special], self._beyond_specials)
        if not left and known.no_repeat.any():
            beyond[known.no_repeat] = before[known.no_repeat] + 1
        lowest[0], beyond[-1] = first[place], last[place] + 1
        return lowest, beyond

    def _longer(self, known: Beginnings, lowest: Integers, ways: Integers) -> Beginnings:
        """The beginnings with one more column, so many from the lowest on for each, but for those that can't go on."""
        place = len(known.places)
        behind = np.cumsum(ways)
        chosen = np.arange(behind[-1], dtype=np.int64) - np.repeat(behind - ways - lowest, ways)
        no_repeat, no_special = (_repeated(needs, ways) for needs in (known.no_repeat, known.no_special))
        places = (*(np.repeat(numbers, ways) for numbers in known.places), chosen)
        if place and no_repeat.any():
            no_repeat = no_repeat & (places[-2] != chosen)
        if no_special.any():
            no_special = no_special & ~self._special[chosen]
        longer, left = Beginnings(places, no_repeat, no_special), self._n - 1 - place
        if left < 2 and no_special.any():
            # what is needed takes columns: a special one, and one more where a regular one has to be repeated
            lost = no_special & no_repeat if left else no_special
            return longer.parts(~lost)
        return longer


def _repeated(needs: NDArray[np.bool_], ways: Integers) -> NDArray[np.bool_]:
    if needs.any():
        return np.repeat(needs, ways)
    return np.broadcast_to(np.False_, (int(ways.sum()),))


Repeats = Literal["allowed", "forbidden", "required"]


def sorted_sequences(columns: int, length: int, repeats: Repeats) -> int:
    """How many sorted sequences of `length` columns there are, out of so many; exact, of any size."""
    sets = 0 if repeats == "allowed" else _binomial(columns, length)
    return sets if repeats == "forbidden" else _binomial(columns + length - 1, length) - sets


def bits_of_count(columns: int, n: int) -> float:
    """About how many bits the number of multisets of n columns has: the entropy of a binomial coefficient."""
    total, chosen = columns + n - 1, min(n, columns - 1)
    if chosen <= 0 or chosen.bit_length() > 64:
        return 0 if chosen <= 0 else math.inf
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
                raise InputError(f"{name}: {given!r} is not one of {', '.join(valid)}")
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
