"""App. G.1: the quantiser over [0, n) for all real entries, where it fails, and broken quantisers."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.deciding.running import decide
from exactua.networks import Family, FeedForwardLayer, Group, Network
from exactua.papers.yun2020.appendix_g1 import g1
from exactua.papers.yun2020.position_network import quantising_rows

ALWAYS = {"discrete_version", "each_interval"}


def problem(d: int, n: int, m: int) -> Problem:
    return g1.problem({"d": d, "n": n, "m": m})


def refuted(decision: Decision) -> set[str]:
    assert {result.verdict for result in decision.results} <= {"holds", "refuted"}
    return {result.step.name for result in decision.results if result.verdict == "refuted"}


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (1, 2, 3), (1, 3, 2), (2, 2, 2), (2, 2, 4), (3, 2, 2)])
def test_what_holds(d: int, n: int, m: int) -> None:
    decision = decide(problem(d, n, m))
    assert refuted(decision) == ALWAYS
    # the ends t = 1, ..., n of every row, and nothing else
    assert decision["discrete_version"].failures == d * n


def test_values_by_hand() -> None:
    g_q = problem(1, 2, 2).networks["g_q"]
    row = ["-1/3", 0, "1/3", "1/2", "3/4", 1, "7/4", 2, "5/2"]
    assert g_q([row]) == ((mpq(-1, 3), 0, 0, mpq(1, 2), mpq(1, 2), 1, mpq(3, 2), 2, mpq(5, 2)),)


def quantiser(change: str) -> Network:
    """g_q at d = 2, n = 2, delta = 1/2 with one thing changed."""
    values = {"d": 2, "n": 2, "m": 2}
    rows = list(quantising_rows(values, mpq(1)))
    (first,) = rows[0].items
    assert isinstance(first, Family)
    match change:
        case "one layer less":
            rows[0] = Group("row 1", (Family("k", mpq(0), mpq(1), 3, first.items),))
        case "the same row twice":
            rows[1] = rows[0]
        case "row 2 reads row 1":
            (layer,) = first.items
            assert isinstance(layer, FeedForwardLayer)
            crossed = FeedForwardLayer(layer.W_1, layer.b_1, ((0,), (1,)), layer.b_2, layer.activation)
            rows[1] = Group("row 2", (Family("k", mpq(0), mpq(1), 4, (crossed,)),))
    return Network(2, rows, {"output": 2})


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("one layer less", {"layers", "each_layer", "discrete_version@repaired", "each_interval@repaired"}),
        ("the same row twice", {"each_layer", "discrete_version@repaired", "each_interval@repaired"}),
    ],
)
def test_broken_quantisers(change: str, expected: set[str]) -> None:
    whole = problem(2, 2, 2)
    assert quantiser("nothing") == whole.networks["g_q"]
    assert expected <= refuted(decide(whole.with_networks({"g_q": quantiser(change)})))


def test_a_row_that_hangs_on_another_is_no_token_wise_quantiser() -> None:
    # the entries are not treated alone, so no cells are found and nothing is said to hold
    decision = decide(problem(2, 2, 2).with_networks({"g_q": quantiser("row 2 reads row 1")}))
    assert decision["each_interval@repaired"].verdict != "holds"
