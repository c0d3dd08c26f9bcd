"""Rational (r_min, r_max, epsilon) for which given tokens are separated (Kajitsuka & Sato 2024, Definition 1).

    r_min < ||x|| < r_max  for all tokens x,     ||x - x'|| > epsilon  for all x != x'

All three are strict, so the best constants are never attained; those given here have a few decimal digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError

Token = tuple[Rational, ...]
"""A column of a sequence: its d entries."""


@dataclass(frozen=True)
class Separation:
    """The constants of Definition 1: r_min < ||x|| < r_max, and different tokens are more than epsilon apart."""

    r_min: Rational
    r_max: Rational
    epsilon: Rational

    def holds(self, vocabulary: Sequence[Token]) -> bool:
        """Whether all three conditions of Definition 1 hold for these tokens, decided exactly on squares."""
        within = all(self.r_min**2 < squared_norm(x) < self.r_max**2 for x in vocabulary)
        apart = all(squared_norm(difference(x, y)) > self.epsilon**2 for x, y in combinations(vocabulary, 2) if x != y)
        return self.r_min >= 0 and self.epsilon > 0 and within and apart


def squared_norm(x: Token) -> Rational:
    """||x||^2."""
    return sum((entry * entry for entry in x), start=mpq(0))


def difference(x: Token, y: Token) -> Token:
    """x - y."""
    return tuple(a - b for a, b in zip(x, y, strict=True))


def separation(vocabulary: Sequence[Token], digits: int = 3) -> Separation:
    """Constants of Definition 1 for these different tokens, none of them 0, with this many decimal digits.

    epsilon is r_min where there is one token, as nothing is asked of it then. Raises InputError for no token, for a
    token 0 (no r_min > 0 is less than its norm) and for a token given twice.
    """
    if not vocabulary:
        raise InputError("vocabulary: there is no token; give at least one")
    if len(set(vocabulary)) < len(vocabulary):
        raise InputError("vocabulary: a token is given twice; give each once")
    norms = [squared_norm(x) for x in vocabulary]
    if not all(norms):
        raise InputError("vocabulary: it has the token 0, and r_min > 0 has to be less than the norm of every token")
    distances = [squared_norm(difference(x, y)) for x, y in combinations(vocabulary, 2)]
    r_min = below(min(norms), digits)
    return Separation(r_min, above(max(norms), digits), below(min(distances), digits) if distances else r_min)


def below(square: Rational, digits: int) -> Rational:
    """The greatest decimal of about this many digits whose square is less than `square` > 0."""
    unit = _unit(square, digits)
    scaled = square / unit**2
    root = isqrt(int(scaled.numerator // scaled.denominator))
    return (root if root * root < scaled else root - 1) * unit


def above(square: Rational, digits: int) -> Rational:
    """The least decimal of about this many digits whose square is greater than `square` > 0."""
    unit = _unit(square, digits)
    scaled = square / unit**2
    return (isqrt(int(scaled.numerator // scaled.denominator)) + 1) * unit


def _unit(square: Rational, digits: int) -> Rational:
    """The power of ten that is the last of this many digits of the root of `square`."""
    exponent = 0
    while square >= mpq(100) ** (exponent + 1):
        exponent += 1
    while square < mpq(100) ** exponent:
        exponent -= 1
    return mpq(10) ** (exponent - digits + 1)
