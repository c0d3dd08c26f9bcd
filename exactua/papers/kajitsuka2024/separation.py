"""Rational (r_min, r_max, epsilon) for which given tokens are separated (Kajitsuka & Sato 2024, Definition 1).

    r_min < ||x|| < r_max  for all tokens x,     ||x - x'|| > epsilon  for all x != x'

All three are strict, so the best constants are never attained; those given here have a few decimal digits.

Beside them stand rational unit vectors on which a finite set of points is projected without coming too near (Lemma 2,
eq. (72)):

    (1 / |X|^2) sqrt(8 / (pi d)) ||x - x'||  <=  |v^T (x - x')|   for all x, x' in X

By stereographic projection t -> (2 t, 1 - |t|^2) / (1 + |t|^2) every rational t in Q^(d - 1) gives a rational unit
vector, and these are dense: the search goes through t of growing height. That one is found at all is Lemma 2: the v
that fail have measure < 2/pi, so those that do not fail contain an open set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count, islice, product
from math import isqrt
from typing import Final

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


PI_FROM_BELOW: Final = mpq(333, 106)
"""A convergent of pi that is less than pi, so 8 / (pi d) is less than 8 / (333/106 d)."""
MOST_TRIED: Final = 100_000


def unit_vector(points: Sequence[Token], number: int = 1) -> Token:
    """A rational unit vector that satisfies eq. (72) for these different points, the `number`-th that is found.

    Pass the vocabulary together with 0 for Lemma 3. Raises InputError where no point is given, and after 100,000 tries.
    """
    if not points:
        raise InputError("points: there is none, so d is not known; give at least one")
    valid = (v for v in islice(rational_unit_vectors(len(points[0])), MOST_TRIED) if keeps_apart(v, points))
    v = next(islice(valid, number - 1, None), None)
    if v is None:
        raise InputError(f"no unit vector {number} for eq. (72) among {MOST_TRIED} rational ones; give fewer points")
    return v


def keeps_apart(v: Token, points: Sequence[Token]) -> bool:
    """Whether the left inequality of eq. (72) holds for v and all pairs of these points: squared, with 333/106 for pi.

    False may also mean that it holds by less than the error of 333/106.
    """
    least = 8 / (PI_FROM_BELOW * len(v)) / mpq(len(points)) ** 4
    differences = (difference(x, y) for x, y in combinations(points, 2))
    return all(least * squared_norm(gap) <= along(v, gap) ** 2 for gap in differences)


def along(v: Sequence[Rational | int], x: Token) -> Rational:
    """v^T x."""
    return sum((a * b for a, b in zip(v, x, strict=True)), start=mpq(0))


def rational_unit_vectors(d: int) -> Iterator[Token]:
    """Rational unit vectors of d entries, each once; for d = 1 these are 1 and -1, in other dimensions a dense set."""
    if d == 1:
        yield from ((mpq(1),), (mpq(-1),))
        return
    for height in count(1):
        for t in product(_of_height_up_to(height), repeat=d - 1):
            if max(max(abs(x.numerator), x.denominator) for x in t) == height:
                square = squared_norm(t)
                yield (*(2 * x / (1 + square) for x in t), (1 - square) / (1 + square))


def _of_height_up_to(height: int) -> list[Rational]:
    """The rationals p/q with |p|, q <= height, from 0 on outwards."""
    values = {mpq(p, q) for p in range(-height, height + 1) for q in range(1, height + 1)}
    return sorted(values, key=lambda x: (abs(x), x < 0))
