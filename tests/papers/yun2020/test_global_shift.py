"""The last layer on Category 1: verdicts, intervals that touch, and mutants that every line notices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactua.grids.categories import category2, category3
from exactua.papers.yun2020.global_shift import global_shift
from tests.papers.yun2020.lines import (
    Box,
    at_box,
    at_parameters,
    network_mutants,
    not_holding,
    over,
    points,
    refuted,
    told_apart,
    turned_round,
    uncovered,
    witness,
)
from tests.papers.yun2020.test_mutants import network

ONE_ROW = {"other_rows": "vacuous"}


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((1, 2, 3), {"disjoint": "refuted", **ONE_ROW}),
        ((1, 3, 5), {"disjoint": "refuted", **ONE_ROW}),
        ((2, 2, 2), {"disjoint": "refuted"}),
        ((2, 3, 2), {"disjoint": "refuted"}),
        ((3, 2, 2), {"disjoint": "refuted"}),
    ],
)
def test_verdicts(box: Box, expected: dict[str, str]) -> None:
    assert not_holding(at_box(global_shift, box)) == expected


def test_one_point_can_not_be_compared() -> None:
    compared = ("tops_apart", "disjoint", "disjoint@repaired", "entries_distinct")
    expected = dict.fromkeys(compared, "vacuous")
    assert not_holding(at_box(global_shift, (1, 2, 2))) == {**expected, **ONE_ROW}
    assert not_holding(at_box(global_shift, (2, 4, 2))) == expected


def test_two_intervals_share_an_end() -> None:
    found = witness(at_box(global_shift, (1, 2, 3)), "disjoint")
    assert points(found) == [[["0", "1/3"]], [["1/3", "2/3"]]]
    assert (found.left, found.relation, found.right) == (27, ">", 27)


def test_half_open_intervals_of_one_more_would_meet() -> None:
    whole = at_box(global_shift, (1, 2, 3))
    (step,) = [step for step in whole.steps if step.name == "disjoint@repaired"]
    longer = replace(step, bound=(global_shift.at().width + 1).term)
    assert "disjoint@repaired" in refuted(whole.with_steps(longer))


def test_every_line_reaches_its_conclusion() -> None:
    whole = at_box(global_shift, (2, 3, 2))
    assert refuted(turned_round(whole)) >= {step.name for step in whole.steps if step.fold == "each"}


def test_every_line_can_fail() -> None:
    whole = at_box(global_shift, (2, 3, 2))
    mutants = [
        *network_mutants(whole, network),
        over(whole, category2),
        over(whole, category3),
        at_parameters(whole, m=1),
    ]
    assert uncovered(whole, [*mutants, told_apart(whole, network)]) == set()
