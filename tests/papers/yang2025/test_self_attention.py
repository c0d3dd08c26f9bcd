"""Attention recipes of the Cookbook: verdicts, least counterexamples, and steps that are made false."""

from __future__ import annotations

import pytest

from exactua.claims.claim import Claim
from exactua.deciding.running import decide
from exactua.networks import PositionalEncoding, TieRule
from exactua.papers.yang2025.alibi import _uniform, _weights, alibi
from exactua.papers.yang2025.attention import _weighed_over, attention
from exactua.papers.yang2025.begin_token import begin_token
from exactua.papers.yang2025.heads_to_layers import heads_to_layers
from exactua.papers.yang2025.layer_norm_hash import layer_norm_hash
from exactua.papers.yang2025.predecessor import _greatest_score, _least_score, predecessor
from exactua.papers.yang2025.quadratic_lookup import quadratic_lookup
from exactua.papers.yang2025.recipes import magnitude, network
from exactua.papers.yang2025.tie_breaking import _select, tie_breaking
from exactua.terms.tracing import Columns, every, exp, number, point
from tests.papers.background.deciding import least, refuted, says_no, vacuous

HASH = {"e": 8, "N": 4}
HASHED = {"display", "one_at_equal", "scale_invariant_with_epsilon", "quotient"}


@pytest.mark.parametrize(
    ("claim", "values", "false"),
    [
        (attention, {"n": 1, "D": 1}, set()),
        (attention, {"n": 2, "D": 1}, {"weights"}),
        (attention, {"n": 2, "D": 2}, set()),
        (layer_norm_hash, HASH, HASHED | {"maximised_with_epsilon"}),
        (layer_norm_hash, {"e": 1000, "N": 252}, HASHED),
        (quadratic_lookup, {"n": 1, "s": 1}, set()),
        (quadratic_lookup, {"n": 2, "s": 1}, {"scaled_by_place"}),
        (predecessor, {"N": 3}, {"third_coordinate", "periodic"}),
        (tie_breaking, {"n": 3}, set()),
        (begin_token, {"d": 4, "n": 1}, set()),
        (begin_token, {"d": 4, "n": 3}, {"i_over_n"}),
        (heads_to_layers, {"n": 2}, set()),
        (alibi, {"i": 2, "h": 0}, {"not_uniform_by_position"}),
        (alibi, {"i": 5, "h": 8}, {"not_uniform_by_position"}),
    ],
)
def test_verdicts(claim: Claim, values: dict[str, int], false: set[str]) -> None:
    assert refuted(claim, values) == false


def test_more_dimensions_than_positions_say_nothing() -> None:
    assert vacuous(attention, {"n": 1, "D": 2}) == {"weights"}


def test_a_head_that_does_not_average_is_seen() -> None:
    networks = attention.problem({"n": 2, "D": 1}).networks
    for name, step in (("ahat", "average_hard"), ("smat", "average_soft")):
        assert says_no(attention, {"n": 2, "D": 1}, step, networks={name: networks["uhat_zero"]})
    for name in ("uhat_zero", "ahat_zero", "smat_zero"):
        assert says_no(attention, {"n": 2, "D": 1}, "identity", networks={name: networks["ahat"]})


def test_a_sum_over_other_positions_and_other_weights_are_seen() -> None:
    values = {"n": 2, "D": 1}
    assert says_no(attention, values, "weights@repaired", _weighed_over(attention.at(), Columns(1, 1)))
    for other in ("smat_zero", "smat", "ahat"):
        network = attention.problem(values).networks[other]
        assert says_no(attention, values, "weights@repaired", networks={"smat_weighing": network})


def test_the_hash_has_length_two() -> None:
    points, left, right = least(layer_norm_hash, HASH, "one_at_equal")
    assert points == [["0", "0"], ["1", "1"], ["0", "0"], ["-1", "-1"]]
    assert (left, right) == ("4", "1")


def test_with_epsilon_the_hash_of_two_is_nearer_to_three() -> None:
    points, _, _ = least(layer_norm_hash, HASH, "maximised_with_epsilon")
    assert points[0] == ["2", "3"]


