"""Proposition 1 repaired: a network F_2 o F_S o F_1 of one softmax attention layer that is f-bar on G~_D, 0 outside.

    F_1   row 1:  a = w^T quant_D(z) + (n / gain) (the penalties of the token's rows);  the other rows: 0
    F_S   row 1:  a_k + gain (softmax average of a_1, ..., a_n with scores -kappa a_j a_k)
    F_2   reads row 1, constant around each context id, rational weights; 0 where row 1 is at most gain

w_i is proportional to D^(i-1) and w^T 1 = 1: tokens of G_D become different numbers a in [1/D, 1], w_1/D or more apart,
and gain = w_1/(4D), so F_S keeps different tokens apart. A token with an entry outside (-delta, 1 + delta) becomes
a <= 1 - n/gain. A token with a > 0 gives the least of all a_j the greatest score, so the average is at most
(n - n/gain)/n and row 1 at most 1 + gain (1 - 1/gain) = gain; a token with a <= 0 gains at most gain. Thus F_2 makes 0
of every token, however far one of them is outside.

That the ids of a token in different contexts differ is seen where F_2 is built (`label_maps` raises if not). It is so
for all d, n and D once kappa is large: scores kappa a_j a_k lie more than 2 log n + 3 apart if kappa w_1/D^2 is more
than that, and Lemma 1 separates their averages.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.networks import AttentionHead, FeedForwardLayer, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.approximate_steps import (
    REPAIRED,
    Node,
    penalties,
    scaled,
    stacked,
    unit,
    without_skip,
)
from exactua.papers.kajitsuka2024.label_maps import plateaus

Token = tuple[Rational, ...]


def weights(values: Mapping[str, Any]) -> tuple[Rational, ...]:
    """w: d entries, proportional to 1, D, D^2, ..., with the sum 1."""
    powers = [mpq(values["D"]) ** i for i in range(values["d"])]
    return tuple(power / sum(powers) for power in powers)


def gain(values: Mapping[str, Any]) -> Rational:
    """w_1/(4D), a quarter of the least distance of two tokens as numbers: how much of the average F_S adds."""
    return weights(values)[0] / (4 * values["D"])


def quantising_layer(values: Mapping[str, Any]) -> FeedForwardLayer:
    """F_1, a layer (3)."""
    d, n = values["d"], values["n"]
    first = unit(0, d)
    nodes: list[Node] = []
    for i, weight in enumerate(weights(values)):
        nodes += stacked(values, i, 0, scaled(first, weight))
        nodes += penalties(values, i, REPAIRED, scaled(first, n / gain(values)))
    return without_skip(d, nodes)


def attention_layer(values: Mapping[str, Any]) -> SoftmaxAttentionLayer:
    """F_S, a layer (2) with one head of size 1."""
    first = unit(0, values["d"])
    output = tuple((gain(values) * entry,) for entry in first)
    key = scaled(first, mpq(-sharpness(values)))
    return SoftmaxAttentionLayer([AttentionHead(output, (first,), (key,), (first,))])


def sharpness(values: Mapping[str, Any]) -> int:
    """kappa: 4 D."""
    return int(4 * values["D"])


def context_ids(values: Mapping[str, Any]) -> dict[tuple[Any, ...], Token]:
    """The context ids of all tokens of G~_D after F_S, columns of d entries, each with its label f(L)_{:,k}.

    One sequence for each set of n different tokens: its other orders have the same ids and labels.
    """
    d, n, D = values["d"], values["n"], values["D"]
    levels = [mpq(t, D) for t in range(1, D + 1)]
    attention, w = attention_layer(values), weights(values)
    labelled: dict[tuple[Any, ...], Token] = {}
    for tokens in combinations(list(product(levels, repeat=d)), n):
        mean = sum(entry for token in tokens for entry in token) / (d * n)
        numbers = tuple(sum(a * b for a, b in zip(w, token, strict=True)) for token in tokens)
        attended = attention.apply((numbers, *((mpq(0),) * n for _ in range(d - 1))))
        for token, column in zip(tokens, zip(*attended, strict=True), strict=True):
            labelled[column] = scaled(token, mean)
    return labelled


def labelling_layer(values: Mapping[str, Any]) -> FeedForwardLayer:
    """F_2, a layer (3): f(L)_{:,k} at the context ids of G~_D, and 0 where row 1 is at most gain."""
    d = values["d"]
    labels: dict[Any, Any] = {scaled(unit(0, d), gain(values)): (mpq(0),) * d}
    labels |= context_ids(values)
    return plateaus(unit(0, d), labels)


def one_attention_layer(values: Mapping[str, Any]) -> Network:
    """F_2 o F_S o F_1. Stages: "quantised", "attended", "output"."""
    items = (quantising_layer(values), attention_layer(values), labelling_layer(values))
    return Network(values["d"], items, {"quantised": 1, "attended": 2, "output": 3})


def labels_alone(values: Mapping[str, Any]) -> Network:
    """F_2."""
    return Network(values["d"], (labelling_layer(values),), {"output": 1})
