"""Convex Combination View (web page, 'Key Formulas'): what weights of softmax attention do to value vectors.

    Z_i = sum over j of A_ij V_j,    A_ij >= 0,    sum over j of A_ij = 1

f is a layer of one head with W_V = W_O = I and scores s x_j^T x_i, so that V_j = x_j. Columns of a point are tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.papers.pages import per_box
from exactua.terms.tracing import Columns, Number, Row, Truth, every, greatest, implies, least, point, row, total, when

convex_combination = Claim(
    "background:convex_combination",
    title="Convex Combination View",
    source="'Key Formulas'",
    text="Each output token is a convex combination of value vectors, weighted by attention. With sharp weights, this"
    " acts like selecting or copying specific tokens.",
    parameters=(
        Parameter("d", "embedding dimension", ladder=(1, 2)),
        Parameter("n", "number of tokens", ladder=(1, 2, 3)),
        Parameter("s", "by what the scores x_j^T x_i are multiplied", ladder=(1, 20)),
    ),
    # Points, each with d n^2 comparisons of reals, which take about twenty times as long as those of rationals
    work=per_box(lambda d, n: 20 * d * n**2 * 2 ** (d * n)),
)

tokens = levels("tokens", -1, 2, 2)
"""All sequences with entries -1 and 1."""


@convex_combination.network("f")
def layer(values: Mapping[str, Any]) -> Network:
    """X -> X + X A^T with A = softmax of s X^T X: W_O = W_V = W_K = I, W_Q = s I."""
    d = values["d"]

    def multiple(factor: int) -> list[list[int]]:
        return [[factor * int(i == k) for k in range(d)] for i in range(d)]

    unit = multiple(1)
    return Network(d, (SoftmaxAttentionLayer([AttentionHead(unit, unit, unit, multiple(values["s"]))]),), {"output": 1})


def A(at: Operands, i: Number) -> Row:
    """Row i of the weights, shape (n,)."""

    return softmax(row(at.columns, lambda j: at.s * total(at.rows, lambda k: point[k, j] * point[k, i])), at.columns)


def _for_tokens(at: Operands, condition: Callable[[Number], Truth]) -> Truth:
    return every(Columns(1, at.n, "i"), condition)


def attended(at: Operands, k: Number, i: Number) -> Number:
    """Entry k of Z_i, what the layer adds to token i."""
    return at.f(point)[k, i] - point[k, i]


@convex_combination.proof_line("Z_i = sum over j of A_ij V_j, for one head", over=(tokens,))
def weighted_sum(at: Operands) -> Truth:
    def entry(k: Number, i: Number) -> Truth:
        return attended(at, k, i) == total(at.columns, lambda j: A(at, i)[j] * point[k, j])

    return _for_tokens(at, lambda i: every(Columns(1, at.d, "k"), lambda k: entry(k, i)))


@convex_combination.proof_line("A_ij >= 0, for this head", over=(tokens,))
def nonnegative(at: Operands) -> Truth:
    return _for_tokens(at, lambda i: every(at.columns, lambda j: A(at, i)[j] >= 0))


@convex_combination.proof_line("sum over j of A_ij = 1, for this head", over=(tokens,))
def sum_is_one(at: Operands) -> Truth:
    return _for_tokens(at, lambda i: total(at.columns, lambda j: A(at, i)[j]) == 1)


def _between_values(at: Operands, entry: Callable[[Number, Number], Number]) -> Truth:
    """Along (1, 0, ...), (1, 1, ...), (1, -1, 1, ...) and (1, 2, 4, ...) no output is outside of the values."""

    def along(slope: Number, entry: Callable[[Number], Number]) -> Number:
        return total(Columns(1, at.d, "k"), lambda k: slope ** (k - 1) * entry(k))

    def inside(slope: Number, i: Number) -> Truth:
        output = along(slope, lambda k: entry(k, i))
        lowest = least(at.columns, lambda j: along(slope, lambda k: point[k, j]))
        highest = greatest(at.columns, lambda j: along(slope, lambda k: point[k, j]))
        return (lowest <= output) & (output <= highest)

    return _for_tokens(at, lambda i: every(Columns(-1, 2, "slope"), lambda slope: inside(slope, i)))


@convex_combination.proof_line(
    "each output token is a convex combination of value vectors: no output of the layer lies outside of their hull",
    over=(tokens,),
    flaw="reading",
    survives=("background:convex_combination.convex@repaired",),
)
def convex(at: Operands) -> Truth:
    return _between_values(at, lambda k, i: at.f(point)[k, i])


@convex_combination.repairs(
    "convex",
    "each output token of a head, Z_i, is a convex combination of value vectors and lies in their hull",
    reason="the skip connection adds the token to it, and W_O maps it: the layer's output may lie outside",
    over=(tokens,),
)
def convex_repaired(at: Operands) -> Truth:
    return _between_values(at, lambda k, i: attended(at, k, i))


def _for_entries(at: Operands, condition: Callable[[Number, Number, Number], Truth]) -> Truth:
    """For row k of Z_i and a token j."""
    return _for_tokens(
        at, lambda i: every(at.columns, lambda j: every(Columns(1, at.d, "k"), lambda k: condition(k, i, j)))
    )


def _selects(at: Operands, i: Number, j: Number) -> Truth:
    """A_ij is the one largest weight of row i."""
    return every(Columns(1, at.n, "t"), lambda t: (t == j) | (A(at, i)[t] < A(at, i)[j]))


@convex_combination.proof_line(
    "with sharp weights, this acts like selecting: Z_i is the value of the token with the one largest weight",
    over=(tokens,),
    flaw="reading",
    survives=("background:convex_combination.selecting@repaired",),
)
def selecting(at: Operands) -> Truth:
    return _for_entries(at, lambda k, i, j: implies(_selects(at, i, j), attended(at, k, i) - point[k, j] == 0))


@convex_combination.repairs(
    "selecting",
    "Z_i differs from each V_j by at most 1 - A_ij times the spread of the values: little where A_ij is near 1",
    reason="no weight is 0, so that other values shift the output",
    over=(tokens,),
)
def selecting_repaired(at: Operands) -> Truth:
    def distance(k: Number, i: Number, j: Number) -> Number:
        difference = attended(at, k, i) - point[k, j]
        return when(difference >= 0, difference, -difference)

    def spread(k: Number) -> Number:
        columns = Columns(1, at.n, "t")
        return greatest(columns, lambda t: point[k, t]) - least(columns, lambda t: point[k, t])

    return _for_entries(at, lambda k, i, j: distance(k, i, j) <= (1 - A(at, i)[j]) * spread(k))


convex_combination.part(
    "Each output token is a convex combination of value vectors, weighted by attention.",
    undecided="It is about all weights and inputs; `weighted_sum`, `nonnegative` and `sum_is_one` decide it for "
    "one head, at tokens of -1 and 1.",
    theorem="page_convex_combination",
)
convex_combination.reads(
    "Each output token is a convex combination of value vectors",
    "Z_i, what the weights of one head make of the values; W_O and the skip connection come after it (convex)",
)
convex_combination.part(
    "With sharp weights, this acts like selecting or copying specific tokens.",
    undecided="It does not say how sharp, and how near; `selecting@repaired` decides for one head how far it is "
    "from a copy.",
)
