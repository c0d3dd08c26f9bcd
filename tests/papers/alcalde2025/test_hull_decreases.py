"""lem:convHullDecreases and the remark behind it: steps that leave the hull, and a matrix that keeps the triangle."""

from __future__ import annotations

import pytest

from exactua.networks import Network
from exactua.papers.alcalde2025.dynamics import diagonal_step, multiple, step
from exactua.papers.alcalde2025.hull_decreases import diagonal_values, hull_decreases, key_query
from tests.papers.background.deciding import refuted, says_no

TRIANGLE = {"d": 2, "n": 3}


@pytest.mark.parametrize(("d", "n", "g"), [(1, 2, 2), (1, 3, 5), (2, 2, 2)])
def test_hulls_shrink(d: int, n: int, g: int) -> None:
    assert refuted(hull_decreases, {"d": d, "n": n, "g": g}) == set()


@pytest.mark.parametrize("name", ["I", "-I", "exchange", "shear"])
@pytest.mark.parametrize("d", [1, 2])
def test_a_step_beyond_the_argmax_leaves_the_hull(name: str, d: int) -> None:
    """gamma < 0 moves away from the argmax; one network of the four is enough."""
    values = {"d": d, "n": 2, "g": 2}
    number = ["I", "-I", "exchange", "shear"].index(name) + 1
    away = Network(d, step(key_query(name, d), "-1/2"), {"output": 2})
    assert says_no(hull_decreases, values, "shrinks", networks={f"f_{number}": away})


def test_the_matrices_are_four() -> None:
    assert [key_query(name, 2) for name in ("I", "-I", "exchange", "shear")] == [
        [[1, 0], [0, 1]], [[-1, 0], [0, -1]], [[0, 1], [1, 0]], [[1, 1], [0, 1]],
    ]  # fmt: skip


def test_the_triangle_is_left() -> None:
    assert refuted(diagonal_values, TRIANGLE) == set()


@pytest.mark.parametrize("sizes", [["3/5", "3/5"], ["7/10", "7/10"]])
def test_with_equal_entries_it_is_not(sizes: list[str]) -> None:
    network = Network(2, diagonal_step([[0, 1], [1, 0]], sizes), {"output": 2})
    for name in ("sent", "leaves"):
        assert says_no(diagonal_values, TRIANGLE, name, networks={"f": network})


def test_with_the_identity_it_is_not() -> None:
    network = Network(2, diagonal_step(multiple(1, 2), ["3/5", "7/10"]), {"output": 2})
    for name in ("sent", "leaves"):
        assert says_no(diagonal_values, TRIANGLE, name, networks={"f": network})


def test_the_numbers_of_the_remark_are_looked_at() -> None:
    at = diagonal_values.at()
    assert says_no(diagonal_values, TRIANGLE, "sent", at.moved[1, 2] == "1/2")
    assert says_no(diagonal_values, TRIANGLE, "leaves", at.moved[1, 2] + at.moved[2, 2] <= 1)
