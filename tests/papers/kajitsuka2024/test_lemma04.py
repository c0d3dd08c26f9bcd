"""Lemma 4: thresholds sharpened until they fail, and formulas with an error in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from exactua.papers.kajitsuka2024 import boltzmann
from exactua.papers.kajitsuka2024.boltzmann import SMALL, boltz_by, entropy_by, moved, near_quotient, softmax_by
from exactua.papers.kajitsuka2024.lemma04 import at_threshold, lemma4
from exactua.terms.tracing import every, exp, log, rational, row, total
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

two = lemma4.problem({"n": 2})


def test_steps_are_in_the_papers_order() -> None:
    numbers = [int(step.says[1:3]) for step in lemma4.steps if step.says.startswith("(")]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(83, 94))


def test_the_operator_increases_in_the_maximum() -> None:
    # at (0, 5/2): p_2 = 0.92, 1 + log p_2 + S(p) > 0
    assert witness(two, "in_words") == [[["0", "5/2"]]]
    assert refuted_by_both(two, "in_words")


def test_every_conclusion_is_reached() -> None:
    assert refuted(off_by_a_trifle(two)) == equalities(two)
    assert refuted(reversed_conclusions(two)) == {step.name for step in two.steps} - equalities(two)


def everywhere(formula: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda at: every(at.columns, lambda i: formula(at, i))


def test_formulas_with_an_error_are_refuted() -> None:
    half = rational("1/2")
    others = mutated(
        lemma4,
        two,
        {
            "derivative": everywhere(lambda at, i: at.slope[i] == at.p[i] * (log(at.p[i]) + at.entropy)),
            "derivative_as_limit": everywhere(
                lambda at, i: near_quotient(at.p[i] * (log(at.p[i]) + at.entropy), at.boltz, at.boltz, 3 + log(at.n))
            ),
            "difference": lambda at: (
                at.log_partition + at.entropy == log(at.partition) + total(at.columns, lambda k: at.p[k] * log(at.p[k]))
            ),
            "difference_is_boltz": lambda at: at.log_partition + at.entropy == at.boltz,
            "derivative_of_difference": everywhere(lambda at, i: at.slope[i] == at.p[i]),
            "log_partition_probability": everywhere(lambda at, i: exp(at.a[i]) / at.partition == at.p[i] * half),
            "entropy_derivative": everywhere(
                lambda at, i: boltz_by(at.a, at.columns, i) == -at.p[i] * (log(at.p[i]) + at.entropy)
            ),
            "plugged_in": everywhere(lambda at, i: at.slope[i] == at.p[i] - at.p[i] * (log(at.p[i]) + at.entropy)),
            "threshold": everywhere(
                lambda at, i: (at.a[i] < at.log_partition - at.entropy - 1) | (at.a[i] >= at.log_partition - 1)
            ),
            "largest_below_log_partition": lambda at: at.largest + half <= at.log_partition,
            "entropy_below_log": lambda at: at.entropy < log(at.n),
        },
    )
    assert refuted(others) == {step.name for step in others.steps}


def off(step: str) -> dict[str, Callable[[Any], Any]]:
    """The line of that name with a derivative that is 1/100 too large."""
    error = rational("1/100")

    def near(at: Any, i: Any) -> Any:
        there = moved(at.a, at.columns, i, SMALL)
        if step == "softmax_as_limit":
            derivative = softmax_by(at.a, at.columns, i, i) + error
            return near_quotient(derivative, boltzmann.softmax(there, at.columns)[i], at.p[i], rational("1/4"))
        if step == "log_partition_as_limit":
            value = boltzmann.log_partition(there, at.columns)
            return near_quotient(at.p[i] + error, value, at.log_partition, rational("1/4"))
        if step == "derivative_as_limit":
            value = boltzmann.boltz(there, at.columns)
            return near_quotient(at.slope[i] + error, value, at.boltz, 3 + log(at.n))
        if step == "entropy_in_probabilities":
            value = boltzmann.entropy(moved(at.p, at.columns, i, SMALL), at.columns)
            return near_quotient(error - log(at.p[i]) - 1, value, at.entropy, 1 / at.p[i])
        value = boltzmann.entropy(boltzmann.softmax(there, at.columns), at.columns)
        return near_quotient(entropy_by(at.a, at.columns, i) + error, value, at.entropy, 3 + log(at.n))

    return {step: lambda at: every(at.columns, lambda i: near(at, i))}


@pytest.mark.parametrize(
    "step",
    [
        "derivative_as_limit",
        "softmax_as_limit",
        "log_partition_as_limit",
        "entropy_as_limit",
        "entropy_in_probabilities",
    ],
)
def test_difference_quotients_notice_a_derivative_that_is_too_large(step: str) -> None:
    assert refuted(mutated(lemma4, two, off(step))) == {step}


@pytest.mark.parametrize(("sharper", "still"), [("2/5", True), ("1/2", False)])
def test_how_far_the_threshold_may_be_raised_for_two_entries(sharper: str, still: bool) -> None:
    # c = 1.2784... has (c - 1) e^c = 1; log 2 + 1 is 0.4146... more
    raised = mutated(
        lemma4,
        two,
        {"threshold_itself": lambda at: boltz_by(at_threshold(at, 1 - rational(sharper)), at.columns, at.n) < 0},
    )
    assert not_holding(raised) == ({} if still else {"threshold_itself": "refuted"})


@pytest.mark.parametrize("step", ["decreasing", "negative_below", "sharper_threshold"])
def test_entries_near_the_maximum_do_not_decrease(step: str) -> None:
    everywhere_but_at_the_maximum = {
        step: lambda at: every(at.columns, lambda i: (at.a[i] == at.largest) | (at.slope[i] < 0))
    }
    anywhere = mutated(lemma4, two, everywhere_but_at_the_maximum)
    # 0 and 1: p_1 (1 + log p_1 + S(p)) = 0.07...
    assert witness(given(lemma4, anywhere, step, lambda at: at.n >= 2), step) == [[["0", "1"]]]


def test_above_the_threshold_larger_entries_need_not_give_less() -> None:
    def rises(at: Any) -> Any:
        halfway = moved(at.a, at.columns, rational(1), (at.largest - at.a[1]) / 2)
        return (at.a[1] == at.largest) | (boltzmann.boltz(halfway, at.columns) < at.boltz)

    anywhere = mutated(lemma4, two, {"smaller_values": rises})
    assert refuted(given(lemma4, anywhere, "smaller_values", lambda at: at.n >= 2)) == {"smaller_values"}


def test_the_sharpest_threshold_is_between_10_and_11_eighths_for_two_entries() -> None:
    def decreases(c: str) -> Any:
        return lambda at: boltz_by(row(at.columns, lambda j: (1 - j) * rational(c)), at.columns, at.n) < 0

    assert refuted(mutated(lemma4, two, {"sharpest_threshold": decreases("10/8")})) == {"sharpest_threshold"}
    assert refuted(mutated(lemma4, two, {"sharpest_threshold": decreases("11/8")})) == set()
