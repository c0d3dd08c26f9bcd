"""What a floating point format makes of an exact number: rounding to nearest, ties to even, as IEEE 754 says.

Nothing here computes in floating point: it says of exact numbers whether a format could tell them apart.

Sources of the small formats: OCP 8-bit Floating Point Specification 1.0 (float8), OCP Microscaling Formats (MX) 1.0
(float4 and blocks that share a power of two).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from gmpy2 import mpq

from exactua.arithmetic import balls
from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.floors import BITS, floor_of
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import LEAST_BITS, Precision, PrecisionReached, Real, Value
from exactua.errors import InputError

Rounded = Rational | str
"""A number of the format, or "inf", "-inf" or "nan"."""

Overflow = Literal["inf", "nan", "saturate"]
"""What becomes of a number that rounds beyond the greatest one: infinity, NaN, or the greatest one."""


PRECISIONS: Final = tuple(LEAST_BITS << k for k in range(6))
"""Bits at which a number is tried to be rounded by a ball: with the most of them ends near 0 are 0 in every format."""


@dataclass(frozen=True)
class FloatFormat:
    """A binary format: `precision` bits of the significand, exponents of normal numbers from `least` to `greatest`.

    `overflow` is what the format itself makes of numbers that are too large; `taken` is how many of the largest
    significands of the greatest exponent stand for something else: in float8_e4m3fn one, for NaN.
    """

    name: str
    precision: int
    least: int
    greatest: int
    overflow: Overflow = "inf"
    taken: int = 0

    @property
    def largest(self) -> Rational:
        """The greatest finite number."""
        return (2 - (1 + self.taken) * mpq(dyadic_power(1 - self.precision))) * dyadic_power(self.greatest)

    @property
    def bits(self) -> int:
        """How many bits a number takes: sign, exponent and the significand without its first digit."""
        codes = self.greatest - self.least + 2 + (self.overflow == "inf")  # subnormal numbers have one, infinities too
        return self.precision + (codes - 1).bit_length()

    @property
    def finest(self) -> int:
        """The exponent of the least number above 0, a subnormal one: every number is a multiple of 2^finest."""
        return self.least - self.precision + 1

    def rounded(self, x: Value, overflow: Overflow | None = None) -> Rounded:
        """The number of the format that is nearest to x; what is too large becomes what `overflow`, if given, says.

        Raises PrecisionReached where that is undecided at the cap.
        """
        half = dyadic_power(self.finest - 1)  # of the least number: a tie, and 0 is even
        if -half <= x <= half:
            return mpq(0)
        if x < 0:
            opposite = self.rounded(-x, overflow)
            return {"inf": "-inf", "nan": "nan"}[opposite] if isinstance(opposite, str) else -opposite
        if x >= dyadic_power(self.greatest + 1):
            return self._too_large(overflow)
        quantum = dyadic_power(max(_binade(x), self.least) - self.precision + 1)
        scaled: Any = x * (1 / quantum)
        whole = balls.floor(scaled + mpq(1, 2))
        if whole % 2 and scaled == whole - mpq(1, 2):
            whole -= 1
        result = whole * quantum
        return self._too_large(overflow) if result > self.largest else result

    def nearest(self, x: Value, overflow: Overflow | None = None) -> Rounded:
        """The same by balls: the one number to which both ends of a ball around x are rounded.

        So it takes few bits where x is close to one of the numbers; where it is close to a tie, x itself is rounded.
        """
        for bits in PRECISIONS if isinstance(x, Real) else ():
            enclosure = balls.ball(x, bits)
            if enclosure.abs_upper() < balls.dyadic(1, self.finest - 1):
                return mpq(0)
            if not enclosure.is_finite() or enclosure.abs_upper() > balls.dyadic(1, self.greatest + 1):
                continue  # its ends may be too long to be written
            low, high = balls.ends(enclosure)
            least = self.rounded(low, overflow)
            if least == self.rounded(high, overflow):
                return least
        return self.rounded(x, overflow)

    def _too_large(self, overflow: Overflow | None) -> Rounded:
        chosen = overflow or self.overflow
        return self.largest if chosen == "saturate" else chosen


def _binade(x: Value) -> int:
    """The exponent e with 2^e <= x < 2^(e+1), of x > 0; of a real within 2^-64 of a power of two, of either side.

    Both sides round such a number to that power. Raises PrecisionReached where x is not enclosed so well at the cap.
    """
    if not isinstance(x, Real):
        return floor_of(x).exponent + BITS - 1
    bits = 2 * LEAST_BITS
    while True:
        enclosure = balls.ball(x, bits)
        if enclosure.rel_accuracy_bits() > BITS:
            mantissa, exponent = enclosure.mid().man_exp()
            return int(exponent) + int(abs(mantissa)).bit_length() - 1
        if bits >= Precision.cap:
            raise PrecisionReached(Precision.cap)
        bits = min(2 * bits, Precision.cap)


FLOAT16: Final = FloatFormat("float16", 11, -14, 15)
BFLOAT16: Final = FloatFormat("bfloat16", 8, -126, 127)
FLOAT32: Final = FloatFormat("float32", 24, -126, 127)
FLOAT64: Final = FloatFormat("float64", 53, -1022, 1023)
FORMATS: Final = (FLOAT16, FLOAT32, FLOAT64)
"""The binary interchange formats of IEEE 754 up to 64 bits."""

ALL_FORMATS: Final = (FLOAT16, BFLOAT16, FLOAT32, FLOAT64)
"""The same with bfloat16, which has the exponents of float32."""

TF32: Final = FloatFormat("tf32", 11, -126, 127)
FLOAT8_E4M3FN: Final = FloatFormat("float8_e4m3fn", 4, -6, 8, "nan", 1)
FLOAT8_E5M2: Final = FloatFormat("float8_e5m2", 3, -14, 15)
FLOAT4_E2M1FN: Final = FloatFormat("float4_e2m1fn", 2, 0, 2, "saturate")
BY_NAME: Final = {form.name: form for form in (*ALL_FORMATS, TF32, FLOAT8_E4M3FN, FLOAT8_E5M2, FLOAT4_E2M1FN)}
"""All of them; those behind `ALL_FORMATS` are formats of tensors, in which few libraries compute."""

BLOCK: Final = 32
"""Numbers that share a scale in an MX format."""
LEAST_SCALE, GREATEST_SCALE = -127, 127


@dataclass(frozen=True)
class BlockFormat:
    """Blocks of 32 numbers, each a number of `form` times the block's power of two (OCP MX 1.0, Sec. 5 and 6.3)."""

    name: str
    form: FloatFormat

    def rounded(self, block: Sequence[Rational]) -> tuple[Rational, ...]:
        """Up to 32 rationals, rounded; what is too large for the scale saturates.

        The scale is 2^(e - greatest), where 2^e is the greatest power of two up to the greatest |x|.

        Raises InputError for more than 32 numbers.
        """
        if len(block) > BLOCK:
            raise InputError(f"block: {len(block)} numbers are given; a block of {self.name} has at most {BLOCK}")
        greatest = max((abs(x) for x in block), default=mpq(0))
        if greatest == 0:
            return tuple(mpq(0) for _ in block)
        exponent = floor_of(greatest).exponent + BITS - 1 - self.form.greatest
        scale = dyadic_power(min(max(exponent, LEAST_SCALE), GREATEST_SCALE))
        return tuple(scale * _finite(self.form.rounded(x / scale, "saturate")) for x in block)


def _finite(rounded: Rounded) -> Rational:
    assert not isinstance(rounded, str)
    return rounded


MXFP8_E4M3: Final = BlockFormat("mxfp8_e4m3", FLOAT8_E4M3FN)
MXFP8_E5M2: Final = BlockFormat("mxfp8_e5m2", FLOAT8_E5M2)
MXFP4: Final = BlockFormat("mxfp4_e2m1", FLOAT4_E2M1FN)
BLOCK_FORMATS: Final = (MXFP8_E4M3, MXFP8_E5M2, MXFP4)
