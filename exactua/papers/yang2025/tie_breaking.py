"""'Tie Breaking' (Yang et al. 2025, draft): average-hard attention as leftmost-hard or rightmost-hard attention.

1/(j+1) is added to each score S(j), or subtracted from it. Rows of a point: S(j), the value at j, the result; scores
and values are in {0, 1}.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import vocabulary
from exactua.networks import AttentionHead, AttentionLayer, Layer, PositionalEncoding, TieRule
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, network, rows
from exactua.terms.tracing import NetworkOperand, Truth, every, point

tie_breaking = Claim(
    "yang2025:tie_breaking",
    title="Tie Breaking",
    source=DRAFT + "'Self-Attention Layers', 'Tie Breaking'",
    text="It suffices to consider transformers whose activations are all in {0,1}, and whose attention scores only "
    "depend on the query position. As such, the scores S(j) can be precomputed, and 1/(j+1) can be added or "
    "subtracted to each score, thus breaking ties in the desired direction.",
    parameters=(rows(3, "S, the value, the result"), Parameter("n", "number of positions", ladder=(1, 2, 3, 4))),
)

scores = vocabulary("scores and values in {0, 1}", [[S, v, 0] for S in (0, 1) for v in (0, 1)])


def _select(tie_rule: TieRule) -> Layer:
    head = AttentionHead(W_O=[[0], [0], [1]], W_V=[[0, 1, 0]], W_K=[[1, 0, 0]], W_Q=[[0, 0, 0]], b_Q=[1])
    return AttentionLayer([head], tie_rule)


def _offsets(values: Mapping[str, Any], sign: str) -> Layer:
    """Adds 1/(j+1), or -1/(j+1), to the score of j = 1, ..., n."""
    none = [0] * values["n"]
    return PositionalEncoding([[f"{sign}1/{j + 1}" for j in range(1, values["n"] + 1)], none, none])


networks(
    tie_breaking,
    added=lambda values: network(3, _offsets(values, ""), _select(TieRule.AVERAGE)),
    subtracted=lambda values: network(3, _offsets(values, "-"), _select(TieRule.AVERAGE)),
    leftmost=lambda values: network(3, _select(TieRule.LEFTMOST)),
    rightmost=lambda values: network(3, _select(TieRule.RIGHTMOST)),
)


def _same_result(at: Operands, f: NetworkOperand, g: NetworkOperand) -> Truth:
    return every(at.columns, lambda j: f(point)[3, j] == g(point)[3, j])


of_scores = Lines(tie_breaking, over=(scores,))


@of_scores.states("with 1/(j+1) added to each score, average-hard attention gives what leftmost-hard attention gives")
def to_the_left(at: Operands) -> Truth:
    return _same_result(at, at.added, at.leftmost)


@of_scores.states(
    "with 1/(j+1) subtracted from each score, average-hard attention gives what rightmost-hard attention gives"
)
def to_the_right(at: Operands) -> Truth:
    return _same_result(at, at.subtracted, at.rightmost)


tie_breaking.part(
    "It suffices to consider transformers whose activations are all in {0,1}, and whose attention scores only depend "
    "on the query position.",
    undecided="It is taken from Angluin et al. (2023), and about all transformers; the sentence after it needs "
    "scores that depend on the key position j.",
)
tie_breaking.part(
    "the scores S(j) can be precomputed, and 1/(j+1) can be added or subtracted to each score, thus breaking ties in "
    "the desired direction.",
    "to_the_left",
    "to_the_right",
)
tie_breaking.reads("the scores S(j) can be precomputed,", "S(j) is in {0, 1}; precomputing it is not decided")
