"""Theorem 3 put together on small boxes: f_bar at every cube, the ends of [0, 1], and that every line can fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.deciding.running import decide
from exactua.networks import Network, PositionalEncoding
from exactua.papers.yun2020.position_ids import given_value
from exactua.papers.yun2020.theorem03 import closed_corners, theorem3
from exactua.terms.tracing import Columns, every, every_permutation, inside, point

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


def test_least_counterexamples() -> None:
    decision = decide(problem(1, 2, 2))
    equal = decision["strictly_monotone"].witness
    assert equal is not None
    assert (equal.points, equal.bindings) == ((((1, 0),),), {"i": 1, "j": 1})
    assert (equal.left, equal.right) == (1, 1)
    end = decision["on_closed_domain"].witness
    assert end is not None
    assert end.points == (((0, 1),),)
    assert (end.left, end.right) == (132, 0)


def test_values_by_hand() -> None:
    # d = 1, n = 2, delta = 1/2: the cube of (X_1, X_2) has number 2 floor(2 X_1) + floor(2 X_2) and values (2r+1, 2r+2)/8
    g_P = problem(1, 2, 2).networks["g_P"]
    assert g_P([["2/3", "1/7"]]) == ((mpq(5, 8), mpq(6, 8)),)
    assert g_P([["1/7", "2/3"]]) == ((mpq(3, 8), mpq(4, 8)),)


Change = Callable[[Any], Any]


@pytest.mark.parametrize(
    ("step", "change", "others"),
    [
        ("positional_form", lambda at: at.g(point) == at.g_P(point), {}),
        ("on_corners", lambda at: at.g_P(point)[1, 1] == given_value(at, at.d, at.n), {}),
        ("on_cubes", lambda at: at.g_P(point)[1, 1] == given_value(at, at.d, at.n), {}),
        ("on_cubes", lambda at: at.g(point)[1, 1] == given_value(at, at.d, at.d), {}),
        ("heads", lambda at: at.g_P.quantity("heads") == 1, {}),
        ("head_size", lambda at: at.g_P.quantity("head size") == 2, {}),
        ("hidden_size", lambda at: at.g_P.quantity("hidden size") == 4, {}),
        ("activations", lambda at: at.g_P.quantity("activations outside Phi") > 0, {}),
        ("not_equivariant", lambda at: ~every_permutation(lambda P: at.g(point.permuted(P)) == at.g(point).permuted(P)), {}),
        ("choice_of_E", lambda at: at.encoded[1, 2] == point[1, 2], {}),
        ("column_ranges", lambda at: inside(at.encoded[1, 2], 1, 2 - 1 / at.m), {}),
        ("monotone", lambda at: every(Columns(1, at.n - 1), lambda j: point[1, j] <= point[1, j + 1]), {}),
        ("strictly_monotone@repaired", lambda at: at.encoded[1, 1] < at.encoded[1, 2], {"over": (closed_corners,)}),
        ("on_closed_domain@repaired", lambda at: at.g_P(point)[1, 1] == given_value(at, at.d, at.d), {"given": None}),
    ],
)  # fmt: skip
def test_lines_made_stronger(step: str, change: Change, others: dict[str, Any]) -> None:
    whole = problem(1, 2, 2)
    (old,) = [one for one in whole.steps if one.name == step]
    changed = whole.with_steps(replace(old, term=change(theorem3.at()).term, **others))
    assert refuted(decide(changed)) == ALWAYS | {step}


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
    found = refuted(decide(whole.with_networks({"g_P": Network(1, items, {"encoded": 1, "output": 4})})))
    assert expected <= found


def test_without_positions_nothing_tells_the_orders_apart() -> None:
    whole = problem(1, 2, 2)
    g_P = whole.networks["g_P"]
    flat = Network(1, (PositionalEncoding(((0, 0),)), *g_P.items[1:]), g_P.stages)
    found = refuted(decide(whole.with_networks({"g_P": flat})))
    assert {"on_corners", "on_cubes", "not_equivariant", "choice_of_E", "column_ranges"} <= found
