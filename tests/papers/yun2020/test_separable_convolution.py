"""Separable convolutions: verdicts, least counterexamples, and that every step can say no."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.verdicts import Verdict
from exactua.networks import Network
from exactua.papers.yun2020.projections import filtering
from exactua.papers.yun2020.separable_convolution import separable_convolution
from exactua.terms.tracing import pairwise_distinct
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


@pytest.mark.parametrize("box", [(1, 2, 2), (1, 3, 3), (1, 4, 2), (2, 2, 2), (3, 2, 2)])
def test_every_step_holds(box: Box) -> None:
    decision = decided_by_both(at_box(separable_convolution, box))
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in separable_convolution.steps}


@pytest.mark.parametrize(
    ("box", "points"),
    [
        ((1, 2, 2), [[["0", "1/2"]], [["1/2", "0"]]]),
        ((1, 3, 3), [[["0", "1/3", "2/3"]], [["1/3", "2/3", "0"]]]),
    ],
)
def test_without_a_bias_a_large_filter_is_not_able(box: Box, points: list[list[list[str]]]) -> None:
    """On G~_delta too: a column 0 is like the padding."""
    step, whole = "large_filter_is_able", at_box(separable_convolution, box, "large_filter_is_able", "zero_columns")
    unbiased = whole.with_networks({"large_with_bias": whole.networks["large"]})
    distinct = changed(unbiased, step, given=pairwise_distinct(separable_convolution.at().l).term)
    decision = decided_by_both(distinct)
    assert with_verdict(decision, Verdict.REFUTED) == {step}
    assert least_points(decision, step) == points


BOX = (1, 3, 2)
VALUES = {"d": 1, "n": 3, "m": 2}


def one(weights: list[int], centre: int) -> Network:
    return network(1, filtering(VALUES, [mpq(weight) for weight in weights], centre))


def taken_from(name: str) -> Any:
    return lambda networks: networks[name]


def without_bias(name: str) -> Any:
    return lambda networks: network(1, *networks[name].items[1:])


BROKEN: dict[str, list[tuple[str, Any]]] = {
    "equation6": [
        ("SepConv", lambda networks: one([2, 4], 2)),
        ("SepConv", lambda networks: one([4, 2], 1)),
    ],
    "parameters": [("stack_longer", taken_from("large"))],
    "small_filter_is_blind": [("SepConv", taken_from("large")), ("SepConv", lambda networks: one([1, 1, 1], 2))],
    "large_filter_is_able": [
        ("large_with_bias", without_bias("large_with_bias")),
        ("large_with_bias", lambda networks: one([1, 1, 1, 1, 1], 3)),
    ],
    "stacking": [
        ("stack", without_bias("stack")),
        ("stack", lambda networks: network(1, *networks["stack"].items[:2])),
        ("stack", lambda networks: network(1, networks["stack"].items[0], networks["stack"].items[2])),
    ],
    "stack_layers": [("stack", taken_from("large"))],
    "zero_columns": [("large", taken_from("large_with_bias"))],
}


@pytest.mark.parametrize(
    ("step", "number"), [(step, k) for step, changes in BROKEN.items() for k in range(len(changes))]
)
def test_other_layers_are_found(step: str, number: int) -> None:
    whole = at_box(separable_convolution, BOX)
    name, change = BROKEN[step][number]
    assert refuted_alone(whole.with_networks({name: change(whole.networks)}), step)


def test_zeros_are_shared_whatever_the_weights() -> None:
    """The reason why one layer can't: it is the padding, not the weights."""
    whole = at_box(separable_convolution, (1, 3, 2), "zero_columns")
    for weights, centre in ([3, 1, 4, 1, 5], 3), ([2, 7, 1], 1), ([9], 1):
        other = whole.with_networks({"large": one(weights, centre)})
        assert decided_by_both(other)["zero_columns"].verdict is Verdict.HOLDS


def test_blind_whatever_the_weights() -> None:
    whole = at_box(separable_convolution, (1, 3, 2), "small_filter_is_blind")
    for weights in [3, 1], [0, 7], [-2, 5]:
        other = whole.with_networks({"SepConv": one(weights, 1)})
        assert decided_by_both(other)["small_filter_is_blind"].verdict is Verdict.HOLDS
