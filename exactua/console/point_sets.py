"""What is asked about: the points of a file, or all sequences over a vocabulary or a grid."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Final

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.console.point_files import MOST_NUMBERS, require_shapes
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, build
from exactua.grids.domains import PointDomain
from exactua.grids.finite import listed, vocabulary
from exactua.networks import Network
from exactua.networks.items import fixed_columns
from exactua.plurals import counted
from exactua.terms.evaluation import Evaluator, Nothing

MOST_TOKENS: Final = 100_000
"""The most columns of a grid or a vocabulary."""
MOST_BITS: Final = 4096
"""The most bits that the number of sequences may have: Python prints that of their pairs too, below 14,280 bits."""


@dataclass(frozen=True)
class PointSet:
    """Finitely many d x n matrices, unit 1, in order: a domain to quantify over."""

    d: int
    n: int
    spec: DomainSpec
    shown: str
    """What they are, such as "points.json"."""
    places: tuple[int, ...] | None = None
    """Where each point stands in its file, from 1; None for sequences over a vocabulary."""
    repeated: tuple[tuple[int, int], ...] = ()
    """Points of the file that repeat an earlier one and are left out: the place of that one, and theirs."""

    @cached_property
    def domain(self) -> PointDomain:
        """The points, countable and by rank."""
        parameters = {"d": self.d, "n": self.n}
        return build(self.spec, Evaluator(parameters, {}, Nothing()), parameters)

    @property
    def count(self) -> int:
        """The number of points."""
        return self.domain.count

    @property
    def listed(self) -> bool:
        """Whether the points were given one by one."""
        return self.spec.kind == "list"

    def matrices(self) -> Iterator[Matrix]:
        """The points in order."""
        return (self.domain.matrix(rank) for rank in range(self.count))

    def orbits(self, different: bool) -> PointSet:
        """One sequence over the vocabulary for each order of columns; `different`: only those of different columns."""
        spec = replace(
            self.spec,
            name=f"{self.spec.name} up to permutation",
            kind="orbits",
            repeats="forbidden" if different else "allowed",
        )
        return replace(self, spec=spec)


def from_points(points: Sequence[Matrix], d: int, network: Network, where: str) -> PointSet:
    """These points, each once, in their order.

    Raises InputError where there is none, and for points of other or unequal shapes.
    """
    if not points:
        raise InputError(f"{where}: there is no point in it")
    n = require_shapes(points, d, fixed_columns(network.items), where)
    first: dict[Matrix, int] = {}
    repeated = []
    for place, point in enumerate(points, 1):
        if first.setdefault(point, place) != place:
            repeated.append((first[point], place))
    return PointSet(d, n, listed("points", first), where, tuple(first.values()), tuple(repeated))


def from_grid(levels: Sequence[Rational], d: int, n: int | None, network: Network) -> PointSet:
    """All sequences of n columns with entries of these levels. Raises InputError for no level, and one given twice."""
    if not levels:
        raise InputError('grid: it has no level; give at least one, [0, "1/4"]')
    for k, level in enumerate(levels):
        if level in levels[:k]:
            raise InputError(f"grid: {level} is given twice; give each level once")
    if len(levels) ** d > MOST_TOKENS:
        raise InputError(
            f"grid: {counted(len(levels), 'level')} make {len(levels)}^{d} columns; at most {MOST_TOKENS:,} are taken"
        )
    shown = f"the grid {{{', '.join(map(str, levels))}}}"
    return _over(list(product(levels, repeat=d)), d, n, network, shown)


def grid_of(network: Network, levels: Sequence[Rational], n: int | None, built_for: int | None) -> PointSet:
    """As `from_grid`; where nobody gives n, and no layer fixes it, it is what the network was built for, if known."""
    if n is None and fixed_columns(network.items) is None:
        n = built_for
    return from_grid(levels, network.d, n, network)


def require_listed(points: PointSet, levels: int) -> None:
    """Raises InputError for a grid of so many levels whose points have more than 2,000,000 numbers together."""
    if points.count * points.d * points.n > MOST_NUMBERS:
        shown = f"{points.count:,}" if points.count < 10**15 else f"{levels}^{points.d * points.n}"
        raise InputError(
            f"grid: {levels} levels make {shown} points of {points.d} x {points.n}; at most {MOST_NUMBERS:,} "
            "numbers are evaluated at once: give fewer levels, a smaller n, or parts of the points in files"
        )


def require_single(written: Sequence[str], points: object, grid: str | None) -> None:
    """Raises InputError where points are given in two ways, by --point, --points and --grid."""
    if written and points is not None:
        raise InputError("point: --points is given too; give the points one by one, or a file of them")
    if grid is not None and (written or points is not None):
        raise InputError(f"grid: --{'point' if written else 'points'} is given too; give one of them")


def require_no_grid(grid: str | None) -> None:
    """Raises InputError for a grid beside a claim."""
    if grid is not None:
        raise InputError(
            "grid: it is for a network file, --network FILE; a claim has points of its own, or give --points FILE"
        )


def from_vocabulary(matrices: Sequence[Matrix], d: int, n: int | None, network: Network, where: str) -> PointSet:
    """All sequences of n tokens: the different columns of these matrices. Raises InputError for none, and another d."""
    if not matrices:
        raise InputError(f"vocabulary: {where} has no token; give at least one")
    require_shapes(matrices, d, None, where)
    tokens = dict.fromkeys(column for matrix in matrices for column in zip(*matrix, strict=True))
    if len(tokens) > MOST_TOKENS:
        raise InputError(f"vocabulary: {where} has {len(tokens):,} tokens; at most {MOST_TOKENS:,} are taken")
    return _over(list(tokens), d, n, network, f"the {counted(len(tokens), 'token')} of {where}")


def _over(tokens: Sequence[Sequence[Rational]], d: int, n: int | None, network: Network, shown: str) -> PointSet:
    fixed = fixed_columns(network.items)
    if n is None and fixed is None:
        raise InputError("n: missing; give the number of columns of a sequence, such as --n 3")
    length = fixed[0] if n is None and fixed is not None else n
    assert length is not None
    if not isinstance(length, int) or isinstance(length, bool) or length < 1:
        raise InputError(f"n: {length!r} is not valid; give an integer >= 1")
    if fixed is not None and fixed[0] != length:
        raise InputError(f"n: {counted(length, 'column')}, and the {fixed[1]} of the network fixes {fixed[0]}")
    if length * len(tokens).bit_length() > MOST_BITS:
        digits = int(math.log10(len(tokens)) * min(length, 10**300))
        these = f"{counted(len(tokens), 'column')} make {len(tokens)}^{length} (about 10^{digits}) sequences"
        raise InputError(f"n: {these} of {length:,}; give an n of which the sequences can be counted")
    return PointSet(d, length, vocabulary("sequences", tokens), f"{shown}, {length} of them in a sequence")
