"""Theorem 2: verdicts of every step, exact distances along the ladder, and a reason for each step to say no."""

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
from exactua.grids.categories import category1, category2
from exactua.networks import FeedForwardLayer, Network, PiecewiseLinear, everywhere
from exactua.papers.yun2020 import approximator, theorem02
from exactua.papers.yun2020.target_functions import bump, centre_entries
from exactua.papers.yun2020.target_values import one_values, scrambled_values
from exactua.papers.yun2020.theorem02 import _first, _second, centre_values, theorem2
from exactua.terms.language import integer
from exactua.terms.tracing import Columns, Number, every, point

Box = tuple[int, int, int]
BOXES: list[Box] = [(1, 2, 2), (1, 2, 5), (1, 3, 2), (1, 3, 4), (2, 2, 2)]


def values(box: Box) -> dict[str, int]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box, *steps: str) -> Problem:
    return theorem2.problem(values(box), steps)


@lru_cache
def decided(box: Box) -> Decision:
    return decide(problem(box))


@pytest.mark.parametrize("box", BOXES)
def test_verdicts(box: Box) -> None:
    d, n, m = box
    refuted = {r.step.name for r in decided(box).results if r.verdict is Verdict.REFUTED}
    vacuous = {r.step.name for r in decided(box).results if r.verdict is Verdict.VACUOUS}
    assert refuted == {"smaller_delta"}
    assert vacuous == ({"no_value_is_key", "no_second_term"} if n > m**d else set())


def test_literal_and_batches_agree() -> None:
    literal = decide(problem((1, 2, 3)), engine="literal")
    assert [(r.step.name, r.verdict) for r in literal.results] == [
        (r.step.name, r.verdict) for r in decided((1, 2, 3)).results
    ]


def test_the_least_delta_whose_cubes_are_not_parts() -> None:
    witness = decided((1, 2, 2))["smaller_delta"].witness
    assert witness is not None
    assert witness.bindings == {"b": 3, "a": 2}
    assert (witness.left, witness.right) == (2, 3)


def summed(box: Box, step: str, **change: Any) -> mpq:
    """The exact sum that a step compares with its bound."""
    (old,) = problem(box, step).steps
    impossible = replace(old, bound=integer(-1), relation="<=", **change)
    witness = decide(problem(box, step).with_steps(impossible))[step].witness
    assert witness is not None
    return mpq(witness.left)


def test_what_is_zero_everywhere_misses_all_of_f() -> None:
    # d_2(f, 0)^2 = d n times the integrals of (4 x (1 - x))^2, 8/15, and one of (4 x^2 (1 - x))^2, 16/105
    for box in [(1, 2, 3), (1, 3, 2)]:
        zero = {"g": approximator.approximator(values(box), zero_values)}
        (old,) = problem(box, "distance").steps
        whole = problem(box, "distance").with_steps(replace(old, bound=integer(-1))).with_networks(zero)
        witness = decide(whole)["distance"].witness
        assert witness is not None
        assert witness.left == box[1] * mpq(16, 105) * mpq(8, 15) ** (box[1] - 1)


def test_finer_grids_are_closer() -> None:
    distances = [summed((1, 2, m), "distance") for m in range(2, 8)]
    assert all(closer < before for before, closer in pairwise(distances))


@pytest.mark.parametrize("box", [(1, 2, 2), (1, 2, 4), (1, 3, 3)])
def test_what_the_network_misses_adds_up(box: Box) -> None:
    # d(f, g-bar)^2 = d(f, f-bar)^2 on cubes of distinct columns + the integral of f^2 on the others
    near, missed = summed(box, "first_step", over=(category1,)), summed(box, "missed")
    assert summed(box, "distance") == near + missed
    a, b, c = summed(box, "first_step"), summed(box, "second_step"), summed(box, "distance")
    assert c <= a + b or (c - a - b) ** 2 <= 4 * a * b  # the triangle inequality itself, squared twice


A: Box = (1, 2, 3)


