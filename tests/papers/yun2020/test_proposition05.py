"""Proposition 5: counterexamples, the bound that two columns attain, and networks that the audit does not make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import FeedForwardLayer, Network, PiecewiseLinear, everywhere
from exactua.papers.yun2020 import constructions
from exactua.papers.yun2020.proposition05 import proposition5
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.target_functions import one_values

Box = tuple[int, int, int]


def values(box: Box) -> dict[str, int]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box, *steps: str) -> Problem:
    return proposition5.problem(values(box), steps)


@lru_cache
def decided(box: Box) -> Decision:
    return decide(problem(box))


@pytest.mark.parametrize(
    ("box", "step", "left", "right"),
    [
        ((1, 3, 3), "measure", mpq(7, 9), mpq(1, 3)),
        ((1, 3, 3), "displayed", mpq(7, 3), 1),
        ((2, 3, 2), "measure", mpq(5, 8), mpq(1, 4)),
        ((2, 3, 2), "displayed", mpq(15, 4), mpq(3, 2)),
    ],
)
def test_counterexamples(box: Box, step: str, left: Any, right: Any) -> None:
    witness = decided(box)[step].witness
    assert witness is not None
    assert (witness.left, witness.right) == (left, right)


@pytest.mark.parametrize("m", range(2, 7))
def test_two_columns_attain_the_displayed_bound(m: int) -> None:
    # at n = 2 the measure is delta^d exactly, so '<=' holds and '<' does not
    (step,) = problem((1, 2, m), "displayed").steps
    strict = problem((1, 2, m), "displayed").with_steps(replace(step, relation="<"))
    assert decide(problem((1, 2, m), "displayed"))["displayed"].verdict is Verdict.HOLDS
    assert decide(strict)["displayed"].verdict is Verdict.REFUTED


A: Box = (1, 2, 3)


def one_layer_more(box: Box, formula: Any) -> Network:
    """g-bar and then + delta/2 in every entry."""
    items = (*constructions.approximator(values(box), formula).items, *constructions.centre(values(box)).items)
    return Network(box[0], items, {"quantised": 0, "contexts": 0, "output": len(items)})


def wide(box: Box) -> Network:
    d = box[0]
    slanted = PiecewiseLinear.of((everywhere(), 1, 0))
    return Network(d, (FeedForwardLayer(((1,) * d,) * 2, (0, 0), ((1, 0),) * d, (0,) * d, slanted),), {"output": 1})


BROKEN: list[tuple[str, Box, Callable[[], dict[str, Network]]]] = [
    ("heads", A, lambda: {"g": wide(A)}),
    ("head_size", A, lambda: {"g": wide(A)}),
    ("hidden_size", A, lambda: {"g": wide(A)}),
    ("token_wise", A, lambda: {"g_v": contextual_map(values(A))}),
    ("support_coordinates@repaired", A, lambda: {"g_one": one_layer_more(A, one_values)}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "box", "networks"), BROKEN, ids=[f"{k} {row[0]}" for k, row in enumerate(BROKEN)])
def test_broken_networks(step: str, box: Box, networks: Callable[[], dict[str, Network]]) -> None:
    whole = problem(box, step)
    assert decide(whole)[step].verdict is Verdict.HOLDS
    assert decide(whole.with_networks(networks()))[step].verdict is Verdict.REFUTED
