"""Interpolation on the slides: other networks are found, and steps need what they say."""

from __future__ import annotations

from typing import Any

import pytest

from exactua.grids.categories import category1, grid
from exactua.networks import Network
from exactua.papers.so2020.interpolation import interpolation
from exactua.papers.yun2020.target_functions import identity_values
from exactua.papers.yun2020.value_map import value_map
from tests.papers.evaluators import (
    at_box,
    changed,
    network,
    refuted_alone,
)

at = interpolation.at()


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
