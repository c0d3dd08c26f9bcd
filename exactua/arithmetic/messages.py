"""Values in messages: short whatever they are, and safe to print."""

from __future__ import annotations

from json import dumps
from types import FunctionType, GeneratorType, MethodType

from exactua.arithmetic.rationals import written
from exactua.visible_text import visible

_LONGEST = 60


def brief(value: object) -> str:
    """The value as Python writes it, its first line, cut if it is long; integers of any size are fine.

    What Python writes with an address in memory is told by its kind and name.
    """
    if called := _called(value):
        return cut(called)
    first, more, _ = (written(value) if type(value) is int else repr(value)).partition("\n")
    return cut(f"{first}..." if more else first)


def _called(value: object) -> str:
    """What a function, or an object without a text of its own, is called; "" of any other value."""
    if isinstance(value, (FunctionType, MethodType)):
        return "a function" if value.__name__ == "<lambda>" else f"the function {value.__name__}"
    if isinstance(value, GeneratorType):
        return "a generator"
    return f"an object of {type(value).__name__}" if type(value).__repr__ is object.__repr__ else ""


def quoted(text: str) -> str:
    """The text in quotes, escaped, cut if it is long."""
    return visible(dumps(cut(text), ensure_ascii=False))


def plain(text: str) -> str:
    """The text as it is, cut if it is long; what a terminal might not print as it is stands there escaped."""
    return visible(cut(text))


def cut(text: str, longest: int = _LONGEST) -> str:
    """The text, its end left out if it is longer than `longest`."""
    return text if len(text) <= longest else text[: longest - 3] + "..."
