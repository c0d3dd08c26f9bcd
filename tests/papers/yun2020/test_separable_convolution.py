"""Separable convolutions: filters with and without a bias, what they see and what they do not."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.verdicts import Verdict
from exactua.networks import Network
from exactua.papers.yun2020.projections import filtering
from exactua.papers.yun2020.separable_convolution import blind, separable_convolution
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


@pytest.mark.parametrize(
    ("box", "points"),
    [
        ((1, 2, 2), [[["0", "1/2"]], [["1/2", "0"]]]),
        ((1, 3, 3), [[["0", "1/3", "2/3"]], [["1/3", "2/3", "0"]]]),
    ],
)
def test_without_a_bias_a_large_filter_is_not_able(box: Box, points: list[list[list[str]]]) -> None:
    """On G~_delta too: a column 0 is like the padding."""
    step, whole = "large_filter_is_able", at_box(separable_convolution, box, "large_filter_is_able")
    unbiased = whole.with_networks({"large_with_bias": without_bias("large_with_bias")(whole.networks)})
    distinct = changed(unbiased, step, given=pairwise_distinct(separable_convolution.at().l).term)
    decision = decided_by_both(distinct)
    assert with_verdict(decision, Verdict.REFUTED) == {step}
    assert least_points(decision, step) == points


BOX = (1, 3, 2)
VALUES = {"d": 1, "n": 3, "m": 2}


def one(weights: list[int], centre: int) -> Network:
    return network(1, filtering(VALUES, [mpq(weight) for weight in weights], centre))


def without_bias(name: str) -> Any:
    return lambda networks: network(1, *networks[name].items[1:])


BROKEN: dict[str, list[tuple[str, Any]]] = {
    "parameters": [
        ("SepConv", lambda networks: one([2, 4, 8], 2)),
        ("large_with_bias", lambda networks: one([1, 1, 1, 1], 3)),
    ],
    "cheaper": [("stack", lambda networks: network(1, *[without_bias("large_with_bias")(networks).items[0]] * 40))],
}


@pytest.mark.parametrize(
    ("step", "number"), [(step, k) for step, changes in BROKEN.items() for k in range(len(changes))]
)
def test_other_layers_are_found(step: str, number: int) -> None:
    whole = at_box(separable_convolution, BOX)
    name, change = BROKEN[step][number]
    assert refuted_alone(whole.with_networks({name: change(whole.networks)}), step)


@pytest.mark.parametrize("box", [(1, 2, 2), (1, 3, 2), (1, 4, 2), (2, 2, 2)])
def test_filters_of_size_2n_minus_1_see_all(box: Box) -> None:
    """The threshold is exact: with one weight more the centre n sees all tokens from each."""
    step, at = "small_filter_is_blind", separable_convolution.at()
    assert refuted_alone(changed(at_box(separable_convolution, box), step, blind(at, 2 * at.n - 1)), step)


def test_a_last_column_that_is_not_zero_is_no_padding() -> None:
    step, at = "zero_columns", separable_convolution.at()
    wrong = changed(at_box(separable_convolution, (1, 3, 2)), step, given=(at.l[at.n] != 0).term)
    assert refuted_alone(wrong, step)


@pytest.mark.parametrize("box", [(1, 2, 2), (1, 3, 2), (2, 2, 2)])
@pytest.mark.parametrize(("weights", "centre"), [([3, 1], 1), ([0, 7], 2), ([-2, 5], 1)])
def test_what_a_token_does_not_see_does_not_move_it(box: Box, weights: list[int], centre: int) -> None:
    """What the steps say of all weights, on the network that runs, for some."""
    d, n, m = box
    layer = network(d, filtering({"d": d, "n": n, "m": m}, [mpq(weight) for weight in weights], centre))
    token, first = (0, False) if centre == 1 else (n - 1, True)
    for L in product(product((mpq(0), mpq(1, m)), repeat=n), repeat=d):
        other = tuple((row[0] + 1, *row[1:]) if first else (*row[:-1], row[-1] + 1) for row in L)
        ends = [layer(matrix)[0][token] for matrix in (L, other)]
        assert (ends[0] == ends[1]) is True
