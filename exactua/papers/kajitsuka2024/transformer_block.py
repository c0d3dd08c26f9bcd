"""Transformer blocks (Kajitsuka & Sato 2024, Sec. 2.2): eq. (2), (3) and (4) as layers of this program.

    F_S(Z) = Z + sum_i W_O^i (W_V^i Z) softmax[(W_K^i Z)^T (W_Q^i Z)]                                              (2)
    FF(H)_{:,k} = H_{:,k} + W_2 ReLU[W_1 H_{:,k} + b_1] + b_2                                                     (3)
    F(Z) = FF(F_S(Z))                                                                                            (4)

Two heads of size s = 2 and q = 3 hidden nodes, with the integer weights of `small_layers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.categories import pairs_of
from exactua.networks import RELU, FeedForwardLayer, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024 import small_layers
from exactua.papers.kajitsuka2024.sequence_operands import first, second
from exactua.papers.kajitsuka2024.small_layers import (
    HEAD_SIZE,
    HEADS,
    HIDDEN_SIZE,
    W_1,
    W_2,
    b_1,
    b_2,
    is_attention,
    signs,
    zeros_and_ones,
)
from exactua.papers.pages import networks
from exactua.papers.yun2020.vocabulary import each_entry
from exactua.terms.tracing import Columns, NetworkOperand, Number, Row, Truth, every, exp, point, some, total, when

transformer_block = Claim(
    "kajitsuka2024:transformer_block",
    title="Transformer block",
    source="Sec. 2.1; Sec. 2.2, (2) to (4)",
    text="A Transformer block is composed of the self-attention mechanism (2) and the feed-forward neural network (3),"
    " each accompanied by a skip connection. From the above definition, we see that the interaction of each token"
    " occurs only in the self-attention mechanism.",
    parameters=(
        Parameter("d", "embedding dimension (rows of Z)", ladder=(1, 2)),
        Parameter("n", "sequence length (columns of Z)", ladder=(1, 2, 3)),
    ),
    point="Z",
)

networks(
    transformer_block,
    # (2): one layer of softmax attention
    attention=lambda values: Network(
        values["d"], (SoftmaxAttentionLayer(small_layers.heads(values["d"])),), {"output": 1}
    ),
    # (3): one feed-forward layer
    feed_forward=lambda values: Network(values["d"], (small_layers.feed_forward(values["d"]),), {"output": 1}),
)


@transformer_block.network("block")
def block(values: Mapping[str, Any]) -> Network:
    """(4): both."""
    d = values["d"]
    return Network(d, (SoftmaxAttentionLayer(small_layers.heads(d)), small_layers.feed_forward(d)), {"output": 2})


@transformer_block.network("relu")
def relu(values: Mapping[str, Any]) -> Network:
    """Z + ReLU[Z]."""
    rows = range(values["d"])
    identity, none = [[int(i == k) for k in rows] for i in rows], [0 for _ in rows]
    return Network(values["d"], (FeedForwardLayer(identity, none, identity, none, RELU),), {"output": 1})


def _positive_part(x: Number) -> Number:
    return when(x > 0, x, 0)


@transformer_block.proof_line(
    "(2): F_S(Z) = Z + sum_i W_O^i (W_V^i Z) softmax[(W_K^i Z)^T (W_Q^i Z)], h = 2, s = 2, one choice of weights",
    over=(zeros_and_ones,),
)
def equation2(at: Operands) -> Truth:
    def softmax(scores: Row, k: Number) -> Number:
        return exp(scores[k]) / total(at.columns, lambda j: exp(scores[j]))

    return is_attention(at, at.attention, softmax)


@transformer_block.proof_line(
    "(3): FF(H)_{:,k} = H_{:,k} + W_2 ReLU[W_1 H_{:,k} + b_1] + b_2 for each k, q = 3, one choice of weights",
    over=(signs,),
)
def equation3(at: Operands) -> Truth:
    def node(r: Number, k: Number) -> Number:
        return _positive_part(total(at.rows, lambda i: W_1(r, i) * point[i, k]) + b_1(r))

    def right(i: Number, k: Number) -> Number:
        return point[i, k] + total(Columns(1, HIDDEN_SIZE, "r"), lambda r: W_2(i, r) * node(r, k)) + b_2(i)

    return each_entry(at, lambda i, k: at.feed_forward(point)[i, k] == right(i, k))


@transformer_block.proof_line("(4): F(Z) = FF(F_S(Z)), of these two layers", over=(zeros_and_ones,))
def equation4(at: Operands) -> Truth:
    return at.block(point) == at.feed_forward(at.attention(point))


@transformer_block.proof_line(
    "Sec. 2.2: W_V, W_K, W_Q in R^(s x d), W_O in R^(d x s), W_1 in R^(q x d): s = 2, q = 3, h = 2"
)
def sizes(at: Operands) -> Truth:
    head_size, hidden_size = at.block.quantity("head size"), at.block.quantity("hidden size")
    return (head_size == HEAD_SIZE) & (hidden_size == HIDDEN_SIZE) & (at.block.quantity("heads") == HEADS)


@transformer_block.proof_line(
    "Sec. 2.1: ReLU is always an element-wise operator, whether the input is a vector or a matrix", over=(signs,)
)
def relu_element_wise(at: Operands) -> Truth:
    return each_entry(at, lambda i, k: at.relu(point)[i, k] == point[i, k] + _positive_part(point[i, k]))


def _same_tokens_differ(at: Operands, layer: NetworkOperand) -> Truth:
    """Some token of Z is one of Z', and the layer gives it another value there."""
    Z, W = first(at), second(at)

    def differ(k: Number, j: Number) -> Truth:
        same = every(at.rows, lambda i: Z[i, k] == W[i, j])
        return same & some(at.rows, lambda i: layer(Z)[i, k] != layer(W)[i, j])

    return some(Columns(1, at.n, "k"), lambda k: some(at.columns, lambda j: differ(k, j)))


@transformer_block.proof_line(
    "Sec. 2.2: the interaction of each token occurs only in the self-attention mechanism: this feed-forward layer "
    "gives the same token the same value in Z and in Z'",
    over=(pairs_of(zeros_and_ones),),
)
def tokens_alone(at: Operands) -> Truth:
    return ~_same_tokens_differ(at, at.feed_forward)


def _one_other_token(at: Operands) -> Truth:
    """n >= 2, Z is 0, and Z' is 0 but for its last token (1, ..., 1)."""
    W = second(at)

    def entry(k: Number, i: Number) -> Truth:
        return (first(at)[i, k] == 0) & (W[i, k] == when(k == at.n, 1, 0))

    return (at.n >= 2) & every(Columns(1, at.n, "k"), lambda k: every(at.rows, lambda i: entry(k, i)))


@transformer_block.proof_line(
    "... and there it does: attention gives the token 0 another value if the last of n >= 2 tokens is another",
    over=(pairs_of(zeros_and_ones),),
    given=_one_other_token,
)
def tokens_interact(at: Operands) -> Truth:
    Z, W = at.attention(first(at)), at.attention(second(at))
    return every(Columns(1, at.n - 1, "k"), lambda k: some(at.rows, lambda i: Z[i, k] != W[i, k]))


transformer_block.part(
    "From the above definition, we see that the interaction of each token occurs only in the self-attention mechanism.",
    undecided="It is about every block; `tokens_alone` decides it for one feed-forward layer, at all pairs of "
    "sequences of 0 and 1.",
)
