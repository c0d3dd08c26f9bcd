"""What a floating point format makes of an exact number: rounding to nearest, ties to even, as IEEE 754 says.

Nothing here computes in floating point: it says of exact numbers whether a format could tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic import balls
from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.floors import BITS, floor_of
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import Value

Rounded = Rational | str
"""A number of the format, or "inf" or "-inf"."""


@dataclass(frozen=True)
class FloatFormat:
    """A binary format: `precision` bits of the significand, exponents of normal numbers from `least` to `greatest`."""

    name: str
    precision: int
    least: int
    greatest: int

    @property
    def largest(self) -> Rational:
        """The greatest finite number."""
        return (2 - mpq(dyadic_power(1 - self.precision))) * dyadic_power(self.greatest)

    @property
    def finest(self) -> int:
        """The exponent of the least number above 0, a subnormal one: every number is a multiple of 2^finest."""
        return self.least - self.precision + 1

    def rounded(self, x: Value) -> Rounded:
        """The number of the format that is nearest to x. Raises PrecisionReached where that is undecided at the cap."""
        if x < 0:
            opposite = self.rounded(-x)
            return "-inf" if isinstance(opposite, str) else -opposite
        if x == 0:
            return mpq(0)
        if x <= dyadic_power(self.least - self.precision):  # half of the least number: a tie, and 0 is even
            return mpq(0)
        if x >= dyadic_power(self.greatest + 1):
            return "inf"
        floor = floor_of(x)
        exponent = max(floor.exponent + BITS - 1, self.least)
        quantum = dyadic_power(exponent - self.precision + 1)
        scaled: Any = x * (1 / quantum)
        whole = balls.floor(scaled)
        above = scaled - whole
        if above > mpq(1, 2) or (above == mpq(1, 2) and whole % 2):
            whole += 1
        result = whole * quantum
        return "inf" if result >= dyadic_power(self.greatest + 1) else result


FLOAT16: Final = FloatFormat("float16", 11, -14, 15)
BFLOAT16: Final = FloatFormat("bfloat16", 8, -126, 127)
FLOAT32: Final = FloatFormat("float32", 24, -126, 127)
FLOAT64: Final = FloatFormat("float64", 53, -1022, 1023)
FORMATS: Final = (FLOAT16, FLOAT32, FLOAT64)
"""The binary interchange formats of IEEE 754 up to 64 bits."""

ALL_FORMATS: Final = (FLOAT16, BFLOAT16, FLOAT32, FLOAT64)
"""The same with bfloat16, which has the exponents of float32."""
