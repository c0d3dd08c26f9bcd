"""A range of lexicographic ranks as boxes of column numbers: a common prefix, one column that ranges, the rest free."""

from __future__ import annotations

from collections.abc import Sequence

Box = tuple[tuple[int, ...], tuple[int, ...]]
"""Bounds low[j] <= c_j < high[j] of the column numbers."""


def boxes(first: Sequence[int], beyond: Sequence[int] | None, columns: int) -> list[Box]:
    """Boxes that together hold each sequence c with first <= c < beyond (lexicographically) exactly once.

    Sequences of n column numbers below `columns`; without `beyond` to the last. At most 2n - 1 boxes, in
    lexicographic order: every sequence of a box is less than every one of the next box.
    """
    n = len(first)
    end = tuple(beyond) if beyond is not None else (columns, *[0] * (n - 1))
    if tuple(first) >= end:
        return []
    common = next(j for j in range(n) if first[j] != end[j])
    last = n - 1
    found = []
    for j in range(last, common, -1):
        found.append(_box(first[:j], first[j] + (j < last), columns, n, columns))
    found.append(_box(first[:common], first[common] + (common < last), end[common], n, columns))
    for j in range(common + 1, n):
        found.append(_box(end[:j], 0, end[j], n, columns))
    return [box for box in found if all(low < high for low, high in zip(*box, strict=True))]


def _box(prefix: Sequence[int], low: int, high: int, n: int, columns: int) -> Box:
    free = n - len(prefix) - 1
    return (*prefix, low, *[0] * free), (*(c + 1 for c in prefix), high, *[columns] * free)
