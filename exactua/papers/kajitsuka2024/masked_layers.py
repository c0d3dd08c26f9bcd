"""Layers with masks (Kajitsuka & Sato 2024, Remark 1 and (132) of App. C): what an id is of.

A point is a sequence of n tokens, or a pair [X X'] of them, d = 1; tokens are 1, ..., n + 1. The layers have the
weights of Theorem 2 for them: the scores W_K W_Q x_k x_j lie delta apart. With a causal mask token 1 attends to itself
alone, so its id depends on X_1 alone, whatever the weights: two sequences with the same first token and different
vocabularies have the same id there, and no such layer is a contextual mapping. Ids tell prefixes apart:
docs/notes/separability.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.categories import n, pairs_of
from exactua.grids.finite import levels
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.sequence_operands import for_all_places
from exactua.papers.kajitsuka2024.spaced_vectors import ONE_ROW, SEPARATION, assume_separation
from exactua.terms.tracing import (
    Columns,
    Number,
    Truth,
    every,
    exp,
    implies,
    pairwise_distinct,
    point,
    row,
    some,
    total,
    when,
)

masked_layers = Claim(
    "kajitsuka2024:masked_layers",
    title="Masked self-attention layers",
    source="Remark 1; App. C, (132)",
    text="In practice, attention matrices are often masked to avoid directing attention to undesired tokens. "
    "This is performed, for example, for autoregressive text generation or padding of inputs with different lengths. "
    "It is relatively straightforward to extend Theorem 2 to masked self-attention mechanisms.",
    parameters=(ONE_ROW, Parameter("n", "how many tokens a sequence has", ladder=(2, 1, 3)), SEPARATION),
    point="X",
)
masked_layers.rests_on("theorem2", "masks", where="Remark 1; App. C")
assume_separation(masked_layers)

sequences = levels("sequences of tokens", 1, 1, n + 1)
"""All sequences of n of the tokens 1, ..., n + 1, in every order."""

pairs = pairs_of(sequences)
"""All pairs [X X'] of such sequences."""


def _head(values: Mapping[str, Any]) -> AttentionHead:
    """W_O = 1 / (4 (n + 1)), W_V = 1, W_K = delta, W_Q = 1: tokens move by less than 1/4."""
    return AttentionHead([[Rational(1, 4 * (values["n"] + 1))]], [[1]], [[values["separation"]]], [[1]])


@masked_layers.network("causal")
def causal(values: Mapping[str, Any]) -> Network:
    """One layer; token j attends to the tokens 1, ..., j."""
    return Network(1, (SoftmaxAttentionLayer((_head(values),), mask="causal"),), {"output": 1})


@masked_layers.network("padded")
def padded(values: Mapping[str, Any]) -> Network:
    """One layer; the last token is padding: tokens attend to all before it, for n = 1 to the only one."""
    n = values["n"]
    mask = tuple((k < n - 1 or n == 1,) * n for k in range(n))
    return Network(1, (SoftmaxAttentionLayer((_head(values),), mask=mask),), {"output": 1})


@masked_layers.proof_line(
    "(132): the softmax part, whose entry (k, j) is the weight of token k for token j, is in R^{d x n}",
    flaw="typo",
    survives=("kajitsuka2024:masked_layers.shape@repaired",),
)
def shape(at: Operands) -> Truth:
    return at.n == at.d


def _power(at: Operands, k: Number, j: Number) -> Number:
    """e^{a_k + c_k} of the scores that token j gives and the causal mask."""
    return when(k <= j, exp(at.separation * point[1, k] * point[1, j]), 0)


def _weights(at: Operands, j: Number) -> Number:
    return total(Columns(1, at.n, "k"), lambda k: _power(at, k, j))


@masked_layers.repairs(
    "shape",
    "(132): the softmax part is in R^{n x n}: a layer with it adds W_O times the average of W_V Z by its n weights",
    reason="W_K Z and W_Q Z have n columns each; C is n x n, and so is their product",
    over=(sequences,),
)
def shape_repaired(at: Operands) -> Truth:
    def averaged(j: Number) -> Truth:
        added = 4 * (at.n + 1) * (at.causal(point)[1, j] - point[1, j])
        return added * _weights(at, j) == total(Columns(1, at.n, "k"), lambda k: point[1, k] * _power(at, k, j))

    return every(at.columns, averaged)


# What an id is of


def _no_duplicates(at: Operands) -> Truth:
    """(6) of both sequences."""
    return pairwise_distinct(row(at.columns, lambda j: point[1, j])) & pairwise_distinct(
        row(at.columns, lambda j: point[1, at.n + j])
    )


def _id(at: Operands, k: Number) -> Number:
    """The id of token k of X."""
    return at.causal(point.columns(1, at.n))[1, k]


def _other_id(at: Operands, k: Number) -> Number:
    """The id of token k of X'."""
    return at.causal(point.columns(at.n + 1, 2 * at.n))[1, k]


def _contains(first: Number | int, k: Number, second: Number | int, j: Number) -> Truth:
    """All of k tokens behind place `first` are among j tokens behind place `second`."""

    def among(i: Number) -> Truth:
        return some(Columns(1, j, "o"), lambda o: point[1, first + i] == point[1, second + o])

    return every(Columns(1, k, "i"), among)


def _vocabularies_differ(at: Operands, k: Number, j: Number) -> Truth:
    """The first k tokens of X and the first j of X' are different sets."""
    return ~(_contains(0, k, at.n, j) & _contains(at.n, j, 0, k))


@masked_layers.proof_line(
    "Remark 1, App. C: Theorem 2 can be readily extended to masked attention: with a causal mask and one choice of "
    "weights, ids differ where V^(i) != V^(j) or X^(i)_{:,k} != X^(j)_{:,l} (Definition 2)",
    over=(pairs,),
    given=_no_duplicates,
    flaw="reading",
    survives=("kajitsuka2024:masked_layers.extended@repaired",),
)
def extended(at: Operands) -> Truth:
    def differ(k: Number, j: Number) -> Truth:
        different = _vocabularies_differ(at, at.n, at.n) | (point[1, k] != point[1, at.n + j])
        return implies(different, _id(at, k) != _other_id(at, j))

    return for_all_places(at, differ)


@masked_layers.repairs(
    "extended",
    "with a causal mask, ids differ where the sets of the first k tokens of X^(i) and of the first l of X^(j) differ, "
    "or X^(i)_{:,k} != X^(j)_{:,l}",
    reason="token k attends to the first k tokens alone: its id is one of the prefix, and at k = 1 of token 1 alone",
    over=(pairs,),
    given=_no_duplicates,
)
def prefixes_told_apart(at: Operands) -> Truth:
    def differ(k: Number, j: Number) -> Truth:
        different = _vocabularies_differ(at, k, j) | (point[1, k] != point[1, at.n + j])
        return implies(different, _id(at, k) != _other_id(at, j))

    return for_all_places(at, differ)


@masked_layers.proof_line(
    "Remark 1, not said: with a causal mask the id of token 1 depends on X_{:,1} alone",
    over=(pairs,),
    given=lambda at: _no_duplicates(at) & (point[1, 1] == point[1, at.n + 1]),
    said=False,
)
def first_token_alone(at: Operands) -> Truth:
    return at.causal(point.columns(1, at.n))[1, 1] == at.causal(point.columns(at.n + 1, 2 * at.n))[1, 1]


def _same_before_last(at: Operands) -> Truth:
    return every(Columns(1, at.n - 1), lambda j: point[1, j] == point[1, at.n + j])


@masked_layers.proof_line(
    "Remark 1, not said: where the last token is padding that is hidden, the ids of the others do not tell it apart",
    over=(pairs,),
    given=lambda at: (at.n >= 2) & _no_duplicates(at) & _same_before_last(at),
    said=False,
)
def padding_unseen(at: Operands) -> Truth:
    X, other = at.padded(point.columns(1, at.n)), at.padded(point.columns(at.n + 1, 2 * at.n))
    return every(Columns(1, at.n - 1), lambda j: X[1, j] == other[1, j])


masked_layers.part(
    "It is relatively straightforward to extend Theorem 2 to masked self-attention mechanisms.",
    undecided="It states no theorem; an extension would say that there are weights. `kajitsuka_theorem_2_masked` of "
    "proofs/rocq is such a one, and `kajitsuka_causal_masks` is what does not extend; `extended` and "
    "`extended@repaired` decide for one causal layer what its ids tell apart.",
)