def test_with_a_smaller_epsilon_it_takes_a_larger_integer() -> None:
    assert "too_large" in vacuous(layer_norm_hash, {"e": 1000, "N": 251})
    assert "too_large" not in vacuous(layer_norm_hash, {"e": 1000, "N": 252})


def test_lines_about_the_hash_without_epsilon_need_that() -> None:
    networks = layer_norm_hash.problem(HASH).networks
    for step in ("display@repaired", "maximised", "scale_invariant", "one_at_equal@repaired"):
        assert says_no(layer_norm_hash, HASH, step, networks={"lh": networks["lh_epsilon"]})


def test_a_lookup_needs_the_square_and_the_places() -> None:
    values = {"n": 3, "s": 4}
    problem = quadratic_lookup.problem(values)
    head = problem.networks["ahat"].items[1]
    shifted = PositionalEncoding([[0] * 3, [0] * 3, [1, 2, 3], [0, 1, 4], [0] * 3])
    assert says_no(quadratic_lookup, values, "looked_up", networks={"ahat": network(5, shifted, head)})
    at = quadratic_lookup.at()
    sharper = every(at.columns, lambda i: magnitude(at.smat(point)[5, i] - point[2, point[1, i]]) <= exp(-2 * at.s))
    assert says_no(quadratic_lookup, values, "by_softmax", sharper)


def test_the_product_of_third_coordinates_is_a_hundred() -> None:
    witness = decide(predecessor.problem({"N": 2}, ("third_coordinate",)))["third_coordinate"].witness
    assert witness is not None
    assert (witness.left, witness.right) == (-100, -10)


def test_the_position_before_is_not_the_best() -> None:
    """For i = 2 position 1 has a smaller score than position 3: the recipe finds the next position."""
    one_behind = _greatest_score(number(2), number(3)) < _least_score(number(2), number(1))
    assert says_no(predecessor, {"N": 3}, "maximised", one_behind)


@pytest.mark.parametrize(("added", "step"), [("added", "to_the_left"), ("subtracted", "to_the_right")])
def test_offsets_as_large_as_a_difference_of_scores_are_too_large(added: str, step: str) -> None:
    sign = 1 if added == "added" else -1
    large = PositionalEncoding([[sign * 2, sign * 1, 0], [0] * 3, [0] * 3])
    wrong = network(3, large, _select(TieRule.AVERAGE))
    assert says_no(tie_breaking, {"n": 3}, step, networks={added: wrong})


def test_ties_need_their_offsets() -> None:
    plain = network(3, _select(TieRule.AVERAGE))
    assert says_no(tie_breaking, {"n": 2}, "to_the_left", networks={"added": plain})
    assert says_no(tie_breaking, {"n": 2}, "to_the_right", networks={"subtracted": plain})


def test_a_mask_makes_the_difference() -> None:
    values = {"d": 4, "n": 3}
    networks = begin_token.problem(values).networks
    assert says_no(begin_token, values, "one_over_i", networks={"masked": networks["unmasked"]})
    assert says_no(begin_token, values, "one_over_n", networks={"unmasked": networks["masked"]})
    assert says_no(begin_token, values, "the_same_everywhere", networks={"any_values_15": networks["masked"]})


def test_another_layer_for_a_head_is_seen() -> None:
    problem = heads_to_layers.problem({"n": 2})
    assert says_no(heads_to_layers, {"n": 2}, "slots", networks={"layers_7": problem.networks["layers_8"]})


def test_a_bias_makes_weights_differ() -> None:
    at, values = alibi.at(), {"i": 5, "h": 8}
    assert vacuous(alibi, {"i": 1, "h": 8}) == {"not_uniform", "not_uniform_by_position"}
    assert says_no(alibi, values, "not_uniform", _uniform(at, _weights(at, lambda j: 0)))
    halved = ~_uniform(at, _weights(at, lambda j: -j / 2**at.h))
    assert says_no(alibi, values, "not_uniform", halved)


def test_a_hash_without_the_sign_of_its_quotient_is_seen() -> None:
    at = layer_norm_hash.at()
    opposite = at.lh(point)[2, 1] == -at.lh(point)[2, 2]
    assert says_no(layer_norm_hash, HASH, "quotient_by_sign", opposite)
