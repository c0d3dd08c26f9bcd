"""Claim 1 (Yun et al. 2020, Sec. 2; proof in App. B): a Transformer block is permutation equivariant.

    f(X P) = f(X) P   for every permutation matrix P

The claim is one sentence about all weights and all real X, with softmax: one block with hardmax does not decide it, the
theorem `claim_1_softmax` of proofs/rocq does.
What lines decide is one block of the paper's own parts (App. C, E.2, E.3), with hardmax for softmax and phi in Phi
for ReLU, at every X of G+_delta in every order of its columns. The tie rule of hardmax carries it: 1/k keeps it,
leftmost and rightmost break it; as the paper has 1/k, the claim is not refuted by them, the line `equivariant` is.

The heads of that block are psi(.; b) with b = 0 and b = delta: W_K = W_V = u^T, W_Q X is u^T X - b 1^T (footnote 1).
Column j of X P is column P(j) of X: P_{i,j} = 1 where i = P(j).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import factorial
from typing import Any, Final

from gmpy2 import mpq

from exactua.claims.claim import GRID_PARAMETERS, Claim, Operands, Parameter
from exactua.grids.categories import all_sequences, u
from exactua.networks import RELU, FeedForwardLayer, Network, PositionalEncoding, TieRule
from exactua.papers.pages import Lines, networks
from exactua.papers.yun2020.quantiser import clipping
from exactua.papers.yun2020.selective_shift import one_block, reading_vector
from exactua.papers.yun2020.variants import relax_positions
from exactua.papers.yun2020.vocabulary import assume_throughout, each_permuted
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Permutation,
    Truth,
    every,
    every_permutation,
    point,
    total,
    when,
)

TIE_RULE = Parameter(
    "tie_rule",
    "what hardmax does with equal maxima; the paper's is average: 1/k each",
    tuple(rule.value for rule in TieRule),
)


def work(values: Mapping[str, Any]) -> int:
    """Sequences of G+_delta times permutations of their columns, with all pairs of columns; more for larger m."""
    d, n, m = values["d"], values["n"], values["m"]
    return int(3 * (m + 1) ** (d * n) * factorial(n) * n**2 * m**2)


claim1 = Claim(
    "yun2020:claim1",
    title="Claim 1",
    source="Sec. 2; proof in App. B",
    text="A Transformer block t^(h,m,r) defines a permutation equivariant map from R^(d x n) to R^(d x n).",
    parameters=(*GRID_PARAMETERS, TIE_RULE),
    work=work,
    point="X",
)
assume_throughout(claim1)

networks(
    claim1,
    # psi(.; 0) - psi(.; delta): two heads of size 1, with a query that can be 0
    attention=lambda values: Network(values["d"], (one_block(values),), {"output": 1}),
    # A token-wise layer with the activation of Lemma 7's first layer, and both biases
    feed_forward=lambda values: Network(values["d"], (_token_wise(values),), {"output": 1}),
    # The attention layer and then the feed-forward layer: a block of class T^(2,1,1) with hardmax and Phi
    block=lambda values: Network(values["d"], (one_block(values), _token_wise(values)), {"output": 2}),
)


def _token_wise(values: Mapping[str, Any]) -> FeedForwardLayer:
    d, n, m = values["d"], values["n"], values["m"]
    e_1 = tuple((mpq(1) if i == 0 else mpq(0),) for i in range(d))
    return FeedForwardLayer(
        W_1=(reading_vector(d, m),), b_1=(mpq(1, m),), W_2=e_1, b_2=(mpq(-1, m),) * d, activation=clipping(n, d, m)
    )


@claim1.network("relu")
def relu(values: Mapping[str, Any]) -> Network:
    """Z + ReLU(Z), entry by entry: r = d."""
    d = values["d"]
    identity = tuple(tuple(mpq(int(i == j)) for j in range(d)) for i in range(d))
    none = (mpq(0),) * d
    return Network(d, (FeedForwardLayer(identity, none, identity, none, RELU),), {"output": 1})


@claim1.network("numbered")
def numbered(values: Mapping[str, Any]) -> Network:
    """Z + E with j in column j of E: by it a term knows which column P(j) is."""
    n = values["n"]
    return Network(values["d"], (PositionalEncoding((tuple(range(1, n + 1)),) * values["d"]),), {"output": 1})


HEADS: Final = Columns(0, 1, "b")
"""The heads psi(.; b delta)."""


def _moved(at: Operands, P: Permutation, j: Number, value: Callable[[Number], Number]) -> Number:
    """sum_i value(i) P_{i,j}: entry j of a row times P."""
    source = at.numbered(point).permuted(P)[1, j] - point.permuted(P)[1, j]
    return total(Columns(1, at.n, "i"), lambda i: when(i == source, value(i), 0))


def _conjugated(
    at: Operands, P: Permutation, k: Number, j: Number, entry: Callable[[Number, Number], Number]
) -> Number:
    """(P^T A P)_{k,j}, A given by its entries."""
    return _moved(at, P, k, lambda a: _moved(at, P, j, lambda c: entry(a, c)))


def _score(at: Operands, X: MatrixOperand, b: Number, k: Number, j: Number) -> Number:
    """((W_K X)^T (W_Q X))_{k,j} for psi(.; b delta)."""
    return u.dot(X)[k] * (u.dot(X)[j] - b / at.m)


def _hardmax(at: Operands, X: MatrixOperand, b: Number, k: Number, j: Number) -> Number:
    """sigma_H[(W_K X)^T (W_Q X)]_{k,j} as App. A defines it: 1 over the number of arg max entries, or 0."""

    here = _score(at, X, b, k, j)
    greatest = every(at.columns, lambda i: _score(at, X, b, i, j) <= here)
    return when(greatest, 1 / total(at.columns, lambda i: when(_score(at, X, b, i, j) == here, 1, 0)), 0)


def _every_pair(at: Operands, condition: Callable[[Permutation, Number, Number, Number], Truth]) -> Truth:
    """For every P, both heads and all pairs of columns."""

    def columns(P: Permutation, b: Number) -> Truth:
        k_columns = Columns(1, at.n, "k")
        return every(at.columns, lambda j: every(k_columns, lambda k: condition(P, b, k, j)))

    return every_permutation(lambda P: every(HEADS, lambda b: columns(P, b)))


of_sequences = Lines(claim1, over=(all_sequences,))


@of_sequences.proof_line("App. B: (W_K X P)^T (W_Q X P) = P^T (W_K X)^T (W_Q X) P")
def scores(at: Operands) -> Truth:
    def commute(P: Permutation, b: Number, k: Number, j: Number) -> Truth:
        permuted = _score(at, point.permuted(P), b, k, j)
        return permuted == _conjugated(at, P, k, j, lambda a, c: _score(at, point, b, a, c))

    return _every_pair(at, commute)


@of_sequences.proof_line(
    "App. B: sigma[P^T (W_K X)^T (W_Q X) P] = P^T sigma[(W_K X)^T (W_Q X)] P, sigma the hardmax of App. A"
)
def hardmax(at: Operands) -> Truth:
    def commute(P: Permutation, b: Number, k: Number, j: Number) -> Truth:
        permuted = _hardmax(at, point.permuted(P), b, k, j)
        return permuted == _conjugated(at, P, k, j, lambda a, c: _hardmax(at, point, b, a, c))

    return _every_pair(at, commute)


@of_sequences.proof_line("App. B: P P^T = I was used")
def inverse(at: Operands) -> Truth:
    def entry(P: Permutation, i: Number, j: Number) -> Number:
        def product(k: Number) -> Number:
            return _moved(at, P, k, lambda a: when(a == i, 1, 0)) * _moved(at, P, k, lambda a: when(a == j, 1, 0))

        return total(Columns(1, at.n, "k"), product)

    def identity(P: Permutation) -> Truth:
        return every(Columns(1, at.n, "i"), lambda i: every(at.columns, lambda j: entry(P, i, j) == when(i == j, 1, 0)))

    return every_permutation(identity)


def attended(at: Operands, P: Permutation, i: Number, j: Number) -> Number:
    """Entry (i, j) of X P + sum_i W_O^i (W_V^i X P) P^T sigma[(W_K^i X)^T (W_Q^i X)] P."""

    def head(b: Number) -> Number:
        def product(k: Number) -> Number:
            attention = _conjugated(at, P, k, j, lambda a, c: _hardmax(at, point, b, a, c))
            return u.dot(point.permuted(P))[k] * attention

        return when(b == 0, 1, -1) * total(Columns(1, at.n, "k"), product)

    return point.permuted(P)[i, j] + when(i == 1, at.m**at.d, 0) * total(HEADS, head)


@of_sequences.proof_line("App. B: Attn(X P) = X P + sum_i W_O^i (W_V^i X P) P^T sigma[(W_K^i X)^T (W_Q^i X)] P")
def attention_by_heads(at: Operands) -> Truth:
    return each_permuted(at, lambda P, i, j: at.attention(point.permuted(P))[i, j] == attended(at, P, i, j))


@of_sequences.proof_line("App. B: X P + sum_i W_O^i (W_V^i X P) P^T sigma[(W_K^i X)^T (W_Q^i X)] P = Attn(X) P")
def heads_by_attention(at: Operands) -> Truth:
    return each_permuted(at, lambda P, i, j: attended(at, P, i, j) == at.attention(point).permuted(P)[i, j])


@of_sequences.proof_line("App. B: Attn(X P) = Attn(X) P, for the block's attention layer")
def attention_commutes(at: Operands) -> Truth:
    return every_permutation(lambda P: at.attention(point.permuted(P)) == at.attention(point).permuted(P))


@of_sequences.proof_line("App. B: FF(X P) = FF(X) P, for the block's token-wise layer")
def feed_forward_commutes(at: Operands) -> Truth:
    return every_permutation(lambda P: at.feed_forward(point.permuted(P)) == at.feed_forward(point).permuted(P))


@of_sequences.proof_line("App. B: FF(X P) = Attn(X) P + W_2 phi(W_1 Attn(X) P + b_1 1^T P) + b_2 1^T P, phi for ReLU")
def block_by_layers(at: Operands) -> Truth:
    return every_permutation(lambda P: at.block(point.permuted(P)) == at.feed_forward(at.attention(point).permuted(P)))


def _permuted_behind(at: Operands, P: Permutation, i: Number, j: Number) -> Number:
    """Entry (i, j) of Attn(X) P + W_2 phi(W_1 Attn(X) + b_1 1^T) P + b_2 1^T P."""
    attended = at.attention(point)
    return attended.permuted(P)[i, j] + (at.feed_forward(attended).permuted(P)[i, j] - attended.permuted(P)[i, j])


@of_sequences.proof_line(
    "App. B: Attn(X) P + W_2 phi(W_1 Attn(X) P + b_1 1^T P) + b_2 1^T P = Attn(X) P + W_2 phi(W_1 Attn(X) + b_1 1^T) P "
    "+ b_2 1^T P"
)
def activation_commutes(at: Operands) -> Truth:
    def commutes(P: Permutation, i: Number, j: Number) -> Truth:
        return at.feed_forward(at.attention(point).permuted(P))[i, j] == _permuted_behind(at, P, i, j)

    return each_permuted(at, commutes)


@of_sequences.proof_line("App. B: Attn(X) P + W_2 phi(W_1 Attn(X) + b_1 1^T) P + b_2 1^T P = FF(X) P")
def layers_by_block(at: Operands) -> Truth:
    return each_permuted(at, lambda P, i, j: _permuted_behind(at, P, i, j) == at.block(point).permuted(P)[i, j])


@of_sequences.proof_line("App. B: ReLU(X P) = ReLU(X) P was used")
def relu_commutes(at: Operands) -> Truth:
    def commutes(P: Permutation, i: Number, j: Number) -> Truth:
        before = at.relu(point.permuted(P))[i, j] - point.permuted(P)[i, j]
        return before == _moved(at, P, j, lambda a: at.relu(point)[i, a] - point[i, a])

    return each_permuted(at, commutes)


@of_sequences.proof_line(
    "App. B: the function class T^(h,m,r) is restricted to permutation equivariant functions: the block twice, "
    "with hardmax"
)
def composition_commutes(at: Operands) -> Truth:
    return every_permutation(lambda P: at.block(at.block(point.permuted(P))) == at.block(at.block(point)).permuted(P))


@claim1.proof_line("not said: the block that is decided has h = 2 heads", said=False)
def heads(at: Operands) -> Truth:
    return at.block.quantity("heads") == 2


@claim1.proof_line("not said: and that they are of size m = 1", said=False)
def head_size(at: Operands) -> Truth:
    return at.block.quantity("head size") == 1


@claim1.proof_line("not said: and a feed-forward layer with r = 1 hidden node, its activation in Phi", said=False)
def hidden_size(at: Operands) -> Truth:
    return (at.block.quantity("hidden size") == 1) & (at.block.quantity("activations outside Phi") == 0)


@of_sequences.proof_line(
    "not said: t(X P) = t(X) P for every permutation matrix P, t = psi(.; 0) - psi(.; delta), then phi; X in G+_delta",
    said=False,
)
def equivariant(at: Operands) -> Truth:
    return every_permutation(lambda P: at.block(point.permuted(P)) == at.block(point).permuted(P))


claim1.part(
    "A Transformer block t^(h,m,r) defines a permutation equivariant map from R^(d x n) to R^(d x n).",
    undecided="of every block, with softmax, all h, m, r and all weights, and of all real X: the block of equivariant "
    "has h = 2, m = r = 1 and hardmax, and X is in G+_delta",
    theorem="claim_1_softmax",
)


# What may be relaxed

relax_positions(claim1, "block", "attention", steps=("attention_commutes", "composition_commutes", "equivariant"))
