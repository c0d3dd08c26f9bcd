"""The numbers of a global fold (`distinct`, `apart`) in bounded memory: what does not fit goes to the disk, sorted.

Chunks come in any order. As long as they take less memory than they may, they stay there; from then on they are written
as sorted segments, which are merged in the end. Neighbours of the merged stream decide, so nothing is ever held as a
whole, however many numbers are equal. Numbers of different width, or over different denominators, are brought
together exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import lcm
from pathlib import Path
from typing import Final, Self

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.decision import Position
from exactua.claims.problem import COMPARING, Step
from exactua.deciding.large_runs.compared import (
    Compared,
    NumberSegment,
    Proximity,
    Repetition,
    nearest,
    number_segment,
    repeated,
    too_near,
)
from exactua.deciding.large_runs.sorted_records import NARROW, NumbersLost, Scratch, width_of
from exactua.deciding.tally import Chunk

MOST_BYTES: Final = 2**29
"""Memory that the numbers of all steps of a problem may take together, with what it takes to sort them."""
A_CHUNK: Final = 1000
"""Bytes that a chunk takes, were it empty."""


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
