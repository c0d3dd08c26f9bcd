"""Formulas for one entry of f: rational functions of the entries of X, with Max, Min, Abs and cases.

They are data, and nothing else can be written in them. As they are put together constants are folded, and bounded in
size; sums, products and maxima are flat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError


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


MOST_BITS: Final = 100_000
"""Bits of numerator and denominator of a constant."""

HIGHEST_DEGREE: Final = 1_000

ZERO: Final = Constant(mpq(0))
ONE: Final = Constant(mpq(1))


def _constant(value: Rational) -> Constant:
    if bits(value) > MOST_BITS:
        raise InputError(f"f: a constant has more than {MOST_BITS:,} bits; write smaller numbers")
    return Constant(value)


def plus(parts: Iterable[Formula]) -> Formula:
    """The sum of any number of formulas."""
    constant, others = mpq(0), []
    for part in parts:
        for term in part.parts if isinstance(part, Sum) else (part,):
            if isinstance(term, Constant):
                constant = _constant(constant + term.value).value
            else:
                others.append(term)
    if constant or not others:
        others.append(Constant(constant))
    return others[0] if len(others) == 1 else Sum(tuple(others))


def times(parts: Iterable[Formula]) -> Formula:
    """The product of any number of formulas."""
    constant, others = mpq(1), []
    for part in parts:
        for factor in part.parts if isinstance(part, Product) else (part,):
            if isinstance(factor, Constant):
                constant = _constant(constant * factor.value).value
            else:
                others.append(factor)
    if (constant == 0 and not any(has_pole(factor) for factor in others)) or not others:
        return Constant(constant)
    if constant != 1:
        others.insert(0, Constant(constant))
    return others[0] if len(others) == 1 else Product(tuple(others))


def minus(first: Formula, second: Formula) -> Formula:
    """The difference of two formulas."""
    return plus((first, negative(second)))


def negative(formula: Formula) -> Formula:
    """The formula times -1; -1 goes into the constant of every part of a sum."""
    if isinstance(formula, Sum):
        return plus(negative(part) for part in formula.parts)
    return times((Constant(mpq(-1)), formula))


def over(numerator: Formula, denominator: Formula) -> Formula:
    """The quotient of two formulas. Raises ZeroDivisionError where the denominator is the constant 0."""
    if isinstance(denominator, Constant):
        return times((numerator, Constant(1 / denominator.value)))
    return Quotient(numerator, denominator)


def power(base: Formula, exponent: int) -> Formula:
    """A formula to the power of any integer, 0^0 = 1. Raises ZeroDivisionError for the constant 0 to a negative one."""
    if exponent < 0:
        return over(ONE, power(base, -exponent))
    if exponent == 0:
        return ONE
    if isinstance(base, Constant):
        if base.value not in (-1, 0, 1) and (bits(base.value) - 1) * exponent > MOST_BITS:
            raise InputError(f"f: a constant has more than {MOST_BITS:,} bits; write smaller numbers")
        return _constant(base.value**exponent)
    if exponent > HIGHEST_DEGREE:
        raise InputError(f"f: an exponent is larger than {HIGHEST_DEGREE:,}; write smaller powers")
    return base if exponent == 1 else Power(base, exponent)


def least(parts: Iterable[Formula]) -> Formula:
    """The least of some formulas: minus the greatest of their negatives."""
    return negative(greatest([negative(part) for part in parts]))


def greatest(parts: Iterable[Formula]) -> Formula:
    """The greatest of some formulas, of which there is at least one; equal ones are named once."""
    constants: list[Constant] = []
    others: dict[Formula, None] = {}
    for part in parts:
        for formula in part.parts if isinstance(part, Greatest) else (part,):
            if isinstance(formula, Constant):
                constants.append(formula)
            else:
                others[formula] = None
    chosen = [*others, *([max(constants, key=lambda formula: formula.value)] if constants else [])]
    return chosen[0] if len(chosen) == 1 else Greatest(tuple(chosen))


def absolute(formula: Formula) -> Formula:
    """The absolute value."""
    return Constant(abs(formula.value)) if isinstance(formula, Constant) else Absolute(formula)


def cases(given: Iterable[tuple[Condition, Formula]]) -> Formula:
    """The formula of the first true condition; cases behind one that is always true are left out."""
    kept = []
    for condition, formula in given:
        if condition == Always(False):
            continue
        kept.append((condition, formula))
        if condition == Always(True):
            break
    return kept[0][1] if kept and kept[0][0] == Always(True) else Cases(tuple(kept))


def sign(formula: Formula) -> Formula:
    """1 where the formula is positive, -1 where it is negative, else 0."""
    positive, below = opposite(at_least(ZERO, formula)), opposite(at_least(formula, ZERO))
    return cases(((positive, ONE), (below, Constant(mpq(-1))), (Always(True), ZERO)))


def at_least(first: Formula, second: Formula) -> Condition:
    """first >= second."""
    difference = minus(first, second)
    return Always(bool(difference.value >= 0)) if isinstance(difference, Constant) else NotNegative(difference)


def equal(first: Formula, second: Formula) -> Condition:
    """first = second."""
    difference = minus(first, second)
    return Always(difference.value == 0) if isinstance(difference, Constant) else IsZero(difference)


def both(parts: Iterable[Condition]) -> Condition:
    """All of the conditions."""
    kept: list[Condition] = []
    for part in parts:
        if part == Always(False):
            return part
        if part != Always(True):
            kept.append(part)
    return (kept[0] if len(kept) == 1 else Both(tuple(kept))) if kept else Always(True)


def opposite(condition: Condition) -> Condition:
    """The condition is false."""
    if isinstance(condition, Always):
        return Always(not condition.value)
    return condition.part if isinstance(condition, Not) else Not(condition)


def either(parts: Iterable[Condition]) -> Condition:
    """One of the conditions at least."""
    return opposite(both(opposite(part) for part in parts))


def decided(
    condition: Condition, is_not_negative: Callable[[Formula], bool], is_zero: Callable[[Formula], bool]
) -> bool:
    """Whether a condition is true, where these two say it of what it compares with 0."""
    match condition:
        case Always(value):
            return value
        case NotNegative(formula):
            return is_not_negative(formula)
        case IsZero(formula):
            return is_zero(formula)
        case Both(parts):
            return all(decided(part, is_not_negative, is_zero) for part in parts)
        case Not(part):
            return not decided(part, is_not_negative, is_zero)
    raise AssertionError(f"no rule for {type(condition).__name__}")
