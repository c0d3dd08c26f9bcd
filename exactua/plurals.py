"""How many there are of something: one is one, and several have the plural."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final


def counted(number: int, noun: str) -> str:
    """ "1 check", "2 checks"; "2 entries", "2 keys", "2 classes"."""
    endings = {"y": f"{noun}s" if noun[-2:-1] in "aeou" else f"{noun[:-1]}ies", "s": f"{noun}es"}
    return f"{number:,} {noun if number == 1 else endings.get(noun[-1], f'{noun}s')}"


_OF_SEVERAL: Final = {"holds": "hold", "breaks": "break", "does": "do", "is": "are"}


def so_many(number: int, verb: str) -> str:
    """ "1 holds", "2 hold"; "2 do not break", "2 refuted"."""
    first, space, rest = verb.partition(" ")
    said = first if number == 1 else _OF_SEVERAL.get(first, first)
    return f"{number:,} {said}{space}{rest}"


def instances_within(boxes: Sequence[Mapping[str, int | str]]) -> str:
    """How many instances there are, and whether they leave gaps in the ranges of their parameters.

    "4 instances" where every combination is among them, else "4 instances in these ranges, not all".
    """
    number = counted(len(boxes), "instance")
    values = [{box.get(name) for box in boxes} for name in dict.fromkeys(name for box in boxes for name in box)]
    return number if len(boxes) >= math.prod(map(_width, values)) else f"{number} in these ranges, not all"


def every_instance(number: int) -> str:
    """All instances that there are: "the one instance", "both instances", "all 41 instances"."""
    return {1: "the one instance", 2: "both instances"}.get(number, f"all {number:,} instances")


def _width(values: set[int | str | None]) -> int:
    """How many values a range a..b of integers has, or how many words are listed."""
    numbers = [value for value in values if isinstance(value, int)]
    return max(numbers) - min(numbers) + 1 if len(numbers) == len(values) else len(values)
