"""How fast a formula may change: a Lipschitz constant and a bound of |f| on [0, 1]^(d x n), in exact intervals.

On a box a formula F has a range, a constant l with |F(X) - F(Y)| <= l ||X - Y||_inf, and for each entry an interval of
slopes, so that F(X) - F(Y) is the sum of s_kl (X_kl - Y_kl) with s_kl from it. Each rule makes all three from those of
the parts; l is at most the sum of the greatest |s_kl|. The cube is cut into boxes: a segment between two of its points
passes through them, so the greatest l of a box is one of the cube.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.decimals import root_bounds
from exactua.arithmetic.rationals import Rational
from exactua.errors import ExactuaError
from exactua.targets.distance import entries_written
from exactua.targets.expression import Expression
from exactua.targets.formulas import (
    Absolute,
    Cases,
    Constant,
    Entry,
    Formula,
    Greatest,
    Power,
    Product,
    Quotient,
    Sum,
    walk,
)

MOST_BOXES: Final = 1_024
"""The most boxes that the cube is cut into for an entry of f."""
MOST_PARTS: Final = 256
"""The most parts of an edge."""
DIGITS: Final = 3
"""Significant digits of the constants, which are rounded up."""

Ends = tuple[Rational, Rational]
"""An interval, its least and greatest number."""
Place = tuple[int, int]
"""Row and column of an entry of X, from 1."""
Box = Mapping[Place, Ends]


class MayJump(ExactuaError):
    """A formula for which no Lipschitz constant is known."""


@dataclass(frozen=True, slots=True)
class Slope:
    """What is known of a formula on a box."""

    ends: Ends
    """Its least and greatest value, or numbers beyond them."""
    steepest: Rational
    """|F(X) - F(Y)| <= steepest ||X - Y||_inf for X, Y in the box."""
    slopes: Mapping[Place, Ends]

    @classmethod
    def of(cls, ends: Ends, steepest: Rational, slopes: Mapping[Place, Ends]) -> Slope:
        """With the smaller one of this constant and of the one that the slopes give."""
        return cls(ends, min(steepest, sum(map(_size, slopes.values()), mpq(0))), slopes)


def constants(f: Expression) -> tuple[Rational, Rational]:
    """L and B, of three digits or so, with |f_ij(X) - f_ij(Y)| <= L ||X - Y||_inf and |f_ij(X)| <= B on [0, 1]^(d x n).

    Raises MayJump where an entry of f has cases or divides by what may be 0.
    """
    boxes = [slope(formula, box) for row in f.formulas for formula in row for box in _boxes(formula)]
    L, B = max(known.steepest for known in boxes), max(_size(known.ends) for known in boxes)
    return root_bounds(L, 1, DIGITS)[1], root_bounds(B, 1, DIGITS)[1]


def _boxes(formula: Formula) -> Iterator[Box]:
    """The unit cube, cut into equal parts along the entries that the formula is written with."""
    if any(isinstance(part, Cases) for part in walk(formula)):
        raise MayJump("it has cases, and may jump from one to the other")
    places = entries_written(formula)
    parts = max(k for k in range(1, MOST_PARTS + 1) if k ** len(places) <= MOST_BOXES)
    cuts = [(mpq(k, parts), mpq(k + 1, parts)) for k in range(parts)]
    for chosen in product(cuts, repeat=len(places)):
        yield dict(zip(places, chosen, strict=True))


def slope(formula: Formula, box: Box) -> Slope:
    """What is known of a formula on a box. Raises MayJump where it divides by what may be 0, and for cases."""
    match formula:
        case Constant(value):
            return Slope((value, value), mpq(0), {})
        case Entry(i, j):
            return Slope(box[i, j], mpq(1), {(i, j): (mpq(1), mpq(1))})
        case Sum(parts):
            return reduce(_plus, (slope(part, box) for part in parts))
        case Product(parts):
            return reduce(_times, (slope(part, box) for part in parts))
        case Power(base, exponent):
            return _power(slope(base, box), exponent)
        case Quotient(numerator, denominator):
            return _times(slope(numerator, box), _reciprocal(slope(denominator, box)))
        case Greatest(parts):
            return reduce(_greater, (slope(part, box) for part in parts))
        case Absolute(part):
            known = slope(part, box)
            return _greater(known, _scaled(known, (mpq(-1), mpq(-1))))
    raise MayJump("it has cases, and may jump from one to the other")


def _plus(a: Slope, b: Slope) -> Slope:
    """f + g."""
    ends = (a.ends[0] + b.ends[0], a.ends[1] + b.ends[1])
    return Slope.of(ends, a.steepest + b.steepest, _each(a, b, lambda s, t: (s[0] + t[0], s[1] + t[1])))


def _times(a: Slope, b: Slope) -> Slope:
    """f g: f(X) g(X) - f(Y) g(Y) = (f(X) - f(Y)) g(X) + f(Y) (g(X) - g(Y))."""
    changes = _plus(_scaled(a, b.ends), _scaled(b, a.ends))
    return Slope(_product(a.ends, b.ends), changes.steepest, changes.slopes)


def _power(base: Slope, exponent: int) -> Slope:
    """f^k: f(X)^k - f(Y)^k = (f(X) - f(Y)) sum_i f(X)^i f(Y)^(k - 1 - i)."""
    powers = [_raised(base.ends, i) for i in range(exponent + 1)]
    products = [_product(powers[i], powers[exponent - 1 - i]) for i in range(exponent)]
    factor = (sum((ends[0] for ends in products), mpq(0)), sum((ends[1] for ends in products), mpq(0)))
    changes = _scaled(base, factor)
    return Slope(powers[exponent], changes.steepest, changes.slopes)


def _reciprocal(f: Slope) -> Slope:
    """1/f: 1/f(X) - 1/f(Y) = -(f(X) - f(Y)) / (f(X) f(Y))."""
    low, high = f.ends
    if low <= 0 <= high:
        raise MayJump("it divides by what may be 0")
    ends = (1 / high, 1 / low)
    low, high = _product(ends, ends)
    changes = _scaled(f, (-high, -low))
    return Slope(ends, changes.steepest, changes.slopes)


def _greater(a: Slope, b: Slope) -> Slope:
    """max(f, g), which changes by a mean of what f and g change by."""
    for one, other in ((a, b), (b, a)):
        if one.ends[0] >= other.ends[1]:
            return one
    ends = (max(a.ends[0], b.ends[0]), max(a.ends[1], b.ends[1]))
    slopes = _each(a, b, lambda s, t: (min(s[0], t[0]), max(s[1], t[1])))
    return Slope.of(ends, max(a.steepest, b.steepest), slopes)


def _scaled(f: Slope, factors: Ends) -> Slope:
    """c f for the changes of f alone, c any of these factors; the range is that of c f too."""
    slopes = {place: _product(ends, factors) for place, ends in f.slopes.items()}
    return Slope.of(_product(f.ends, factors), f.steepest * _size(factors), slopes)


def _each(a: Slope, b: Slope, of: Callable[[Ends, Ends], Ends]) -> dict[Place, Ends]:
    """The slopes in each entry; what is not written with it has 0 there."""
    none = (mpq(0), mpq(0))
    places = dict.fromkeys((*a.slopes, *b.slopes))
    return {place: of(a.slopes.get(place, none), b.slopes.get(place, none)) for place in places}


def _product(a: Ends, b: Ends) -> Ends:
    products = [x * y for x in a for y in b]
    return min(products), max(products)


def _raised(ends: Ends, exponent: int) -> Ends:
    """All x^exponent for x in the interval."""
    low, high = sorted(end**exponent for end in ends)
    return (mpq(0), high) if exponent and exponent % 2 == 0 and ends[0] < 0 < ends[1] else (low, high)


def _size(ends: Ends) -> Rational:
    """The greatest absolute value."""
    return max(-ends[0], ends[1])
