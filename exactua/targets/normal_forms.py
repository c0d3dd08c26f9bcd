"""Normal forms of formulas: where two are equal, the formulas are equal wherever they have values.

A normal form is a polynomial whose variables are the entries of X and, as wholes, each maximum, each quotient's
denominator and each Piecewise, written in normal forms themselves. Unequal ones prove nothing, unless both are `plain`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.errors import ExactuaError
from exactua.targets.formulas import (
    Absolute,
    Always,
    Both,
    Cases,
    Condition,
    Constant,
    Entry,
    Formula,
    Greatest,
    IsZero,
    Not,
    NotNegative,
    Power,
    Product,
    Quotient,
    Sum,
)

MOST_MONOMIALS: Final = 5_000

Monomial = frozenset[tuple[Any, int]]
"""Variables with their exponents."""

NormalForm = frozenset[tuple[Monomial, Rational]]
"""Monomials with their coefficients, none of which is 0."""

Place = Callable[[int, int], tuple[int, int]]
"""Which entry stands where entry (i, j) is written."""


class TooLong(ExactuaError):
    """A normal form has too many monomials."""


def normal_form(formula: Formula, place: Place = lambda i, j: (i, j)) -> NormalForm:
    """The normal form of a formula, its entries renamed by `place`. Raises TooLong."""
    match formula:
        case Constant(value):
            return _constant(value)
        case Entry(i, j):
            return _variable(("entry", *place(i, j)))
        case Sum(parts):
            return _sum([normal_form(part, place) for part in parts])
        case Product(parts):
            product = _constant(mpq(1))
            for part in parts:
                product = _product(product, normal_form(part, place))
            return product
        case Power(base, exponent):
            return _power(normal_form(base, place), exponent)
        case Quotient(numerator, denominator):
            below = normal_form(denominator, place)
            return _product(normal_form(numerator, place), _variable(("over", below)))
        case Greatest(parts):
            return _greatest(frozenset(normal_form(part, place) for part in parts))
        case Absolute(part):
            inside = normal_form(part, place)
            return _greatest(frozenset((inside, _product(_constant(mpq(-1)), inside))))
        case Cases(pairs):
            asked = ((_condition(condition, place), normal_form(part, place)) for condition, part in pairs)
            return _variable(("cases", *asked))
    raise AssertionError(f"no rule for {type(formula).__name__}")


def plain(form: NormalForm) -> bool:
    """Whether the normal form is a polynomial in entries of X alone: then another one is another function."""
    return all(variable[0] == "entry" for monomial, _ in form for variable, _ in monomial)


def highest_exponent(form: NormalForm) -> int:
    """The highest exponent of any variable."""
    return max((exponent for monomial, _ in form for _, exponent in monomial), default=0)


def _condition(condition: Condition, place: Place) -> Any:
    match condition:
        case Always(value):
            return value
        case NotNegative(formula):
            return ">=", normal_form(formula, place)
        case IsZero(formula):
            return "=", normal_form(formula, place)
        case Both(parts):
            return "and", frozenset(_condition(part, place) for part in parts)
        case Not(part):
            return "not", _condition(part, place)
    raise AssertionError(f"no rule for {type(condition).__name__}")


def _constant(value: Rational) -> NormalForm:
    return frozenset({(frozenset[tuple[Any, int]](), value)} if value else ())


def _variable(variable: Any) -> NormalForm:
    return frozenset({(frozenset({(variable, 1)}), mpq(1))})


def _greatest(parts: frozenset[NormalForm]) -> NormalForm:
    return next(iter(parts)) if len(parts) == 1 else _variable(("greatest", parts))


def _kept(terms: dict[Monomial, Rational]) -> NormalForm:
    if len(terms) > MOST_MONOMIALS:
        raise TooLong("a normal form is too long")
    return frozenset((monomial, c) for monomial, c in terms.items() if c)


def _sum(parts: list[NormalForm]) -> NormalForm:
    terms: dict[Monomial, Rational] = {}
    for part in parts:
        for monomial, c in part:
            terms[monomial] = terms.get(monomial, mpq(0)) + c
    return _kept(terms)


def _product(first: NormalForm, second: NormalForm) -> NormalForm:
    if len(first) * len(second) > 100 * MOST_MONOMIALS:
        raise TooLong("a normal form is too long")
    terms: dict[Monomial, Rational] = {}
    for left, a in first:
        for right, b in second:
            powers = dict(left)
            for variable, exponent in right:
                powers[variable] = powers.get(variable, 0) + exponent
            monomial = frozenset(powers.items())
            terms[monomial] = terms.get(monomial, mpq(0)) + a * b
    return _kept(terms)


def _power(base: NormalForm, exponent: int) -> NormalForm:
    result, square = _constant(mpq(1)), base
    while exponent:
        if exponent & 1:
            result = _product(result, square)
        exponent >>= 1
        if exponent:
            square = _product(square, square)
    return result
