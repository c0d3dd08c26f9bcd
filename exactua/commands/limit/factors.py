"""The factors lambda of `limit`, read exactly: "1e1:1e6" is a list of rationals, not of floats."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from gmpy2 import iroot, mpq, mpz

from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.messages import cut
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.printing.short_numbers import shown, shown_factor

DIGITS: Final = 3
"""Significant digits of the factors between the decades."""

MOST_FACTORS: Final = 200
LARGEST_EXPONENT: Final = 5_000
HOW: Final = "write a number > 0, several, or a range, such as 100, 16,64, 1e1:1e6 or 2^4:2^10"
_NUMBER: Final = re.compile(r"([+-]?)([0-9]{1,400})(?:\.([0-9]{0,400}))?(?:[eE]([+-]?[0-9]{1,9}))?", re.ASCII)
_POWER: Final = re.compile(r"0*([1-9][0-9]{0,2})\^([+-]?[0-9]{1,9})", re.ASCII)
_FRACTION: Final = re.compile(r"[+-]?[0-9]{1,400}/0*[1-9][0-9]{0,399}", re.ASCII)


def factors(text: str, steps: int = 1) -> tuple[Rational, ...]:
    """The factors that "100" or "1e1:1e6" writes, `steps` of them a decade: with two, 10, 31.6, 100, ...

    "2^4:2^10" are the powers of two from 16 to 1024, and so of other bases; "16,64,2^7:2^9" are several of these, each
    factor once, in the order in which they are written.

    Raises InputError for anything that is not > 0, for a range that is reversed or has more than 200 factors.
    """
    listed = dict.fromkeys(factor for part in text.split(",") for factor in _part(part, text, steps))
    if len(listed) > MOST_FACTORS:
        raise InputError(f"lambda: {cut(text)} has more than {MOST_FACTORS} factors; narrow it")
    return tuple(listed)


def _part(part: str, text: str, steps: int) -> tuple[Rational, ...]:
    low, colon, high = part.partition(":")
    first = _factor(low, text)
    if not colon:
        return (first,)
    last = _factor(high, text)
    if last < first:
        raise InputError(f"lambda: {cut(text)} is reversed; write the smaller factor first")
    if isinstance(steps, bool) or steps < 1:
        raise InputError(f"steps: {steps} is not valid; give how many factors a decade has, an integer >= 1")
    powers = [_POWER.fullmatch(end.strip()) for end in (low, high)]
    if any(powers):
        return _powers(powers, text, steps)
    listed = list[Rational]()
    while (factor := first * _power(len(listed), steps)) < last:
        listed.append(factor)
        if len(listed) >= MOST_FACTORS:
            raise InputError(f"lambda: {cut(text)} has more than {MOST_FACTORS} factors; narrow it or take fewer steps")
    return (*listed, last)


def _powers(ends: Sequence[re.Match[str] | None], text: str, steps: int) -> tuple[Rational, ...]:
    """The powers of one base from one exponent to another. Raises InputError for two bases, and for more than 200."""
    bases = {None if end is None else int(end[1]) for end in ends}
    if len(bases) > 1:
        raise InputError(f"lambda: {cut(text)!r} is not valid; write both ends as powers of one base, such as 2^4:2^10")
    if steps != 1:
        raise InputError(f"steps: {cut(text)} has a factor for each power; leave it out")
    (base,), (low, high) = bases, (0 if end is None else int(end[2]) for end in ends)
    assert base is not None
    if high - low >= MOST_FACTORS:
        raise InputError(f"lambda: {cut(text)} has more than {MOST_FACTORS} factors; narrow it")
    return tuple(mpq(base) ** exponent for exponent in range(low, high + 1))


def _power(number: int, steps: int) -> Rational:
    """10^(number/steps), where it is no power of 10 rounded down to three digits."""
    decade, part = divmod(number, steps)
    root, _ = iroot(mpz(10) ** (part + (DIGITS - 1) * steps), steps)
    return mpq(10) ** decade * mpq(root, 10 ** (DIGITS - 1))


def _factor(part: str, text: str) -> Rational:
    given = part.strip()
    match = _NUMBER.fullmatch(given)
    if match is not None:
        sign, whole, rest, exponent = match[1], match[2], match[3] or "", int(match[4] or 0)
        if abs(exponent) > LARGEST_EXPONENT:
            raise InputError(f"lambda: {cut(given)} has an exponent beyond {LARGEST_EXPONENT:,}; no format holds it")
        exact = mpq(mpz(f"{sign}{whole}{rest}")) * mpq(10) ** (exponent - len(rest))
    elif (power := _POWER.fullmatch(given)) is not None:
        if abs(int(power[2])) > LARGEST_EXPONENT:
            raise InputError(f"lambda: {cut(given)} has an exponent beyond {LARGEST_EXPONENT:,}; no format holds it")
        exact = mpq(int(power[1])) ** int(power[2])
    elif _FRACTION.fullmatch(given):
        exact = mpq(given.lstrip("+"))
    else:
        raise InputError(f"lambda: {cut(text)!r} is not valid; {HOW}")
    if exact <= 0:
        raise InputError(f"lambda: {cut(given)} is not > 0; {HOW}")
    return exact


def require_held(chosen: Sequence[Rational], formats: Sequence[FloatFormat]) -> None:
    """Raises InputError, naming the greatest number of the format, where one of the formats can't hold a factor."""
    for form in formats:
        for factor in chosen:
            rounded = form.rounded(factor, "inf")
            if rounded == "inf":
                most = shown(form.largest)
                raise InputError(
                    f"lambda: {shown_factor(factor)} is more than {form.name} holds, whose greatest number is {most}"
                )
            if rounded == 0:
                least = shown_factor(mpq(2) ** form.finest)
                raise InputError(f"lambda: {shown_factor(factor)} is 0 in {form.name}, whose least number is {least}")
