"""App. G.3: the value map for all contexts in every order, values that collide, and that every line can fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.networks import FeedForwardLayer, Group, Network
from exactua.papers.yun2020.appendix_g3 import g3, maps_to, value_at_collision
from exactua.papers.yun2020.position_ids import given_value
from exactua.papers.yun2020.position_network import corners, mapped_contexts
from exactua.terms.tracing import point


def problem(d: int, n: int, m: int) -> Problem:
    return g3.problem({"d": d, "n": n, "m": m})


def refuted(decision: Decision) -> set[str]:
    assert {result.verdict for result in decision.results} <= {"holds", "refuted"}
    return {result.step.name for result in decision.results if result.verdict == "refuted"}


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (1, 2, 5), (1, 3, 2), (2, 2, 2), (3, 2, 2)])
def test_what_holds(d: int, n: int, m: int) -> None:
    decision = decide(problem(d, n, m))
    assert refuted(decision) == {"any_values"}
    assert decision["any_values"].failures == 1
    assert decision["any_values@repaired"].applicable == m ** (d * n) - 1


def test_a_value_at_the_number_of_another_context() -> None:
    # X = 0 is to be mapped to the last column of g_c at the last X, and is sent on to that one's value, 1
    found = decide(problem(1, 2, 2))["any_values"].witness
    assert found is not None
    assert found.points == (((0, 0),),)
    assert (found.bindings, found.left, found.right) == ({"i": 1, "j": 1}, 1, mpq(231, 2))


def test_the_collision_is_where_the_network_is() -> None:
    for d, n, m in [(1, 2, 3), (2, 2, 2), (1, 4, 2)]:
        whole = problem(d, n, m)
        last = whole.networks["g_c"](corners({"d": d, "n": n, "m": m})[-1])
        evaluated = decide(whole)["any_values"].witness
        assert evaluated is not None
        assert evaluated.right == last[evaluated.bindings["i"] - 1][-1]


def test_the_given_values_by_hand() -> None:
    # d = 1, n = 2, delta = 1/2: columns 1, 2 of the contexts 0, 1, 2, 3 get 1/8, 2/8, ..., 8/8
    g = problem(1, 2, 2).networks["g"]
    found = [entry for X in corners({"d": 1, "n": 2, "m": 2}) for entry in g(X)[0]]
    assert found == [mpq(k, 8) for k in range(1, 9)]


def test_too_many_contexts_are_refused() -> None:
    with pytest.raises(InputError, match="16,777,216 contexts; take a smaller instance"):
        mapped_contexts({"d": 2, "n": 4, "m": 8})


Change = Callable[[Any], Any]


@pytest.mark.parametrize(
    ("step", "change", "others"),
    [
        ("unique_numbers", lambda at: at.q[1] > at.q[2], {}),
        ("apart", lambda at: at.q, {"relation": ">"}),
        ("value_mapping", lambda at: maps_to(at, at.g(point), value_at_collision), {}),
        ("layers", lambda at: at.g.quantity("feed-forward layers") == at.n * at.D, {}),
        ("hidden_size", lambda at: at.g.quantity("hidden size") == 2, {}),
        ("activations", lambda at: at.g.quantity("activations outside Phi") > 0, {}),
        ("any_values@repaired", lambda at: maps_to(at, at.g_colliding(point), value_at_collision), {"given": None}),
        ("least_number_of_contexts", lambda at: at.q[1] > 165, {}),
    ],
)
def test_lines_made_stronger(step: str, change: Change, others: dict[str, Any]) -> None:
    whole = problem(1, 2, 2)
    (old,) = [one for one in whole.steps if one.name == step]
    changed = whole.with_steps(replace(old, term=change(g3.at()).term, **others))
    assert refuted(decide(changed)) == {"any_values", step}


@pytest.mark.parametrize("change", ["one layer less", "the first layer twice", "a window of twice the width"])
def test_broken_value_maps(change: str) -> None:
    whole = problem(1, 2, 2)
    g = whole.networks["g"]
    *before, mapped = g.items
    assert isinstance(mapped, Group)
    layers = list(mapped.items)
    match change:
        case "one layer less":
            layers = layers[:-1]
        case "the first layer twice":
            layers[1] = layers[0]
        case "a window of twice the width":
            for k, one in enumerate(layers):
                assert isinstance(one, FeedForwardLayer)
                half = tuple(tuple(entry / 4 for entry in row) for row in one.W_1)  # type: ignore[operator]
                bias = tuple(entry / 4 for entry in one.b_1)  # type: ignore[operator]
                layers[k] = FeedForwardLayer(half, bias, one.W_2, one.b_2, one.activation)
    broken = Network(1, (*before, Group("value map", layers)), g.stages)
    assert "value_mapping" in refuted(decide(whole.with_networks({"g": broken})))


def test_the_term_and_the_network_have_the_same_values() -> None:
    # a term with the columns' places exchanged is refuted
    whole = problem(1, 3, 2)
    (old,) = [one for one in whole.steps if one.name == "value_mapping"]
    at = g3.at()
    turned = maps_to(at, at.g(point), lambda at, i, j: given_value(at, i, at.n + 1 - j))
    assert "value_mapping" in refuted(decide(whole.with_steps(replace(old, term=turned.term))))
