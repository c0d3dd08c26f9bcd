"""Integers of any size in columns that lie on a disk as they are and sort like the integers.

A column is an int64 array where every integer is below 2^62 in size, as in a `Batch`, and an array of byte strings of
one length elsewhere: the integer plus half of what the length can hold, the highest byte first. numpy sorts, searches
and compares both alike.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.batches import LIMIT, IntArray

Column = NDArray[Any]
"""A one-dimensional int64 array, or one of byte strings of one length."""

NARROW: Final = 8
"""Bytes of an integer in an int64 array; byte strings are longer."""
AT_ONCE: Final = 2**14
"""Integers that are turned into byte strings at once."""


def width_of(low: int, high: int) -> int:
    """The bytes that every integer in low, ..., high takes: 8, 16, 24, ..."""
    if low > -LIMIT and high < LIMIT:
        return NARROW
    bits = 1 + max((~end).bit_length() if end < 0 else end.bit_length() for end in (low, high))
    return 8 * max(2, -(-bits // 64))


def packed(integers: IntArray, width: int) -> Column:
    """The column of these integers, of shape (numbers,), each in so many bytes; they have to fit (`width_of`)."""
    if width == NARROW:
        return integers.astype(np.int64, copy=False)
    if integers.dtype != object:
        return _widened(integers.astype(np.int64, copy=False), width)
    column = np.empty(len(integers), dtype=f"S{width}")
    half = 1 << (8 * width - 1)
    for start in range(0, len(integers), AT_ONCE):
        part = integers[start : start + AT_ONCE].tolist()
        joined = b"".join((int(integer) + half).to_bytes(width, "big") for integer in part)
        column[start : start + AT_ONCE] = np.frombuffer(joined, dtype=column.dtype)
    return column


def unpacked(column: Column) -> IntArray:
    """The integers of a column: int64 as they are, byte strings as Python integers."""
    if column.dtype.kind != "S":
        return column
    width = column.dtype.itemsize
    content, half = column.tobytes(), 1 << (8 * width - 1)
    integers = np.empty(len(column), dtype=object)
    for k in range(len(column)):
        integers[k] = int.from_bytes(content[k * width : (k + 1) * width], "big") - half
    return integers


def _widened(integers: NDArray[np.int64], width: int) -> Column:
    """64-bit integers as byte strings, without a loop: the sign fills the bytes in front, and its bit is turned."""
    content = np.empty((len(integers), width), dtype=np.uint8)
    content[:, :-8] = np.where(integers < 0, 255, 0)[:, None]
    content[:, -8:] = integers.astype(">i8").view(np.uint8).reshape(-1, 8)
    content[:, 0] ^= 128
    return content.view(f"S{width}").ravel()
