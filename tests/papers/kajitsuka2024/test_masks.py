"""Masks of scores: which pairs are told apart, which the proof of Lemma 1 leaves out, and that every line can say no."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from exactua.claims.claim import Operands
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.papers.kajitsuka2024.masks import masked_boltz, masks
from exactua.papers.kajitsuka2024.spaced_vectors import magnitude
from exactua.terms.tracing import Truth, exp, log, point, row, some
from tests.papers.evaluators import changed, decided_by_both, least_points, refuted_alone, with_verdict
from tests.papers.kajitsuka2024.exact_lines import mutated

at = masks.at()


def at_length(n: int, *steps: str) -> Problem:
    return masks.problem({"d": 1, "n": n, "separation": 6}, steps)


@pytest.mark.parametrize("n", [2, 3])
def test_which_lines_are_refuted(n: int) -> None:
    decision = decided_by_both(at_length(n))
    refuted = {"vanishing", "any_mask", "same_way"}
    assert with_verdict(decision, Verdict.REFUTED) == refuted
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in masks.steps} - refuted


def test_one_score_has_one_mask() -> None:
    decision = decided_by_both(at_length(1))
    assert with_verdict(decision, Verdict.REFUTED) == {"any_mask"}
    assert with_verdict(decision, Verdict.VACUOUS) == {"separated", "same_way", "same_way@repaired", "repeated_scores"}


def test_all_pairs_of_masks_of_four_scores_are_told_apart() -> None:
    result = decided_by_both(at_length(4, "separated"))["separated"]
    assert result.verdict is Verdict.HOLDS
    assert result.applicable == 15 * 14  # all ordered pairs of different masks that leave something


def test_the_least_counterexamples() -> None:
    decision = decided_by_both(at_length(2, "vanishing", "any_mask", "same_way"))
    assert least_points(decision, "vanishing") == [[["0", "1"]]]
    assert least_points(decision, "any_mask") == [[["0", "0"]]]
    assert least_points(decision, "same_way") == [[["1", "0", "1", "1"]]]  # {a_1} begins {a_1, a_2}


SHARPER: Mapping[str, Callable[[Operands], Truth]] = {
    "separated": lambda at: (
        magnitude(masked_boltz(at, at.uneven, 0) - masked_boltz(at, at.uneven, at.n))
        > at.separation * log(at.n) ** 2 * exp(at.uneven[at.n] - at.uneven[1]) * 10000
    ),
    "split": lambda at: masked_boltz(at, at.a, 0) == at.a[1],
    "vanishing@repaired": lambda at: masked_boltz(at, at.a, 0) == masked_boltz(at, at.a, 0) + point[1, 1] - 1,
    "any_mask@repaired": lambda at: point[1, 1] == 1,
    "same_way@repaired": lambda at: some(at.columns, lambda j: (point[1, j] == 1) & (point[1, at.n + j] == 0)),
    "repeated_scores": lambda at: masked_boltz(at, at.a, 0) == masked_boltz(at, at.a, at.n),
}


def test_every_line_can_say_no() -> None:
    whole = at_length(2)
    some_left = some(at.columns, lambda j: point[1, j] == 1)
    split = next(step for step in whole.steps if step.name == "split")
    terms = {name: term for name, term in SHARPER.items() if name != "split"}
    assert with_verdict(decided_by_both(mutated(masks, whole, terms)), Verdict.REFUTED) == set(terms)
    assert refuted_alone(changed(whole, split.name, SHARPER["split"](at), given=some_left.term), "split")
    assert {step.name for step in masks.steps} == set(SHARPER) | {"vanishing", "any_mask", "same_way"}


def test_equal_scores_are_not_told_apart() -> None:
    equal = row(at.columns, lambda j: at.separation)
    apart = magnitude(masked_boltz(at, equal, 0) - masked_boltz(at, equal, at.n)) > 0
    assert refuted_alone(changed(at_length(2), "separated", apart), "separated")
