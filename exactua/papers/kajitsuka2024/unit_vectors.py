"""Rational unit vectors on which a finite set of points is projected without coming too near (Lemma 2, eq. (72)).

    (1 / |X|^2) sqrt(8 / (pi d)) ||x - x'||  <=  |v^T (x - x')|   for all x, x' in X

By stereographic projection t -> (2 t, 1 - |t|^2) / (1 + |t|^2) every rational t in Q^(d - 1) gives a rational unit
vector, and these are dense: the search goes through t of growing height. That one is found at all is Lemma 2: the v
that fail have measure < 2/pi, so those that do not fail contain an open set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count, islice, product
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.separation import Token, difference, squared_norm

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


def along(v: Token, x: Token) -> Rational:
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
