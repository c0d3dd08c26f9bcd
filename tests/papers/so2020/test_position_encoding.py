"""Position encoding on the slides: the corner where cubes meet, and that every step can say no."""

from __future__ import annotations

import pytest

from exactua.networks import PositionalEncoding
from exactua.papers.so2020.position_encoding import closed_grid, position_encoding
from tests.papers.evaluators import (
    Box,
    at_box,
    changed,
    decided_by_both,
    least_points,
    network,
    refuted_alone,
)


@pytest.mark.parametrize(
    ("box", "points"),
    [
        ((1, 2, 2), [[["1", "0"]]]),
        ((1, 3, 2), [[["0", "1", "0"]]]),
        ((2, 2, 2), [[["1", "0"], ["1", "0"]]]),
    ],
)
def test_least_counterexamples(box: Box, points: list[list[list[str]]]) -> None:
    decision = decided_by_both(at_box(position_encoding, box, "columns_differ"))
    assert least_points(decision, "columns_differ") == points


whole = at_box(position_encoding, (1, 2, 2))


@pytest.mark.parametrize("step", ["formula", "columns_differ@repaired", "order_is_kept"])
def test_without_positions(step: str) -> None:
    assert refuted_alone(whole.with_networks({"encoded": network(1, PositionalEncoding([[0, 0]]))}), step)


def test_the_half_open_cube_is_needed() -> None:
    closed = changed(whole, "columns_differ@repaired", over=(closed_grid,))
    assert refuted_alone(closed, "columns_differ@repaired")
