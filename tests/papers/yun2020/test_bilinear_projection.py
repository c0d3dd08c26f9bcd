"""Bi-linear projections: verdicts, least counterexamples, and that every step can say no."""

from __future__ import annotations

import pytest

from exactua.claims.verdicts import Verdict
from exactua.networks import BilinearProjection, Network
from exactua.papers.yun2020.bilinear_projection import bilinear_projection
from exactua.papers.yun2020.projections import for_both, identity, ids_to_first_row, less_identity, numbering, powers
from tests.papers.evaluators import (
    Box,
    at_box,
    changed,
    decided_by_both,
    least_points,
    network,
    refuted_alone,
    with_verdict,
)

ROWS = {"dense", "numbers_distinct"}


@pytest.mark.parametrize(
    ("box", "refuted", "vacuous"),
    [
        ((1, 2, 2), {"not_contextual"}, set()),
        ((1, 3, 3), {"not_contextual"}, set()),
        ((1, 3, 2), set(), {"not_contextual"}),
        ((2, 2, 2), {"not_contextual"} | ROWS, set()),
        ((3, 2, 2), {"not_contextual"} | ROWS, set()),
    ],
)
def test_verdicts(box: Box, refuted: set[str], vacuous: set[str]) -> None:
    decision = decided_by_both(at_box(bilinear_projection, box))
    assert with_verdict(decision, Verdict.REFUTED) == refuted
    assert with_verdict(decision, Verdict.VACUOUS) == vacuous
    assert not with_verdict(decision, Verdict.INCONCLUSIVE)


def test_least_counterexamples() -> None:
    decision = decided_by_both(at_box(bilinear_projection, (2, 2, 2)))
    assert least_points(decision, "dense") == [[["0", "0", "0", "1/2"], ["0", "0", "0", "0"]]]
    assert decision["dense"].witness.bindings == {"i": 2, "j": 1}
    assert least_points(decision, "numbers_distinct") == [[["0", "0", "0", "1/2"], ["0", "0", "0", "1/2"]]]
    witness = decision["not_contextual"].witness
    assert (witness.left, witness.relation, witness.right) == (0, ">=", 1)


BOX = (1, 2, 3)
VALUES = {"d": 1, "n": 2, "m": 3}


def layer(W_P: object) -> Network:
    return network(1, BilinearProjection(ids_to_first_row(1, 3), W_P))


ONES = ((1, 1), (1, 1))
BROKEN = {
    "equation5": {"BProj": network(1, numbering(VALUES, 4))},
    "dense": {"projection_of_both": layer(less_identity(for_both(((1, 0), (1, 2)))))},
    "dense@repaired": {"projection_of_both": layer(less_identity(for_both(((1, 0), (1, 2)))))},
    "numbers_distinct": {"projection_of_both": layer(less_identity(for_both(ONES)))},
    "numbers_distinct@repaired": {"projection_of_both": layer(less_identity(for_both(ONES)))},
    "pair_wise": {"BProj_of_both": network(1)},
    "parameters_depend_on_length": {"BProj_longer": network(1, numbering(VALUES, 4))},
    "parameters": {"BProj": network(1, numbering({**VALUES, "n": 3}, 3))},
    "one_layer_is_contextual": {"BProj": layer(less_identity(powers(3, 1, 2)))},
    "contextual_with_bias": {"with_bias": network(1, numbering(VALUES, 4))},
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
