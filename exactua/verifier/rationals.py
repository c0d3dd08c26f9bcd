"""Exact rational numbers, no longer than this verifier works with, and what other numbers have in common with them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .refusals import demand
from .values import Number, Rational

LARGEST_NUMBER = 1_000_000  # bits of a numerator or denominator


def size(number: Number) -> int:
    """The bits of the numerator or of the denominator, whichever are more."""
    return int(max(number.numerator.bit_length(), number.denominator.bit_length()))


def tidy(number: Number) -> Number:
    """The same number, an int if it is an integer; an error if it is too long to work with."""
    if type(number) is int and number.bit_length() <= LARGEST_NUMBER:
        return number
    if type(number) is Fraction and number.denominator == 1:
        number = number.numerator
    demand(size(number) <= LARGEST_NUMBER, "a number has more bits than this verifier works with")
    return number


def divide(a: Number, b: Number) -> Number:
    """A quotient."""
    if type(a) is type(b) is int and b and a % b == 0:
        return tidy(a // b)
    return tidy(Fraction(1) * a / b)


def power(a: Number, e: Number) -> Number:
    """A power with an exponent >= 0; an error if it is too long to work with."""
    demand(type(e) is int and e >= 0, "an exponent is not an integer >= 0")
    demand(e <= 1 or (size(a) - 1) * e <= LARGEST_NUMBER, "a power has more bits than this verifier works with")
    return tidy(a**e) if e else 1


def signed_power(a: Rational, e: int) -> Rational:
    """A power of a number, which is not 0 where the exponent is below 0."""
    raised: Rational = power(a, e) if e >= 0 else divide(1, power(a, -e))
    return raised


def total(values: Iterable[Number]) -> Number:
    """The sum."""
    so_far: Number = 0
    for value in values:
        so_far = tidy(so_far + value)
    return so_far


def product(values: Iterable[Number]) -> Number:
    """The product."""
    so_far: Number = 1
    for value in values:
        so_far = tidy(so_far * value)
    return so_far


class Ring:
    """Differences and negatives, and both operators with a rational number on the left."""

    __slots__ = ()

    def __add__(self, other: Number) -> Number:
        raise NotImplementedError

    __mul__ = __add__

    def __radd__(self, other: Number) -> Number:
        return self + other

    def __rmul__(self, other: Number) -> Number:
        return self * other

    def __neg__(self) -> Number:
        return self * -1

    def __sub__(self, other: Number) -> Number:
        return self + other * -1

    def __rsub__(self, other: Number) -> Number:
        return self * -1 + other
