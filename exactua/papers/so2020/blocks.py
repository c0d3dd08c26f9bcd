"""Transformer blocks on the slides (So 2020): skip connections, rank, permutation equivariance.

    Attn(X) = X + sum over heads of W_O W_V X sigma[(W_K X)^T (W_Q X)]
    FF(X) = X + W_2 ReLU(W_1 X + b_1 1^T) + b_2 1^T

The claims are about all weights, all real X and the softmax. What is decided is blocks of the paper's own parts, with
hardmax and phi in Phi (the slides' generalised transformers), at every X of G+_delta in every order of its columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import all_sequences
from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, Network
from exactua.papers.pages import Lines, networks, per_box
from exactua.papers.yun2020.claim01 import attended, inverse, numbered
from exactua.papers.yun2020.quantiser import clipping
from exactua.papers.yun2020.selective_shift import Psi, reading_vector
from exactua.papers.yun2020.vocabulary import each_permuted
from exactua.terms.tracing import Columns, NetworkOperand, Number, Truth, every, every_permutation, point

blocks = Claim(
    "so2020:blocks",
    title="Transformer blocks",
    source="slides 'Review of transformer blocks' and 'Caveat: permutation equivariance'",
    text="Because of the skip connections in both the attention and feedforward layers, each block can turn on/off "
    "either layer, by setting W_O or [W_2 b_2] to zero. Transformer blocks are permutation equivariant: f(XP) = f(X)P.",
    # Every matrix of G+_delta in every order of its columns, permuted in every way, with all pairs of columns
    work=per_box(lambda d, n, m: 10 * (m + 1) ** (d * n) * factorial(n) * n**2),
    point="X",
)


def _heads(values: Mapping[str, Any], gain: int = 1) -> AttentionLayer:
    """psi(.; 0) - psi(.; delta), times `gain`."""
    d, m = values["d"], values["m"]
    return AttentionLayer(Psi(d, m, mpq(0), mpq(1, m), gain=gain * mpq(m) ** d))


def _token_wise(values: Mapping[str, Any], gain: int = 1) -> FeedForwardLayer:
    """X -> X + gain (e^(1) phi(u^T X) + e^(d) 1^T), phi that of Lemma 7."""
    d, n, m = values["d"], values["n"], values["m"]
    e_1 = tuple((mpq(gain * int(i == 0)),) for i in range(d))
    last = tuple(mpq(gain * int(i == d - 1)) for i in range(d))
    return FeedForwardLayer((reading_vector(d, m),), (mpq(0),), e_1, last, clipping(n, d, m))


# The attention layer alone
networks(blocks, Attn=lambda values: Network(values["d"], (_heads(values),), {"output": 1}))


blocks.network("numbered")(numbered)

networks(
    blocks,
    FF=lambda values: Network(values["d"], (_token_wise(values),), {"output": 1}),  # The feed-forward layer alone
    # Attention, then feed-forward
    block=lambda values: Network(values["d"], (_heads(values), _token_wise(values)), {"output": 2}),
    # The block with W_O = 0 in both heads
    block_W_O_zero=lambda values: Network(values["d"], (_heads(values, 0), _token_wise(values)), {"output": 2}),
    # The block with [W_2 b_2] = 0
    block_W_2_b_2_zero=lambda values: Network(values["d"], (_heads(values), _token_wise(values, 0)), {"output": 2}),
)


@blocks.network("one_head")
def one_head(values: Mapping[str, Any]) -> Network:
    """One head of size 1 that writes to every row: W_O = (1, 2, ..., d)^T."""
    d, m = values["d"], values["m"]
    u = (reading_vector(d, m),)
    head = AttentionHead(W_O=tuple((mpq(i),) for i in range(1, d + 1)), W_V=u, W_K=u, W_Q=u)
    return Network(d, (AttentionLayer((head,)),), {"output": 1})


of_sequences = Lines(blocks, over=(all_sequences,))


@of_sequences.proof_line(
    "attention layer: Attn(X) = X + sum of T(X sigma[L(X x X)]), T linear and at most rank-m (one head, m = 1)"
)
def rank(at: Operands) -> Truth:
    def added(i: Number, j: Number) -> Number:
        return at.one_head(point)[i, j] - point[i, j]

    def minor(i: Number, r: Number, j: Number, k: Number) -> Truth:
        return added(i, j) * added(r, k) == added(i, k) * added(r, j)

    others = (Columns(1, at.d, "r"), Columns(1, at.n, "k"))
    return every(
        at.rows,
        lambda i: every(
            others[0], lambda r: every(at.columns, lambda j: every(others[1], lambda k: minor(i, r, j, k)))
        ),
    )


@of_sequences.proof_line(
    "skip connections: one block, of two heads and one hidden node, turns off attention by setting W_O to zero"
)
def attention_off(at: Operands) -> Truth:
    return at.block_W_O_zero(point) == at.FF(point)


@of_sequences.proof_line("skip connections: the same block turns off FF by setting [W_2 b_2] to zero")
def feed_forward_off(at: Operands) -> Truth:
    return at.block_W_2_b_2_zero(point) == at.Attn(point)


@of_sequences.proof_line("permutation equivariance: PP^T = I")
def permutation_matrix(at: Operands) -> Truth:
    return inverse(at)


@of_sequences.proof_line("permutation equivariance: Attn(XP) = XP + sum of W_(O,V) X P P^T sigma[(W_K X)^T (W_Q X)] P")
def attended_part(at: Operands) -> Truth:
    return each_permuted(at, lambda P, i, j: at.Attn(point.permuted(P))[i, j] == attended(at, P, i, j))


@of_sequences.proof_line("permutation equivariance: XP + sum of W_(O,V) X P P^T sigma[(W_K X)^T (W_Q X)] P = Attn(X)P")
def permuted_part(at: Operands) -> Truth:
    return each_permuted(at, lambda P, i, j: attended(at, P, i, j) == at.Attn(point).permuted(P)[i, j])


def _commutes(f: NetworkOperand) -> Truth:
    return every_permutation(lambda P: f(point.permuted(P)) == f(point).permuted(P))


@of_sequences.proof_line("permutation equivariance: Attn(XP) = Attn(X)P")
def attention_commutes(at: Operands) -> Truth:
    return _commutes(at.Attn)


@of_sequences.proof_line("permutation equivariance: proof similar for FF(XP) = FF(X)P")
def feed_forward_commutes(at: Operands) -> Truth:
    return _commutes(at.FF)


@of_sequences.proof_line("permutation equivariance: this block is permutation equivariant")
def equivariant(at: Operands) -> Truth:
    return _commutes(at.block)


blocks.part(
    "each block can turn on/off either layer, by setting W_O or [W_2 b_2] to zero.",
    undecided="It is about every block and every X; `attention_off` and `feed_forward_off` decide it for one "
    "block, at every X of the extended grid.",
)
blocks.part(
    "Transformer blocks are permutation equivariant: f(XP) = f(X)P.",
    undecided="It is about every block and every X; `equivariant` decides it for one block, at every X of the "
    "extended grid and for every P.",
)
