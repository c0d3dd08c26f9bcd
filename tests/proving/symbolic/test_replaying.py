"""Symbolic results are replayed by enumeration, and a difference is none of verdicts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.errors import EvaluatorsDisagree
from exactua.proving.symbolic import decide_symbolically, replaying
from exactua.proving.symbolic.general import decide_for_all_D
from exactua.proving.symbolic.replaying import instances, replay
from tests.mutants import problem


def test_instances_are_no_larger_than_the_result() -> None:
    claim = find("lemma8")[0]
    for parameters in ({"d": 1, "n": 2, "m": 3}, {"d": 2, "n": 3, "m": 16}, {"d": 16, "n": 32, "m": 16}):
        boxes = list(instances(claim, parameters))
        assert boxes
        assert all(box[name] <= parameters[name] for box in boxes for name in parameters)
    assert {box["n"] for box in instances(claim, {"n": 10})} == {10}
    ruled = list(instances(find("claim1")[0], {"d": 1, "n": 2, "m": 2, "tie_rule": "leftmost"}))
    assert {box["tie_rule"] for box in ruled} == {"leftmost"}


@pytest.mark.parametrize("label", ["lemma8", "category2", "global_shift"])
def test_results_are_replayed(label: str) -> None:
    claim = find(label)[0]
    assert replay(claim, decide_symbolically(problem(label, 2, 3, 4)))
    assert replay(claim, decide_for_all_D(claim, 2))


def test_another_verdict_at_an_instance_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = find("lemma8")[0]
    result = decide_symbolically(problem("lemma8", 1, 2, 3))

    def refutes(instance: object, step: object) -> object:
        return replace(result["property1"], verdict=Verdict.REFUTED)

    monkeypatch.setattr(replaying, "decide_step", refutes)
    with pytest.raises(EvaluatorsDisagree, match="refuted by affine forms and holds by enumeration at d = 1, n = 2"):
        replay(claim, result)


def test_another_verdict_for_all_D_is_a_disagreement() -> None:
    claim = find("category2")[0]
    result = decide_for_all_D(claim, 3, ("above_threshold",))
    lie = replace(result, steps=(replace(result.steps[0], verdict=Verdict.HOLDS, witness=None),))
    with pytest.raises(EvaluatorsDisagree, match="holds for all D and refuted by enumeration"):
        replay(claim, lie)
