"""Transformer blocks: the layers are what (2), (3) and (4) say, and another layer is found."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    Network,
    PiecewiseLinear,
    SoftmaxAttentionLayer,
    above,
    at_most,
)
from exactua.papers.kajitsuka2024.small_layers import HEAD_SIZE, HEADS, HIDDEN_SIZE, feed_forward, heads
from exactua.papers.kajitsuka2024.transformer_block import transformer_block
from tests.papers.evaluators import decided_by_both, network, refuted_alone, with_verdict


def instance(d: int, n: int, *steps: str) -> Problem:
    return transformer_block.problem({"d": d, "n": n}, steps)


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 2), (1, 3), (2, 1)])
def test_every_step_holds(d: int, n: int) -> None:
    decision = decided_by_both(instance(d, n))
    vacuous = {"tokens_interact"} if n == 1 else set()
    assert with_verdict(decision, Verdict.VACUOUS) == vacuous
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in transformer_block.steps} - vacuous


def test_two_rows_and_two_columns() -> None:
    assert with_verdict(decide(instance(2, 2)), Verdict.HOLDS) == {step.name for step in transformer_block.steps}


def softmax(d: int, **options: object) -> Network:
    return network(d, SoftmaxAttentionLayer(heads(d), **options))


def with_last_head(d: int, factor: mpq) -> Network:
    """Attention whose last head has another W_O."""
    *others, last = heads(d)
    other = AttentionHead([[factor * entry for entry in row] for row in last.W_O], last.W_V, last.W_K, last.W_Q)
    return network(d, SoftmaxAttentionLayer((*others, other)))


def test_another_attention_is_found() -> None:
    problem = instance(1, 2)
    for other in (softmax(1, mask="causal"), network(1, AttentionLayer(heads(1))), with_last_head(1, mpq(1001, 1000))):
        assert refuted_alone(problem.with_networks({"attention": other}), "equation2")
        assert refuted_alone(problem.with_networks({"attention": other}), "equation4")


def test_another_feed_forward_layer_is_found() -> None:
    layer = feed_forward(1)
    shifted = FeedForwardLayer(layer.W_1, layer.b_1, layer.W_2, [entry + 1 for entry in layer.b_2], RELU)
    leaky = FeedForwardLayer(
        layer.W_1, layer.b_1, layer.W_2, layer.b_2, PiecewiseLinear.of((at_most(0), mpq(1, 10), 0), (above(0), 1, 0))
    )
    for other in shifted, leaky:
        assert refuted_alone(instance(1, 2).with_networks({"feed_forward": network(1, other)}), "equation3")
        assert refuted_alone(instance(1, 2).with_networks({"feed_forward": network(1, other)}), "equation4")
    assert refuted_alone(instance(1, 2).with_networks({"relu": network(1, leaky)}), "relu_element_wise")


def test_a_feed_forward_layer_looks_at_no_other_token() -> None:
    mixing = network(1, AttentionLayer(heads(1)))
    assert refuted_alone(instance(1, 2).with_networks({"feed_forward": mixing}), "tokens_alone")
    alone = network(1, feed_forward(1))
    assert refuted_alone(instance(1, 2).with_networks({"attention": alone}), "tokens_interact")


def test_sizes() -> None:
    assert (HEADS, HEAD_SIZE, HIDDEN_SIZE) == (2, 2, 3)
    one_head = Network(1, (SoftmaxAttentionLayer(heads(1)[:1]), feed_forward(1)), {"output": 2})
    assert refuted_alone(instance(1, 1).with_networks({"block": one_head}), "sizes")
