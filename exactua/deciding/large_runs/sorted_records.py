"""Records that are too many for the memory: sorted segments in a temporary file, and one increasing stream of them all.

Records are columns of one length, compared by the first column, then by the second. A column lies on the disk as it is
and sorts like the integers in it: an int64 array where every one is below 2^62 in size, as in a `Batch`, and an array
of byte strings of one length elsewhere, the integer plus half of what the length can hold, the highest byte first. The
file has no name, where the system can do that: it is gone with the process, however that ends.
"""

from __future__ import annotations

import os
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.batches import LIMIT, IntArray
from exactua.errors import ExactuaError

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


Records = tuple[Column, ...]
"""Columns of one length: one, or two."""


class NumbersLost(ExactuaError):
    """Numbers that are compared with each other had to go to the disk, and it could not keep them."""


def scratch_folder() -> Path:
    """Where files go that are too large for the memory: TMPDIR, or else a folder that is no file system in memory."""
    lasting = Path("/var/tmp")
    if os.environ.get("TMPDIR") or not (lasting.is_dir() and os.access(lasting, os.W_OK)):
        return Path(tempfile.gettempdir())
    return lasting


WINDOW: Final = 2**18
"""Records that are sorted at once by both columns."""


@dataclass(frozen=True)
class Segment:
    """Records in increasing order, of which ranges can be read."""

    count: int
    read: Callable[[int, int], Records]
    """The records start, ..., stop - 1."""

    def blocks(self, size: int) -> Iterator[Records]:
        """All records, so many at once."""
        for start in range(0, self.count, size):
            yield self.read(start, min(start + size, self.count))


def segment_of(records: Records) -> Segment:
    """A segment that lies in memory."""
    return Segment(len(records[0]), lambda start, stop: tuple(column[start:stop] for column in records))


