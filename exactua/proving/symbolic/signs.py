"""Signs that hold for all points at once, the answers of comparisons, and what is left open.

A comparison has three answers: True, False, or `OPEN`, where signs don't show either. Nothing is guessed: `OPEN`
may meet other truth values (open and False is False), and refuses to be a plain one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from exactua.terms.evaluation import NotObserved

Sign = int | None
"""2: positive everywhere, 1: nowhere negative, 0: zero, -1: nowhere positive, -2: negative everywhere, None: open."""


class Open:
    """The truth value of a comparison that signs don't decide (Kleene's third value)."""

    __slots__ = ()

    def __and__(self, other: Any) -> Any:
        return False if other is False else self

    def __or__(self, other: Any) -> Any:
        return True if other is True else self

    def __invert__(self) -> Open:
        return self

    def __bool__(self) -> bool:
        raise NotObserved("a condition that signs don't decide")

    __rand__, __ror__ = __and__, __or__

    def __repr__(self) -> str:
        return "OPEN"


OPEN: Final = Open()


class Unknown:
    """A number that there is at every point, and of which nothing else is known: it is equal to itself alone."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]
    sign: Final = None

    def _other(self, *others: Any) -> Unknown:
        return Unknown()

    def _open(self, other: object) -> Any:
        return OPEN

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = _other
    __lt__ = __le__ = __gt__ = __ge__ = _open

    def __eq__(self, other: object) -> Any:
        return True if self is other else OPEN

    def __ne__(self, other: object) -> Any:
        return False if self is other else OPEN


Answer = bool | Open


def below(sign: Sign) -> Answer:
    """Whether a number of this sign is < 0."""
    return OPEN if sign is None else True if sign == -2 else False if sign >= 0 else OPEN


def at_most(sign: Sign) -> Answer:
    """Whether a number of this sign is <= 0."""
    return OPEN if sign is None else True if sign <= 0 else False if sign == 2 else OPEN


def zero(sign: Sign) -> Answer:
    """Whether a number of this sign is 0."""
    return True if sign == 0 else False if sign in (2, -2) else OPEN


def joint(signs: Iterable[Sign]) -> Sign:
    """The sign of whatever lies between numbers with these signs; 0 of none."""
    distinct = set(signs)
    if None in distinct:
        return None
    least, most = min(distinct, default=0), max(distinct, default=0)  # type: ignore[type-var]
    if least == most:
        return least
    if least is not None and least >= 0:
        return 1
    return -1 if most is not None and most <= 0 else None


def negated(answer: Answer) -> Answer:
    """The opposite truth value."""
    return answer if isinstance(answer, Open) else not answer
