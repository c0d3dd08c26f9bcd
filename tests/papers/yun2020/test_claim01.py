"""Claim 1: each link of App. B, for every permutation, sees layers that look at the order of columns."""

from __future__ import annotations

from typing import Any

import pytest

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import Network, PositionalEncoding
from exactua.papers.yun2020.claim01 import claim1
from tests.mutants import decided_by_all


def problem(d: int, n: int, m: int, **others: str) -> Problem:
    return claim1.problem({"d": d, "n": n, "m": m, **others})


def refuted(decision: Decision) -> set[str]:
    return {result.step.name for result in decision.results if result.verdict is Verdict.REFUTED}


@pytest.mark.parametrize(("n", "rule"), [(2, "average"), (2, "leftmost")])
def test_every_verdict_is_confirmed(n: int, rule: str) -> None:
    decision = decided_by_all(problem(1, n, 2, tie_rule=rule))
    assert decision.verdict is Verdict.INCONCLUSIVE  # ties are ours to choose: no other rule refutes the claim
    assert decision["equivariant"].verdict is (Verdict.HOLDS if rule == "average" else Verdict.REFUTED)


def encoding(d: int, *numbers: int) -> Network:
    return Network(d, (PositionalEncoding((numbers,) * d),), {"output": 1})


@pytest.mark.parametrize("numbers", [(1, 1), (2, 1), (3, 4)])
def test_the_lines_that_write_P_out_know_which_column_it_takes(numbers: tuple[int, ...]) -> None:
    # with wrong numbers in `numbered`, P is another matrix (or none): each of these lines sees it
    failing = refuted(decide(problem(1, 2, 2).with_networks({"numbered": encoding(1, *numbers)})))
    written_out = {"scores", "hardmax", "attention_by_heads", "heads_by_attention", "relu_commutes"}
    assert failing == written_out | ({"inverse"} if numbers != (2, 1) else set())


def shifted(whole: Problem, name: str) -> Problem:
    """The problem with a positional encoding put behind a network: it looks at the order of its columns."""
    old = whole.networks[name]
    d, n = whole.parameters["d"], whole.parameters["n"]
    assert isinstance(d, int)
    assert isinstance(n, int)
    items: tuple[Any, ...] = (*old.items, *encoding(d, *range(1, n + 1)).items)
    return whole.with_networks({name: Network(d, items, {"output": len(items)})})


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("attention", {"attention_by_heads", "heads_by_attention", "attention_commutes", "block_by_layers"}),
        ("feed_forward", {"feed_forward_commutes", "block_by_layers", "activation_commutes", "layers_by_block"}),
        ("block", {"block_by_layers", "layers_by_block", "composition_commutes", "equivariant"}),
        ("relu", {"relu_commutes"}),
    ],
)
def test_layers_that_look_at_the_order(name: str, expected: set[str]) -> None:
    assert expected <= refuted(decide(shifted(problem(1, 2, 2), name)))


def test_another_attention_layer_is_seen_by_its_heads() -> None:
    whole = problem(1, 2, 2)
    changed = whole.with_networks({"attention": problem(1, 2, 3).networks["attention"]})
    assert {"attention_by_heads", "heads_by_attention"} <= refuted(decide(changed))
