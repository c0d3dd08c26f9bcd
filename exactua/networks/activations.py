"""Activations of modified Transformers: piecewise linear functions, and Phi, those that the paper allows.

A piece is a line on an interval with rational ends; intervals are named so that a definition by cases reads as in the
paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Self

from exactua.arithmetic.json_values import array_at, boolean_at, built, object_at
from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Rational, encode_known, encode_rational, rational
from exactua.errors import InputError
from exactua.networks.entries import EntryReader, in_words


@dataclass(frozen=True, slots=True)
class Interval:
    """The t from `start` to `stop`, unit 1, where each end belongs to it if it is closed; None is infinite.

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
    """t < stop; unit 1. Raises InputError for an end that is not exact.

    >>> str(below(0))
    't<0'
    """
    return Interval(None, False, rational(stop, "below"), False)


def at_most(stop: Any) -> Interval:
    """t <= stop; unit 1. Raises InputError for an end that is not exact.

    >>> str(at_most("1/2"))
    't<=1/2'
    """
    return Interval(None, False, rational(stop, "at_most"), True)


def above(start: Any) -> Interval:
    """t > start; unit 1. Raises InputError for an end that is not exact.

    >>> str(above(0))
    't>0'
    """
    return Interval(rational(start, "above"), False, None, False)


def at_least(start: Any) -> Interval:
    """t >= start; unit 1. Raises InputError for an end that is not exact.

    >>> str(at_least(0))
    't>=0'
    """
    return Interval(rational(start, "at_least"), True, None, False)


def half_open(start: Any, stop: Any) -> Interval:
    """start <= t < stop, a cell of the paper's grids; unit 1. Raises InputError for ends that are not exact.

    >>> str(half_open(0, "1/2"))
    '0<=t<1/2'
    """
    return Interval(rational(start, "half_open"), True, rational(stop, "half_open"), False)


def closed(start: Any, stop: Any) -> Interval:
    """start <= t <= stop; unit 1. Raises InputError for ends that are not exact.

    >>> str(closed(0, 1))
    '0<=t<=1'
    """
    return Interval(rational(start, "closed"), True, rational(stop, "closed"), True)


def between(start: Any, stop: Any) -> Interval:
    """start < t < stop; unit 1. Raises InputError for ends that are not exact.

    >>> str(between(0, 1))
    '0<t<1'
    """
    return Interval(rational(start, "between"), False, rational(stop, "between"), False)


