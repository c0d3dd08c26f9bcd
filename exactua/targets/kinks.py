"""Where a formula may have kinks or jumps: on planes x_ij = c, or elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from exactua.arithmetic.polynomials import Polynomial
from exactua.arithmetic.rationals import Rational
from exactua.targets import arithmetic, formulas
from exactua.targets.branches import branch, leaves
from exactua.targets.formulas import Absolute, Constant, Formula, Greatest, NotNegative, Power, Product
from exactua.targets.monomials import decided, multiplied_out, one_entry
from exactua.targets.roots import rational_roots


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
            yield from (arithmetic.minus(first, second) for first, second in combinations(part.parts, 2))


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
