"""Tallies of a shard as two columns of a database row, and back: anybody may have written what is read.

`tallies` is canonical JSON: by step, the fields of its `Tally` that differ from those of an empty one. Integers are
written as in a certificate. Arrays of a global fold lie in `numbers`, one behind the other; where one stands in the
JSON, it is [type, shape, first byte]. Type "i8" is eight bytes a number, "iN" N bytes, both two's complement and little
endian. Ranks from a up to b - 1 are ["range", [a, b]].
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.json_values import array_at, boolean_at, object_at, parsed, string_at
from exactua.arithmetic.rationals import Rational, decode_integer, decode_rational, encode_integer, encode_rational
from exactua.claims.decision import Extreme, Position
from exactua.claims.problem import Problem
from exactua.deciding.large_runs.possible_tallies import Damaged, Origin, require_possible
from exactua.deciding.shards import Shard, index_of
from exactua.deciding.tally import Chunk, Link, Tally
from exactua.errors import ExactuaError
from exactua.terms.encoding import Data, canonical

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
            raise Damaged(f"an array has {len(data)} items, and {count} are due")
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
        [encode_integer(link.start), encode_integer(link.stop), _write(link.lowest), _write(link.highest), link.grows]
        for link in links
    ]


def _write(value: Rational | None) -> Data:
    return None if value is None else encode_rational(value)


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
_EMPTY: Final = Tally()

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
