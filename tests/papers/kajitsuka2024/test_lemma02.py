"""Lemma 2: a rational unit vector for each set, and what no longer holds with another vector or another constant."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.papers.kajitsuka2024.lemma02 import SETS, lemma2
from exactua.terms.language import make, rational
from tests.papers.evaluators import decided_by_both, with_verdict
from tests.papers.kajitsuka2024.exact_lines import refuted, refuted_by_both, verdicts, witness

EMPTY = 6
CUBE = 5


def problem(data: int, *steps: str) -> Problem:
    return lemma2.problem({"data": data}, steps)


def with_numbers(given: Problem, **values: int | str) -> Problem:
    """The problem with other values of some definitions."""
    changed = {name: rational(mpq(value)) for name, value in values.items()}
    return replace(given, definitions=tuple((name, changed.get(name, term)) for name, term in given.definitions))


@pytest.mark.parametrize("data", [k for k in range(1, len(SETS) + 1) if k != EMPTY])
def test_the_vector_that_is_found_serves(data: int) -> None:
    decision = decided_by_both(problem(data))
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in lemma2.steps}


def test_of_no_point_nothing_is_said() -> None:
    points = {"number_of_points", "equation72", "equation72_right", "equation72_squared"}
    assert verdicts(problem(EMPTY)) == {**dict.fromkeys(points, "vacuous"), "unit": "holds"}


def test_a_vector_along_an_edge_does_not_serve() -> None:
    edge = with_numbers(problem(CUBE), v_1=0, v_2=1, v_3=0)
    assert refuted(edge) == {"equation72", "equation72_squared"}
    assert refuted_by_both(edge, "equation72")
    assert witness(edge, "equation72") == [[["0", "0"], ["0", "0"], ["0", "1"]]]


def test_a_longer_vector_is_no_unit_vector() -> None:
    assert refuted(with_numbers(problem(CUBE), v_1=1, v_2=1, v_3=1)) >= {"unit", "equation72_right"}


def test_the_constant_is_of_the_number_of_points() -> None:
    assert refuted(with_numbers(problem(CUBE), size=1)) == {"number_of_points", "equation72", "equation72_squared"}


def test_one_point_makes_both_sides_0() -> None:
    whole = problem(1, "equation72", "equation72_right", "equation72_squared")
    strict = whole.with_steps(*(replace(step, term=make("<", (), *step.term.arguments)) for step in whole.steps))
    assert set(verdicts(strict).values()) == {"refuted"}
