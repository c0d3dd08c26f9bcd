"""What was asked of something for an operand, wherever that was said: words for their tokens, and the places of these.

A condition that was made outside of a step, at the head of a file or in another cell, is asked what it is about when a
step says it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol


class Asked(Protocol):
    """What steps may ask something of: domains of words, for tokens and their places."""

    def note(self) -> None:
        """Says that it is asked."""


_NOTHING: Final[frozenset[Asked]] = frozenset()


def asked_for(*parts: object) -> frozenset[Asked]:
    """What was asked for any of these, as far as they are operands or integers that know it."""
    return _NOTHING.union(*(getattr(part, "asked", _NOTHING) for part in parts))


def _known(operator: Callable[[int, int], Any]) -> Callable[[AskedInteger, int], Any]:
    def method(self: AskedInteger, other: int) -> Any:
        value = operator(self, other)
        if value is NotImplemented:
            return value
        result = AskedInteger(value)
        result.asked = asked_for(self, other)
        return result

    return method


class AskedInteger(int):
    """An integer that knows of what it was asked, such as the row of a token; sums with others know it too."""

    asked: frozenset[Asked] = _NOTHING
    __add__ = __radd__ = _known(int.__add__)
    __sub__, __rsub__ = _known(int.__sub__), _known(int.__rsub__)

    def __reduce__(self) -> tuple[Any, ...]:
        return int, (int(self),)
