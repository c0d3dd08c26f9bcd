"""All orbits from one to another, in lexicographic order: column by column, each beginning goes on in every way.

A beginning may still need a repeat (two equal columns), a special column, both or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
