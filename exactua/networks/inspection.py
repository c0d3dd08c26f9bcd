"""What a network is made of: counts and sizes read off its items, families and tables counted as if unrolled.

A Transformer block is an attention layer and then a feed-forward layer; either may be left out, as its weights can be 0
and the skip connection stays (Yun et al. 2020, Sec. 2 and App. E.1). So a layer needs a block of its own, but a
feed-forward layer right behind an attention layer shares that one's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from exactua.errors import InputError
from exactua.networks.bit_lengths import BitLengths, bit_lengths
from exactua.networks.heads import TieRule
from exactua.networks.items import QUANTITIES, Family, Group, Item, Table, fixed_columns, templates
from exactua.networks.layer import KINDS
from exactua.networks.network import Network

SIZES: Final = (
    "heads",
    "head size",
    "hidden size",
    "activations outside Phi",
    "parameters",
    "largest layer parameters",
)
"""The quantities of `QUANTITIES` that are no counts of layers."""


@dataclass(frozen=True)
class Inspection:
    """Counts, sizes and bit lengths of a network."""

    d: int
    layers: Mapping[str, int]
    """Number of layers of each kind that occurs, families and tables unrolled."""
    written: Mapping[str, int]
    """How it is written: top-level "items", "layers", "families", "tables" and their "rows"."""
    sizes: Mapping[str, int]
    blocks: int
    """The least number of Transformer blocks that hold the attention and feed-forward layers."""
    bits: Mapping[str, BitLengths]
    tie_rules: Mapping[str, int]
    """Number of attention layers with each tie rule that occurs."""
    columns: tuple[int, str] | None
    """The number n of columns that a layer fixes, and which layer that is; None where the network takes any n."""
    conflict: str | None
    """Why no point fits, where layers fix different numbers of columns."""
    stages: tuple[tuple[str, int, int], ...]
    """Name, number of top-level items and number of layers before each stage."""


def inspect(network: Network) -> Inspection:
    """All that can be read off a network without running it."""
    columns, conflict = None, None
    try:
        columns = fixed_columns(network.items)
    except InputError as error:
        conflict = str(error)
    return Inspection(
        network.d,
        layers_by_kind(network.items),
        _written(network.items),
        {name: QUANTITIES[name](network.items) for name in SIZES},
        transformer_blocks(network.items),
        bit_lengths(network.items),
        _tie_rules(network.items),
        columns,
        conflict,
        tuple((name, after, layer_count(network.items[:after])) for name, after in network.named_stages),
    )


def layer_count(items: Sequence[Item]) -> int:
    """The number of layers, families and tables unrolled."""
    return sum(times for _, times in templates(items))


def layers_by_kind(items: Sequence[Item]) -> dict[str, int]:
    """The number of layers of each kind that occurs."""
    counts = {kind.name: 0 for kind in KINDS.values()}
    for layer, times in templates(items):
        counts[layer.name] += times
    return {name: count for name, count in counts.items() if count}


def _tie_rules(items: Sequence[Item]) -> dict[str, int]:
    counts = dict.fromkeys(TieRule, 0)
    for layer, times in templates(items):
        if layer.tie_rule is not None:
            counts[layer.tie_rule] += times
    return {rule.value: count for rule, count in counts.items() if count}


def _written(items: Sequence[Item]) -> dict[str, int]:
    counts = {"items": len(items), "layers": 0, "families": 0, "tables": 0, "rows": 0}

    def count(inner: Sequence[Item]) -> None:
        for item in inner:
            if isinstance(item, Family):
                counts["families"] += 1
            elif isinstance(item, Table):
                counts["tables"] += 1
                counts["rows"] += item.count
            elif not isinstance(item, Group):
                counts["layers"] += 1
                continue
            count(item.items)

    count(items)
    return counts


@dataclass(frozen=True)
class _Stack:
    """Layers in a row: how many blocks they need, whether the first may join a block and the last leaves one open."""

    blocks: int = 0
    joins: bool = False
    open: bool = False
    empty: bool = True

    def __add__(self, other: _Stack) -> _Stack:
        if self.empty or other.empty:
            return other if self.empty else self
        return _Stack(self.blocks + other.blocks - (self.open and other.joins), self.joins, other.open, False)

    def times(self, count: int) -> _Stack:
        if self.empty or not count:
            return _Stack()
        shared = (count - 1) * (self.open and self.joins)
        return _Stack(self.blocks * count - shared, self.joins, self.open, False)


def transformer_blocks(items: Sequence[Item]) -> int:
    """The least number of Transformer blocks that hold the attention and feed-forward layers, in their order.

    Families and tables count as unrolled. Layers of other kinds are in no block, and end the one before them.
    """
    return _run(items).blocks


def _run(items: Sequence[Item]) -> _Stack:
    total = _Stack()
    for item in items:
        if isinstance(item, (Family, Table)):
            total += _run(item.items).times(item.count)
        elif isinstance(item, Group):
            total += _run(item.items)
        else:
            total += _OF_ROLE[item.role]
    return total


_OF_ROLE: Final = {
    "attention": _Stack(1, joins=False, open=True, empty=False),
    "feed-forward": _Stack(1, joins=True, open=False, empty=False),
    "other": _Stack(0, joins=False, open=False, empty=False),
}
"""A layer of each role."""
