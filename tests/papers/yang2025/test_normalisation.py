"""Layer normalisation in the Cookbook: what it leaves, what it makes +-1, and steps that are made false."""

from __future__ import annotations

import pytest

from exactua.claims.claim import Claim
from exactua.networks import LayerNormalisation
from exactua.papers.yang2025.boolean_values import boolean_values
from exactua.papers.yang2025.normalisation import normalisation
from exactua.papers.yang2025.plus_minus_one import plus_minus_one
from exactua.papers.yang2025.recipes import network
from exactua.terms.tracing import point
from tests.papers.background.deciding import least, refuted, says_no


@pytest.mark.parametrize(
    ("claim", "values", "false"),
    [
        (boolean_values, {}, set()),
        (normalisation, {"e": 2}, {"equivalent_with_epsilon"}),
        (normalisation, {"e": 1000}, {"equivalent_with_epsilon"}),
        (plus_minus_one, {"k": 2}, {"not_in_pairs", "no_gain"}),
        (plus_minus_one, {"k": 10}, {"not_in_pairs", "no_gain"}),
    ],
)
def test_verdicts(claim: Claim, values: dict[str, int], false: set[str]) -> None:
    assert refuted(claim, values) == false


@pytest.mark.parametrize(
    ("name", "step"),
    [("bits_normalised", "bits_unchanged"), ("signs_normalised", "signs_unchanged")],
)
def test_another_variance_has_an_effect(name: str, step: str) -> None:
    wrong = network(4, LayerNormalisation([2] * 4, [0] * 4))
    assert says_no(boolean_values, {}, step, networks={name: wrong})


def test_a_bias_changes_the_meaning() -> None:
    wrong = network(4, LayerNormalisation([3] * 4, [1, 0, 0, 0], "1/8"))
    assert says_no(boolean_values, {}, "meaning_unchanged", networks={"scaled_normalised": wrong})


def test_true_may_not_be_below_one() -> None:
    assert says_no(boolean_values, {}, "arithmetic", point[1, 1] * point[2, 1] >= 1)


def test_two_equal_values_are_taken_away() -> None:
    points, left, right = least(plus_minus_one, {"k": 2}, "not_in_pairs")
    assert points == [["-2"], ["-2"]]
    assert (left, right) == ("0", "1")


def test_the_gain_has_to_be_that_of_epsilon() -> None:
    networks = plus_minus_one.problem({"k": 2}).networks
    assert says_no(plus_minus_one, {"k": 2}, "normalised", networks={"with_gain": networks["f"]})
    assert says_no(plus_minus_one, {"k": 2}, "without_gain", networks={"f": networks["with_gain"]})
    assert says_no(plus_minus_one, {"k": 2}, "clips", networks={"clipped": networks["f"]})


def test_equivalence_and_scaling_need_their_epsilon_and_their_mean() -> None:
    networks = normalisation.problem({"e": 2}).networks
    with_epsilon = {"without_epsilon": networks["LayerNorm"]}
    assert says_no(normalisation, {"e": 2}, "equivalent", networks=with_epsilon)
    shifted = network(4, LayerNormalisation([1] * 4, [1] * 4, "1/2"))
    assert says_no(normalisation, {"e": 2}, "scaling_factor", networks={"LayerNorm": shifted})
    at = normalisation.at()
    assert says_no(normalisation, {"e": 2}, "root_of_variance", at.RMS > 0)
