"""Tallies of a shard as two columns of a database row, and back: anybody may have written what is read.

`tallies` is canonical JSON: by step, the fields of its `Tally` that differ from those of an empty one. Integers are
written as in a certificate. Arrays of a global fold lie in `numbers`, one behind the other; where one stands in the
JSON, it is [type, shape, first byte]. Type "i8" is eight bytes a number, "iN" N bytes, both two's complement and little
endian. Ranks from a up to b - 1 are ["range", [a, b]].

What a tally over a range of points can be at all is asked first: anything else was damaged, and is not believed.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.json_values import array_at, boolean_at, object_at, parsed, string_at
from exactua.arithmetic.rationals import (
    decode_integer,
    decode_rational,
    encode_integer,
    encode_known,
    encode_rational,
)
from exactua.claims.decision import PRIME, Extreme, Position
from exactua.claims.problem import Problem, Step
from exactua.deciding.shards import Shard, index_of
from exactua.deciding.tally import Chunk, Link, Tally
from exactua.errors import ExactuaError
from exactua.terms.encoding import Data, canonical

_EMPTY: Final = Tally()


class Damaged(ExactuaError):
    """What a store holds of a shard is not what a decider can have found there."""


@dataclass
class Origin:
    """Where a tally comes from: a step over the points of a shard."""

    step: Step
    shard: Shard
    enumerated: bool
    """Whether the points of the shard are its ranks."""
    domain: int
    """The place of the shard's domain among those of the step."""
    chained: bool
    """Whether the numbers of the step are compared with those of neighbours, in the order `spread`."""
    told: bool = True
    """Whether the points were evaluated, or only compared with their neighbours."""


def require_possible(tally: Tally, origin: Origin) -> None:
    """Raises Damaged where no points of the shard can have brought this tally of the step."""
    wrong = _wrong_counts(tally, origin) if origin.told else {}
    if origin.shard.order != "lexicographic" and (origin.chained or not origin.told):
        wrong |= _wrong_links(tally, origin)
    for fault, occurs in wrong.items():
        if occurs:
            raise Damaged(fault)


def _wrong_counts(tally: Tally, origin: Origin) -> dict[str, bool]:
    """What can be wrong with a tally of points that were evaluated, and whether it is."""
    step, size = origin.step, origin.shard.stop - origin.shard.start
    least, greatest = tally.minimum, tally.maximum
    gathered = sum(len(chunk.ranks) for chunk in tally.chunks)
    gathers = step.gathers and not origin.chained
    spread = origin.shard.order != "lexicographic"
    return {
        "it counts other points than those of its range": (origin.enumerated or spread) and tally.points != size,
        "more points satisfy the hypothesis than there are": tally.applicable > tally.points,
        "more points fail than satisfy the hypothesis": tally.failures > tally.applicable,
        "failures and the first of them do not go together": (tally.failures > 0) != (tally.first_failure is not None),
        "a failure is counted where points are compared": step.fold != "each" and tally.failures > 0,
        "it has one extreme without the other": (least is None) != (greatest is None),
        "numbers are there and no point": not tally.applicable
        and (least is not None or tally.total != 0 or gathered > 0),
        "the least number is greater than the greatest": least is not None
        and greatest is not None
        and least.value > greatest.value,
        "a residue is not below the prime": tally.residue >= PRIME,
        "a residue is there without a number": tally.residue != 0 and least is None,
        "numbers are summed that are not to be": step.fold != "sum" and tally.total != mpq(0),
        "numbers are gathered that are not to be": not gathers and gathered > 0,
        "numbers of some points are missing": gathers and gathered != tally.applicable,
        "points are gathered twice": gathered > 0 and _repeat(tally.chunks),
        "neighbours are compared that are not to be": bool(tally.links) and not (spread and origin.chained),
    }


def _wrong_links(tally: Tally, origin: Origin) -> dict[str, bool]:
    """What can be wrong with a tally of points that were compared with their neighbours, and whether it is."""
    ends = [origin.shard.start, *(end for link in tally.links for end in (link.start, link.stop)), origin.shard.stop]
    touching = all(a == b for a, b in zip(ends[::2], ends[1::2], strict=True))
    return {
        "points are counted that are only compared": not origin.told and replace(tally, links=[]) != _EMPTY,
        "the points compared are not those of its range": not touching or ends != sorted(ends),
        "the least number is greater than the greatest": any(
            link.grows and link.lowest is not None and link.highest is not None and link.lowest > link.highest
            for link in tally.links
        ),
    }


def _repeat(chunks: Sequence[Chunk]) -> bool:
    """Whether some point is in two chunks."""
    ranks = np.concatenate([chunk.ranks for chunk in chunks])
    return len(np.unique(ranks)) < len(ranks)


LONGEST_NUMBER: Final = 2**24
"""Bytes of one number of an array."""
LONGEST_ARRAY: Final = 2**40
"""Numbers along one dimension of an array."""


