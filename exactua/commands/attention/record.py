"""What `attention` finds, as data: how closely each exact output is enclosed, and the errors of a given output."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.reprs import RichRepr
from exactua.softmax.attention.algorithms import Algorithm
from exactua.softmax.attention.erring import EntryError, Errors, Place
from exactua.softmax.attention.inputs import Inputs
from exactua.softmax.floats.dyadics import Floats

ZERO: Final = mpq(0)


@dataclass
class Tolerance:
    """Whether |given - exact| <= atol + rtol |exact|, decided entry by entry."""

    atol: Rational
    rtol: Rational
    within: int = 0
    beyond: int = 0
    undecided: int = 0
    """Entries whose enclosure is too wide to tell."""
    worst: EntryError | None = None
    """Of the entries beyond it the one that is farthest beyond; the first of them where several are."""
    excess: Rational | None = None
    """By how much that one is beyond it, at least."""


@dataclass
class Expected:
    """Whether the errors are such as an algorithm may make: each is compared with its own proven bound."""

    algorithm: Algorithm
    greatest: Rational = ZERO
    """The greatest bound of all entries."""
    within: int = 0
    beyond: int = 0
    undecided: int = 0
    """Entries whose enclosure is too wide to tell."""
    closest: EntryError | None = None
    """The entry whose error is the largest part of its bound."""
    part: Rational = ZERO
    """That part, at most: above 1 it is beyond the bound."""
    bound: Rational = ZERO
    """The bound of that entry."""
    foreign: int = 0
    """Finite entries that are no numbers of the format to which the algorithm rounds its output."""
    first_foreign: Place | None = None
    """The place of the first of them."""


@dataclass
class Nearest:
    """The exact outputs, each rounded to the nearest number of a format."""

    dtype: str
    array: np.ndarray[Any, Any]
    undecided: int = 0
    """Entries of which the nearest number is not known: the lower end of the enclosure, rounded, stands there."""
    undefined: int = 0
    """Queries that see no key: NaN stands there."""


@dataclass
class ErrorMap:
    """Every entry, for a picture: log10 of its error and of its bound, rounded to doubles, in the shape of the output.

    -inf is an error of 0; NaN is where there is no error or no bound. `beyond` is True where an error was decided to be
    beyond its bound.
    """

    errors: Floats
    bounds: Floats
    beyond: np.ndarray[Any, np.dtype[np.bool_]]

    @classmethod
    def of(cls, shape: tuple[int, ...]) -> ErrorMap:
        """An empty one."""
        return cls(np.full(shape, np.nan), np.full(shape, np.nan), np.zeros(shape, dtype=np.bool_))

    def add(self, entry: EntryError, bound: Rational | None) -> None:
        """Notes what an entry errs by at most, and its bound."""
        self.errors[entry.place] = _log10(entry.absolute[1])
        if bound is not None:
            self.bounds[entry.place] = _log10(bound)
            self.beyond[entry.place] = entry.absolute[0] > bound


def _log10(x: Rational) -> float:
    """Of a number >= 0 of any size."""
    return math.log10(int(x.numerator)) - math.log10(int(x.denominator)) if x else -math.inf


@dataclass(frozen=True, repr=False)
class Attention(RichRepr):
    """The exact attention of some tensors, and what was asked of it."""

    _told_by: ClassVar[str] = "exactua.commands.attention.words"

    lead: tuple[int, ...]
    """The axes before tokens: batch and heads, or none."""
    sizes: tuple[int, int, int, int]
    """Queries, keys, and the sizes of keys and of values."""
    scale: str
    hidden: int
    """Pairs of a query and a key that it does not see."""
    undefined: int
    """Queries that see no key."""
    digits: int
    bits: int
    radius: Rational
    """No output is farther than that from the centre of its enclosure."""
    errors: Errors | None
    tolerance: Tolerance | None
    expected: Expected | None
    nearest: Nearest | None
    seconds: float
    inputs: Inputs | None = None
    """What was asked of the numbers of Q, K, V and the bias; None where no algorithm was named."""
    entries: ErrorMap | None = None
    """Every entry, where that was asked for."""

    @property
    def exit_code(self) -> int:
        """0: what was asked is so; 1: an entry is beyond its bound, or not finite; 3: an entry is not decided."""
        asked = [each for each in (self.tolerance, self.expected) if each is not None]
        if (self.errors is not None and self.errors.not_finite) or any(each.beyond for each in asked):
            return 1
        nearest = [] if self.nearest is None else [self.nearest]
        return 3 if any(each.undecided for each in (*asked, *nearest)) else 0
