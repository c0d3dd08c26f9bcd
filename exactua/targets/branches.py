"""f_ij as a tree of choices: at a fork a difference says which branch holds, a leaf is a formula without kinks.

The tree is made while it is walked. On the way down it is remembered which differences have been decided, and between
which bounds each entry then lies, so that no fork asks what its path has answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.polynomials import Polynomial
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.targets import formulas
from exactua.targets.evaluation import Entries, evaluate, traced
from exactua.targets.monomials import (
    Key,
    TooLong,
    decided,
    formula_of,
    key_of,
    multiplied_out,
    one_entry,
    product,
)
from exactua.terms.tracing import Number

MOST_LEAVES: Final = 1_000


@dataclass(frozen=True, eq=False)
class Leaf:
    """A formula without Max, Min, Abs and Piecewise; `polynomial`: it divides by nothing but constants."""

    formula: formulas.Formula
    d: int
    n: int

    @property
    def polynomial(self) -> bool:
        """Whether the leaf is a polynomial in the entries of X."""
        return not formulas.has_pole(self.formula)

    def term(self, x: Entries) -> Number:
        """The leaf over the traced entries x(i, j)."""
        return traced(self.formula, x)

    def value(self, X: Matrix) -> Rational:
        """The leaf at an exact d x n matrix. Raises `Infinite` where it divides by 0."""
        return evaluate(self.formula, X)

    @cached_property
    def expanded(self) -> tuple[Polynomial, Polynomial]:
        """Numerator and denominator, multiplied out, in the d n entries row by row; of a polynomial the latter is 1."""
        return multiplied_out(self.formula, self.d, self.n)


@dataclass(frozen=True, eq=False)
class Fork:
    """`first` where the difference, a polynomial, is >= 0, `second` elsewhere: both up to a set of measure 0."""

    sign: formulas.Formula
    d: int
    n: int
    _whole: formulas.Formula = field(repr=False)
    _known: Known = field(repr=False)
    _expanded: Polynomial = field(repr=False)
    _entry: str = field(repr=False)

    polynomial: Final = True

    def difference(self, x: Entries) -> Number:
        """What is compared with 0, over the traced entries x(i, j)."""
        return traced(self.sign, x)

    def value(self, X: Matrix) -> Rational:
        """The difference at an exact d x n matrix."""
        return evaluate(self.sign, X)

    @property
    def expanded(self) -> Polynomial:
        """The difference, multiplied out, in the d n entries row by row."""
        return self._expanded

    @cached_property
    def first(self) -> Branch:
        """What holds where the difference is >= 0."""
        return _branch(self._whole, self._known.extended(self._expanded, True), self._entry)

    @cached_property
    def second(self) -> Branch:
        """What holds where the difference is < 0."""
        return _branch(self._whole, self._known.extended(self._expanded, False), self._entry)


Branch = Leaf | Fork


@dataclass(frozen=True, eq=False)
class Known:
    """What a path of the tree has decided: signs of polynomials, and bounds on entries."""

    d: int
    n: int
    signs: Mapping[Key, bool] = field(default_factory=dict)
    box: Mapping[tuple[int, int], tuple[Rational, Rational]] = field(default_factory=dict)

    def sign(self, polynomial: Polynomial) -> bool | None:
        """Whether the polynomial is >= 0 on this path, if that is known; not for the polynomial 0."""
        key, turned = _normalised(polynomial)
        if key in self.signs:
            return self.signs[key] != turned
        return decided(polynomial, self.box, self.n)

    def extended(self, polynomial: Polynomial, sign: bool) -> Known:
        """The path on which the polynomial is >= 0 (sign True) or < 0."""
        key, turned = _normalised(polynomial)
        box = dict(self.box)
        alone = one_entry(polynomial)
        if alone and len(alone[1]) == 2:
            k, (constant, slope) = alone
            place, zero = (k // self.n + 1, k % self.n + 1), -constant / slope
            low, high = box.get(place, (mpq(0), mpq(1)))
            box[place] = (max(low, zero), high) if sign == (slope > 0) else (low, min(high, zero))
        return Known(self.d, self.n, {**self.signs, key: sign != turned}, box)


def _normalised(polynomial: Polynomial) -> tuple[Key, bool]:
    """The key of the polynomial divided by its last coefficient, and whether that turns its sign."""
    key = key_of(polynomial)
    last = key[-1][1]
    return tuple((monomial, c / last) for monomial, c in key), bool(last < 0)


class _Undecided(Exception):
    def __init__(self, sign: formulas.Formula, expanded: Polynomial) -> None:
        self.sign, self.expanded = sign, expanded


def branch(formula: formulas.Formula, d: int, n: int, entry: str) -> Branch:
    """The tree of a formula on [0, 1]^(d x n); `entry` names it in messages.

    Raises InputError, here or while the tree is walked, where a comparison is too long to be multiplied out, or no
    case of a Piecewise holds on a part of positive measure.
    """
    return _branch(formula, Known(d, n), entry)


def leaves(tree: Branch, entry: str) -> Iterator[Leaf]:
    """All leaves from left to right. Raises InputError where there are more than 1,000."""
    waiting, count = [tree], 0
    while waiting:
        branch = waiting.pop()
        if isinstance(branch, Fork):
            waiting += (branch.second, branch.first)
            continue
        count += 1
        if count > MOST_LEAVES:
            raise InputError(f"f: {entry}, has more than {MOST_LEAVES:,} pieces; write fewer Max, Min, Abs, Piecewise")
        yield branch


def _branch(whole: formulas.Formula, known: Known, entry: str) -> Branch:
    try:
        return Leaf(_Settling(known, entry).formula(whole), known.d, known.n)
    except _Undecided as fork:
        return Fork(fork.sign, known.d, known.n, whole, known, fork.expanded, entry)


class _Settling:
    """Replaces every kink by the part that a path has decided for; raises _Undecided at the first that it has not."""

    def __init__(self, known: Known, entry: str) -> None:
        self.known, self.entry = known, entry

    def formula(self, formula: formulas.Formula) -> formulas.Formula:
        match formula:
            case formulas.Constant() | formulas.Entry():
                return formula
            case _ if not formulas.has_pole(formula) and not formulas.has_kink(formula):
                return formula
            case formulas.Sum(parts):
                return formulas.plus(self.formula(part) for part in parts)
            case formulas.Product(parts):
                return formulas.times(self.formula(part) for part in parts)
            case formulas.Power(base, exponent):
                return formulas.power(self.formula(base), exponent)
            case formulas.Quotient(numerator, denominator):
                return self._divided(self.formula(numerator), self.formula(denominator))
            case formulas.Greatest(parts):
                chosen = self.formula(parts[0])
                for part in parts[1:]:
                    other = self.formula(part)
                    chosen = chosen if self._not_negative(formulas.minus(chosen, other)) else other
                return chosen
            case formulas.Absolute(part):
                inside = self.formula(part)
                return inside if self._not_negative(inside) else formulas.negative(inside)
            case formulas.Cases(pairs):
                for condition, part in pairs:
                    if self._holds(condition):
                        return self.formula(part)
                raise InputError(f"f: {self.entry}, has no case on a part of [0, 1]^(d x n); end it with (…, True)")
        raise AssertionError(f"no rule for {type(formula).__name__}")

    def _divided(self, numerator: formulas.Formula, denominator: formulas.Formula) -> formulas.Formula:
        try:
            zero = not key_of(multiplied_out(denominator, self.known.d, self.known.n)[0])
        except TooLong:
            zero = False
        if zero:
            raise InputError(f"f: {self.entry}, is infinite on a part of [0, 1]^(d x n): it divides by 0")
        return formulas.over(numerator, denominator)

    def _holds(self, condition: formulas.Condition) -> bool:
        return formulas.decided(
            condition,
            lambda formula: self._not_negative(self.formula(formula)),
            lambda formula: not key_of(self._expanded(self.formula(formula))[0]),
        )

    def _not_negative(self, formula: formulas.Formula) -> bool:
        numerator, denominator = self._expanded(formula)
        if not key_of(numerator):
            return True
        sign, written = numerator, formula
        if formulas.has_pole(formula):
            sign = product(numerator, denominator)
            written = formula_of(sign, self.known.n)
        known = self.known.sign(sign)
        if known is None:
            raise _Undecided(written, sign)
        return known

    def _expanded(self, formula: formulas.Formula) -> tuple[Polynomial, Polynomial]:
        return multiplied_out(formula, self.known.d, self.known.n)
