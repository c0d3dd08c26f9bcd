"""Transformer blocks (Yun et al. 2020, Sec. 2, 3.1 and E.1): eq. (1) and (2), wider blocks, and blocks of one layer.

    Attn(X) = X + sum_(i=1..h) W_O^i W_V^i X hardmax[(W_K^i X)^T (W_Q^i X - b_Q^i 1^T)]                            (1)
    FF(X)   = Attn(X) + W_2 ReLU(W_1 Attn(X) + b_1 1^T) + b_2 1^T                                                  (2)

What is decided is the block psi(.; 0) - psi(.; 1) with four ReLUs of x_1 + ... + x_d, hardmax in place of softmax and
the query bias of footnote 1, at every X in G_delta.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import grid, u
from exactua.networks import Network
from exactua.papers.yun2020.transformer_block import attention_off, block, feed_forward_alone, feed_forward_off
from exactua.papers.yun2020.vocabulary import assume_throughout
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, greatest, point, total, when


def _work(values: Mapping[str, Any]) -> int:
    """Matrices of G_delta up to permutation, each with n^2 scores a head, which are compared one by one."""
    d, n, m = values["d"], values["n"], values["m"]
    return 64 * n**2 * comb(m**d + n - 1, n)


blocks = Claim(
    "yun2020:blocks",
    title="Transformer blocks",
    source="Sec. 2, eq. (1) and (2); Sec. 3.1; App. A and E.1",
    text="A Transformer block is a self-attention layer (1) and a token-wise feed-forward layer (2), both with a skip "
    "connection. The classes T^(h,m,r) become richer as h, m, r increase. The skip connections enable a composition of "
    "multiple self-attention or feed-forward layers.",
    work=_work,
    point="X",
)
assume_throughout(blocks)


@blocks.network("block")
def transformer_block(values: Mapping[str, Any]) -> Network:
    """A block t^(2,1,4): two heads of size 1 with query biases, and four ReLU nodes."""
    return block(values, h=2, m=1, r=4)


@blocks.network("wider_block")
def wider_block(values: Mapping[str, Any]) -> Network:
    """The same block as one of t^(3,2,5): what is added are zeros."""
    return block(values, h=3, m=2, r=5)


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
    return every(at.rows, lambda i: every(at.columns, lambda j: left[i, j] == right(i, j)))


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
