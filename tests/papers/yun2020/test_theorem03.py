"""Theorem 3 put together on small boxes: f_bar at every cube, the ends of [0, 1], and that every line can fail."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.deciding.running import decide
from exactua.networks import Network, PositionalEncoding
from exactua.papers.yun2020.theorem03 import theorem3

ALWAYS = {"strictly_monotone", "on_closed_domain"}


def problem(d: int, n: int, m: int) -> Problem:
    return theorem3.problem({"d": d, "n": n, "m": m})


def refuted(decision: Decision) -> set[str]:
    assert {result.verdict for result in decision.results} <= {"holds", "refuted"}
    return {result.step.name for result in decision.results if result.verdict == "refuted"}


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (1, 2, 3), (1, 3, 2), (2, 2, 2)])
def test_what_holds(d: int, n: int, m: int) -> None:
    decision = decide(problem(d, n, m))
    assert refuted(decision) == ALWAYS
    assert decision["on_cubes"].applicable == (2 * m) ** (d * n)
    assert decision["on_closed_domain"].failures == (2 * m + 1) ** (d * n) - (2 * m) ** (d * n)


def test_values_by_hand() -> None:
    # d = 1, n = 2, delta = 1/2: the cube of (X_1, X_2) has number 2 floor(2 X_1) + floor(2 X_2) and values (2r+1, 2r+2)/8
    g_P = problem(1, 2, 2).networks["g_P"]
    assert g_P([["2/3", "1/7"]]) == ((mpq(5, 8), mpq(6, 8)),)
    assert g_P([["1/7", "2/3"]]) == ((mpq(3, 8), mpq(4, 8)),)


@pytest.mark.parametrize(
    ("left_out", "expected"),
    [
        (1, {"on_cubes", "on_closed_domain@repaired"}),
        (2, {"on_corners", "on_cubes", "heads"}),
        (3, {"on_corners", "on_cubes"}),
        (4, {"on_corners", "on_cubes", "on_closed_domain@repaired"}),
    ],
    ids=["quantiser", "sweep", "last shift", "value map"],
)
def test_every_part_is_needed(left_out: int, expected: set[str]) -> None:
    whole = problem(1, 2, 2)
    g_P = whole.networks["g_P"]
    items = (*g_P.items[:left_out], *g_P.items[left_out + 1 :])
    failing = refuted(decide(whole.with_networks({"g_P": Network(1, items, {"encoded": 1, "output": 4})})))
    assert expected <= failing


def test_without_positions_nothing_tells_the_orders_apart() -> None:
    whole = problem(1, 2, 2)
    g_P = whole.networks["g_P"]
    flat = Network(1, (PositionalEncoding(((0, 0),)), *g_P.items[1:]), g_P.stages)
    failing = refuted(decide(whole.with_networks({"g_P": flat})))
    assert {"on_corners", "on_cubes", "not_equivariant", "choice_of_E", "column_ranges"} <= failing
