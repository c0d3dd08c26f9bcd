"""Formulas for one entry of f: rational functions of the entries of X, with Max, Min, Abs and cases.

Data, and nothing else can be written in them; `arithmetic` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from exactua.arithmetic.rationals import Rational


class Formula:
    """A number that depends on X."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Constant(Formula):
    """A rational number."""

    value: Rational


@dataclass(frozen=True, slots=True)
class Entry(Formula):
    """X_ij, row i and column j from 1."""

    i: int
    j: int


@dataclass(frozen=True, slots=True)
class Sum(Formula):
    """The sum of two or more formulas."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Product(Formula):
    """The product of two or more formulas; a constant factor stands first."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Power(Formula):
    """A formula to the power of an integer that is at least 2."""

    base: Formula
    exponent: int


@dataclass(frozen=True, slots=True)
class Quotient(Formula):
    """A quotient; the denominator is not constant."""

    numerator: Formula
    denominator: Formula


@dataclass(frozen=True, slots=True)
class Greatest(Formula):
    """The greatest of two or more formulas."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Absolute(Formula):
    """The absolute value."""

    part: Formula


@dataclass(frozen=True, slots=True)
class Cases(Formula):
    """The formula of the first condition that is true; no value where none is."""

    cases: tuple[tuple[Condition, Formula], ...]


class Condition:
    """A truth value that depends on X."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Always(Condition):
    """True everywhere, or nowhere."""

    value: bool


@dataclass(frozen=True, slots=True)
class NotNegative(Condition):
    """formula >= 0."""

    formula: Formula


@dataclass(frozen=True, slots=True)
class IsZero(Condition):
    """formula = 0."""

    formula: Formula


@dataclass(frozen=True, slots=True)
class Both(Condition):
    """All of the conditions, asked one after another."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """The opposite of a condition."""

    part: Condition


def bits(value: Rational) -> int:
    """The bit length of numerator or denominator, whichever is longer."""
    return int(max(value.numerator.bit_length(), value.denominator.bit_length()))


def inner(node: Formula | Condition) -> Iterator[Formula | Condition]:
    """The formulas and conditions directly inside one."""
    match node:
        case Sum(parts) | Product(parts) | Greatest(parts) | Both(parts):
            yield from parts
        case Power(part, _) | Absolute(part) | NotNegative(part) | IsZero(part) | Not(part):
            yield part
        case Quotient(numerator, denominator):
            yield from (numerator, denominator)
        case Cases(pairs):
            for condition, formula in pairs:
                yield from (condition, formula)


def walk(node: Formula | Condition) -> Iterator[Formula | Condition]:
    """The formula or condition and everything inside it."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += inner(part)


@lru_cache(maxsize=10_000)
def has_pole(formula: Formula) -> bool:
    """Whether the formula may be without a value somewhere: it divides by what is not constant, or has cases."""
    return any(isinstance(part, (Quotient, Cases)) for part in walk(formula))


@lru_cache(maxsize=10_000)
def has_kink(formula: Formula) -> bool:
    """Whether there is a Max, Min, Abs or case in the formula."""
    return any(isinstance(part, (Greatest, Absolute, Cases)) for part in walk(formula))


def degree(formula: Formula) -> int:
    """A bound on the degrees of numerator and denominator; that of cases and Max is the largest inside."""
    match formula:
        case Constant():
            return 0
        case Entry():
            return 1
        case Product(parts):
            return sum(map(degree, parts))
        case Power(base, exponent):
            return degree(base) * exponent
        case Quotient(numerator, denominator):
            return degree(numerator) + degree(denominator)
        case Sum(parts) if has_pole(formula):
            return sum(map(degree, parts))
    return max((degree(part) if isinstance(part, Formula) else _degree(part) for part in inner(formula)), default=0)


def constant_bits(node: Formula | Condition) -> int:
    """A bound on what the constants add to the bit length of a value."""
    if isinstance(node, Constant):
        return bits(node.value)
    inside = sum(constant_bits(part) for part in inner(node))
    return inside * node.exponent if isinstance(node, Power) else inside


def _degree(condition: Condition) -> int:
    return max((degree(part) if isinstance(part, Formula) else _degree(part) for part in inner(condition)), default=0)
