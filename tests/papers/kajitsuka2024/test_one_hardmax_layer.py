"""What one hardmax layer tells apart: a contextual mapping for n <= 3, none for more, and that every step can say no."""

from __future__ import annotations

import pytest

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.papers.kajitsuka2024.hardmax_heads import N, head, layer, lost_exactly_if
from exactua.papers.kajitsuka2024.one_hardmax_layer import one_hardmax_layer
from exactua.terms.tracing import every, point, total
from tests.papers.evaluators import changed, decided_by_both, refuted_alone, with_verdict

at = one_hardmax_layer.at()
NOT_HERE = {
    1: {"any_weights", "uneven_weights", "uneven_weights_and_zero"},
    2: {"any_weights", "uneven_weights"},
    3: {"any_weights"},
    4: {"apart"},
}


def instance(n: int, tie_rule: str = "average", *steps: str) -> Problem:
    return one_hardmax_layer.problem({"d": 1, "n": n, "scalars": 3, "tie_rule": tie_rule}, steps)


@pytest.mark.parametrize(("n", "tie_rule"), [(1, "average"), (2, "average"), (2, "rightmost")])
def test_verdicts(n: int, tie_rule: str) -> None:
    decision = decided_by_both(instance(n, tie_rule))
    assert with_verdict(decision, Verdict.VACUOUS) == NOT_HERE[n]
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in one_hardmax_layer.steps} - NOT_HERE[n]


@pytest.mark.parametrize(("n", "tie_rule"), [(3, "average"), (3, "rightmost"), (4, "leftmost")])
def test_verdicts_of_longer_sequences(n: int, tie_rule: str) -> None:
    decision = decide(instance(n, tie_rule))
    assert with_verdict(decision, Verdict.VACUOUS) == NOT_HERE[n]
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in one_hardmax_layer.steps} - NOT_HERE[n]


@pytest.mark.parametrize(
    ("step", "n", "tie_rule", "least"),
    [
        ("no_duplicates", 3, "average", 3),
        ("no_duplicates", 3, "leftmost", 4),
        ("zero_token", 2, "average", 2),
        ("zero_token", 2, "leftmost", 3),
    ],
)
def test_another_least_n_is_refuted(step: str, n: int, tie_rule: str, least: int) -> None:
    wrong = lost_exactly_if(lambda not_averaged: least <= N)
    assert refuted_alone(changed(instance(n, tie_rule), step, fold=wrong), step)


def test_the_layer_is_no_contextual_mapping_where_the_theorem_holds() -> None:
    everywhere = (at.n >= 1).term
    for n, tie_rule in (3, "leftmost"), (4, "average"):
        problem = changed(instance(n, tie_rule, "apart"), "apart", given=everywhere)
        assert decide(problem)["apart"].verdict is Verdict.REFUTED


def test_the_mean_is_needed_for_three_tokens() -> None:
    """Ends alone are told apart for n = 2, not for n = 3."""
    ends = layer({"tie_rule": "average"}, head("1/100", 1), head("1/10", -1))
    assert (
        decide(instance(2, "average", "apart").with_networks({"ends_and_mean": ends}))["apart"].verdict is Verdict.HOLDS
    )
    assert refuted_alone(instance(3, "average", "apart").with_networks({"ends_and_mean": ends}), "apart")


def test_larger_values_are_not_bounded() -> None:
    wide = layer({"tie_rule": "average"}, head(1, 1))
    assert refuted_alone(instance(2).with_networks({"ends_and_mean": wide}), "bounded")


def test_weights_need_what_they_say() -> None:
    """Four places; weights that are not negative, or the ends are not the same; weights that differ."""
    three = (total(at.columns, lambda k: point[1, k]) == 1).term
    assert refuted_alone(changed(instance(3), "any_weights", given=three), "any_weights")
    assert refuted_alone(changed(instance(3), "uneven_weights", given=three), "uneven_weights")
    differ = ~every(at.columns, lambda k: point[1, k] == point[1, 1])
    assert refuted_alone(changed(instance(2), "uneven_weights_and_zero", differ), "uneven_weights_and_zero")
