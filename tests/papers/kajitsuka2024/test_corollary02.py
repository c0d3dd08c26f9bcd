"""Corollary 2: what is false of the printed encodings and where, and that every step can say no."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import RELU, FeedForwardLayer, Network, PositionalEncoding
from exactua.papers.kajitsuka2024.corollary02 import (
    built,
    corollary2,
    delta_of_50,
    of_theorem2,
    printed_largest,
    r_of_theorem2,
    repaired_largest,
)
from exactua.papers.kajitsuka2024.labelled_sets import WITH_ENCODINGS
from exactua.terms.language import rational as rational_term
from exactua.terms.tracing import Traced, rational
from tests.papers.evaluators import changed, decided_by_both, least_points, refuted_alone, with_verdict

REFUTED: dict[int, set[str]] = {
    1: set(),
    2: {"apart_by_epsilon"},
    3: {"apart_by_epsilon"},
    4: {"less_than_r", "ids_bounded"},
    5: set(),
    6: {"less_than_r", "ids_bounded"},
    7: {"apart_by_epsilon", "ids_apart"},
}
at = corollary2.at()


def at_set(data: int) -> Problem:
    return corollary2.problem({"data": data})


def of_items(data: int, items: Sequence[Any]) -> Problem:
    """The claim about an F of other items, an encoding first."""
    d = WITH_ENCODINGS[data - 1].data.d
    return at_set(data).with_networks({"F": Network(d, items, {"encoded": 1, "ids": 2, "output": len(items)})})


def with_encodings(data: int, name: str, rows: Sequence[Sequence[Any]]) -> Problem:
    """The claim with another E in the network of this name."""
    network = at_set(data).networks[name]
    items = [PositionalEncoding(rows), *network.items[1:]]
    return at_set(data).with_networks({name: Network(network.d, items, network.stages)})


@pytest.mark.parametrize("data", REFUTED)
def test_what_is_refuted(data: int) -> None:
    decision = decided_by_both(at_set(data))
    assert with_verdict(decision, Verdict.REFUTED) == REFUTED[data]
    assert with_verdict(decision, Verdict.INCONCLUSIVE) == with_verdict(decision, Verdict.VACUOUS) == set()


def test_least_counterexamples() -> None:
    assert least_points(decided_by_both(at_set(4)), "less_than_r") == [[["1/2"], ["1/2"]]]
    assert least_points(decided_by_both(at_set(3)), "apart_by_epsilon") == [[["1/2"] * 4]]


def test_tokens_near_each_other_have_ids_near_each_other() -> None:
    # tokens of X + E differ by 2/10^1700: that is less than (50), and so are the ids apart
    near = changed(at_set(7), "equation50", delta_of_50(at) > 4 * rational(mpq(1, 10**1700)))
    assert not refuted_alone(near, "equation50")
    assert refuted_alone(at_set(7), "ids_apart")


@pytest.mark.parametrize("constant", ["r_min", "r_max"])
def test_tokens_of_other_norms_are_not_asked_about(constant: str) -> None:
    value = {"r_min": mpq(100), "r_max": mpq(1, 100)}[constant]
    given = corollary2.problem({"data": 3}, ("apart_by_epsilon", "ids_apart"))
    definitions = tuple((name, rational_term(value) if name == constant else term) for name, term in given.definitions)
    decision = decide(replace(given, definitions=definitions))
    assert {decision[step].verdict for step in ("apart_by_epsilon", "ids_apart")} == {Verdict.VACUOUS}


def test_another_label_is_seen() -> None:
    memoriser = built(5)
    layer = memoriser.feed_forward
    b_2 = [layer.b_2[0] + 1]
    other = FeedForwardLayer(layer.W_1, layer.b_1, layer.W_2, b_2, RELU)
    assert refuted_alone(of_items(5, [*memoriser.network.items[:2], other]), "equation18")


def test_without_encodings_words_can_not_be_told_apart() -> None:
    for data, rows in ((2, [[0, 0]]), (6, [[0, 0], [0, 0]])):
        assert refuted_alone(with_encodings(data, "F", rows), "equation18")
    assert refuted_alone(with_encodings(5, "F", [[0, 0]]), "no_duplicate_token")
    assert refuted_alone(with_encodings(5, "F", [[0, 0]]), "greater_than_r_max")
    assert refuted_alone(with_encodings(4, "F", [[2], [4]]), "less_than_r@repaired")


def test_smaller_encodings_are_not_repaired() -> None:
    assert refuted_alone(with_encodings(2, "Z_repaired", [[2, 4]]), "apart_by_epsilon@repaired")
    assert refuted_alone(with_encodings(2, "Z_repaired", [[1, 4]]), "norms_repaired")
    assert refuted_alone(with_encodings(4, "Z_repaired", [[6], [6]]), "norms_repaired")
    assert refuted_alone(with_encodings(4, "Z_repaired", [[6], [6]]), "ids_bounded@repaired")


def test_larger_networks_have_more_parameters() -> None:
    memoriser = built(6)
    layer, items = memoriser.feed_forward, memoriser.network.items
    W_2 = [[*row, *([0] * len(row))] for row in layer.W_2]
    more = FeedForwardLayer([*layer.W_1, *layer.W_1], [*layer.b_1, *layer.b_1], W_2, layer.b_2, RELU)
    larger = of_items(6, [*items[:2], more])
    assert refuted_alone(larger, "parameters")
    assert refuted_alone(larger, "feed_forward_parameters")
    assert not refuted_alone(larger, "equation18")
    assert refuted_alone(of_items(6, [*items[:2], items[1], layer]), "parameters")


@pytest.mark.parametrize(
    ("step", "term"),
    [
        ("equation49", r_of_theorem2(at, printed_largest(at)) == (2 * at.n + 1) * at.r_max),
        ("equation50", delta_of_50(at) == of_theorem2(at, at.n * at.N + 1, printed_largest(at))),
        ("equation50", delta_of_50(at) == of_theorem2(at, at.n * at.N, repaired_largest(at))),
        ("vocabulary_size", at.n * at.N > at.V),
        ("at_most_theorem2", delta_of_50(at) < of_theorem2(at, at.V, printed_largest(at))),
    ],
)
def test_constants_are_those_that_are_printed(step: str, term: Traced) -> None:
    assert refuted_alone(changed(at_set(6), step, term), step)


def test_a_larger_separation_is_not_reached() -> None:
    unmoved = Network(1, [PositionalEncoding([[2, 2]])], {"encoded": 1, "output": 1})
    for step, name in (("ids_apart", "Z"), ("ids_apart@repaired", "Z_repaired")):
        assert refuted_alone(at_set(5).with_networks({name: unmoved}), step)
