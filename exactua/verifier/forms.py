"""Numbers that depend on D or on the point, compared by signs (format, section 8).

What it cannot decide by signs it raises as NotImplementedError.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cmp_to_key, reduce
from typing import TypeAlias

from .rationals import Ring, divide, power, tidy
from .refusals import demand
from .values import Number, Value

LARGEST_DEGREE = 1_000
LARGEST_GRADE = 1_000_000
Truth: TypeAlias = "bool | None"  # None: not decided


def beyond(unknown: bool, notion: str) -> None:
    """What is not known, or not decided, is not re-checked."""
    if unknown:
        raise NotImplementedError(notion)


class Varying(Ring):
    """What polynomials and forms have in common."""

    coefficients: list[Number]


class Unknown(Varying):
    """A number that there is at every point, and that signs do not tell."""

    def __add__(self, other: Number) -> Number:
        return self

    __mul__ = __add__


UNKNOWN = Unknown()


class Polynomial(Varying):
    """A polynomial in t >= 0 times a power of m, the grade."""

    def __init__(self, coefficients: Iterable[Number], grade: int):
        self.coefficients, self.grade = list(coefficients), grade

    def __add__(self, other: Number) -> Number:
        if isinstance(other, Form | Unknown):
            return NotImplemented
        a, b = self, other if isinstance(other, Polynomial) else Polynomial([other], 0)
        if other == 0:
            return a
        beyond(a.grade != b.grade, "a sum of different powers of m")
        pairs = itertools.zip_longest(a.coefficients, b.coefficients, fillvalue=0)
        return polynomial(itertools.starmap(lambda x, y: x + y, pairs), a.grade)

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, Form | Unknown):
            return NotImplemented
        b = other if isinstance(other, Polynomial) else Polynomial([other], 0)
        coefficients = [0] * (len(self.coefficients) + len(b.coefficients) - 1)
        demand(len(coefficients) <= LARGEST_DEGREE, "a polynomial of too high a degree")
        for i, x in enumerate(self.coefficients):
            for j, y in enumerate(b.coefficients):
                coefficients[i + j] += x * y
        return polynomial(coefficients, self.grade + b.grade)


def form_power(a: Number, e: Number) -> Number:
    """A power of what does not depend on the point."""
    if not isinstance(a, Varying):
        return power(a, e)
    beyond(not isinstance(a, Polynomial), "a power of what depends on the point")
    demand(type(e) is int and 0 <= e <= LARGEST_DEGREE, "an exponent")
    return reduce(lambda x, y: x * y, [a] * e, 1)


def polynomial(coefficients: Iterable[Number], grade: int = 0) -> Number:
    """The polynomial with these coefficients, or the number that it is."""
    beyond(abs(grade) > LARGEST_GRADE, "a power of m")
    tidied = list(map(tidy, coefficients))
    while tidied and tidied[-1] == 0:
        tidied.pop()
    return Polynomial(tidied, grade) if len(tidied) > 1 or (tidied and grade) else (tidied or [0])[0]


class Form(Varying):
    """f_0 + the sum of f_i v_i over the variables t, h_1, ..., a, c_1, ... of points, and multiples of unknown numbers.

    t, h_1, ... are as many as `bounded` says and make N with s; all variables are >= 0.
    """

    def __init__(
        self, coefficients: list[Number], N: Number, bounded: int, unknown: dict[tuple[int, int], Number] | None = None
    ):
        self.coefficients, self.N, self.bounded, self.unknown = coefficients, N, bounded, unknown or {}

    def __add__(self, other: Number) -> Number:
        return self.beside(other, operator.add)

    def __sub__(self, other: Number) -> Number:
        return self.beside(other, operator.sub)

    def __mul__(self, other: Number) -> Number:
        beyond(isinstance(other, Form), "a product of two numbers that both depend on the point")
        if other is UNKNOWN:
            return UNKNOWN
        # fractions that are integers cost more than integers do
        coefficients = [x * other for x in self.coefficients]
        coefficients = [x.numerator if type(x) is Fraction and x.denominator == 1 else x for x in coefficients]
        return Form(coefficients, self.N, self.bounded, {key: x * other for key, x in self.unknown.items()})

    def beside(self, other: Number, op: Callable[[Number, Number], Number]) -> Number:
        """The sum with another form or with a number, or the difference."""
        if other is UNKNOWN:
            return UNKNOWN
        if not isinstance(other, Form):
            return Form([op(self.coefficients[0], other), *self.coefficients[1:]], self.N, self.bounded, self.unknown)
        unknown: dict[tuple[int, int], Number] = {}
        for key in {*self.unknown, *other.unknown} if self.unknown or other.unknown else ():
            if (x := op(self.unknown.get(key, 0), other.unknown.get(key, 0))) != 0:
                unknown[key] = x
        return Form(list(map(op, self.coefficients, other.coefficients)), self.N, self.bounded, unknown)

    def corners(self) -> Iterator[Number]:
        """The values where one of t, h_1, ..., s is N and the others are 0, with a = c_1 = ... = 0; that of s first."""
        constant, *slopes = self.coefficients[: self.bounded + 1]
        yield constant
        for x in slopes:
            yield constant + self.N * x if x else constant


def shown_positive(x: Number, strictly: bool) -> bool:
    """Whether signs show that x > 0 (or x >= 0) at all points and for all t."""
    if not isinstance(x, Varying):
        return bool(x > 0 if strictly else x >= 0)
    if x is UNKNOWN:
        return False
    if isinstance(x, Form):
        known = x.unknown == {} and all(shown_positive(y, strictly) for y in x.corners())
        return known and all(shown_positive(y, False) for y in x.coefficients[x.bounded + 1 :])
    return min(x.coefficients) >= 0 and (not strictly or x.coefficients[0] > 0)


def less(a: Number, b: Number, strictly: bool = True) -> Truth:
    """Whether a < b (or a <= b) everywhere, or nowhere."""
    a, b = number(a), number(b)
    if shown_positive(b - a, strictly):
        return True
    return False if shown_positive(a - b, not strictly) else None


def order(a: Number, b: Number) -> int:
    """-1, 0 or 1, as a is less than, equal to or greater than b everywhere."""
    known = -1 if less(a, b) else 1 if less(b, a) else 0
    beyond(known == 0 and not (less(a, b, False) and less(b, a, False)), "a comparison is not decided by signs")
    return known


def greatest(values: Iterable[Number], sign: int = 1) -> list[Number]:
    """As few as signs show of these values that no other one exceeds (sign -1: falls below) them all: mostly one."""
    best = list[Number]()
    for x in values:
        if not any(shown_positive(y - x if sign > 0 else x - y, False) for y in best):
            best = [*(y for y in best if not shown_positive(x - y if sign > 0 else y - x, False)), x]
    return best


def number(x: Number) -> Number:
    """A number, which may vary."""
    beyond(
        type(x) not in (int, Fraction, Polynomial, Form, Unknown), "what is no number in a symbolic run is used as one"
    )
    return x


def both(parts: Iterable[Value]) -> Truth:
    """Whether all of these hold."""
    truths = list(parts)
    demand(all(p is None or type(p) is bool for p in truths), "what is no truth value is used as one")
    return False if False in truths else None if None in truths else True


def no(p: Truth) -> Truth:
    """Whether this does not hold."""
    return None if both([p]) is None else not p


def whole(x: Number) -> bool:
    """Whether a number is an integer at all points."""
    if isinstance(x, Varying):
        return all(map(whole, x.coefficients)) and (not isinstance(x, Polynomial) or x.grade >= 0)
    return bool(x.denominator == 1)


def distinct(numbers: list[Number]) -> Truth:
    """Whether these numbers are pairwise different."""
    try:
        values = sorted(numbers, key=cmp_to_key(order))
    except NotImplementedError:
        return None
    return all(order(a, b) for a, b in itertools.pairwise(values))


def tidy_form(x: Number) -> Number:
    """The same number, which must not be too long."""
    return x if isinstance(x, Varying) else tidy(x)


def form_total(*values: Number) -> Number:
    """A sum."""
    return reduce(lambda a, b: tidy_form(a + b), map(number, values), 0)


def form_product(*values: Number) -> Number:
    """A product of numbers of which at most one depends on the point."""
    return reduce(lambda a, b: tidy_form(a * b), map(number, values), 1)


def quotient(a: Number, b: Number) -> Number:
    """A quotient by a number other than 0, or by a multiple of a power of m."""
    if isinstance(b, Polynomial) and len(b.coefficients) == 1:
        return number(a) * polynomial([divide(1, b.coefficients[0])], -b.grade)
    beyond(type(b) not in (int, Fraction), "a division by what varies")
    return tidy_form(number(a) * divide(1, b))


def equal(a: Number, b: Number) -> Truth:
    """Whether two numbers are equal everywhere, or nowhere."""
    return both([less(a, b, False), less(b, a, False)])


def member(x: Number, low: Number, high: Number) -> Truth:
    """Whether low <= x <= high."""
    return both([less(low, x, False), less(x, high, False)])


OPERATORS: dict[str, Callable[..., Value]] = {
    "+": form_total,
    "-": lambda a, b: number(a) - number(b),
    "neg": lambda a: -number(a),
    "*": form_product,
    "/": quotient,
    "^": lambda a, e: form_power(number(a), number(e)),
    "<": less,
    "<=": lambda a, b: less(a, b, False),
    ">": lambda a, b: less(b, a),
    ">=": lambda a, b: less(b, a, False),
    "in": member,
    "not in": lambda *x: no(member(*x)),
    "and": lambda *p: both(p),
    "or": lambda *p: no(both(map(no, p))),
    "not": no,
    "implies": lambda p, q: no(both([p, no(q)])),
}
