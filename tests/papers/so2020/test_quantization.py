"""Quantisation on the slides: for all reals; the end of the cube; every step can say no."""

from __future__ import annotations

import pytest

from exactua.deciding.running import decide
from exactua.papers.so2020.quantization import quantization
from exactua.papers.yun2020.quantiser import quantiser
from tests.papers.evaluators import (
    at_box,
    changed,
    least_points,
    network,
    refuted_alone,
)

at = quantization.at()
BOX = (2, 2, 3)
whole = at_box(quantization, BOX)


def test_least_counterexample() -> None:
    assert least_points(decide(whole), "cube_to_grid") == [[["1"], ["0"]]]


def test_yuns_constant_is_another() -> None:
    yuns = quantiser({"d": 2, "n": 2, "m": 3})
    assert refuted_alone(whole.with_networks({"cube": yuns}), "scalar_map")
    assert refuted_alone(whole.with_networks({"scalar": network(2, yuns.items[0])}), "scalar_implemented")


def test_the_other_rows_stay() -> None:
    assert refuted_alone(whole.with_networks({"scalar": whole.networks["cube"]}), "scalar_implemented")


@pytest.mark.parametrize("step", ["rounds_down", "nearest", "cube_to_grid@repaired"])
def test_reals_outside_are_not_rounded(step: str) -> None:
    assert refuted_alone(changed(whole, step, given=None), step)


def test_closer_than_delta_is_too_much() -> None:
    closer = at.x - at.quantised_x < 1 / (2 * at.m)
    assert refuted_alone(changed(whole, "nearest", closer), "nearest")


@pytest.mark.parametrize(
    ("step", "name"), [("scalar_layers", "scalar"), ("cube_layers", "cube"), ("hidden_size", "scalar")]
)
def test_counts_are_counted(step: str, name: str) -> None:
    assert refuted_alone(whole.with_networks({name: network(2)}), step)


def test_activations_are_looked_at() -> None:
    some = changed(whole, "activations", at.scalar.quantity("activations outside Phi") == 1)
    assert refuted_alone(some, "activations")
