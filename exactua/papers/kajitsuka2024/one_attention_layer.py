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

Its steps are those of App. A.5, step 2, of width delta, shifted and stacked, and the penalty ((56)-(60)): a hidden node
adds column * ReLU(weight z_i + bias) for one row i of its token z. 'We ignore skip-connections': a layer (3) adds z to
that, so each layer here has two more nodes a row, z_i = ReLU(z_i) - ReLU(-z_i), that take it off again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.networks import (
    RELU,
    AttentionHead,
    FeedForwardLayer,
    Interval,
    Network,
    PiecewiseLinear,
    SoftmaxAttentionLayer,
    above,
    at_least,
    at_most,
    below,
    half_open,
)
from exactua.papers.kajitsuka2024.label_maps import plateaus

Column = tuple[Rational, ...]


@dataclass(frozen=True)
class Node:
    """A hidden node that adds column * ReLU(weight z_row + bias) to its token z; rows count from 0."""

    row: int
    weight: Rational
    bias: Rational
    column: Column


def unit(row: int, d: int) -> Column:
    """e^(row), d entries."""
    return tuple(mpq(int(i == row)) for i in range(d))


def scaled(column: Column, factor: Rational) -> Column:
    """factor * column."""
    return tuple(factor * entry for entry in column)


def without_skip(d: int, nodes: Iterable[Node]) -> FeedForwardLayer:
    """The layer (3) whose value at a token is the sum of these nodes alone: hidden size 2d more than nodes."""
    cancelling = [Node(i, mpq(s), mpq(0), scaled(unit(i, d), mpq(-s))) for i in range(d) for s in (1, -1)]
    every = [*nodes, *cancelling]
    return FeedForwardLayer(
        W_1=[scaled(unit(node.row, d), node.weight) for node in every],
        b_1=[node.bias for node in every],
        W_2=[[node.column[i] for node in every] for i in range(d)],
        b_2=(0,) * d,
        activation=RELU,
    )


def delta(values: Mapping[str, Any]) -> Rational:
    """The width of a step, 1/(k D)."""
    return mpq(1, values["k"] * values["D"])


def step(row: int, start: Rational, width: Rational, column: Column) -> Iterator[Node]:
    """column times (56)'s step, shifted: 0 below start, 1 from start + width on; two nodes."""
    yield Node(row, 1 / width, -start / width, column)
    yield Node(row, 1 / width, -1 - start / width, scaled(column, mpq(-1)))


def stacked(values: Mapping[str, Any], row: int, first: int, column: Column) -> Iterator[Node]:
    """The sum of (57), t = first, ..., first + D - 1: D steps of height 1/D, in this row of the token."""
    D = values["D"]
    for t in range(first, first + D):
        yield from step(row, mpq(t, D), delta(values), scaled(column, mpq(1, D)))


def penalties(values: Mapping[str, Any], row: int, signs: tuple[int, int, int, int], column: Column) -> Iterator[Node]:
    """(59)'s four nodes, ReLU((z-1)/delta), ReLU((z-1)/delta - 1), ReLU(-z/delta), ReLU(-z/delta - 1), signed."""
    slope = 1 / delta(values)
    lines = ((slope, -slope), (slope, -slope - 1), (-slope, mpq(0)), (-slope, mpq(-1)))
    for sign, (weight, bias) in zip(signs, lines, strict=True):
        yield Node(row, weight, bias, scaled(column, mpq(sign)))


AS_PRINTED = (1, -1, -1, -1)
"""The signs of (59)."""
REPAIRED = (-1, 1, -1, 1)
"""The signs with which (59) is -1 on both sides."""


def _network(values: Mapping[str, Any], nodes: Iterable[Node]) -> Network:
    return Network(values["d"], (without_skip(values["d"], nodes),), {"output": 1})


def nothing(values: Mapping[str, Any]) -> Network:
    """Z -> 0: the layer (3) without nodes but those that cancel its skip connection."""
    return _network(values, ())


def _entrywise(values: Mapping[str, Any], nodes: Any) -> Network:
    d = values["d"]
    return _network(values, (node for i in range(d) for node in nodes(i, unit(i, d))))


