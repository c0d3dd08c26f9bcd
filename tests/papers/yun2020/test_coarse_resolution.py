"""Why Lemma 10 is one-to-one: verdicts over all pairs, and what happens without a hypothesis."""

from __future__ import annotations

import pytest

from exactua.grids.categories import category2, extended_grid, pairs_of
from exactua.papers.yun2020.coarse_resolution import coarse_resolution, remaining, term_of
from exactua.terms.tracing import every, floor
from tests.papers.yun2020.lines import (
    Box,
    at_box,
    changed,
    not_holding,
    over,
    refuted,
    turned_round,
    uncovered,
    without_hypotheses,
    witness,
)

TYPO = {"in_the_range": "refuted"}


@pytest.mark.parametrize("box", [(1, 2, 3), (1, 2, 7), (1, 3, 5), (1, 4, 6), (2, 2, 2), (2, 3, 2), (3, 2, 2)])
def test_verdicts(box: Box) -> None:
    assert not_holding(at_box(coarse_resolution, box)) == TYPO


def test_one_sequence_differs_from_none() -> None:
    says_nothing = (
        "first_term_low", "first_term_high", "first_term_stays", "second_term_low", "second_term_high",
        "second_term_stays",
    )  # fmt: skip
    assert not_holding(at_box(coarse_resolution, (1, 2, 2))) == {**dict.fromkeys(says_nothing, "vacuous"), **TYPO}


def test_a_set_for_its_power() -> None:
    whole = at_box(coarse_resolution, (1, 2, 3))
    found = witness(whole, "in_the_range")
    assert (found.left, found.relation, found.right) == (2, "=", 1)


@pytest.mark.parametrize("box", [(2, 3, 2), (1, 2, 4)])
def test_every_line_reaches_its_conclusion(box: Box) -> None:
    whole = at_box(coarse_resolution, box)
    assert refuted(turned_round(whole)) == {step.name for step in whole.steps} - set(TYPO)


def test_every_line_can_fail() -> None:
    whole = at_box(coarse_resolution, (1, 3, 5))
    finer = changed(
        coarse_resolution,
        whole,
        {
            # the link with a term left out, the bounds and the resolution one notch sharper than they are
            "displayed": lambda at: at.difference == at.l[at.n] - at.l_prime[at.n] + at.last,
            "first_term_low": lambda at: -at.D + at.n + 1 <= at.l[at.n] - at.l_prime[at.n],
            "first_term_high": lambda at: at.l[at.n] - at.l_prime[at.n] <= at.D - at.n - 1,
            "second_term_low": lambda at: -(at.D**2) + at.n * at.D + 1 <= at.middle[1],
            "second_term_high": lambda at: at.middle[1] <= at.D**2 - at.n * at.D - 1,
            "second_term_coarse": lambda at: at.D**2 * floor(at.middle[1] / at.D**2) == at.middle[1],
            "remaining_coarse": lambda at: at.D**2 * floor(remaining(at, 0) / at.D**2) == remaining(at, 0),
            "terms_coarse": lambda at: at.D**3 * floor(remaining(at, 1) / at.D**3) == remaining(at, 1),
            "terms_stay": lambda at: every(at.columns, lambda j: term_of(at, j) + remaining(at, at.n - j) != 0),
        },
    )
    # steps about l_n = l'_n say nothing of pairs that are not mapped alike
    dropped = without_hypotheses(whole)
    duplicates, special = over(whole, pairs_of(category2)), over(whole, pairs_of(extended_grid))
    assert uncovered(whole, [finer, dropped, duplicates, special]) == set()
