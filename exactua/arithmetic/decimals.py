"""Exact numbers as short decimals that are certain on one side, and p-th roots between two decimals."""

from __future__ import annotations

from typing import Final

import gmpy2
from gmpy2 import mpq, mpz

from exactua.arithmetic.rationals import Rational

DIGITS: Final = 6
"""Significant digits."""
LEAST_EXPONENT: Final = -7
LARGEST_EXPONENT: Final = 12
"""Of ten, in the first digit of a number that is written without an exponent."""


def root_bounds(value: Rational, p: int, digits: int = DIGITS) -> tuple[Rational, Rational]:
    """Decimal numbers low <= value^(1/p) <= high with so many significant digits or more, equal where the root is one.

    `value` is not negative, p >= 1.
    """
    if value < 0 or p < 1 or digits < 1:
        raise ValueError("a root is taken of a number >= 0, with p >= 1 and at least one digit")
    if value == 0:
        return mpq(0), mpq(0)
    places, low = digits - _magnitude(value, p), mpz(0)
    while low < 10 ** (digits - 1):
        scaled = value * mpq(10) ** (p * places)
        whole = mpz(scaled.numerator // scaled.denominator)
        low, exact = gmpy2.iroot(whole, p)
        places += 1
    places -= 1
    unit = mpq(1, 10) ** places if places >= 0 else mpq(10) ** -places
    certain = exact and whole == scaled
    return mpq(low) * unit, mpq(low if certain else low + 1) * unit


def _magnitude(value: Rational, p: int) -> int:
    """About how many digits value^(1/p) has before the point (0.01: -1)."""
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    return int((bits * 30103) // (100_000 * p)) + 1


def decimal(value: Rational, more: str = "") -> str:
    """A number whose denominator divides a power of ten: 0.0125, or 1.25e-12 and 3e+20 far from 1.

    `more` stands behind the digits: "..." says that others follow. Raises ValueError for other denominators.
    """
    exact = mpq(value)
    sign, exact = ("-" if exact < 0 else ""), abs(exact)
    odd, twos = gmpy2.remove(exact.denominator, mpz(2))
    rest, fives = gmpy2.remove(odd, mpz(5))
    if rest != 1:
        raise ValueError("not a decimal number")
    places = max(twos, fives)
    digits = str((exact * mpz(10) ** places).numerator)
    exponent = len(digits) - 1 - places
    if exact and not LEAST_EXPONENT <= exponent <= LARGEST_EXPONENT:
        tail = digits[1:].rstrip("0")
        return f"{sign}{digits[0]}{'.' + tail if tail else ''}{more}e{exponent:+d}"
    digits = digits.rjust(places + 1, "0")
    whole, rest = (digits[:-places], digits[-places:].rstrip("0")) if places else (digits, "")
    return f"{sign}{whole}{'.' + rest if rest else ''}{more}"
