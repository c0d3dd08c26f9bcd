"""Definition E.1: which of it Lemma 8's q meets, the least counterexamples, and that every step can say no."""

from __future__ import annotations

from typing import Any

import pytest

from exactua.claims.verdicts import Verdict
from exactua.grids.categories import grid
from exactua.networks import PositionalEncoding
from exactua.papers.yun2020.definition_e1 import definition_e1
from exactua.printing.text import concluding
from tests.papers.evaluators import (
    Box,
    at_box,
    changed,
    decided_by_both,
    least_points,
    network,
    refuted_alone,
    with_verdict,
)

NOT_AS_PRINTED = {"condition2", "arbitrary_function", "invariant"}
ORBIT_PAIRS = {"condition2@repaired", "condition2_up_to_order", "unique_value@repaired"}


@pytest.mark.parametrize(
    ("box", "refuted", "vacuous"),
    [
        ((1, 2, 2), NOT_AS_PRINTED, ORBIT_PAIRS),
        ((1, 2, 4), NOT_AS_PRINTED, set()),
        ((2, 2, 2), NOT_AS_PRINTED, set()),
        ((1, 3, 3), NOT_AS_PRINTED | {"unique_value"}, ORBIT_PAIRS),
        ((1, 3, 4), NOT_AS_PRINTED | {"unique_value"}, set()),
    ],
)
def test_verdicts(box: Box, refuted: set[str], vacuous: set[str]) -> None:
    decision = decided_by_both(at_box(definition_e1, box))
    assert with_verdict(decision, Verdict.REFUTED) == refuted
    assert with_verdict(decision, Verdict.VACUOUS) == vacuous
    assert not with_verdict(decision, Verdict.INCONCLUSIVE)


@pytest.mark.parametrize("box", [(1, 3, 2), (1, 4, 3)])
def test_where_no_matrix_has_distinct_columns_nothing_is_met(box: Box) -> None:
    whole = at_box(definition_e1, box)
    decision = decided_by_both(whole)
    assert set(whole.judged) <= with_verdict(decision, Verdict.VACUOUS)
    assert decision.verdict is Verdict.INCONCLUSIVE
    verdicts = {name: decision[name].verdict for name in whole.judged}
    said = concluding(verdicts, whole.parts, decision.verdict, whole.objects)
    assert said == "INCONCLUSIVE: 0 of 4 parts of the statement decided, 3 vacuous, 4 of 4 judged steps are vacuous"


def test_least_counterexamples() -> None:
    smallest = decided_by_both(at_box(definition_e1, (1, 2, 2)))
    assert least_points(smallest, "condition2") == [[["0", "1/2"]], [["1/2", "0"]]]
    assert smallest["condition2"].witness.left == 26
    for step in ("arbitrary_function", "invariant"):
        assert least_points(smallest, step) == [[["0", "1/2"]]]
        assert smallest[step].witness.bindings["P"] == (2, 1)
    three = decided_by_both(at_box(definition_e1, (1, 3, 3), "unique_value"))
    assert least_points(three, "unique_value") == [[["0", "1/3", "2/3"]], [["0", "2/3", "1/3"]]]


@pytest.mark.parametrize(
    ("step", "change"),
    [
        ("condition1", {"given": None}),
        ("condition2@repaired", {"over": (grid,)}),
        ("condition2_up_to_order", {"over": (grid,)}),
        ("unique_value@repaired", {"over": (grid,)}),
    ],
)
def test_holding_steps_need_their_hypothesis(step: str, change: dict[str, Any]) -> None:
    assert refuted_alone(changed(at_box(definition_e1, (1, 2, 3)), step, **change), step)


@pytest.mark.parametrize("step", ["arbitrary_function@repaired", "invariant@repaired", "permutation_equivariant"])
def test_a_network_that_looks_at_places_is_found(step: str) -> None:
    looks_at_places = network(1, PositionalEncoding([[0, "-1/2"]]))
    assert refuted_alone(at_box(definition_e1, (1, 2, 2)).with_networks({"g_c": looks_at_places}), step)


def test_unique_value_holds_for_two_columns() -> None:
    """With two columns a token's value does tell the entire L."""
    assert decided_by_both(at_box(definition_e1, (1, 2, 5), "unique_value"))["unique_value"].verdict is Verdict.HOLDS