class Scratch:
    """A temporary file of segments. It is made with the first of them; what it can't keep raises NumbersLost."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._file: IO[bytes] | None = None
        self._end = 0

    @property
    def folder(self) -> Path:
        """Where the file is."""
        return scratch_folder() if self._folder is None else self._folder

    def write(self, records: Records) -> Segment:
        """Writes records that are in order."""
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(dir=self.folder, prefix="exactua-", buffering=0)  # noqa: SIM115
            start = self._end
            places = []
            for column in records:
                places.append(_Place(start, column.dtype, zlib.crc32(_bytes(column))))
                self._file.seek(start)
                left = _bytes(column)
                while left:
                    left = left[self._file.write(left) :]
                start += column.nbytes
        except OSError as error:
            raise self._lost(error.strerror or str(error)) from None
        self._end = start
        return self._reading(places, len(records[0]))

    def close(self) -> None:
        """Removes the file."""
        if self._file is not None:
            self._file.close()

    def _reading(self, places: Sequence[_Place], count: int) -> Segment:
        """A segment of the file; whenever it has been read from beginning to end, it has to be what was written."""
        passed = [(0, 0)] * len(places)

        def read(start: int, stop: int) -> Records:
            records = []
            for k, place in enumerate(places):
                column = self._read(place, start, stop)
                done, checksum = passed[k] if start else (0, 0)
                if done == start:
                    passed[k] = stop, zlib.crc32(_bytes(column), checksum)
                if stop == count and passed[k][0] == count and passed[k][1] != place.checksum:
                    raise self._lost("what was written is not what is read")
                records.append(column)
            return tuple(records)

        return Segment(count, read)

    def _read(self, place: _Place, start: int, stop: int) -> Column:
        assert self._file is not None
        column = np.empty(stop - start, dtype=place.dtype)
        left = _bytes(column)
        try:
            self._file.seek(place.start + start * place.dtype.itemsize)
            while left:
                size = self._file.readinto(left)  # type: ignore[attr-defined]
                if not size:
                    raise self._lost("the file is shorter than what was written")
                left = left[size:]
        except OSError as error:
            raise self._lost(error.strerror or str(error)) from None
        return column

    def _lost(self, reason: str) -> NumbersLost:
        return NumbersLost(
            f"the numbers to be compared do not fit into memory, and not on the disk at {self.folder}: {reason}; "
            "make room there, or set TMPDIR to a folder that has more"
        )


@dataclass(frozen=True)
class _Place:
    """Where a column begins in the file, what it consists of, and the CRC-32 of its bytes."""

    start: int
    dtype: np.dtype[Any]
    checksum: int


def _bytes(column: Column) -> memoryview:
    return np.ascontiguousarray(column).view(np.uint8).data.cast("B")


def merged(segments: Sequence[Segment], most: int) -> Iterator[Records]:
    """All records of the segments in increasing order, about `most` at once, each slice after the first with a seam.

    The seam is the last record of the slice before, so that neighbours always stand in one slice. Of each segment there
    is a head in memory. What is not greater than the least last record of the heads is complete, and goes out.
    """
    block = max(most // max(len(segments), 1), 1)
    heads = [_Head(segment) for segment in segments if segment.count]
    seam: Records | None = None
    while heads:
        for head in heads:
            head.fill(block)
        lasts = [head.last for head in heads if head.more]
        bound = min(lasts) if lasts else None
        parts = [head.taken(bound) for head in heads if bound is None or head.first <= bound]
        heads = [head for head in heads if head.more or head.size]
        sorted_already = len(parts) == 1
        if seam is not None:
            parts.insert(0, seam)
        records = _joined(parts) if len(parts) > 1 else parts[0]
        del parts
        if not sorted_already:
            records = in_order(records)
        seam = seam_of(records)
        yield records


def seam_of(records: Records) -> Records:
    """The last record, which is compared with the first one of the next slice."""
    return tuple(column[-1:].copy() for column in records)


def in_order(records: Records) -> Records:
    """The records sorted by the first column, and by the second where that is equal."""
    if len(records) == 1:
        return (np.sort(records[0]),)
    order = np.argsort(records[0])
    first, second = (column[order] for column in records)
    del order
    if (first[1:] == first[:-1]).any():
        _order_second(first, second)
    return first, second


def _order_second(first: Column, second: Column) -> None:
    """Sorts the second column where the first, which is sorted, is equal; window by window, to take little memory."""
    start = 0
    while start < len(first):
        stop = min(start + WINDOW, len(first))
        if stop < len(first):  # not in the middle of equal ones
            stop = int(np.searchsorted(first, first[stop : stop + 1], "left")[0])
        if stop <= start:
            stop = int(np.searchsorted(first, first[start : start + 1], "right")[0])
            second[start:stop].sort()
        elif (first[start + 1 : stop] == first[start : stop - 1]).any():
            part = second[start:stop]
            part[:] = part[np.lexsort((part, first[start:stop]))]
        start = stop


def _joined(parts: Sequence[Records]) -> Records:
    return tuple(np.concatenate(columns) for columns in zip(*parts, strict=True))


class _Head:
    """The next records of a segment."""

    def __init__(self, segment: Segment) -> None:
        self.segment, self._read = segment, 0
        self.records: Records = ()
        self.first: tuple[Any, ...] = ()
        self.last: tuple[Any, ...] = ()

    @property
    def size(self) -> int:
        """How many of them are in memory."""
        return len(self.records[0]) if self.records else 0

    @property
    def more(self) -> bool:
        """Whether others follow them."""
        return self._read < self.segment.count

    def fill(self, size: int) -> None:
        """Reads on, until so many are in memory."""
        stop = min(self.segment.count, self._read + size - self.size)
        if stop > self._read:
            read = self.segment.read(self._read, stop)
            self._read = stop
            self._keep(_joined([self.records, read]) if self.size else read)

    def taken(self, bound: tuple[Any, ...] | None) -> Records:
        """Those that are not greater than the bound; they leave the memory."""
        count = self.size if bound is None else _count_up_to(self.records, bound)
        taken = tuple(column[:count] for column in self.records)
        self._keep(tuple(column[count:] for column in self.records))
        return taken

    def _keep(self, records: Records) -> None:
        self.records = records
        if self.size:
            self.first, self.last = (tuple(column[k].item() for column in records) for k in (0, -1))


def _count_up_to(records: Records, bound: tuple[Any, ...]) -> int:
    """How many of the records, which are in order, are not greater than the bound."""
    low, high = 0, len(records[0])
    for column, value in zip(records, bound, strict=True):
        key: NDArray[Any] = np.array([value], dtype=column.dtype)
        here = column[low:high]
        low, high = (
            low + int(np.searchsorted(here, key, "left")[0]),
            low + int(np.searchsorted(here, key, "right")[0]),
        )
    return high
