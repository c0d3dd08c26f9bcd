"""Costs: the loops that are counted, what O(...) hides, and that every bound is where it is said to be."""

from __future__ import annotations

import pytest

from exactua.claims.verdicts import Verdict
from exactua.papers.background import attention_cost as page
from exactua.papers.background import program_costs as programs
from exactua.papers.background.attention_cost import attention_cost, loops
from exactua.papers.background.program_costs import program_costs
from exactua.terms.tracing import Number
from tests.papers.background.deciding import refuted, says_no, verdict

at = attention_cost.at()
of = program_costs.at()
LAYER = {"L": 5, "h": 2, "k": 2, "f": 8, "C": 4}
PROGRAM = {"L": 6, "d_model": 6, "d_k": 4, "d_v": 4, "C": 4}


@pytest.mark.parametrize("C", [1, 4, 1000])
def test_no_constant_serves(C: int) -> None:
    assert refuted(attention_cost, {**LAYER, "C": C}) == {"time", "memory", "dominated"}


@pytest.mark.parametrize(("L", "false"), [(7, {"time", "memory", "dominated"}), (8, {"time", "memory"})])
def test_projections_cost_more_up_to_twice_d(L: int, false: set[str]) -> None:
    assert refuted(attention_cost, {**LAYER, "L": L}) == false  # d = 4


@pytest.mark.parametrize("C", [1, 4, 40])
def test_no_constant_serves_the_programs(C: int) -> None:
    values = {**PROGRAM, "C": C}
    assert refuted(program_costs, values) == {"attention_in_time", "attention_in_space", "pooling_in_space"}


@pytest.mark.parametrize(
    ("step", "term"),
    [
        ("scores", page.score_cost(at.L, at.h, at.k) == at.L**2 * at.k),
        ("quadratic", page.score_cost(2 * at.L, at.h, at.k) == 2 * page.score_cost(at.L, at.h, at.k)),
        ("quadratic_memory", page.maps(2 * at.L, at.h) == 2 * page.maps(at.L, at.h)),
        ("activations", loops(at.L, at.d) == at.d),
        ("queries_and_keys", loops(2, at.L, at.d, at.d) == at.L * at.d**2),
        ("dominated@repaired", (at.L > 0) & (page.projection_cost(at.L, at.d) <= 0)),
        ("time@repaired", page.attention(at.L, at.h, at.k) <= 2 * (at.L**2 * at.d + at.L * at.d**2)),
        ("memory@repaired", page.maps(at.L, at.h) == at.L**2),
        ("heads", page.score_cost(at.L, at.h, at.k) == at.h * page.score_cost(at.L, 1, at.d)),
        ("softmax_and_values", page.maps(at.L, 1) == at.L),
        ("feed_forward_cost", page.feed_forward(at, at.f) == at.L * at.d * at.f),
        ("crossing", page.feed_forward(at, 4 * at.d) <= 2 * page.score_cost(at.L, at.h, at.k)),
        ("parameters", loops(4, at.d, at.d) + loops(2, at.d, at.f) + at.f + at.d <= 2 * (at.d**2 + at.d * at.f)),
    ],
)
def test_every_count_can_fail(step: str, term: object) -> None:
    assert says_no(attention_cost, LAYER, step, term)


@pytest.mark.parametrize(
    ("step", "term"),
    [
        (
            "attention_in_time@repaired",
            programs.attention_time(of.L, of.d_model, of.d_k, of.d_v) <= of.L**2 * (of.d_k + of.d_v),
        ),
        ("attention_in_space@repaired", programs.attention_space(of.L, of.d_model, of.d_k, of.d_v) <= of.L**2),
        ("reversal_in_time", loops(of.L, of.L) + loops(2, of.L, of.L) < 3 * of.L**2),
        ("reversal_in_space", loops(2, of.L, of.L) + loops(2, of.L) <= 2 * of.L**2),
        ("pooling_in_time", loops(of.L, of.d_v) + 1 <= of.L * of.d_v),
        ("pooling_in_space@repaired", programs.pooling_space(of.L, of.d_v) <= of.L + of.d_v),
    ],
)
def test_every_bound_of_a_program_can_fail(step: str, term: object) -> None:
    assert says_no(program_costs, PROGRAM, step, term)


def test_loops_are_run_as_often_as_they_say() -> None:
    def once(*sizes: Number | int) -> Verdict:
        return verdict(attention_cost, LAYER, "scores", loops(*sizes) == 1)

    assert once() is Verdict.HOLDS
    assert once(1, 1, 1) is Verdict.HOLDS
    assert once(1, 2) is Verdict.REFUTED
    assert once(0) is Verdict.REFUTED
    assert verdict(attention_cost, LAYER, "scores", loops(2, 3, 5) == 30) is Verdict.HOLDS
