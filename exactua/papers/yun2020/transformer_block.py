"""One Transformer block t^(h,m,r) as eq. (1) and (2) of Sec. 2 shape it, filled up with zeros beyond t^(2,1,4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.networks import RELU, AttentionHead, AttentionLayer, FeedForwardLayer, Network
from exactua.papers.yun2020.selective_shift import Psi


def block(values: Mapping[str, Any], h: int, m: int, r: int) -> Network:
    """psi(.; 0) - psi(.; 1), then x_1 + ... + x_d through ReLUs with biases 0, 1, 2, 3, filled up with zeros."""
    d = values["d"]
    zero, one = mpq(0), mpq(1)
    none = AttentionHead(((zero,) * m,) * d, *(((zero,) * d,) * m,) * 3)
    heads = tuple(_filled_up(head, m) for head in Psi(d, values["m"], zero, one, gain=one))
    nodes = range(r)
    feed_forward = FeedForwardLayer(
        W_1=tuple((one if k < 4 else zero,) * d for k in nodes),
        b_1=tuple(-mpq(k) if k < 4 else zero for k in nodes),
        W_2=(tuple(mpq(k + 1) if k < 4 else zero for k in nodes),) * d,
        b_2=(one,) * d,
        activation=RELU,
    )
    return _block(AttentionLayer((*heads, *(none,) * (h - 2))), feed_forward)


def attention_off(values: Mapping[str, Any]) -> Network:
    """The block t^(2,1,4) with W_O = 0 in all heads."""
    attention, feed_forward = _layers(values)
    nothing = ((mpq(0),),) * values["d"]
    heads = (AttentionHead(nothing, head.W_V, head.W_K, head.W_Q, head.b_Q) for head in attention.heads)
    return _block(AttentionLayer(tuple(heads)), feed_forward)


def feed_forward_off(values: Mapping[str, Any]) -> Network:
    """The block t^(2,1,4) with W_2 = 0 and b_2 = 0."""
    attention, layer = _layers(values)
    zeros = (mpq(0),) * values["d"]
    idle = FeedForwardLayer(layer.W_1, layer.b_1, ((mpq(0),) * 4,) * values["d"], zeros, layer.activation)
    return _block(attention, idle)


def feed_forward_alone(values: Mapping[str, Any]) -> Network:
    """The feed-forward layer of the block t^(2,1,4), and no attention layer."""
    return Network(values["d"], _layers(values)[1:], {"output": 1})


def _layers(values: Mapping[str, Any]) -> tuple[AttentionLayer, FeedForwardLayer]:
    attention, feed_forward = block(values, h=2, m=1, r=4).items
    assert isinstance(attention, AttentionLayer)
    assert isinstance(feed_forward, FeedForwardLayer)
    return attention, feed_forward


def _block(attention: AttentionLayer, feed_forward: FeedForwardLayer) -> Network:
    return Network(feed_forward.d, (attention, feed_forward), {"attention": 1, "output": 2})


def _filled_up(head: AttentionHead, m: int) -> AttentionHead:
    """The head with size m: zero columns in W_O and zero rows elsewhere beyond its own."""
    more = m - head.size
    rows = ((mpq(0),) * head.d,) * more
    return AttentionHead(
        W_O=tuple((*row, *(mpq(0),) * more) for row in head.W_O),
        W_V=(*head.W_V, *rows),
        W_K=(*head.W_K, *rows),
        W_Q=(*head.W_Q, *rows),
        b_Q=(*head.b_Q, *(mpq(0),) * more),
    )
