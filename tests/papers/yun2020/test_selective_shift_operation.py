"""The selective shift: a head that writes into every row is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from exactua.claims.problem import Problem
from exactua.networks import AttentionHead, AttentionLayer, Family, Network
from exactua.networks.items import Item
from exactua.papers.yun2020.selective_shift_operation import selective_shift
from tests.papers.yun2020.lines import at_box, refuted


def rebuilt(network: Network, change: Callable[[AttentionLayer], AttentionLayer]) -> Network:
    """The network with every layer changed."""

    def item(part: Item) -> Item:
        if isinstance(part, Family):
            return Family(part.variable, part.start, part.step, part.count, [item(inner) for inner in part.items])
        assert isinstance(part, AttentionLayer)
        return change(part)

    return Network(network.d, [item(part) for part in network.items])


def into_every_row(layer: AttentionLayer) -> AttentionLayer:
    heads = [AttentionHead([head.W_O[0]] * head.d, head.W_V, head.W_K, head.W_Q, head.b_Q) for head in layer.heads]
    return AttentionLayer(heads, layer.tie_rule)


def broken(whole: Problem, change: Callable[[AttentionLayer], AttentionLayer]) -> Problem:
    """The problem about psi and Psi with every layer changed."""
    return whole.with_networks({name: rebuilt(whole.networks[name], change) for name in ("psi", "Psi")})


def test_a_head_that_writes_into_every_row_is_seen() -> None:
    whole = broken(at_box(selective_shift, (2, 2, 2)), into_every_row)
    rows = [step for step in whole.steps if step.name in ("psi_other_rows", "untouched")]
    assert refuted(replace(whole, steps=tuple(rows))) == {"psi_other_rows", "untouched"}
