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

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise
from math import comb
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.grids.categories import DomainSpec, build
from exactua.grids.orbits import Orbits
from exactua.proving.symbolic.forms import Form, Simplex
from exactua.terms.evaluation import NotObserved
from exactua.terms.language import Term

MOST_COLUMNS: Final = 10_000
"""Columns with several special levels of which it is found out whether their ids are different."""

Column = tuple[Rational, ...]
"""The d entries of a column."""


@dataclass(frozen=True)
class Grid:
    """The columns of a domain by their ids, in units of `unit`: 0, ..., `regular` - 1, and special ones up to `bound`.

    `u` is the list that makes the ids, None where it is known as a term only; `u_term` is that term.
    """

    n: int
    regular: Any
    bound: Any
    """None: there is no special column."""
    unit: Any
    """u_1 times the step of the levels; ids u^T Z are multiples of it. Its inverse, where that is a polynomial."""
    u: tuple[Rational, ...] | None
    u_term: Term
    levels: tuple[Rational, Rational, int] = (mpq(0), mpq(1), 0)
    special: tuple[Rational, ...] = ()

    def columns_of(self, number: int) -> Column:
        """The column whose id is `number` units, 0 <= number < regular."""
        assert self.u is not None
        entries = []
        for _ in self.u:
            number, digit = divmod(number, self.levels[2])
            entries.append(self.levels[0] + digit * self.levels[1])
        return tuple(entries)

    def id_of(self, column: Column) -> Rational:
        """The id of a column in units."""
        assert self.u is not None
        return sum((a * b for a, b in zip(self.u, column, strict=True)), mpq(0)) / self.unit

    @cached_property
    def special_columns(self) -> tuple[Column, ...]:
        """Some special columns, with the greatest and the least id among them."""
        if self.u is None or not self.special:
            return ()
        d, low, least, most = len(self.u), self.levels[0], min(self.special), max(self.special)
        high = low + (self.levels[2] - 1) * self.levels[1]
        columns = {(most, *(high,) * (d - 1)), (least,) * d, (most, *(low,) * (d - 1)), (*(low,) * (d - 1), least)}
        return tuple(sorted(columns, key=self.id_of))


def read_grid(spec: DomainSpec, value: Callable[[Term], Any], parameters: Mapping[str, Any]) -> tuple[Grid, int]:
    """The grid of a domain at an instance, and the number of its points; `value` evaluates its terms.

    Raises NotObserved for any other domain.
    """
    if spec.kind != "orbits" or spec.levels is None or spec.ids is None:
        raise NotObserved(f"{spec.name} is no domain of orbits over levels")
    domain = build(spec, value, parameters)
    assert isinstance(domain, Orbits)
    start, step, count = (mpq(value(term)) for term in spec.levels)
    u = tuple(mpq(entry) for entry in value(spec.ids))
    levels, unit = int(count), u[0] * step
    counted = start == 0 and unit > 0 and levels >= 1 and all(b == a * levels for a, b in pairwise(u))
    if not counted:
        raise NotObserved(f"the ids of the columns of {spec.name} are not 0, 1, 2, ... in units of one number")
    special = () if spec.specials == "none" else tuple(mpq(value(term)) for term in spec.special)
    bound = None
    if special:
        highest = max(special) / step
        high = max(mpq(levels - 1), highest)
        bound = (highest - high) + high * sum((entry / u[0] for entry in u), mpq(0))
        if bound.denominator != 1 or bound >= 0 or any((level / step).denominator != 1 for level in special):
            raise NotObserved(f"a column of {spec.name} with a special entry may have an id that is not negative")
        if len(special) > 1 and not _all_different(u, (*(step * k for k in range(levels)), *special)):
            raise NotObserved(f"columns of {spec.name} with several special levels may have the same id")
        bound = int(bound)
    grid = Grid(domain.n, levels ** len(u), bound, unit, u, spec.ids, (start, step, levels), special)
    return grid, domain.count


def _all_different(u: tuple[Rational, ...], entries: tuple[Rational, ...]) -> bool:
    """Whether all columns with these entries have different ids; of too many columns it is not known."""
    if len(entries) ** len(u) > MOST_COLUMNS:
        return False
    ids = [mpq(0)]
    for weight in u:
        ids = [partial_id + weight * entry for partial_id in ids for entry in entries]
    return len(set(ids)) == len(ids)


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
