"""Attention with the hardmax: (5) with each tie rule, what the paper leaves open, and that every step can say no."""

from __future__ import annotations

import pytest

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import AttentionLayer, SoftmaxAttentionLayer, TieRule
from exactua.papers.kajitsuka2024.hardmax_attention import hardmax_attention
from exactua.papers.kajitsuka2024.small_layers import heads
from exactua.terms.tracing import every, point
from tests.papers.evaluators import changed, decided_by_both, network, refuted_alone, with_verdict

at = hardmax_attention.at()


def instance(d: int, n: int, *steps: str) -> Problem:
    return hardmax_attention.problem({"d": d, "n": n}, steps)


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 2), (2, 1)])
def test_verdicts(d: int, n: int) -> None:
    decision = decided_by_both(instance(d, n))
    refuted = {"one_hardmax"} if n > 1 else set()
    assert with_verdict(decision, Verdict.REFUTED) == refuted
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in hardmax_attention.steps} - refuted


def test_two_rows_and_two_columns() -> None:
    assert with_verdict(decide(instance(2, 2)), Verdict.REFUTED) == {"one_hardmax"}


def test_ties_between_different_tokens_matter() -> None:
    everywhere = (point[1, 1] >= 0).term
    assert refuted_alone(changed(instance(1, 2), "one_hardmax@repaired", given=everywhere), "one_hardmax@repaired")


@pytest.mark.parametrize("rule", list(TieRule))
def test_another_rule_is_found(rule: TieRule) -> None:
    for other in set(TieRule) - {rule}:
        layer = network(1, AttentionLayer(heads(1), other))
        assert refuted_alone(instance(1, 2).with_networks({rule.value: layer}), "equation5")


def test_softmax_is_no_hardmax() -> None:
    layer = network(1, SoftmaxAttentionLayer(heads(1)))
    assert refuted_alone(instance(1, 2).with_networks({"average": layer}), "equation5")


def test_weights_at_maxima_can_sum_to_more() -> None:
    """1 at each of the maxima sums to their number."""
    single = every(at.columns, lambda k: every(at.columns, lambda j: (k == j) | (point[1, k] != point[1, j])))
    assert refuted_alone(changed(instance(1, 2), "sum_of_values", single), "sum_of_values")
