"""Sec. 3.2: the exact counts by other formulas, and what the hypotheses are for."""

from __future__ import annotations

from dataclasses import replace
from math import comb, factorial

import pytest
from gmpy2 import mpq

from exactua.claims.decision import StepResult
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.grids.categories import grid
from exactua.papers.yun2020 import position_network
from exactua.papers.yun2020.blocks import block
from exactua.papers.yun2020.tightness import tightness

Box = tuple[int, int, int]


def values(box: Box) -> dict[str, int | str]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box, *steps: str) -> Problem:
    return tightness.problem(values(box), steps)


def result(step: str, whole: Problem) -> StepResult:
    return decide(whole)[step]


@pytest.mark.parametrize("box", [(1, 2, 2), (1, 5, 2), (2, 3, 2), (2, 4, 3), (3, 2, 3)])
def test_the_counts_by_other_formulas(box: Box) -> None:
    d, n, m = box
    D = m**d
    counts = problem(box).values
    assert counts["permutations"] == factorial(n)
    assert counts["printed"] == mpq(D**n, factorial(n - 1))
    assert counts["distinct_contexts"] == comb(D, n)
    assert counts["all_contexts"] == comb(D + n - 1, n)
    assert counts["value_layers"] == 1 + d + n * comb(D, n)
    assert counts["layers"] == d * m + 2 * d + D + 2 + n * comb(D, n)
    assert counts["free_numbers"] == d * D * comb(D + n - 2, n - 1)


@pytest.mark.parametrize("box", [(1, 2, 2), (1, 3, 2), (1, 2, 3), (2, 2, 2)])
def test_the_network_of_theorem_3_has_the_layers_that_are_counted(box: Box) -> None:
    network = position_network.transformer(values(box))
    layers = network.quantity("attention layers") + network.quantity("feed-forward layers")
    assert layers == problem(box).values["layers_of_theorem_3"]


@pytest.mark.parametrize(
    ("name", "box"),
    [
        ("transformer_blocks@repaired", (1, 5, 2)),
        ("total_parameters@repaired", (1, 5, 2)),
        ("optimal_on_distinct_columns", (1, 4, 2)),
        ("more_efficient_counted", (1, 3, 3)),
        ("memorized_at_most_twice", (1, 5, 2)),
    ],
)
def test_without_its_hypothesis_a_step_is_refuted(name: str, box: Box) -> None:
    whole = problem(box, name)
    assert result(name, whole).verdict is Verdict.VACUOUS
    assert result(name, whole.with_steps(replace(whole.steps[0], given=None))).verdict is Verdict.REFUTED


def test_the_hypothesis_of_the_lower_bound_is_needed_far_out() -> None:
    # below n (n - 1) <= D half may still be there, but not for ever: n = D = 27
    whole = problem((3, 27, 3), "blocks_from_below")
    assert result("blocks_from_below", whole).verdict is Verdict.VACUOUS
    free = whole.with_steps(replace(whole.steps[0], given=None))
    assert result("blocks_from_below", free).verdict is Verdict.REFUTED


def test_with_duplicate_columns_the_factor_is_refuted() -> None:
    name = "factor_of_permutations@repaired"
    whole = problem((2, 2, 2), name)
    assert result(name, whole.with_steps(replace(whole.steps[0], over=(grid,)))).verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", ["heads", "head_size", "hidden_size", "feed_forward_layers", "attention_layers"])
def test_the_counts_of_another_network_are_refuted(name: str) -> None:
    box = (2, 2, 2)
    other = block(values(box), h=3, m=2, r=5)
    assert result(name, problem(box, name).with_networks({"g": other})).verdict is Verdict.REFUTED
