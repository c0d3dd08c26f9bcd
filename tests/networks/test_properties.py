"""Which networks count as permutation equivariant: they are, and each of the others shows why it does not count."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from exactua.networks import AttentionHead, AttentionLayer, Family, Network, PositionalEncoding, TieRule
from exactua.networks.properties import not_equivariant

HEAD = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]], b_Q=[0])


def broken(network: Network) -> bool:
    """Whether g(X P) = g(X) P is false somewhere on a small grid."""
    return any(
        network([[row[k] for k in P]]) != tuple(tuple(image[k] for k in P) for image in network([row]))
        for row in product((-1, 0, 1), repeat=3)
        for P in permutations(range(3))
    )


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (AttentionLayer([HEAD]), None),
        (AttentionLayer([HEAD], TieRule.LEFTMOST), "breaks ties leftmost"),
        (AttentionLayer([HEAD], TieRule.RIGHTMOST), "breaks ties rightmost"),
        (AttentionLayer([HEAD], mask="causal"), "masks what its tokens attend to"),
        (AttentionLayer([HEAD], mask="strictly causal"), "masks what its tokens attend to"),
        (PositionalEncoding([[0, 1, 2]]), "has a layer that treats columns by their places"),
    ],
)
def test_a_network_that_counts_is_equivariant_and_one_that_does_not_may_be_otherwise(item, reason):
    for items in ([item], [AttentionLayer([HEAD]), Family("l", 0, 1, 2, [item])]):
        network = Network(1, items)
        assert not_equivariant(network) == reason
        assert broken(network) == (reason is not None)


def test_layers_of_a_family_without_turns_do_not_count():
    assert not_equivariant(Network(1, [Family("l", 0, 1, 0, [PositionalEncoding([[0, 1, 2]])])])) is None
