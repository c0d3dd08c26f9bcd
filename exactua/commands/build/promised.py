"""What the theorem promises for an epsilon: its delta and its number of layers, from a modulus of continuity of f.

theorem_2_hardmax_on_the_cube (proofs/rocq, NetworkStatements.v): if |f| <= B, omega is the modulus of continuity of f
on [0, 1]^(d x n) and

    d n (omega(delta/2)^p + n (n - 1)/2 delta^d B^p) <= epsilon^p,

then the modified Transformer with (d/delta + d) + (delta^-d + 1) + (d + 2 + n C(delta^-d, n)) blocks is within epsilon.

Of a formula the modulus is a Lipschitz constant on [0, 1]^(d x n), found in exact intervals. On a box a formula F has a
range, a constant l with |F(X) - F(Y)| <= l ||X - Y||_inf, and for each entry an interval of slopes, so that F(X) - F(Y)
is the sum of s_kl (X_kl - Y_kl) with s_kl from it. Each rule makes all three from those of the parts; l is at most the
sum of the greatest |s_kl|. The cube is cut into boxes: a segment between two of its points passes through them, so the
greatest l of a box is one of the cube.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import comb
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.decimals import decimal, root_bounds
from exactua.arithmetic.rationals import Rational
from exactua.errors import ExactuaError, InputError
from exactua.papers.yun2020.built import Instance, Promise
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
from exactua.targets.python_function import PythonFunction

MOST_BITS: Final = 4_096
"""How long 1/delta may get before a modulus counts as one that does not fall to 0."""
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


def promise(instance: Instance, epsilon: Rational) -> Promise | str:
    """The largest delta that halving and bisection find for the theorem, with its layers; or why there is none.

    `instance` is one that was measured: of a Python function its values at the centres of cubes, and the stated
    modulus, bound |f|.
    """
    f, modulus = instance.target, ""
    omega: Callable[[Rational], Rational]
    if isinstance(f, PythonFunction):
        B = max(abs(value) for A in instance.values.values() for row in A for value in row) + instance.modulus
        modulus, omega, stated = f.modulus, f.modulus_at, True
    elif isinstance(f, Expression):
        try:
            L, B = constants(f)
        except MayJump as why:
            return f"no modulus of continuity of f is known: {why}"
        modulus, stated = "t" if L == 1 else f"{decimal(L)}*t", False

        def omega(t: Rational) -> Rational:
            return L * t
    else:
        return "a table jumps between its cubes, and has no modulus of continuity that falls to 0"
    d, n, p = f.d, f.n, instance.p

    def serves(m: int) -> bool:
        return bool(d * n * (omega(mpq(1, 2 * m)) ** p + mpq(n * (n - 1), 2 * m**d) * B**p) <= epsilon**p)

    try:
        m = _least(serves)
    except InputError as error:  # a modulus without a value at some t
        return str(error)
    if m is None:
        return f"the modulus {modulus} does not fall far enough for any delta"
    return Promise(m, layers(d, n, m), modulus, stated, B)


def layers(d: int, n: int, m: int) -> int:
    """The blocks of the theorem's network at delta = 1/m, in each of which one layer is at work."""
    columns = m**d
    return int(d * m + d + columns + 1 + d + 2 + n * comb(columns, n))


def _least(serves: Callable[[int], bool]) -> int | None:
    """An m >= 2 that serves, of which m - 1 does not (m = 2 apart): the least one, where all after it serve too."""
    low, high = 1, 2
    while not serves(high):
        if high.bit_length() > MOST_BITS:
            return None
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if serves(middle) else (middle, high)
    return high


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
    for slope, other in ((a, b), (b, a)):
        if slope.ends[0] >= other.ends[1]:
            return slope
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
