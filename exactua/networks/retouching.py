"""Networks that differ from another one in some layers only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactua.networks.items import Family, Group, Item, Table
from exactua.networks.layer import Layer
from exactua.networks.network import Network
from exactua.networks.tie_rules import TieRule


def with_layers(network: Network, change: Callable[[Any], Layer]) -> Network:
    """The network with `change(layer)` in place of every layer; families, tables and groups stay what they are."""
    return Network(network.d, tuple(_changed(item, change) for item in network.items), network.stages)


def with_tie_rule(network: Network, rule: TieRule) -> Network:
    """The network whose attention layers all break ties by `rule`."""
    return with_layers(network, lambda layer: layer.with_tie_rule(rule))


def _changed(item: Item, change: Callable[[Any], Layer]) -> Item:
    if isinstance(item, Family):
        inner = tuple(_changed(part, change) for part in item.items)
        return Family(item.variable, item.start, item.step, item.count, inner)
    if isinstance(item, Table):
        return Table(item.variables, item.rows, tuple(_changed(part, change) for part in item.items))
    if isinstance(item, Group):
        return Group(item.name, tuple(_changed(part, change) for part in item.items))
    return change(item)
