"""Many vectors told apart in one direction: u^T z sorted, in place of all pairs of them.

Where the numbers u^T z of vectors are all different, so are the vectors, and by Cauchy and Schwarz two of them are at
least as far apart as the two numbers, over the norm of u. A direction may fail to show what is so, and shows nothing
that is not; the directions that are tried are always the same ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any, Final

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Rational
from exactua.commands.ask.nearest import Nearest, Vector
from exactua.evidence.asked_terms import norm_of

TRIED: Final = 16
"""How many directions are tried."""
LARGEST: Final = 999
"""The largest entry of a direction."""
MOST_SAID: Final = 4
"""Entries of a direction up to which it is told as it is."""
BESIDE: Final = 8
"""How many vectors behind it in each direction a vector is compared with, to find two that are near."""
FIRST: Final = 4
"""Entries of two vectors that are compared before all of them are."""


@dataclass(frozen=True)
class Direction:
    """A direction in which all vectors are told apart."""

    u: tuple[int, ...]
    gap: Rational
    """The least difference of two of the numbers u^T z; not 0."""

    @property
    def squared(self) -> Rational:
        """What the squared distance of two of the vectors is at least."""
        return self.gap**2 / norm_of(self.u)


class Vectors:
    """Rational vectors of one length over their common denominator."""

    def __init__(self, vectors: Sequence[Vector]) -> None:
        self.common = lcm(*{int(entry.denominator) for vector in vectors for entry in vector})
        integers = [[int(entry * self.common) for entry in vector] for vector in vectors]
        largest = max(abs(entry) for vector in integers for entry in vector)
        length = len(integers[0])
        fits = max(2 * length * largest * LARGEST, 4 * length * largest**2) < 2**62
        self.table = np.array(integers, dtype=np.int64 if fits else object)

    @property
    def greatest(self) -> Rational:
        """The square of the greatest norm."""
        return mpq(int((self.table * self.table).sum(axis=1).max()), self.common**2)

    def told_apart(self) -> Direction | None:
        """The direction of those tried in which the vectors are farthest apart; None where none tells all apart."""
        best: Direction | None = None
        for u in directions(self.table.shape[1], TRIED):
            numbers = np.sort(self.table @ np.array(u, dtype=self.table.dtype))
            gap = int(np.diff(numbers).min())
            if gap and (best is None or Direction(u, mpq(gap, self.common)).squared > best.squared):
                best = Direction(u, mpq(gap, self.common))
        return best

    def equal(self, classes: Sequence[Hashable], of_point: int = 1) -> tuple[int, int] | None:
        """The least pair of points of which vectors of different classes are equal; None if there is none.

        Every point has so many vectors, one after the other; the two may be one point.
        """
        places: dict[tuple[int, ...], list[int]] = {}
        for k, vector in enumerate(map(tuple, self.table.tolist())):
            places.setdefault(vector, []).append(k)
        pairs = []
        for here in places.values():
            first = here[0] // of_point
            own = {classes[k] for k in here if k // of_point == first}
            other = next((k for k in here if own - {classes[k]}), None)
            if other is not None:
                pairs.append((first, other // of_point))
        return min(pairs, default=None)

    def near(self, classes: Sequence[Hashable]) -> Nearest:
        """Two vectors of different classes that stand near each other in some direction, and their squared distance.

        The vectors are told apart, and there are two classes.
        """
        numbers = {label: k for k, label in enumerate(dict.fromkeys(classes))}
        own = np.array([numbers[label] for label in classes])
        other = int(np.flatnonzero(own != own[0])[0])
        difference = self.table[other] - self.table[0]
        best = (int((difference * difference).sum()), 0, other)
        entries = np.ascontiguousarray(self.table.T)
        for u in directions(self.table.shape[1], TRIED):
            order = np.argsort(self.table @ np.array(u, dtype=self.table.dtype), kind="stable")
            ordered, kinds = entries[:, order], own[order]
            for step in range(1, min(BESIDE, len(order) - 1) + 1):
                places, squares = _within(ordered, step, best[0])
                for k, squared in zip(places.tolist(), squares.tolist(), strict=True):
                    if kinds[k] != kinds[k + step]:
                        pair = int(order[k]), int(order[k + step])
                        best = min(best, (squared, min(pair), max(pair)))
        return Nearest(best[1], best[2], mpq(best[0], self.common**2))


def _within(ordered: NDArray[Any], step: int, most: int) -> tuple[NDArray[np.intp], NDArray[Any]]:
    """Which vectors (columns) have a squared distance <= `most` from the one `step` behind, and these distances.

    A few entries tell most of the others apart already: the sum of their squares is no more than that of all.
    """
    squares = _squares(ordered[:FIRST, :-step], ordered[:FIRST, step:])
    places = np.flatnonzero(squares <= most)
    left, right = ordered[FIRST:, places], ordered[FIRST:, places + step]
    squares = squares[places] + _squares(left, right)
    kept = np.flatnonzero(squares <= most)
    return places[kept], squares[kept]


def _squares(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """The squared distance of each column from the other of its place."""
    difference = left - right
    squares: NDArray[Any] = (difference * difference).sum(axis=0)
    return squares


def directions(length: int, count: int) -> Iterator[tuple[int, ...]]:
    """So many directions: any serve, and these are the same on every machine; of numbers, 1 alone."""
    state = 1
    for _ in range(count if length > 1 else 1):
        u = []
        for _ in range(length):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            u.append((state >> 33) % LARGEST + 1 if state >> 63 else -((state >> 33) % LARGEST) - 1)
        yield tuple(u) if length > 1 else (1,)


def said(u: Sequence[int]) -> str:
    """A direction in words; of a long one its beginning, as the whole stands in the certificate."""
    shown = ", ".join(map(str, u[:MOST_SAID]))
    return f"({shown})" if len(u) <= MOST_SAID else f"({shown}, ... {len(u)} integers)"