def one_step(values: Mapping[str, Any]) -> Network:
    """(56) in every entry."""
    D, width = values["D"], delta(values)
    return _entrywise(values, lambda i, e: step(i, mpq(0), width, scaled(e, mpq(1, D))))


def stacked_steps(values: Mapping[str, Any]) -> Network:
    """(57) in every entry: t = 0, ..., D - 1."""
    return _entrywise(values, lambda i, e: stacked(values, i, 0, e))


def _less_last_step(values: Mapping[str, Any], first: int) -> Network:
    width = delta(values)

    def nodes(i: int, e: Column) -> Iterator[Node]:
        yield from stacked(values, i, first, e)
        yield from step(i, mpq(1), width, scaled(e, mpq(-1)))

    return _entrywise(values, nodes)


def less_last_step(values: Mapping[str, Any]) -> Network:
    """(58) in every entry, as printed: t = 1, ..., D."""
    return _less_last_step(values, 1)


def less_last_step_from_zero(values: Mapping[str, Any]) -> Network:
    """(58) in every entry with t = 0, ..., D - 1."""
    return _less_last_step(values, 0)


def printed_penalty(values: Mapping[str, Any]) -> Network:
    """(59) in every entry, signs as printed."""
    return _entrywise(values, lambda i, e: penalties(values, i, AS_PRINTED, e))


def repaired_penalty(values: Mapping[str, Any]) -> Network:
    """(59) in every entry with the signs -, +, -, +."""
    return _entrywise(values, lambda i, e: penalties(values, i, REPAIRED, e))


def first_layer(values: Mapping[str, Any]) -> Network:
    """(60) as far as a layer (3) can: quantises each entry, and adds the penalties of a token's own rows to it."""
    d = values["d"]
    ones = (mpq(1),) * d
    quantising = (node for i in range(d) for node in stacked(values, i, 0, unit(i, d)))
    punishing = (node for i in range(d) for node in penalties(values, i, REPAIRED, ones))
    return _network(values, (*quantising, *punishing))


# What is approximated


def quantised(values: Mapping[str, Any]) -> Network:
    """quant_D of (57) in every entry, jumps and all: a token-wise layer whose activation is quant_D(z) - z."""
    d, D = values["d"], values["D"]
    steps = [(half_open(mpq(t - 1, D), mpq(t, D)), -1, mpq(t, D)) for t in range(1, D)]
    activation = PiecewiseLinear.of((below(0), -1, 0), *steps, (at_least(1 - mpq(1, D)), -1, 1))
    return Network(d, (_of_entries(d, activation),), {"output": 1})


def punished(values: Mapping[str, Any]) -> Network:
    """penalty of (59) in every entry: a token-wise layer whose activation is penalty(z) - z."""
    d = values["d"]
    activation = PiecewiseLinear.of(
        (at_most(0), -1, -1), (Interval(mpq(0), False, mpq(1), True), -1, 0), (above(1), -1, -1)
    )
    return Network(d, (_of_entries(d, activation),), {"output": 1})


def _of_entries(d: int, activation: PiecewiseLinear) -> FeedForwardLayer:
    identity = tuple(unit(i, d) for i in range(d))
    return FeedForwardLayer(identity, (0,) * d, identity, (0,) * d, activation)


def lowered(values: Mapping[str, Any]) -> Network:
    """Z -> Z - 1 in every entry, d n layers of it: after p of them, p is taken off every entry."""
    d = values["d"]
    none = ((0,) * d,)
    layer = FeedForwardLayer(none, (0,), tuple((0,) for _ in range(d)), (-1,) * d, RELU)
    return Network(d, (layer,) * (d * values["n"]), {"output": d * values["n"]})


STEPS: Final = (
    nothing,
    one_step,
    stacked_steps,
    less_last_step,
    less_last_step_from_zero,
    printed_penalty,
    repaired_penalty,
    first_layer,
    quantised,
    punished,
    lowered,
)
"""The networks that step 2 is decided of, each under its name."""


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
