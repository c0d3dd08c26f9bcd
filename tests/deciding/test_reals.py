"""Steps that speak of reals: floors in certificates, two evaluators, undecided points, folds that take none, workers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq

import exactua.deciding.observations as observations
from exactua.arithmetic import floors
from exactua.arithmetic.floors import floor_of
from exactua.arithmetic.reals import exp as real_exp
from exactua.arithmetic.reals import precision
from exactua.authoring import AttentionHead, Network, levels, listed, pairs_of, point, real_columns
from exactua.certificates.reading import read_certificate
from exactua.certificates.writing import certificate, decided_data
from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim, Operands
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.large_runs.store import RunStore
from exactua.deciding.plan import plan
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.networks import SoftmaxAttentionLayer
from exactua.printing.text import report
from exactua.terms.tracing import Number, Truth, every, exp, log, lowest, sqrt, total
from tests.foreign import foreign_verifier, own_verifier

bits = levels("bits", 0, 1, 3)


def asserted(step: Callable[[Operands], Any], **options: Any) -> Problem:
    """A claim with one step, a network f with softmax and a real definition, at d = 1, n = 2."""
    claim = Claim("test:reals", "reals", "nowhere", "reals", parameters=(D_ROWS, N_COLUMNS))

    @claim.network("f")
    def f(values: object) -> Network:
        return Network(1, [SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[2]])])], {"output": 1})

    @claim.define
    def gap(at: Operands) -> Number:
        return 2 * log(at.n) + 3

    @claim.define
    def twice(at: Operands) -> Number:
        return at.gap * 2

    @claim.define
    def half(at: Operands) -> Number:
        return at.n / 2

    claim.states("it holds", name="step", **{"over": (bits,), **options})(step)
    return claim.problem({"d": 1, "n": 2})


def grows(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.f(point)[1, j] >= point[1, j])


def test_measures_are_floors_of_the_real_extremes() -> None:
    result = decide(asserted(grows))["step"]
    assert (result.verdict, result.points, result.failures) == (Verdict.HOLDS, 9, 0)
    measured = result.measured
    assert measured is not None
    assert measured.residue is None
    # at (2, 2) both columns gain 2; at (0, 0) none
    assert measured.minimum.value == mpq(-2)
    assert measured.maximum.value == 0


def test_a_real_between_is_rounded_down_to_64_bits() -> None:
    result = decide(asserted(lambda at: exp(point[1, 1]) <= 8))["step"]
    assert result.measured is not None
    assert result.measured.minimum.value == floor_of(8 - real_exp(2)).value


def test_a_sharper_statement_is_refuted_with_floors_in_its_witness() -> None:
    decision = decide(asserted(lambda at: at.f(point)[1, 1] > point[1, 1]))
    witness = decided_data(decision)["steps"][0]["witness"]
    assert decision.verdict is Verdict.REFUTED
    assert witness["points"] == [[[0, 0]]]
    assert (witness["left"], witness["right"]) == ({"exponent": 0, "floor": 0},) * 2


def test_values_of_real_definitions_are_floors() -> None:
    values = decided_data(decide(asserted(lambda at: (point[1, 1] < at.twice) & (at.half >= 1))))["values"]
    assert values["half"] == 1
    assert set(values["gap"]) == set(values["twice"]) == {"exponent", "floor"}
    assert "half" not in decided_data(decide(asserted(grows)))["values"]  # no step reaches it


def test_a_definition_that_is_real_makes_its_step_real() -> None:
    only = asserted(lambda at: point[1, 1] < at.twice)
    assert only.speaks_of_reals(only.steps[0])
    rational = asserted(lambda at: point[1, 1] <= at.half * 4)
    assert not rational.speaks_of_reals(rational.steps[0])


def test_softmax_is_decided_in_balls_and_replayed_by_the_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = asserted(grows)
    assert plan(problem).engines == {"step": "balls"}
    assert decide(problem).run["replayed"] == 9
    state = observations.UnrolledNetworks.state

    def shifted(self: Any, name: str, matrix: Any, stage: Any, otherwise: bool = False) -> Any:
        rows = state(self, name, matrix, stage, otherwise)
        return tuple(tuple(entry + real_exp(-50) for entry in row) for row in rows) if otherwise else rows

    monkeypatch.setattr(observations.UnrolledNetworks, "state", shifted)
    with pytest.raises(EvaluatorsDisagree, match="the literal networks and exact batches differ"):
        decide(problem)


def test_both_engines_write_the_same_certificate() -> None:
    problem = asserted(grows)
    assert decided_data(decide(problem)) == decided_data(decide(problem, engine="literal"))


def test_processes_find_the_same() -> None:
    problem = asserted(grows)
    assert decided_data(decide(problem, jobs=2)) == decided_data(decide(problem))


def unprovable(at: Operands) -> Truth:
    return sqrt(3 + 2 * sqrt(2)) <= 1 + sqrt(2) + 0 * point[1, 1]


def test_what_is_undecided_at_the_cap_is_inconclusive_and_claims_nothing() -> None:
    with precision(256):
        decision = decide(asserted(unprovable))
    result = decision["step"]
    assert result.verdict is decision.verdict is Verdict.INCONCLUSIVE
    assert result.reason == "undecided at 9 of 9 points with 256 bits"
    assert (result.applicable, result.failures, result.witness, result.measured) == (0, 0, None, None)
    assert json.loads(certificate(decision))["decided"]["steps"][0]["verdict"] == "inconclusive"


def test_one_undecided_point_is_not_dropped() -> None:
    def mostly(at: Operands) -> Truth:
        return sqrt(3 + 2 * sqrt(2)) <= 1 + sqrt(2) + point[1, 1]

    with precision(256):
        result = decide(asserted(mostly))["step"]
    assert result.reason == "undecided at 3 of 9 points with 256 bits"


def test_where_it_is_false_all_the_same_is_known_beside_undecided_points() -> None:
    def mostly(at: Operands) -> Truth:
        return sqrt(3 + 2 * sqrt(2)) <= 1 + sqrt(2) - point[1, 1]

    with precision(256):
        decision = decide(asserted(mostly))
    result = decision["step"]
    assert (result.verdict, result.witness) == (Verdict.INCONCLUSIVE, None)
    assert result.known is not None
    assert result.known.points[0][0][0] > 0
    assert result.reason == "undecided at 3 of 9 points with 256 bits; false at 6 others"
    told = [line for line, _ in report(decision)]
    assert any("false all the same at the least among the points that were decided: L = [" in line for line in told)
    assert any("there: " in line for line in told)
    assert "false all the same at the least among the points" in repr(result)
    assert json.loads(certificate(decision))["decided"]["steps"][0]["witness"] is None


def test_a_static_step_may_be_undecided_too() -> None:
    with precision(256):
        result = decide(asserted(lambda at: sqrt(3 + 2 * sqrt(2)) <= 1 + sqrt(2), over=()))["step"]
    assert result.reason == "undecided at 1 of 1 points with 256 bits"


@pytest.mark.parametrize("options", [{"fold": "distinct"}, {"fold": "sum", "bound": lambda at: 1, "relation": "<="}])
def test_folds_of_several_points_take_no_reals(options: dict[str, Any]) -> None:
    with pytest.raises(
        InputError, match="its numbers are reals, and no fold gathers reals; write it over pairs of points"
    ):
        asserted(lambda at: exp(point[1, 1]), **options)


def test_pairs_of_points_take_their_place() -> None:
    def apart(at: Operands) -> Truth:
        def sent(first: Number | int) -> Number:
            return total(at.columns, lambda j: j * exp(point[1, first + j]))

        return (sent(0) != sent(at.n)) | every(at.columns, lambda j: point[1, j] == point[1, at.n + j])

    assert decide(asserted(apart, over=(pairs_of(bits),))).verdict is Verdict.HOLDS

    def symmetric(at: Operands) -> Truth:
        def sent(first: Number | int) -> Number:
            return total(at.columns, lambda j: exp(point[1, first + j]))

        return (sent(0) != sent(at.n)) | every(at.columns, lambda j: point[1, j] == point[1, at.n + j])

    assert decide(asserted(symmetric, over=(pairs_of(bits),))).verdict is Verdict.REFUTED


def test_batches_are_not_asked_for_reals() -> None:
    with pytest.raises(InputError, match=r"exact batches can't decide test:reals.step, a step over reals"):
        decide(asserted(grows), engine="kernel")


@pytest.mark.parametrize("bad", [lambda at: log(point[1, 1]) < 9, lambda at: sqrt(-1 - point[1, 1]) < 9])
def test_what_has_no_value_is_told_with_its_point(bad: Callable[[Operands], Truth]) -> None:
    result = decide(asserted(bad))["step"]
    assert result.verdict is Verdict.INCONCLUSIVE
    assert re.search(r"the (logarithm|square root) of (0|-1), which is", result.reason or "")


def test_cells_are_not_cut_at_irrational_numbers() -> None:
    def below(at: Operands) -> Truth:
        return exp(1) * point[1, 1] <= exp(2)

    decision = decide(asserted(below, over=(real_columns,)))
    assert decision.verdict is Verdict.INCONCLUSIVE
    assert "cells are cut at rational numbers alone" in (decision["step"].reason or "")
    assert decide(
        asserted(lambda at: (exp(1) * point[1, 1] < 0) | (point[1, 1] >= 0), over=(real_columns,))
    ).verdict is (Verdict.HOLDS)


def steep(relation: Callable[[Operands], Truth]) -> Problem:
    """Scores of about 10^24 that differ by 1: at 64 bits the softmax tells them apart, the layer as written does not."""
    claim = Claim("test:steep", "reals", "nowhere", "reals", parameters=(D_ROWS, N_COLUMNS))

    @claim.network("f")
    def f(values: object) -> Network:
        head = AttentionHead([[0], [1]], [[0, 1]], [[1, 0]], [[1, 0]])
        return Network(2, [SoftmaxAttentionLayer([head])], {"output": 1})

    pair = listed("pair", [[[10**12, mpq(10**24 + 1, 10**12)], [0, 1]]])
    claim.states("it holds", name="step", over=(pair,))(relation)
    return claim.problem({"d": 2, "n": 2})


def test_evaluators_do_not_disagree_where_one_of_them_is_undecided() -> None:
    with precision(64):
        assert decide(steep(lambda at: at.f(point)[2, 1] > exp(0) / 2)).verdict is Verdict.HOLDS
        refuted = decide(steep(lambda at: at.f(point)[2, 1] <= exp(0) / 2))
    assert refuted.verdict is Verdict.REFUTED
    assert decided_data(refuted)["steps"][0]["witness"]["right"] == {"exponent": -64, "floor": hex(2**63)}


def test_a_side_without_a_floor_is_null(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floors, "DEFAULT_BITS", 256)
    with precision(256):
        decision = decide(asserted(lambda at: sqrt(3 + 2 * sqrt(2)) - sqrt(2) + 0 * point[1, 1] > 2))
        witness = decided_data(decision)["steps"][0]["witness"]
        assert (witness["left"], witness["right"]) == (None, {"exponent": -62, "floor": hex(2**63)})


def test_numbers_too_small_to_be_measured_are_compared_all_the_same() -> None:
    decision = decide(asserted(lambda at: exp(-(10**12) - point[1, 1]) > 0))
    assert (decision["step"].verdict, decision["step"].measured) == (Verdict.HOLDS, None)
    assert {own_verifier(certificate(decision).encode()), foreign_verifier(certificate(decision).encode())} == {0}


def test_a_side_of_offsets_is_rational() -> None:
    result = decide(asserted(lambda at: lowest(exp(1), lambda offsets: offsets[1, 1]) >= 0 * point[1, 1]))["step"]
    assert "the side of a cube that is not known to be rational" in (result.reason or "")


def test_a_run_that_is_kept_has_its_undecided_points(tmp_path: Path) -> None:
    def mostly(at: Operands) -> Truth:
        return sqrt(3 + 2 * sqrt(2)) <= 1 + sqrt(2) + point[1, 1]

    with precision(256), RunStore(tmp_path / "runs.sqlite") as store:
        first, again = (decide(asserted(mostly), store=store) for _ in range(2))
    assert again.run["stored"] == 9
    assert decided_data(first) == decided_data(again)
    assert again["step"].reason == "undecided at 3 of 9 points with 256 bits"


def test_numbers_too_far_to_be_written_are_compared_and_not_measured() -> None:
    """exp(-2^40) is decided, and no certificate has it as a rational: neither verifier goes there, none says 'wrong'."""
    far = levels("far", -(2**40), 2**40, 3)

    def positive(at: Operands) -> Truth:
        return exp(point[1, 1]) > 0

    def above_one(at: Operands) -> Truth:
        return exp(point[1, 1]) > 1

    decision = decide(asserted(positive, over=(far,)))
    assert (decision["step"].verdict, decision["step"].measured) == (Verdict.HOLDS, None)
    refuted = decide(asserted(above_one, over=(far,)))
    assert (refuted["step"].verdict, refuted["step"].failures) == (Verdict.REFUTED, 6)
    for built in (decision, refuted):
        assert read_certificate(certificate(built).encode()).decided["verdict"] == built.verdict
        assert {own_verifier(certificate(built).encode()), foreign_verifier(certificate(built).encode())} == {3}
