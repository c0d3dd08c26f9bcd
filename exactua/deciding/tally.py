"""What is counted of a step over some points: a tally. Tallies of disjoint ranges merge in any order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from gmpy2 import invert, mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.rationals import Rational
from exactua.claims.decision import PRIME, Extreme, Position
from exactua.errors import InputError


@dataclass(frozen=True)
class Chunk:
    """The numbers that points of one domain bring to a global fold: `values` has shape (numbers a point, points).

    Ranks increase, and those of two chunks of a domain don't mix.
    """

    domain: int
    ranks: NDArray[np.int64]
    values: Batch


@dataclass(frozen=True)
class Link:
    """Numbers of a `distinct` fold over the points with ranks start, ..., stop - 1 of `grids.spread_order`.

    `grows`: each point has different numbers, the lowest above the highest of the point before. `lowest` is the first
    point's, `highest` the last one's.
    """

    start: int
    stop: int
    lowest: Rational | None
    highest: Rational | None
    grows: bool


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
    undecided: int = 0
    """Points at which a comparison of reals was not decided when the precision reached its cap."""
    unmeasured: int = 0
    """Measured numbers of which the floor was not decided then."""
    links: list[Link] = field(default_factory=list)
    """Of a `distinct` fold that is decided by neighbours in an order of its own."""

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
        self.links += other.links
        self.total += other.total
        self.undecided += other.undecided
        self.unmeasured += other.unmeasured


def grows(links: Iterable[Link], points: int) -> bool:
    """Whether the links, put together, show the numbers of so many points to be all different."""
    reached, highest = 0, None
    for link in sorted(links, key=lambda link: link.start):
        if link.lowest is None or link.highest is None or link.start != reached or not link.grows:
            return False
        if highest is not None and link.lowest <= highest:
            return False
        reached, highest = link.stop, link.highest
    return reached == points


def residue(value: Rational) -> int:
    """A rational modulo PRIME: p/q is p times the inverse of q. Raises InputError where PRIME divides q."""
    exact = mpq(value)
    if exact.denominator == 1:
        return int(exact.numerator) % PRIME
    if exact.denominator % PRIME == 0:
        raise InputError(
            "a number has a denominator that 2^61 - 1 divides, and certificates tell sums modulo it; change it"
        )
    return int(exact.numerator * invert(exact.denominator, PRIME)) % PRIME


def in_order(chunks: Iterable[Chunk]) -> list[Chunk]:
    """The chunks in enumeration order, but for those without a point; a point may bring no number and counts."""
    return sorted(
        (chunk for chunk in chunks if len(chunk.ranks)),
        key=lambda chunk: (chunk.domain, int(chunk.ranks[0])),
    )
