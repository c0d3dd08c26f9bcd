"""Lemma 4: exact integrals by hand and by parts, distances along the ladder, sums over orbits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.grids.categories import grid
from exactua.networks import Network
from exactua.papers.yun2020 import constructions
from exactua.papers.yun2020.lemma04 import lemma4
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
from exactua.terms.tracing import integral, point, variable

Box = tuple[int, int, int]


def values(box: Box) -> dict[str, int]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box, *steps: str) -> Problem:
    return lemma4.problem(values(box), steps)


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
    return constructions.shift(values(box), mpq(fraction))


A: Box = (1, 2, 3)
BROKEN: list[tuple[str, Box, Callable[[], dict[str, Network]]]] = [
    ("equivariant", A, lambda: {"numbered": moved(A, "3")}),
]


@pytest.mark.parametrize(("step", "box", "networks"), BROKEN, ids=[f"{k} {row[0]}" for k, row in enumerate(BROKEN)])
def test_broken_points(step: str, box: Box, networks: Callable[[], dict[str, Network]]) -> None:
    whole = problem(box, step)
    assert decide(whole)[step].verdict is Verdict.HOLDS
    assert decide(whole.with_networks(networks()))[step].verdict is Verdict.REFUTED


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
