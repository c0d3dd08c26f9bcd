"""Affine forms over a product of cells: exact values that stand for all real points of the product at once.

A comparison is answered if it has one truth value on the whole product, and only then; otherwise `Undecided` names the
point where the cell has to be cut. `Unknown` is a value that hangs on such a comparison: it may be multiplied by 0, no
more.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.errors import ExactuaError


class Undecided(ExactuaError):
    """A comparison has both truth values on a cell: cut entry `row` (from 0) at `breakpoint`."""

    def __init__(self, row: int, breakpoint: Rational) -> None:
        super().__init__(f"entry {row + 1} changes sides at {breakpoint}")
        self.row, self.breakpoint = row, breakpoint


class MixedEntries(ExactuaError):
    """A comparison depends on several entries at once: cells along single entries can't decide it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One point (low = high), or the interval between low and high, without its ends or with them; None is infinite."""

    low: Rational | None
    high: Rational | None
    closed: bool = False

    @property
    def is_point(self) -> bool:
        """Whether the cell is a single point."""
        return self.low is not None and self.low == self.high

    @property
    def sample(self) -> Rational:
        """The point itself, the middle, or the point 1 before or behind the finite end."""
        if self.low is None:
            return mpq(0) if self.high is None else self.high - 1
        return self.low + 1 if self.high is None else (self.low + self.high) / 2


def cells_between(breakpoints: tuple[Rational, ...]) -> tuple[Cell, ...]:
    """The 2k + 1 cells that k increasing breakpoints cut the line into, from left to right."""
    ends: tuple[Rational | None, ...] = (None, *breakpoints, None)
    cells: list[Cell] = []
    for low, high in pairwise(ends):
        cells.append(Cell(low, high))
        if high is not None:
            cells.append(Cell(high, high))
    return tuple(cells)


def cells_within(breakpoints: tuple[Rational, ...]) -> tuple[Cell, ...]:
    """The 2k - 1 cells that k increasing breakpoints cut the closed interval from the first to the last into."""
    return cells_between(breakpoints)[1:-1]


class AffineForm:
    """constant + sum_i slope_i t_i, where t_i runs over the cell of entry i (points are put in)."""

    __slots__ = ("cells", "constant", "slopes")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, constant: Rational, slopes: dict[int, Rational], cells: tuple[Cell, ...]) -> None:
        self.constant, self.slopes, self.cells = constant, slopes, cells

    @classmethod
    def entry(cls, row: int, cells: tuple[Cell, ...]) -> AffineForm:
        """The entry t_row itself."""
        cell = cells[row]
        if cell.is_point:
            assert cell.low is not None
            return cls(cell.low, {}, cells)
        return cls(mpq(0), {row: mpq(1)}, cells)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Unknown):
            return other
        if not isinstance(other, AffineForm):
            return AffineForm(self.constant + other, self.slopes, self.cells)
        slopes = dict(self.slopes)
        for i, slope in other.slopes.items():
            slopes[i] = slopes.get(i, mpq(0)) + slope
            if not slopes[i]:
                del slopes[i]
        return AffineForm(self.constant + other.constant, slopes, self.cells)

    __radd__ = __add__

    def __neg__(self) -> AffineForm:
        return AffineForm(-self.constant, {i: -slope for i, slope in self.slopes.items()}, self.cells)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __mul__(self, factor: Any) -> Any:
        if isinstance(factor, Unknown):
            return factor * self
        if isinstance(factor, AffineForm):
            if factor.slopes:
                if self.slopes:
                    raise MixedEntries("a product of two entries is not affine: cells can't decide it")
                return factor * self.constant
            factor = factor.constant
        slopes = {i: slope * factor for i, slope in self.slopes.items()} if factor else {}
        return AffineForm(self.constant * factor, slopes, self.cells)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Any:
        return self * (1 / mpq(divisor))

    def __pow__(self, exponent: int) -> Any:
        if exponent == 0:
            return mpq(1)
        if exponent == 1:
            return self
        if self.slopes:
            raise MixedEntries("a power of an entry is not affine: cells can't decide it")
        return AffineForm(self.constant**exponent, {}, self.cells)

    def _minus(self, other: Any) -> AffineForm:
        difference = self - other
        if isinstance(difference, Unknown):
            raise difference.reason
        assert isinstance(difference, AffineForm)
        return difference

    def _signs(self) -> tuple[int, int]:
        """The least and the greatest sign (-1, 0 or 1) on the product; those between occur too."""
        if not self.slopes:
            sign = int(self.constant > 0) - int(self.constant < 0)
            return sign, sign
        attained = all(self.cells[i].closed for i in self.slopes)
        low, high = self._end(upper=False), self._end(upper=True)
        least = -1 if low is None or low < 0 else int(low > 0 or not attained)
        greatest = 1 if high is None or high > 0 else -int(high < 0 or not attained)
        return least, greatest

    def _end(self, upper: bool) -> Rational | None:
        total = self.constant
        for i, slope in self.slopes.items():
            end = self.cells[i].high if (slope > 0) == upper else self.cells[i].low
            if end is None:
                return None
            total += slope * end
        return total

    def _below(self, other: Any, limit: int) -> bool:
        """Whether all signs of self - other are below `limit`; True or False only if all, or none, are."""
        difference = self._minus(other)
        least, greatest = difference._signs()
        if greatest < limit or least >= limit:
            return greatest < limit
        raise difference._undecided()

    def _undecided(self) -> Undecided | MixedEntries:
        """Where the cell has to be cut for this form to have one sign."""
        if len(self.slopes) > 1:
            return MixedEntries(
                "a comparison depends on several entries at once: cells along single entries can't decide it"
            )
        ((row, slope),) = self.slopes.items()
        return Undecided(row, -self.constant / slope)

    def __lt__(self, other: Any) -> bool:
        return self._below(other, 0)

    def __le__(self, other: Any) -> bool:
        return self._below(other, 1)

    def __gt__(self, other: Any) -> bool:
        return not self._below(other, 1)

    def __ge__(self, other: Any) -> bool:
        return not self._below(other, 0)

    def __eq__(self, other: object) -> bool:
        difference = self._minus(other)
        least, greatest = difference._signs()
        if least <= 0 <= greatest and least < greatest:
            raise difference._undecided()
        return least == greatest == 0

    def __ne__(self, other: object) -> bool:
        return not self == other


class Unknown:
    """A value that hangs on an undecided comparison. Times 0 it is 0; compared with anything, it raises the reason."""

    __slots__ = ("reason",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, reason: Undecided | MixedEntries) -> None:
        self.reason = reason

    def __add__(self, other: Any) -> Unknown:
        return self

    __radd__ = __sub__ = __rsub__ = __add__

    def __neg__(self) -> Unknown:
        return self

    def __mul__(self, factor: Any) -> Any:
        if isinstance(factor, (AffineForm, Unknown)) or factor != 0:
            return self
        return mpq(0)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Any:
        if exponent > 1:
            raise self.reason
        return self if exponent else mpq(1)

    def _refused(self, other: Any) -> bool:
        raise self.reason

    __lt__ = __le__ = __gt__ = __ge__ = _refused

    def __eq__(self, other: object) -> bool:
        raise self.reason

    def __ne__(self, other: object) -> bool:
        raise self.reason
