"""Families of points: all points of a domain of orbits with the same pattern of distinct and negative column ids.

In units of the grid the ids of the columns without a special entry are 0, ..., K - 1, each once, and all others are at
most B < 0. A family has n' distinct ids x_1 < ... < x_n' that are not negative, written with the variables

    t = x_1,   h_j = x_(j+1) - x_j - 1,   s = K - 1 - x_n',        all >= 0, with sum N = K - n',

and negative ones B - a, B - a - b, ... with rays a, b, ... >= 0. (There are more such numbers than ids: what holds for
all of them holds.)

Hardmax with averaging ties sees the set of ids alone: a head attends to the greatest id, or to the least, and the mean
of equal ids is that id. So columns with equal ids stay equal, what happens to an id does not depend on how many
columns have it, and one family stands for all patterns of equal columns with n' distinct ids. For the same reason a
family by *classes* needs no more than the least negative id, another one that stands for each of the others (it is
`generic`: no head may attend to it) and, where no id is >= 0, the greatest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import comb

from exactua.arithmetic.rationals import Matrix
from exactua.grids.categories import DomainSpec
from exactua.proving.symbolic.forms import Form, Simplex
from exactua.proving.symbolic.grid import Column, Grid
from exactua.terms.evaluation import NotObserved

Patterns = Sequence[tuple[DomainSpec, "Family"]]
"""Families, each with the domain that it is a part of."""


@dataclass(frozen=True)
class Family:
    """A pattern: `distinct` ids >= 0 and `negative` ones; `columns` says which id each column has (None: classes).

    Ids are numbered from 0 by size, negative ones first. Where the family is by classes, `generic` is the number of
    the id that stands for several, if there is one.
    """

    distinct: int
    negative: int
    columns: tuple[int, ...] | None = None
    generic: int | None = None
    zero: bool | None = None
    """Whether the least id >= 0 is 0: known in one half of a family, and not in the whole."""

    @property
    def pattern(self) -> Family:
        """The pattern without the columns: what a run needs to know."""
        return replace(self, columns=None)

    @property
    def halves(self) -> tuple[Family, ...]:
        """The points with x_1 = 0, and those with x_1 > 0; none where there is no x_1, or it is known."""
        if self.zero is not None or not self.distinct:
            return ()
        return replace(self, zero=True), replace(self, zero=False)

    @property
    def least(self) -> int:
        """How many columns without a special entry there are at least."""
        return self.distinct + (self.zero is False)

    def __str__(self) -> str:
        ids = f"{self.distinct} distinct id{'' if self.distinct == 1 else 's'} >= 0"
        return f"{ids} and negative ones" if self.negative else ids


def families(spec: DomainSpec, grid: Grid, most: int | None = None) -> Iterator[Family]:
    """The families by classes that cover a domain; `most` bounds the number of distinct ids."""
    for distinct, negatives in patterns(spec, grid, most):
        if not negatives:
            yield Family(distinct, 0, tuple(range(grid.n)) if distinct == grid.n else None)
        else:
            left = grid.n - distinct
            several = left > (1 if distinct else 2)
            yield Family(distinct, min(left, 2 if distinct else 3), None, 1 if several else None)


def patterns(spec: DomainSpec, grid: Grid, most: int | None = None) -> Iterator[tuple[int, bool]]:
    """How many distinct ids >= 0 there are, and whether there are negative ones, for each pattern of a domain."""
    n, limit = grid.n, grid.n if most is None else min(grid.n, most)
    if spec.specials != "required":
        first, last = {"forbidden": (n, n), "required": (1, n - 1), "allowed": (1, n)}[spec.repeats]
        yield from ((distinct, False) for distinct in range(first, min(last, limit) + 1))
    if spec.specials != "none" and grid.bound is not None:
        if spec.repeats != "allowed":
            raise NotObserved(f"{spec.name} has special columns and a rule for repeated ones")
        yield from ((distinct, True) for distinct in range(0, min(n - 1, limit) + 1))


def by_columns(spec: DomainSpec, grid: Grid, most: int | None = None) -> Iterator[Family]:
    """The families in which it is known which id each column has, columns by increasing id."""
    for distinct, negatives in patterns(spec, grid, most):
        for negative in range(1, grid.n - distinct + 1) if negatives else (0,):
            if bool(grid.n - negative) == bool(distinct):
                for counts in compositions(grid.n - negative, distinct):
                    ids = (*range(negative), *(negative + k for k, count in enumerate(counts) for _ in range(count)))
                    yield Family(distinct, negative, ids)


def number_by_columns(spec: DomainSpec, grid: Grid, most: int | None = None) -> int:
    """How many families `by_columns` yields."""
    count = 0
    for distinct, negatives in patterns(spec, grid, most):
        for negative in range(1, grid.n - distinct + 1) if negatives else (0,):
            left = grid.n - negative
            count += comb(left - 1, distinct - 1) if left and distinct else int(left == distinct)
    return count


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as an ordered sum of `parts` numbers >= 1."""
    if parts == 0:
        yield from [()] if total == 0 else []
        return
    for cuts in combinations(range(1, total), parts - 1):
        ends = (0, *cuts, total)
        yield tuple(b - a for a, b in pairwise(ends))


