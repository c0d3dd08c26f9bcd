"""Ranges of parameter values as people write them, on command lines and in manifests: 3, 1..3, 1,3; 1/2..1/8."""

from __future__ import annotations

import re
from typing import Final

from exactua.errors import InputError

MOST_BOXES: Final = 10_000
LONGEST_QUOTED: Final = 60


def quoted(part: str) -> str:
    """What was given, in quotes; of something long only how it begins."""
    given = part.strip()
    return repr(given) if len(given) <= LONGEST_QUOTED else f"{given[:LONGEST_QUOTED]!r}... ({len(given):,} characters)"


def integers(text: str, argument: str) -> list[int]:
    """The integers that "3", "1..3" or "1,3" writes. Raises InputError for anything else."""
    values: list[int] = []
    for part in text.split(","):
        single = re.fullmatch(r"\s*([+-]?[0-9]{1,30})\s*", part)
        several = re.fullmatch(r"\s*([0-9]{1,30})\s*\.\.\s*([0-9]{1,30})\s*", part)
        if single:
            values.append(int(single[1]))
        elif several:
            low, high = int(several[1]), int(several[2])
            if low > high or high - low >= MOST_BOXES:
                raise InputError(
                    f"{argument}: {quoted(part)} is not a range; write 1..3, with at most {MOST_BOXES} values"
                )
            values += range(low, high + 1)
        else:
            raise InputError(f"{argument}: {quoted(part)} is not an integer or a range; write 3, 1..3 or 1,3")
    return list(dict.fromkeys(values))


def cubes(text: str) -> list[int]:
    """The values of m = 1/delta that "1/4", "1/2..1/8" or "1/2,1/4" writes. Raises InputError for anything else."""
    from exactua.arithmetic.rationals import cubes_per_edge

    values: list[int] = []
    for part in text.split(","):
        low, dots, high = part.partition("..")
        first = cubes_per_edge(low)
        last = cubes_per_edge(high) if dots else first
        if last < first or last - first >= MOST_BOXES:
            raise InputError(f"delta: {part.strip()!r} is not a range; write it from wide to narrow, such as 1/2..1/8")
        values += range(first, last + 1)
    return list(dict.fromkeys(values))
