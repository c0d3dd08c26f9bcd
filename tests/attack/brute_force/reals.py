"""Section 9: exact reals as expressions, enclosed by the balls of Arb with ever more bits."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import flint
import sympy  # type: ignore[import-untyped]

from tests.attack.brute_force.written import Invalid, Unknown, encode

BITS: Final = (64, 128, 256, 1024, 4096)
LARGEST_EXPONENT: Final = 10**9
LARGEST_FLOOR: Final = 10**5
"""Bits of a floor."""


class Undecided(Exception):
    """Neither enclosures nor a proof tell which of two reals is greater."""


class Real:
    """An expression of exp, log, sqrt, pi, +, *, /, ^ over rationals."""

    def __init__(self, op: str, *parts: Any):
        self.op, self.parts = op, parts
        self._signs: int | None = None

    def ball(self, bits: int) -> Any:
        flint.ctx.prec = bits
        return _ball(self, {})

    def sign(self) -> int:
        """-1, 0 or 1.

        Raises:
            Undecided: neither enclosures nor a proof tell.
        """
        if self._signs is None:
            self._signs = self._sign()
        return self._signs

    def _sign(self) -> int:
        for bits in BITS:
            ball = self.ball(bits)
            if ball > 0:
                return 1
            if ball < 0:
                return -1
            if bits == BITS[2] and is_zero(self):
                return 0
        raise Undecided

    def __add__(self, other: Any) -> Any:
        return Real("+", self, other) if isinstance(other, Real | Fraction) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return Real("+", other, self)

    def __neg__(self) -> Real:
        return Real("*", Fraction(-1), self)

    def __sub__(self, other: Any) -> Any:
        return self + (-other) if isinstance(other, Real | Fraction) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return Real("+", other, -self)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Fraction):
            return Real("*", other, self) if other else Fraction(0)
        return Real("*", self, other) if isinstance(other, Real) else NotImplemented

    def __rmul__(self, other: Any) -> Any:
        return self * other

    def inverse(self) -> Real:
        if self.sign() == 0:
            raise Invalid("a quotient by 0")
        return Real("inverse", self)

    def __pow__(self, e: int) -> Any:
        return Real("^", self, e) if e else Fraction(1)


def _ball(x: Any, known: dict[int, Any]) -> Any:
    if isinstance(x, Fraction):
        return flint.arb(flint.fmpq(x.numerator, x.denominator))
    if id(x) not in known:
        if x.op == "pi":
            known[id(x)] = flint.arb.pi()
        elif x.op == "^":
            known[id(x)] = _ball(x.parts[0], known) ** x.parts[1]
        else:
            known[id(x)] = _OPERATIONS[x.op](*(_ball(part, known) for part in x.parts))
    return known[id(x)]


_OPERATIONS: Final[dict[str, Callable[..., Any]]] = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "inverse": lambda a: 1 / a,
    "exp": lambda a: a.exp(),
    "log": lambda a: a.log(),
    "sqrt": lambda a: a.sqrt(),
}


def exp(x: Any) -> Any:
    size = x if isinstance(x, Fraction) else x.ball(BITS[0])
    if not size < LARGEST_EXPONENT or not size > -LARGEST_EXPONENT:
        raise Unknown("the exponential of a large number")
    return Fraction(1) if isinstance(x, Fraction) and x == 0 else Real("exp", x)


def log(x: Any) -> Any:
    if (x.sign() if isinstance(x, Real) else x) <= 0:
        raise Invalid("the logarithm of a number <= 0")
    return Fraction(0) if isinstance(x, Fraction) and x == 1 else Real("log", x)


def sqrt(x: Any) -> Any:
    sign = x.sign() if isinstance(x, Real) else x
    if sign < 0:
        raise Invalid("the root of a number < 0")
    return Fraction(0) if sign == 0 else Real("sqrt", x)


def pi() -> Real:
    return Real("pi")


def _sympy(x: Any) -> Any:
    if isinstance(x, Fraction):
        return sympy.Rational(x.numerator, x.denominator)
    if x.op == "pi":
        return sympy.pi
    parts = [_sympy(part) if not isinstance(part, int) else part for part in x.parts]
    return {
        "+": lambda a, b: a + b,
        "*": lambda a, b: a * b,
        "inverse": lambda a: 1 / a,
        "exp": sympy.exp,
        "log": sympy.log,
        "sqrt": sympy.sqrt,
        "^": lambda a, e: a**e,
    }[x.op](*parts)


def is_zero(x: Real) -> bool:
    """Whether a proof finds that a real is 0."""
    return _zero(_sympy(x))


@lru_cache(maxsize=10_000)
def _zero(expression: Any) -> bool:
    simplified = sympy.simplify(sympy.expand_log(sympy.expand(expression), force=True))
    return bool(simplified == 0)


def floor_of(x: Any) -> dict[str, int | str]:
    """The floor of section 9: E and K with K 2^E <= x < (K + 1) 2^E and 2^63 <= |K| < 2^64.

    Raises:
        Undecided: enclosures do not tell it.
    """
    if isinstance(x, Fraction):
        if x == 0:
            return {"exponent": 0, "floor": 0}
        return _written(*_floor(x))
    if x.sign() == 0:
        return {"exponent": 0, "floor": 0}
    for bits in BITS[1:]:
        ball = x.ball(bits)
        low, high = (_fraction(end) for end in (ball.lower(), ball.upper()))
        if (low > 0) == (high > 0) and low and high:
            below, above = _floor(low), _floor(high)
            if below == above:
                return _written(*below)
    raise Undecided


def _fraction(x: Any) -> Fraction:
    mantissa, exponent = x.man_exp()
    if abs(int(exponent)) > LARGEST_FLOOR:
        raise Unknown("the floor of a very large number, or of a very small one")
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _floor(x: Fraction) -> tuple[int, int]:
    """E, K for a number that is not 0."""
    E = (abs(x.numerator).bit_length() - x.denominator.bit_length()) - 66
    while True:
        K = math.floor(x * Fraction(2) ** -E)
        if abs(K) < 2**64:
            return E, K
        E += 1


def _written(E: int, K: int) -> dict[str, int | str]:
    return {"exponent": encode(E), "floor": encode(K)}


def value_of(floor: dict[str, Any]) -> Fraction:
    """The rational K 2^E."""
    K, E = (int(x, 16) if isinstance(x, str) else x for x in (floor["floor"], floor["exponent"]))
    return Fraction(K) * Fraction(2) ** E
