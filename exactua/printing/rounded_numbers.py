"""Exact numbers with few digits for tables of errors: to nearest, towards 0 or away from it, as the caller chooses."""

from __future__ import annotations

from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.printing.short_numbers import first_digit

DIGITS: Final = 3
LONGEST: Final = 9
LARGEST: Final = 10**9
"""Whole factors below it are written out."""


def shown(value: Rational, longest: int = LONGEST) -> str:
    """An exact number where it has few characters, else three digits of it, towards 0."""
    text = written(value)
    return text if len(text) <= longest else rounded_down(value)


def shown_factor(factor: Rational) -> str:
    """A factor lambda > 0: an integer, a power of 2, or a decimal of six digits at most, towards 0."""
    exact = mpq(factor)
    if exact.denominator == 1 and exact < LARGEST:
        return written(exact)
    power = int(exact.numerator).bit_length() - int(exact.denominator).bit_length()
    if abs(power) > 30 and exact == mpq(2) ** power:
        return f"2^{power}"
    return rounded_down(exact, 6)


def rounded_down(value: Rational | None, digits: int = DIGITS) -> str:
    """The number with so many digits, towards 0: 0.0124, 1.24e-50; "unknown" for None."""
    return _decimal(value, digits, mpq(0))


def rounded_up(value: Rational | None, digits: int = DIGITS) -> str:
    """The same away from 0."""
    return _decimal(value, digits, mpq(1))


def rounded(value: Rational | None, digits: int = DIGITS) -> str:
    """The same to nearest."""
    return _decimal(value, digits, mpq(1, 2))


def _decimal(value: Rational | None, digits: int, up: Rational) -> str:
    """The size plus `up` units of the last digit (nothing where the digits are exact), cut off."""
    if value is None:
        return "unknown"
    if value == 0:
        return "0"
    sign, size = "-" if value < 0 else "", abs(mpq(value))
    power = first_digit(size)
    scaled = size * mpq(10) ** (digits - 1 - power)
    whole = int(scaled) if scaled.denominator == 1 else int(scaled + up)
    if whole == 10**digits:
        whole, power = whole // 10, power + 1
    text = str(whole)
    if -4 <= power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{text.rstrip('0')}"
    if 0 <= power < digits:
        head, tail = text[: power + 1], text[power + 1 :].rstrip("0")
        return f"{sign}{head}{'.' if tail else ''}{tail}"
    tail = text[1:].rstrip("0")
    return f"{sign}{text[0]}{'.' if tail else ''}{tail}e{power:+d}"
