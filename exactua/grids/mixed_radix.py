"""Ranks in lexicographic order: the digits of a number whose places have sizes of their own."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray


def rank(digits: Sequence[int], sizes: Sequence[int]) -> int:
    """The rank of these digits, each from 0 and below the size of its place."""
    number = 0
    for digit, size in zip(digits, sizes, strict=True):
        number = number * size + digit
    return number


def digits(rank: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The digits of a rank, the last place lowest. All sizes are at least 1."""
    lowest_first = []
    for size in reversed(sizes):
        rank, digit = divmod(rank, size)
        lowest_first.append(digit)
    return tuple(reversed(lowest_first))


def batch(start: int, stop: int, sizes: Sequence[int]) -> NDArray[np.int64]:
    """The digits of the ranks start, ..., stop - 1: shape (stop - start, places).

    Vectorised where there are fewer than 2^62 ranks, else one by one.
    """
    if prod(sizes) >= 2**62:
        return np.array([digits(rank, sizes) for rank in range(start, stop)], dtype=np.int64).reshape(-1, len(sizes))
    left = np.arange(start, stop, dtype=np.int64)
    table = np.empty((stop - start, len(sizes)), dtype=np.int64)
    for place in reversed(range(len(sizes))):
        left, table[:, place] = np.divmod(left, max(sizes[place], 1))
    return table