def ids_of(family: Family, grid: Grid) -> tuple[Form, ...]:
    """The ids of a family as forms in units of the grid, increasing; equal negative ones are among them."""
    simplex = Simplex(grid.regular - family.least, family.distinct, family.negative)
    ids = _negative_ids(family, grid, simplex)
    for j in range(family.distinct):
        if j == 0:
            ids.append(simplex.constant(0) if family.zero else simplex.variable(0) + int(family.zero is False))
        else:
            ids.append(ids[-1] + simplex.variable(j) + 1)
    return tuple(ids)


def ids_around(family: Family, grid: Grid, gap: int, behind: int) -> tuple[tuple[Form, ...], Form]:
    """The ids of a family, and a number k with x_gap + 1 + behind <= k <= x_(gap + 1), where x_0 = -1, x_(n' + 1) = K.

    Of the gap around k there are two variables in place of one. With `behind` = 0 and gap = 0, ..., n' these are all k
    from 0 to K, each once: the numbers of layers after which the next id to come is x_(gap + 1).
    """
    simplex = Simplex(grid.regular - family.distinct - behind, family.distinct + 1, family.negative)
    ids, last = _negative_ids(family, grid, simplex), simplex.constant(-1)
    number, layer = 0, last
    for j in range(family.distinct + 1):
        if j == gap:
            layer = last = last + simplex.variable(number) + behind
            layer, number = layer + 1, number + 1
        if j < family.distinct:
            last, number = last + simplex.variable(number) + 1, number + 1
            ids.append(last)
    return tuple(ids), layer


def _negative_ids(family: Family, grid: Grid, simplex: Simplex) -> list[Form]:
    ids: list[Form] = []
    for k in range(family.negative):
        ids.insert(0, (ids[0] if ids else simplex.constant(grid.bound)) - simplex.ray(k))
    return ids


def vertices(family: Family, grid: Grid) -> Iterator[tuple[Column, ...]]:
    """Real points of a family, each as its columns by increasing id: those at the vertices of the simplex."""
    total = int(grid.regular) - family.distinct
    corners = range(family.distinct + 1) if total else range(1)
    for corner in corners if family.distinct else range(1):
        ids = [j + (total if corner <= j else 0) for j in range(family.distinct)]
        for negatives in _negatives(family, grid):
            for regular in _repeated(
                family, grid.n - len(negatives), [grid.columns_of(column_id) for column_id in ids]
            ):
                yield (*negatives, *regular)


def _negatives(family: Family, grid: Grid) -> Iterator[tuple[Column, ...]]:
    if not family.negative:
        yield ()
        return
    special = grid.special_columns
    counts = range(1, grid.n - family.distinct + 1) if family.distinct else [grid.n]
    if family.columns is not None:
        counts = [family.negative]
    for count in counts if len(counts) <= 3 else (counts[0], counts[1], counts[-1]):
        choices = {(special[0],) * count, (special[-1],) * count, (special[0],) + (special[-1],) * (count - 1)}
        yield from (tuple(sorted(choice, key=grid.id_of)) for choice in sorted(choices))


def _repeated(family: Family, places: int, columns: Sequence[Column]) -> Iterator[list[Column]]:
    """`places` columns with these different ones among them."""
    extra = places - len(columns)
    if extra < 0 or not columns:
        yield from [[]] if not places and not columns else []
    elif family.columns is not None:
        yield [columns[k - family.negative] for k in family.columns if k >= family.negative]
    elif not extra:
        yield list(columns)
    else:
        yield [columns[0]] * extra + list(columns)
        if len(columns) > 1:
            yield list(columns) + [columns[-1]] * extra


def matrix_of(columns: Sequence[Column]) -> Matrix:
    """The matrix with these columns."""
    return tuple(zip(*columns, strict=True))


def constants(columns: Sequence[Column], grid: Grid) -> tuple[tuple[Form, ...], Family]:
    """The one point with these columns as a family: its different ids as constant forms, and which column has which."""
    ids = [grid.id_of(column) for column in columns]
    different = sorted(set(ids))
    simplex = Simplex(0, 0)
    forms = tuple(simplex.constant(int(column_id)) for column_id in different)
    return forms, Family(len(different), 0, tuple(different.index(column_id) for column_id in ids))
