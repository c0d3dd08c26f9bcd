"""Enclosures: intervals with exact ends that contain whatever +, -, *, / and powers make of numbers in given intervals.

Ends are integers, rationals or batches of them. Nothing is rounded: the ends are those of the natural interval
extension, the same on every machine. There is no order on enclosures.
"""

from __future__ import annotations

from typing import Any, NoReturn

from gmpy2 import mpq

from exactua.arithmetic.batches import Batch, choose, maximum, minimum
from exactua.errors import ExactuaError


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
