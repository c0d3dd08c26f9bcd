"""What is said where somebody asks by a name for something that has no such name: what was given, and what there is."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from typing import Final, TypeVar

Value = TypeVar("Value")

MOST: Final = 12
LONGEST: Final = 60
"""Characters that are shown of what was given."""


def no_such(what: str, given: object, known: Collection[str], where: str) -> str:
    """ "step: yun2020:lemma8 has no 'propertie3'; it has property3, ... and 4 more", the nearest names first."""
    names = [*known]
    near = difflib.get_close_matches(given, names, 3) if isinstance(given, str) else []
    first = [*near, *(name for name in names if name not in near)][:MOST]
    more = f" and {len(names) - len(first)} more" if len(names) > len(first) else ""
    text = repr(given)
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    return f"{what}: {where} has no {shown}; it has {', '.join(first) or 'none'}{more}"


class ByName(dict[str, Value]):
    """A mapping whose KeyError names what was asked for, what was given and which names there are."""

    def __init__(self, what: str, where: str, items: Mapping[str, Value]) -> None:
        super().__init__(items)
        self._what, self._where = what, where

    def __missing__(self, name: object) -> Value:
        raise KeyError(no_such(self._what, name, self, self._where))

    def __reduce__(self) -> tuple[type[ByName[Value]], tuple[str, str, dict[str, Value]]]:
        return ByName, (self._what, self._where, dict(self))
