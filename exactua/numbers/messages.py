"""Values in messages: short whatever they are, and safe to print."""

from __future__ import annotations

from json import dumps

from exactua.numbers.rationals import written

_LONGEST = 60


def brief(value: object) -> str:
    """The value as Python writes it, cut if it is long; integers of any size are fine."""
    return cut(written(value) if type(value) is int else repr(value))


def quoted(text: str) -> str:
    """The text in quotes, escaped, cut if it is long."""
    return dumps(cut(text))


def plain(text: str) -> str:
    """The text as it is, cut if it is long; in quotes and escaped if a terminal might not print it as it is."""
    return cut(text) if text.isprintable() else quoted(text)


def cut(text: str, longest: int = _LONGEST) -> str:
    """The text, its end left out if it is longer than `longest`."""
    return text if len(text) <= longest else text[: longest - 3] + "..."
