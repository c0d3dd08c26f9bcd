"""Leaders: softmax goes to the average over tokens, and two tokens merge."""

from __future__ import annotations

import pytest

from exactua.claims.verdicts import Verdict
from exactua.networks import Network
from exactua.papers.alcalde2025.dynamics import step
from exactua.papers.alcalde2025.leaders import hardmax_limit, single_leader
from exactua.terms.tracing import every, point
from tests.papers.background.deciding import least, refuted, says_no, verdict

at = hardmax_limit.at()


def three(beta: int) -> dict[str, int]:
    return {"d": 1, "n": 3, "beta": beta}


@pytest.mark.parametrize("beta", [1, 16])
def test_tokens_that_coincide_count_twice_in_the_limit(beta: int) -> None:
    assert refuted(hardmax_limit, three(beta)) == {"limit"}
    tokens, left, right = least(hardmax_limit, three(beta), "limit")
    assert (tokens, left, right) == ([["-1", "-1", "0"]], "1/12", "0")
    assert refuted(hardmax_limit, {"d": 1, "n": 2, "beta": beta}) == set()


def test_the_rate_needs_different_tokens_and_its_factor() -> None:
    assert says_no(hardmax_limit, three(4), "limit@repaired", given=None)
    eighth = every(at.columns, lambda i: 8 * (at.hardmax[i] - at.softmax[1, i]) <= at.bound[i])
    assert says_no(hardmax_limit, three(16), "limit@repaired", eighth)
    other = Network(1, step([[1]], "1/3"), {"output": 2})
    assert says_no(hardmax_limit, three(16), "limit@repaired", networks={"soft": other})


@pytest.mark.parametrize("t", [1, 3])
def test_two_tokens_merge(t: int) -> None:
    values = {"d": 1, "n": 2, "t": t}
    assert refuted(single_leader, values) == {"stay_two"}
    assert least(single_leader, values, "stay_two") == ([["1", "-3"]], "-1", "-1")
    third = Network(1, [item for _ in range(t) for item in step([[-1]], "1/3")], {"output": 2 * t})
    assert says_no(single_leader, values, "merge", networks={"f": third})
    assert verdict(single_leader, values, "stay_two", networks={"f": third}) is Verdict.HOLDS


def test_some_tokens_have_two_leaders() -> None:
    values = {"d": 1, "n": 2, "t": 1}
    assert says_no(single_leader, values, "one_point", given=None)
    assert says_no(single_leader, values, "one_point", point[1, 1] + point[1, 2] > 0)
