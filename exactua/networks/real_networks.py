"""Which networks make reals of rationals: those with softmax, and those with weights that are not rational."""

from __future__ import annotations

from exactua.arithmetic.reals import Real
from exactua.networks.bit_lengths import numbers_of
from exactua.networks.network import Network
from exactua.networks.quantities import templates
from exactua.networks.softmax_attention import SoftmaxAttentionLayer


def has_softmax(network: Network) -> bool:
    """Whether a layer of the network attends by softmax."""
    return any(isinstance(layer, SoftmaxAttentionLayer) for layer, _ in templates(network.items))


def speaks_of_reals(network: Network) -> bool:
    """Whether the network has a softmax, or a weight that is a real."""
    if has_softmax(network):
        return True
    layers = (layer for layer, _ in templates(network.items))
    return any(isinstance(one, Real) for layer in layers for kind in numbers_of(layer).values() for one in kind)
