"""Lemma 3: scores of different tokens are more than delta apart, and every line can say no."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.lemma03 import lemma3
from exactua.terms.language import make, rational
from tests.papers.evaluators import decided_by_both, with_verdict
from tests.papers.kajitsuka2024.exact_lines import given, refuted, refuted_by_both, verdicts, witness
from tests.papers.yun2020.lines import opposite

AT_ZERO = {"equation73", "unit", "unit_of_footnote3", "zero_query"}


def problem(data: int, *steps: str, gap: int = 1) -> Problem:
    return lemma3.problem({"data": data, "gap": gap}, steps)


def tampered(posed: Problem, **factors: Rational | int) -> Problem:
    """The problem with some definitions multiplied by these numbers."""
    definitions = tuple(
        (name, make("*", (), term, rational(mpq(factors[name]))) if name in factors else term)
        for name, term in posed.definitions
    )
    return replace(posed, definitions=definitions)


@pytest.mark.parametrize(("data", "s"), [(1, 1), (3, 2)])
def test_every_line_holds(data: int, s: int) -> None:
    decision = decided_by_both(lemma3.problem({"data": data, "s": s}))
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in lemma3.steps}


def test_delta_is_any_number() -> None:
    assert set(verdicts(problem(3, gap=1000)).values()) == {"holds"}


def test_a_vocabulary_with_0_is_not_separated() -> None:
    by_step = verdicts(problem(15))
    assert {name for name, verdict in by_step.items() if verdict == "holds"} == AT_ZERO
    assert set(by_step.values()) == {"holds", "vacuous"}


BROKEN: tuple[tuple[Mapping[str, Any], set[str]], ...] = (
    ({"kappa": mpq(1, 100)}, {"equation74", "equation79", "footnote3"}),
    ({"v_1": 2}, {"unit", "equation75_right", "equation76_right", "equation77_right"}),
    ({"v_1": 0, "v_2": mpq(1, 100)}, {"equation75", "equation76", "equation77", "equation74", "equation79_bound"}),
    ({"second_v_1": 0, "second_v_2": mpq(1, 100)}, {"footnote3", "unit_of_footnote3", "second_unit_vector"}),
    ({"gap": 1, "V": mpq(2, 3)}, {"zero_is_new"}),
)


@pytest.mark.parametrize(("factors", "expected"), BROKEN)
def test_broken_weights_and_constants_are_found(factors: Mapping[str, Any], expected: set[str]) -> None:
    assert refuted(tampered(problem(3, *expected), **factors)) == expected


def test_every_conclusion_is_reached() -> None:
    whole = problem(3)
    turned = whole.with_steps(
        *(replace(step, term=opposite(step.term)) for step in whole.steps if step.name != "zero_is_new")
    )
    assert {name for name, verdict in verdicts(turned).items() if verdict != "refuted"} == {"zero_is_new"}


def test_equal_tokens_and_a_query_0_have_no_gap() -> None:
    for_all = given(lemma3, problem(3), "equation74", lambda at: at.V > 0)
    assert refuted_by_both(for_all, "equation74")
    assert witness(for_all, "equation74")[0] == [["1", "1", "1"], ["0", "0", "0"]]  # v_a = v_b
    queries = given(lemma3, problem(3), "zero_query", lambda at: at.V > 0)
    assert refuted(queries) == {"zero_query"}


def test_a_point_is_three_tokens() -> None:
    with pytest.raises(InputError, match=r"point 1 is 2 x 3, but d = 2, n = 2 here; give 2 x 2 each$"):
        verdicts(lemma3.problem({"data": 3, "n": 2}))
