"""All points of a grid, listed for `eval`: matrices with entries of some levels, in lexicographic order of columns."""

from __future__ import annotations

from collections.abc import Sequence

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.commands.ask.point_sets import from_grid
from exactua.console.point_files import MOST_NUMBERS
from exactua.errors import InputError
from exactua.networks import Network
from exactua.networks.properties import fixed_columns


def cube_corners(m: int) -> tuple[Rational, ...]:
    """The levels 0, delta, ..., 1 - delta of the paper's grid G_delta, for delta = 1/m, unit 1."""
    return tuple(Rational(k, m) for k in range(m))


def grid_points(
    levels: Sequence[Rational], network: Network, n: int | None, built_for: int | None
) -> tuple[Matrix, ...]:
    """Every d x n matrix with these entries, those of the first column varying slowest.

    Where n is not given it is that of the network's layers, or else what the network was built for. Raises InputError
    where there is none or the layers fix another, for a level that is given twice, and for more than 2,000,000 numbers.
    """
    if n is None and fixed_columns(network.items) is None:
        n = built_for
    points = from_grid(levels, network.d, n, network)
    numbers = points.count * points.d * points.n
    if numbers > MOST_NUMBERS:
        shown = f"{points.count:,}" if points.count < 10**15 else f"{len(levels)}^{points.d * points.n}"
        raise InputError(
            f"grid: {len(levels)} levels make {shown} points of {points.d} x {points.n}; at most {MOST_NUMBERS:,} "
            "numbers are evaluated at once: give fewer levels, a smaller n, or parts of the points in files"
        )
    return tuple(points.matrices())
