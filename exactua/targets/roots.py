"""The zeros of a polynomial in one variable between 0 and 1: counted exactly (Sturm), rational ones found."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational

HIGHEST_DEGREE: Final = 40
"""Of polynomials whose zeros are looked for."""

Coefficients = list[Rational]
"""By rising powers, the last one not 0; the polynomial 0 is the empty list."""


def rational_roots(coefficients: Sequence[Rational]) -> set[Rational] | None:
    """The zeros c with 0 < c < 1, if all in there are rational; None where one is not, or the degree is above 40."""
    whole = _trimmed([mpq(c) for c in coefficients])
    if len(whole) == 2:
        zero = -whole[0] / whole[1]
        return {zero} if 0 < zero < 1 else set()
    if len(whole) - 1 > HIGHEST_DEGREE:
        return None
    common = _gcd(whole, _derivative(whole))
    simple = _divided(whole, common)[0]  # the same zeros, each once
    for end in (mpq(0), mpq(1)):
        if len(simple) > 1 and _at(simple, end) == 0:
            simple = _divided(simple, [-end, mpq(1)])[0]
    if len(simple) <= 1:
        return set()
    chain = _sturm(simple)
    scale = lcm(*(int(c.denominator) for c in simple))
    leading = abs(int(simple[-1] * scale))
    roots: set[Rational] = set()
    waiting = [(mpq(0), mpq(1))]
    while waiting:
        low, high = waiting.pop()
        inside = _changes(chain, low) - _changes(chain, high)  # zeros in (low, high]
        if inside == 0:
            continue
        if inside == 1 and 2 * (high - low) * leading * leading < 1:
            # two fractions with denominators <= leading differ by more than 2 (high - low): the zero is next to high
            candidate = mpq(Fraction(int(high.numerator), int(high.denominator)).limit_denominator(leading))
            if not (low < candidate <= high and _at(simple, candidate) == 0):
                return None
            roots.add(candidate)
            continue
        middle = (low + high) / 2
        waiting += [(low, middle), (middle, high)]
    return roots


def _trimmed(polynomial: Coefficients) -> Coefficients:
    while polynomial and polynomial[-1] == 0:
        polynomial.pop()
    return polynomial


def _at(polynomial: Coefficients, x: Rational) -> Rational:
    value = mpq(0)
    for coefficient in reversed(polynomial):
        value = value * x + coefficient
    return value


def _derivative(polynomial: Coefficients) -> Coefficients:
    return [k * c for k, c in enumerate(polynomial)][1:]


def _divided(polynomial: Coefficients, divisor: Coefficients) -> tuple[Coefficients, Coefficients]:
    """Quotient and remainder."""
    remainder = list(polynomial)
    quotient = [mpq(0)] * max(len(polynomial) - len(divisor) + 1, 0)
    for k in range(len(quotient) - 1, -1, -1):
        quotient[k] = remainder[k + len(divisor) - 1] / divisor[-1]
        for place, c in enumerate(divisor):
            remainder[k + place] -= quotient[k] * c
    return _trimmed(quotient), _trimmed(remainder)


def _gcd(first: Coefficients, second: Coefficients) -> Coefficients:
    while second:
        first, second = second, _divided(first, second)[1]
        second = [c / second[-1] for c in second] if second else second
    return first


def _sturm(polynomial: Coefficients) -> list[Coefficients]:
    chain = [polynomial, _derivative(polynomial)]
    while len(chain[-1]) > 1:
        remainder = _divided(chain[-2], chain[-1])[1]
        if not remainder:
            break
        size = abs(remainder[-1])
        chain.append([-c / size for c in remainder])
    return chain


def _changes(chain: list[Coefficients], x: Rational) -> int:
    signs = [value > 0 for value in (_at(polynomial, x) for polynomial in chain) if value != 0]
    return sum(a != b for a, b in pairwise(signs))
