"""Relative biases: reversal up to three tokens, never from four on; a bias in i + j; shifting."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.grids.categories import DomainSpec
from exactua.grids.finite import levels, listed
from exactua.papers.background import relative_bias as page
from exactua.papers.background.relative_bias import relative_bias
from exactua.terms.tracing import Columns, every, when
from tests.papers.background.deciding import refuted, vacuous
from tests.papers.evaluators import with_verdict

at = relative_bias.at()
ABOUT_FOUR = {"never_reverses", "exchange", "contents_do_not_help"}


def over(values: dict[str, int], domain: DomainSpec, *steps: str) -> Problem:
    """The claim over other lists of biases."""
    problem = relative_bias.problem(values, steps)
    return replace(problem, steps=tuple(replace(step, over=(domain,)) for step in problem.steps))


FIVE = listed(
    "of five tokens",
    [
        [[0, 0, 0, 0, 6, 0, 0, 0, 0]],
        [[6, 0, 3, 0, 6, 0, 3, 0, 6]],
        [[6, 0, 6, 0, 3, 0, 6, 0, 6]],
        [[6, 0, 3, 0, 0, 0, 3, 0, 6]],
        [[3, 0, 0, 0, 0, 6, 0, 0, 0]],
    ],
)
"""Large where i + j is 6; nearly a reversal by i - j in three ways; a circular shift."""


@pytest.mark.parametrize("n", [1, 3])
def test_up_to_two_tokens_a_relative_bias_reverses(n: int) -> None:
    assert refuted(relative_bias, {"n": n, "c": 0}) == set()
    assert vacuous(relative_bias, {"n": n, "c": 0}) == ABOUT_FOUR


@pytest.mark.parametrize(
    ("n", "c", "domain"),
    [(7, 3, levels("two levels", 0, 3, 2)), (9, 0, FIVE), (9, 3, FIVE), (9, -3, FIVE)],
    ids=["four tokens", "five tokens", "another letter scores more", "another letter scores less"],
)
def test_from_four_tokens_on_none_does(n: int, c: int, domain: DomainSpec) -> None:
    decision = decide(over({"n": n, "c": c}, domain))
    assert with_verdict(decision, Verdict.REFUTED) == {"reversing"}
    assert len(with_verdict(decision, Verdict.HOLDS)) == len(relative_bias.steps) - 1


def test_the_programs_bias_reverses_as_one_of_sums() -> None:
    only = listed("large in the middle", [[[0, 0, 0, 6, 0, 0, 0]]])
    decision = decide(over({"n": 7, "c": 0}, only, "reversing", "reversing@repaired"))
    assert decision["reversing"].verdict is Verdict.REFUTED
    assert decision["reversing@repaired"].verdict is Verdict.HOLDS


def test_the_bias_of_the_note_reverses_three() -> None:
    # B_2 = B_(-2) = 2t, B_0 = t, B_1 = B_(-1) = 0
    only = listed("of the note", [[[6, 0, 3, 0, 6]]])
    assert decide(over({"n": 5, "c": 0}, only, "reversing"))["reversing"].verdict is Verdict.HOLDS
    assert decide(over({"n": 5, "c": 0}, only, "reversing@repaired"))["reversing@repaired"].verdict is Verdict.REFUTED
    flat = listed("without the middle", [[[6, 0, 0, 0, 6]]])
    assert decide(over({"n": 5, "c": 0}, flat, "reversing"))["reversing"].verdict is Verdict.REFUTED


FOUR = [[[6, 0, 0, 0, 3, 0, 6]], [[0, 0, 6, 0, 0, 0, 0]], [[6, 6, 0, 0, 6, 0, 6]], [[0, 0, 0, 6, 0, 0, 0]]]


def says_no(step: str, term: object, n: int = 7) -> bool:
    """Whether the changed step is refuted where it holds, over these lists."""
    problem = over({"n": n, "c": 0}, listed("some", FOUR), step)
    assert decide(problem)[step].verdict is Verdict.HOLDS
    changed = replace(problem, steps=tuple(replace(judged, term=term.term) for judged in problem.steps))  # type: ignore[attr-defined]
    return decide(changed)[step].verdict is Verdict.REFUTED


def test_every_line_can_fail() -> None:
    rows = Columns(1, at.L, "i")
    # four tokens: with rows 2 and 3 left out it can be done
    outer = every(rows, lambda i: (i == 2) | (i == 3) | (2 * page.weights(at, page.of_difference, i)[5 - i] > 1))
    assert says_no("never_reverses", ~outer)
    first, second = (page.weights(at, page.of_difference, i) for i in (2, 3))
    assert says_no("exchange", first[3] * second[2] == first[1] * second[3])
    assert says_no("contents_do_not_help", ~(first[3] > first[1]))


def test_shifting_needs_its_own_bias() -> None:
    only = listed("reversal of three", [[[6, 0, 3, 0, 6]]])
    assert decide(over({"n": 5, "c": 0}, only, "shifting"))["shifting"].verdict is Verdict.REFUTED
    right = listed("shift of three", [[[3, 0, 0, 6, 0]]])
    assert decide(over({"n": 5, "c": 0}, right, "shifting"))["shifting"].verdict is Verdict.HOLDS


def test_half_of_the_weight_is_not_more_than_half() -> None:
    equal = listed("all equal", [[[0, 0, 0]]])
    problem = over({"n": 3, "c": 0}, equal, "reversing")
    assert decide(problem)["reversing"].verdict is Verdict.REFUTED
    reaches = every(Columns(1, at.L, "i"), lambda i: 2 * page.weights(at, page.of_difference, i)[at.L + 1 - i] >= 1)
    weaker = replace(problem, steps=tuple(replace(step, term=when(reaches, 1, 0).term) for step in problem.steps))
    assert decide(weaker)["reversing"].verdict is Verdict.HOLDS
