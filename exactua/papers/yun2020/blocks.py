"""Transformer blocks (Yun et al. 2020, Sec. 2, 3.1 and E.1): eq. (1) and (2), wider blocks, and blocks of one layer.

    Attn(X) = X + sum_(i=1..h) W_O^i W_V^i X hardmax[(W_K^i X)^T (W_Q^i X - b_Q^i 1^T)]                            (1)
    FF(X)   = Attn(X) + W_2 ReLU(W_1 Attn(X) + b_1 1^T) + b_2 1^T                                                  (2)

What is decided is the block psi(.; 0) - psi(.; 1) with four ReLUs of x_1 + ... + x_d, hardmax in place of softmax and
the query bias of footnote 1, at every X in G_delta.

A block t^(h,m,r) is filled up with zeros beyond t^(2,1,4).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import grid, u
from exactua.networks import RELU, AttentionHead, AttentionLayer, FeedForwardLayer, Network
from exactua.papers.pages import networks, per_box
from exactua.papers.yun2020.selective_shift import Psi
from exactua.papers.yun2020.vocabulary import assume_throughout, each_entry
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, greatest, point, total, when


def block(values: Mapping[str, Any], h: int, m: int, r: int) -> Network:
    """psi(.; 0) - psi(.; 1), then x_1 + ... + x_d through ReLUs with biases 0, 1, 2, 3, filled up with zeros."""
    d = values["d"]
    zero, unit = mpq(0), mpq(1)
    none = AttentionHead(((zero,) * m,) * d, *(((zero,) * d,) * m,) * 3)
    heads = tuple(_filled_up(head, m) for head in Psi(d, values["m"], zero, unit, gain=unit))
    nodes = range(r)
    feed_forward = FeedForwardLayer(
        W_1=tuple((unit if k < 4 else zero,) * d for k in nodes),
        b_1=tuple(-mpq(k) if k < 4 else zero for k in nodes),
        W_2=(tuple(mpq(k + 1) if k < 4 else zero for k in nodes),) * d,
        b_2=(unit,) * d,
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


blocks = Claim(
    "yun2020:blocks",
    title="Transformer blocks",
    source="Sec. 2, eq. (1) and (2); Sec. 3.1; App. A and E.1",
    text="A Transformer block is a self-attention layer (1) and a token-wise feed-forward layer (2), both with a skip "
    "connection. The classes T^(h,m,r) become richer as h, m, r increase. The skip connections enable a composition of "
    "multiple self-attention or feed-forward layers.",
    # Matrices of G_delta up to permutation, each with n^2 scores a head, which are compared one by one
    work=per_box(lambda d, n, m: 64 * n**2 * comb(m**d + n - 1, n)),
    point="X",
)
assume_throughout(blocks)

networks(
    blocks,
    # A block t^(2,1,4): two heads of size 1 with query biases, and four ReLU nodes
    block=lambda values: block(values, h=2, m=1, r=4),
    # The same block as one of t^(3,2,5): what is added are zeros
    wider_block=lambda values: block(values, h=3, m=2, r=5),
)


blocks.network("attention_off")(attention_off)
blocks.network("feed_forward_off")(feed_forward_off)
blocks.network("feed_forward_alone")(feed_forward_alone)


def _head(at: Operands, b_Q: int, j: Number) -> Number:
    """Entry (1, j) of psi(X; b_Q): the mean of the u^T X_k whose score (u^T X_k) (u^T X_j - b_Q) is greatest."""
    ids = u.dot(point)

    def score(k: Number) -> Number:
        return ids[k] * (ids[j] - b_Q)

    def is_greatest(k: Number) -> Truth:
        return score(k) == greatest(at.columns, score)

    values = total(at.columns, lambda k: when(is_greatest(k), ids[k], 0))
    return values / total(at.columns, lambda k: when(is_greatest(k), 1, 0))


def _everywhere(at: Operands, left: MatrixOperand, right: Any) -> Truth:
    """left[i, j] = right(i, j) for all entries."""
    return each_entry(at, lambda i, j: left[i, j] == right(i, j))


@blocks.proof_line(
    "Sec. 2: (1) Attn(X) = X + sum_(i=1..h) W_O^i W_V^i X hardmax[(W_K^i X)^T W_Q^i X], for a block t^(2,1,4) "
    "with hardmax for softmax",
    over=(grid,),
)
def equation1(at: Operands) -> Truth:
    def right(i: Number, j: Number) -> Number:
        return point[i, j] + when(i == 1, _head(at, 0, j) - _head(at, 1, j), 0)

    return _everywhere(at, at.block(point, "attention"), right)


@blocks.proof_line(
    "Sec. 2: (2) FF(X) = Attn(X) + W_2 ReLU(W_1 Attn(X) + b_1 1^T) + b_2 1^T, for a block t^(2,1,4)", over=(grid,)
)
def equation2(at: Operands) -> Truth:
    attention = at.block(point, "attention")

    def node(k: Number, j: Number) -> Number:
        inner = total(at.rows, lambda i: attention[i, j]) - k
        return when(inner > 0, inner, 0)

    def right(i: Number, j: Number) -> Number:
        return attention[i, j] + total(Columns(0, 3, "k"), lambda k: (k + 1) * node(k, j)) + 1

    return _everywhere(at, at.block(point), right)


@blocks.proof_line(
    "Sec. 3.1: the classes become richer as h, m, r increase: a block t^(2,1,4), with hardmax for softmax, is one of "
    "t^(3,2,5)",
    over=(grid,),
)
def richer_classes(at: Operands) -> Truth:
    return at.block(point) == at.wider_block(point)


@blocks.proof_line(
    "E.1: skip connections let a block be a feed-forward layer alone, of which several follow each other: W_O = 0",
    over=(grid,),
)
def block_without_attention(at: Operands) -> Truth:
    return at.attention_off(point) == at.feed_forward_alone(point)


@blocks.proof_line("E.1: or a self-attention layer alone: W_2 = 0 and b_2 = 0", over=(grid,))
def block_without_feed_forward(at: Operands) -> Truth:
    return at.feed_forward_off(point) == at.block(point, "attention")


blocks.part(
    "The classes T^(h,m,r) become richer as h, m, r increase.",
    undecided="of all classes and all blocks: richer_classes takes one block t^(2,1,4), with hardmax for softmax, "
    "as one of t^(3,2,5), by weights 0, at X in G_delta",
)
blocks.part(
    "The skip connections enable a composition of multiple self-attention or feed-forward layers.",
    undecided="of all layers and all real X: block_without_attention and block_without_feed_forward switch the "
    "layers of one block off, at X in G_delta",
)
