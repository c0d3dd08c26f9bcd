"""What the strips of the quantiser cost over [0, 1]^(d x n), and how narrow those of the value map are.

An entry in [0, 1) is off the strips where it is in [k delta, (k + 1) delta - eta) for a k: measure 1 - eta/delta. So

    measure of the strips                 1 - (1 - eta/delta)^(dn)  <=  dn eta/delta
    d_p(g-bar, T)^p over [0, 1]^(d x n)   <=  dn tolerance^p + measure dn B^p

where |T - g-bar| <= tolerance in every entry off the strips and <= B everywhere. Roots are never taken: an upper bound
of one is a decimal whose p-th power is compared. Strips of the value map are so narrow that ReLUs and hardmax give
g-bar exactly at every L of G+_delta.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.decimals import root_bounds
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.commands.build.true_transformer.relus import of_relus_in_stages
from exactua.errors import InputError
from exactua.networks.network import Network

MOST_POINTS: Final = 20_000
NARROWEST: Final = 1 << 12
"""Strips are halved so many times at most."""
Watch = Callable[[], None]
"""Called before each point; it may raise where the time is up."""


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


def nothing() -> None:
    """Does not watch."""


def points_of(values: Mapping[str, Any]) -> tuple[Matrix, ...]:
    """Every L in G+_delta up to permutation, d x n, unit 1. Raises InputError where there are more than 20,000.

    T and g-bar are permutation equivariant (Claim 1), so one order of the columns speaks for all.
    """
    d, n, m = values["d"], values["n"], values["m"]
    count = comb((m + 1) ** d + n - 1, n)
    if count > MOST_POINTS:
        raise InputError(
            f"delta: 1/{m} makes {count:,} points of G+_delta up to permutation for d = {d}, n = {n}; lambda is "
            f"certified at {MOST_POINTS:,} at most"
        )
    levels = [-(mpq(m) ** (n * d)), *(mpq(k, m) for k in range(m))]
    columns = list(product(levels, repeat=d))
    return tuple(tuple(zip(*chosen, strict=True)) for chosen in combinations_with_replacement(columns, n))


def widths() -> Iterator[int]:
    """How often a width is halved: 0, 1, 2, 4, 8, ... times."""
    yield 0
    halvings = 1
    while halvings <= NARROWEST:
        yield halvings
        halvings *= 2


def unrolled(network: Network) -> Network:
    """The same map with its layers one by one: evaluated many times, families and tables are unrolled once."""
    return Network(network.d, tuple(network.layers()))


def outputs_at(network: Network, points: Iterable[Matrix], watch: Watch = nothing) -> Iterator[Matrix]:
    """What the network is at the points, one after the other; `watch` is called before each."""
    layers = unrolled(network)
    for X in points:
        watch()
        yield layers(X)


def differs(
    network: Network, points: Sequence[Matrix], wanted: Sequence[Matrix], watch: Watch = nothing
) -> Matrix | None:
    """The first point at which the network is not what is wanted there; None where there is none."""
    triples = zip(points, outputs_at(network, points, watch), wanted, strict=True)
    return next((X for X, value, own in triples if value != own), None)


def value_width(
    modified: Network,
    eta: Rational,
    m: int,
    points: Sequence[Matrix],
    wanted: Sequence[Matrix],
    watch: Watch = nothing,
) -> Rational:
    """eta': a power of 2, at most delta/4, with which the network of ReLUs is g-bar at all points.

    `modified` is g-bar, `wanted` what it is at the points. There is such a width: phi~ = phi off the strips,
    breakpoints among them, and finitely many arguments occur. Raises InputError where it would be below delta/4
    2^-4096.
    """
    widest = power_of_two_at_most(mpq(1, 4 * m))
    for halvings in widths():
        width = widest / mpq(2) ** halvings
        if differs(of_relus_in_stages(modified, "quantised", eta, width), points, wanted, watch) is None:
            return width
    raise InputError(
        f"f: its values come so near to the strips of the value map that a width below 2^-{NARROWEST} would be needed"
    )
