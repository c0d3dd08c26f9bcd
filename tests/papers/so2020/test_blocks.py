"""Blocks on the slides: each step can say no to layers that the audit does not make."""

from __future__ import annotations

import pytest

from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, Network, PositionalEncoding, TieRule
from exactua.papers.so2020.blocks import blocks
from tests.papers.evaluators import at_box, network, refuted_alone

BOX = (2, 2, 2)
whole = at_box(blocks, BOX)


def layer_of(name: str, place: int = 0) -> AttentionLayer | FeedForwardLayer:
    layer = whole.networks[name].items[place]
    assert isinstance(layer, AttentionLayer | FeedForwardLayer)
    return layer


def with_ties(rule: TieRule, *others: FeedForwardLayer) -> Network:
    layer = layer_of("Attn")
    assert isinstance(layer, AttentionLayer)
    return network(2, AttentionLayer(layer.heads, rule), *others)


def test_two_heads_have_rank_two() -> None:
    first, zero = [[1, 0]], [[0, 1]]
    heads = [AttentionHead([[1], [0]], first, first, first), AttentionHead([[0], [1]], zero, zero, zero)]
    assert refuted_alone(whole.with_networks({"one_head": network(2, AttentionLayer(heads))}), "rank")


def test_a_layer_that_is_not_off_is_found() -> None:
    on = whole.with_networks({"block_W_O_zero": whole.networks["block"]})
    assert refuted_alone(on, "attention_off")


def test_the_bias_has_to_be_zero_too() -> None:
    """Setting W_2 alone to zero does not turn the feed-forward layer off."""
    silent = layer_of("block_W_2_b_2_zero", 1)
    assert isinstance(silent, FeedForwardLayer)
    biased = FeedForwardLayer(silent.W_1, silent.b_1, silent.W_2, [0, 1], silent.activation)
    on = whole.with_networks({"block_W_2_b_2_zero": network(2, layer_of("Attn"), biased)})
    assert refuted_alone(on, "feed_forward_off")


@pytest.mark.parametrize("step", ["attended_part", "permuted_part", "attention_commutes"])
def test_ties_that_look_at_places_are_found(step: str) -> None:
    assert refuted_alone(whole.with_networks({"Attn": with_ties(TieRule.LEFTMOST)}), step)


def test_a_token_wise_layer_that_looks_at_places_is_found() -> None:
    placed = network(2, PositionalEncoding([[0, 1], [0, 0]]))
    assert refuted_alone(whole.with_networks({"FF": placed}), "feed_forward_commutes")


def test_a_block_that_looks_at_places_is_found() -> None:
    feed_forward = layer_of("FF")
    assert isinstance(feed_forward, FeedForwardLayer)
    assert refuted_alone(whole.with_networks({"block": with_ties(TieRule.RIGHTMOST, feed_forward)}), "equivariant")


@pytest.mark.parametrize("step", ["permutation_matrix", "attended_part", "permuted_part"])
def test_the_lines_that_write_P_out_know_which_column_it_takes(step: str) -> None:
    unnumbered = network(2, PositionalEncoding([[1, 1], [1, 1]]))
    assert refuted_alone(whole.with_networks({"numbered": unnumbered}), step)
