"""Scaled attention, heads and the feed-forward layer: formulas beside networks, and every step can say no."""

from __future__ import annotations

import pytest

from exactua.claims.verdicts import Verdict
from exactua.networks import (
    RELU,
    AttentionHead,
    BilinearProjection,
    FeedForwardLayer,
    Network,
    SoftmaxAttentionLayer,
)
from exactua.papers.background.scaled_attention import heads, one_head, scaled_attention
from tests.papers.background.deciding import refuted, says_no, verdict

SQUARE = {"d": 2, "n": 2, "h": 1}


@pytest.mark.parametrize(
    ("d", "n", "h", "false"), [(1, 1, 1, set()), (1, 2, 1, {"projected"}), (1, 2, 2, set()), (2, 1, 2, {"projected"})]
)
def test_the_printed_order_fits_where_n_is_h_d(d: int, n: int, h: int, false: set[str]) -> None:
    assert refuted(scaled_attention, {"d": d, "n": n, "h": h}) == false


def unscaled(d: int) -> Network:
    identity = [[int(i == k) for k in range(d)] for i in range(d)]
    return Network(d, (SoftmaxAttentionLayer([AttentionHead(identity, identity, identity, identity)]),), {"output": 1})


def test_the_scale_is_needed() -> None:
    assert says_no(scaled_attention, SQUARE, "averages_values", networks={"one_head": unscaled(2)})
    # d_k = 1 has none
    ones = {"d": 1, "n": 2, "h": 1}
    assert verdict(scaled_attention, ones, "averages_values", networks={"one_head": unscaled(1)}) is Verdict.HOLDS


def test_all_heads_are_projected() -> None:
    values = {"d": 1, "n": 2, "h": 2}
    assert says_no(scaled_attention, values, "projected@repaired", networks={"heads": heads({**values, "h": 1})})
    assert says_no(scaled_attention, SQUARE, "projected@repaired", networks={"heads": one_head(SQUARE)})


def test_a_feed_forward_layer_of_other_weights_is_found() -> None:
    other = FeedForwardLayer([[1, 1], [-1, -1]], [-1, 1], [[1, 1]] * 2, [3, 3], RELU)
    network = Network(2, (other,), {"output": 1})
    assert says_no(scaled_attention, SQUARE, "small_mlp", networks={"feed_forward": network})
    assert verdict(scaled_attention, SQUARE, "independently", networks={"feed_forward": network}) is Verdict.HOLDS


def test_a_layer_that_looks_at_other_positions_is_found() -> None:
    mixing = Network(1, (SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[0]], [[0]])]),), {"output": 1})
    values = {"d": 1, "n": 2, "h": 1}
    assert says_no(scaled_attention, values, "independently", networks={"feed_forward": mixing})
    fixed = BilinearProjection([[1]], [[1]])
    only = {"d": 1, "n": 1, "h": 1}
    network = Network(1, (fixed,), {"output": 1})
    assert verdict(scaled_attention, only, "independently", networks={"feed_forward": network}) is Verdict.HOLDS
