"""App. G.3: the value map for all contexts in every order, and values that collide."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.papers.yun2020.appendix_g3 import g3, maps_to
from exactua.papers.yun2020.position_network import corners, given_value, mapped_contexts
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
    values = [entry for X in corners({"d": 1, "n": 2, "m": 2}) for entry in g(X)[0]]
    assert values == [mpq(k, 8) for k in range(1, 9)]


def test_too_many_contexts_are_refused() -> None:
    with pytest.raises(InputError, match="16,777,216 contexts; take a smaller instance"):
        mapped_contexts({"d": 2, "n": 4, "m": 8})


def test_the_term_and_the_network_have_the_same_values() -> None:
    # a term with the columns' places exchanged is refuted
    whole = problem(1, 3, 2)
    (old,) = [candidate for candidate in whole.steps if candidate.name == "value_mapping"]
    at = g3.at()
    turned = maps_to(at, at.g(point), lambda at, i, j: given_value(at, i, at.n + 1 - j))
    assert "value_mapping" in refuted(decide(whole.with_steps(replace(old, term=turned.term))))
