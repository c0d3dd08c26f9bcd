"""Interpolation on the slides: verdicts, least counterexamples, and that every step can say no."""

from __future__ import annotations

from typing import Any

import pytest

from exactua.claims.verdicts import Verdict
from exactua.grids.categories import category1, grid
from exactua.networks import Network
from exactua.papers.so2020.interpolation import interpolation
from exactua.papers.yun2020.target_values import identity_values
from exactua.papers.yun2020.value_map import value_map
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

at = interpolation.at()


@pytest.mark.parametrize(
    ("box", "refuted", "vacuous"),
    [
        ((1, 2, 2), {"zero_elsewhere"}, {"points_are_distinct"}),
        ((1, 2, 4), {"zero_elsewhere"}, set()),
        ((1, 3, 3), {"zero_elsewhere"}, {"points_are_distinct"}),
        ((2, 2, 2), {"zero_elsewhere"}, set()),
        ((1, 5, 2), {"layers"}, {"interpolates", "points_are_distinct", "number_of_points"}),
    ],
)
def test_verdicts(box: Box, refuted: set[str], vacuous: set[str]) -> None:
    decision = decided_by_both(at_box(interpolation, box))
    assert with_verdict(decision, Verdict.REFUTED) == refuted
    assert with_verdict(decision, Verdict.VACUOUS) == vacuous
    assert not with_verdict(decision, Verdict.INCONCLUSIVE)


def test_least_counterexamples() -> None:
    one = decided_by_both(at_box(interpolation, (1, 2, 2), "zero_elsewhere"))
    assert least_points(one, "zero_elsewhere") == [[["-1/4", "0"]]]
    assert one["zero_elsewhere"].witness.left == 4
    many = decided_by_both(at_box(interpolation, (1, 5, 2), "layers"))["layers"].witness
    assert (many.left, str(many.right)) == (2, "4/3")


BOX = (1, 2, 4)
VALUES = {"d": 1, "n": 2, "m": 4}
whole = at_box(interpolation, BOX)
other_values = value_map(VALUES, identity_values)


@pytest.mark.parametrize(
    ("step", "other"),
    [
        ("interpolates", other_values),
        ("zero_elsewhere@repaired", network(1, *other_values.items[1:])),
        ("layers@repaired", network(1, *other_values.items, *other_values.items)),
        ("hidden_size", network(1)),
    ],
)
def test_other_networks_are_found(step: str, other: Network) -> None:
    assert refuted_alone(whole.with_networks({"g_out": other}), step)


@pytest.mark.parametrize(
    ("step", "fields"),
    [
        ("points_are_distinct", {"over": (grid,)}),
        ("number_of_points", {"bound": (at.printed - at.n * at.n - 1).term}),
        ("zero_elsewhere@repaired", {"over": (category1,)}),
    ],
)
def test_holding_steps_need_what_they_say(step: str, fields: dict[str, Any]) -> None:
    assert refuted_alone(changed(whole, step, **fields), step)
