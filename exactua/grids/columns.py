"""The columns that sequences are made of, numbered by their ids (Yun et al. 2020, App. E.3).

A column has d entries, each a regular level or a special one. In the paper ('Bijective column id mapping')
the regular levels are 0, delta, ..., 1 - delta, the special level is -delta^(-nd), and the id of a column is
u^T L_{:,j} with u = (1, delta^-1, ..., delta^(-d+1)). Counts are closed forms; columns are listed lazily.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Rational, rational
from exactua.errors import ExactuaError, InputError
from exactua.grids.domains import CountTooLarge, NumberedColumns, Progression, brief, listing, refuse_large_count
from exactua.plurals import counted

__all__ = ["ColumnSet", "CountTooLarge", "Progression", "TooManyColumns"]

MOST_COLUMNS: Final = 2_000_000


class TooManyColumns(ExactuaError):
    """The columns of this grid can be counted but are too many to be listed."""


@dataclass(frozen=True)
class _Table:
    """All columns by number. The digits of a column's code are the places of its entries, row 1 lowest."""

    alphabet: tuple[Rational, ...]
    codes: NDArray[np.int64]
    numbers: NDArray[np.int64]
    ids: NDArray[Any]
    denominator: int
    special: NDArray[np.bool_]
    place: dict[Rational, int]


