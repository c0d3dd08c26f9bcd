"""Contextual mappings on the slides: least counterexamples, and what each step needs."""

from __future__ import annotations

from typing import Any

import pytest

from exactua.grids.categories import category2, grid
from exactua.networks import BilinearProjection
from exactua.papers.so2020.contextual_mapping import contextual_mapping, printed_category3
from exactua.papers.yun2020.projections import identity, less_identity
from tests.papers.evaluators import (
    at_box,
    changed,
    decided_by_both,
    least_points,
    network,
    refuted_alone,
)

at = contextual_mapping.at()


def test_least_counterexamples() -> None:
    decision = decided_by_both(at_box(contextual_mapping, (1, 2, 3)))
    assert least_points(decision, "outside_window") == [[["-1/9", "1/3"]]]
    assert least_points(decision, "recovers_context") == [[["0", "1/3"]], [["1/3", "0"]]]
    two = decided_by_both(at_box(contextual_mapping, (2, 2, 2), "outside_window"))
    assert least_points(two, "outside_window") == [[["-1/16", "1/2"], ["-1/16", "-1/16"]]]


whole = at_box(contextual_mapping, (1, 2, 3))


@pytest.mark.parametrize(
    ("step", "fields"),
    [
        ("not_permutations", {"over": (grid,)}),
        ("recovers_context@repaired", {"over": (grid,)}),
        ("inside_window", {"over": (grid,)}),
        ("outside_window@repaired", {"over": (printed_category3, category2)}),
        ("no_entry_in_window", {"over": (printed_category3, category2)}),
        ("few_repetitions", {"bound": (at.n * (at.n - 1) / 2 * at.D ** (at.n - 1) - 1).term}),
        ("few_repetitions", {"over": (grid,)}),
    ],
)
def test_holding_steps_need_what_they_say(step: str, fields: dict[str, Any]) -> None:
    assert refuted_alone(changed(whole, step, **fields), step)


@pytest.mark.parametrize("step", ["distinct_columns", "inside_window", "not_permutations"])
def test_a_map_to_zero_is_found(step: str) -> None:
    vanishing = network(1, BilinearProjection([[-1]], identity(2)))
    assert vanishing([[1, 2]]) == ((0, 0),)
    assert refuted_alone(whole.with_networks({"g_con": vanishing}), step)


def test_counts_and_signs_are_looked_at() -> None:
    assert refuted_alone(whole.with_networks({"g_con": network(1)}), "layers")
    assert refuted_alone(changed(whole, "a_positive", at.a > at.b), "a_positive")
    assert refuted_alone(changed(whole, "a_below_b", at.D * at.a < at.b), "a_below_b")


def test_the_skip_connection_can_be_taken_off() -> None:
    assert less_identity(identity(1)) == ((0,),)


def test_the_first_instance_that_is_named_is_the_first() -> None:
    """The reason why 2b is not decided is the same at all instances; the line holds at some."""
    (why,) = [part.undecided for part in contextual_mapping.parts if part.undecided]
    assert "not do it at every instance (outside_window; the first is d = 1, n = 2, delta = 1/3)" in why
    refuted = [refuted_alone(at_box(contextual_mapping, (1, 2, m), "outside_window"), "outside_window") for m in (2, 3)]
    assert refuted == [False, True]
