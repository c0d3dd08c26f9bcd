"""Axes of pictures: from exact numbers to places between 0 and 1, true to scale where that can be read.

Ids grow by powers of delta^-d, so a panel takes the first of these that keeps different numbers apart to the eye:
linear, logarithmic, or merely in order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational

APART: Final = 1 / 28
"""Different numbers lie at least this part of the axis from each other."""


@dataclass(frozen=True)
class Scale:
    """A monotone map from numbers to places on an axis of length 1."""

    place: Callable[[Rational], float]
    kind: str
    """"linear", "logarithmic", "broken" (linear but for numbers far outside), or "in order"."""
    breaks: tuple[float, ...] = ()
    """Where the axis is broken."""

    def separates(self, values: Iterable[Rational]) -> bool:
        """Whether different values stand at places that can be told apart."""
        places = [self.place(value) for value in sorted(set(values))]
        return all(b - a >= APART for a, b in pairwise(places))


def fitting(values: Sequence[Rational], base: int, zero: bool = True) -> Scale:
    """The first that separates: linear (with 0 in sight where `zero`), linear, logarithmic to this base, in order."""
    candidates: list[Callable[[Sequence[Rational]], Scale]] = [linear, lambda numbers: logarithmic(numbers, base)]
    if zero:
        candidates.insert(0, lambda numbers: linear([*numbers, mpq(0)]))
    for candidate in candidates:
        scale = candidate(values)
        if scale.separates(values):
            return scale
    return in_order(values)


def linear(values: Sequence[Rational]) -> Scale:
    """True to scale from the least to the greatest value; one value alone stands in the middle."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    return Scale(lambda value: float((value - low) / (high - low)), "linear")


def logarithmic(values: Sequence[Rational], base: int) -> Scale:
    """Linear between -1 and 1, logarithmic to this base outside."""
    low, high = (_logarithm(bound, base) for bound in (min([*values, mpq(0)]), max([*values, mpq(1)])))
    return Scale(lambda value: (_logarithm(value, base) - low) / (high - low), "logarithmic")


def in_order(values: Sequence[Rational]) -> Scale:
    """Each value at a place of its own, in order and not to scale."""
    return through([(value, mpq(2 * k + 1, 2 * len(set(values)))) for k, value in enumerate(sorted(set(values)))])


def around(values: Sequence[Rational], high: int) -> Scale:
    """Linear on [0, high] and for values near it; values farther away stand behind a break of the axis, in order."""
    near = [value for value in values if -mpq(high, 2) <= value <= mpq(3 * high, 2)]
    first, last = min([*near, mpq(0)]), max([*near, mpq(high)])
    below, above = (sorted({v for v in values if v < first}), sorted({v for v in values if v > last}))
    bottom, top = (mpq(1, 4) if below else mpq(0)), (mpq(3, 4) if above else mpq(1))
    anchors = [(value, mpq(k + 1, len(below)) * mpq(1, 8)) for k, value in enumerate(below)]
    anchors += [(first, bottom), (last, top)]
    anchors += [(value, mpq(7, 8) + mpq(k, len(above)) * mpq(1, 8)) for k, value in enumerate(above)]
    breaks = ((0.19,) if below else ()) + ((0.81,) if above else ())
    return Scale(through(anchors).place, "broken" if breaks else "linear", breaks)


def through(anchors: Sequence[tuple[Rational, Rational]]) -> Scale:
    """Linear between these pairs of a value and its place, both increasing; outside as at the ends."""

    def place(value: Rational) -> float:
        if value <= anchors[0][0] or len(anchors) == 1:
            return float(anchors[0][1])
        for (low, start), (high, end) in pairwise(anchors):
            if value <= high:
                return float(start + (end - start) * (value - low) / (high - low))
        return float(anchors[-1][1])

    return Scale(place, "in order")


def _logarithm(value: Rational, base: int) -> float:
    size = abs(mpq(value))
    if size <= 1:
        return float(value)
    grown = 1 + (math.log(size.numerator) - math.log(size.denominator)) / math.log(base)
    return grown if value > 0 else -grown
