"""How many Transformer blocks hold the layers of a network.

A block is an attention layer and then a feed-forward layer; either may be left out, as its weights can be 0 and the
skip connection stays (Yun et al. 2020, Sec. 2 and App. E.1). So a layer needs a block of its own, but a feed-forward
layer right behind an attention layer shares that one's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from exactua.networks.items import Family, Group, Item, Table


@dataclass(frozen=True)
class _Run:
    """Layers in a row: how many blocks they need, whether the first may join a block and the last leaves one open."""

    blocks: int = 0
    joins: bool = False
    open: bool = False
    empty: bool = True

    def __add__(self, other: _Run) -> _Run:
        if self.empty or other.empty:
            return other if self.empty else self
        return _Run(self.blocks + other.blocks - (self.open and other.joins), self.joins, other.open, False)

    def times(self, count: int) -> _Run:
        if self.empty or not count:
            return _Run()
        shared = (count - 1) * (self.open and self.joins)
        return _Run(self.blocks * count - shared, self.joins, self.open, False)


def transformer_blocks(items: Sequence[Item]) -> int:
    """The least number of Transformer blocks that hold the attention and feed-forward layers, in their order.

    Families and tables count as unrolled. Layers of other kinds are in no block, and end the one before them.
    """
    return _run(items).blocks


def _run(items: Sequence[Item]) -> _Run:
    total = _Run()
    for item in items:
        if isinstance(item, (Family, Table)):
            total += _run(item.items).times(item.count)
        elif isinstance(item, Group):
            total += _run(item.items)
        else:
            total += _OF_ROLE[item.role]
    return total


_OF_ROLE: Final = {
    "attention": _Run(1, joins=False, open=True, empty=False),
    "feed-forward": _Run(1, joins=True, open=False, empty=False),
    "other": _Run(0, joins=False, open=False, empty=False),
}
"""A layer of each role."""
