"""The columns of a domain of orbits by their ids: 0, 1, 2, ... in units of the grid, and special ones below 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.grids.categories import DomainSpec, build
from exactua.grids.orbits import Orbits
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
