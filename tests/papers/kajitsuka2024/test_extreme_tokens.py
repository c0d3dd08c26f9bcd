"""Tokens on a circle: which heads and layers the contextual mapping needs."""

from __future__ import annotations

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, Network
from exactua.networks.activations import RELU
from exactua.papers.kajitsuka2024.extreme_tokens import CIRCLE, attention, extreme_tokens, feed_forward_first
from tests.papers.evaluators import network, refuted_alone, with_verdict


def instance(n: int, tie_rule: str = "average", *steps: str) -> Problem:
    return extreme_tokens.problem({"d": 2, "n": n, "tie_rule": tie_rule}, steps)


def heads_of(*tokens: tuple[int, int]) -> Network:
    given = attention({"tie_rule": "average"}).items[0]
    assert isinstance(given, AttentionLayer)
    heads = [head for head, token in zip(given.heads, CIRCLE, strict=True) if token in tokens]
    return network(2, AttentionLayer(heads))


def test_without_the_heads_of_two_tokens_it_is_none() -> None:
    """With the heads of the ends alone the tokens between them are not told apart, and Theorem 1 is true."""
    ends = instance(3).with_networks({"layer": heads_of(CIRCLE[0], CIRCLE[-1])})
    decision = decide(ends)
    assert decision["of_any_sequences@repaired"].verdict is Verdict.REFUTED
    assert decision["of_any_sequences"].verdict is Verdict.HOLDS


def test_on_the_line_the_layer_is_none() -> None:
    """Attention without the feed-forward layer: what is seen of (1, 0), (2, 0), (4, 0) and (1, 0), (3, 0), (4, 0)."""
    block = feed_forward_first({"tie_rule": "average"})
    bare = Network(2, block.items[1:], {"moved": 0, "output": 1})
    problem = instance(3).with_networks({"block": bare})
    decision = decide(problem)
    assert with_verdict(decision, Verdict.REFUTED) >= {"no_memorization", "moves_to_circle"}


def test_another_feed_forward_layer_is_found() -> None:
    stays = FeedForwardLayer([[1, 0]], [0], [[0], [1]], [0, 0], RELU)
    block = Network(2, (stays, *feed_forward_first({"tie_rule": "average"}).items[1:]), {"moved": 1, "output": 2})
    assert refuted_alone(instance(2).with_networks({"block": block}), "moves_to_circle")


def test_heads_with_a_bias_are_found() -> None:
    layers = extreme_tokens.networks["heads"]({"tie_rule": "average"}).items
    biased = [
        AttentionLayer([AttentionHead(head.W_O, head.W_V, head.W_K, head.W_Q, [1, 0])])
        for layer in layers
        for head in layer.heads
    ]
    assert refuted_alone(instance(2).with_networks({"heads": network(2, *biased)}), "sign_decides")
