"""Arrays of integers, column by column: what `Extent` says of a set, of every point of a batch at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.batches import Batch, IntArray, maximum
from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.rationals import Rational
from exactua.commands.bits.extents import Extent


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


def integers(numbers: Batch, m: int) -> Batch:
    """The numbers in units of 1/m, over denominator 1. Raises ValueError where one of them is no multiple of it."""
    multiples = (numbers * m).tightened()
    if (multiples.numerators % multiples.denominator).any():
        raise ValueError(f"an id is no multiple of 1/{m}")
    whole: IntArray = multiples.numerators // multiples.denominator
    return Batch.of(whole)
