"""Formulas evaluated: exactly at a rational point, or over traced operands as a term."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import ExactuaError
from exactua.targets import formulas
from exactua.terms.language import integer, rational
from exactua.terms.tracing import Number, Truth, when

Entries = Callable[[int, int], Number]
"""X as a function: the entry in row i and column j, from 1, as a term."""


class Infinite(ExactuaError):
    """A formula divides by 0 at a point."""


class NoCase(ExactuaError):
    """No case of a Piecewise holds at a point."""


def evaluate(formula: formulas.Formula, X: Matrix) -> Rational:
    """The formula's value at X. Raises Infinite and NoCase; of cases only the one that holds is evaluated."""
    match formula:
        case formulas.Constant(value):
            return value
        case formulas.Entry(i, j):
            return X[i - 1][j - 1]
        case formulas.Sum(parts):
            return sum((evaluate(part, X) for part in parts), mpq(0))
        case formulas.Product(parts):
            product = mpq(1)
            for part in parts:
                product *= evaluate(part, X)
            return product
        case formulas.Power(base, exponent):
            return evaluate(base, X) ** exponent
        case formulas.Quotient(numerator, denominator):
            divisor = evaluate(denominator, X)
            if divisor == 0:
                raise Infinite("a quotient by 0")
            return evaluate(numerator, X) / divisor
        case formulas.Greatest(parts):
            return max(evaluate(part, X) for part in parts)
        case formulas.Absolute(part):
            return abs(evaluate(part, X))
        case formulas.Cases(pairs):
            for condition, part in pairs:
                if holds(condition, X):
                    return evaluate(part, X)
            raise NoCase("no case")
    raise AssertionError(f"no rule for {type(formula).__name__}")


def holds(condition: formulas.Condition, X: Matrix) -> bool:
    """Whether the condition is true at X; raises as `evaluate` does."""
    return formulas.decided(
        condition, lambda formula: bool(evaluate(formula, X) >= 0), lambda formula: bool(evaluate(formula, X) == 0)
    )


def traced(formula: formulas.Formula, x: Entries) -> Number:
    """The formula over the traced entries x(i, j): Max, Abs and cases by `when`, p/q as a quotient of integers.

    The last case of a Piecewise stands wherever none before it holds.
    """
    match formula:
        case formulas.Constant(value):
            return Number(rational(value))
        case formulas.Entry(i, j):
            return x(i, j)
        case formulas.Sum(parts):
            return _sum(parts, x)
        case formulas.Product(parts):
            if parts[0] == formulas.Constant(mpq(-1)):
                return -_product(parts[1:], x)
            return _product(parts, x)
        case formulas.Power(base, exponent):
            return traced(base, x) ** exponent
        case formulas.Quotient(numerator, denominator):
            return traced(numerator, x) / traced(denominator, x)
        case formulas.Greatest(parts):
            return _greatest([traced(part, x) for part in parts])
        case formulas.Absolute(part):
            inside = traced(part, x)
            return when(inside >= 0, inside, -inside)
        case formulas.Cases(pairs):
            chosen = traced(pairs[-1][1], x)
            for condition, part in reversed(pairs[:-1]):
                chosen = when(traced_condition(condition, x), traced(part, x), chosen)
            return chosen
    raise AssertionError(f"no rule for {type(formula).__name__}")


def _sum(parts: tuple[formulas.Formula, ...], x: Entries) -> Number:
    total = traced(parts[0], x)
    for part in parts[1:]:
        first = part.parts[0] if isinstance(part, formulas.Product) else part
        if isinstance(first, formulas.Constant) and first.value < 0:
            total = total - traced(formulas.negative(part), x)
        else:
            total = total + traced(part, x)
    return total


def _product(parts: tuple[formulas.Formula, ...], x: Entries) -> Number:
    product = traced(parts[0], x)
    for part in parts[1:]:
        product = product * traced(part, x)
    return product


def _greatest(parts: list[Number]) -> Number:
    chosen = parts[-1]
    for k in range(len(parts) - 2, -1, -1):
        chosen = when(reduce(and_, (parts[k] >= other for other in parts[k + 1 :])), parts[k], chosen)
    return chosen


def traced_condition(condition: formulas.Condition, x: Entries) -> Truth:
    """The condition over traced entries."""
    match condition:
        case formulas.Always(value):
            unit = Number(integer(1))
            return unit >= 0 if value else unit <= 0
        case formulas.NotNegative(formula):
            return traced(formula, x) >= 0
        case formulas.IsZero(formula):
            return traced(formula, x) == 0
        case formulas.Both(parts):
            return reduce(and_, (traced_condition(part, x) for part in parts))
        case formulas.Not(formulas.NotNegative(formula)):
            return traced(formula, x) < 0
        case formulas.Not(part):
            return ~traced_condition(part, x)
    raise AssertionError(f"no rule for {type(condition).__name__}")