@dataclass
class Writing:
    """Arrays on their way into a row."""

    parts: list[bytes] = dataclasses.field(default_factory=list)
    size: int = 0

    def array(self, numbers: NDArray[Any]) -> Data:
        """Where these integers lie, once they are written."""
        shape = list(numbers.shape)
        if numbers.dtype == np.int64:
            width, content = 8, numbers.astype("<i8").tobytes()
        else:
            values = [int(value) for value in numbers.ravel().tolist()]
            width = max((value.bit_length() for value in values), default=0) // 8 + 1
            content = b"".join(value.to_bytes(width, "little", signed=True) for value in values)
            if numbers.size and width == 8:
                width, content = 9, b"".join(value.to_bytes(9, "little", signed=True) for value in values)
        start, self.size = self.size, self.size + len(content)
        self.parts.append(content)
        return [f"i{width}", shape, start]


@dataclass
class Reading:
    """A row that is read: where its tally comes from, and the bytes of its arrays."""

    origin: Origin
    numbers: bytes

    def array(self, data: Data, dimensions: int) -> NDArray[Any]:
        """The integers that lie there, of so many dimensions. Raises Damaged where that can't be."""
        kind, lengths, start = self.items(data, 3)
        shape = [self.size(length) for length in array_at(lengths, "shape")]
        first, text = self.size(start), string_at(kind, "type")
        width = int(text[1:]) if text[:1] == "i" and text[1:].isdecimal() and len(text) < 10 else 0
        count = math.prod(shape)
        if not 1 <= width <= LONGEST_NUMBER or len(shape) != dimensions or max(shape) > LONGEST_ARRAY:
            raise Damaged(f"an array is of type {text[:20]!r} and has {len(shape)} dimensions")
        content = self.numbers[first : first + count * width]
        if len(content) != count * width:
            raise Damaged("an array ends behind the bytes of its row")
        if width == 8:
            return np.frombuffer(content, dtype="<i8").astype(np.int64).reshape(shape)
        values = np.empty(count, dtype=object)
        for k in range(count):
            values[k] = int.from_bytes(content[k * width : (k + 1) * width], "little", signed=True)
        return values.reshape(shape)

    def position(self, data: Data) -> Position:
        """A point of the shard."""
        domain, rank = (decode_integer(integer, "position") for integer in self.items(data, 2))
        shard = self.origin.shard
        inside = not self.origin.enumerated or shard.start <= rank < shard.stop
        if domain != self.origin.domain or rank < 0 or not inside:
            raise Damaged(f"point {rank} of domain {domain} does not lie in its range")
        return domain, rank

    def items(self, data: Data, count: int) -> list[Data]:
        """The items of an array of so many."""
        if len(array_at(data, "array")) != count:
            raise Damaged(f"an array has {len(data)} items, but should have {count}")
        return list(data)

    def size(self, data: Data) -> int:
        """A number that counts something."""
        count = decode_integer(data, "count")
        if count < 0:
            raise Damaged(f"{count} counts something")
        return count


def _write_position(at: Position | None, writing: Writing) -> Data:
    return None if at is None else [encode_integer(at[0]), encode_integer(at[1])]


def _read_position(data: Data, reading: Reading) -> Position:
    return reading.position(data)


def _write_extreme(extreme: Extreme | None, writing: Writing) -> Data:
    return None if extreme is None else [encode_rational(extreme.value), _write_position(extreme.at, writing)]


def _read_extreme(data: Data, reading: Reading) -> Extreme:
    value, at = reading.items(data, 2)
    return Extreme(decode_rational(value, "extreme"), reading.position(at))


def _write_chunks(chunks: Sequence[Chunk], writing: Writing) -> Data:
    return [
        [
            encode_integer(chunk.domain),
            _write_ranks(chunk.ranks, writing),
            writing.array(chunk.values.numerators),
            encode_integer(chunk.values.denominator),
        ]
        for chunk in chunks
    ]


def _write_ranks(ranks: NDArray[Any], writing: Writing) -> Data:
    """Increasing ranks: where they begin and end, if none is left out between, else one by one."""
    first, last = (int(ranks[0]), int(ranks[-1])) if len(ranks) else (0, -1)
    if last - first + 1 == len(ranks):
        return ["range", [encode_integer(first), encode_integer(last + 1)]]
    return writing.array(ranks.astype(np.int64) if last < 2**63 else ranks)


def _read_ranks(data: Data, reading: Reading) -> NDArray[Any]:
    if array_at(data, "ranks")[:1] != ["range"]:
        return reading.array(data, 1)
    start, stop = (reading.size(end) for end in reading.items(reading.items(data, 2)[1], 2))
    if stop - start > reading.origin.shard.stop - reading.origin.shard.start:
        raise Damaged("a chunk has more points than its range")
    return np.arange(start, stop, dtype=np.int64 if stop < 2**63 else object)


