"""Floors: the canonical way to say in a certificate where a real lies, the same on every machine.

A floor is (K, E) with K 2^E <= x < (K + 1) 2^E and 2^63 <= |K| < 2^64 (0: K = E = 0); it depends on the number alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic import balls
from exactua.arithmetic.rationals import Rational, decode_integer, decode_rational, encode_integer, encode_rational
from exactua.arithmetic.reals import (
    DEFAULT_BITS,
    LARGEST_POWER_BITS,
    LEAST_BITS,
    Precision,
    PrecisionReached,
    Real,
    Value,
    precision,
    sign,
)
from exactua.errors import InputError

BITS: Final = 64


class TooLongToWrite(InputError):
    """A number so near to 0, or so far from it, that no certificate has it."""


@total_ordering
@dataclass(frozen=True)
class Floor:
    """K 2^E, a real rounded down to 64 bits; floors are ordered as these numbers."""

    mantissa: int
    exponent: int

    def __lt__(self, other: Floor) -> bool:
        if (self.mantissa > 0) - (self.mantissa < 0) != (other.mantissa > 0) - (other.mantissa < 0):
            return self.mantissa < other.mantissa
        near = self.exponent - other.exponent
        if abs(near) > 2 * BITS:  # the one with the greater exponent is the greater in absolute value
            return (near < 0) == (self.mantissa > 0)
        return self.mantissa << max(near, 0) < other.mantissa << max(-near, 0)

    @property
    def is_writable(self) -> bool:
        """Whether it is a rational of at most about 10^8 bits: others stand in no certificate."""
        return abs(self.exponent) <= LARGEST_POWER_BITS

    @property
    def value(self) -> Rational:
        """K 2^E, the greatest number of 64 bits that the real is not below.

        Raises TooLongToWrite where it would have more than 10^8 bits.
        """
        if not self.is_writable:
            raise TooLongToWrite(
                f"a number of about 2^{self.exponent + BITS} is too near to 0, or too far from it, to be measured; "
                f"exponents up to {LARGEST_POWER_BITS:,} are written out"
            )
        return mpq(self.mantissa) * balls.dyadic_power(self.exponent)

    @property
    def above(self) -> Rational:
        """(K + 1) 2^E, which the real is below; 0 of 0. Raises TooLongToWrite as `value` does."""
        return Floor(self.mantissa + 1, self.exponent).value if self.mantissa else mpq(0)

    def data(self) -> dict[str, int | str]:
        """The JSON form (docs/certificate-format.md, 9)."""
        return {"exponent": encode_integer(self.exponent), "floor": encode_integer(self.mantissa)}

    def __str__(self) -> str:
        return shown(self)


def shown(floor: Floor, digits: int = 12) -> str:
    """A floor for people, rounded to so many digits."""
    return balls.written(balls.dyadic(floor.mantissa, floor.exponent), digits) if floor.mantissa else "0"


def floor_of(x: Value | int) -> Floor:
    """The floor of a number. Raises PrecisionReached where it is not decided at 2^18 bits, or a higher cap."""
    with precision(max(Precision.cap, DEFAULT_BITS)):
        return _floor_of(x)


def _floor_of(x: Value | int) -> Floor:
    if not isinstance(x, Real):
        exact = mpq(x)
        if exact == 0:
            return Floor(0, 0)
        numerator, denominator = int(exact.numerator), int(exact.denominator)
        guess = abs(numerator).bit_length() - denominator.bit_length() - BITS - 1
        return _smallest(guess, lambda e: (numerator << max(-e, 0)) // (denominator << max(e, 0)))
    if sign(x) == 0:
        return Floor(0, 0)
    bits = 2 * LEAST_BITS
    while True:
        enclosure = balls.ball(x, bits)
        if enclosure.rel_accuracy_bits() > BITS + 4:
            mantissa, exponent = enclosure.mid().man_exp()
            guess = int(exponent) + int(abs(mantissa)).bit_length() - BITS - 1
            return _smallest(guess, lambda e: balls.floor(x, -e))
        if 2 * bits > Precision.cap:
            raise PrecisionReached(Precision.cap)
        bits *= 2


def encode_number(value: Value | Floor | int) -> Any:
    """The JSON form of a number: a rational as it is, a real as its floor."""
    if isinstance(value, Floor):
        return value.data()
    return floor_of(value).data() if isinstance(value, Real) else encode_rational(value)


def decode_number(encoded: object, where: str) -> Rational | Floor:
    """What `encode_number` wrote, a real as its floor. Raises InputError for any other writing."""
    if not isinstance(encoded, dict):
        return decode_rational(encoded, where)
    if set(encoded) != {"exponent", "floor"}:
        raise InputError(f"{where}: a floor has an exponent and a floor")
    floor = Floor(decode_integer(encoded["floor"], where), decode_integer(encoded["exponent"], where))
    if not 2 ** (BITS - 1) <= abs(floor.mantissa) < 2**BITS and floor != Floor(0, 0):
        raise InputError(f"{where}: a floor has {BITS} bits")
    return floor


def _smallest(guess: int, floor: Any) -> Floor:
    for exponent in range(guess, guess + 4):
        mantissa = floor(exponent)
        if 2 ** (BITS - 1) <= abs(mantissa) < 2**BITS:
            return Floor(mantissa, exponent)
    raise AssertionError("some power of two brings every number but 0 to 64 bits")
