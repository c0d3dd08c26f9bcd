"""Corollary 1: what is refuted on which data set, and that every step can say no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.verdicts import StepKind, Verdict
from exactua.networks import RELU, FeedForwardLayer, Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.corollary01 import (
    built,
    corollary1,
    delta_of_47,
    delta_of_theorem2,
    ids_apart,
    printed_parameters,
)
from exactua.papers.kajitsuka2024.labelled_sets import WITHOUT_ENCODINGS
from exactua.terms.language import rational
from tests.papers.evaluators import changed, decided_by_both, refuted_alone, with_verdict

REFUTED: dict[int, set[str]] = {
    1: set(),
    2: set(),
    3: {"equation47"},
    4: {"entries"},
    5: set(),
    7: {"equation47", "apart_by_47", "any_map_by_47"},
}
at = corollary1.at()


def at_set(data: int) -> Problem:
    return corollary1.problem({"data": data})


def with_constants(given: Problem, constants: Mapping[str, int]) -> Problem:
    """The problem with these numbers for constants of Definition 1; the networks stay."""
    changed_ones = [
        (name, rational(constants[name]) if name in constants else term) for name, term in given.definitions
    ]
    return replace(given, definitions=tuple(changed_ones))


def of_items(data: int, items: Sequence[Any], ids: int = 1) -> Problem:
    """The claim about a network of other items; `ids` says after how many the ids are there."""
    d = WITHOUT_ENCODINGS[data - 1].data.d
    return at_set(data).with_networks({"F": Network(d, items, {"ids": ids, "output": len(items)})})


@pytest.mark.parametrize("data", REFUTED)
def test_what_is_refuted(data: int) -> None:
    decision = decided_by_both(at_set(data))
    assert with_verdict(decision, Verdict.REFUTED) == REFUTED[data]
    assert with_verdict(decision, Verdict.INCONCLUSIVE) == with_verdict(decision, Verdict.VACUOUS) == set()


def test_of_a_set_with_a_duplicate_nothing_is_said() -> None:
    decision = decided_by_both(at_set(6))
    assert {step.name for step in corollary1.steps if step.kind is StepKind.STATEMENT} == {"equation17", "parameters"}
    assert with_verdict(decision, Verdict.VACUOUS) == {
        "equation17",
        "parameters",
        "equal_ids",
        "equation46",
        "equation47",
        "equation47@repaired",
        "apart_by_47",
        "any_map_by_47",
    }


@pytest.mark.parametrize(
    "constants", [{"r_min": 1}, {"r_max": 2}, {"epsilon": 1}], ids=["a norm is r_min", "r_max", "a distance is epsilon"]
)
def test_nor_is_anything_of_a_set_that_is_not_separated(constants: Mapping[str, int]) -> None:
    decision = decided_by_both(with_constants(at_set(2), constants))
    assert {"equation17", "parameters"} <= with_verdict(decision, Verdict.VACUOUS)


def test_equation47_is_larger_or_smaller_than_equation8() -> None:
    # 2 epsilon log n is 1.38... on set 2 and 0.69... on set 3
    assert refuted_alone(
        changed(at_set(3), "at_most_theorem2", delta_of_47(at) <= delta_of_theorem2(at)), "at_most_theorem2"
    )
    smaller = changed(at_set(2), "at_most_theorem2", delta_of_47(at) < delta_of_theorem2(at))
    assert not refuted_alone(smaller, "at_most_theorem2")
    half = changed(at_set(3), "at_most_theorem2", delta_of_47(at) > 2 * delta_of_theorem2(at))
    assert refuted_alone(half, "at_most_theorem2")


@pytest.mark.parametrize("data", [2, 4])
def test_another_label_is_seen(data: int) -> None:
    memoriser = built(WITHOUT_ENCODINGS[data - 1])
    layer = memoriser.feed_forward
    W_2 = [list(row) for row in layer.W_2]
    W_2[-1][-1] += 1
    other = FeedForwardLayer(layer.W_1, layer.b_1, W_2, layer.b_2, RELU)
    assert refuted_alone(of_items(data, [memoriser.attention.layer, other]), "equation17")


def test_without_attention_labels_are_not_reproduced_and_ids_are_equal() -> None:
    memoriser = built(WITHOUT_ENCODINGS[3])
    alone = of_items(4, [memoriser.feed_forward], ids=0)
    for step in ("equation17", "parameters", "apart_by_47", "equation47@repaired", "attention_parameters"):
        assert refuted_alone(alone, step)


def test_larger_networks_have_more_parameters() -> None:
    memoriser = built(WITHOUT_ENCODINGS[3])
    layer = memoriser.feed_forward
    more = FeedForwardLayer(
        [*layer.W_1, *layer.W_1],
        [*layer.b_1, *layer.b_1],
        [[*row, *([0] * len(row))] for row in layer.W_2],
        [0, 0],
        RELU,
    )
    larger = of_items(4, [memoriser.attention.layer, more])
    for step in ("parameters", "entries", "entries@repaired", "feed_forward_parameters"):
        assert refuted_alone(larger, step)
    assert not refuted_alone(larger, "equation17")
    heads = memoriser.attention.layer.heads
    two_heads = of_items(4, [SoftmaxAttentionLayer([*heads, *heads]), layer])
    assert refuted_alone(two_heads, "attention_parameters")


def test_ids_of_permuted_sequences_are_equal_only_without_positions() -> None:
    memoriser = built(WITHOUT_ENCODINGS[1])
    positions = PositionalEncoding([[0, mpq(1, 8)]])
    assert refuted_alone(
        of_items(2, [positions, memoriser.attention.layer, memoriser.feed_forward], ids=2), "equal_ids"
    )


def test_larger_output_weights_leave_the_bound_of_equation46() -> None:
    memoriser = built(WITHOUT_ENCODINGS[3])
    head = memoriser.attention.layer.heads[0]
    wide = SoftmaxAttentionLayer(
        [type(head)([[20 * x for x in row] for row in head.W_O], head.W_V, head.W_K, head.W_Q)]
    )
    assert refuted_alone(of_items(4, [wide, memoriser.feed_forward]), "equation46")


def test_the_counts_are_attained() -> None:
    fewer = changed(at_set(4), "number_of_ids", at.contexts < at.n * at.N)
    assert refuted_alone(fewer, "number_of_ids")
    less = changed(at_set(4), "feed_forward_parameters", 2 * at.F.quantity("hidden size") < 2 * at.d * at.n * at.N)
    assert refuted_alone(less, "feed_forward_parameters")
    count = changed(at_set(4), "entries", printed_parameters(at) == 4 * (1 + 2) + 2 * (2 * 2 * 3 + 2))
    assert not refuted_alone(count, "entries")


def test_a_much_larger_separation_is_not_reached() -> None:
    sharper = changed(at_set(4), "apart_by_47", ids_apart(at, delta_of_47(at) * 10**2000))
    assert refuted_alone(sharper, "apart_by_47")


def test_of_small_tokens_no_map_is_apart_by_47_and_of_others_one_is() -> None:
    # (8) is less than 2r on the same set, so that the step can hold there; 10^70 times the tokens have the same (47)
    def least_range(delta: Any) -> Any:
        return delta < 2 * (at.r_max + at.epsilon / 4)

    assert not refuted_alone(changed(at_set(7), "any_map_by_47", least_range(delta_of_theorem2(at))), "any_map_by_47")
    assert refuted_alone(changed(at_set(7), "any_map_by_47", least_range(delta_of_47(at))), "any_map_by_47")
    assert not refuted_alone(
        changed(at_set(7), "any_map_by_47", least_range(mpq(10) ** -70 * delta_of_47(at))), "any_map_by_47"
    )
