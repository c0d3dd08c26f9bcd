"""Definition E.1: where nothing is met, what holding steps need, and networks that look at places."""

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
    network,
    refuted_alone,
    with_verdict,
)


@pytest.mark.parametrize("box", [(1, 3, 2), (1, 4, 3)])
def test_where_no_matrix_has_distinct_columns_nothing_is_met(box: Box) -> None:
    whole = at_box(definition_e1, box)
    decision = decided_by_both(whole)
    assert set(whole.judged) <= with_verdict(decision, Verdict.VACUOUS)
    assert decision.verdict is Verdict.INCONCLUSIVE
    verdicts = {name: decision[name].verdict for name in whole.judged}
    said = concluding(verdicts, whole.parts, decision.verdict, whole.objects)
    assert said == "INCONCLUSIVE: 0 of 4 parts of the statement decided, 3 vacuous, 4 of 4 judged steps are vacuous"


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
