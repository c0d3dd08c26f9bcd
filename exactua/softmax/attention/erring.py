"""What a given output of softmax attention is in error, entry by entry: between two rationals, and in ulps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.rationals import Rational
from exactua.softmax.attention.enclosing import Enclosed
from exactua.softmax.floats.dyadics import Floats, dyadics

Place = tuple[int, ...]
"""Batch, head, query and column of V, from 0; batch and head only where the tensors have them."""
Range = tuple[Rational, Rational]
"""Two bounds of a number that is not negative."""

_EDGES: Final = 64
"""Buckets of errors between two powers of two."""


@dataclass(frozen=True, slots=True)
class EntryError:
    """One entry: what is given, the enclosure of what is exact, and bounds of the absolute value of the difference."""

    place: Place
    given: Rational
    centre: Rational
    radius: Rational

    @property
    def absolute(self) -> Range:
        """Bounds of |given - exact|."""
        distance = abs(self.given - self.centre)
        return max(distance - self.radius, mpq(0)), distance + self.radius

    @property
    def size(self) -> Range | None:
        """Bounds of |exact|; None where the enclosure has a 0 in it."""
        least = abs(self.centre) - self.radius
        return None if least <= 0 else (least, abs(self.centre) + self.radius)

    @property
    def relative(self) -> Range | None:
        """Bounds of the error over |exact|; None where that may be 0."""
        size, (lower, upper) = self.size, self.absolute
        return None if size is None else (lower / size[1], upper / size[0])

    def ulps(self, form: FloatFormat) -> Range | None:
        """Bounds of the error in units in the last place of the exact value; None where that may be 0."""
        size, (lower, upper) = self.size, self.absolute
        return None if size is None else (lower / ulp(size[1], form), upper / ulp(size[0], form))


def ulp(x: Rational, form: FloatFormat) -> Rational:
    """The distance of the numbers of a format about x > 0; of subnormal numbers that is the least number."""
    return dyadic_power(max(_exponent(x), form.least) - form.precision + 1)


def _exponent(x: Rational) -> int:
    """The e with 2^e <= x < 2^(e + 1)."""
    exponent = int(x.numerator).bit_length() - int(x.denominator).bit_length()
    return exponent if dyadic_power(exponent) <= x else exponent - 1


def entries(exact: Enclosed, given: Floats, at: Place, first: int = 0) -> Iterator[EntryError]:
    """Every finite entry of some rows of an output that are defined; `first` is the number of the first query."""
    output = dyadics(np.where(np.isfinite(given), given, 0))
    unit, step = dyadic_power(exact.exponent), dyadic_power(output.exponent)
    for i in np.flatnonzero(exact.defined).tolist():
        for j in np.flatnonzero(np.isfinite(given[i])).tolist():
            centre, radius = mpq(exact.centres[i, j]) * unit, mpq(exact.radii[i, j]) * unit
            yield EntryError((*at, first + i, j), mpq(output.integers[i][j]) * step, centre, radius)


@dataclass
class Spread:
    """How large the errors of many entries are, by one measure: the worst entry, and how many are how large.

    Memory does not grow with the number of entries: they are counted in 64 buckets for each power of two.
    """

    worst: EntryError | None = None
    greatest: Range = (mpq(0), mpq(0))
    """Bounds of the error of the worst entry; no entry has a lower bound above it."""
    count: int = 0
    buckets: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, entry: EntryError, error: Range) -> None:
        """Counts one entry."""
        self.count += 1
        self.buckets[_bucket(error[1])] += 1
        if self.worst is None or error[1] > self.greatest[1]:
            self.worst, self.greatest = entry, error

    def quantile(self, share: Rational) -> Rational:
        """A number that so large a share of the entries, rounded up to an entry, err by at most.

        It is at most 1/64 too large. Raises ValueError where there are no entries.
        """
        wanted, known = -(-share.numerator * self.count // share.denominator), 0
        for bucket in sorted(self.buckets):
            known += self.buckets[bucket]
            if known >= wanted:
                return _edge(bucket)
        raise ValueError("no entries")


def _bucket(x: Rational) -> tuple[int, int]:
    """The bucket of x >= 0: the exponent e with 2^e < x <= 2^(e + 1) or so, and the part of it, from above."""
    if x == 0:
        return (-(2**62), 0)
    exponent = _exponent(x)
    above: Any = (x / dyadic_power(exponent) - 1) * _EDGES
    return (exponent, int(-(-above.numerator // above.denominator)))


def _edge(bucket: tuple[int, int]) -> Rational:
    exponent, part = bucket
    return mpq(0) if exponent == -(2**62) else dyadic_power(exponent) * (1 + mpq(part, _EDGES))


@dataclass
class Errors:
    """The errors of an output: absolute, relative and in ulps of a format, and what has no such error."""

    form: FloatFormat
    absolute: Spread = field(default_factory=Spread)
    relative: Spread = field(default_factory=Spread)
    ulps: Spread = field(default_factory=Spread)
    without_relative: int = 0
    """Entries whose enclosure has a 0 in it: they have no relative error, and none in ulps."""
    not_finite: int = 0
    first_not_finite: Place | None = None

    def add(self, exact: Enclosed, given: Floats, at: Place, first: int = 0) -> Iterator[EntryError]:
        """Counts some rows of an output, and gives each finite entry."""
        wrong = np.argwhere(~np.isfinite(given) & exact.defined[:, None]).tolist()
        self.not_finite += len(wrong)
        if wrong and self.first_not_finite is None:
            self.first_not_finite = (*at, first + wrong[0][0], wrong[0][1])
        for entry in entries(exact, given, at, first):
            self.absolute.add(entry, entry.absolute)
            relative, ulps = entry.relative, entry.ulps(self.form)
            if relative is None or ulps is None:
                self.without_relative += 1
            else:
                self.relative.add(entry, relative)
                self.ulps.add(entry, ulps)
            yield entry
