"""Category 2: verdicts, the threshold that only L = 0 meets, and mutants that every line notices."""

from __future__ import annotations

import pytest

from exactua.deciding.running import decide
from exactua.grids.categories import category1 as all_different
from exactua.grids.categories import category3, grid_sequences
from exactua.papers.yun2020.category2 import category2
from tests.papers.yun2020.lines import (
    Box,
    at_box,
    at_parameters,
    changed,
    network_mutants,
    not_holding,
    over,
    points,
    refuted,
    told_apart,
    turned_round,
    uncovered,
    without_hypotheses,
    witness,
)
from tests.papers.yun2020.test_mutants import network

TWO_COLUMNS = dict.fromkeys(
    ("shift_operations", "one_or_more_at_a_time", "order", "distinct_after", "as_shorter_sequence", "formula",
     "upper_bound", "below_lower_bound"),
    "vacuous",
)  # fmt: skip
"""What speaks of 1 < n' <= n - 1 says nothing at n = 2."""
TOO_FEW_IDS = dict.fromkeys(("category1_above", "t_l_below_category1"), "vacuous")
"""What speaks of Category 1 says nothing where there are fewer ids than columns."""


@pytest.mark.parametrize(
    ("box", "others"),
    [
        ((1, 2, 2), TWO_COLUMNS),
        ((1, 2, 5), TWO_COLUMNS),
        ((2, 2, 3), TWO_COLUMNS),
        ((1, 3, 2), TOO_FEW_IDS),
        ((1, 3, 3), {}),
        ((1, 4, 4), {}),
        ((1, 5, 3), TOO_FEW_IDS),
        ((2, 3, 2), {}),
    ],
)
def test_verdicts(box: Box, others: dict[str, str]) -> None:
    assert not_holding(at_box(category2, box)) == {"above_threshold": "refuted", **others}


def test_the_zero_matrix_lies_at_the_threshold() -> None:
    found = witness(at_box(category2, (1, 2, 2)), "above_threshold")
    assert points(found) == [[["0", "0"]]]
    assert (found.bindings, found.left, found.relation, found.right) == ({"j": 1}, 0, ">", 0)


def test_nothing_else_lies_there() -> None:
    (result,) = [one for one in decide(at_box(category2, (2, 3, 2))).results if one.step.name == "above_threshold"]
    assert result.failures == 1


def test_the_gap_to_category1_is_sharp() -> None:
    # at n = 2, m = 2, d = 1 the largest l~_n is 1, and the lower bound of Lemma 10 is 2
    whole = at_box(category2, (1, 2, 2))
    two = changed(category2, whole, {"below_category1": lambda at: at.top + 2 <= at.D ** (at.n - 1) * (at.D - 1)})
    assert refuted(two) == {"above_threshold", "below_category1"}


@pytest.mark.parametrize("box", [(2, 3, 2), (1, 4, 4)])
def test_every_line_reaches_its_conclusion(box: Box) -> None:
    whole = at_box(category2, box)
    assert refuted(turned_round(whole)) == {step.name for step in whole.steps}


def test_every_line_can_fail() -> None:
    whole = at_box(category2, (2, 3, 2))
    mutants = [
        *network_mutants(whole, network),
        over(whole, all_different),
        over(whole, category3),
        over(whole, grid_sequences),
        without_hypotheses(whole),
        at_parameters(whole, m=1),
        told_apart(whole, network),
    ]
    assert uncovered(whole, mutants) == set()
