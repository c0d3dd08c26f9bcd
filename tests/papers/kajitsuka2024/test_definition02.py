"""Definition 2: which lines of Sec. 3.2 it bears out, the least counterexamples, and that every step can say no."""

from __future__ import annotations

from typing import Any

import pytest

from exactua.claims.folds import folding
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.papers.kajitsuka2024.definition02 import condition1, condition2, definition2
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import Columns, every, implies, number, parameter, point
from tests.papers.evaluators import changed, decided_by_both, least_points, network, refuted_alone, with_verdict

at = definition2.at()
ALWAYS = {"attention_needed", "layers", "layers_to_be_precise"}


def instance(n: int, m: int, *steps: str) -> Problem:
    return definition2.problem({"d": 2, "n": n, "m": m}, steps)


@pytest.mark.parametrize(
    ("n", "m", "refuted", "vacuous"),
    [
        (1, 2, ALWAYS, {"attention_needed@repaired"}),
        (1, 3, ALWAYS, {"attention_needed@repaired"}),
        (2, 2, ALWAYS | {"unique_id"}, set()),
    ],
)
def test_verdicts(n: int, m: int, refuted: set[str], vacuous: set[str]) -> None:
    decision = decided_by_both(instance(n, m))
    assert with_verdict(decision, Verdict.REFUTED) == refuted
    assert with_verdict(decision, Verdict.VACUOUS) == vacuous
    assert not with_verdict(decision, Verdict.INCONCLUSIVE)


def test_verdicts_with_duplicates() -> None:
    decision = decide(instance(3, 2))
    assert with_verdict(decision, Verdict.REFUTED) == ALWAYS | {"unique_id", "labels"}
    assert with_verdict(decision, Verdict.VACUOUS) == {"as_yun_without_duplicates", "implied_by_e1"}


def test_least_counterexamples() -> None:
    two = decided_by_both(instance(2, 2, "attention_needed", "unique_id"))
    # one sequence, treated token by token
    assert least_points(two, "attention_needed") == [[["0"] * 4, ["0"] * 4]]
    # (0, 1) and (1, 0), with the id of each token its own number
    assert least_points(two, "unique_id") == [[["0", "1", "1", "0"]] * 2]
    three = decide(instance(3, 2, "labels"))
    # (0, 0, 1) and (0, 1, 1)
    assert least_points(three, "labels") == [[["0", "0", "1", "0", "1", "1"]] * 2]
    assert (three["labels"].witness.left, three["labels"].witness.right) == (2, 1)


def test_numbers_of_layers() -> None:
    for m, right in ((2, 17), (3, 82)):
        decision = decided_by_both(instance(1, m, "layers", "layers_to_be_precise"))
        assert (decision["layers"].witness.left, decision["layers"].witness.right) == (m**2 + 1, right)
        assert decision["layers_to_be_precise"].witness.right == m**2


@pytest.mark.parametrize(
    ("step", "change"),
    [
        ("attention_needed@repaired", {"given": None}),
        ("unique_id@repaired", {"given": None}),
        ("labels@repaired", {"given": None}),
        ("as_yun_without_duplicates", {"given": None}),
        ("implied_by_e1", {"given": None}),
        ("one_context", {"given": None}),
        ("single_value", {"given": None}),
    ],
)
def test_holding_steps_need_their_hypothesis(step: str, change: dict[str, Any]) -> None:
    assert refuted_alone(changed(instance(2, 2), step, **change), step)


@pytest.mark.parametrize(("n", "least"), [(1, 1), (2, 3)])
def test_another_n_from_which_definition_e1_is_another_one_is_refuted(n: int, least: int) -> None:
    """For n = 2 they differ at (0, 0): Definition E.1 asks for two values there."""
    wrong = folding(
        start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: equivalent(a[1] >= 1, parameter("n") >= least)
    )
    assert refuted_alone(changed(instance(n, 2), "as_yun", fold=wrong), "as_yun")


def test_below_diameter_needs_different_contexts() -> None:
    assert refuted_alone(changed(instance(1, 2), "below_diameter", given=None), "below_diameter")
    sharper = every(
        Columns(1, 3, "r"),
        lambda r: every(
            Columns(0, 3, "delta"), lambda delta: implies(condition1(at, r) & condition2(at, delta), delta < r - 2)
        ),
    )
    assert refuted_alone(changed(instance(1, 2), "below_diameter", sharper), "below_diameter")


def test_delta_zero_is_no_empty_condition() -> None:
    assert refuted_alone(changed(instance(1, 2), "negative_delta", condition2(at, 0)), "negative_delta")
    large = condition2(at, number(1))
    assert refuted_alone(changed(instance(1, 2), "single_value", large | (point[1, 1] >= 0) & large), "single_value")


@pytest.mark.parametrize("step", ["layers@repaired", "layers_to_be_precise@repaired"])
def test_a_network_of_other_layers_is_found(step: str) -> None:
    assert refuted_alone(instance(1, 2).with_networks({"g_c": network(2)}), step)
