"""Numbers that are not one number: affine forms on cells, polynomials in an integral, intervals in `lowest`.

A comparison of affine forms that the region leaves open splits it: every way is gone, each in its own region. Whether a
region is empty is found by eliminating one entry after the other.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from tests.attack.brute_force.reals import Real
from tests.attack.brute_force.written import Invalid, Unknown

MOST_WAYS: Final = 3_000

Constraint = tuple[tuple[int, ...], bool]
"""Coefficients and constant, all times the same positive integer; strict: the form is > 0 (or >= 0)."""


def constraint(f: Iterable[Fraction], f0: Fraction, strict: bool) -> Constraint:
    """The form is > 0, or >= 0."""
    numbers = (*f, f0)
    scale = math.lcm(*(x.denominator for x in numbers))
    return _reduced([int(x * scale) for x in numbers]), strict


def _reduced(numbers: Sequence[int]) -> tuple[int, ...]:
    common = math.gcd(*numbers) or 1
    return tuple(x // common for x in numbers)


def empty(constraints: list[Constraint]) -> bool:
    """Whether no real point satisfies all of these (Fourier and Motzkin)."""
    width = len(constraints[0][0]) - 1 if constraints else 0
    for k in range(width):
        above = [c for c in constraints if c[0][k] > 0]
        below = [c for c in constraints if c[0][k] < 0]
        eliminated = [c for c in constraints if c[0][k] == 0]
        for (f, s), (g, t) in itertools.product(above, below):
            eliminated.append((_reduced([f[k] * b - g[k] * a for a, b in zip(f, g, strict=True)]), s or t))
        constraints = list(dict.fromkeys(eliminated))
    return any(f[-1] < 0 or (strict and f[-1] == 0) for f, strict in constraints)


class Region:
    """A part of the entries' space, cut further by every comparison that is not settled by it."""

    def __init__(self, constraints: list[Constraint], script: list[int]):
        self.constraints, self.script, self.taken = list(constraints), script, list[tuple[int, list[int]]]()
        self.known: dict[Any, int] = {}

    def sign(self, form: Affine) -> int:
        key = (form.f, form.f0)
        if key not in self.known:
            self.known[key] = self._sign(form)
        return self.known[key]

    def _sign(self, form: Affine) -> int:
        ways = [s for s in (-1, 0, 1) if not empty(self.constraints + _cut(form, s))]
        if len(ways) == 1:
            return ways[0]
        k = len(self.taken)
        way = self.script[k] if k < len(self.script) else ways[0]
        self.taken.append((way, ways))
        self.constraints += _cut(form, way)
        return way


def _cut(form: Affine, sign: int) -> list[Constraint]:
    minus = (tuple(-x for x in form.f), -form.f0)
    if sign == 0:
        return [constraint(form.f, form.f0, False), constraint(*minus, False)]
    return [constraint(form.f, form.f0, True) if sign > 0 else constraint(*minus, True)]


def all_ways(constraints: list[Constraint], evaluate: Callable[[Region], Any]) -> Iterator[Any]:
    """What `evaluate` comes to on each part of a region; the parts are found as it goes."""
    waiting: list[list[int]] = [[]]
    for _ in range(MOST_WAYS):
        if not waiting:
            return
        script = waiting.pop()
        region = Region(constraints, script)
        yield evaluate(region)
        for k in range(len(script), len(region.taken)):
            way, ways = region.taken[k]
            done = [taken for taken, _ in region.taken[:k]]
            waiting += [[*done, other] for other in ways if other != way]
    raise Unknown("a cell falls into too many parts")


class Affine:
    """f_0 + sum of f_i x_i, x being the entries of the point."""

    def __init__(self, f: tuple[Fraction, ...], f0: Fraction, region: Region):
        self.f, self.f0, self.region = f, f0, region

    def sign(self) -> int:
        return self.region.sign(self)

    def made(self, f: tuple[Fraction, ...], f0: Fraction) -> Any:
        return Affine(f, f0, self.region) if any(f) else f0

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Fraction):
            return Affine(self.f, self.f0 + other, self.region)
        if isinstance(other, Affine):
            return self.made(tuple(a + b for a, b in zip(self.f, other.f, strict=True)), self.f0 + other.f0)
        return NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self * Fraction(-1)

    def __sub__(self, other: Any) -> Any:
        return self + (-other) if isinstance(other, Fraction | Affine) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Fraction):
            return self.made(tuple(x * other for x in self.f), self.f0 * other)
        if isinstance(other, Affine):
            raise Unknown("a product of two forms")
        return NotImplemented

    __rmul__ = __mul__

    def inverse(self) -> Any:
        raise Unknown("a quotient by a form")

    def __pow__(self, e: int) -> Any:
        if e > 1:
            raise Unknown("a power of a form")
        return self if e else Fraction(1)


Simple = Fraction | Real | Affine
Monomial = tuple[tuple[tuple[str, int, int], int], ...]


