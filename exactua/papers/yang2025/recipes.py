"""What the recipes are written with: columns of numbers as points, neurons by their inputs, and (-1)^i."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product

from gmpy2 import mpq

from exactua.claims.claim import D_ROWS, N_COLUMNS, Parameter
from exactua.grids.categories import DomainSpec
from exactua.grids.finite import listed
from exactua.grids.words import Words
from exactua.networks import RELU, FeedForwardLayer, Layer, Network
from exactua.terms.tracing import Number, when

Weight = int | str

DRAFT = "draft of February 2025, "
"""How every source begins: the words and the constructions are the draft's."""


def rows(d: int, what: str) -> Parameter:
    """The parameter d of a claim whose points have d rows."""
    return Parameter("d", f"rows of a point: {what}", ladder=(d,))


ONE_COLUMN = Parameter("n", "columns of a point", ladder=(1,))


def of_words(domain: Words) -> tuple[Parameter, ...]:
    """The parameters d and n of a claim about these words, n the number of tokens, $ included."""
    return replace(D_ROWS, only=(domain.d,), ladder=()), replace(N_COLUMNS, only=domain.column_counts, ladder=())


def column_of(name: str, *entries: Iterable[Weight]) -> DomainSpec:
    """All points of a single column whose entry i is among the i-th `entries`."""
    return listed(name, [[[entry] for entry in column] for column in product(*entries)])


def network(d: int, *layers: Layer) -> Network:
    """These layers on d rows."""
    return Network(d, layers, {"output": len(layers)})


def neurons(
    d: int,
    hidden: Sequence[tuple[Mapping[int, Weight], Weight]],
    out: Mapping[int, Sequence[Weight]],
    bias: Mapping[int, Weight] | None = None,
) -> FeedForwardLayer:
    """X -> X + W_2 ReLU(W_1 X + b_1) + b_2: neurons by the weights of their rows and their bias, and what rows get."""
    W_1 = [[mpq(weights.get(i, 0)) for i in range(1, d + 1)] for weights, _ in hidden]
    W_2 = [[mpq(w) for w in out.get(i, [0] * len(hidden))] for i in range(1, d + 1)]
    b_2 = [mpq((bias or {}).get(i, 0)) for i in range(1, d + 1)]
    return FeedForwardLayer(W_1, [mpq(b) for _, b in hidden], W_2, b_2, RELU)


def relu(x: Number) -> Number:
    """ReLU(x) = max(0, x)."""
    return when(x > 0, x, 0)


def magnitude(x: Number) -> Number:
    """|x|."""
    return when(x >= 0, x, -x)


def sign_of(i: Number) -> Number:
    """(-1)^i, i an integer."""
    return 1 - 2 * (i % 2)