def _read_chunks(data: Data, reading: Reading) -> list[Chunk]:
    return [_read_chunk(chunk, reading) for chunk in array_at(data, "chunks")]


def _read_chunk(data: Data, reading: Reading) -> Chunk:
    domain, ranks, numerators, denominator = reading.items(data, 4)
    places, values = _read_ranks(ranks, reading), reading.array(numerators, 2)
    common = reading.size(denominator)
    if len(places):
        reading.position([domain, encode_integer(int(places[0]))])
        reading.position([domain, encode_integer(int(places[-1]))])
    if not bool(np.all(places[1:] > places[:-1])) or values.shape[1] != len(places) or common == 0:
        raise Damaged("the points of a chunk do not increase, or their numbers are not as many")
    return Chunk(reading.origin.domain, places, Batch.of(values, common))


def _write_links(links: Sequence[Link], writing: Writing) -> Data:
    return [
        [
            encode_integer(link.start),
            encode_integer(link.stop),
            encode_known(link.lowest),
            encode_known(link.highest),
            link.grows,
        ]
        for link in links
    ]


def _read_links(data: Data, reading: Reading) -> list[Link]:
    return [_read_link(link, reading) for link in array_at(data, "links")]


def _read_link(data: Data, reading: Reading) -> Link:
    start, stop, lowest, highest, grows = reading.items(data, 5)
    least, greatest = (None if value is None else decode_rational(value, "link") for value in (lowest, highest))
    return Link(reading.size(start), reading.size(stop), least, greatest, boolean_at(grows, "link"))


Write = Callable[[Any, Writing], Data]
Read = Callable[[Data, Reading], Any]
_COUNT: Final[tuple[Write, Read]] = lambda value, _: encode_integer(value), lambda data, reading: reading.size(data)
_EXTREME: Final[tuple[Write, Read]] = _write_extreme, _read_extreme

ENCODINGS: Final[Mapping[str, tuple[Write, Read]]] = {
    "points": _COUNT,
    "applicable": _COUNT,
    "failures": _COUNT,
    "first_failure": (_write_position, _read_position),
    "minimum": _EXTREME,
    "maximum": _EXTREME,
    "residue": _COUNT,
    "undecided": _COUNT,
    "unmeasured": _COUNT,
    "chunks": (_write_chunks, _read_chunks),
    "total": (lambda value, _: encode_rational(value), lambda data, _: decode_rational(data, "total")),
    "links": (_write_links, _read_links),
}
"""How each field of a `Tally` is written and read."""


def encode(tallies: Mapping[str, Tally]) -> tuple[str, bytes]:
    """The tallies of a shard, by step, as the columns `tallies` and `numbers`.

    Raises KeyError for a field that `ENCODINGS` lacks: a tally must not be kept without something that it says.
    """
    writing = Writing()
    data = {step: _tally_data(tally, writing) for step, tally in tallies.items()}
    return canonical(data), b"".join(writing.parts)


def _tally_data(tally: Tally, writing: Writing) -> Data:
    data = {}
    for field in fields(tally):
        value = getattr(tally, field.name)
        if value is not None and value != getattr(_EMPTY, field.name):
            data[field.name] = ENCODINGS[field.name][0](value, writing)
    return data


def decode(
    tallies: str,
    numbers: bytes,
    problem: Problem,
    shard: Shard,
    *,
    chained: Collection[str] = (),
    enumerated: bool = True,
) -> dict[str, Tally]:
    """The tallies that `encode` wrote for this shard of the problem.

    `chained` are the steps whose numbers are compared with those of neighbours. Where the points of a shard are its
    ranks (`enumerated`), all that is said has to lie in it. Raises Damaged for anything that no decider can have found.
    """
    try:
        data = object_at(parsed(tallies, "tallies"), "tallies")
        steps = [step for step in problem.steps if any(spec.name == shard.domain for spec in step.over)]
        # affine runs tell all of their points, and neighbours that are compared of their folds alone
        told = shard.order == "lexicographic"
        if not enumerated and set(data) == {step.name for step in steps}:
            told = told or any("points" in object_at(entry, "tally") for entry in data.values())
        if not told:
            steps = [step for step in steps if step.name in chained]
        if set(data) != {step.name for step in steps}:
            raise Damaged("its steps are not those of the claim")
        decoded = {}
        for step in steps:
            origin = Origin(step, shard, enumerated, index_of(step, shard.domain), step.name in chained, told)
            tally = _tally(object_at(data[step.name], "tally"), Reading(origin, numbers))
            require_possible(tally, origin)
            decoded[step.name] = tally
    except ExactuaError as error:
        raise Damaged(str(error)) from None
    return decoded


def _tally(data: Mapping[str, Data], reading: Reading) -> Tally:
    if unknown := sorted(set(data) - set(ENCODINGS)):
        raise Damaged(f"a tally has no field {unknown[0][:20]!r}")
    return Tally(**{name: ENCODINGS[name][1](value, reading) for name, value in data.items()})
