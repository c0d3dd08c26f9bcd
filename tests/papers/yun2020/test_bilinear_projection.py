"""Bi-linear projections: other weights, biases, and what the steps need."""

from __future__ import annotations

import pytest

from exactua.claims.verdicts import Verdict
from exactua.networks import BilinearProjection, Network
from exactua.papers.yun2020.bilinear_projection import bilinear_projection
from exactua.papers.yun2020.projections import for_both, identity, ids_to_first_row, less_identity
from tests.papers.evaluators import (
    at_box,
    changed,
    decided_by_both,
    network,
    refuted_alone,
)

BOX = (1, 2, 3)


def layer(W_P: object) -> Network:
    return network(1, BilinearProjection(ids_to_first_row(1, 3), W_P))


ONES = ((1, 1), (1, 1))
BROKEN = {
    "numbers_distinct": {"projection_of_both": layer(less_identity(for_both(ONES)))},
    "numbers_distinct@repaired": {"projection_of_both": layer(less_identity(for_both(ONES)))},
}


@pytest.mark.parametrize("step", BROKEN)
def test_other_weights_are_found(step: str) -> None:
    assert refuted_alone(at_box(bilinear_projection, BOX).with_networks(BROKEN[step]), step)


def test_the_difference_of_two_tokens_is_less_sparse() -> None:
    assert refuted_alone(changed(at_box(bilinear_projection, BOX), "sparse", given=None), "sparse")


def test_a_bias_takes_zero_away() -> None:
    whole = at_box(bilinear_projection, BOX)
    biased = whole.with_networks({"BProj": whole.networks["with_bias"]})
    assert refuted_alone(biased, "not_contextual@repaired")


def test_the_printed_sentence_is_true_of_other_layers() -> None:
    """'BProj does not implement contextual mappings' fails for some weights, not for all."""
    averaging = layer(for_both(ONES))
    whole = at_box(bilinear_projection, BOX, "not_contextual").with_networks({"BProj_of_both": averaging})
    assert decided_by_both(whole)["not_contextual"].verdict is Verdict.HOLDS


def test_without_zero_is_needed() -> None:
    step = changed(at_box(bilinear_projection, BOX), "one_layer_is_contextual", given=None)
    assert refuted_alone(step, "one_layer_is_contextual")


def test_identity_is_the_neutral_weight() -> None:
    assert less_identity(identity(2)) == ((0, 0), (0, 0))
