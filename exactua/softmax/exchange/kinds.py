"""All kinds of layers that are exchanged, by what the metadata calls them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exactua.errors import InputError
from exactua.networks import Layer
from exactua.softmax.exchange import attention, other_layers
from exactua.softmax.exchange.exchanged import Exchanged

EXCHANGED: Final[Mapping[str, Exchanged]] = {
    kind.name: kind for kind in (*attention.EXCHANGED, *other_layers.EXCHANGED)
}


def exchanged(layer: Layer) -> Exchanged:
    """How the kind of a layer is exchanged. Raises InputError for a kind that is not."""
    if layer.name not in EXCHANGED:
        raise InputError(
            f"network: it has a {layer.name}, which is not exported; the others are: {', '.join(EXCHANGED)}"
        )
    return EXCHANGED[layer.name]
