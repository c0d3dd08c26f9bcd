"""Which networks are permutation equivariant layer by layer, g(X P) = g(X) P (Claim 1 of Yun et al. 2020)."""

from __future__ import annotations

from exactua.networks.network import Network
from exactua.networks.quantities import templates
from exactua.networks.tie_rules import TieRule


def not_equivariant(network: Network) -> str | None:
    """What layer a network has that is not permutation equivariant, in words; None: all are, and so is the network."""
    layers = [layer for layer, _ in templates(network.items)]
    rules = {layer.tie_rule for layer in layers if layer.tie_rule is not None} - {TieRule.AVERAGE}
    if rules:
        return f"breaks ties {' and '.join(sorted(rules))}"
    if any(layer.mask is not None for layer in layers):
        return "masks what its tokens attend to"
    if any(layer.by_places for layer in layers):
        return "has a layer that treats columns by their places"
    return None