def wide(box: Box) -> Network:
    d = box[0]
    slanted = PiecewiseLinear.of((everywhere(), 1, 0))
    return Network(d, (FeedForwardLayer(((1,) * d,) * 2, (0, 0), ((1, 0),) * d, (0,) * d, slanted),), {"output": 1})


def zero_values(i: Number, j: Number) -> Number:
    return Number(integer(0))


def far(box: Box) -> Network:
    """g-bar and then + 100 in every entry."""
    made = approximator.approximator(values(box), centre_values)
    items = (*made.items, *approximator.shift(values(box), mpq(300)).items)
    return Network(box[0], items, {"output": len(items)})


BROKEN: list[tuple[str, Box, Callable[[], dict[str, Network]]]] = [
    ("distance", A, lambda: {"g": far(A)}),
    ("fixed_eps", A, lambda: {"g": approximator.approximator(values(A), zero_values)}),
    ("fixed_eps", (1, 2, 8), lambda: {"g": approximator.approximator(values((1, 2, 8)), zero_values)}),
    ("heads", A, lambda: {"g": wide(A)}),
    ("head_size", A, lambda: {"g": wide(A)}),
    ("hidden_size", A, lambda: {"g": wide(A)}),
    ("network_known", A, lambda: {"g": approximator.approximator(values(A), one_values)}),
    ("second_step", A, lambda: {"g": approximator.approximator(values(A), scrambled_values)}),
    ("no_second_term", A, lambda: {"g": approximator.approximator(values(A), one_values)}),
    ("missed", A, lambda: {"g": far(A)}),
]


@pytest.mark.parametrize(("step", "box", "networks"), BROKEN, ids=[f"{k} {row[0]}" for k, row in enumerate(BROKEN)])
def test_broken_networks(step: str, box: Box, networks: Callable[[], dict[str, Network]]) -> None:
    whole = problem(box, step)
    assert decide(whole)[step].verdict is Verdict.HOLDS
    assert decide(whole.with_networks(networks()))[step].verdict is Verdict.REFUTED


def term(change: Callable[[Any], Any]) -> dict[str, Any]:
    return {"term": change(theorem2.at()).term}


def _large(at: Any) -> Any:
    return every(at.columns, lambda j: 1000 * bump(centre_entries(point), j, j) < 1)


STRONGER: list[tuple[str, Box, dict[str, Any]]] = [
    ("bound_halves", A, term(lambda at: 5 * (_first(at, 2 * at.m) + _second(at, 2 * at.m)) <= at.first + at.second)),
    ("bound_halves", A, term(lambda at: 2 * (at.first + _second(at, 2 * at.m)) <= at.first + at.second)),
    ("first_step", A, {"bound": integer(0)}),
    ("smaller_delta@repaired", A, {"bound": integer(0)}),
    ("no_value_is_key", A, term(_large)),
    ("keys_far_away", A, term(lambda at: every(Columns(1, at.d, "i"), lambda i: at.D ** (2 * at.n) < at.m ** (i - 1)))),
    ("bounded", A, term(lambda at: every(at.columns, lambda j: 4 * centre_values(j - j + 1, j) <= 1))),
    ("triangle", A, term(lambda at: theorem02._to_network(at) - theorem02._to_f_bar(at))),
    ("missed", A, {"bound": integer(0)}),
    ("no_second_term", A, {"over": (category1, category2)}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "box", "change"), STRONGER, ids=[f"{k} {row[0]}" for k, row in enumerate(STRONGER)])
def test_stronger_statements(step: str, box: Box, change: dict[str, Any]) -> None:
    whole = problem(box, step)
    assert decide(whole)[step].verdict is Verdict.HOLDS
    stronger = whole.with_steps(replace(whole.steps[0], **change))
    assert decide(stronger)[step].verdict is Verdict.REFUTED


def test_every_step_is_shown_to_say_no() -> None:
    shown = {step for step, _, _ in BROKEN} | {step for step, _, _ in STRONGER}
    assert {step.name for step in theorem2.steps} == shown | {"smaller_delta"}
