"""Claim 1: each link of App. B, for every permutation; which of them the tie rule carries; every line can say no."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import Network, PositionalEncoding
from exactua.papers.yun2020.claim01 import claim1
from tests.mutants import decided_by_all

ORDER = {
    "attention_by_heads",
    "heads_by_attention",
    "attention_commutes",
    "block_by_layers",
    "composition_commutes",
    "equivariant",
}
"""The lines that need hardmax to give 1/k to ties."""


def problem(d: int, n: int, m: int, **others: str) -> Problem:
    return claim1.problem({"d": d, "n": n, "m": m, **others})


def refuted(decision: Decision) -> set[str]:
    return {result.step.name for result in decision.results if result.verdict is Verdict.REFUTED}


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (1, 2, 4), (1, 3, 2), (2, 2, 2)])
def test_every_line_holds(d: int, n: int, m: int) -> None:
    decision = decide(problem(d, n, m))
    assert {result.verdict for result in decision.results} == {Verdict.HOLDS}


@pytest.mark.parametrize("rule", ["leftmost", "rightmost"])
@pytest.mark.parametrize(("d", "n"), [(1, 2), (1, 3)])
def test_other_tie_rules(rule: str, d: int, n: int) -> None:
    # the lines about hardmax as App. A defines it don't speak of the layer, and stay
    assert refuted(decide(problem(d, n, 2, tie_rule=rule))) == ORDER


@pytest.mark.parametrize(("n", "rule"), [(2, "average"), (2, "leftmost")])
def test_every_verdict_is_confirmed(n: int, rule: str) -> None:
    decision = decided_by_all(problem(1, n, 2, tie_rule=rule))
    assert decision.verdict is Verdict.INCONCLUSIVE  # ties are ours to choose: no other rule refutes the claim
    assert decision["equivariant"].verdict is (Verdict.HOLDS if rule == "average" else Verdict.REFUTED)


def test_least_counterexample_of_the_heads() -> None:
    witness = decide(problem(1, 3, 2, tie_rule="leftmost"))["attention_by_heads"].witness
    assert witness is not None
    assert witness.points == (((mpq(-8), mpq(-8), mpq(0)),),)
    assert witness.bindings == {"P": (1, 2, 3), "i": 1, "j": 3}
    assert (witness.left, witness.right) == (0, mpq(16, 3))


def encoding(d: int, *numbers: int) -> Network:
    return Network(d, (PositionalEncoding((numbers,) * d),), {"output": 1})


@pytest.mark.parametrize("numbers", [(1, 1), (2, 1), (3, 4)])
def test_the_lines_that_write_P_out_know_which_column_it_takes(numbers: tuple[int, ...]) -> None:
    # with wrong numbers in `numbered`, P is another matrix (or none): each of these lines sees it
    found = refuted(decide(problem(1, 2, 2).with_networks({"numbered": encoding(1, *numbers)})))
    written_out = {"scores", "hardmax", "attention_by_heads", "heads_by_attention", "relu_commutes"}
    assert found == written_out | ({"inverse"} if numbers != (2, 1) else set())


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
