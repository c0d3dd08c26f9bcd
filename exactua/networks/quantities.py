"""Counts read off a network without unrolling its families."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from exactua.arithmetic.messages import brief
from exactua.errors import InputError
from exactua.networks.attention import AttentionLayer
from exactua.networks.feed_forward import FeedForwardLayer
from exactua.networks.items import Family, Group, Item, Layer, Table
from exactua.networks.softmax_attention import SoftmaxAttentionLayer

ATTENTION: Final = (AttentionLayer, SoftmaxAttentionLayer)
"""The kinds of attention layers."""


def templates(items: Sequence[Item], times: int = 1) -> Iterator[tuple[Layer, int]]:
    """Each layer as it is written, with how often it occurs once families and tables are unrolled (never 0 times)."""
    for item in items:
        if isinstance(item, Group):
            yield from templates(item.items, times)
        elif not isinstance(item, (Family, Table)):
            yield item, times
        elif item.count:
            yield from templates(item.items, times * item.count)


def quantity(items: Sequence[Item], name: str) -> int:
    """The count of this name, one of `QUANTITIES`. Raises InputError for another name."""
    if name not in QUANTITIES:
        raise InputError(f"{brief(name)} is not a quantity of a network; write one of: {', '.join(QUANTITIES)}")
    return QUANTITIES[name](items)


def _attention_layers(items: Sequence[Item]) -> int:
    return sum(times for layer, times in templates(items) if isinstance(layer, ATTENTION))


def _feed_forward_layers(items: Sequence[Item]) -> int:
    return sum(times for layer, times in templates(items) if isinstance(layer, FeedForwardLayer))


def _heads(items: Sequence[Item]) -> int:
    return max((len(layer.heads) for layer, _ in templates(items) if isinstance(layer, ATTENTION)), default=0)


def _head_size(items: Sequence[Item]) -> int:
    layers = [layer for layer, _ in templates(items) if isinstance(layer, ATTENTION)]
    return max((head.size for layer in layers for head in layer.heads), default=0)


def _hidden_size(items: Sequence[Item]) -> int:
    return max((layer.hidden_size for layer, _ in templates(items) if isinstance(layer, FeedForwardLayer)), default=0)


def _activations_outside_phi(items: Sequence[Item]) -> int:
    layers = ((layer, times) for layer, times in templates(items) if isinstance(layer, FeedForwardLayer))
    return sum(times for layer, times in layers if layer.activation.outside_phi() is not None)


def _other_layers(items: Sequence[Item]) -> int:
    return sum(times for layer, times in templates(items) if not isinstance(layer, (*ATTENTION, FeedForwardLayer)))


def _parameters(items: Sequence[Item]) -> int:
    return sum(times * layer.parameters for layer, times in templates(items))


def _largest_layer_parameters(items: Sequence[Item]) -> int:
    return max((layer.parameters for layer, _ in templates(items)), default=0)


QUANTITIES: Final[Mapping[str, Callable[[Sequence[Item]], int]]] = MappingProxyType(
    {
        "attention layers": _attention_layers,
        "feed-forward layers": _feed_forward_layers,
        "heads": _heads,
        "head size": _head_size,
        "hidden size": _hidden_size,
        "activations outside Phi": _activations_outside_phi,
        "other layers": _other_layers,
        "parameters": _parameters,
        "largest layer parameters": _largest_layer_parameters,
    }
)
"""Every quantity by name: numbers of layers; largest number of heads, head size and hidden size (0 without
a layer of that kind); the number of feed-forward layers whose activation is not in Phi; the number of all entries of
weight matrices and biases, zeros included, families unrolled, in all layers or in the layer that has most."""
