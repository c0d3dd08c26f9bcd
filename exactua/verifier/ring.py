"""What all numbers with a + and a * of their own make of them."""

from __future__ import annotations

from .values import Number


class Ring:
    """Differences and negatives, and both operators with a rational number on the left."""

    __slots__ = ()

    def __add__(self, other: Number) -> Number:
        raise NotImplementedError

    __mul__ = __add__

    def __radd__(self, other: Number) -> Number:
        return self + other

    def __rmul__(self, other: Number) -> Number:
        return self * other

    def __neg__(self) -> Number:
        return self * -1

    def __sub__(self, other: Number) -> Number:
        return self + other * -1

    def __rsub__(self, other: Number) -> Number:
        return self * -1 + other
