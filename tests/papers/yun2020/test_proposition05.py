"""Proposition 5: verdicts of every step, least counterexamples, and a reason for each step to say no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.grids.categories import category1, category2, category3
from exactua.networks import FeedForwardLayer, Network, PiecewiseLinear, everywhere
from exactua.papers.yun2020 import approximator
from exactua.papers.yun2020.proposition05 import proposition5
from exactua.papers.yun2020.quantiser import quantiser, quantiser_as_printed
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.target_values import identity_values, one_values, scrambled_values, swapped_values
from exactua.papers.yun2020.value_map import value_map
from exactua.terms.language import integer

Box = tuple[int, int, int]
BOXES: list[Box] = [(1, 2, 2), (1, 2, 3), (1, 3, 2), (1, 3, 3), (1, 4, 4), (2, 2, 2), (2, 3, 2)]


def values(box: Box) -> dict[str, int]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box, *steps: str) -> Problem:
    return proposition5.problem(values(box), steps)


@lru_cache
def decided(box: Box) -> Decision:
    return decide(problem(box))


@pytest.mark.parametrize("box", BOXES)
def test_verdicts(box: Box) -> None:
    d, n, m = box
    refuted = {"support_coordinates"} | ({"measure", "displayed"} if n > 2 else set())
    refuted |= {"value_swapped"} if n <= m**d else set()
    assert {r.step.name for r in decided(box).results if r.verdict is Verdict.REFUTED} == refuted
    vacuous = {r.step.name for r in decided(box).results if r.verdict is Verdict.VACUOUS}
    assert vacuous == ({s.name for s in proposition5.steps if s.over == (category1,)} if n > m**d else set())


def test_literal_and_batches_agree() -> None:
    literal = decide(problem((1, 2, 3)), engine="literal")
    assert [(r.step.name, r.verdict, r.failures) for r in literal.results] == [
        (r.step.name, r.verdict, r.failures) for r in decided((1, 2, 3)).results
    ]


@pytest.mark.parametrize(
    ("box", "step", "left", "right"),
    [
        ((1, 2, 2), "support_coordinates", 1, 2),
        ((1, 3, 2), "measure", 1, mpq(1, 2)),
        ((1, 3, 2), "displayed", 3, mpq(3, 2)),
        ((1, 3, 3), "measure", mpq(7, 9), mpq(1, 3)),
        ((1, 3, 3), "displayed", mpq(7, 3), 1),
        ((2, 3, 2), "measure", mpq(5, 8), mpq(1, 4)),
        ((2, 3, 2), "displayed", mpq(15, 4), mpq(3, 2)),
    ],
)
def test_counterexamples(box: Box, step: str, left: Any, right: Any) -> None:
    witness = decided(box)[step].witness
    assert witness is not None
    assert (witness.left, witness.right) == (left, right)


def test_the_least_counterexample_to_values_that_are_keys() -> None:
    witness = decided((1, 2, 2))["value_swapped"].witness
    assert witness is not None
    assert witness.points == (((mpq(0), mpq(1, 2)),),)
    assert (witness.left, witness.right) == (13, mpq(27, 2))


@pytest.mark.parametrize("m", range(2, 7))
def test_two_columns_attain_the_displayed_bound(m: int) -> None:
    # at n = 2 the measure is delta^d exactly, so '<=' holds and '<' does not
    (step,) = problem((1, 2, m), "displayed").steps
    strict = problem((1, 2, m), "displayed").with_steps(replace(step, relation="<"))
    assert decide(problem((1, 2, m), "displayed"))["displayed"].verdict is Verdict.HOLDS
    assert decide(strict)["displayed"].verdict is Verdict.REFUTED


A: Box = (1, 2, 3)
B: Box = (2, 2, 2)


def unquantised(box: Box, formula: Any) -> Network:
    """g_v o g_c without g_q."""
    g_c, g_v = contextual_map(values(box)), value_map(values(box), formula)
    items = (*g_c.items, *g_v.items)
    return Network(box[0], items, {"quantised": 0, "contexts": len(g_c.items), "output": len(items)})


def one_layer_more(box: Box, formula: Any) -> Network:
    """g-bar and then + delta/2 in every entry."""
    items = (*approximator.approximator(values(box), formula).items, *approximator.centre(values(box)).items)
    return Network(box[0], items, {"quantised": 0, "contexts": 0, "output": len(items)})


def wide(box: Box) -> Network:
    d = box[0]
    slanted = PiecewiseLinear.of((everywhere(), 1, 0))
    return Network(d, (FeedForwardLayer(((1,) * d,) * 2, (0, 0), ((1, 0),) * d, (0,) * d, slanted),), {"output": 1})


BROKEN: list[tuple[str, Box, Callable[[], dict[str, Network]]]] = [
    ("heads", A, lambda: {"g": wide(A)}),
    ("head_size", A, lambda: {"g": wide(A)}),
    ("hidden_size", A, lambda: {"g": wide(A)}),
    ("activations", A, lambda: {"g": wide(A)}),
    ("quantised", A, lambda: {"g_q": quantiser_as_printed(values(A))}),
    ("composed", A, lambda: {"g": unquantised(A, scrambled_values)}),
    ("token_wise", A, lambda: {"g_v": contextual_map(values(A))}),
    ("value_identity", A, lambda: {"g_identity": approximator.approximator(values(A), scrambled_values)}),
    ("value_scrambled", A, lambda: {"g": approximator.approximator(values(A), identity_values)}),
    ("value_swapped@repaired", A, lambda: {"g_lifted": approximator.approximator(values(A), swapped_values)}),
    ("others_quantised", A, lambda: {"g_q": contextual_map(values(A))}),
    ("outside_quantised", A, lambda: {"g_q": Network(1, quantiser(values(A)).items[:0], {"output": 0})}),
    ("others_composed", A, lambda: {"g": one_layer_more(A, scrambled_values)}),
    ("others_zero", A, lambda: {"g_v": Network(1, value_map(values(A), scrambled_values).items[1:], {"output": 0})}),
    ("everywhere_known", A, lambda: {"g": approximator.approximator(values(A), identity_values)}),
    ("support_coordinates@repaired", A, lambda: {"g_one": one_layer_more(A, one_values)}),
    ("same_on_contexts", A, lambda: {"g": approximator.approximator(values(A), identity_values)}),
    ("displayed@repaired", A, lambda: {"g_one": approximator.approximator(values(A), scrambled_values)}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "box", "networks"), BROKEN, ids=[f"{k} {row[0]}" for k, row in enumerate(BROKEN)])
def test_broken_networks(step: str, box: Box, networks: Callable[[], dict[str, Network]]) -> None:
    whole = problem(box, step)
    assert decide(whole)[step].verdict is Verdict.HOLDS
    assert decide(whole.with_networks(networks()))[step].verdict is Verdict.REFUTED


def term(change: Callable[[Any], Any]) -> dict[str, Any]:
    return {"term": change(proposition5.at()).term}


STRONGER: list[tuple[str, Box, dict[str, Any]]] = [
    ("distance_for_each_n", A, {"relation": "<"}),
    ("bounded", (1, 3, 4), term(lambda at: scrambled_values(at.d, at.d) < 6)),
    ("measure@repaired", A, {"relation": "<"}),
    ("measure@repaired", A, {"over": (category1, category2)}),
    ("measure_exact", A, {"over": (category2, category3)}),
    ("displayed@repaired", A, {"relation": "<"}),
    ("displayed_scrambled", A, {"bound": integer(1)}),
]


@pytest.mark.parametrize(("step", "box", "change"), STRONGER, ids=[f"{k} {row[0]}" for k, row in enumerate(STRONGER)])
def test_stronger_statements(step: str, box: Box, change: dict[str, Any]) -> None:
    whole = problem(box, step)
    assert decide(whole)[step].verdict is Verdict.HOLDS
    stronger = whole.with_steps(replace(whole.steps[0], **change))
    assert decide(stronger)[step].verdict is Verdict.REFUTED


def test_every_step_is_shown_to_say_no() -> None:
    shown = {step for step, _, _ in BROKEN} | {step for step, _, _ in STRONGER}
    refuted = {"value_swapped", "support_coordinates", "measure", "displayed"}
    assert {step.name for step in proposition5.steps} == shown | refuted
