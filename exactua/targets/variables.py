"""The names of the entries of X: x11, x_1_2, x[1, 2]; with one row also x1, ..., xn."""

from __future__ import annotations

import re
from typing import Final

_PLAIN: Final = re.compile(r"x([1-9][0-9]{0,5})")
_UNDERSCORED: Final = re.compile(r"x_([1-9][0-9]{0,5})_([1-9][0-9]{0,5})")


def entry_named(name: str, d: int, n: int) -> tuple[int, int] | None:
    """Row and column, from 1, of the entry of X that `name` names; None where it names none."""
    if match := _UNDERSCORED.fullmatch(name):
        return _inside(int(match[1]), int(match[2]), d, n)
    if match := _PLAIN.fullmatch(name):
        digits = match[1]
        if d == 1 and int(digits) <= n:
            return 1, int(digits)
        if d <= 9 and n <= 9 and len(digits) == 2:
            return _inside(int(digits[0]), int(digits[1]), d, n)
    return None


def _inside(i: int, j: int, d: int, n: int) -> tuple[int, int] | None:
    return (i, j) if 1 <= i <= d and 1 <= j <= n else None


def valid_names(d: int, n: int) -> str:
    """The names of the entries for a message: "x1, x2" or "x11, ..., x22"."""
    if d == 1:
        names = [f"x{j}" for j in range(1, n + 1)]
    elif d <= 9 and n <= 9:
        names = [f"x{i}{j}" for i in range(1, d + 1) for j in range(1, n + 1)]
    else:
        names = [f"x_{i}_{j}" for i in range(1, d + 1) for j in range(1, n + 1)]
    return ", ".join(names) if len(names) <= 6 else f"{names[0]}, ..., {names[-1]}"
