"""Batches of exact numbers: integers over one common denominator, with a proven bound on their size.

The bound travels with every operation (interval arithmetic on Python integers), and it alone picks the
representation: 64-bit arrays while every value fits in 62 bits, arrays of big integers from there on.
So no operation can overflow.

Enclosures are intervals whose exact ends are integers, rationals or batches of them: they contain whatever +, -, *, /
and powers make of numbers in given intervals. Nothing is rounded: the ends are those of the natural interval extension,
the same on every machine. There is no order on enclosures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import gcd, lcm
from typing import Any, Final, NoReturn, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic import straight_line as programs
from exactua.arithmetic.rationals import Rational
from exactua.errors import ExactuaError

IntArray = NDArray[Any]
"""An array of int64, or of Python integers (dtype object)."""

BoolArray = NDArray[np.bool_]

LIMIT: Final = 2**62
"""Values strictly below this in size stay in 64 bits; sums and differences of two of them still fit."""

Scalar: TypeAlias = int | Rational
_RATIONAL: Final = type(mpq())


class Batch:
    """Exact numbers numerators / denominator, elementwise, with low <= numerators <= high proven.

    Shape: any; the evaluators use (points,) for one number a point and (n, points) for one a column.
    """

    __slots__ = ("denominator", "high", "low", "numerators")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, numerators: IntArray, denominator: int, low: int, high: int) -> None:
        self.numerators, self.denominator, self.low, self.high = numerators, denominator, low, high

    @classmethod
    def of(cls, numerators: IntArray, denominator: int = 1) -> Batch:
        """The batch of these integers over `denominator`, with the bound read off the data."""
        return cls(numerators, denominator, 0, 0).tightened()

    def tightened(self) -> Batch:
        """The same numbers with the least bound, in the smallest representation that the bound allows."""
        if self.numerators.size == 0:
            return Batch(self.numerators.astype(np.int64), self.denominator, 0, 0)
        low, high = int(self.numerators.min()), int(self.numerators.max())
        numerators = self.numerators
        fits = _fits(low, high)
        if fits == (numerators.dtype == object):
            numerators = numerators.astype(np.int64 if fits else object)
        return Batch(numerators, self.denominator, low, high)

    @property
    def bits(self) -> int:
        """The proven bound on the bit length of every numerator."""
        return max(abs(self.low), abs(self.high)).bit_length()

    def __getitem__(self, index: Any) -> Batch:
        return Batch(self.numerators[index], self.denominator, self.low, self.high)

    def value(self, index: int) -> Rational:
        """The number at one position of a one-dimensional batch."""
        return mpq(int(self.numerators[index]), self.denominator)

    def exact_sum(self) -> Rational:
        """The sum of all numbers, exactly."""
        numerators = self.numerators.ravel()
        if numerators.dtype == object:
            return mpq(int(sum(numerators)), self.denominator)
        upper = int((numerators >> 32).sum())
        lower = int((numerators & 0xFFFFFFFF).sum())
        return mpq((upper << 32) + lower, self.denominator)

    def _aligned(self, other: Batch | Scalar) -> tuple[Batch, Batch | int, int]:
        """Both operands as integers over one common denominator."""
        if isinstance(other, Batch):
            theirs = other.denominator
        else:
            other = mpq(other)
            theirs = int(other.denominator)
        common = self.denominator * theirs // gcd(self.denominator, theirs)
        mine = self._scaled(common // self.denominator)
        if isinstance(other, Batch):
            return mine, other._scaled(common // other.denominator), common
        return mine, int(other.numerator) * (common // theirs), common

    def _scaled(self, factor: int) -> Batch:
        """The integers times `factor`, as a batch over denominator 1."""
        if factor == 1:
            return Batch(self.numerators, 1, self.low, self.high)
        ends = (self.low * factor, self.high * factor)
        return _wide(self, min(ends), max(ends), lambda a: a * factor, factor)

    def __add__(self, other: Any) -> Batch:
        if not isinstance(other, (Batch, int, _RATIONAL)):
            return NotImplemented
        mine, theirs, common = self._aligned(other)
        if isinstance(theirs, Batch):
            return _both(mine, theirs, mine.low + theirs.low, mine.high + theirs.high, np.add, common)
        return _one(mine, theirs, mine.low + theirs, mine.high + theirs, np.add, common)

    __radd__ = __add__

    def __neg__(self) -> Batch:
        return Batch(-self.numerators, self.denominator, -self.high, -self.low)

    def __sub__(self, other: Any) -> Batch:
        if not isinstance(other, (Batch, int, _RATIONAL)):
            return NotImplemented
        return self + (-other)

    def __rsub__(self, other: Scalar) -> Batch:
        return (-self) + other

    def __mul__(self, other: Any) -> Batch:
        if isinstance(other, Batch):
            ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
            return _both(self, other, min(ends), max(ends), np.multiply, self.denominator * other.denominator)
        if not isinstance(other, (int, _RATIONAL)):
            return NotImplemented
        other = mpq(other)
        shared = gcd(int(other.numerator), self.denominator)
        scaled = self._scaled(int(other.numerator) // shared if shared else 0)
        return Batch(scaled.numerators, self.denominator // shared * int(other.denominator), scaled.low, scaled.high)

    __rmul__ = __mul__

    def __truediv__(self, other: Scalar) -> Batch:
        exact = mpq(other)
        quotient: Batch = self * mpq(exact.denominator, exact.numerator)
        return quotient

    def __pow__(self, exponent: int) -> Batch:
        power: Batch | None = None
        for _ in range(exponent):
            power = self if power is None else power * self
        return Batch.of(np.ones_like(self.numerators)) if power is None else power

    def _compared(self, other: Any, relation: Any) -> Any:
        if not isinstance(other, (Batch, int, _RATIONAL)):
            return NotImplemented  # its own comparison says what is wrong
        mine, theirs, _ = self._aligned(other)
        if isinstance(theirs, Batch):
            result: BoolArray = relation(mine.numerators, theirs.numerators)
        elif -LIMIT < theirs < LIMIT or mine.numerators.dtype == object:
            result = relation(mine.numerators, theirs)
        else:  # every value is in 62 bits and the constant is not: its sign decides
            result = np.full(mine.numerators.shape, bool(relation(0, theirs)))
        return result.astype(np.bool_, copy=False)

    def __lt__(self, other: Batch | Scalar) -> Any:
        return self._compared(other, np.less)

    def __le__(self, other: Batch | Scalar) -> Any:
        return self._compared(other, np.less_equal)

    def __gt__(self, other: Batch | Scalar) -> Any:
        return self._compared(other, np.greater)

    def __ge__(self, other: Batch | Scalar) -> Any:
        return self._compared(other, np.greater_equal)

    def __eq__(self, other: object) -> Any:
        return self._compared(other, np.equal)

    def __ne__(self, other: object) -> Any:
        return self._compared(other, np.not_equal)

    def floor(self) -> Batch:
        """The greatest integers that are not greater."""
        if self.denominator == 1:
            return self
        low, high = self.low // self.denominator, self.high // self.denominator
        wide = self.denominator >= LIMIT and self.numerators.dtype != object
        numerators = self.numerators.astype(object) if wide else self.numerators
        return Batch(numerators // self.denominator, 1, low, high)


def minimum(left: Any, right: Any) -> Any:
    """The smaller of two numbers, elementwise where one is a batch."""
    return _extreme(left, right, np.minimum, min)


def maximum(left: Any, right: Any) -> Any:
    """The larger of two numbers, elementwise where one is a batch."""
    return _extreme(left, right, np.maximum, max)


def choose(condition: Any, then: Any, otherwise: Any) -> Any:
    """`then` where the condition is true, else `otherwise`; all three may be batches."""
    if isinstance(condition, (bool, np.bool_)):
        return then if condition else otherwise
    if isinstance(condition, programs.Truth):
        return programs.select(condition, then, otherwise)
    first, second = broadcast(then, condition.shape), broadcast(otherwise, condition.shape)
    mine, theirs, common = first._aligned(second)
    assert isinstance(theirs, Batch)
    low, high = min(mine.low, theirs.low), max(mine.high, theirs.high)
    return Batch(np.where(condition, mine.numerators, theirs.numerators), common, low, high)


def selected(numbers: Batch, values: Sequence[Scalar]) -> Batch:
    """For each of these numbers, from 1, the value of that number. `numbers` are integers in 1, ..., len(values)."""
    exact = [mpq(value) for value in values]
    common = lcm(*(int(value.denominator) for value in exact))
    table = Batch.of(np.array([int(value * common) for value in exact], dtype=object), common)
    whole = numbers.numerators // numbers.denominator
    return Batch(table.numerators[(whole - 1).astype(np.int64)], common, table.low, table.high)


def broadcast(value: Batch | Scalar, shape: int | tuple[int, ...]) -> Batch:
    """A number as a batch of this shape; a batch as it is."""
    if isinstance(value, Batch):
        return value
    exact = mpq(value)
    numerator = int(exact.numerator)
    dtype = np.int64 if -LIMIT < numerator < LIMIT else object
    return Batch(np.full(shape, numerator, dtype=dtype), int(exact.denominator), numerator, numerator)


def stack(parts: Sequence[Batch]) -> Batch:
    """Batches of one shape as rows of one batch, over their common denominator."""
    return _together(parts, np.stack)


def beside(parts: Sequence[Batch]) -> Batch:
    """Batches that differ in their last axis alone, one behind the other, over their common denominator."""
    return _together(parts, partial(np.concatenate, axis=-1))


def _together(parts: Sequence[Batch], join: Callable[[list[IntArray]], IntArray]) -> Batch:
    common = lcm(*(part.denominator for part in parts))
    scaled = [part * mpq(common) for part in parts]
    low, high = min(part.low for part in scaled), max(part.high for part in scaled)
    return Batch(join([part.numerators for part in scaled]), common, low, high).tightened()


def _extreme(left: Any, right: Any, arrays: Any, scalars: Any) -> Any:
    if isinstance(left, programs.Number) or isinstance(right, programs.Number):
        number, other = (left, right) if isinstance(left, programs.Number) else (right, left)
        return number.least(other) if scalars is min else number.greatest(other)
    if not isinstance(left, Batch) and not isinstance(right, Batch):
        return scalars(left, right)
    shape = (left if isinstance(left, Batch) else right).numerators.shape
    mine, theirs, common = broadcast(left, shape)._aligned(broadcast(right, shape))
    assert isinstance(theirs, Batch)
    low, high = scalars(mine.low, theirs.low), scalars(mine.high, theirs.high)
    return Batch(arrays(mine.numerators, theirs.numerators), common, low, high)


def _fits(low: int, high: int) -> bool:
    return low > -LIMIT and high < LIMIT


def _wide(batch: Batch, low: int, high: int, operation: Any, operand: int) -> Batch:
    numerators = batch.numerators
    if numerators.dtype != object and not (_fits(low, high) and -LIMIT < operand < LIMIT):
        numerators = numerators.astype(object)
    return Batch(operation(numerators), 1, low, high)


def _one(batch: Batch, operand: int, low: int, high: int, operation: Any, denominator: int) -> Batch:
    wide = _wide(batch, low, high, lambda a: operation(a, operand), operand)
    return Batch(wide.numerators, denominator, low, high)


def _both(left: Batch, right: Batch, low: int, high: int, operation: Any, denominator: int) -> Batch:
    a, b = left.numerators, right.numerators
    if not _fits(low, high) and a.dtype != object:
        a = a.astype(object)
    return Batch(operation(a, b), denominator, low, high)


class EnclosureError(ExactuaError):
    """An enclosure was compared, or was divided by while it contains 0."""


class Enclosure:
    """All numbers from `low` to `high`, ends included."""

    __slots__ = ("high", "low")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, low: Any, high: Any) -> None:
        self.low, self.high = low, high

    @staticmethod
    def of(value: Any) -> Enclosure:
        """The enclosure itself, or a number as an interval without width."""
        return value if isinstance(value, Enclosure) else Enclosure(value, value)

    def __add__(self, other: Any) -> Enclosure:
        other = Enclosure.of(other)
        return Enclosure(self.low + other.low, self.high + other.high)

    __radd__ = __add__

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.high, -self.low)

    def __sub__(self, other: Any) -> Enclosure:
        return self + -Enclosure.of(other)

    def __rsub__(self, other: Any) -> Enclosure:
        return Enclosure.of(other) + -self

    def __mul__(self, other: Any) -> Enclosure:
        other = Enclosure.of(other)
        first, *others = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        low = high = first
        for value in others:
            low, high = minimum(low, value), maximum(high, value)
        return Enclosure(low, high)

    __rmul__ = __mul__

    def inverse(self) -> Enclosure:
        """1 / x for all x. Raises EnclosureError where 0 is among them, NotImplementedError for batches."""
        if isinstance(self.low, Batch) or isinstance(self.high, Batch):
            raise NotImplementedError
        if self.low <= 0 <= self.high:
            raise EnclosureError(f"a division by numbers in [{mpq(self.low)}, {mpq(self.high)}], which has 0 in it")
        return Enclosure(1 / mpq(self.high), 1 / mpq(self.low))

    def __pow__(self, exponent: int) -> Enclosure:
        low, high = self.low**exponent, self.high**exponent
        if exponent % 2:
            return Enclosure(low, high)
        if not exponent:
            return Enclosure(1, 1)
        # the least is 0 where 0 is inside: max(low, -high, 0) is the distance of 0 from the interval
        nearest = maximum(maximum(self.low, -self.high), 0)
        return Enclosure(nearest**exponent, maximum(low, high))

    def _refused(self, other: object) -> NoReturn:
        raise EnclosureError("enclosures are not compared: a bound takes +, -, *, / and powers of its variables")

    __lt__ = __le__ = __gt__ = __ge__ = _refused
    __eq__ = __ne__ = _refused


def chosen(condition: Any, then: Any, otherwise: Any) -> Any:
    """`then` where the condition is true, else `otherwise`: numbers, batches or enclosures of them."""
    if not isinstance(then, Enclosure) and not isinstance(otherwise, Enclosure):
        return choose(condition, then, otherwise)
    first, second = Enclosure.of(then), Enclosure.of(otherwise)
    return Enclosure(choose(condition, first.low, second.low), choose(condition, first.high, second.high))
