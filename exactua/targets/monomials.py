"""Formulas without kinks, multiplied out: polynomials in the d n entries of X, and signs that bounds decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeVar

from gmpy2 import mpq

from exactua.arithmetic.polynomials import Polynomial
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.targets.formulas import Constant, Entry, Formula, Power, Product, Quotient, Sum, plus, power, times

Ring = TypeVar("Ring")

MOST_MONOMIALS: Final = 20_000
MOST_PRODUCTS: Final = 2_000_000

Box = Mapping[tuple[int, int], tuple[Rational, Rational]]
"""For entries (i, j) an interval that is smaller than [0, 1]."""

Key = tuple[tuple[tuple[int, ...], Rational], ...]
"""A polynomial, sorted: equal polynomials have equal keys."""


class TooLong(InputError):
    """A polynomial has too many monomials to be multiplied out."""

    def __init__(self) -> None:
        super().__init__(f"f: multiplied out, an expression has more than {MOST_MONOMIALS:,} monomials")


@lru_cache(maxsize=4_096)
def multiplied_out(formula: Formula, d: int, n: int) -> tuple[Polynomial, Polynomial]:
    """Numerator and denominator of a formula without kinks, as polynomials in the entries row by row.

    Raises TooLong.
    """
    unit = _constant(mpq(1), d * n)
    match formula:
        case Constant(value):
            return _constant(value, d * n), unit
        case Entry(i, j):
            return Polynomial.variable((i - 1) * n + j - 1, d * n), unit
        case Sum(parts):
            numerator, denominator = _constant(mpq(0), d * n), unit
            for above, below in (multiplied_out(part, d, n) for part in parts):
                if key_of(below) == key_of(denominator):
                    numerator = _added(numerator, above)
                else:
                    numerator = _added(product(numerator, below), product(above, denominator))
                    denominator = product(denominator, below)
            return numerator, denominator
        case Product(parts):
            numerator, denominator = unit, unit
            for above, below in (multiplied_out(part, d, n) for part in parts):
                numerator, denominator = product(numerator, above), product(denominator, below)
            return numerator, denominator
        case Power(base, exponent):
            above, below = multiplied_out(base, d, n)
            return raised(above, exponent), raised(below, exponent)
        case Quotient(first, second):
            above, below = multiplied_out(first, d, n)
            above_second, below_second = multiplied_out(second, d, n)
            return product(above, below_second), product(below, above_second)
    raise AssertionError(f"{type(formula).__name__} is not multiplied out")


def _constant(value: Rational, variables: int) -> Polynomial:
    return Polynomial(variables, {(0,) * variables: value})


def _cleaned(polynomial: Polynomial) -> Polynomial:
    if len(polynomial.terms) > MOST_MONOMIALS:
        raise TooLong
    return Polynomial(polynomial.variables, {monomial: c for monomial, c in polynomial.terms.items() if c})


def _added(first: Polynomial, second: Polynomial) -> Polynomial:
    return _cleaned(first + second)


def product(first: Polynomial, second: Polynomial) -> Polynomial:
    """The product of two polynomials. Raises TooLong."""
    if len(first.terms) * len(second.terms) > MOST_PRODUCTS:
        raise TooLong
    return _cleaned(first * second)


def raised(polynomial: Polynomial, exponent: int) -> Polynomial:
    """A power of a polynomial, exponent >= 0. Raises TooLong."""
    return by_squares(_constant(mpq(1), polynomial.variables), polynomial, exponent, product)


def by_squares(unit: Ring, base: Ring, exponent: int, times: Callable[[Ring, Ring], Ring]) -> Ring:
    """A power, exponent >= 0, by products of squares."""
    result, square = unit, base
    while exponent:
        if exponent & 1:
            result = times(result, square)
        exponent >>= 1
        if exponent:
            square = times(square, square)
    return result


def key_of(polynomial: Polynomial) -> Key:
    """The monomials with their coefficients, sorted."""
    return tuple(sorted((monomial, mpq(c)) for monomial, c in polynomial.terms.items() if c))


def formula_of(polynomial: Polynomial, n: int) -> Formula:
    """The polynomial as a formula in the entries of X, n columns."""
    return plus(
        times((Constant(mpq(c)), *(power(Entry(k // n + 1, k % n + 1), e) for k, e in enumerate(monomial) if e)))
        for monomial, c in key_of(polynomial)
    )


def decided(polynomial: Polynomial, box: Box, n: int) -> bool | None:
    """Whether the polynomial is >= 0, or <= 0 and not 0 everywhere, on the box, if bounds on its monomials say it."""
    low, high = mpq(0), mpq(0)
    for monomial, coefficient in polynomial.terms.items():
        least, greatest = mpq(1), mpq(1)
        for k, exponent in enumerate(monomial):
            if exponent:
                bottom, top = box.get((k // n + 1, k % n + 1), (mpq(0), mpq(1)))
                least, greatest = least * bottom**exponent, greatest * top**exponent
        low += coefficient * (least if coefficient > 0 else greatest)
        high += coefficient * (greatest if coefficient > 0 else least)
    if low >= 0:
        return True
    return False if high <= 0 else None


def one_entry(polynomial: Polynomial) -> tuple[int, list[Rational]] | None:
    """The only variable that occurs, from 0, and the coefficients by rising powers; None unless exactly one occurs."""
    variables = {k for monomial, c in polynomial.terms.items() if c for k, exponent in enumerate(monomial) if exponent}
    if len(variables) != 1:
        return None
    (k,) = variables
    highest = max(monomial[k] for monomial, c in polynomial.terms.items() if c)
    coefficients = [mpq(0)] * (highest + 1)
    for monomial, c in polynomial.terms.items():
        coefficients[monomial[k]] += c
    return k, coefficients
