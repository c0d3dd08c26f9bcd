"""Claim 1 (Yun et al. 2020, Sec. 2; proof in App. B): a Transformer block is permutation equivariant.

    f(X P) = f(X) P   for every permutation matrix P

The claim speaks of all weights and all real X. What is decided is one block of the paper's own parts (App. C,
E.2, E.3), with hardmax for softmax and phi in Phi for ReLU, at every X of G+_delta in every order of its columns. The
tie rule of hardmax carries it: 1/k keeps it, leftmost and rightmost break it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import GRID_PARAMETERS, Claim, Operands, Parameter
from exactua.grids.categories import all_sequences
from exactua.networks import FeedForwardLayer, Network, TieRule
from exactua.papers.yun2020.quantiser import clipping
from exactua.papers.yun2020.selective_shift import one_block, reading_vector
from exactua.papers.yun2020.vocabulary import assume_throughout
from exactua.terms.tracing import Truth, every_permutation, point

TIE_RULE = Parameter(
    "tie_rule",
    "what hardmax does with equal maxima; the paper's is average: 1/k each",
    tuple(rule.value for rule in TieRule),
)

claim1 = Claim(
    "yun2020:claim1",
    title="Claim 1",
    source="Sec. 2; proof in App. B",
    text="A Transformer block t^(h,m,r) defines a permutation equivariant map from R^(d x n) to R^(d x n).",
    parameters=(*GRID_PARAMETERS, TIE_RULE),
)
assume_throughout(claim1)


@claim1.network("attention")
def attention(values: Mapping[str, Any]) -> Network:
    """psi(.; 0) - psi(.; delta): two heads of size 1, with a query that can be 0."""
    return Network(values["d"], (one_block(values),), {"output": 1})


@claim1.network("feed_forward")
def feed_forward(values: Mapping[str, Any]) -> Network:
    """A token-wise layer with the activation of Lemma 7's first layer."""
    return Network(values["d"], (_token_wise(values),), {"output": 1})


@claim1.network("block")
def block(values: Mapping[str, Any]) -> Network:
    """The attention layer and then the feed-forward layer: a block of class T^(2,1,1) with hardmax and Phi."""
    return Network(values["d"], (one_block(values), _token_wise(values)), {"output": 2})


def _token_wise(values: Mapping[str, Any]) -> FeedForwardLayer:
    d, n, m = values["d"], values["n"], values["m"]
    e_1 = tuple((mpq(1) if i == 0 else mpq(0),) for i in range(d))
    return FeedForwardLayer(
        W_1=(reading_vector(d, m),), b_1=(mpq(0),), W_2=e_1, b_2=(mpq(0),) * d, activation=clipping(n, d, m)
    )


@claim1.proof_line("App. B: Attn(X P) = Attn(X) P, for the block's attention layer", over=(all_sequences,))
def attention_commutes(at: Operands) -> Truth:
    return every_permutation(lambda P: at.attention(point.permuted(P)) == at.attention(point).permuted(P))


@claim1.proof_line("App. B: FF(X P) = FF(X) P, for the block's token-wise layer", over=(all_sequences,))
def feed_forward_commutes(at: Operands) -> Truth:
    return every_permutation(lambda P: at.feed_forward(point.permuted(P)) == at.feed_forward(point).permuted(P))


@claim1.states("the block that is decided has h = 2 heads")
def heads(at: Operands) -> Truth:
    return at.block.quantity("heads") == 2


@claim1.states("of size m = 1")
def head_size(at: Operands) -> Truth:
    return at.block.quantity("head size") == 1


@claim1.states("and a feed-forward layer with r = 1 hidden node, its activation in Phi")
def hidden_size(at: Operands) -> Truth:
    return (at.block.quantity("hidden size") == 1) & (at.block.quantity("activations outside Phi") == 0)


@claim1.states(
    "t(X P) = t(X) P for every permutation matrix P, t = psi(.; 0) - psi(.; delta), then phi; X in G+_delta",
    over=(all_sequences,),
)
def equivariant(at: Operands) -> Truth:
    return every_permutation(lambda P: at.block(point.permuted(P)) == at.block(point).permuted(P))
