"""Is f permutation equivariant, f(XP) = f(X)P for every permutation matrix P (Yun et al. 2020, Sec. 2: f in F_PE)?

For formulas the two sides are compared as normal forms, which proves it where they are equal; a table is compared on
every cube. Otherwise exact values at finitely many matrices can show a violation, and can't prove that there is none.

A normal form is a polynomial whose variables are the entries of X and, as wholes, each maximum, each quotient's
denominator and each Piecewise, written in normal forms themselves. Unequal ones prove nothing, unless both are `plain`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import permutations, product
from math import factorial, gcd
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.errors import ExactuaError, InputError
from exactua.targets import formulas
from exactua.targets.expression import Expression
from exactua.targets.monomials import by_squares
from exactua.targets.table import Table, grid, permuted
from exactua.targets.target import Target, shown

MOST_CENTRES: Final = 4_096
MOST_CORNERS: Final = 1_024
MOST_FURTHER: Final = 20_000
MOST_PERMUTATIONS: Final = 120

Order = tuple[int, ...]
"""A permutation P: column j of XP is column order[j] of X, from 0."""


@dataclass(frozen=True)
class Violation:
    """X and P with f(XP) != f(X)P: the first entry in which they differ, and both exact values there."""

    X: Matrix
    P: tuple[int, ...]
    """Column j of XP is column P[j - 1] of X, both from 1."""
    i: int
    j: int
    of_permuted: Rational
    """f(XP)_ij."""
    permuted_value: Rational
    """(f(X)P)_ij."""

    @property
    def text(self) -> str:
        """The violation in one sentence."""
        moved = permuted(self.X, tuple(k - 1 for k in self.P))
        return (
            f"f is not permutation equivariant: for X = {shown(self.X)}, P = {self.P} and XP = {shown(moved)}, entry "
            f"({self.i}, {self.j}) of f(XP) is {written(self.of_permuted)} and that of f(X)P is "
            f"{written(self.permuted_value)}"
        )


@dataclass(frozen=True)
class Equivariance:
    """What was found: a violation, a proof that there is none, or neither at `points` matrices."""

    violation: Violation | None
    proved: bool
    points: int
    """At how many X the two sides were compared."""

    @property
    def text(self) -> str:
        """What was found, in one sentence."""
        if self.violation:
            return self.violation.text
        if self.proved:
            how = "on every cube" if self.points else "as formulas"
            return f"f is permutation equivariant: f(XP) = f(X)P {how}"
        return f"f(XP) = f(X)P at all {self.points:,} X that were tried (exactly; no proof for all X)"


def equivariance(target: Target, m: int) -> Equivariance:
    """Whether f is permutation equivariant: proved, refuted, or not refuted at the matrices that were tried.

    Tried are, in this order: the centres of the cubes for delta = 1/m (of a table, the cubes of its own grid; of more
    than 4,096 evenly spread ones), corners of [0, 1]^(d x n) (at most 1,024), and for formulas that are unequal
    polynomials matrices until they differ (at most 20,000). Raises InputError where f has no exact value at a centre.
    """
    if target.n == 1:
        return Equivariance(None, True, 0)
    if isinstance(target, Table):
        return _on_every_cube(target)
    same, highest = _same_formulas(target) if isinstance(target, Expression) else (False, None)
    if same:
        return Equivariance(None, True, 0)
    compared = _Compared(target)
    for X in _centres(target, m):
        if violation := compared.at(X):
            return Equivariance(violation, False, compared.points)
    for X in _further(target, highest):
        try:
            violation = compared.at(X)
        except InputError:
            if isinstance(target, Expression):  # a pole on the boundary
                continue
            raise
        if violation:
            return Equivariance(violation, False, compared.points)
    return Equivariance(None, False, compared.points)


def _on_every_cube(table: Table) -> Equivariance:
    compared = _Compared(table)
    for L in grid(table.d, table.n, table.m):
        if violation := compared.at(L):
            return Equivariance(violation, False, compared.points)
    return Equivariance(None, True, compared.points)


class _Compared:
    """Compares f(XP) with f(X)P, remembering values."""

    def __init__(self, target: Target) -> None:
        self.target, self.points = target, 0
        n = target.n
        orders = list(permutations(range(n)))[1:] if factorial(n) <= MOST_PERMUTATIONS else list(_neighbours(n))
        self.orders: list[Order] = orders
        self._known: dict[Matrix, Matrix] = {}

    def at(self, X: Matrix) -> Violation | None:
        """The first P that violates at X, and there the first entry."""
        self.points += 1
        here = self._value(X)
        for order in self.orders:
            moved, wanted = self._value(permuted(X, order)), permuted(here, order)
            for i, (moved_row, wanted_row) in enumerate(zip(moved, wanted, strict=True), 1):
                for j, (a, b) in enumerate(zip(moved_row, wanted_row, strict=True), 1):
                    if a != b:
                        return Violation(X, tuple(k + 1 for k in order), i, j, a, b)
        return None

    def _value(self, X: Matrix) -> Matrix:
        if X not in self._known:
            self._known[X] = self.target.value(X)
        return self._known[X]


def _neighbours(n: int) -> Iterator[Order]:
    """The exchanges of neighbouring columns: every permutation is composed of them."""
    for k in range(n - 1):
        yield (*range(k), k + 1, k, *range(k + 2, n))


def _same_formulas(f: Expression) -> tuple[bool, int | None]:
    """Whether f(XP) and f(X)P have equal normal forms; where they are different polynomials, the highest exponent."""
    same = True
    try:
        forms = [[normal_form(formula) for formula in row] for row in f.formulas]
        for order in _neighbours(f.n):
            for i, j in f.places():
                moved = normal_form(f.formulas[i - 1][j - 1], partial(_moved, order))
                other = forms[i - 1][order[j - 1]]
                if moved != other:
                    same = False
                    if plain(moved) and plain(other):
                        return False, max(highest_exponent(moved), highest_exponent(other))
    except TooLong:
        return False, None
    return same, None


def _moved(order: Order, i: int, j: int) -> tuple[int, int]:
    return i, order[j - 1] + 1


def _centres(target: Target, m: int) -> Iterator[Matrix]:
    d, n = target.d, target.n
    entries = d * n
    cubes = m**entries
    for k in range(min(cubes, MOST_CENTRES)):
        rank = k if cubes <= MOST_CENTRES else k * cubes // MOST_CENTRES
        digits = [rank // m ** (entries - 1 - place) % m for place in range(entries)]
        yield _matrix([mpq(2 * digit + 1, 2 * m) for digit in digits], n)


def _further(target: Target, highest: int | None) -> Iterator[Matrix]:
    d, n = target.d, target.n
    for count, corner in enumerate(product((mpq(0), mpq(1)), repeat=d * n)):
        if count >= MOST_CORNERS:
            break
        yield _matrix(corner, n)
    if highest is None:
        return
    # two polynomials of this degree in each entry that agree on the whole of this grid are equal; it is gone through
    # in a mixed order, so that a factor that vanishes on a plane of the grid does not hide them for long
    levels = highest + 1
    size = levels ** (d * n)
    step = next(k for k in range(size * 5 // 8 | 1, size * 2, 2) if gcd(k, size) == 1)
    for k in range(min(size, MOST_FURTHER)):
        rank = k * step % size
        yield _matrix([mpq(rank // levels**place % levels + 1, levels + 1) for place in range(d * n)], n)


def _matrix(entries: tuple[Rational, ...] | list[Rational], n: int) -> Matrix:
    return tuple(tuple(entries[start : start + n]) for start in range(0, len(entries), n))


MOST_MONOMIALS: Final = 5_000

Monomial = frozenset[tuple[Any, int]]
"""Variables with their exponents."""

NormalForm = frozenset[tuple[Monomial, Rational]]
"""Monomials with their coefficients, none of which is 0."""

Place = Callable[[int, int], tuple[int, int]]
"""Which entry stands where entry (i, j) is written."""


class TooLong(ExactuaError):
    """A normal form has too many monomials."""


def normal_form(formula: formulas.Formula, place: Place = lambda i, j: (i, j)) -> NormalForm:
    """The normal form of a formula, its entries renamed by `place`. Raises TooLong."""
    match formula:
        case formulas.Constant(value):
            return _constant(value)
        case formulas.Entry(i, j):
            return _variable(("entry", *place(i, j)))
        case formulas.Sum(parts):
            return _sum([normal_form(part, place) for part in parts])
        case formulas.Product(parts):
            product = _constant(mpq(1))
            for part in parts:
                product = _product(product, normal_form(part, place))
            return product
        case formulas.Power(base, exponent):
            return _power(normal_form(base, place), exponent)
        case formulas.Quotient(numerator, denominator):
            below = normal_form(denominator, place)
            return _product(normal_form(numerator, place), _variable(("over", below)))
        case formulas.Greatest(parts):
            return _greatest(frozenset(normal_form(part, place) for part in parts))
        case formulas.Absolute(part):
            inside = normal_form(part, place)
            return _greatest(frozenset((inside, _product(_constant(mpq(-1)), inside))))
        case formulas.Cases(pairs):
            asked = ((_condition(condition, place), normal_form(part, place)) for condition, part in pairs)
            return _variable(("cases", *asked))
    raise AssertionError(f"no rule for {type(formula).__name__}")


def plain(form: NormalForm) -> bool:
    """Whether the normal form is a polynomial in entries of X alone: then another one is another function."""
    return all(variable[0] == "entry" for monomial, _ in form for variable, _ in monomial)


def highest_exponent(form: NormalForm) -> int:
    """The highest exponent of any variable."""
    return max((exponent for monomial, _ in form for _, exponent in monomial), default=0)


def _condition(condition: formulas.Condition, place: Place) -> Any:
    match condition:
        case formulas.Always(value):
            return value
        case formulas.NotNegative(formula):
            return ">=", normal_form(formula, place)
        case formulas.IsZero(formula):
            return "=", normal_form(formula, place)
        case formulas.Both(parts):
            return "and", frozenset(_condition(part, place) for part in parts)
        case formulas.Not(part):
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
    return by_squares(_constant(mpq(1)), base, exponent, _product)
