"""Steps that programs record are not tried on exact batches beforehand: those have to evaluate whatever is recorded."""

from __future__ import annotations

import pytest

from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.deciding import plan as planning
from exactua.deciding.cells import CellDomain
from exactua.deciding.plan import plan
from exactua.errors import InputError

BOXES = ({"d": 1, "n": 2, "m": 2}, {"d": 1, "n": 3, "m": 2}, {"d": 2, "n": 2, "m": 2})
LABELS = ("lemma6", "lemma7", "lemma8", "lemma10", "event_driven_sweep", "sorted_order")


@pytest.mark.parametrize("box", BOXES, ids=str)
@pytest.mark.parametrize("label", LABELS)
def test_exact_batches_evaluate_whatever_a_program_records(label: str, box: dict[str, int]) -> None:
    claim, _ = find(f"yun2020:{label}")
    try:
        problem: Problem = claim.problem(box)
    except InputError as reason:
        pytest.skip(str(reason))
    planned = plan(problem)
    recordings = planning._recordings(planned, "vectors", "enumerated")
    recorded = []
    for step in problem.steps:
        names = [spec.name for spec in step.over]
        if any(isinstance(planned.domains[name], CellDomain) for name in names):
            continue
        if any(name in recordings and recordings[name].decides(step) for name in names):
            recorded.append(step.name)
            assert planning._batches_refuse(planned, step, {}, ()) is None
    assert recorded or label != "lemma8"
