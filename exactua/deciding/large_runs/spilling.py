"""The numbers of a global fold (`distinct`, `apart`) in bounded memory: which of them repeat, and which are too near.

Chunks come in any order. As long as they take less memory than they may, they stay there; from then on they are written
to the disk as sorted segments. In the end all of them, over one denominator and in one width, become one increasing
stream, whose neighbours decide: so nothing is ever held as a whole, however many numbers are equal. Numbers of
different width, or over different denominators, are brought together exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import lcm
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import LIMIT, IntArray
from exactua.arithmetic.rationals import Rational
from exactua.claims.decision import Position
from exactua.claims.problem import COMPARING, Step
from exactua.deciding.large_runs.sorted_records import (
    NARROW,
    Column,
    NumbersLost,
    Records,
    Scratch,
    Segment,
    in_order,
    merged,
    packed,
    segment_of,
    unpacked,
    width_of,
)
from exactua.deciding.tally import Chunk

MOST_BYTES: Final = 2**29
"""Memory that the numbers of all steps of a problem may take together, with what it takes to sort them."""
A_CHUNK: Final = 1000
"""Bytes that a chunk takes, were it empty."""
RANK_BITS: Final = 56
"""Bits of a rank in the key of a point, where no rank is longer."""
MOST_DOMAINS: Final = 2**5
"""Domains that a key of 64 bits tells apart, beside such a rank."""


@dataclass(frozen=True)
class NumberSegment:
    """A segment of records (number, key of its point), with what the integers in it mean."""

    segment: Segment
    denominator: int
    low: int
    """No number is less, and none is greater than `high`: integers over the denominator."""
    high: int
    domains: int
    """More than the greatest number of a domain."""
    rank_bits: int
    """A key is the number of the domain, times 2 to this, plus the rank."""

    def written(self, scratch: Scratch) -> NumberSegment:
        """The same segment on the disk."""
        return replace(self, segment=scratch.write(self.segment.read(0, self.segment.count)))


def number_segment(chunks: Sequence[Chunk]) -> NumberSegment | None:
    """The numbers of these chunks as one segment in memory; None where there is no number."""
    chunks = [chunk for chunk in chunks if chunk.values.numerators.size]
    if not chunks:
        return None
    common = lcm(*(chunk.values.denominator for chunk in chunks))
    factors = [common // chunk.values.denominator for chunk in chunks]
    scaled = list(zip((chunk.values.numerators for chunk in chunks), factors, strict=True))
    low = min(factor * int(numerators.min()) for numerators, factor in scaled)
    high = max(factor * int(numerators.max()) for numerators, factor in scaled)
    domains, bits = _key_format((chunk.domain, int(chunk.ranks[-1])) for chunk in chunks)
    width, key_width = width_of(low, high), _key_width(domains, bits)
    numbers = np.concatenate([_times(numerators.T.ravel(), factor, width) for numerators, factor in scaled])
    keys = np.concatenate(
        [
            np.repeat(packed(_keys(chunk.domain, chunk.ranks, bits), key_width), len(chunk.values.numerators))
            for chunk in chunks
        ]
    )
    return NumberSegment(segment_of(in_order((numbers, keys))), common, low, high, domains, bits)


def _key_format(positions: Iterable[Position]) -> tuple[int, int]:
    """How many domains and how many bits of a rank the keys of these points, and of all before them, need."""
    last = list(positions)
    domains, longest = 1 + max(domain for domain, _ in last), max(rank.bit_length() for _, rank in last)
    return domains, RANK_BITS if longest <= RANK_BITS and domains <= MOST_DOMAINS else 64 * (longest // 64 + 1)


def _times(integers: IntArray, factor: int, width: int) -> Column:
    """The column of these integers times a factor; the products fit into its width."""
    if factor == 1:
        return packed(integers, width)
    narrow = width == NARROW and factor < LIMIT
    return packed((integers if narrow else integers.astype(object)) * factor, width)


def _key_width(domains: int, bits: int) -> int:
    """The bytes of a key."""
    return width_of(0, domains << bits)


def _keys(domain: int, ranks: IntArray, bits: int) -> IntArray:
    """Points as integers that have their order."""
    kind = np.int64 if bits == RANK_BITS else object
    keys: IntArray = ranks.astype(kind, copy=False) + (domain << bits)
    return keys


class Compared:
    """The numbers of all points as integers over `denominator`, in one width, with the keys of their points.

    `first` are the first two points. `most_bytes` bounds what is in memory at once.
    """

    def __init__(
        self,
        segments: Sequence[NumberSegment],
        first: tuple[Position, ...],
        several: bool,
        most_bytes: int,
        folder: Path | None,
    ) -> None:
        self.several = several
        """Whether a point has several numbers."""
        self.denominator = lcm(*(segment.denominator for segment in segments))
        domains, bits = _key_format(first)
        domains = max(domains, *(segment.domains for segment in segments))
        self._bits = max(bits, *(segment.rank_bits for segment in segments))
        scaled = [(segment, self.denominator // segment.denominator) for segment in segments]
        low = min(factor * segment.low for segment, factor in scaled)
        high = max(factor * segment.high for segment, factor in scaled)
        self._width, self._key_width = width_of(low, high), _key_width(domains, self._bits)
        self.first = tuple((domain << self._bits) + rank for domain, rank in first)
        """The keys of the first two points."""
        self._segments = [self._alike(segment, factor) for segment, factor in scaled]
        self._most, self._folder = most_bytes, folder
        # columns before and after the sort, in a slice and the one before; where all are guilty, pairs of neighbours
        record = 5 * (self._width + self._key_width) + 24 + 8 * self._key_width
        if max(self._width, self._key_width) > NARROW:  # as Python integers, too
            record += 2 * (48 + self._width) + 48
        self._slice = max(3 * most_bytes // (4 * record), 1)

    def increasing(self) -> Iterator[Records]:
        """Numbers and keys in increasing order, in slices; each but the first begins with the last record before it."""
        return merged(self._segments, self._slice)

    def blocks(self) -> Iterator[Records]:
        """Numbers and keys in no order."""
        for segment in self._segments:
            yield from segment.blocks(self._slice)

    def whole_segments(self) -> Iterator[Records]:
        """Numbers and keys segment by segment, each of which was in memory before; a point's are all in one of them."""
        for segment in self._segments:
            yield segment.read(0, segment.count)

    def numbers_of(self, keys: Iterable[int]) -> list[int]:
        """The numbers of some points, in increasing order."""
        wanted = self.column_of(keys)
        integers: list[int] = []
        for numbers, points in self.blocks():
            integers += unpacked(numbers[np.isin(points, wanted)]).tolist()
        return sorted(integers)

    def column_of(self, keys: Iterable[int]) -> Column:
        """Keys as they stand in the records."""
        return packed(np.array(list(keys), dtype=object), self._key_width)

    def position(self, key: int) -> Position:
        """The point with this key."""
        return key >> self._bits, key & ((1 << self._bits) - 1)

    def points(self) -> Points:
        """An empty set of points."""
        return Points(self._most // 4, self._folder)

    def _alike(self, stored: NumberSegment, factor: int) -> Segment:
        """A segment in the width and over the denominator of all."""
        width, key_width = width_of(stored.low, stored.high), _key_width(stored.domains, stored.rank_bits)
        bits, own = self._bits, stored.rank_bits
        if factor == 1 and (width, key_width, own) == (self._width, self._key_width, bits):
            return stored.segment

        def read(start: int, stop: int) -> Records:
            numbers, keys = stored.segment.read(start, stop)
            if factor != 1 or width != self._width:
                numbers = _times(unpacked(numbers), factor, self._width)
            if (key_width, own) != (self._key_width, bits):
                integers = unpacked(keys).astype(object)
                keys = packed((integers >> own << bits) + (integers & ((1 << own) - 1)), self._key_width)
            return numbers, keys

        return Segment(stored.segment.count, read)


class Points:
    """A set of points by their keys, in bounded memory, that is counted in the end."""

    def __init__(self, most_bytes: int, folder: Path | None) -> None:
        self._most = most_bytes
        self._scratch = Scratch(folder)
        self._waiting: list[Column] = []
        self._size = 0
        self._segments: list[Segment] = []

    def add(self, keys: Column) -> None:
        """Adds points."""
        self._waiting.append(_different([keys]))
        self._size += self._waiting[-1].nbytes
        if 4 * self._size > self._most:
            together = _different(self._waiting)
            self._waiting, self._size = [together], together.nbytes
            if 8 * self._size > self._most:
                self._segments.append(self._scratch.write((together,)))
                self._waiting, self._size = [], 0

    def count(self) -> int:
        """How many there are."""
        segments, count = list(self._segments), 0
        if self._waiting:
            segments.append(segment_of((_different(self._waiting),)))
        for k, (keys,) in enumerate(merged(segments, max(self._most // 64, 1))):
            count += int((keys[1:] != keys[:-1]).sum()) + (k == 0)
        self._scratch.close()
        return count


def _different(parts: Sequence[Column]) -> Column:
    """All different keys of these columns, in increasing order."""
    keys = np.sort(np.concatenate(parts))
    different: Column = keys[np.concatenate([[True], keys[1:] != keys[:-1]])]
    return different


@dataclass(frozen=True)
class Repetition:
    """What a `distinct` fold found: points that share a number, and the least pair of them with that number."""

    failures: int
    pair: tuple[Position, Position]
    value: Rational


def repeated(compared: Compared) -> Repetition | None:
    """The points that share a number with another point, or repeat one of their own; None where all differ.

    The pair is the lexicographically least a < b for which the numbers of a and b together are not all different, and
    the value the least number that they repeat. Points that share a number stand beside each other, in their order, so
    that the least pair are neighbours somewhere.
    """
    guilty = compared.points()
    shared: tuple[tuple[int, int], int] | None = None
    """The least pair of two neighbours, and the least number that they share."""
    own: dict[int, int] = {}
    """The least numbers that some points repeat themselves: the first two points, and the least of all."""
    alone: int | None = None
    """The least point that repeats a number of its own."""
    for numbers, points in compared.increasing():
        same = np.flatnonzero(numbers[1:] == numbers[:-1])
        if not len(same):
            continue
        left, right = points[same], points[same + 1]
        guilty.add(np.concatenate([left, right]))
        differ = left != right
        if differ.any():
            between = same[differ]
            k = int(np.lexsort((right[differ], left[differ]))[0])
            pair = _key(left[differ], k), _key(right[differ], k)
            if shared is None or pair < shared[0]:
                shared = pair, _key(numbers, int(between[k]))
        if not differ.all():
            within, repeating = same[~differ], left[~differ]
            for wanted in (repeating == compared.column_of([key]) for key in compared.first):
                if wanted.any():
                    k = int(np.argmax(wanted))
                    own.setdefault(_key(repeating, k), _key(numbers, int(within[k])))
            k = int(np.argsort(repeating, kind="stable")[0])
            if alone is None or _key(repeating, k) < alone:
                alone = _key(repeating, k)
                own.setdefault(alone, _key(numbers, int(within[k])))
    pairs = [] if shared is None else [shared[0]]
    if alone is not None:  # it is at fault beside every other point
        pairs.append((compared.first[0], max(alone, compared.first[1])))
    if not pairs:
        return None
    best = min(pairs)
    values = [own[point] for point in best if point in own]
    if shared is not None and shared[0] == best:
        values.append(shared[1])
    first, second = map(compared.position, best)
    return Repetition(guilty.count(), (first, second), mpq(min(values), compared.denominator))


def _key(column: Column, k: int) -> int:
    """The integer at one place of a column."""
    return int(unpacked(column[k : k + 1])[0])


LARGEST_GAP: Final = 2**63 - 1
"""No two 64-bit numbers of a stream are further apart."""


@dataclass(frozen=True)
class Proximity:
    """How many points are too near to a point (or to themselves), the least pair of them, and their least distance."""

    failures: int
    pair: tuple[Position, Position]
    distance: Rational


def too_near(compared: Compared, bound: Rational, relation: str) -> Proximity | None:
    """The points of which two numbers violate |x - y| `relation` `bound`; None where all are apart.

    The pair is the lexicographically least a < b for which two numbers of a and b together violate it. A point that is
    too near to another, or to itself, has a number that is too near to a neighbour in the order of numbers.
    """
    # differences are integers over the denominator: they violate the relation up to this one
    scaled = mpq(bound) * compared.denominator
    largest = int(scaled.numerator // scaled.denominator)
    if relation == ">=" and scaled.denominator == 1:
        largest -= 1
    if largest < 0:
        return None
    guilty = compared.points()
    any_near = False
    beside: int | None = None
    """The least point that is too near to another one."""
    for numbers, points in compared.increasing():
        near = np.flatnonzero(_within(_gaps(numbers), largest))
        if not len(near):
            continue
        any_near = True
        left, right = points[near], points[near + 1]
        guilty.add(np.concatenate([left, right]))
        differ = left != right
        if differ.any():
            least = _least(np.concatenate([left[differ], right[differ]]))
            beside = least if beside is None else min(beside, least)
    if not any_near:
        return None
    pairs = []
    alone = _alone(compared, largest) if compared.several else None
    if alone is not None:  # it is at fault beside every other point
        pairs.append((compared.first[0], max(alone, compared.first[1])))
    if beside is not None and (alone is None or beside == compared.first[0]):
        pairs.append((beside, _partner(compared, beside, largest)))
    best = min(pairs)
    distance = min(y - x for x, y in pairwise(compared.numbers_of(best)))
    first, second = map(compared.position, best)
    return Proximity(guilty.count(), (first, second), mpq(distance, compared.denominator))


def nearest(compared: Compared) -> tuple[Rational, tuple[Position, ...]] | None:
    """The least distance of two numbers, and the least pair of points with two so near to each other.

    It is one point where two numbers of its own are. None where there is one number.
    """
    least: int | None = None
    pair: tuple[int, int] | None = None
    for numbers, points in compared.increasing():
        gaps = _gaps(numbers)
        if not len(gaps) or (least is not None and int(gaps.min()) > least):
            continue
        if least is None or int(gaps.min()) < least:
            least, pair = int(gaps.min()), None
        there = np.flatnonzero((gaps == least).astype(np.bool_))
        left, right = unpacked(points[there]), unpacked(points[there + 1])
        first, second = np.minimum(left, right), np.maximum(left, right)
        k = np.lexsort((second, first))[0]
        candidate = int(first[k]), int(second[k])
        pair = candidate if pair is None else min(pair, candidate)
    if least is None or pair is None:
        return None
    return mpq(least, compared.denominator), tuple(map(compared.position, dict.fromkeys(pair)))


def _alone(compared: Compared, largest: int) -> int | None:
    """The least point of which two numbers are too near to each other."""
    candidates = []
    for numbers, points in compared.whole_segments():
        order = np.argsort(points, kind="stable")
        numbers, points = numbers[order], points[order]
        near = np.flatnonzero((points[1:] == points[:-1]) & _within(_gaps(numbers), largest))
        candidates += [int(unpacked(points[k : k + 1])[0]) for k in near[:1]]
    return min(candidates, default=None)


def _partner(compared: Compared, point: int, largest: int) -> int:
    """The least other point that is too near to this one."""
    own = np.array(compared.numbers_of([point]), dtype=object)
    itself = compared.column_of([point])
    candidates = []
    for numbers, points in compared.blocks():
        integers = unpacked(numbers)
        mine = own.astype(integers.dtype)
        above = np.minimum(np.searchsorted(mine, integers), len(mine) - 1)
        near = _within(abs(integers - mine[above]), largest)
        near |= _within(abs(integers - mine[np.maximum(above - 1, 0)]), largest)
        near &= points != itself
        if near.any():
            candidates.append(_least(points[near]))
    return min(candidates)


def _gaps(numbers: Column) -> NDArray[Any]:
    integers = unpacked(numbers)
    gaps: NDArray[Any] = integers[1:] - integers[:-1]
    return gaps


def _within(gaps: NDArray[Any], largest: int) -> NDArray[np.bool_]:
    if gaps.dtype != object:
        largest = min(largest, LARGEST_GAP)
    return (gaps <= largest).astype(np.bool_)


def _least(keys: Column) -> int:
    return int(unpacked(np.sort(keys)[:1])[0])


@dataclass
class _Held:
    """What there is: segments on the disk, and chunks in memory."""

    segments: tuple[NumberSegment, ...] = ()
    waiting: list[Chunk] = field(default_factory=list)
    chunk_bytes: int = 0
    """What the chunks take, about."""
    numbers: int = 0
    largest: Rational = mpq(0)  # noqa: RUF009  (a rational is immutable)
    """No number of the chunks is greater in size."""
    denominator: int = 1
    """Of all their numbers."""

    def take(self, chunk: Chunk) -> None:
        """Keeps a chunk in memory."""
        values = chunk.values
        widest = max(abs(values.low), abs(values.high))
        number = 8 if values.numerators.dtype != object else 36 + width_of(0, widest)
        rank = 8 if chunk.ranks.dtype != object else 40
        self.waiting.append(chunk)
        self.chunk_bytes += A_CHUNK + number * values.numerators.size + rank * len(chunk.ranks)
        self.numbers += values.numerators.size
        self.largest = max(self.largest, mpq(widest, values.denominator))
        self.denominator = lcm(self.denominator, values.denominator)

    @property
    def bytes(self) -> int:
        """What it takes to sort the chunks: themselves, both columns twice, and the order."""
        width = width_of(0, int(self.largest * self.denominator))
        return self.chunk_bytes + self.numbers * (2 * (width + NARROW) + 16)


class Gathered:
    """The numbers of one global fold over all points that were decided so far.

    `most_bytes` bounds the memory; the file is made in `folder` (see `scratch_folder`). Close it when it has answered.
    Where the disk could not keep the numbers, everything is let go, and every answer raises NumbersLost.
    """

    def __init__(self, chunks: Iterable[Chunk] = (), most_bytes: int = MOST_BYTES, folder: Path | None = None) -> None:
        self._most, self._folder = most_bytes, folder
        self._scratch = Scratch(folder)
        self._held = _Held()
        self._first: tuple[Position, ...] = ()
        self._several = False
        self._lost: NumbersLost | None = None
        self.add(chunks)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def spilled(self) -> int:
        """How many numbers are on the disk."""
        return sum(numbers.segment.count for numbers in self._held.segments)

    def add(self, chunks: Iterable[Chunk]) -> None:
        """Takes up chunks; each point comes in one chunk, with all its numbers."""
        for chunk in chunks:
            if self._lost is not None or not len(chunk.ranks):
                continue
            first = ((chunk.domain, int(rank)) for rank in chunk.ranks[:2])
            self._first = tuple(sorted([*self._first, *first])[:2])
            self._several |= len(chunk.values.numerators) > 1
            self._held.take(chunk)
            if self._held.bytes > self._most:
                self._spill()

    def repetition(self) -> Repetition | None:
        """What a `distinct` fold says: see `compared.repeated`; None where there are fewer than two points."""
        compared = self._compared()
        return None if compared is None else repeated(compared)

    def too_near(self, bound: Rational, relation: str) -> Proximity | None:
        """What an `apart` fold says: see `compared.too_near`; None where there are fewer than two points."""
        compared = self._compared()
        return None if compared is None else too_near(compared, bound, relation)

    def nearest(self) -> tuple[Rational, tuple[Position, ...]] | None:
        """The least distance: see `compared.nearest`; None where there are fewer than two points."""
        compared = self._compared()
        return None if compared is None else nearest(compared)

    def close(self) -> None:
        """Lets the numbers go, in memory and on the disk."""
        self._held = _Held()
        self._scratch.close()

    def _spill(self) -> None:
        segments = self._held.segments
        try:
            segment = number_segment(self._held.waiting)
            if segment is not None:
                segments = (*segments, segment.written(self._scratch))
        except NumbersLost as lost:
            self._lost = lost
            self.close()
            return
        # at once: were it interrupted between two assignments, numbers would be there twice
        self._held = _Held(segments)

    def _compared(self) -> Compared | None:
        if self._held.segments and self._held.waiting:
            self._spill()
        if self._lost is not None:
            raise self._lost
        segments = self._held.segments
        if not segments and (segment := number_segment(self._held.waiting)) is not None:
            segments = (segment,)
        if len(self._first) < 2 or not segments:
            return None
        return Compared(segments, self._first, self._several, self._most, self._folder)


def repetition(chunks: Iterable[Chunk]) -> Repetition | None:
    """What a `distinct` fold says of these numbers alone."""
    with Gathered(chunks) as numbers:
        return numbers.repetition()


def gathered(steps: Iterable[Step]) -> dict[str, Gathered]:
    """For each step that compares the numbers of all points, where they are gathered."""
    comparing = [step.name for step in steps if step.fold in COMPARING]
    return {name: Gathered(most_bytes=MOST_BYTES // len(comparing)) for name in comparing}
