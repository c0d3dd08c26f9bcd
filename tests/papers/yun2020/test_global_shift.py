"""The last layer on Category 1: intervals of one more would meet."""

from __future__ import annotations

from dataclasses import replace

from exactua.papers.yun2020.global_shift import global_shift
from tests.papers.yun2020.lines import (
    at_box,
    refuted,
)


def test_half_open_intervals_of_one_more_would_meet() -> None:
    whole = at_box(global_shift, (1, 2, 3))
    (step,) = [step for step in whole.steps if step.name == "disjoint@repaired"]
    longer = replace(step, bound=(global_shift.at().width + 1).term)
    assert "disjoint@repaired" in refuted(whole.with_steps(longer))
