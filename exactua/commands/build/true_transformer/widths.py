"""How narrow the strips of the value map are: so that ReLUs and hardmax give g-bar exactly at every L of G+_delta."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.commands.build.true_transformer.relus import of_relus_in_stages
from exactua.commands.build.true_transformer.strips import power_of_two_at_most
from exactua.errors import InputError
from exactua.networks.network import Network

MOST_POINTS: Final = 20_000
NARROWEST: Final = 1 << 12
"""Strips are halved so many times at most."""


Watch = Callable[[], None]
"""Called before each point; it may raise where the time is up."""


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
