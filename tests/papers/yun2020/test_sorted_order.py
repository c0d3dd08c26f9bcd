"""The order in which l~_n grows: what the order is, and every order and block one notch away from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.claim import Operands
from exactua.claims.problem import Problem
from exactua.deciding.observations import LiteralObservations
from exactua.grids.categories import category2, pairs_of
from exactua.networks import Network
from exactua.papers.yun2020.selective_shift import contextual_map, reading_vector
from exactua.papers.yun2020.sorted_order import before, gap, outputs, same_gaps, sorted_order, top, width
from exactua.terms.evaluation import Evaluator
from exactua.terms.tracing import Columns, Truth, every, floor, implies, total
from tests.papers.yun2020.lines import (
    Box,
    at_box,
    changed,
    not_holding,
    over,
    points,
    refuted,
    witness,
)

OF_PAIRS = {"comparable", "increasing", "blocks_apart", "entries_increasing"}


def only(whole: Problem, *names: str) -> Problem:
    """The problem with these steps alone."""
    return replace(whole, steps=tuple(step for step in whole.steps if step.name in names), judged=names)


def test_with_fewer_ids_than_columns_there_is_nothing_to_order() -> None:
    assert set(not_holding(at_box(sorted_order, (1, 3, 2))).values()) == {"vacuous"}


# What the order is


def key(ids: tuple[int, ...]) -> tuple[int, ...]:
    """(W, -g_1, ..., -g_(n-2), l_n): its lexicographic order is the claim's."""
    gaps = [after - first for first, after in pairwise(ids)]
    return (ids[-1] - ids[0], *(-distance for distance in gaps[:-1]), ids[-1])


@pytest.mark.parametrize(("n", "m"), [(2, 5), (3, 5), (4, 6), (5, 6)])
def test_before_is_the_lexicographic_order_of_the_keys(n: int, m: int) -> None:
    at = sorted_order.at()
    term = before(at, at.l, at.l_prime).term
    for x, y in product(combinations(range(m), n), repeat=2):
        pair = (tuple(mpq(k, m) for k in (*x, *y)),)
        evaluator = Evaluator({"d": 1, "n": n, "m": m}, {}, LiteralObservations({}, pair))
        assert evaluator(term) == (key(x) < key(y)), (x, y)


def ids_after(g_c: Network, ids: tuple[int, ...], m: int, stage: str) -> list[Any]:
    """u^T of the state at `stage`, in units of delta, by the literal layers; d = 1."""
    (row,) = g_c.stage((tuple(mpq(k, m) for k in ids),), g_c.stages[stage])
    return [m * entry * reading_vector(1, m)[0] for entry in row]


@pytest.mark.parametrize(("n", "m"), [(2, 9), (3, 8), (4, 8), (6, 8)])
def test_in_that_order_neighbours_alone_are_compared(n: int, m: int) -> None:
    g_c = contextual_map({"d": 1, "n": n, "m": m})
    ordered = sorted(combinations(range(m), n), key=key)
    tops = [ids_after(g_c, ids, m, "sweep")[-1] for ids in ordered]
    assert all(here < there for here, there in pairwise(tops))
    entries = [entry for ids in ordered for entry in ids_after(g_c, ids, m, "output")]
    assert entries == sorted(set(entries))  # each L's own entries increase too, and all are different


# Orders one sign away


def broken(name: str) -> dict[str, Any]:
    """The steps of the relaxation of that name."""
    (relaxation,) = [candidate for candidate in sorted_order.relaxable if candidate.name == name]
    return dict(relaxation.changed)


def refuted_orders(name: str, box: Box) -> set[str]:
    whole = at_box(sorted_order, box).with_steps(*broken(name).values())
    return refuted(only(whole, *OF_PAIRS))


