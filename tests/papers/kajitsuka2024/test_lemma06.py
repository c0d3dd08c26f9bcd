"""Lemma 6: verdicts, the sentence with the difference the wrong way round, and bounds sharpened until they fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.lemma06 import lemma6
from exactua.terms.tracing import exp, greatest, log, rational
from tests.papers.evaluators import decided_by_both
from tests.papers.kajitsuka2024.exact_lines import (
    equalities,
    given,
    mutated,
    not_holding,
    off_by_a_trifle,
    only,
    refuted,
    refuted_by_both,
    reversed_conclusions,
    witness,
)

two = lemma6.problem({"n": 2})


def test_verdicts() -> None:
    assert not_holding(two) == {"in_words": "refuted"}
    assert not_holding(only(lemma6.problem({"n": 3}), "lower_bound")) == {}


def test_one_entry_has_no_others() -> None:
    with pytest.raises(InputError, match="n: 1 is not valid"):
        lemma6.problem({"n": 1})


def test_steps_are_in_the_papers_order() -> None:
    numbers = [int(step.says[1:4]) for step in lemma6.steps if step.says.startswith("(")]
    assert numbers[:2] == [103, 102]
    assert numbers[2:] == sorted(numbers[2:])
    assert set(numbers) == set(range(102, 106))


def test_both_evaluators_agree() -> None:
    decided_by_both(only(two, "in_words", "lower_bound", "derivative_written_out"))


def test_the_sentence_has_the_difference_the_wrong_way_round() -> None:
    # a = (-1, -9/2 - log 2 - 1), delta = log 2 + 7/2, b_2 = a_2 - 1/2: boltz(a) - boltz(b) is below 0
    assert refuted_by_both(two, "in_words")
    assert witness(two, "in_words") == [[["1", "1"], ["1/2", "1/2"]]]


def test_hypotheses_are_true_and_false() -> None:
    assert [step.given is None for step in lemma6.steps].count(True) == 1
    result = decide(only(two, "lower_bound"))["lower_bound"]
    # y_1 > 0 in four of five columns, x_2 > 0 and y_2 > 0 in three
    assert (result.points, result.applicable, result.failures) == (25, 12, 0)


def test_every_conclusion_is_reached() -> None:
    assert refuted(off_by_a_trifle(two)) == equalities(two)
    # turned round, the sentence is true
    assert refuted(reversed_conclusions(two)) == {step.name for step in two.steps} - equalities(two) - {"in_words"}


def test_equal_last_entries_are_excluded() -> None:
    closed = given(lemma6, two, "lower_bound", lambda at: at.a[at.n] >= at.b[at.n])
    assert refuted(closed) == {"lower_bound"}


@pytest.mark.parametrize(("less", "still"), [("1/2", True), ("0", False)])
def test_how_much_of_the_1_may_be_left_out_for_two_entries(less: str, still: bool) -> None:
    def larger(at: Any) -> Any:
        factor = at.delta + at.gap - log(at.n) - rational(less)
        return at.gained > at.gap * at.p[at.n] * factor

    failing = refuted(mutated(lemma6, two, {"thresholds_themselves": larger}))
    assert failing == (set() if still else {"thresholds_themselves"})


@pytest.mark.parametrize(
    ("step", "sharper"),
    [
        ("tangent_at_b", lambda at: at.gained > 2 * at.bound),
        ("entropy_bounded", lambda at: at.bound > 2 * at.gained),
        ("separation_used", lambda at: at.bound > at.gap * at.p[at.n] * (at.delta + at.gap)),
        ("right_hand_side", lambda at: at.bound == at.gap * exp(at.b[at.n]) * (at.delta + at.gap - log(at.n) - 1)),
        ("derivative_written_out", lambda at: at.gained == at.gap * -at.p[at.n] * (log(at.p[at.n]) + at.entropy)),
        (
            "concave_up_to_a",
            lambda at: at.a[at.n] < greatest(at.columns, lambda i: at.a[i]) - log(at.n) - 4,
        ),
    ],
)
def test_sharper_lines_are_refuted(step: str, sharper: Callable[[Any], Any]) -> None:
    assert refuted(mutated(lemma6, two, {step: sharper})) == {step}


def test_the_bound_needs_a_large_delta() -> None:
    # n = 2, a = (0, -1/100), b = (0, -2), delta = 0: boltz(b) - boltz(a) is -0.23..., the bound is above 0
    def gained(low: str, high: str) -> Any:
        return boltz_of_0_and(rational(low)) - boltz_of_0_and(rational(high))

    def boltz_of_0_and(x: Any) -> Any:
        return x * exp(x) / (1 + exp(x))

    def without_delta(at: Any) -> Any:
        gap = rational("-1/100") + 2
        return gained("-2", "-1/100") > gap * (gap - log(2) - 1) * exp(-2) / (1 + exp(-2))

    assert refuted(mutated(lemma6, two, {"lower_bound": without_delta})) == {"lower_bound"}
