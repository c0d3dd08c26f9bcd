"""What is counted of a step over some points: a tally. Tallies of disjoint ranges merge in any order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from math import lcm
from typing import Any

import numpy as np
from gmpy2 import invert, mpq
from numpy.typing import NDArray

from exactua.claims.decision import PRIME, Extreme, Position
from exactua.numbers.batches import Batch
from exactua.numbers.rationals import Rational


@dataclass(frozen=True)
class Chunk:
    """The numbers that points of one domain bring to a global fold: `values` has shape (numbers a point, points)."""

    domain: int
    ranks: NDArray[np.int64]
    values: Batch


@dataclass
class Tally:
    """Counts, first failure, extremes and sum of the measured numbers, and the numbers of a global fold."""

    points: int = 0
    applicable: int = 0
    failures: int = 0
    first_failure: Position | None = None
    minimum: Extreme | None = None
    maximum: Extreme | None = None
    residue: int = 0
    chunks: list[Chunk] = field(default_factory=list)
    total: Rational = mpq(0)  # noqa: RUF009  (a rational is immutable)
    """Of a `sum` fold: the numbers summed over all matrices."""

    def failed(self, count: int, first: Position) -> None:
        """Notes `count` failures, the first of them at `first`."""
        self.failures += count
        if self.first_failure is None or first < self.first_failure:
            self.first_failure = first

    def measured(self, low: Extreme, high: Extreme, total: Rational) -> None:
        """Notes measured numbers by their extremes and their sum."""
        if self.minimum is None or (low.value, low.at) < (self.minimum.value, self.minimum.at):
            self.minimum = low
        if self.maximum is None or (-high.value, high.at) < (-self.maximum.value, self.maximum.at):
            self.maximum = high
        self.residue = (self.residue + residue(total)) % PRIME

    def merge(self, other: Tally) -> None:
        """Adds what was counted over other points."""
        self.points += other.points
        self.applicable += other.applicable
        if other.first_failure is not None:
            self.failed(other.failures, other.first_failure)
        if other.minimum is not None and other.maximum is not None:
            self.measured(other.minimum, other.maximum, mpq(0))
        self.residue = (self.residue + other.residue) % PRIME
        self.chunks += other.chunks
        self.total += other.total


def residue(value: Rational) -> int:
    """A rational modulo PRIME: p/q is p times the inverse of q."""
    exact = mpq(value)
    if exact.denominator == 1:
        return int(exact.numerator) % PRIME
    return int(exact.numerator * invert(exact.denominator, PRIME)) % PRIME


def in_order(chunks: Iterable[Chunk]) -> list[Chunk]:
    """The chunks in enumeration order, but for those without a point; a point may bring no number and counts."""
    return sorted(
        (chunk for chunk in chunks if len(chunk.ranks)),
        key=lambda chunk: (chunk.domain, int(chunk.ranks[0])),
    )


@dataclass(frozen=True)
class Repetition:
    """What a `distinct` fold found: points that share a number, and the least pair of them with that number."""

    failures: int
    pair: tuple[Position, Position]
    value: Rational


def repetition(chunks: Iterable[Chunk]) -> Repetition | None:
    """The points that share a number with another point (or repeat one of their own), or None where all differ.

    The pair is the lexicographically least a < b for which the numbers of a and b together are not all different.
    """
    found = increasing(chunks)
    if found is None:
        return None
    values, owners = found.values, found.owners
    same = np.flatnonzero((values[1:] == values[:-1]).astype(np.bool_))
    if not len(same):
        return None
    guilty = np.unique(np.concatenate([owners[same], owners[same + 1]]))
    pair, value = _least_pair(values, owners, same)
    first, second = map(found.position, pair)
    return Repetition(len(guilty), (first, second), mpq(value, found.common))


@dataclass(frozen=True)
class Increasing:
    """The numbers of all points as integers over `common`, increasing, each with the number of its point."""

    values: NDArray[Any]
    owners: NDArray[np.int64]
    common: int
    chunks: list[Chunk]
    offsets: NDArray[np.int64]

    def position(self, owner: int) -> Position:
        """The place of the point that is number `owner` in enumeration order."""
        k = int(np.searchsorted(self.offsets, owner, side="right")) - 1
        return self.chunks[k].domain, int(self.chunks[k].ranks[owner - self.offsets[k]])


def increasing(chunks: Iterable[Chunk]) -> Increasing | None:
    """What the chunks hold by size; None where there are fewer than two points, and nothing to compare."""
    ordered = in_order(chunks)
    offsets = np.cumsum([0, *(len(chunk.ranks) for chunk in ordered)])
    if offsets[-1] < 2:
        return None
    values, owners, common = flattened(ordered, offsets)
    order = np.argsort(values, kind="stable")
    return Increasing(values[order], owners[order], common, ordered, offsets)


def flattened(chunks: list[Chunk], offsets: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.int64], int]:
    """All numbers over one common denominator, each with the number of its point in enumeration order."""
    common = lcm(*(chunk.values.denominator for chunk in chunks))
    numerators = [(chunk.values * mpq(common)).numerators for chunk in chunks]
    if len({part.dtype for part in numerators}) > 1:
        numerators = [part.astype(object) for part in numerators]
    owners = [
        np.tile(np.arange(start, start + len(chunk.ranks)), len(part))
        for start, chunk, part in zip(offsets, chunks, numerators, strict=False)
    ]
    return np.concatenate([part.ravel() for part in numerators]), np.concatenate(owners), common


def _least_pair(
    values: NDArray[Any], owners: NDArray[np.int64], same: NDArray[np.int64]
) -> tuple[tuple[int, int], int]:
    """The least pair of points that together repeat a number, and the least number they repeat."""
    groups: dict[int, list[int]] = {}
    for k in same:
        groups.setdefault(int(values[k]), [int(owners[k])]).append(int(owners[k + 1]))
    candidates: list[tuple[int, int]] = []
    for members in groups.values():
        members.sort()
        distinct = sorted(set(members))
        if len(distinct) > 1:
            candidates.append((distinct[0], distinct[1]))
        # a point that repeats a number of its own is at fault beside every other point
        candidates += [(0, max(a, 1)) for a, b in pairwise(members) if a == b]
    best = min(candidates)
    repeated = (value for value, members in groups.items() if sum(member in best for member in members) > 1)
    return best, min(repeated)
