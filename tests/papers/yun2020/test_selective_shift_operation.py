"""The selective shift: verdicts under all tie rules, what happens at a threshold, and mutants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from exactua.claims.problem import Problem
from exactua.networks import AttentionHead, AttentionLayer, Family, Network, TieRule
from exactua.networks.items import Item
from exactua.papers.yun2020.selective_shift_operation import selective_shift
from tests.papers.yun2020.lines import Box, at_box, not_holding, points, refuted, turned_round, uncovered, witness

RULES = [rule.value for rule in TieRule]
REFUTED = dict.fromkeys(("cases", "Psi_cases"), "refuted")
ONE_ROW = dict.fromkeys(("psi_other_rows", "untouched"), "vacuous")


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("box", "others"), [((1, 2, 2), ONE_ROW), ((1, 3, 2), ONE_ROW), ((2, 2, 2), {})])
def test_verdicts(box: Box, others: dict[str, str], rule: str) -> None:
    assert not_holding(at_box(selective_shift, box, tie_rule=rule)) == {**REFUTED, **others}


def test_least_counterexamples() -> None:
    whole = at_box(selective_shift, (1, 2, 2))
    at_threshold = witness(whole, "cases")
    assert points(at_threshold) == [[["-4", "0"]]]
    assert at_threshold.bindings == {"k": 3, "j": 2}
    assert (at_threshold.left, at_threshold.relation, at_threshold.right) == (0, "!=", 0)
    at_upper = witness(whole, "Psi_cases")
    assert (points(at_upper), at_upper.bindings) == ([[["-4", "0"]]], {"k": 1, "w": 2, "j": 2})


def test_every_line_reaches_its_conclusion() -> None:
    whole = at_box(selective_shift, (2, 2, 2))
    assert refuted(turned_round(whole)) == {step.name for step in whole.steps}


def rebuilt(network: Network, change: Callable[[AttentionLayer], AttentionLayer]) -> Network:
    """The network with every layer changed."""

    def item(one: Item) -> Item:
        if isinstance(one, Family):
            return Family(one.variable, one.start, one.step, one.count, [item(inner) for inner in one.items])
        assert isinstance(one, AttentionLayer)
        return change(one)

    return Network(network.d, [item(one) for one in network.items])


def first_head_alone(layer: AttentionLayer) -> AttentionLayer:
    return AttentionLayer(layer.heads[:1], layer.tie_rule)


def last_head_alone(layer: AttentionLayer) -> AttentionLayer:
    return AttentionLayer(layer.heads[-1:], layer.tie_rule)


def into_every_row(layer: AttentionLayer) -> AttentionLayer:
    heads = [AttentionHead([head.W_O[0]] * head.d, head.W_V, head.W_K, head.W_Q, head.b_Q) for head in layer.heads]
    return AttentionLayer(heads, layer.tie_rule)


def other_way_round(layer: AttentionLayer) -> AttentionLayer:
    heads = [
        AttentionHead([[-entry for entry in row] for row in head.W_O], head.W_V, head.W_K, head.W_Q, head.b_Q)
        for head in layer.heads
    ]
    return AttentionLayer(heads, layer.tie_rule)


def broken(whole: Problem, change: Callable[[AttentionLayer], AttentionLayer]) -> Problem:
    """The problem about psi and Psi with every layer changed."""
    return whole.with_networks({name: rebuilt(whole.networks[name], change) for name in ("psi", "Psi")})


def test_every_line_can_fail() -> None:
    whole = at_box(selective_shift, (1, 2, 2))
    mutants = [broken(whole, change) for change in (first_head_alone, last_head_alone, other_way_round)]
    mutants.append(whole.with_networks({"psi_average": whole.networks["psi_leftmost"]}))
    mutants.append(whole.with_networks({"psi": whole.networks["Psi"]}))
    assert uncovered(whole, mutants) == {"psi_other_rows", "untouched"}


def test_a_head_that_writes_into_every_row_is_seen() -> None:
    whole = broken(at_box(selective_shift, (2, 2, 2)), into_every_row)
    rows = [step for step in whole.steps if step.name in ("psi_other_rows", "untouched")]
    assert refuted(replace(whole, steps=tuple(rows))) == {"psi_other_rows", "untouched"}
