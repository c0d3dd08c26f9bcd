"""Columns given one by one: a vocabulary of tokens. They are numbered as they are listed, and none is special."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.grids.domains import NumberedColumns, listing
from exactua.plurals import counted


class Vocabulary(NumberedColumns):
    """These columns of `d` entries, numbered from 0 in the order of the list; they have no ids.

    Raises InputError, beginning with `where`, for a column of another length, and for one that is there twice.
    """

    def __init__(self, columns: Iterable[Sequence[Rational]], d: int, where: str = "columns") -> None:
        self.d = d
        self.listed = tuple(map(tuple, columns))
        self._place: dict[tuple[Rational, ...], int] = {}
        for k, column in enumerate(self.listed):
            if len(column) != d:
                raise InputError(
                    f"{where}: column {k + 1} has {counted(len(column), 'entry')}, and d = {d} here; give {d} each"
                )
            first = self._place.setdefault(column, k)
            if first != k:
                shown = listing(column)
                raise InputError(f"{where}: columns {first + 1} and {k + 1} are both ({shown}); give each column once")

    @property
    def count(self) -> int:
        """The number of columns."""
        return len(self.listed)

    @property
    def regular_count(self) -> int:
        """The number of columns: none is special."""
        return len(self.listed)

    def regular(self) -> Vocabulary:
        """These columns: none is special."""
        return self

    def column(self, k: int) -> tuple[Rational, ...]:
        """The d entries of column number `k`. Raises InputError where there is no such column."""
        if not 0 <= k < len(self.listed):
            raise InputError(
                f"column number {k}: this domain has {counted(len(self.listed), 'column')}, numbered from 0"
            )
        return self.listed[k]

    def number(self, column: Sequence[Rational], j: int = 1) -> int:
        """The number of `column`. Raises InputError, calling it column `j`, where it is not listed."""
        number = self._place.get(tuple(column))
        if number is None:
            shown = listing(tuple(column))
            raise InputError(f"column {j}: ({shown}) is none of the {counted(self.count, 'column')} of this domain")
        return number

    def special(self, k: int) -> bool:
        """False: none is special."""
        self.column(k)
        return False

    def special_mask(self) -> NDArray[np.bool_]:
        """False for each column number: shape (count,)."""
        return np.zeros(len(self.listed), dtype=np.bool_)

    def common_entries(self) -> tuple[int, NDArray[Any]]:
        """A common denominator q of all entries, and each column's entries times q: shape (d, count)."""
        return self._common_entries

    @cached_property
    def _common_entries(self) -> tuple[int, NDArray[Any]]:
        entries = {id(entry): entry for column in self.listed for entry in column}  # files say few numbers many times
        denominator = lcm(*(int(entry.denominator) for entry in entries.values()))
        integers = {key: int(entry * denominator) for key, entry in entries.items()}
        scaled = [[integers[id(column[i])] for column in self.listed] for i in range(self.d)]
        fits = all(abs(entry) < 2**62 for entry in integers.values())
        return denominator, np.array(scaled, dtype=np.int64 if fits else object).reshape(self.d, len(self.listed))
