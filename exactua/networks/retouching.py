"""Networks that are another one but for some layers: some of them changed, or softmax in place of hardmax.

A softened network has sigma[lambda A] for sigma_H[A] (Yun et al. 2020, App. F).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactua.arithmetic.rationals import Rational, rational
from exactua.errors import InputError
from exactua.networks.heads import AttentionHead, TieRule
from exactua.networks.items import Family, Group, Item, Table, templates
from exactua.networks.layer import Layer
from exactua.networks.matrices import Weights
from exactua.networks.network import Network
from exactua.networks.rounded_layer import RoundedLayer
from exactua.networks.softmax_attention import SoftmaxAttentionLayer


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


def softened(network: Network, factor: Any) -> Network:
    """The network with softmax[factor A] wherever it has hardmax[A]: W_K of every head is multiplied by the factor.

    Items, families, tables, masks and stages stay as they are; tie rules are gone, as softmax has none. Layers that
    have a softmax already keep it as it is; a rounded layer rounds the softened one to the same format.

    Raises InputError unless the factor is an exact number > 0.
    """
    exact = positive(factor, "factor")
    return Network(network.d, tuple(_softened(item, exact) for item in network.items), network.stages)


def positive(factor: Any, argument: str) -> Rational:
    """The factor lambda as a rational. Raises InputError unless it is an exact number > 0."""
    exact = rational(factor, argument)
    if exact <= 0:
        raise InputError(f"{argument}: {exact} is not valid; lambda is a number > 0")
    return exact


def has_hardmax(network: Network) -> bool:
    """Whether a layer of the network attends by hardmax, also inside of a rounded layer."""
    return any(layer.inside.tie_rule is not None for layer, _ in templates(network.items))


def _softened(item: Item, factor: Rational) -> Item:
    if isinstance(item, Group):
        return Group(item.name, tuple(_softened(inner, factor) for inner in item.items))
    if isinstance(item, Table):
        return Table(item.variables, item.rows, tuple(_softened(inner, factor) for inner in item.items))
    if isinstance(item, Family):
        inner = tuple(_softened(inner, factor) for inner in item.items)
        return Family(item.variable, item.start, item.step, item.count, inner)
    layer: Any = item.inside
    if layer.tie_rule is None:
        return item
    return item.around(SoftmaxAttentionLayer([_scaled(head, factor) for head in layer.heads], layer.mask))


def _scaled(head: AttentionHead, factor: Rational) -> AttentionHead:
    W_K: Weights = tuple(tuple(factor * entry for entry in row) for row in head.W_K)
    return AttentionHead(head.W_O, head.W_V, W_K, head.W_Q, head.b_Q)


def rounded(network: Network, form: str) -> Network:
    """The network with the output of every layer rounded to this format; layers that are rounded stay as they are.

    Raises InputError for an unknown format.
    """
    return with_layers(network, lambda layer: layer if layer.makes_rationals else RoundedLayer(layer, form))
