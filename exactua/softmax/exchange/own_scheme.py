"""From named tensors and metadata back to a network: the inverse of `layout`, checked, as files come from anybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from exactua.arithmetic.json_values import built
from exactua.arithmetic.messages import plain
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.networks import Layer, Network
from exactua.networks.retouching import softened
from exactua.softmax.exchange.attention import hardened
from exactua.softmax.exchange.exchanged import LayerNote, Tensor
from exactua.softmax.exchange.kinds import EXCHANGED
from exactua.softmax.exchange.metadata import Metadata

Attention = Literal["hardmax", "softmax"]


def names_of(number: int, note: LayerNote) -> list[str]:
    """The names of the tensors that layer `number`, from 0, must have."""
    kind = EXCHANGED[note.kind]
    return [f"layers.{number}.{kind.folder}.{name}" for name in kind.names(note)]


def require_names(metadata: Metadata, names: set[str], where: str) -> None:
    """Raises InputError where the tensors are not those that the metadata speaks of."""
    needed = {name for number, note in enumerate(metadata.layers) for name in names_of(number, note)}
    if missing := sorted(needed - names):
        raise InputError(f"{where}: the tensor {missing[0]} is missing; the metadata has its layer")
    if unknown := sorted(names - needed):
        raise InputError(f"{where}: the tensor {plain(unknown[0])} belongs to no layer of the metadata")


def network_of(
    metadata: Metadata,
    tensors: Mapping[str, Tensor],
    where: str,
    attention: Attention | None = None,
    factor: Rational | None = None,
) -> Network:
    """The network that was exported, one layer after the other; families and tables stay unrolled.

    With a factor in the metadata it is the one with softmax[factor A]. `attention` says otherwise: "hardmax" for the
    hardmax network that it was, "softmax" for the softmax network with this `factor` (if none is given, that of the
    metadata, else 1). Raises InputError where tensors are missing or don't fit.
    """
    require_names(metadata, set(tensors), where)
    layers: list[Layer] = []
    for number, note in enumerate(metadata.layers):
        own = {name.rpartition(".")[2]: tensors[name] for name in names_of(number, note)}
        at = f"{where}: layers.{number}"
        layers.append(built(at, lambda note=note, own=own, at=at: EXCHANGED[note.kind].read(note, own, at)))  # type: ignore[misc]
    if attention == "hardmax":
        layers = [hardened(layer) for layer in layers]
    network = Network(metadata.d, layers, metadata.stages)
    soft = attention == "softmax" or (attention is None and metadata.factor is not None)
    if not soft:
        return network
    return softened(
        network, next(candidate for candidate in (factor, metadata.factor, Rational(1)) if candidate is not None)
    )
