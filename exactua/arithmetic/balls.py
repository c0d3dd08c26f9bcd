"""Signs of exact reals by balls of python-flint's arb, whose precision is raised until they are decided."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.exponential_polynomials import is_zero
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import (
    DEFAULT_BITS,
    LARGEST_POWER_BITS,
    LEAST_BITS,
    Precision,
    PrecisionReached,
    Real,
    Value,
)

PROOF_TRIED_AT: Final = 512
"""Bits from which on a number whose ball contains 0 is also tried to be proved 0, once."""

LEAST_KEPT: Final = 4096
MOST_KEPT_BITS: Final = 2**29
"""Bits of all balls together that are kept, where each has at least `LEAST_KEPT`."""


@cache
def _flint() -> Any:
    try:
        import flint
    except ImportError:
        from exactua.errors import InputError

        raise InputError("reals: python-flint is not installed; run: pip install python-flint") from None
    return flint


def ball(x: Value, bits: int) -> Any:
    """An arb that contains x, computed with this many bits; balls of parts are kept."""
    with working(bits) as flint:
        return _ball(flint, x, bits)


@contextmanager
def working(bits: int) -> Iterator[Any]:
    """python-flint, rounding to this many bits: that is a setting of its own, and every operation reads it."""
    flint = _flint()
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield flint
    finally:
        flint.ctx.prec = before


def _ball(flint: Any, x: Any, bits: int) -> Any:
    if not isinstance(x, Real):
        return _rational(flint, mpq(x))
    if x.bits == bits:  # one of more bits is another ball: what is made of it would hang on what was computed before
        return x.ball
    keeps = bits >= LEAST_KEPT and x.kind not in ("sum", "pi")
    enclosure = _kept.ball(x, bits) if keeps else None
    if enclosure is None:
        enclosure = _computed(flint, x, bits)
        if keeps:
            _kept.keep(x, bits, enclosure)
    x.bits, x.ball = bits, enclosure
    return enclosure


def _computed(flint: Any, x: Real, bits: int) -> Any:
    """The ball of x from those of its parts."""
    if x.kind == "sum":
        enclosure = _rational(flint, x.constant)
        for part, coefficient in x.parts:
            enclosure = enclosure + _ball(flint, part, bits) * _rational(flint, coefficient)
    elif x.kind == "product":
        enclosure = flint.arb(1)
        for base, exponent in x.parts:
            power = _ball(flint, base, bits) ** abs(exponent)
            enclosure = enclosure * power if exponent > 0 else enclosure / power
    elif x.kind == "pi":
        enclosure = flint.arb.pi()
    else:
        argument = _ball(flint, x.parts[0], bits)
        enclosure = {"exp": argument.exp, "log": argument.log, "sqrt": argument.sqrt}[x.kind]()
    return enclosure


class _Kept:
    """Balls that took long, each at its bits, the latest last: they are there for other points with these numbers."""

    def __init__(self) -> None:
        self._balls = OrderedDict[tuple[int, int], tuple[Real, Any]]()
        self._bits = 0

    def ball(self, x: Real, bits: int) -> Any:
        """The ball of x at these bits; None where it is not kept."""
        kept = self._balls.get((x.number, bits))
        if kept is None:
            return None
        self._balls.move_to_end((x.number, bits))
        return kept[1]

    def keep(self, x: Real, bits: int, ball: Any) -> None:
        """Keeps a ball, and with it the number, so that it is the same one when it is made again."""
        self._balls[x.number, bits] = x, ball
        self._bits += bits
        while self._bits > MOST_KEPT_BITS:
            (_, given_up), _ = self._balls.popitem(last=False)
            self._bits -= given_up


_kept: Final = _Kept()


def _rational(flint: Any, x: Rational) -> Any:
    return flint.arb(flint.fmpq(int(x.numerator), int(x.denominator)))


def sign(x: Real) -> int:
    """-1, 0 or 1. Raises PrecisionReached at the cap."""
    bits, tried = max(LEAST_BITS, min(x.bits, Precision.cap)), False
    while True:
        enclosure = ball(x, bits)
        if enclosure > 0 or enclosure < 0:
            Precision.used = max(Precision.used, bits)
            return 1 if enclosure > 0 else -1
        if not tried and (bits >= PROOF_TRIED_AT or bits >= Precision.cap):
            tried = True
            if is_zero(x):
                return 0
        if bits >= Precision.cap:
            raise PrecisionReached(Precision.cap)
        bits = min(2 * bits, Precision.cap)


def side(x: Real, y: Rational | int) -> int:
    """The sign of x - y as far as a first ball around x tells it, else 0."""
    with working(LEAST_BITS) as flint:
        enclosure = _ball(flint, x, LEAST_BITS) - _rational(flint, mpq(y))
        sign = (enclosure > 0) - (enclosure < 0)
    if sign:
        Precision.used = max(Precision.used, LEAST_BITS)
    return int(sign)


def floor(x: Value, exponent: int = 0) -> int:
    """The greatest integer <= 2^exponent x. Raises PrecisionReached where that is not told from an integer at the cap.

    The exponent may be large: no power of 2 is written out unless it is needed for a proof.
    """
    if not isinstance(x, Real):
        exact = mpq(x) * dyadic_power(exponent)
        return int(exact.numerator // exact.denominator)
    bits, tried = LEAST_BITS, False
    while True:
        with working(bits) as flint:
            enclosure = _ball(flint, x, bits) * flint.arb((1, exponent))
            finite = enclosure.is_finite()
            low = enclosure.floor().unique_fmpz() if finite else None
            middle = enclosure.mid().floor().unique_fmpz() if finite and enclosure.rad() < 1 else None
        if low is not None:
            return int(low)
        if middle is not None and not tried and (bits >= PROOF_TRIED_AT or bits >= Precision.cap):
            tried = True
            for integer in (int(middle) + 1, int(middle)):
                if abs(exponent) <= LARGEST_POWER_BITS and is_zero(x - integer * dyadic_power(-exponent)):
                    return integer
        if bits >= Precision.cap:
            raise PrecisionReached(Precision.cap)
        bits = min(2 * bits, Precision.cap)


def dyadic_power(exponent: int) -> Rational:
    """2^exponent."""
    return mpq(2) ** exponent if exponent >= 0 else 1 / mpq(2) ** -exponent


def shown(x: Value, digits: int = 12) -> str:
    """A number for people, such as 0.693147180560 or 4.23e-3040062, rounded to so many digits.

    It is "0" only by a proof; of a number that is not told from 0, how near to it the number is.
    """
    bits, cap, tried = LEAST_BITS, max(Precision.cap, DEFAULT_BITS), False
    enclosure = ball(x, bits)
    while bits < cap and (not enclosure.is_finite() or enclosure.rel_accuracy_bits() < 4 * digits):
        if bits >= PROOF_TRIED_AT and not tried and isinstance(x, Real) and enclosure.contains(0):
            tried = True
            if is_zero(x):
                return "0"
        bits = min(2 * bits, cap)
        enclosure = ball(x, bits)
    if not enclosure.is_finite():
        return f"(a number without bounds at {bits} bits)"
    if isinstance(x, Real) and enclosure.contains(0):
        return f"0 (to within {written(enclosure.abs_upper(), digits)})"
    return written(enclosure, digits)


def shown_root(squared: Rational, digits: int = 12) -> str:
    """The square root of a rational for people, rounded to so many digits: a long number is not factored for it."""
    with working(4 * digits + LEAST_BITS) as flint:
        return written(_rational(flint, squared).sqrt(), digits)


def dyadic(mantissa: int, exponent: int) -> Any:
    """The ball of mantissa 2^exponent, with as many bits as are needed to be exact."""
    flint = _flint()
    return flint.arb((mantissa, exponent))


def written(enclosure: Any, digits: int) -> str:
    """The middle of a ball for people, rounded to so many digits."""
    with working(4 * digits + LEAST_BITS):
        middle, _, power = enclosure.mid_rad_10exp(digits)
    mantissa, exponent = int(middle), int(power)
    text = str(abs(mantissa))
    if (more := len(text) - digits) > 0:
        text, exponent = str((abs(mantissa) + 10**more // 2) // 10**more), exponent + more
    minus = "-" if mantissa < 0 else ""
    point = len(text) + exponent
    text = text.rstrip("0") or "0"
    if -4 < point <= 0:
        return f"{minus}0.{'0' * -point}{text}"
    if 0 < point <= digits:
        after = text[point:]
        return minus + text[:point].ljust(point, "0") + (f".{after}" if after else "")
    return f"{minus}{text[0]}{'.' + text[1:] if text[1:] else ''}e{point - 1}"


def ends(enclosure: Any) -> tuple[Rational, Rational]:
    """Rational numbers that the numbers in a finite ball lie between, each off by few units in its last place."""
    return _exact(enclosure.lower()), _exact(enclosure.upper())


def _exact(point: Any) -> Rational:
    mantissa, exponent = point.mid().man_exp()
    return int(mantissa) * dyadic_power(int(exponent))
