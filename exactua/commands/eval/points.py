"""The points that `eval` is asked for: written, in a file, or all of a grid in lexicographic order of the columns."""

from __future__ import annotations

from pathlib import Path

from exactua.arithmetic.rationals import Matrix, Rational, cubes_per_edge
from exactua.commands.ask.point_sets import from_grid
from exactua.console.options import numbers
from exactua.console.point_files import MOST_NUMBERS, read_points
from exactua.console.points import read_written
from exactua.errors import InputError
from exactua.networks import Network
from exactua.networks.items import fixed_columns


def given_points(written: tuple[str, ...], file: Path | None, d: int, denominator: int | None) -> tuple[Matrix, ...]:
    """The points that are written, or those of a file. Raises InputError, with its number, for one that is none."""
    if file is not None:
        return read_points(file, d, denominator)
    return read_written(written)


def points_of_grid(
    written: str | None, delta: str | None, network: Network, n: int | None, built_for: int | None
) -> tuple[Matrix, ...]:
    """Every d x n matrix with these entries, those of the first column varying slowest.

    The entries are written, or are the levels 0, delta, ..., 1 - delta of the paper's grid G_delta, unit 1. Where n is
    not given it is that of the network's layers, or else what the network was built for. Raises InputError where there
    is none or the layers fix another, for a level that is given twice, and for more than 2,000,000 numbers.
    """
    levels = _corners(cubes_per_edge(delta)) if written is None else numbers(written, "grid")
    if n is None and fixed_columns(network.items) is None:
        n = built_for
    points = from_grid(levels, network.d, n, network)
    if points.count * points.d * points.n > MOST_NUMBERS:
        shown = f"{points.count:,}" if points.count < 10**15 else f"{len(levels)}^{points.d * points.n}"
        raise InputError(
            f"grid: {len(levels)} levels make {shown} points of {points.d} x {points.n}; at most {MOST_NUMBERS:,} "
            "numbers are evaluated at once: give fewer levels, a smaller n, or parts of the points in files"
        )
    return tuple(points.matrices())


def _corners(m: int) -> tuple[Rational, ...]:
    return tuple(Rational(k, m) for k in range(m))
