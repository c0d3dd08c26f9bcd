"""Which networks make reals of rationals: by a layer such as softmax, or by weights that are not rational."""

from __future__ import annotations

from exactua.arithmetic.reals import Real
from exactua.networks.network import Network
from exactua.networks.quantities import templates


def makes_reals(network: Network) -> str | None:
    """Which layers make reals of rationals whatever their weights are, such as "softmax"; None: no layer does."""
    kinds = dict.fromkeys(layer.makes_reals for layer, _ in templates(network.items) if layer.makes_reals)
    return " and ".join(kinds) or None


def without_forms(network: Network) -> str | None:
    """Why a layer of the network has no affine forms, whatever its weights are; None where no layer says so."""
    return next((layer.without_forms for layer, _ in templates(network.items) if layer.without_forms), None)


def speaks_of_reals(network: Network) -> bool:
    """Whether the network has a layer that makes reals, or a weight that is a real."""
    if makes_reals(network):
        return True
    layers = (layer for layer, _ in templates(network.items))
    return any(isinstance(entry, Real) for layer in layers for entries in layer.numbers().values() for entry in entries)
