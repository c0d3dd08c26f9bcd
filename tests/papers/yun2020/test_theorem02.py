"""Theorem 2: exact distances along the ladder, and networks that the audit does not make."""

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
from exactua.grids.categories import category1
from exactua.networks import FeedForwardLayer, Network, PiecewiseLinear, everywhere
from exactua.papers.yun2020 import constructions
from exactua.papers.yun2020.theorem02 import theorem2
from exactua.terms.language import integer
from exactua.terms.tracing import Number

Box = tuple[int, int, int]


def values(box: Box) -> dict[str, int]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box, *steps: str) -> Problem:
    return theorem2.problem(values(box), steps)


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
        zero = {"g": constructions.approximator(values(box), zero_values)}
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


BROKEN: list[tuple[str, Box, Callable[[], dict[str, Network]]]] = [
    ("heads", A, lambda: {"g": wide(A)}),
    ("head_size", A, lambda: {"g": wide(A)}),
    ("hidden_size", A, lambda: {"g": wide(A)}),
]


@pytest.mark.parametrize(("step", "box", "networks"), BROKEN, ids=[f"{k} {row[0]}" for k, row in enumerate(BROKEN)])
def test_broken_networks(step: str, box: Box, networks: Callable[[], dict[str, Network]]) -> None:
    whole = problem(box, step)
    assert decide(whole)[step].verdict is Verdict.HOLDS
    assert decide(whole.with_networks(networks()))[step].verdict is Verdict.REFUTED
