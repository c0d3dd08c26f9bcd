"""Whether a floating point format holds every number of a set, or of each column of an array, from three facts.

A format of p bits holds a rational v != 0 where v is a binary fraction, its odd part (v without its powers of 2) is
less than 2^p, |v| is at most the greatest finite number, and v is a multiple of the least number above 0. Over a set
these speak of three extremes alone: the largest odd part, the largest |v|, the greatest common divisor of all v. Those
of all products of a number of one set and one of another are the products of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd, lcm
from typing import Final

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.batches import Batch, IntArray, maximum
from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.rationals import Rational

ZERO: Final = mpq(0)


def power_of_two(value: Rational) -> int:
    """The k for which value is 2^k times a fraction of two odd numbers. `value` is not 0."""
    numerator, denominator = abs(int(value.numerator)), int(value.denominator)
    return ((numerator & -numerator).bit_length() - 1) - ((denominator & -denominator).bit_length() - 1)


def odd_part(value: Rational) -> Rational:
    """|value| without its powers of 2; 0 for 0."""
    if not value:
        return mpq(0)
    power = power_of_two(value)
    return abs(value) / mpq(2) ** power if power >= 0 else abs(value) * mpq(2) ** -power


def common_divisor(a: Rational, b: Rational) -> Rational:
    """The greatest rational of which both are multiples by integers; 0 for 0 and 0."""
    return mpq(gcd(int(a.numerator), int(b.numerator)), lcm(int(a.denominator), int(b.denominator)))


@dataclass(frozen=True)
class Needed:
    """What a set of numbers takes of a format: significant bits, and exponents."""

    digits: int
    """The most significant bits that one of them has; 0 where all are 0."""
    exponents: tuple[int, int] | None
    """All are multiples of 2 to the first, and the largest |v| lies from 2 to the second on; None where all are 0."""


@dataclass(frozen=True)
class Extent:
    """What decides of a finite set of rationals whether a format holds all of them; the empty set has zeros."""

    largest: Rational = ZERO
    """The largest |v|."""
    odd: Rational = ZERO
    """The largest odd part."""
    divisor: Rational = ZERO
    """The greatest common divisor."""

    @classmethod
    def of(cls, values: Iterable[Rational]) -> Extent:
        """That of these numbers."""
        extent = cls()
        for value in values:
            extent |= cls(abs(value), odd_part(value), abs(value))
        return extent

    def __or__(self, other: Extent) -> Extent:
        """That of both sets together."""
        return Extent(
            max(self.largest, other.largest), max(self.odd, other.odd), common_divisor(self.divisor, other.divisor)
        )

    def __mul__(self, other: Extent) -> Extent:
        """That of all products of a number of this set and one of the other."""
        return Extent(self.largest * other.largest, self.odd * other.odd, self.divisor * other.divisor)

    def scaled(self, factor: Rational) -> Extent:
        """That of all numbers times `factor`, which is > 0."""
        return Extent(self.largest * factor, self.odd * odd_part(factor), self.divisor * factor)

    def bits(self, unit: Rational) -> int:
        """The bit length of the largest numerator where all numbers are written as integers times `unit`.

        Raises ValueError where one of them is no integer multiple of it.
        """
        if (self.divisor / unit).denominator != 1:
            raise ValueError(f"not all numbers are multiples of {unit}")
        return int(self.largest / unit).bit_length()

    @property
    def needed(self) -> Needed | None:
        """What a binary format must have to hold all of them; None where one of them is no binary fraction."""
        if not self.divisor:
            return Needed(0, None)
        if odd_part(self.divisor).denominator != 1:
            return None
        whole = int(self.largest / self.divisor)
        least = power_of_two(self.divisor)
        return Needed(
            int(self.odd).bit_length(), (least, least + (whole * int(odd_part(self.divisor))).bit_length() - 1)
        )

    def lost(self, form: FloatFormat) -> str | None:
        """Why the format does not hold all of them, in a few words; None where it does."""
        if not self.divisor:
            return None
        if odd_part(self.divisor).denominator != 1:
            return "no binary fraction"
        if self.largest > form.largest:
            return "beyond the greatest number"
        if self.odd >= 2**form.precision:
            return f"{int(self.odd).bit_length()} significant bits"
        if power_of_two(self.divisor) < form.finest:
            return "finer than the least number"
        return None


def narrowest(held: Sequence[FloatFormat]) -> tuple[FloatFormat, ...]:
    """Those of the formats whose numbers take the fewest bits: several where they take equally many."""
    fewest = min((form.bits for form in held), default=0)
    return tuple(form for form in held if form.bits == fewest)


@dataclass(frozen=True)
class Columns:
    """The three facts of `Extent` for each column, shape (columns,), of integers that are counted in `unit`."""

    largest: Batch
    odd: Batch
    divisor: Batch
    unit: Rational

    @classmethod
    def of(cls, values: Batch, unit: Rational) -> Columns:
        """Of integers of shape (numbers, columns)."""
        size = np.abs(values.numerators)
        safe = np.where(size == 0, 1, size)
        odd = np.where(size == 0, 0, safe // (safe & -safe))
        divisor = np.gcd.reduce(size, axis=0)
        return cls(Batch.of(size.max(axis=0)), Batch.of(odd.max(axis=0)), Batch.of(divisor), unit)

    def __mul__(self, other: Columns) -> Columns:
        """Of all products of a number here with one there, column by column."""
        return Columns(
            self.largest * other.largest, self.odd * other.odd, self.divisor * other.divisor, self.unit * other.unit
        )

    def beside(self, other: Columns) -> Columns:
        """Of the numbers of both, column by column, where they are counted in the same unit."""
        assert self.unit == other.unit
        divisor = np.gcd(self.divisor.numerators, other.divisor.numerators)
        return Columns(maximum(self.largest, other.largest), maximum(self.odd, other.odd), Batch.of(divisor), self.unit)

    def total(self) -> Extent:
        """Of all columns together."""
        if not self.largest.numerators.size:
            return Extent()
        divisor = np.gcd.reduce(self.divisor.numerators)
        facts = (self.largest.numerators.max(), self.odd.numerators.max(), divisor)
        return Extent(*(mpq(int(fact)) for fact in facts)).scaled(self.unit)

    def first_lost(self, form: FloatFormat, factor: Rational) -> int | None:
        """The first column with a number that, times `factor`, the format does not hold; None where there is none."""
        facts = (batch.numerators.tolist() for batch in (self.largest, self.odd, self.divisor))
        for k, extent in enumerate(zip(*facts, strict=True)):
            if Extent(*map(mpq, extent)).scaled(self.unit * factor).lost(form) is not None:
                return k
        return None


class NotInUnits(ValueError):
    """A number is no integer multiple of the unit that all are counted in."""


def integers(numbers: Batch, m: int) -> Batch:
    """The numbers in units of 1/m, over denominator 1. Raises NotInUnits where one of them is no multiple of it."""
    multiples = (numbers * m).tightened()
    if (multiples.numerators % multiples.denominator).any():
        raise NotInUnits(f"an id is no multiple of 1/{m}")
    whole: IntArray = multiples.numerators // multiples.denominator
    return Batch.of(whole)
