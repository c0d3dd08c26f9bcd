"""Where a formula may have kinks or jumps: on planes x_ij = c, or elsewhere; and where polynomials are 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import lcm
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.polynomials import Polynomial
from exactua.arithmetic.rationals import Rational
from exactua.targets import formulas
from exactua.targets.branches import branch, leaves
from exactua.targets.formulas import Absolute, Constant, Formula, Greatest, NotNegative, Power, Product
from exactua.targets.monomials import decided, multiplied_out, one_entry


@dataclass(frozen=True)
class Kinks:
    """The planes x_ij = c with 0 < c < 1 on which there may be one, by their c; and whether there may be others."""

    breakpoints: frozenset[Rational]
    elsewhere: bool


def kinks(formula: Formula, d: int, n: int, entry: str) -> Kinks:
    """Where the formula may have kinks or jumps inside [0, 1]^(d x n); `entry` names it in messages.

    No kink is missed; one that is found may be none, where a formula is written with more cases than it needs.
    """
    breakpoints: set[Rational] = set()
    elsewhere = False
    for sign in set(_signs(formula)):
        for leaf in leaves(branch(sign, d, n, entry), entry):
            for factor in _factors(leaf.formula):
                numerator, denominator = multiplied_out(factor, d, n)
                for polynomial in (numerator, denominator):
                    roots = _planes(polynomial, n)
                    breakpoints |= roots or set()
                    elsewhere |= roots is None
    return Kinks(frozenset(breakpoints), elsewhere)


def _signs(formula: Formula) -> Iterator[Formula]:
    """The formulas whose signs decide between the parts of a Max or Abs and between cases."""
    for part in formulas.walk(formula):
        if isinstance(part, NotNegative):
            yield part.formula
        elif isinstance(part, Absolute):
            yield part.part
        elif isinstance(part, Greatest):
            yield from (formulas.minus(first, second) for first, second in combinations(part.parts, 2))


def _factors(formula: Formula) -> Iterator[Formula]:
    """Formulas whose zeros are those of the formula; an even power never turns its sign."""
    if isinstance(formula, Product):
        for part in formula.parts:
            yield from _factors(part)
    elif isinstance(formula, Power):
        if formula.exponent % 2:
            yield from _factors(formula.base)
    elif not isinstance(formula, Constant):
        yield formula


def _planes(polynomial: Polynomial, n: int) -> set[Rational] | None:
    """The zeros c in (0, 1) of a polynomial in one entry; None where its zeros are not all on planes x_ij = c."""
    if not any(polynomial.terms.values()):
        return set()
    without = _without_common_power(polynomial)
    if decided(without, {}, n) is not None:
        return set()
    alone = one_entry(without)
    return rational_roots(alone[1]) if alone else None


def _without_common_power(polynomial: Polynomial) -> Polynomial:
    """The polynomial without the powers of entries that divide it: these are positive inside the cube."""
    monomials = [monomial for monomial, c in polynomial.terms.items() if c]
    shared = [min(powers) for powers in zip(*monomials, strict=True)]
    return Polynomial(
        polynomial.variables,
        {
            tuple(a - b for a, b in zip(monomial, shared, strict=True)): c
            for monomial, c in polynomial.terms.items()
            if c
        },
    )


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
