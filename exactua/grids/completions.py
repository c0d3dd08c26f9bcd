"""How many ways a sorted sequence of columns can go on, in closed form; from that, batches of orbits by rank.

What a sequence still needs is its state: a repeat (two equal columns), a special column, both or nothing.
Sequences that need a special column are all less the wholly regular ones; those that need a repeat are the
multisets less the sets.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import gmpy2
import numpy as np
from numpy.typing import NDArray

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
