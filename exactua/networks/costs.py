"""What a network costs at a matrix with n columns, counted before it is evaluated: multiplications, and memory.

Each kind of layer counts its own (`Cost`). An attention layer makes the n x n matrix of its scores, so that one long
point may take more memory than there is, and more time than anybody waits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar, Final, NamedTuple, Protocol

from exactua.errors import InputError
from exactua.plurals import counted

BYTES: Final = 150
"""Bytes of an exact number in a matrix, with its places in the matrices that share it; measured."""
A_SECOND: Final = 10**7
"""Multiplications of small exact numbers in a second, each with an addition behind it: no more."""
DEFAULT_MEMORY: Final = 2 * 2**30


class Cost(NamedTuple):
    """What evaluating a layer, or a network, takes as it is written."""

    multiplications: int
    numbers: int
    """The exact numbers that are there at the same time, at most."""

    @property
    def memory(self) -> int:
        """Bytes, about."""
        return BYTES * self.numbers

    @property
    def seconds(self) -> int:
        """Whole seconds that it takes at least, about."""
        return self.multiplications // A_SECOND


class Costed(Protocol):
    """A layer."""

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns."""


class Memory:
    """What an evaluation may take in this process."""

    most: ClassVar[int] = DEFAULT_MEMORY


@contextmanager
def memory(most: int | None) -> Iterator[None]:
    """Evaluations inside may take so many bytes (None: as many as now). Raises InputError for fewer than 1."""
    before = Memory.most
    if most is not None:
        if isinstance(most, bool) or not isinstance(most, int) or most < 1:
            raise InputError(f"max-memory: {most!r} is not valid; give a number of bytes >= 1")
        Memory.most = most
    try:
        yield
    finally:
        Memory.most = before


def cost(layers: Iterable[tuple[Costed, int]], n: int) -> Cost:
    """What these layers, each so many times, take one after the other at a matrix with n columns."""
    multiplications = numbers = 0
    for layer, times in layers:
        own = layer.cost(n)
        multiplications, numbers = multiplications + times * own.multiplications, max(numbers, own.numbers)
    return Cost(multiplications, numbers)


def require_memory(cost: Cost, n: int, name: str = "the network") -> None:
    """Raises InputError where an evaluation at n columns would take more memory than it may."""
    if cost.memory > Memory.most:
        raise InputError(
            f"memory: {name} at {counted(n, 'column')} would take about {in_bytes(cost.memory)}, more than "
            f"the {in_bytes(Memory.most)} of --max-memory: raise it, or give shorter points"
        )


def in_bytes(count: int) -> str:
    """A number of bytes for people: "500 MiB", "22 TiB"."""
    units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    while len(units) > 1 and (count >= 10_000 or (count >= 1024 and count % 1024 == 0)):
        count, units = count // 1024, units[1:]
    return f"{count:,} {units[0]}" if count < 10**15 else "more than 10^15 EiB"
