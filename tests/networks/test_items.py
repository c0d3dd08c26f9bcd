"""Which networks count as permutation equivariant: they are, and each of the others shows why it does not count."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    Family,
    FeedForwardLayer,
    Network,
    Phi,
    PositionalEncoding,
    TieRule,
    at_least,
    below,
)
from exactua.networks.items import not_equivariant

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


WEIGHTS = tuple(product((-1, 0, 2), repeat=5))


def one_head(out: int, V: int, K: int, Q: int, b: int) -> AttentionHead:
    return AttentionHead([[out]], [[V]], [[K]], [[Q]], [b])


@pytest.mark.parametrize("mask", [None, "strictly causal"])
def test_layers_of_one_function_make_the_same_of_every_matrix(mask: str | None) -> None:
    points = list(product((-1, 0, 2), repeat=3))
    images: dict[object, object] = {}
    for weights in WEIGHTS:
        layer = AttentionLayer([one_head(*weights)], TieRule.LEFTMOST, mask)
        assert images.setdefault(layer.function, answer := [layer([point]) for point in points]) == answer
    assert (
        len(images) == 34
    )  # of 243: 3 values of W_O W_V that are not 0 with 11 directions of W_K (W_Q, b_Q), and nothing


def test_the_order_of_heads_and_nodes_does_not_count_and_all_else_does() -> None:
    first, second, none = one_head(1, 2, 1, 1, 0), one_head(2, 2, -1, 1, 1), one_head(0, 1, 1, 1, 1)
    layer = AttentionLayer([first, second])
    assert layer.function == AttentionLayer([second, none, first]).function
    for other in (
        AttentionLayer([first]),
        AttentionLayer([first, second, second]),
        AttentionLayer([first, second], "leftmost"),
        AttentionLayer([first, second], mask="causal"),
        AttentionLayer([first, one_head(2, 2, -1, 1, 2)]),
        AttentionLayer([first, one_head(2, 1, -1, 1, 1)]),
        AttentionLayer([first, one_head(2, 2, 1, 1, 1)]),
    ):
        assert other.function != layer.function
    nodes = FeedForwardLayer([[1], [2], [3]], [0, 1, 5], [[1, -1, 0]], [1], RELU)
    assert nodes.function == FeedForwardLayer([[2], [1]], [1, 0], [[-1, 1]], [1], RELU).function
    for W_1, b_1, W_2, b_2, phi in (
        ([[2], [1]], [1, 1], [[-1, 1]], [1], RELU),
        ([[2], [1]], [1, 0], [[1, -1]], [1], RELU),
        ([[2], [1]], [1, 0], [[-1, 1]], [0], RELU),
        ([[2], [1], [1]], [1, 0, 0], [[-1, 1, 1]], [1], RELU),
        ([[2], [1]], [1, 0], [[-1, 1]], [1], Phi.of((below(0), 0, 0), (at_least(0), 1, 1))),
    ):
        assert FeedForwardLayer(W_1, b_1, W_2, b_2, phi).function != nodes.function


def test_other_layers_are_told_by_themselves() -> None:
    assert PositionalEncoding([[0, 1]]).function == PositionalEncoding([[0, 1]]).function
    assert PositionalEncoding([[0, 1]]).function != PositionalEncoding([[1, 0]]).function