@pytest.mark.parametrize(
    ("name", "box"),
    [("W up", (1, 2, 3)), ("g_1, ..., g_(n-2) down", (1, 3, 4)), ("g_1 first", (1, 4, 6)), ("l_n up", (1, 2, 3))],
)
def test_a_broken_order_is_refuted(name: str, box: Box) -> None:
    assert refuted_orders(name, box) == OF_PAIRS - {"comparable"}  # it is an order, but not that of l~_n


@pytest.mark.parametrize(("name", "box"), [("g_1, ..., g_(n-2) down", (1, 2, 5)), ("g_1 first", (1, 3, 5))])
def test_where_two_orders_are_the_same_nothing_is_refuted(name: str, box: Box) -> None:
    assert refuted_orders(name, box) == set()


def test_the_least_counterexample_of_gaps_up() -> None:
    whole = at_box(sorted_order, (1, 3, 4)).with_steps(*broken("g_1, ..., g_(n-2) down").values())
    assert points(witness(only(whole, "increasing"), "increasing")) == [[["0", "1/4", "3/4", "0", "1/2", "3/4"]]]


@pytest.mark.parametrize("name", ["gain", "wide", "fewer", "order"])
def test_relaxations_of_the_sweep_are_declared(name: str) -> None:
    assert any(name in relaxation.aliases for relaxation in sorted_order.relaxable)


# Lines one notch sharper


def without_last(at: Operands) -> Truth:
    same = (width(at, at.l) == width(at, at.l_prime)) & same_gaps(at, at.l, at.l_prime, 1, at.n - 2)
    return implies(same, at.first == at.second)


def without_gaps(at: Operands) -> Truth:
    same = (width(at, at.l) == width(at, at.l_prime)) & (at.l[at.n] == at.l_prime[at.n])
    return implies(same, at.first == at.second)


def starts_later(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.G * at.after_sweep[at.n] + at.D * (at.n - 1) + 1 <= at.q[j])


def half_as_long(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.q[j] < at.G * at.after_sweep[at.n] + at.G / at.D)


def all_gaps_alike(at: Operands) -> Truth:
    gaps = total(Columns(1, at.n - 1, "j"), lambda j: at.D ** (at.n - 1) * gap(at.l, j))
    return at.after_sweep[at.n] == at.D**at.n * width(at, at.l) - gaps + at.l[at.n]


SHARPER: dict[str, list[Callable[[Operands], Truth]]] = {
    "by_gaps": [all_gaps_alike],
    "multiple_of_delta": [lambda at: at.D * floor(at.after_sweep[at.n] / at.D) == at.after_sweep[at.n]],
    "in_its_block": [starts_later, half_as_long],
    "same_keys": [without_last, without_gaps],
    "comparable": [lambda at: before(at, at.l, at.l_prime) | before(at, at.l_prime, at.l)],
    "increasing": [
        lambda at: implies(before(at, at.l, at.l_prime), top(at, at.first) + 2 <= top(at, at.second)),
        lambda at: top(at, at.first) < top(at, at.second),
    ],
    "blocks_apart": [
        lambda at: implies(
            before(at, at.l, at.l_prime), at.G * (top(at, at.first) + 1) < at.G * top(at, at.second)
        )
    ],
    "entries_increasing": [
        lambda at: implies(
            before(at, at.l, at.l_prime), outputs(at, at.first)[1] + at.G + 1 < outputs(at, at.second)[1]
        )
    ],
}  # fmt: skip


@pytest.mark.parametrize(("step", "number"), [(step, k) for step, lines in SHARPER.items() for k in range(len(lines))])
def test_a_sharper_line_is_refuted(step: str, number: int) -> None:
    whole = only(at_box(sorted_order, (1, 3, 4)), step)
    assert refuted(changed(sorted_order, whole, {step: SHARPER[step][number]})) == {step}


def test_with_equal_columns_the_order_is_none_of_the_ids_after_the_sweep() -> None:
    whole = only(over(at_box(sorted_order, (1, 4, 6)), pairs_of(category2)), "increasing")
    assert refuted(whole) == {"increasing"}