class Polynomial:
    """A polynomial in entries of offsets, each entry named (name, i, j)."""

    def __init__(self, terms: dict[Monomial, Any]):
        self.terms = terms

    @staticmethod
    def of(x: Any) -> Polynomial:
        return x if isinstance(x, Polynomial) else Polynomial({(): x})

    @staticmethod
    def tidy(terms: dict[Monomial, Any]) -> Any:
        kept = {e: c for e, c in terms.items() if not (isinstance(c, Fraction) and c == 0)}
        return Polynomial(kept) if any(kept) else kept.get((), Fraction(0))

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Interval):
            raise Invalid("an interval meets a polynomial")
        terms = dict(self.terms)
        for e, c in Polynomial.of(other).terms.items():
            terms[e] = terms[e] + c if e in terms else c
        return Polynomial.tidy(terms)

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self * Fraction(-1)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Interval):
            raise Invalid("an interval meets a polynomial")
        terms: dict[Monomial, Any] = {}
        for e, c in self.terms.items():
            for g, b in Polynomial.of(other).terms.items():
                powers = dict(e)
                for entry, k in g:
                    powers[entry] = powers.get(entry, 0) + k
                monomial = tuple(sorted(powers.items()))
                terms[monomial] = terms[monomial] + c * b if monomial in terms else c * b
        return Polynomial.tidy(terms)

    __rmul__ = __mul__

    def sign(self) -> int:
        raise Invalid("a polynomial is compared")

    def inverse(self) -> Any:
        raise Invalid("a quotient by a polynomial")

    def __pow__(self, e: int) -> Any:
        power: Any = Fraction(1)
        for _ in range(e):
            power = self * power
        return power


def integral(x: Any, name: str, side: Any, d: int, n: int) -> Any:
    """The integral of a polynomial over all entries of the offsets of this name."""
    total: Any = Fraction(0)
    for monomial, c in Polynomial.of(x).terms.items():
        powers = {(i, j): e for (of, i, j), e in monomial if of == name}
        rest = tuple((entry, e) for entry, e in monomial if entry[0] != name)
        factor: Any = c
        for i in range(1, d + 1):
            for j in range(1, n + 1):
                e = powers.get((i, j), 0)
                factor = factor * side ** (e + 1) * Fraction(1, e + 1)
        total = Polynomial({rest: factor}) + total if rest else total + factor
    return total


class Interval:
    """[x, y], with exact ends."""

    def __init__(self, x: Any, y: Any):
        self.x, self.y = x, y

    @staticmethod
    def of(x: Any) -> Interval:
        if isinstance(x, Polynomial):
            raise Invalid("an interval meets a polynomial")
        return x if isinstance(x, Interval) else Interval(x, x)

    def __add__(self, other: Any) -> Interval:
        other = Interval.of(other)
        return Interval(self.x + other.x, self.y + other.y)

    __radd__ = __add__

    def __neg__(self) -> Interval:
        return Interval(-self.y, -self.x)

    def __sub__(self, other: Any) -> Interval:
        return self + -Interval.of(other)

    def __rsub__(self, other: Any) -> Interval:
        return Interval.of(other) + -self

    def __mul__(self, other: Any) -> Interval:
        other = Interval.of(other)
        products = [a * b for a in (self.x, self.y) for b in (other.x, other.y)]
        return Interval(least(products), greatest(products))

    __rmul__ = __mul__

    def inverse(self) -> Interval:
        if sign(self.x) <= 0 <= sign(self.y):
            raise Invalid("a quotient by an interval with 0")
        return Interval(inverse(self.y), inverse(self.x))

    def __pow__(self, e: int) -> Any:
        if e == 0:
            return Fraction(1)
        if e % 2:
            return Interval(self.x**e, self.y**e)
        zero = Fraction(0)
        return Interval(greatest([self.x, -self.y, zero]) ** e, greatest([-self.x, self.y]) ** e)

    def sign(self) -> int:
        raise Invalid("an interval is compared")


Number = Any
"""A Fraction, a Real, an Affine, a Polynomial or an Interval."""
KINDS: Final = (Fraction, Real, Affine, Polynomial, Interval)


def sign(x: Number) -> int:
    """-1, 0 or 1; a number that has no sign is an error."""
    return (x > 0) - (x < 0) if isinstance(x, Fraction) else int(x.sign())


def compare(a: Number, b: Number) -> int:
    """The sign of a - b."""
    for x in (a, b):
        if isinstance(x, Polynomial | Interval):
            raise Invalid("a number that depends on offsets is compared")
    return sign(a - b)


def inverse(x: Number) -> Number:
    if not isinstance(x, Fraction):
        return x.inverse()
    if x == 0:
        raise Invalid("a quotient by 0")
    return 1 / x


def least(numbers: list[Number]) -> Number:
    lowest = numbers[0]
    for x in numbers[1:]:
        lowest = x if compare(x, lowest) < 0 else lowest
    return lowest


def greatest(numbers: list[Number]) -> Number:
    highest = numbers[0]
    for x in numbers[1:]:
        highest = x if compare(x, highest) > 0 else highest
    return highest


def index(x: Number) -> int:
    """An integer that counts something."""
    if isinstance(x, Affine):
        raise Unknown("a form where a whole number should be")
    if not isinstance(x, Fraction) or x.denominator != 1:
        raise Invalid("no integer where a whole number should be")
    return x.numerator
