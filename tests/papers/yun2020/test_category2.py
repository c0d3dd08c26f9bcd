"""Category 2: the threshold that only L = 0 meets, and a gap that is sharp."""

from __future__ import annotations

from exactua.deciding.running import decide
from exactua.papers.yun2020.category2 import category2
from tests.papers.yun2020.lines import (
    at_box,
    changed,
    refuted,
)


def test_nothing_else_lies_there() -> None:
    (result,) = [
        candidate
        for candidate in decide(at_box(category2, (2, 3, 2))).results
        if candidate.step.name == "above_threshold"
    ]
    assert result.failures == 1


def test_the_gap_to_category1_is_sharp() -> None:
    # at n = 2, m = 2, d = 1 the largest l~_n is 1, and the lower bound of Lemma 10 is 2
    whole = at_box(category2, (1, 2, 2))
    two = changed(category2, whole, {"below_category1": lambda at: at.top + 2 <= at.D ** (at.n - 1) * (at.D - 1)})
    assert refuted(two) == {"above_threshold", "below_category1"}
