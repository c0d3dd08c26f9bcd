"""Only ids that are present can move: what each line says no to, and a fast evaluator that passes over too much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from gmpy2 import mpq

from exactua.claims.claim import Operands
from exactua.claims.problem import Problem
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree
from exactua.evaluators import column_ids
from exactua.networks import AttentionHead, AttentionLayer
from exactua.networks.retouching import with_layers
from exactua.papers.yun2020.event_driven_sweep import (
    Layer,
    event_driven_sweep,
    g2,
    lemma_8,
    throughout_g2,
    throughout_lemma_8,
)
from exactua.terms.tracing import Columns, Number, Truth, every, implies, total
from tests.papers.yun2020.lines import Box, at_box, changed, not_holding, points, refuted, witness

NETWORKS = ("g_c", "g_c_with_positions", "shifts_with_positions")


def only(whole: Problem, *names: str) -> Problem:
    """The problem with these steps alone."""
    return replace(whole, steps=tuple(step for step in whole.steps if step.name in names), judged=names)


# What each line says no to

Change = Callable[[AttentionLayer], AttentionLayer]


def first_head(layer: AttentionLayer) -> AttentionLayer:
    """psi(.; l - delta/2) alone: all columns move."""
    return AttentionLayer(layer.heads[:1], layer.tie_rule)


def scaled(layer: AttentionLayer, by: object) -> AttentionLayer:
    """What it adds times a number."""
    heads = [
        AttentionHead([[entry * by for entry in row] for row in head.W_O], head.W_V, head.W_K, head.W_Q, head.b_Q)  # type: ignore[operator]
        for head in layer.heads
    ]
    return AttentionLayer(heads, layer.tie_rule)


def into_every_row(layer: AttentionLayer) -> AttentionLayer:
    heads = [AttentionHead([head.W_O[0]] * head.d, head.W_V, head.W_K, head.W_Q, head.b_Q) for head in layer.heads]
    return AttentionLayer(heads, layer.tie_rule)


def broken(whole: Problem, change: Change, *names: str) -> Problem:
    """The problem with all selective shifts of these networks changed."""

    def shifts_alone(layer: object) -> object:
        return change(layer) if isinstance(layer, AttentionLayer) and len(layer.heads) == 2 else layer

    return whole.with_networks({name: with_layers(whole.networks[name], shifts_alone) for name in names})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("box", "change", "seen"),
    [
        ((1, 2, 2), first_head, ("others_stay", "passed_over")),
        ((1, 2, 3), first_head, ("events", "g2_events")),
        ((1, 2, 3), partial(scaled, by=mpq(1, 6)), ("multiples_of_delta", "between_thresholds", "own_gains")),
        ((2, 2, 2), into_every_row, ("other_rows_stay",)),
    ],
)
def test_a_broken_network_is_seen(box: Box, change: Change, seen: tuple[str, ...]) -> None:
    names = {*seen, *(name if name.startswith("g2_") else f"g2_{name}" for name in seen)}
    whole = only(at_box(event_driven_sweep, box), *names)
    assert refuted(broken(whole, change, *NETWORKS)) == names


def test_other_layers_than_those_of_the_network_are_seen() -> None:
    whole = only(at_box(event_driven_sweep, (1, 2, 3)), "g2_layer_by_layer")
    assert refuted(broken(whole, first_head, "shifts_with_positions")) == {"g2_layer_by_layer"}


def test_a_fast_evaluator_that_passes_over_a_present_id_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any literal replay: the layers themselves contradict the states."""
    whole = only(at_box(event_driven_sweep, (1, 2, 3)), "layer_by_layer", "g2_layer_by_layer")
    assert not_holding(whole) == {}
    honest = column_ids._layer

    def idle_at_one(layers: object, ids: object, ell: object, moving: object) -> object:
        """Layers of families whose variable is delta do nothing."""
        after = honest(layers, ids, ell, moving)  # type: ignore[arg-type]
        if layers.count < 2:  # type: ignore[attr-defined]
            return after
        return column_ids.choose((ell - mpq(1, 3)) == 0, ids, after)  # type: ignore[operator]

    monkeypatch.setattr(column_ids, "_layer", idle_at_one)
    for step in whole.steps:
        with pytest.raises(EvaluatorsDisagree, match=f"{step.name}: false by exact batches and true by the literal"):
            decide(only(whole, step.name), engine="kernel", replayed=0)


# One notch sharper


def moves(at: Operands, layer: Layer) -> Truth:
    """Every column whose id is that of the layer moves: false where all ids are equal."""
    return every(
        at.columns,
        lambda j: implies(layer.ids(at)[j] == layer.own_id, layer.made[1, j] > layer.before[1, j]),
    )


def at_most(at: Operands, less: int) -> Truth:
    return total(Columns(1, at.D, "k"), lambda k: lemma_8(at, k).changes()) <= at.n - less


def at_most_with_positions(at: Operands, more: int) -> Truth:
    def in_block(i: Number) -> Number:
        return total(Columns(1, at.D, "k"), lambda k: g2(at, i, k).changes())

    return total(Columns(1, at.n, "i"), in_block) <= at.n + more


def test_sharper_lines_are_refuted() -> None:
    whole = only(at_box(event_driven_sweep, (1, 2, 3)), "own_gains", "events", "g2_events")
    sharper = {
        "own_gains": lambda at: throughout_lemma_8(at, moves),
        "events": partial(at_most, less=1),
        "g2_events": partial(at_most_with_positions, more=0),
    }
    assert refuted(changed(event_driven_sweep, whole, sharper)) == set(sharper)
    equal = witness(changed(event_driven_sweep, whole, sharper), "own_gains")
    assert points(equal) == [[["0", "0"]]]


def test_with_positions_a_column_moves_twice_at_one_matrix_only() -> None:
    def once(box: Box) -> Problem:
        whole = only(at_box(event_driven_sweep, box), "g2_events")
        return changed(event_driven_sweep, whole, {"g2_events": partial(at_most_with_positions, more=0)})

    assert points(witness(once((1, 2, 4)), "g2_events")) == [[["3/4", "0"]]]  # L = [1 - delta, 1]
    assert refuted(once((1, 3, 2))) == refuted(once((2, 2, 2))) == set()


def test_with_positions_columns_of_different_ids_all_move() -> None:
    whole = only(at_box(event_driven_sweep, (1, 3, 2)), "g2_own_gains")
    strict = {"g2_own_gains": lambda at: throughout_g2(at, moves)}
    assert refuted(changed(event_driven_sweep, whole, strict)) == set()
