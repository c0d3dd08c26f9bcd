"""`exactua.check`: parameters that are ranges, as on the command line."""

from __future__ import annotations

from typing import Any

import pytest

from exactua import certificate, check
from exactua.errors import InputError


@pytest.mark.parametrize(
    ("options", "boxes"),
    [
        ({"d": 1, "n": "2..3"}, [{"d": 1, "n": 2, "m": 2}, {"d": 1, "n": 3, "m": 2}]),
        (
            {"d": "1,2", "n": "2", "delta": "1/2..1/3"},
            [{"d": d, "n": 2, "m": m} for d in (1, 2) for m in (2, 3)],
        ),
        ({"d": 1, "n": 2, "delta": "1/2,1/4"}, [{"d": 1, "n": 2, "m": 2}, {"d": 1, "n": 2, "m": 4}]),
    ],
)
def test_ranges_are_decided_at_each_instance(options: dict[str, Any], boxes: list[dict[str, int]]) -> None:
    decision = check("lemma8.heads", **options)
    assert [dict(each.problem.parameters) for each in decision.instances] == boxes
    for each, box in zip(decision.instances, boxes, strict=True):
        alone = check("lemma8.heads", d=box["d"], n=box["n"], delta=f"1/{box['m']}")
        assert certificate(each).partition('"run"')[0] == certificate(alone).partition('"run"')[0]


def test_the_first_with_the_joint_verdict_comes_back() -> None:
    decision = check("claim1.equivariant", d=1, n=2, tie_rule="average,leftmost")
    assert [str(each.verdict) for each in decision.instances] == ["holds", "refuted"]
    assert (str(decision.verdict), decision.problem.parameters["tie_rule"]) == ("refuted", "leftmost")


def test_a_range_of_one_is_one_instance() -> None:
    decision = check("lemma8.heads", d="1", n="2")
    assert (decision.instances, dict(decision.problem.parameters)) == ((), {"d": 1, "n": 2, "m": 2})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"d": 1, "n": "2..x"}, "n: '2..x' is not an integer or a range; write 3, 1..3 or 1,3"),
        ({"d": 1, "n": ""}, "n: '' is not valid; give an integer >= 1"),
        ({"d": 1, "n": 2, "delta": "1/3..1/2"}, "delta: '1/3..1/2' is not a range; write it from wide to narrow"),
        ({"d": 1, "n": 2, "k": "2..3"}, "k: yun2020:lemma8 has no such parameter; it has d, n, m"),
        (
            {"d": "1..200", "n": "1..200"},
            "box: 40,000 instances; at most 10,000 are decided, so give smaller ranges",
        ),
    ],
)
def test_what_is_no_range_is_one_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        check("lemma8", **options)
    assert str(caught.value).startswith(message)
