"""Sec. 3.2: the exact counts, the O's that hold and in what, and that every step can say no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import comb, factorial
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.claim import Operands
from exactua.claims.decision import StepResult
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.evidence.boxes import ladder
from exactua.grids.categories import grid
from exactua.papers.yun2020 import position_network
from exactua.papers.yun2020.tightness import tightness
from exactua.papers.yun2020.transformer_block import block
from exactua.terms.language import integer, make
from exactua.terms.tracing import Columns, Number, Truth, every, product

Box = tuple[int, int, int]
at = tightness.at()


def values(box: Box) -> dict[str, int | str]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box, *steps: str) -> Problem:
    return tightness.problem(values(box), steps)


def result(step: str, whole: Problem) -> StepResult:
    return decide(whole)[step]


def verdicts(box: Box) -> dict[str, Verdict]:
    return {one.step.name: one.verdict for one in decide(problem(box)).results}


STEPS = [step.name for step in tightness.steps]
WHERE_COLUMNS_DIFFER = {
    "transformer_blocks@repaired",
    "total_parameters@repaired",
    "factor_of_permutations@repaired",
    "optimal_on_distinct_columns",
}
FOR_SMALL_DELTA = {"blocks_from_below", "memorized_in_the_limit"}
WITH_CONSTANTS = {"more_efficient_counted"}


@pytest.mark.parametrize(
    ("box", "refuted", "vacuous"),
    [
        ((1, 2, 2), {"factor_of_permutations"}, WITH_CONSTANTS),
        (
            (1, 3, 3),
            {"factor_of_permutations", "memorized_numbers"},
            FOR_SMALL_DELTA | WITH_CONSTANTS,
        ),
        ((2, 2, 3), {"factor_of_permutations"}, WITH_CONSTANTS),
        ((1, 4, 4), {"factor_of_permutations", "memorized_numbers"}, FOR_SMALL_DELTA),
        (
            (1, 4, 2),
            {"factor_of_permutations", "memorized_numbers"},
            WHERE_COLUMNS_DIFFER | FOR_SMALL_DELTA | WITH_CONSTANTS,
        ),
        (
            (1, 5, 2),
            {
                "factor_of_permutations",
                "memorized_numbers",
                "transformer_blocks",
                "total_parameters",
            },
            WHERE_COLUMNS_DIFFER | FOR_SMALL_DELTA | WITH_CONSTANTS,
        ),
    ],
)
def test_verdict_of_every_step(box: Box, refuted: set[str], vacuous: set[str]) -> None:
    expected = {
        name: Verdict.REFUTED if name in refuted else Verdict.VACUOUS if name in vacuous else Verdict.HOLDS
        for name in STEPS
    }
    assert verdicts(box) == expected


LEAST = {
    "transformer_blocks": ((1, 5, 2), mpq(7), "<=", mpq(4)),
    "total_parameters": ((1, 5, 2), mpq(161), "<=", mpq(92)),
    "memorized_numbers": ((1, 3, 2), mpq(6), "=", mpq(4)),
    "factor_of_permutations": ((1, 2, 2), mpq(6), "=", mpq(4)),
}


def test_least_counterexamples_on_the_ladder() -> None:
    found: dict[str, Any] = {}
    for box in ladder(tightness):
        for one in decide(tightness.problem(box)).results:
            assert one.verdict is not Verdict.INCONCLUSIVE
            if one.verdict is Verdict.REFUTED and one.step.name not in found:
                witness = one.witness
                assert witness is not None
                found[one.step.name] = (
                    tuple(box[name] for name in "dnm"),
                    witness.left,
                    witness.relation,
                    witness.right,
                )
    assert found == LEAST


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


def factorial_of(n: Number) -> Number:
    return product(Columns(1, n, "k"), lambda k: k)


SHARPER: dict[str, tuple[Box, Callable[[Operands], Truth]]] = {
    "transformer_blocks": ((1, 2, 2), lambda at: at.blocks <= 2 * at.printed),
    "transformer_blocks@repaired": ((1, 2, 2), lambda at: at.blocks <= 2 * at.printed),
    "blocks_for_each_n": (
        (1, 2, 2),
        lambda at: at.blocks <= (4 * at.permutations / at.n / 2 ** (at.n - 1)) * at.printed,
    ),
    "no_constant_for_all_n": (
        (1, 2, 2),
        lambda at: every(
            Columns(1, 8, "c"), lambda c: c * (2 * at.D + c) * at.D ** (2 * at.D + c) < factorial_of(2 * at.D + c)
        ),
    ),
    "blocks_from_below": ((1, 3, 8), lambda at: at.blocks >= at.printed),
    "block_of_constant_width": ((1, 2, 2), lambda at: at.block_parameters <= 22 * at.d),
    "total_parameters": ((1, 2, 2), lambda at: at.blocks * at.block_parameters <= 51 * at.d * at.printed),
    "total_parameters@repaired": ((1, 2, 2), lambda at: at.blocks * at.block_parameters <= 51 * at.d * at.printed),
    "parameters_for_each_n": (
        (1, 2, 2),
        lambda at: at.blocks * at.block_parameters <= 23 * at.d * at.permutations * at.printed,
    ),
    "memorized_numbers@repaired": ((1, 2, 2), lambda at: at.free_numbers > at.memorized),
    "memorized_in_the_limit": ((1, 3, 8), lambda at: at.free_numbers <= at.memorized),
    "optimal_order": ((1, 2, 2), lambda at: at.blocks * at.block_parameters <= 51 * at.free_numbers),
    "optimal_on_distinct_columns": (
        (1, 2, 2),
        lambda at: at.blocks * at.block_parameters <= 103 * at.d * at.value_numbers,
    ),
    "more_efficient": ((1, 2, 2), lambda at: 2 * at.d * at.printed < at.d * at.n * at.D**at.n),
    "theorem_3_layers": ((1, 2, 2), lambda at: at.layers_of_theorem_3 <= 2 * at.n * at.D**at.n),
    "theorem_3_optimal_order": (
        (1, 2, 2),
        lambda at: at.layers_of_theorem_3 * at.block_parameters <= 48 * at.d * at.n * at.D**at.n,
    ),
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_bound_is_refuted(name: str) -> None:
    box, sharper = SHARPER[name]
    whole = problem(box, name)
    assert result(name, whole).verdict is Verdict.HOLDS
    changed = whole.with_steps(replace(whole.steps[0], term=sharper(at).term))
    assert result(name, changed).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("name", "box"),
    [
        ("transformer_blocks@repaired", (1, 5, 2)),
        ("total_parameters@repaired", (1, 5, 2)),
        ("optimal_on_distinct_columns", (1, 4, 2)),
        ("more_efficient_counted", (1, 3, 3)),
        ("memorized_in_the_limit", (1, 5, 2)),
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


@pytest.mark.parametrize("name", ["free_numbers_counted", "factor_of_permutations@repaired"])
def test_a_sum_that_is_one_more_or_less_is_refuted(name: str) -> None:
    whole = problem((2, 2, 2), name)
    (step,) = whole.steps
    assert step.bound is not None
    for change in (1, -1):
        bound = make("+", (), step.bound, integer(change))
        assert result(name, whole.with_steps(replace(step, bound=bound))).verdict is Verdict.REFUTED


def test_with_duplicate_columns_the_factor_is_refuted() -> None:
    name = "factor_of_permutations@repaired"
    whole = problem((2, 2, 2), name)
    assert result(name, whole.with_steps(replace(whole.steps[0], over=(grid,)))).verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", ["heads", "head_size", "hidden_size", "feed_forward_layers", "attention_layers"])
def test_the_counts_of_another_network_are_refuted(name: str) -> None:
    box = (2, 2, 2)
    other = block(values(box), h=3, m=2, r=5)
    assert result(name, problem(box, name).with_networks({"g": other})).verdict is Verdict.REFUTED


@pytest.mark.parametrize("wider", [{"h": 3}, {"m": 2}, {"r": 5}])
def test_a_wider_block_has_more_parameters(wider: dict[str, int]) -> None:
    box, name = (2, 2, 2), "parameters_of_a_block"
    other = block(values(box), **{"h": 2, "m": 1, "r": 4, **wider})
    assert result(name, problem(box, name).with_networks({"block": other})).verdict is Verdict.REFUTED


def test_every_holding_step_is_put_to_a_test() -> None:
    other = {"heads", "head_size", "hidden_size", "feed_forward_layers", "attention_layers", "parameters_of_a_block"}
    other |= {"free_numbers_counted", "factor_of_permutations@repaired"}
    other |= {"more_efficient_counted"}
    assert set(STEPS) == set(SHARPER) | set(LEAST) | other
