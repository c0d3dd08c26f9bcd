"""Reals in certificates: each by the greatest number of 64 bits that does not exceed it (format, section 9)."""

from __future__ import annotations

from typing import TypeAlias

from .balls import ball_of, ball_top
from .reals import FIRST, Real, away_from_0, floor_of, sign
from .records import encode
from .values import Number

Floor: TypeAlias = "tuple[int, int, int]"  # the sign of K 2^E, E times it, and K: in the order of the numbers


def lowered(x: Number) -> Floor:
    """The number K 2^E with K 2^E <= x < (K + 1) 2^E and 2^63 <= |K| < 2^64, of two such E the smaller one."""
    if sign(x) == 0:
        return 0, 0, 0
    ball = away_from_0(x, FIRST, x.spend) if isinstance(x, Real) else ball_of(x, FIRST)
    size = ball_top(ball) - 64
    k, e = next((k, e) for e in range(size - 2, size + 3) if 2**63 <= abs(k := floor_of(x, e)) < 2**64)
    return (1, e, k) if k > 0 else (-1, -e, k)


def floors(x: Number) -> tuple[Floor, Floor]:
    """The number K 2^E, and its negative."""
    side, e, k = lowered(x)
    return (side, e, k), (-side, -e, -k)


def encoded(floor: Floor) -> dict[str, int | str]:
    """The number K 2^E, as it stands in a certificate."""
    side, e, k = floor
    return {"floor": encode(k), "exponent": encode(side * e)}


def written_floor(x: Number) -> dict[str, int | str]:
    """A number as its floor."""
    return encoded(lowered(x))
