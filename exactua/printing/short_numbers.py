"""Exact numbers for tables: as they are where they are short, else their first digits. For reading alone.

In tables of errors few digits are rounded to nearest, towards 0 or away from it, as the caller chooses.
"""

from __future__ import annotations

from typing import Final

from gmpy2 import mpq, mpz

from exactua.arithmetic.rationals import Rational, written

LONGEST_NUMBER: Final = 14
DIGITS: Final = 5
NEAR: Final = mpq(1, 1000)
PLAIN: Final = 20
"""The largest denominator of a fraction that needs no decimal beside it."""


def short(value: Rational) -> str:
    """An exact number, or its first digits where it is long; one near 1 by its distance from 1."""
    shown = written(value)
    if len(shown) <= LONGEST_NUMBER:
        return shown
    gap = mpq(value) - 1
    if abs(gap) < NEAR:
        return f"1 {'+' if gap > 0 else '-'} about {decimal(abs(gap))}"
    return f"about {decimal(value)}"


def approximation(value: Rational) -> str:
    """The first digits of a short fraction in brackets; "" of others."""
    exact = mpq(value)
    long = len(written(exact)) > LONGEST_NUMBER
    return "" if exact.denominator <= PLAIN or long else f" (about {decimal(exact)})"


def signed(value: Rational) -> str:
    """A summand with its sign; "+ a" where it is long."""
    return f"{'-' if value < 0 else '+'} {written(abs(value))}" if len(written(value)) <= LONGEST_NUMBER else "+ a"


def decimal(value: Rational) -> str:
    """The first five digits of a number, cut off: 1.0008, 0.0034126, 2.0717e+10. For reading alone."""
    exact = mpq(value)
    sign, size = "-" if exact < 0 else "", abs(exact)
    if size == 0:
        return "0"
    power = first_digit(size)
    shift = DIGITS - 1 - power
    digits = str(int(size * mpq(10) ** shift))
    if -4 <= power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{digits}"
    if 0 <= power < DIGITS - 1:
        return f"{sign}{digits[: power + 1]}.{digits[power + 1 :]}"
    return f"{sign}{digits[0]}.{digits[1:]}e{power:+d}"


def times_power_of_ten(value: Rational) -> str:
    """A number of a few digits times a power of ten, exactly: -10^-109, 9*10^-110; "" of others."""
    exact = mpq(value)
    if exact == 0:
        return ""
    power = first_digit(abs(exact))
    digits = exact / mpq(10) ** power
    while digits.denominator != 1 and power > first_digit(abs(exact)) - DIGITS:
        digits, power = digits * 10, power - 1
    if digits.denominator != 1:
        return ""
    factor = {1: "", -1: "-"}.get(int(digits), f"{digits}*")
    return f"{factor}10^{power}"


def first_digit(size: Rational) -> int:
    """The power of ten of the first digit of a number > 0: 2 for 124, -3 for 0.0012."""
    exact = mpq(size)
    power = mpz(exact.numerator).num_digits(10) - mpz(exact.denominator).num_digits(10)
    while exact < mpq(10) ** power:  # num_digits may count one too many
        power -= 1
    while exact >= mpq(10) ** (power + 1):
        power += 1
    return int(power)


FEW_DIGITS: Final = 3
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


def rounded_down(value: Rational | None, digits: int = FEW_DIGITS) -> str:
    """The number with so many digits, towards 0: 0.0124, 1.24e-50; "unknown" for None."""
    return _decimal(value, digits, mpq(0))


def rounded_up(value: Rational | None, digits: int = FEW_DIGITS) -> str:
    """The same away from 0."""
    return _decimal(value, digits, mpq(1))


def rounded(value: Rational | None, digits: int = FEW_DIGITS) -> str:
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
