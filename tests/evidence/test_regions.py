"""Sets of instances in words: no more and no less than the set."""

from __future__ import annotations

import pytest

from exactua.evidence.regions import EVERYWHERE, extent, region

BOXES = [{"d": d, "n": n, "m": m} for d in (1, 2) for n in (2, 3, 4) for m in (2, 3, 4)]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (lambda d, n, m: n == 2, "n = 2 only"),
        (lambda d, n, m: m == 2, "delta = 1/2 only"),
        (lambda d, n, m: m >= 3, "delta <= 1/3"),
        (lambda d, n, m: m <= 3, "delta >= 1/3"),
        (lambda d, n, m: n >= 3, "n >= 3"),
        (lambda d, n, m: n > m**d, "n > delta^-d"),
        (lambda d, n, m: n == m**d, "n = delta^-d only"),
        (lambda d, n, m: m**d == 4, "delta^-d = 4 only"),
        (lambda d, n, m: d == 1 and n == 3, "d = 1 and n = 3"),
        (lambda d, n, m: n >= 3 and m == 2, "n >= 3 and delta = 1/2"),
        (lambda d, n, m: m != 3, "every instance but delta = 1/3"),
        (lambda d, n, m: True, EVERYWHERE),
        (lambda d, n, m: False, "none"),
        (lambda d, n, m: (d, n, m) == (1, 3, 3), "d = 1, n = 3, delta = 1/3"),
        (lambda d, n, m: (d, n, m) in ((1, 2, 3), (2, 4, 2)), "d = 1, n = 2, delta = 1/3; d = 2, n = 4, delta = 1/2"),
        (lambda d, n, m: (d + n + m) % 2 == 0, ""),
    ],
)
def test_a_region_is_told_where_that_is_simple(condition, words):
    chosen = [box for box in BOXES if condition(**box)]
    assert region(chosen, BOXES) == words


def test_choices_are_named():
    boxes = [{"n": n, "tie_rule": rule} for n in (2, 3) for rule in ("average", "leftmost", "rightmost")]
    assert region([box for box in boxes if box["tie_rule"] == "leftmost"], boxes) == "tie_rule = leftmost only"
    others = [box for box in boxes if box["tie_rule"] != "average"]
    assert region(others, boxes) == "every instance but tie_rule = average"
    assert extent(boxes) == "n = 2..3, tie_rule = average or leftmost or rightmost"
    assert extent(BOXES) == "d = 1..2, n = 2..4, delta = 1/2..1/4"


def test_values_are_a_range_where_none_is_left_out() -> None:
    assert extent([{"d": 1, "n": 2, "m": 8}, {"d": 1, "n": 4, "m": 2}]) == "d = 1, n = 2 or 4, delta = 1/2 or 1/8"
    assert extent([{"n": n, "k": 2**n} for n in range(1, 6)]) == "n = 1..5, k = 2..32 (5 values)"
    assert extent([{"d": 1, "m": 1}]) == "d = 1, delta = 1"
