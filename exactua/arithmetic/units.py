"""delta = 1/m: the width of a cube, and the unit in which column ids are integers."""

from __future__ import annotations

from exactua.arithmetic.rationals import rational
from exactua.errors import InputError


def cubes_per_edge(delta: object) -> int:
    """m, where delta = 1/m. Raises InputError unless delta is an exact unit fraction 1/m with an integer m >= 2."""
    exact = rational(delta, "delta")
    if exact.numerator != 1 or exact.denominator < 2:
        text = str(delta).strip()
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        raise InputError(f"delta: {shown} is not valid; give 1/m with an integer m >= 2, such as 1/4")
    return int(exact.denominator)
