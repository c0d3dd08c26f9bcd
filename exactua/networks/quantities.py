"""Counts read off a network without unrolling its families."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from exactua.arithmetic.messages import brief
from exactua.errors import InputError
from exactua.networks.items import Family, Group, Item, Table
from exactua.networks.layer import Layer


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


def _sum(name: str, items: Sequence[Item]) -> int:
    return sum(times * layer.quantities.get(name, 0) for layer, times in templates(items))


def _greatest(name: str, items: Sequence[Item]) -> int:
    return max((layer.quantities.get(name, 0) for layer, _ in templates(items)), default=0)


def _parameters(items: Sequence[Item]) -> int:
    return sum(times * layer.parameters for layer, times in templates(items))


def _largest_layer_parameters(items: Sequence[Item]) -> int:
    return max((layer.parameters for layer, _ in templates(items)), default=0)


QUANTITIES: Final[Mapping[str, Callable[[Sequence[Item]], int]]] = MappingProxyType(
    {
        "attention layers": partial(_sum, "attention layers"),
        "feed-forward layers": partial(_sum, "feed-forward layers"),
        "heads": partial(_greatest, "heads"),
        "head size": partial(_greatest, "head size"),
        "hidden size": partial(_greatest, "hidden size"),
        "activations outside Phi": partial(_sum, "activations outside Phi"),
        "other layers": partial(_sum, "other layers"),
        "parameters": _parameters,
        "largest layer parameters": _largest_layer_parameters,
    }
)
"""Every quantity by name: numbers of layers; largest number of heads, head size and hidden size (0 without
a layer of that kind); the number of feed-forward layers whose activation is not in Phi; the number of all entries of
weight matrices and biases, zeros included, families unrolled, in all layers or in the layer that has most.

>>> QUANTITIES["parameters"](Network(1, [PositionalEncoding([[0, 1]])]).items)
2
"""
