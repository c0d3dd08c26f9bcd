"""Arrays in a row of a store: their bytes one behind the other, with type and shape stated and checked."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.json_values import array_at, string_at
from exactua.arithmetic.rationals import decode_integer
from exactua.claims.decision import Position
from exactua.deciding.large_runs.possible_tallies import Damaged, Origin
from exactua.terms.encoding import Data

LONGEST_NUMBER: Final = 2**24
"""Bytes of one number of an array."""
LONGEST_ARRAY: Final = 2**40
"""Numbers along one dimension of an array."""


@dataclass
class Writing:
    """Arrays on their way into a row."""

    parts: list[bytes] = field(default_factory=list)
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
