"""A network as named tensors of exact numbers, layer by layer: the scheme that every file and module here has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from exactua.arithmetic.rationals import written
from exactua.errors import InputError
from exactua.networks import Network
from exactua.softmax.exchange.exchanged import LayerNote, Tensor
from exactua.softmax.exchange.kinds import exchanged

MOST_LAYERS: Final = 10_000
"""Layers of a network that is exported, families and tables unrolled."""
MOST_ENTRIES: Final = 4_000_000
"""Numbers in all tensors of a network that is exported."""


@dataclass(frozen=True)
class Layout:
    """The tensors of a network by name, what its layers are, and after how many of them each stage is."""

    d: int
    notes: tuple[LayerNote, ...]
    tensors: dict[str, Tensor]
    stages: dict[str, int]


def layout(network: Network) -> Layout:
    """The network in the naming scheme.

    Raises InputError for more than 10,000 layers or 4,000,000 numbers, and for
    a kind of layer that is not exchanged.
    """
    count = sum(network.quantity(f"{kind} layers") for kind in ("attention", "feed-forward", "other"))
    if count > MOST_LAYERS:
        shown = f"{count:,}" if count < 10**15 else f"about 10^{len(written(count)) - 1}"
        raise InputError(f"network: it has {shown} layers; at most {MOST_LAYERS:,} are unrolled into an export")
    notes: list[LayerNote] = []
    tensors: dict[str, Tensor] = {}
    behind = [0] * (len(network.items) + 1)
    entries = 0
    for place in network.walk():
        kind = exchanged(place.layer)
        note, own = kind.written(place.layer)
        for name, tensor in own.items():
            tensors[f"layers.{len(notes)}.{kind.folder}.{name}"] = tensor
            entries += len(tensor.entries)
        if entries > MOST_ENTRIES:
            raise InputError(f"network: its layers have more than {MOST_ENTRIES:,} weights; no more are exported")
        notes.append(note)
        behind[place.item] += 1
    stages = {name: sum(behind[: after + 1]) for name, after in network.named_stages}
    return Layout(network.d, tuple(notes), tensors, stages)
