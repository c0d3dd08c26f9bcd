"""Real numbers: expressions of rationals, exp, log, sqrt and pi (format, section 9).

An order is decided as soon as a ball around the difference (balls.py) does not contain 0; for that the
precision is raised. Equality is never told by balls, but by the proofs of identities.py. Where neither of
both says anything, the certificate is not re-checked.

In certificates a real stands as the greatest number of 64 bits that does not exceed it.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import ClassVar, NoReturn, TypeAlias
from weakref import WeakValueDictionary

from .balls import (
    LARGEST_EXPONENT,
    Ball,
    ball_inverse,
    ball_of,
    ball_power,
    ball_product,
    ball_root,
    ball_sum,
    ball_top,
    exp_of,
    exp_of_ball,
    log_of,
    log_of_ball,
    pi_times,
)
from .identities import is_zero
from .rationals import LARGEST_NUMBER, Ring, signed_power, tidy
from .records import encode
from .refusals import NOT_RECHECKED, Refused, demand
from .values import Number, Piece, Rational, Spend

FIRST, PROVING, CAP = 64, 256, 2**18  # bits: at first, when equality is tried to be proved, at most
LARGEST_POWER = 1000  # of a number whose logarithm is in an exponential
LARGEST_FACTOR = 1_000_000  # exponent of a factor
MOST_NESTED = 200  # atoms in each other
TOO_LARGE = "an exponential of too large a number"
TOO_HIGH = "a power of a real with too large an exponent"
LARGEST_SIZE = 2**50  # of the logarithm of what is enclosed, to base 2


def undecided_sign() -> NoReturn:
    """Precision has an end."""
    raise Refused(f"a comparison of reals that {CAP} bits do not decide", NOT_RECHECKED)


def refined(x: Real | Atom, p: int, spend: Spend, fine: Callable[[Ball], bool]) -> Ball:
    """A ball with the number, from p bits on, that is fine."""
    while not fine(ball := x.at(p, spend)):
        p = 2 * p if p < CAP else undecided_sign()
    return ball


def away_from_0(x: Real | Atom, p: int, spend: Spend) -> Ball:
    """A ball with this number, which is not 0, that is far from 0."""
    return refined(x, p, spend, lambda ball: abs(ball[0]) > 4 * ball[1])


class Atom:
    """pi; exp, log or sqrt of a number; a Real that is a factor ("sum"); or a product of powers of atoms."""

    __slots__ = ("__weakref__", "ball", "bits", "depth", "kind", "of")
    known: ClassVar[WeakValueDictionary[Hashable, Atom]] = WeakValueDictionary()

    def __init__(self, kind: str, of: Number):
        self.kind, self.of, self.bits, self.ball = kind, of, 0, (0, 0, 0)
        inside = of.terms if isinstance(of, Real) else of if isinstance(of, dict) else ()
        self.depth: int = 1 + max((atom.depth for atom in inside), default=0)
        demand(self.depth <= MOST_NESTED, "reals that are made in too many steps", NOT_RECHECKED)

    @classmethod
    def made(cls, kind: str, of: Number) -> Atom:
        """The one atom of this kind; `of` is the argument, or the atoms of a product with their exponents."""
        key = kind, of.key() if isinstance(of, Real) else frozenset(of.items()) if isinstance(of, dict) else of
        atom = cls.known.get(key)
        if atom is None:
            atom = cls.known[key] = cls(kind, of)
        return atom

    def at(self, p: int, spend: Spend) -> Ball:
        """A ball with the number, which is as small as one likes if p is large enough."""
        if p > self.bits:
            spend(cost(p) * (1 if self.kind in ("sum", "product") else 20))
            self.ball, self.bits = self.enclosed(p, spend), p
            demand(abs(self.ball[2]) < LARGEST_SIZE, "reals of too many digits", NOT_RECHECKED)
        return self.ball

    def enclosed(self, p: int, spend: Spend) -> Ball:
        """The same, anew."""
        kind, of, q = self.kind, self.of, p + 8
        ball: Ball
        if kind == "pi":
            ball = pi_times(p), 2, -p
        elif kind == "sum":
            ball = of.at(p, spend)
        elif kind == "product":
            ball = (1, 0, 0)
            for atom, exponent in of.items():
                q = p + 8 + abs(exponent).bit_length()
                base = atom.at(q, spend) if exponent > 0 else ball_inverse(away_from_0(atom, q, spend), q)
                ball = ball_product(ball, ball_power(base, abs(exponent), q), q)
        elif kind == "sqrt":
            ball = ball_root(of.at(q, spend) if isinstance(of, Real) else ball_of(of, q), q)
        elif not isinstance(of, Real):
            demand(kind == "log" or abs(of) < 2**LARGEST_EXPONENT, TOO_LARGE, NOT_RECHECKED)
            ball = (exp_of if kind == "exp" else log_of)(of, p)
        elif kind == "log":
            ball = log_of_ball(away_from_0(of, q, spend), p)
        else:
            size = max(0, ball_top(of.at(32, spend)))
            demand(size <= LARGEST_EXPONENT, TOO_LARGE, NOT_RECHECKED)
            q += size
            ball = exp_of_ball(refined(of, q, spend, lambda x: x[1].bit_length() + x[2] <= -2), p)
        return ball


def cost(p: int) -> int:
    """Elementary steps for a few products of p bits."""
    return 1 + (p * math.isqrt(p) >> 15)


class Real(Ring):
    """A constant and a sum of rational multiples of atoms: a number that is not known to be rational.

    What terms do with numbers they do with reals; `spend` is told how much work it is.
    """

    __slots__ = ("ball", "bits", "constant", "spend", "terms")
    __hash__ = None  # type: ignore[assignment]
    denominator = 1  # a real is not a fraction: to what works with fractions, it is a whole numerator

    def __init__(self, constant: Rational, terms: dict[Atom, Rational], spend: Spend):
        self.constant, self.terms, self.spend, self.bits, self.ball = constant, terms, spend, 0, (0, 0, 0)
        spend(1 + len(terms))

    @property
    def numerator(self) -> Real:
        """The real itself."""
        return self

    def bit_length(self) -> int:
        """That of a short number: a real has as many bits as one asks for."""
        return 1

    def key(self) -> Hashable:
        """What the real is made of."""
        return self.constant, frozenset(self.terms.items())

    def __add__(self, other: Number) -> Number:
        if not isinstance(other, int | Fraction | Real):
            return NotImplemented
        if not isinstance(other, Real):
            return Real(tidy(self.constant + other), self.terms, self.spend)
        terms = dict(self.terms)
        for atom, coefficient in other.terms.items():
            terms[atom] = tidy(terms.get(atom, 0) + coefficient)
        return simplified_real(self.constant + other.constant, terms, self.spend)

    def __mul__(self, other: Number) -> Number:
        if not isinstance(other, int | Fraction | Real):
            return NotImplemented
        if not isinstance(other, Real):
            terms = {atom: tidy(coefficient * other) for atom, coefficient in self.terms.items()}
            return simplified_real(self.constant * other, terms, self.spend)
        (a, factors), (b, others) = self.factors(), other.factors()
        for atom, exponent in others.items():
            factors[atom] = factors.get(atom, 0) + exponent
        return real_product(tidy(a * b), factors, self.spend)

    def __pow__(self, exponent: int) -> Number:
        if exponent == 1:
            return self
        demand(abs(exponent) <= LARGEST_FACTOR, TOO_HIGH, NOT_RECHECKED)
        coefficient, factors = self.factors()
        return real_product(powered(coefficient, exponent), {a: k * exponent for a, k in factors.items()}, self.spend)

    def __truediv__(self, other: Number) -> Number:
        return self * (other.reciprocal() if isinstance(other, Real) else Fraction(1) / other)

    def __rtruediv__(self, other: Number) -> Number:
        return other * self.reciprocal()

    def reciprocal(self) -> Number:
        """1 / x, an error where x is 0."""
        if sign(self) == 0:
            raise ZeroDivisionError("division by a real that is 0")
        return self**-1

    def factors(self) -> tuple[Rational, dict[Atom, int]]:
        """A rational factor, and atoms with their exponents."""
        ((atom, coefficient), *more) = self.terms.items()
        if more or self.constant:
            return 1, {Atom.made("sum", self): 1}
        return coefficient, dict(atom.of) if atom.kind == "product" else {atom: 1}

    def at(self, p: int, spend: Spend) -> Ball:
        """A ball with the number; small terms are made with as many bits as matter beside the largest one."""
        if p > self.bits:
            spend(cost(p))
            q = p + 8 + len(self.terms).bit_length()
            tops = [ball_top(atom.at(32, spend)) + ball_top(ball_of(x, 2)) for atom, x in self.terms.items()]
            parts = [ball_of(self.constant, q)]
            for (atom, x), size in zip(self.terms.items(), tops, strict=True):
                enough = max(32, q - max(tops) + size)
                parts.append(ball_product(atom.at(enough, spend), ball_of(x, enough), enough))
            self.ball, self.bits = ball_sum(parts, p), p
        return self.ball

    def __lt__(self, other: Number) -> bool:
        return compared_reals(self, other, operator.lt)

    def __le__(self, other: Number) -> bool:
        return compared_reals(self, other, operator.le)

    def __gt__(self, other: Number) -> bool:
        return compared_reals(self, other, operator.gt)

    def __ge__(self, other: Number) -> bool:
        return compared_reals(self, other, operator.ge)

    def __eq__(self, other: object) -> bool:
        return compared_reals(self, other, operator.eq)

    def __floor__(self) -> int:
        return floor_of(self, 0)

    def __ceil__(self) -> int:
        raise ValueError("an end of a range that is not known to be rational")

    def activated(self, pieces: list[Piece]) -> Number:
        """The value of an activation: that of the first piece, in their order, that does not end before this number."""
        fitting = (piece for piece in pieces if piece[0] is None or (self <= piece[0] if piece[1] else self < piece[0]))
        _, _, slope, intercept = next(fitting)
        return self * slope + intercept


def simplified_real(constant: Rational, terms: dict[Atom, Rational], spend: Spend) -> Number:
    """A constant and a sum of multiples of atoms, as a rational number if there are none."""
    terms = {atom: coefficient for atom, coefficient in terms.items() if coefficient}
    return Real(tidy(constant), terms, spend) if terms else tidy(constant)


def powered(x: Number, exponent: int) -> Number:
    """A power of a rational number or a real, which is not 0 where the exponent is below 0."""
    if isinstance(x, Real):
        return x**exponent
    return signed_power(x, exponent)


def real_product(coefficient: Rational, factors: dict[Atom, int], spend: Spend) -> Number:
    """A rational number times a product of powers of atoms, with one exponential, and with roots without a power."""
    factors = {atom: exponent for atom, exponent in factors.items() if exponent}
    demand(all(abs(exponent) <= LARGEST_FACTOR for exponent in factors.values()), TOO_HIGH, NOT_RECHECKED)
    powers = {atom: exponent for atom, exponent in factors.items() if atom.kind == "exp"}
    if len(powers) > 1 or any(exponent != 1 for exponent in powers.values()):
        others = {atom: exponent for atom, exponent in factors.items() if atom not in powers}
        together = sum(atom.of * exponent for atom, exponent in powers.items())
        return exp(together, spend) * real_product(coefficient, others, spend)
    for atom, exponent in factors.items():
        if atom.kind == "sqrt" and exponent != 1:
            rest = real_product(coefficient, {**factors, atom: exponent % 2}, spend)
            return rest * powered(atom.of, exponent // 2)
    if not factors:
        return coefficient
    ((atom, exponent), *more) = factors.items()
    whole = atom if exponent == 1 and not more else Atom.made("product", factors)
    return Real(0, {whole: coefficient}, spend)


def exp(x: Number, spend: Spend) -> Number:
    """e^x; exp(k log y) is y^k for an integer k."""
    if not isinstance(x, Real):
        return Real(0, {Atom.made("exp", x): 1}, spend) if sign(x) else 1
    whole = {atom: k for atom, k in x.terms.items() if atom.kind == "log" and type(k) is int and abs(k) < LARGEST_POWER}
    if not whole:
        return Real(0, {Atom.made("exp", x): 1}, spend)
    real = exp(simplified_real(x.constant, {atom: k for atom, k in x.terms.items() if atom not in whole}, spend), spend)
    for atom, k in whole.items():
        real = real * powered(atom.of, k)
    return real


def compared_reals(a: Real, b: Number, relation: Callable[[Number, Number], bool]) -> bool:
    """Whether two numbers stand in a relation."""
    return relation(sign(a - b), 0) if isinstance(b, int | Fraction | Real) else NotImplemented


def enclosed(x: Real, p: int) -> Ball:
    """A ball with the number."""
    try:
        return x.at(p, x.spend)
    except RecursionError:
        raise Refused("reals that are made in too many steps", NOT_RECHECKED) from None


def sign(x: Number) -> int:
    """-1, 0 or 1."""
    if isinstance(x, int | Fraction):
        return (x > 0) - (x < 0)
    if not isinstance(x, Real):
        raise NotImplementedError("a real function of a number that varies within a point")
    p = FIRST
    while p <= CAP:
        m, r, _ = enclosed(x, p)
        if abs(m) > r or m == r == 0:
            return (m > 0) - (m < 0)
        if p == PROVING and is_zero(x):
            return 0
        p *= 2
    return int(undecided_sign())


def floor_of(x: Number, e: int) -> int:
    """The greatest integer k with k 2^e <= x."""
    if not isinstance(x, Real):
        return int((x.numerator << -e) // x.denominator if e < 0 else x.numerator // (x.denominator << e))
    p, tried = 2 * FIRST, set[int]()
    while p <= CAP:
        m, r, f = enclosed(x, p)
        demand(ball_top((m, r, f)) - e <= LARGEST_NUMBER, "a real is too large to be rounded", NOT_RECHECKED)
        low, high = ((n << f - e if f > e else n >> e - f) for n in (m - r, m + r))
        if low == high:
            return low
        if p >= PROVING and high == low + 1 and high not in tried:
            tried.add(high)
            demand(abs(e) <= LARGEST_NUMBER, "a real is too large or too small to be rounded", NOT_RECHECKED)
            if is_zero(x - tidy(Fraction(2) ** e * high)):
                return high
        p *= 2
    return int(undecided_sign())


def binade(x: Number) -> int:
    """An e with 2^e <= x < 2^(e+1), of x > 0; of a real within 2^-60 of a power of two, of either side of it."""
    if isinstance(x, Real):
        m, _, e = refined(x, 2 * FIRST, x.spend, lambda ball: abs(ball[0]) > ball[1] << 60)
        return abs(m).bit_length() - 1 + e
    e = int(x.numerator.bit_length() - x.denominator.bit_length())
    return e - int(x < Fraction(2) ** e)


Floor: TypeAlias = "tuple[int, int, int]"  # the sign of K 2^E, E times it, and K: in the order of the numbers


def lowered(x: Number) -> Floor:
    """The number K 2^E with K 2^E <= x < (K + 1) 2^E and 2^63 <= |K| < 2^64, of two such E the smaller one."""
    if sign(x) == 0:
        return 0, 0, 0
    ball = away_from_0(x, FIRST, x.spend) if isinstance(x, Real) else ball_of(x, FIRST)
    size = ball_top(ball) - 64
    k, e = next((k, e) for e in range(size - 2, size + 3) if 2**63 <= abs(k := floor_of(x, e)) < 2**64)
    return (1, e, k) if k > 0 else (-1, -e, k)


def floors(x: Number) -> tuple[Floor, Floor]:
    """The number K 2^E, and its negative."""
    side, e, k = lowered(x)
    return (side, e, k), (-side, -e, -k)


def encoded(floor: Floor) -> dict[str, int | str]:
    """The number K 2^E, as it stands in a certificate."""
    side, e, k = floor
    return {"floor": encode(k), "exponent": encode(side * e)}


def written_floor(x: Number) -> dict[str, int | str]:
    """A number as its floor."""
    return encoded(lowered(x))