class ColumnSet(NumberedColumns):
    """All columns of `d` entries from `levels` and `specials`, numbered from 0 by increasing id.

    `levels`, `specials` and `ids` are exact rationals, `ids` one per row; a column is special if it has a
    special entry; its id is its dot product with `ids`. Raises InputError for d < 1, a level given twice, or
    another number of `ids`. Whatever needs the numbers raises TooManyColumns above 2,000,000 columns, and
    InputError where two ids are equal.
    """

    def __init__(
        self,
        d: int,
        levels: Progression | Sequence[Rational],
        specials: Sequence[Rational],
        ids: Sequence[Rational],
    ) -> None:
        if d < 1:
            raise InputError(f"d: {d} is not a number of rows; a column has at least one entry")
        self.d = d
        self.levels: Final = levels if isinstance(levels, Progression) else _rationals(levels, "levels")
        self.specials: Final = _rationals(specials, "special levels")
        self.ids = _rationals(ids, "ids")
        if len(self.ids) != d:
            raise InputError(
                f"ids: {counted(len(self.ids), 'number')} for columns of {counted(d, 'entry')}; give one number per row"
            )
        seen = self.levels if isinstance(self.levels, Progression) else frozenset(self.levels)
        twice = [level for level in self.specials if level in seen]
        for listed in (self.levels, self.specials):
            if not isinstance(listed, Progression) and len(set(listed)) < len(listed):
                twice += [level for k, level in enumerate(listed) if level in listed[:k]]
        if twice:
            raise InputError(f"levels: {brief(twice[0])} is given twice; levels and special levels all differ")

    @cached_property
    def count(self) -> int:
        """The number of columns, (levels + special levels)^d. Raises CountTooLarge beyond 2 million bits."""
        return self._power(self._regular_levels + len(self.specials))

    @cached_property
    def regular_count(self) -> int:
        """The number of columns without a special entry. Raises CountTooLarge like `count`."""
        return self._power(self._regular_levels)

    def regular(self) -> ColumnSet:
        """The columns without a special entry, as a set of its own with its own numbers."""
        return ColumnSet(self.d, self.levels, (), self.ids) if self.specials else self

    def column(self, k: int) -> tuple[Rational, ...]:
        """The d entries of column number `k`. Raises InputError where there is no such column."""
        self._check(k)
        return _decoded(int(self._table.codes[k]), self._table.alphabet, self.d)

    def id(self, k: int) -> Rational:
        """The id of column number `k`. Raises InputError where there is no such column."""
        self._check(k)
        return Rational(int(self._table.ids[k]), self._table.denominator)

    def special(self, k: int) -> bool:
        """Whether column number `k` has a special entry. Raises InputError where there is no such column."""
        self._check(k)
        return bool(self._table.special[k])

    def special_mask(self) -> NDArray[np.bool_]:
        """For each column number, whether that column is special: shape (count,), read-only."""
        return self._table.special

    def number(self, column: Sequence[Rational], j: int = 1) -> int:
        """The number of `column`. Raises InputError, calling it column `j`, off the grid."""
        if len(column) != self.d:
            raise InputError(f"column {j}: {counted(len(column), 'entry')}; the columns of this grid have {self.d}")
        table, code = self._table, 0
        for i in reversed(range(self.d)):
            place = table.place.get(column[i])
            if place is None:
                raise InputError(f"row {i + 1}, column {j}: {brief(column[i])} is not on the grid {self._grid()}")
            code = code * len(table.alphabet) + place
        return int(table.numbers[code])

    def scaled_ids(self, denominator: int) -> NDArray[Any]:
        """Each column's id in units of 1/`denominator`, shape (count,): int64 within 62 bits, else ints.

        Raises InputError where one of them is not an integer.
        """
        table = self._table
        common = math.gcd(denominator, table.denominator)
        factor, divisor = denominator // common, table.denominator // common
        ids = table.ids if divisor < 2**63 else table.ids.astype(object)
        broken = np.flatnonzero(ids % divisor)
        if len(broken):
            shown = brief(self.id(int(broken[0])))
            raise InputError(f"denominator: {denominator} times the id {shown} is not an integer")
        whole = ids // divisor
        largest = max((abs(int(value) * factor) for value in whole[[0, -1]]), default=0) if len(whole) else 0
        if largest < 2**62:
            return whole.astype(np.int64) * np.int64(factor if largest else 0)
        return np.array([int(value) * factor for value in whole], dtype=object)

    def common_ids(self) -> tuple[int, NDArray[Any]]:
        """A common denominator q of all ids, and each column's id times q: shape (count,), read-only."""
        return self._table.denominator, self._table.ids

    def common_entries(self) -> tuple[int, NDArray[Any]]:
        """A common denominator q of all entries, and each column's entries times q: shape (d, count)."""
        table = self._table
        denominator = math.lcm(*(int(level.denominator) for level in table.alphabet))
        scaled = [int(level * denominator) for level in table.alphabet]
        dtype = np.int64 if max(map(abs, scaled), default=0) < 2**62 else object
        alphabet, codes, rows = np.array(scaled, dtype=dtype), table.codes, []
        for _ in range(self.d):
            codes, places = np.divmod(codes, max(len(scaled), 1))
            rows.append(alphabet[places])
        return denominator, np.stack(rows)

    def _check(self, k: int) -> None:
        if not 0 <= k < len(self._table.codes):
            raise InputError(
                f"column number {k}: this grid has {counted(len(self._table.codes), 'column')}, numbered from 0"
            )

    def _grid(self) -> str:
        levels = self.levels
        shown = levels.shown() if isinstance(levels, Progression) else listing(levels)
        return f"{{{', '.join(filter(None, (listing(self.specials), shown)))}}}"

    @property
    def _regular_levels(self) -> int:
        return self.levels.count if isinstance(self.levels, Progression) else len(self.levels)

    def _power(self, levels: int) -> int:
        refuse_large_count("columns", self.d * math.log2(levels) if levels else 0)
        return int(levels**self.d)

    @cached_property
    def _table(self) -> _Table:
        if self.count > MOST_COLUMNS:
            shown = f"{self.count:,}" if self.count < 10**15 else f"about 10^{round(math.log10(self.count))}"
            raise TooManyColumns(f"the grid has {shown} columns; at most {MOST_COLUMNS:,} can be listed")
        regular = self.levels.listed() if isinstance(self.levels, Progression) else self.levels
        alphabet = regular + self.specials
        products = [[unit * level for level in alphabet] for unit in self.ids]
        denominator = math.lcm(*{int(value.denominator) for row in products for value in row})
        scaled = [[int(value * denominator) for value in row] for row in products]
        fits = sum(max(map(abs, row), default=0) for row in scaled) < 2**63
        values: NDArray[Any] = np.zeros(1, dtype=np.int64 if fits else object)
        special = np.zeros(1, dtype=np.bool_)
        marks = np.arange(len(alphabet)) >= len(regular)
        for row in scaled:
            values = np.add.outer(np.array(row, dtype=values.dtype), values).ravel()
            special = np.logical_or.outer(marks, special).ravel()
        if fits:
            codes = np.argsort(values, kind="stable").astype(np.int64)
        else:
            codes = np.array(sorted(range(len(values)), key=values.tolist().__getitem__), dtype=np.int64)
        numbers = np.empty_like(codes)
        numbers[codes] = np.arange(len(codes))
        values, special = values[codes], special[codes]
        values.flags.writeable = special.flags.writeable = False
        place = {level: k for k, level in enumerate(alphabet)}
        equal = np.flatnonzero(values[1:] == values[:-1])
        if len(equal):
            k = int(equal[0])
            first, second = (listing(_decoded(int(code), alphabet, self.d)) for code in codes[k : k + 2])
            same = brief(Rational(int(values[k]), denominator))
            raise InputError(f"ids: columns ({first}) and ({second}) have the same id {same}; ids must all differ")
        return _Table(alphabet, codes, numbers, values, denominator, special, place)


def _rationals(given: Iterable[object], argument: str) -> tuple[Rational, ...]:
    return tuple(rational(value, argument) for value in given)


def _decoded(code: int, alphabet: tuple[Rational, ...], d: int) -> tuple[Rational, ...]:
    column = []
    for _ in range(d):
        code, place = divmod(code, len(alphabet))
        column.append(alphabet[place])
    return tuple(column)
