"""What a network is made of: counts and sizes read off its items, families and tables counted as if unrolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from exactua.errors import InputError
from exactua.networks.bit_lengths import BitLengths, bit_lengths
from exactua.networks.items import Family, Group, Item, Table
from exactua.networks.layer import KINDS
from exactua.networks.network import Network
from exactua.networks.quantities import QUANTITIES, templates
from exactua.networks.tie_rules import TieRule
from exactua.networks.transformer_blocks import transformer_blocks
from exactua.networks.widths import fixed_columns

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
