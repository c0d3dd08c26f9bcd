"""Lemma 10, link by link: verdicts, bounds that are attained, and mutants that every line notices."""

from __future__ import annotations

import pytest

from exactua.grids.categories import category2, extended_grid
from exactua.papers.yun2020.lemma10 import coarsest, display, lemma10, telescoped
from exactua.papers.yun2020.vocabulary import spread
from tests.papers.yun2020.lines import (
    Box,
    at_box,
    changed,
    network_mutants,
    not_holding,
    over,
    refuted,
    turned_round,
    uncovered,
)
from tests.papers.yun2020.test_mutants import network


@pytest.mark.parametrize("box", [(1, 2, 3), (1, 3, 4), (1, 5, 7), (2, 2, 2), (2, 3, 2), (3, 2, 2)])
def test_verdicts(box: Box) -> None:
    assert not_holding(at_box(lemma10, box)) == {}


def test_one_sequence_is_mapped_one_to_one_vacuously() -> None:
    assert not_holding(at_box(lemma10, (1, 2, 2))) == {"one_to_one": "vacuous"}
    assert not_holding(at_box(lemma10, (2, 4, 2))) == {"one_to_one": "vacuous"}


def test_every_line_reaches_its_conclusion() -> None:
    whole = at_box(lemma10, (2, 3, 2))
    assert refuted(turned_round(whole)) == {step.name for step in whole.steps} - {"one_to_one"}


def test_every_line_about_the_network_or_the_order_can_fail() -> None:
    whole = at_box(lemma10, (2, 3, 2))
    mutants = [*network_mutants(whole, network), over(whole, category2), over(whole, extended_grid)]
    assert uncovered(whole, mutants) == {"telescopes", "bound_expanded", "bound_factored"}


def test_links_made_stronger() -> None:
    # at n = 2 both chains are equalities but for l_n and the last links
    whole = at_box(lemma10, (1, 2, 3))
    stronger = changed(
        lemma10,
        whole,
        {
            "above_telescoped": lambda at: display(at) >= telescoped(at) + 2,
            "telescopes": lambda at: telescoped(at) == at.D**at.n * spread(at),
            "above_lower_bound": lambda at: (at.D**at.n - at.D) * spread(at) > at.D ** (at.n - 1) * (at.D - 1),
            "below_coarsest": lambda at: at.top < coarsest(at),
            "coarsest_bounded": lambda at: coarsest(at) < at.D - 1 + (at.D**at.n - at.D) * (at.D - 1),
            "bound_expanded": lambda at: (
                at.D - 1 + (at.D**at.n - at.D) * (at.D - 1) == at.D**at.n * (at.D - 1) - at.D**2
            ),
            "bound_factored": lambda at: at.D**2 - 2 * at.D + 1 == (at.D - 1) ** 2 + at.D,
        },
    )
    assert refuted(stronger) == {
        "above_telescoped", "telescopes", "above_lower_bound", "below_coarsest", "coarsest_bounded",
        "bound_expanded", "bound_factored",
    }  # fmt: skip
