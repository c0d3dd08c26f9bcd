"""Scaled dot-product attention, several heads, and the feed-forward layer (web page, 'Key Formulas').

    A = softmax(Q K^T / sqrt(d_k)),  Z = A V        MHA(X) = W_O concat(Z^(1), ..., Z^(h))
    FFN(x) = W_2 sigma(W_1 x + b_1) + b_2

On the page tokens are rows, x_i^T; in a point they are columns. Layers are those of `networks`, with a skip connection.
Head r has W_V = r I, W_Q = W_K = I (d_k = d, scores divided by sqrt(d)); its part of W_O has the entries r + i + 2k.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic import reals
from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.networks import RELU, AttentionHead, FeedForwardLayer, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.terms.tracing import Columns, Number, Row, Truth, every, point, row, sqrt, total, when

scaled_attention = Claim(
    "background:scaled_attention",
    title="Scaled dot-product attention and multi-head attention",
    source="'Key Formulas'; 'Formal Definition'",
    text="Attention weights are computed by a scaled dot product between queries and keys, passed through softmax, and"
    " used to average the values. Multiple heads compute attention in parallel with their own Q, K, V projections;"
    " their outputs are concatenated and linearly projected. A small MLP is applied independently at each position.",
    parameters=(
        Parameter("d", "model dimension, and that of queries, keys and values", ladder=(1, 2)),
        Parameter("n", "number of tokens", ladder=(1, 2)),
        Parameter("h", "number of heads", ladder=(1, 2)),
    ),
)

tokens = levels("tokens", 0, 1, 2)
"""All sequences with entries 0 and 1."""


def _identity(d: int, factor: Any = 1) -> list[list[Any]]:
    return [[factor * int(i == k) for k in range(d)] for i in range(d)]


def _head(d: int, r: int, W_O: list[list[int]]) -> AttentionHead:
    """Head r: scores x_k^T x_j / sqrt(d), values r x_k."""
    unit = _identity(d)
    return AttentionHead(W_O, _identity(d, r), unit, _identity(d, 1 / reals.sqrt(mpq(d))))


@scaled_attention.network("one_head")
def one_head(values: Mapping[str, Any]) -> Network:
    """X -> X + Z^T of the first head."""
    d = values["d"]
    return Network(d, (SoftmaxAttentionLayer([_head(d, 1, _identity(d))]),), {"output": 1})


@scaled_attention.network("heads")
def heads(values: Mapping[str, Any]) -> Network:
    """X -> X + MHA(X)^T with h heads."""
    d, h = values["d"], values["h"]
    W_O = [[[r + i + 2 * k for k in range(1, d + 1)] for i in range(1, d + 1)] for r in range(1, h + 1)]
    return Network(d, (SoftmaxAttentionLayer([_head(d, r, W_O[r - 1]) for r in range(1, h + 1)]),), {"output": 1})


@scaled_attention.network("feed_forward")
def feed_forward(values: Mapping[str, Any]) -> Network:
    """x -> x + FFN(x): rows of W_1 are (1 ... 1), (-1 ... -1), b_1 = (-1, 1), rows of W_2 (1, 2), b_2 = (3 ... 3)."""
    d = values["d"]
    layer = FeedForwardLayer([[1] * d, [-1] * d], [-1, 1], [[1, 2]] * d, [3] * d, RELU)
    return Network(d, (layer,), {"output": 1})


def A(at: Operands, i: Number) -> Row:
    """Row i of A = softmax(Q K^T / sqrt(d_k)), shape (n,)."""

    def score(j: Number) -> Number:
        return total(at.rows, lambda k: point[k, i] * point[k, j]) / sqrt(at.d)

    return softmax(row(at.columns, score), at.columns)


def Z(at: Operands, i: Number, k: Number, r: Number | int) -> Number:
    """Entry (i, k) of Z^(r) = A V^(r)."""
    return total(at.columns, lambda j: A(at, i)[j] * r * point[k, j])


@scaled_attention.proof_line(
    "A = softmax(Q K^T / sqrt(d_k)), Z = A V, for one head: token i gets the average of values with the weights "
    "A_i1, ..., A_in",
    over=(tokens,),
)
def averages_values(at: Operands) -> Truth:
    return every(
        at.columns, lambda i: every(at.rows, lambda k: at.one_head(point)[k, i] - point[k, i] == Z(at, i, k, 1))
    )


@scaled_attention.proof_line(
    "MHA(X) = W_O concat(Z^(1), ..., Z^(h)): W_O is d x h d_v, concat(...) has a row for each of the n tokens, so n ="
    " h d_v",
    flaw="reading",
    survives=("background:scaled_attention.projected@repaired",),
)
def projected(at: Operands) -> Truth:
    return at.n == at.h * at.d


@scaled_attention.repairs(
    "projected",
    "MHA(X) = concat(Z^(1), ..., Z^(h)) W_O with h d_v x d entries: entry (i, k) of what the layer adds to token i",
    reason="tokens are rows, as in A = softmax(Q K^T) and Z = A V: a linear map of each token stands on the right. On"
    " the left it would mix tokens, and fits only where n = h d_v",
    over=(tokens,),
)
def projected_repaired(at: Operands) -> Truth:
    def concat(i: Number, c: Number) -> Number:
        """Entry (i, c) of concat(Z^(1), ..., Z^(h)): column c is column c - (r - 1) d of Z^(r)."""

        def part(r: Number) -> Number:
            return when((c > (r - 1) * at.d) & (c <= r * at.d), Z(at, i, 1 + (c - 1) % at.d, r), 0)

        return total(Columns(1, at.h, "r"), part)

    def W_O(c: Number, k: Number) -> Number:
        return 1 + (c - 1 - (c - 1) % at.d) / at.d + k + 2 * (1 + (c - 1) % at.d)

    def entry(i: Number, k: Number) -> Truth:
        product = total(Columns(1, at.h * at.d, "c"), lambda c: concat(i, c) * W_O(c, k))
        return at.heads(point)[k, i] - point[k, i] == product

    return every(at.columns, lambda i: every(at.rows, lambda k: entry(i, k)))


@scaled_attention.proof_line(
    "FFN(x) = W_2 sigma(W_1 x + b_1) + b_2, with ReLU and one choice of weights", over=(tokens,)
)
def small_mlp(at: Operands) -> Truth:
    def relu(x: Number) -> Number:
        return when(x > 0, x, 0)

    def ffn(j: Number) -> Number:
        inner = total(at.rows, lambda k: point[k, j])
        return relu(inner - 1) + 2 * relu(1 - inner) + 3

    return every(at.columns, lambda j: every(at.rows, lambda i: at.feed_forward(point)[i, j] - point[i, j] == ffn(j)))


@scaled_attention.proof_line(
    "a small MLP is applied independently at each position: token j gets from this one what it gets alone",
    over=(tokens,),
)
def independently(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.feed_forward(point).columns(j, j) == at.feed_forward(point.columns(j, j)))


scaled_attention.part(
    "Attention weights are computed by a scaled dot product between queries and keys, passed through softmax, and "
    "used to average the values.",
    undecided="It is about all weights and inputs; `averages_values` decides it for one head, at tokens of 0 and 1.",
)
scaled_attention.part(
    "Multiple heads compute attention in parallel with their own Q, K, V projections; their outputs are "
    "concatenated and linearly projected.",
    undecided="It is about all weights and inputs; `projected@repaired` decides it for one layer, at tokens of 0 and"
    " 1.",
)
scaled_attention.part(
    "A small MLP is applied independently at each position.",
    undecided="It is about every MLP; `small_mlp` and `independently` decide it for one, at tokens of 0 and 1.",
)