Line = tuple[Interval, Any, Any]
"""An interval with the slope and the intercept of the line on it: exact numbers as `rational` reads them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """slope * t + intercept for t from `start` to `stop`, unit 1, ends that belong to it or not; None is infinite.

    >>> RELU.pieces[1].slope
    mpq(1,1)
    """

    start: Rational | None
    start_closed: bool
    stop: Rational | None
    stop_closed: bool
    slope: Rational
    intercept: Rational

    @property
    def interval(self) -> Interval:
        """The t for which the piece speaks."""
        return Interval(self.start, self.start_closed, self.stop, self.stop_closed)

    def on_line(self, t: Any) -> Any:
        """slope * t + intercept, in the type of t, whether the piece speaks for t or not."""
        return self.slope * t + self.intercept

    def __str__(self) -> str:
        return f"{self.interval}: {in_words(self.intercept, (('t', self.slope),))}"


@dataclass(frozen=True, slots=True, init=False, eq=False)
class PiecewiseLinear:
    """A piecewise linear function of one variable t, unit 1, possibly with jumps; called with t, it gives its value.

    `pieces` cover the line from left to right, every t exactly once. Equality is that of the pieces.
    Raises InputError if they don't cover it so, saying where.

    >>> PiecewiseLinear.of((everywhere(), 2, 1))(3)
    mpq(7,1)
    """

    pieces: tuple[Piece, ...]

    def __init__(self, pieces: Sequence[Piece]) -> None:
        checked = tuple(_checked(piece, number) for number, piece in enumerate(pieces, 1))
        _require_cover([piece.interval for piece in checked])
        object.__setattr__(self, "pieces", checked)

    @classmethod
    def of(cls, *lines: Line) -> Self:
        """The function of these `(interval, slope, intercept)`, such as `(below(0), -1, 0)`, in order.

        Raises InputError for what is no such triple.
        """
        for number, line in enumerate(lines, 1):
            if not isinstance(line, (tuple, list)) or len(line) != 3 or not isinstance(line[0], Interval):
                raise InputError(
                    f"piece {number}: {brief(line)} is not a piece; write (interval, slope, intercept), "
                    "such as (below(0), -1, 0)"
                )
        return cls(
            [
                Piece(
                    interval.start,
                    interval.start_closed,
                    interval.stop,
                    interval.stop_closed,
                    slope,
                    intercept,
                )
                for interval, slope, intercept in lines
            ]
        )

    def __call__(self, t: Any) -> Any:
        """The value at t. Any exact number type will do: t is compared with rationals and put into a line."""
        for piece in self.pieces[:-1]:
            if (t <= piece.stop) if piece.stop_closed else (t < piece.stop):
                return piece.on_line(t)
        return self.pieces[-1].on_line(t)

    def outside_phi(self) -> str | None:
        """Why the function, written with these pieces, is not in Phi; None if it is.

        The constant piece is read as one of more than a single t: 'at least one piece is constant' would say nothing of
        functions with two pieces otherwise. Source: Yun et al. 2020, App. C, Step 2.
        """
        if len(self.pieces) > 3:
            return f"it has {len(self.pieces)} pieces, but Phi allows at most three"
        if all(piece.slope != 0 for piece in self.pieces):
            return "none of its pieces is constant, but Phi requires at least one that is"
        constant = [piece for piece in self.pieces if piece.slope == 0]
        if all(piece.start is not None and piece.start == piece.stop for piece in constant):
            point = constant[0].interval
            return f"its only constant piece is the point {point}, but Phi requires one of more than a point"
        return None

    def __eq__(self, other: object) -> bool:
        return self.pieces == other.pieces if isinstance(other, PiecewiseLinear) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.pieces)

    def __str__(self) -> str:
        return "; ".join(map(str, self.pieces))


class Phi(PiecewiseLinear):
    """An allowed activation: piecewise linear with at most three pieces, at least one of them constant.

    Raises InputError, with the reason, for any other function. Source: Yun et al. 2020, App. C, Step 2.

    >>> step = Phi.of((below(0), 0, 0), (at_least(0), 0, 1))
    >>> step(-1), step(0)
    (mpq(0,1), mpq(1,1))
    """

    __slots__ = ()

    def __init__(self, pieces: Sequence[Piece]) -> None:
        super().__init__(pieces)
        reason = self.outside_phi()
        if reason:
            raise InputError(f"{self} is not in Phi: {reason}; PiecewiseLinear.of(...) takes any pieces")


def _checked(piece: Piece, number: int) -> Piece:
    at = f"piece {number}"
    if not (isinstance(piece.start_closed, bool) and isinstance(piece.stop_closed, bool)):
        raise InputError(f"{at}: whether an end belongs to it is True or False")
    interval = Interval(
        None if piece.start is None else rational(piece.start, f"{at} start"),
        piece.start_closed,
        None if piece.stop is None else rational(piece.stop, f"{at} stop"),
        piece.stop_closed,
    )
    reason = interval.wrong()
    if reason:
        raise InputError(f"{at}: {reason}")
    slope, intercept = rational(piece.slope, f"{at} slope"), rational(piece.intercept, f"{at} intercept")
    return Piece(interval.start, interval.start_closed, interval.stop, interval.stop_closed, slope, intercept)


def _require_cover(intervals: Sequence[Interval]) -> None:
    if not intervals:
        raise InputError("a piecewise linear function needs at least one piece")
    if intervals[0].start is not None:
        raise InputError(f"the first piece starts at {intervals[0].start}; it must start at minus infinity (None)")
    if intervals[-1].stop is not None:
        raise InputError(f"the last piece stops at {intervals[-1].stop}; it must stop at infinity (None)")
    for number, (left, right) in enumerate(pairwise(intervals), 1):
        pair = f"pieces {number} and {number + 1} ({left} and {right})"
        if left.stop is None or right.start is None:
            raise InputError(f"{pair}: only the first and the last piece may be infinite")
        if left.stop < right.start:
            raise InputError(f"{pair} leave a gap from {left.stop} to {right.start}")
        if left.stop > right.start:
            raise InputError(f"{pair} overlap from {right.start} to {left.stop}")
        if left.stop_closed == right.start_closed:
            fault = "both contain" if left.stop_closed else "neither contains"
            raise InputError(f"{pair}: {fault} {left.stop}; exactly one must")


RELU: Final = Phi.of((below(0), 0, 0), (at_least(0), 1, 0))
"""ReLU(t) = 0 if t < 0, t if t >= 0: an activation of Phi itself.

>>> RELU(-1), RELU(3)
(mpq(0,1), mpq(3,1))
"""


def pieces_data(function: PiecewiseLinear) -> list[dict[str, Any]]:
    """The pieces of a function as JSON data."""
    return [
        {
            "from": encode_known(piece.start),
            "from_closed": piece.start_closed,
            "to": encode_known(piece.stop),
            "to_closed": piece.stop_closed,
            "slope": encode_rational(piece.slope),
            "intercept": encode_rational(piece.intercept),
        }
        for piece in function.pieces
    ]


def piecewise_linear_at(reader: EntryReader, data: object, where: str) -> PiecewiseLinear:
    """The function with these pieces, a `Phi` where it is one. Raises InputError, with the path, for other data."""
    pieces = [_piece_at(reader, piece, f"{where}[{i}]") for i, piece in enumerate(array_at(data, where))]
    function = built(where, lambda: PiecewiseLinear(pieces))
    return function if function.outside_phi() else Phi(pieces)


def _piece_at(reader: EntryReader, data: object, where: str) -> Piece:
    fields = object_at(data, where, ("from", "from_closed", "to", "to_closed", "slope", "intercept"))
    start, stop = (
        None if fields[name] is None else reader.number(fields[name], f"{where}.{name}") for name in ("from", "to")
    )
    slope, intercept = (reader.number(fields[name], f"{where}.{name}") for name in ("slope", "intercept"))
    start_closed, stop_closed = (boolean_at(fields[name], f"{where}.{name}") for name in ("from_closed", "to_closed"))
    return Piece(start, start_closed, stop, stop_closed, slope, intercept)
