"""Attention with the hardmax (Kajitsuka & Sato 2024, Sec. 2.1 and 3.3): eq. (5), and what the hardmax does with ties.

    F_H(Z) = Z + sum_i W_O^i (W_V^i Z) hardmax[(W_K^i Z)^T (W_Q^i Z)]                                             (5)

The definition asserts nothing, and leaves open how equal maxima share the one: whether three tie rules meet it is
judged. Two heads of size s = 2, with the integer weights of `small_layers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.networks import AttentionLayer, Network, TieRule
from exactua.papers.kajitsuka2024 import small_layers
from exactua.papers.kajitsuka2024.small_layers import HEADS, Attention, is_attention, scores_of, zeros_and_ones
from exactua.papers.pages import per_box
from exactua.terms.tracing import Columns, Number, Row, Truth, every, implies, point, row, total, when

hardmax_attention = Claim(
    "kajitsuka2024:hardmax_attention",
    title="Attention with the hardmax",
    source="Sec. 2.1; Sec. 3.3, (5)",
    text="When there are multiple indices with maximum values, the hardmax function is defined such that the sum of the"
    " values at these indices equals one. The attention with the hardmax function is (5).",
    parameters=(
        Parameter("d", "embedding dimension (rows of Z)", ladder=(1, 2)),
        Parameter("n", "sequence length (columns of Z)", ladder=(1, 2, 3)),
    ),
    # All matrices of 0 and 1, each with h n^2 scores that are compared one by one, for each tie rule
    work=per_box(lambda d, n: 20 * HEADS * n**2 * 2 ** (d * n)),
    point="Z",
)


RULES = "each of the tie rules average, leftmost and rightmost"


def _hardmax(rule: TieRule) -> Callable[[Mapping[str, Any]], Network]:
    """(5): one layer of hardmax attention with this tie rule."""
    return lambda values: Network(values["d"], (AttentionLayer(small_layers.heads(values["d"]), rule),), {"output": 1})


for _rule in TieRule:
    hardmax_attention.network(_rule.value)(_hardmax(_rule))


def _is_greatest(at: Operands, scores: Row, k: Number) -> Truth:
    return every(at.columns, lambda j: scores[j] <= scores[k])


def _weights(at: Operands, rule: TieRule) -> Attention:
    """What the hardmax with this tie rule gives the token k."""

    def averaged(scores: Row, k: Number) -> Number:
        count = total(at.columns, lambda j: when(_is_greatest(at, scores, j), 1, 0))
        return when(_is_greatest(at, scores, k), 1 / count, 0)

    def first(scores: Row, k: Number) -> Number:
        less_before = every(Columns(1, k - 1, "j"), lambda j: scores[j] < scores[k])
        return when(_is_greatest(at, scores, k) & less_before, 1, 0)

    def last(scores: Row, k: Number) -> Number:
        less_after = every(Columns(k + 1, at.n, "j"), lambda j: scores[j] < scores[k])
        return when(_is_greatest(at, scores, k) & less_after, 1, 0)

    return {TieRule.AVERAGE: averaged, TieRule.LEFTMOST: first, TieRule.RIGHTMOST: last}[rule]


def _for_all_rules(condition: Callable[[TieRule], Truth]) -> Truth:
    average, leftmost, rightmost = (condition(rule) for rule in TieRule)
    return average & leftmost & rightmost


@hardmax_attention.states(
    "Sec. 2.1: where there are multiple indices with maximum values, the sum of the hardmax's values at these"
    " indices equals one; it is 0 elsewhere: 1/k at each of k maxima, 1 at the first, 1 at the last",
    over=(zeros_and_ones,),
    meets=RULES,
)
def sum_of_values(at: Operands) -> Truth:
    places = Columns(1, at.n, "k")
    scores = row(at.columns, lambda j: point[1, j])

    def sums_to_one(rule: TieRule) -> Truth:
        weights = _weights(at, rule)
        at_maxima = total(places, lambda k: when(_is_greatest(at, scores, k), weights(scores, k), 0))
        return (at_maxima == 1) & every(places, lambda k: _is_greatest(at, scores, k) | (weights(scores, k) == 0))

    return _for_all_rules(sums_to_one)


@hardmax_attention.states(
    "(5): F_H(Z) = Z + sum_i W_O^i (W_V^i Z) hardmax[(W_K^i Z)^T (W_Q^i Z)], for the layer with two heads of size 2 "
    "and integer weights that is run here, and Z of 0 and 1",
    over=(zeros_and_ones,),
    meets=RULES,
)
def equation5(at: Operands) -> Truth:
    layers = {TieRule.AVERAGE: at.average, TieRule.LEFTMOST: at.leftmost, TieRule.RIGHTMOST: at.rightmost}
    return _for_all_rules(lambda rule: is_attention(at, layers[rule], _weights(at, rule)))


def _same_for_all_rules(at: Operands) -> Truth:
    return (at.average(point) == at.leftmost(point)) & (at.average(point) == at.rightmost(point))


def _equal_tokens_at_maxima(at: Operands) -> Truth:
    def for_each(a: Number, j: Number) -> Truth:
        scores = scores_of(at, a, j)

        def same_token(k: Number, other: Number) -> Truth:
            both = _is_greatest(at, scores, k) & _is_greatest(at, scores, other)
            return implies(both, every(at.rows, lambda i: point[i, k] == point[i, other]))

        return every(Columns(1, at.n, "k"), lambda k: every(Columns(1, at.n, "l"), lambda other: same_token(k, other)))

    return every(Columns(1, HEADS, "a"), lambda a: every(at.columns, lambda j: for_each(a, j)))


@hardmax_attention.proof_line(
    "Sec. 2.1: the hardmax function is defined such that the sum of the values at these indices equals one: what the"
    " layer (5) is does not hang on how they share it",
    over=(zeros_and_ones,),
    flaw="reading",
    survives=("kajitsuka2024:hardmax_attention.one_hardmax@repaired", "kajitsuka2024:hardmax_attention.equation5"),
)
def one_hardmax(at: Operands) -> Truth:
    return _same_for_all_rules(at)


@hardmax_attention.repairs(
    "one_hardmax",
    "... where equal maximum values stand at equal tokens",
    reason="that the values at the maxima sum to one leaves open what they are, and Theorem 1 hangs on it: for n = 2,"
    " and n = 3 for tokens that are not 0, it is false if each of k maxima has 1/k, as in Yun et al. (2019), and true"
    " if the first or the last of them has 1",
    over=(zeros_and_ones,),
    given=_equal_tokens_at_maxima,
)
def one_hardmax_repaired(at: Operands) -> Truth:
    return _same_for_all_rules(at)


hardmax_attention.part(
    "When there are multiple indices with maximum values, the hardmax function is defined such that the sum of the "
    "values at these indices equals one.",
    "sum_of_values",
)
hardmax_attention.part("The attention with the hardmax function is (5).", "equation5")
