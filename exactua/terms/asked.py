"""What was asked of something for an operand, wherever that was said: words for their tokens, and the places of these.

A condition that was made outside of a step, at the head of a file or in another cell, is asked what it is about when a
step says it.
"""

from __future__ import annotations

from typing import Any, Final, Protocol


class Asked(Protocol):
    """What steps may ask something of: domains of words, for tokens and their places."""

    def note(self) -> None:
        """Says that it is asked."""


_NOTHING: Final[frozenset[Asked]] = frozenset()


def asked_for(*parts: object) -> frozenset[Asked]:
    """What was asked for any of these, as far as they are operands or integers that know it."""
    return _NOTHING.union(*(getattr(part, "asked", _NOTHING) for part in parts))


class AskedInteger(int):
    """An integer that knows of what it was asked, such as the row of a token; sums with others know it too."""

    asked: frozenset[Asked]

    def __new__(cls, value: int, asked: frozenset[Asked]) -> AskedInteger:
        """The integer `value`, for which these were asked."""
        made = super().__new__(cls, value)
        made.asked = asked
        return made

    def __add__(self, other: int) -> int:
        return self._with(super().__add__(other), other)

    def __sub__(self, other: int) -> int:
        return self._with(super().__sub__(other), other)

    def __rsub__(self, other: int) -> int:
        return self._with(super().__rsub__(other), other)

    __radd__ = __add__

    def _with(self, value: int, other: object) -> int:
        return AskedInteger(value, asked_for(self, other)) if isinstance(value, int) else value

    def __reduce__(self) -> tuple[Any, ...]:
        return int, (int(self),)
