"""Intervals of the line with rational ends, named so that a definition by cases reads as in the paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from exactua.arithmetic.rationals import Rational, rational


@dataclass(frozen=True, slots=True)
class Interval:
    """The t from `start` to `stop`, where each end belongs to it if it is closed; None is infinite.

    >>> str(Interval(None, False, 0, True))
    't<=0'
    """

    start: Rational | None
    start_closed: bool
    stop: Rational | None
    stop_closed: bool

    def wrong(self) -> str | None:
        """Why these ends make no interval, or None."""
        if (self.start is None and self.start_closed) or (self.stop is None and self.stop_closed):
            return "an infinite end can't belong to an interval"
        if self.start is None or self.stop is None or self.start < self.stop:
            return None
        if self.start > self.stop:
            return f"it starts at {self.start} and stops before, at {self.stop}"
        return (
            None if self.start_closed and self.stop_closed else f"it contains no t: it starts and stops at {self.start}"
        )

    def __str__(self) -> str:
        below = "<=" if self.stop_closed else "<"
        if self.start is None:
            return "all t" if self.stop is None else f"t{below}{self.stop}"
        if self.stop is None:
            return f"t{'>=' if self.start_closed else '>'}{self.start}"
        if self.start == self.stop:
            return f"t={self.start}"
        return f"{self.start}{'<=' if self.start_closed else '<'}t{below}{self.stop}"


def everywhere() -> Interval:
    """All t.

    >>> str(everywhere())
    'all t'
    """
    return Interval(None, False, None, False)


def below(stop: Any) -> Interval:
    """t < stop.

    >>> str(below(0))
    't<0'
    """
    return Interval(None, False, rational(stop, "below"), False)


def at_most(stop: Any) -> Interval:
    """t <= stop.

    >>> str(at_most("1/2"))
    't<=1/2'
    """
    return Interval(None, False, rational(stop, "at_most"), True)


def above(start: Any) -> Interval:
    """t > start.

    >>> str(above(0))
    't>0'
    """
    return Interval(rational(start, "above"), False, None, False)


def at_least(start: Any) -> Interval:
    """t >= start.

    >>> str(at_least(0))
    't>=0'
    """
    return Interval(rational(start, "at_least"), True, None, False)


def half_open(start: Any, stop: Any) -> Interval:
    """start <= t < stop, the shape of a cell of the paper's grids.

    >>> str(half_open(0, "1/2"))
    '0<=t<1/2'
    """
    return Interval(rational(start, "half_open"), True, rational(stop, "half_open"), False)


def closed(start: Any, stop: Any) -> Interval:
    """start <= t <= stop.

    >>> str(closed(0, 1))
    '0<=t<=1'
    """
    return Interval(rational(start, "closed"), True, rational(stop, "closed"), True)


def between(start: Any, stop: Any) -> Interval:
    """start < t < stop.

    >>> str(between(0, 1))
    '0<t<1'
    """
    return Interval(rational(start, "between"), False, rational(stop, "between"), False)
