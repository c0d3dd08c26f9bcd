"""Proofs that an exact real is 0: it becomes a quotient of polynomials in exp(.), log(.), sqrt(.) and pi.

A polynomial has a rational coefficient for each monomial: an exponent of e (an exact real in normal form) with
integer powers of other generators, each an exact real. Where all coefficients of the numerator are 0 so is the
number; that is a proof whatever relations hold between generators. The converse is not used: a number whose numerator
is another polynomial is told from 0 by balls alone.
"""

from __future__ import annotations

from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.reals import Real, RealError, Value, exp

MOST_TERMS: Final = 20_000
"""Monomials of a polynomial up to which a proof is tried."""
MOST_FACTORS: Final = 1000
"""The largest exponent of a power with which it is."""

Monomial = tuple[Any, tuple[tuple[Real, int], ...]]
Polynomial = dict[Monomial, Any]

_ONE: Final[Monomial] = (mpq(0), ())


class TooLong(Exception):
    """A polynomial has more monomials than are worth the trouble."""


def is_zero(x: Value) -> bool:
    """Whether x is proved to be 0; False says nothing."""
    try:
        numerator, _ = _fraction(x, {})
    except (TooLong, RealError, RecursionError):
        return False
    return not numerator


def _fraction(x: Any, known: dict[Real, tuple[Polynomial, Polynomial]]) -> tuple[Polynomial, Polynomial]:
    if not isinstance(x, Real):
        return ({_ONE: mpq(x)} if x else {}), {_ONE: mpq(1)}
    if x not in known:
        known[x] = _made(x, known)
    return known[x]


def _made(x: Real, known: dict[Real, tuple[Polynomial, Polynomial]]) -> tuple[Polynomial, Polynomial]:
    unit: Polynomial = {_ONE: mpq(1)}
    if x.kind == "sum":
        over: list[tuple[Polynomial, Polynomial]] = [_fraction(x.constant, known)]
        for part, coefficient in x.parts:
            top, bottom = _fraction(part, known)
            scaled = {monomial: value * coefficient for monomial, value in top.items()}
            for place, (other, denominator) in enumerate(over):
                if denominator == bottom:
                    over[place] = _plus(other, scaled), bottom
                    break
            else:
                over.append((scaled, bottom))
        numerator, denominator = over[0]
        for top, bottom in over[1:]:
            if top:
                numerator = _plus(_times(numerator, bottom), _times(top, denominator))
                denominator = _times(denominator, bottom)
        return numerator, denominator
    if x.kind == "product":
        numerator, denominator = unit, unit
        for base, exponent in x.parts:
            if abs(exponent) > MOST_FACTORS:
                raise TooLong
            top, bottom = _fraction(base, known)
            if exponent < 0:
                top, bottom = bottom, top
            for _ in range(abs(exponent)):
                numerator, denominator = _times(numerator, top), _times(denominator, bottom)
        return numerator, denominator
    if x.kind == "exp":
        return {(x.parts[0], ()): mpq(1)}, unit
    return {(mpq(0), ((x, 1),)): mpq(1)}, unit


def _plus(a: Polynomial, b: Polynomial) -> Polynomial:
    result = dict(a)
    for monomial, value in b.items():
        total = result.get(monomial, 0) + value
        if total:
            result[monomial] = total
        else:
            result.pop(monomial, None)
    return result


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    if len(a) * len(b) > 50 * MOST_TERMS:
        raise TooLong
    result: Polynomial = {}
    for (exponent, powers), value in a.items():
        for (more, others), factor in b.items():
            for monomial, coefficient in _joined(exponent + more, powers, others):
                total = result.get(monomial, 0) + value * factor * coefficient
                if total:
                    result[monomial] = total
                else:
                    result.pop(monomial, None)
    if len(result) > MOST_TERMS:
        raise TooLong
    return result


def _joined(exponent: Any, powers: Any, others: Any) -> list[tuple[Monomial, Any]]:
    """A product of two monomials as a polynomial: squares of roots are taken out, e^(log p) is p."""
    joined = dict(powers)
    for generator, power in others:
        joined[generator] = joined.get(generator, 0) + power
    coefficient, roots = mpq(1), []
    for generator in [factor for factor in joined if factor.kind == "sqrt" and joined[factor] > 1]:
        whole, left = divmod(joined.pop(generator), 2)
        if left:
            joined[generator] = left
        if isinstance(generator.parts[0], Real):
            roots += [generator.parts[0]] * whole
        else:
            coefficient *= generator.parts[0] ** whole
    power = exp(exponent)
    if isinstance(power, Real) and power.kind == "exp":
        exponent = power.parts[0]
    else:  # the exponent has logarithms with integer coefficients, or is 0
        exponent = mpq(0)
        if isinstance(power, Real):
            roots.append(power)
        else:
            coefficient *= power
    result = {(exponent, tuple(sorted(joined.items(), key=lambda factor: factor[0].number))): coefficient}
    for root in roots:
        top, bottom = _fraction(root, {})
        if bottom != {_ONE: mpq(1)}:
            raise TooLong  # a root of a quotient: not proved this way
        result = _times(result, top)
    return list(result.items())
