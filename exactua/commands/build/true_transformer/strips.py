"""What the strips of the quantiser cost over [0, 1]^(d x n): their measure, and d_p from bounds on and off them.

An entry in [0, 1) is off the strips where it is in [k delta, (k + 1) delta - eta) for a k: measure 1 - eta/delta. So

    measure of the strips                 1 - (1 - eta/delta)^(dn)  <=  dn eta/delta
    d_p(g-bar, T)^p over [0, 1]^(d x n)   <=  dn tolerance^p + measure dn B^p

where |T - g-bar| <= tolerance in every entry off the strips and <= B everywhere. Roots are never taken: an upper bound
of one is a decimal whose p-th power is compared.
"""

from __future__ import annotations

from dataclasses import dataclass

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.decimals import root_bounds
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError


@dataclass(frozen=True)
class Strips:
    """The strips of width eta left of the breakpoints of a quantiser of d x n matrices, delta = 1/m; unit 1."""

    d: int
    n: int
    m: int
    eta: Rational

    def __post_init__(self) -> None:
        if not 0 < self.eta < Rational(1, self.m):
            raise InputError(
                f"strips: {self.eta} is not valid for delta = 1/{self.m}; give a width > 0 and < delta, such as 1/1024"
            )

    @property
    def share(self) -> Rational:
        """Of the numbers in [0, 1): eta/delta of them are in a strip."""
        return self.eta * self.m

    @property
    def measure(self) -> Rational:
        """Of the X in [0, 1]^(d x n) that have an entry in a strip: 1 - (1 - eta/delta)^(dn)."""
        return 1 - (1 - self.share) ** (self.d * self.n)

    @property
    def measure_at_most(self) -> Rational:
        """dn eta/delta."""
        return self.d * self.n * self.share

    def power(self, tolerance: Rational, bound: Rational, p: int) -> tuple[Rational, Rational]:
        """The two terms that add up to a bound of d_p(g-bar, T)^p: off the strips, and on them."""
        entries = self.d * self.n
        return entries * tolerance**p, self.measure * entries * bound**p


def width_for(d: int, n: int, m: int, tolerance: Rational, bound: Rational, p: int) -> Rational:
    """A power of 2, at most delta/2, so narrow that the strips add no more to d_p(g-bar, T)^p than all other points.

    dn eta/delta B^p <= tolerance^p: then the measure of the strips times dn B^p is at most dn tolerance^p.
    """
    most = min(Rational(1, 2 * m), tolerance**p / (d * n * m * bound**p)) if bound else Rational(1, 2 * m)
    return power_of_two_at_most(most)


def power_of_two_at_most(x: Rational) -> Rational:
    """The greatest power of 2 that is <= x, for x > 0."""
    exponent = int(x.numerator).bit_length() - int(x.denominator).bit_length()
    power = dyadic_power(exponent)
    return power if power <= x else power / 2


def power_of_two_at_least(x: Rational) -> Rational:
    """The least power of 2 that is >= x, for x > 0."""
    return 1 / power_of_two_at_most(1 / x)


def root_at_most(power: Rational, p: int) -> Rational:
    """A decimal that is at least the p-th root of a number >= 0: its p-th power is compared before it is returned."""
    high = root_bounds(power, p)[1]
    if high < 0 or high**p < power:
        raise ArithmeticError(f"{high} is below the root {p} of {power}")
    return high


def default_tolerance(d: int, n: int, p: int, distance: Rational, epsilon: Rational | None = None) -> Rational:
    """A power of 2 for which d_p(g-bar, T) is at most a hundredth of d_p(f, g-bar), whose p-th power is `distance`.

    2 dn (100 tolerance)^p <= distance, where `width_for` chooses the strips; 1/1024 where that is 0. With an epsilon
    d_p(f, T) <= epsilon too: half of what d_p(f, g-bar) leaves of it is taken. Raises InputError where it leaves
    nothing.
    """
    entries, tolerance = 2 * d * n, Rational(1, 1024)
    if distance:
        tolerance = Rational(1)
        while entries * (200 * tolerance) ** p <= distance:
            tolerance *= 2
        while entries * (100 * tolerance) ** p > distance:
            tolerance /= 2
    if epsilon is not None:
        left = epsilon - root_at_most(distance, p)
        if left <= 0:
            raise InputError(
                f"epsilon: {epsilon} is d_{p}(f, g-bar) itself, and leaves nothing for T; give delta instead"
            )
        while entries * (2 * tolerance) ** p > left**p:
            tolerance /= 2
    return tolerance
