"""Blocks by the formulas of Sec. 2, wider blocks and blocks of one layer; each hangs on every weight."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.claims.decision import StepResult
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, Network, TieRule
from exactua.papers.yun2020.blocks import block, blocks

Box = tuple[int, int, int]


def values(box: Box) -> dict[str, int | str]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box, *steps: str) -> Problem:
    return blocks.problem(values(box), steps)


def result(step: str, whole: Problem) -> StepResult:
    return decide(whole)[step]


def with_stages(*items: AttentionLayer | FeedForwardLayer) -> Network:
    return Network(items[0].d, items, {"attention": 1, "output": len(items)})


def parts(network: Network) -> tuple[AttentionLayer, FeedForwardLayer]:
    attention, feed_forward = network.items
    assert isinstance(attention, AttentionLayer)
    assert isinstance(feed_forward, FeedForwardLayer)
    return attention, feed_forward


@pytest.mark.parametrize("rule", [TieRule.LEFTMOST, TieRule.RIGHTMOST])
def test_equation1_hangs_on_one_over_k(rule: TieRule) -> None:
    whole = problem((1, 2, 3), "equation1")
    attention, feed_forward = parts(whole.networks["block"])
    other = with_stages(AttentionLayer(attention.heads, rule), feed_forward)
    assert result("equation1", whole.with_networks({"block": other})).verdict is Verdict.REFUTED


def test_equation1_hangs_on_every_weight() -> None:
    whole = problem((2, 2, 2), "equation1")
    attention, feed_forward = parts(whole.networks["block"])
    first, second = attention.heads
    double = ((mpq(2), mpq(4)),)
    for head in (
        AttentionHead(first.W_O, double, first.W_K, first.W_Q, first.b_Q),
        AttentionHead(((mpq(1),), (mpq(1),)), first.W_V, first.W_K, first.W_Q, first.b_Q),
        AttentionHead(first.W_O, first.W_V, ((mpq(-1), mpq(-2)),), first.W_Q, first.b_Q),
        AttentionHead(first.W_O, first.W_V, first.W_K, ((mpq(-1), mpq(-2)),), first.b_Q),
        AttentionHead(first.W_O, first.W_V, first.W_K, first.W_Q, (mpq(-2),)),
    ):
        other = with_stages(AttentionLayer((head, second)), feed_forward)
        assert result("equation1", whole.with_networks({"block": other})).verdict is Verdict.REFUTED


def test_equation2_hangs_on_every_weight() -> None:
    whole = problem((2, 2, 2), "equation2")
    attention, layer = parts(whole.networks["block"])
    single = mpq(1)
    for other in (
        FeedForwardLayer(((mpq(2),) * 2,) * 4, layer.b_1, layer.W_2, layer.b_2, layer.activation),
        FeedForwardLayer(layer.W_1, (single,) * 4, layer.W_2, layer.b_2, layer.activation),
        FeedForwardLayer(layer.W_1, layer.b_1, ((single,) * 4,) * 2, layer.b_2, layer.activation),
        FeedForwardLayer(layer.W_1, layer.b_1, layer.W_2, (mpq(0),) * 2, layer.activation),
    ):
        changed = whole.with_networks({"block": with_stages(attention, other)})
        assert result("equation2", changed).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("name", "network"),
    [
        ("richer_classes", "wider_block"),
        ("block_without_attention", "feed_forward_alone"),
        ("block_without_attention", "attention_off"),
        ("block_without_feed_forward", "feed_forward_off"),
    ],
)
def test_a_block_with_another_last_layer_is_another(name: str, network: str) -> None:
    box = (2, 2, 2)
    whole = problem(box, name)
    *first, last = whole.networks[network].items
    assert isinstance(last, FeedForwardLayer)
    changed = FeedForwardLayer(last.W_1, last.b_1, last.W_2, (mpq(1, 3),) * 2, last.activation)
    other = Network(2, (*first, changed), {"output": len(first) + 1})
    assert result(name, whole).verdict is Verdict.HOLDS
    assert result(name, whole.with_networks({network: other})).verdict is Verdict.REFUTED


def test_a_block_with_both_layers_is_neither() -> None:
    box = (2, 2, 2)
    both = block(values(box), h=2, m=1, r=4)
    for name, network in (
        ("block_without_attention", "attention_off"),
        ("block_without_feed_forward", "feed_forward_off"),
    ):
        assert result(name, problem(box, name).with_networks({network: both})).verdict is Verdict.REFUTED


def test_every_step_is_put_to_a_test() -> None:
    assert {step.name for step in blocks.steps} == {
        "equation1", "equation2", "richer_classes", "block_without_attention", "block_without_feed_forward",
    }  # fmt: skip
