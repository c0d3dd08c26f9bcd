"""What every finite domain of a step offers: how many points there are, and which matrix stands at a rank.

Its entries take values, called levels: a list, or an arithmetic progression of any length."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.rationals import Matrix, Rational, rational, written
from exactua.errors import ExactuaError, InputError
from exactua.plurals import counted


@dataclass(frozen=True)
class Progression:
    """The levels start, start + step, ..., `count` of them: in the paper 0, delta, ..., 1 - delta."""

    start: Rational
    step: Rational
    count: int

    def __post_init__(self) -> None:
        """Raise InputError for a count that is no integer >= 0, or step 0 where there is more than one level."""
        object.__setattr__(self, "start", rational(self.start, "start of the levels"))
        object.__setattr__(self, "step", rational(self.step, "step of the levels"))
        count = rational(self.count, "count of the levels")
        if count.denominator != 1:
            raise InputError(f"count of the levels: {brief(count)} is not an integer; a count is an integer >= 0")
        object.__setattr__(self, "count", int(count))
        if self.count < 0:
            raise InputError(f"count of the levels: {self.count} is negative; a count is at least 0")
        if self.step == 0 and self.count > 1:
            raise InputError(f"step of the levels: 0 repeats the level {brief(self.start)}; a step is not 0")

    def __contains__(self, value: Rational) -> bool:
        if self.count == 0 or self.step == 0:
            return self.count > 0 and bool(value == self.start)
        steps = (value - self.start) / self.step
        return bool(steps.denominator == 1 and 0 <= steps < self.count)

    def listed(self) -> tuple[Rational, ...]:
        """All levels in order."""
        return tuple(self.start + self.step * k for k in range(self.count))

    def shown(self) -> str:
        """The levels for people: "0, 1/8, ..., 7/8"."""
        if self.count <= 4:
            return listing(self.listed())
        last = self.start + self.step * (self.count - 1)
        return f"{listing((self.start, self.start + self.step))}, ..., {brief(last)}"


def brief(value: Rational | int) -> str:
    """The number for people, its middle left out where it is long."""
    text = written(value)
    return text if len(text) <= 40 else f"{text[:20]}...{text[-10:]} ({len(text):,} characters)"


def listing(values: Sequence[Rational]) -> str:
    """The numbers for people, at most five of them."""
    shown = values if len(values) <= 6 else (*values[:4], None, values[-1])
    return ", ".join("..." if value is None else brief(value) for value in shown)


MOST_BITS: Final = 2_000_000


class CountTooLarge(ExactuaError):
    """The exact count has too many digits to be worth computing; the text estimates how many."""


class NumberedColumns(ABC):
    """Columns of `d` entries, numbered from 0: those that the points of a domain are made of.

    `ids` has one number per row where columns are numbered by their products with it, and none where they are listed.
    """

    d: int
    ids: tuple[Rational, ...] = ()

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of columns."""

    @property
    @abstractmethod
    def regular_count(self) -> int:
        """The number of columns without a special entry."""

    @abstractmethod
    def regular(self) -> NumberedColumns:
        """The columns without a special entry, as a set of its own with its own numbers."""

    @abstractmethod
    def column(self, k: int) -> tuple[Rational, ...]:
        """The d entries of column number `k`. Raises InputError where there is no such column."""

    @abstractmethod
    def number(self, column: Sequence[Rational], j: int = 1) -> int:
        """The number of `column`. Raises InputError, calling it column `j`, where it is none of these."""

    @abstractmethod
    def special(self, k: int) -> bool:
        """Whether column number `k` has a special entry. Raises InputError where there is no such column."""

    @abstractmethod
    def special_mask(self) -> NDArray[np.bool_]:
        """For each column number, whether that column is special: shape (count,), read-only."""

    @abstractmethod
    def common_entries(self) -> tuple[int, NDArray[Any]]:
        """A common denominator q of all entries, and each column's entries times q: shape (d, count)."""

    def matrix(self, numbers: Iterable[int]) -> Matrix:
        """The d x n matrix whose columns have these numbers, in this order."""
        return tuple(zip(*(self.column(k) for k in numbers), strict=True))

    def numbers(self, matrix: Matrix) -> tuple[int, ...]:
        """The number of each column of a d x n matrix. Raises InputError where one is none of these."""
        if len(matrix) != self.d or len({len(row) for row in matrix}) != 1:
            raise InputError(f"matrix: not a matrix of {counted(self.d, 'row')} of equal length")
        return tuple(self.number(column, j) for j, column in enumerate(zip(*matrix, strict=True), start=1))


class PointDomain(Protocol):
    """The sequences of n columns that a step speaks about, in the order of their ranks."""

    @property
    def columns(self) -> NumberedColumns:
        """The columns that the points are made of; column numbers below are numbers in this set."""

    @property
    def n(self) -> int:
        """The number of columns of a point."""

    @property
    def count(self) -> int:
        """The number of points; known without listing anything."""

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The n column numbers of the point at `rank`."""

    def batch(self, start: int, stop: int) -> NDArray[np.int64]:
        """The column numbers of the points at ranks start, ..., stop - 1: shape (stop - start, n)."""

    def matrix(self, rank: int) -> Matrix:
        """The point at `rank` as a d x n matrix."""

    def rank_of(self, matrix: Matrix) -> int:
        """The rank of the point that a d x n matrix is. Raises InputError where it is not in the domain."""


def refuse_large_count(what: str, bits: float) -> None:
    """Raise CountTooLarge, naming `what` is counted, before a number of about `bits` bits is computed."""
    if bits > MOST_BITS:
        digits = f"about {math.ceil(bits * math.log10(2)):,}" if bits < 2**60 else "more than 10^17"
        most = math.floor(MOST_BITS * math.log10(2))
        raise CountTooLarge(f"the number of {what} has {digits} decimal digits; at most {most:,} are computed")


def check_length(n: int) -> None:
    """Raise InputError for an `n` that is no number of columns."""
    if n < 1:
        raise InputError(f"n: {n} is not a number of columns; a sequence has at least one column")


def check_ranks(start: int, stop: int, count: int) -> None:
    """Raise InputError unless the ranks start, ..., stop - 1 lie below `count`."""
    if not 0 <= start <= stop <= count:
        asked = f"ranks {brief(start)} to {brief(stop)} (excluded)" if stop != start + 1 else f"rank {brief(start)}"
        raise InputError(f"{asked}: this domain has {brief(count)} points, ranked from 0")
