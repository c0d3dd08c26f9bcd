"""Lemma 4: verdicts of every step, exact integrals, and a reason for each step to say no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.grids.categories import category1, grid
from exactua.networks import FeedForwardLayer, Network, Phi, everywhere
from exactua.papers.yun2020 import approximator
from exactua.papers.yun2020.lemma04 import _norms, lemma4
from exactua.papers.yun2020.target_functions import (
    bump,
    bump_power,
    centre_entries,
    distance_to,
    offset_entries,
    tilted,
    tilted_power,
)
from exactua.terms.evaluation import Evaluator, Nothing, Value
from exactua.terms.language import integer
from exactua.terms.tracing import Columns, every, integral, point, variable

Box = tuple[int, int, int]
BOXES: list[Box] = [(1, 2, 2), (1, 2, 5), (1, 3, 2), (1, 3, 3), (2, 2, 2)]


def values(box: Box) -> dict[str, int]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box, *steps: str) -> Problem:
    return lemma4.problem(values(box), steps)


@lru_cache
def decided(box: Box) -> Decision:
    return decide(problem(box))


@pytest.mark.parametrize("box", BOXES)
def test_verdicts(box: Box) -> None:
    not_holding = {r.step.name: r.verdict for r in decided(box).results if r.verdict is not Verdict.HOLDS}
    assert not_holding == {"creates_grid": Verdict.REFUTED}


def test_literal_and_batches_agree() -> None:
    literal = decide(problem((1, 2, 3)), engine="literal")
    assert [(r.step.name, r.verdict) for r in literal.results] == [
        (r.step.name, r.verdict) for r in decided((1, 2, 3)).results
    ]


def test_the_least_delta_that_makes_no_grid() -> None:
    witness = decided((1, 2, 2))["creates_grid"].witness
    assert witness is not None
    assert witness.bindings == {"b": 3, "a": 2}
    assert (witness.left, witness.right) == (2, 3)


class At(Nothing):
    def __init__(self, L: Any) -> None:
        self.L = L

    def point(self) -> Value:
        return self.L


def evaluated(box: Box, L: Any, number: Any, i: int = 1, j: int = 1) -> Any:
    return Evaluator(values(box), {}, At(L))(number.term, {"i": i, "j": j})


@pytest.mark.parametrize(("f", "power"), [(bump, bump_power), (tilted, tilted_power)])
@pytest.mark.parametrize(
    ("box", "L"),
    [((1, 2, 2), ((mpq(0), mpq(1, 2)),)), ((1, 3, 3), ((mpq(1, 3), mpq(2, 3), mpq(0)),)), ((2, 1, 2), ((mpq(1, 2),), (mpq(0),)))],
)  # fmt: skip
def test_a_product_of_integrals_is_the_integral_of_the_product(f: Any, power: Any, box: Box, L: Any) -> None:
    i, j, m = variable("i"), variable("j"), lemma4.at().m
    for q in (1, 2, 3):
        whole = integral(1 / m, lambda h, q=q: f(offset_entries(h), i, j) ** q)  # type: ignore[misc]
        for row in range(1, box[0] + 1):
            assert evaluated(box, L, whole, row) == evaluated(box, L, power(i, j, q), row)
    value = f(centre_entries(point), i, j)
    for p in (2, 4) if box[0] * box[1] == 2 else (2,):
        literal = integral(1 / m, lambda h, p=p: (f(offset_entries(h), i, j) - value) ** p)  # type: ignore[misc]
        assert evaluated(box, L, literal) == evaluated(box, L, distance_to(power, value, i, j, p))


def test_an_integral_by_hand() -> None:
    # d = n = 1, m = 1: the integral of 4 x (1 - x) over [0, 1] is 2/3, of its square 8/15; f(C) = 1
    i, j = variable("i"), variable("j")
    L = ((mpq(0),),)
    assert evaluated((1, 1, 1), L, bump_power(i, j, 1)) == mpq(2, 3)
    assert evaluated((1, 1, 1), L, bump_power(i, j, 2)) == mpq(8, 15)
    assert evaluated((1, 1, 1), L, distance_to(bump_power, bump(centre_entries(point), i, j), i, j, 2)) == mpq(1, 5)


def squared_distance(m: int) -> mpq:
    """d_2(f, f-bar)^2 for f = tilted at d = 1, n = 2: the left side of a bound 0 that is refuted."""
    (step,) = problem((1, 2, m), "distance_tilted").steps
    refuted = decide(problem((1, 2, m), "distance_tilted").with_steps(replace(step, bound=integer(0))))
    witness = refuted["distance_tilted"].witness
    assert witness is not None
    return mpq(witness.left)


def test_finer_grids_are_closer() -> None:
    distances = [squared_distance(m) for m in range(2, 8)]
    assert all(closer < before for before, closer in pairwise(distances))
    assert all(value <= 2 * mpq(9, m) ** 2 for m, value in enumerate(distances, 2))


def moved(box: Box, fraction: Any) -> Network:
    return approximator.shift(values(box), mpq(fraction))


def mixed(box: Box) -> Network:
    """A layer that takes the points of a cube out of it, by an amount that depends on the entry."""
    d = box[0]
    square = Phi.of((everywhere(), 0, 2))
    return Network(d, (FeedForwardLayer(((1,) * d,), (0,), ((1,),) * d, (0,) * d, square),), {"output": 1})


A: Box = (1, 2, 3)
BROKEN: list[tuple[str, Box, Callable[[], dict[str, Network]]]] = [
    ("centre_in_cube", A, lambda: {"centre": moved(A, 1)}),
    ("constant_on_cube", A, lambda: {"inside": moved(A, 1)}),
    ("modulus_bump", A, lambda: {"inside": mixed(A)}),
    ("modulus_tilted", A, lambda: {"inside": mixed(A)}),
    ("below_third", A, lambda: {"inside": mixed(A)}),
    ("cubes_permuted", A, lambda: {"inside": moved(A, 1)}),
    ("values_permuted", A, lambda: {"numbered": moved(A, "3")}),
    ("values_permuted", A, lambda: {"centre": moved(A, "1/3")}),
    ("link_cube", A, lambda: {"inside": moved(A, 1)}),
    ("link_centre", A, lambda: {"centre": moved(A, "1/3")}),
    ("link_value", A, lambda: {"inside": moved(A, 1)}),
    ("equivariant", A, lambda: {"numbered": moved(A, "3")}),
]


@pytest.mark.parametrize(("step", "box", "networks"), BROKEN, ids=[f"{k} {row[0]}" for k, row in enumerate(BROKEN)])
def test_broken_points(step: str, box: Box, networks: Callable[[], dict[str, Network]]) -> None:
    whole = problem(box, step)
    assert decide(whole)[step].verdict is Verdict.HOLDS
    assert decide(whole.with_networks(networks()))[step].verdict is Verdict.REFUTED


def term(change: Callable[[Any], Any]) -> dict[str, Any]:
    return {"term": change(lemma4.at()).term}


def _products(at: Any, condition: Any) -> Any:
    return every(Columns(0, 2, "x"), lambda x: every(Columns(0, 2, "y"), lambda y: condition(x, y)))


def _to_zero(at: Any) -> Any:
    return at.entries * tilted_power(at.d, at.n, 2)


def _to_bump(at: Any) -> Any:
    return at.entries * distance_to(bump_power, bump(centre_entries(point), at.d, at.n), at.d, at.n, 2)


STRONGER: list[tuple[str, Box, dict[str, Any]]] = [
    ("eps_one", (1, 2, 2), term(_to_bump)),  # bump is steeper: 0.2 > 1/9 at delta = 1/2
    ("eps_one", (1, 2, 8), term(_to_zero)),  # f-bar = 0
    ("eps_one", (1, 3, 2), term(_to_zero)),
    ("distance_bump", A, {"bound": integer(0)}),
    ("distance_bump_4", A, {"bound": integer(0)}),
    ("distance_tilted", A, {"bound": integer(0)}),
    ("distance_strict", A, {"bound": integer(0)}),
    ("zero_on_faces", A, term(lambda at: every(at.columns, lambda j: bump(lambda i, k: point[i, k], j, j) == 0))),
    ("factor_bounded", A, term(lambda at: every(Columns(0, 2, "x"), lambda x: 4 * x * (1 - x) == 1 - (x - 1) ** 2))),
    ("factor_difference", A, term(lambda at: _products(at, lambda x, y: 4 * x - 4 * y == 4 * (x - y) * (1 - x - y)))),
    ("slope_bounded", A, term(lambda at: _products(at, lambda x, y: (1 - x - y <= 1) & (1 - x - y >= -1)))),
    ("telescopes", A, term(lambda at: _products(at, lambda x, y: x * x - y * y == x * (x - y) + (x - y) * x))),
    ("norm_above", A, term(lambda at: _norms(at, lambda largest, summed: at.entries * largest <= summed))),
    ("norm_below", A, term(lambda at: _norms(at, lambda largest, summed: summed <= largest))),
    ("creates_grid@repaired", A, term(lambda at: every(Columns(2, at.m, "k"), lambda k: at.m + 1 <= k))),
    ("near_centre", A, term(lambda at: every(Columns(0, at.m - 1, "k"), lambda k: point[1, 1] < (k + 1) / at.m))),
    ("unit_measure", A, {"over": (category1,)}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "box", "change"), STRONGER, ids=[f"{k} {row[0]}" for k, row in enumerate(STRONGER)])
def test_stronger_statements(step: str, box: Box, change: dict[str, Any]) -> None:
    whole = problem(box, step)
    assert decide(whole)[step].verdict is Verdict.HOLDS
    stronger = whole.with_steps(replace(whole.steps[0], **change))
    assert decide(stronger)[step].verdict is Verdict.REFUTED


def test_orbits_sum_to_what_all_orders_sum_to() -> None:
    # f and f-bar are permutation equivariant: one matrix of each orbit, counted with its orders, gives the same integral
    assert problem(A, "distance_tilted").steps[0].bound is not None
    for step in ("distance_tilted", "unit_measure"):
        (old,) = problem(A, step).steps
        zero: dict[str, Any] = {"bound": integer(0), "relation": "<="}
        sums = []
        for over in (old.over, (grid,)):
            witness = decide(problem(A, step).with_steps(replace(old, over=over, **zero)))[step].witness
            assert witness is not None
            sums.append(witness.left)
        assert sums[0] == sums[1]


def test_every_step_is_shown_to_say_no() -> None:
    shown = {step for step, _, _ in BROKEN} | {step for step, _, _ in STRONGER}
    assert {step.name for step in lemma4.steps} == shown | {"creates_grid"}
