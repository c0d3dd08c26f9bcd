"""Lemma 5: thresholds sharpened until they fail, and formulas with an error in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from exactua.papers.kajitsuka2024.boltzmann import SMALL, boltz_by, boltz_twice_by, moved, near_quotient
from exactua.papers.kajitsuka2024.lemma04 import at_threshold
from exactua.papers.kajitsuka2024.lemma05 import lemma5
from exactua.terms.tracing import every, exp, log, rational
from tests.papers.kajitsuka2024.exact_lines import (
    equalities,
    given,
    mutated,
    not_holding,
    off_by_a_trifle,
    refuted,
    refuted_by_both,
    reversed_conclusions,
    witness,
)

one, two = lemma5.problem({"n": 1}), lemma5.problem({"n": 2})


def test_steps_are_in_the_papers_order() -> None:
    numbers = [step.says[1:4].strip(")") for step in lemma5.steps if step.says.startswith("(")]
    assert [int(number) for number in numbers] == sorted(map(int, numbers))
    assert set(map(int, numbers)) == set(range(94, 102))


def test_strictness_fails_for_one_entry() -> None:
    # L(a) = a_1 and S(p) = 0 = log 1
    strict = {"from_the_facts": lambda at: at.largest - log(at.n) - 3 < at.log_partition - at.entropy - 3}
    without_95 = mutated(lemma5, one, strict)
    assert witness(without_95, "from_the_facts") == [[["0"]]]
    assert refuted_by_both(without_95, "from_the_facts")


def test_every_conclusion_is_reached() -> None:
    assert refuted(off_by_a_trifle(two)) == equalities(two)
    assert refuted(reversed_conclusions(two)) == {step.name for step in two.steps} - equalities(two)


def everywhere(formula: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda at: every(at.columns, lambda i: formula(at, i))


def test_formulas_with_an_error_are_refuted() -> None:
    def without_the_last_one(at: Any, i: Any) -> Any:
        return at.curvature[i] == at.p[i] * (1 - 2 * at.p[i]) * (log(at.p[i]) + at.entropy + 1)

    def too_large(at: Any, i: Any) -> Any:
        there = boltz_by(moved(at.a, at.columns, i, SMALL), at.columns, i)
        return near_quotient(at.curvature[i] + rational("1/100"), there, at.slope[i], 5 + 3 * log(at.n))

    others = mutated(
        lemma5,
        two,
        {
            "derivative": everywhere(lambda at, i: at.slope[i] == at.p[i] * (log(at.p[i]) + at.entropy)),
            "second_derivative_as_limit": everywhere(too_large),
            "product_rule": everywhere(lambda at, i: at.curvature[i] == at.slope[i]),
            "second_derivative": everywhere(without_the_last_one),
            "log_probability": everywhere(lambda at, i: at.a[i] - at.log_partition == at.p[i]),
            "largest_below_log_partition": lambda at: at.largest + rational("1/2") <= at.log_partition,
            "from_the_facts": lambda at: at.largest - log(at.n) - 2 <= at.log_partition - at.entropy - 3,
            "entropy_not_negative": lambda at: at.entropy >= rational("1/2"),
            "sign_of_bracket": everywhere(lambda at, i: (log(at.p[i]) + at.entropy > 0) | (at.curvature[i] < 0)),
        },
    )
    assert refuted(others) == {step.name for step in others.steps}
    assert refuted(mutated(lemma5, two, {"entropy_below_log": lambda at: at.entropy < log(at.n)})) != set()


@pytest.mark.parametrize(("k", "still"), [(-31, True), (64, True), (-33, False)])
def test_the_inequality_of_100_needs_x_above_minus_1(k: int, still: bool) -> None:
    at_k = {"exponential_inequality": lambda at: exp(rational(-k) / 32) <= 1 / (1 + rational(k) / 32)}
    assert refuted(mutated(lemma5, two, at_k)) == (set() if still else {"exponential_inequality"})


@pytest.mark.parametrize(("c", "still"), [("9/5", True), ("17/10", False), ("1", False)])
def test_how_far_the_threshold_may_be_raised_for_two_entries(c: str, still: bool) -> None:
    # concave from 2.399... = log 2 + 1.706... on
    raised = {"threshold_itself": lambda at: boltz_twice_by(at_threshold(at, rational(c)), at.columns, at.n) < 0}
    failing = not_holding(mutated(lemma5, two, raised))
    assert failing == ({} if still else {"threshold_itself": "refuted"})


@pytest.mark.parametrize(
    ("step", "sharper"),
    [
        ("bracket_bounded", lambda at, i: (1 - 2 * at.p[i]) * (log(at.p[i]) + at.entropy + 1) + 1 < -2),
        ("probability_below", lambda at, i: at.p[i] < exp(-5)),
        ("log_probability_below", lambda at, i: log(at.p[i]) < -5),
        ("log_probability_bounded", lambda at, i: log(at.p[i]) < -at.entropy - 5),
        ("below_difference", lambda at, i: at.a[i] < at.log_partition - at.entropy - 5),
        ("concave", lambda at, i: at.curvature[i] < -1),
    ],
)
def test_sharper_bounds_are_refuted(step: str, sharper: Callable[[Any, Any], Any]) -> None:
    def under(at: Any) -> Any:
        def where(i: Any) -> Any:
            return (at.a[i] >= at.largest - log(at.n) - 3) | sharper(at, i)

        return every(at.columns, where)

    assert refuted(mutated(lemma5, two, {step: under})) == {step}


def test_the_operator_is_not_concave_near_the_maximum() -> None:
    unconditional = mutated(lemma5, two, {"concave": everywhere(lambda at, i: at.curvature[i] < 0)})
    assert refuted(given(lemma5, unconditional, "concave", lambda at: at.n >= 2)) == {"concave"}
