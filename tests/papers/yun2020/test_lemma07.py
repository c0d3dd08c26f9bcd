"""Lemma 7: the one point at which what is indicated is wrong, and networks that the audit does not make."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.certificates.writing import decided_data
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import FeedForwardLayer, Network, PiecewiseLinear, at_least, below, half_open
from exactua.papers.yun2020 import quantiser
from exactua.papers.yun2020.lemma07 import lemma7
from exactua.terms.encoding import canonical

FALSE = {"indicating", "each_layer_quantises", "range_of_k", "map_to_the_grid"}


def problem(d: int = 1, n: int = 2, m: int = 3, steps: tuple[str, ...] = ()) -> Problem:
    return lemma7.problem({"d": d, "n": n, "m": m}, steps)


def by_both(whole: Problem) -> Decision:
    """Affine forms on whole cells, and the same without any fast evaluator; they must agree to the byte."""
    decision = decide(whole)
    assert canonical(decided_data(decision)) == canonical(decided_data(decide(whole, engine="literal")))
    return decision


def refuted(decision: Decision) -> set[str]:
    return {result.step.name for result in decision.results if result.verdict is Verdict.REFUTED}


@pytest.mark.parametrize("m", [2, 3, 7])
def test_what_is_indicated_is_wrong_at_one_point(m: int) -> None:
    result = decide(problem(m=m))["indicating"]
    assert result.failures == 1
    assert result.witness is not None
    assert result.witness.points == (((mpq(1),),),)


VALUES = {"d": 2, "n": 2, "m": 3}


def single(phi: PiecewiseLinear) -> Network:
    e = ((1, 0), (0, 1))
    layers = [FeedForwardLayer((row,), (0,), tuple((x,) for x in row), (0, 0), phi) for row in e]
    return Network(2, layers, {"output": 2})


def test_rows_in_another_order_are_seen() -> None:
    turned = Network(2, quantiser.quantiser(VALUES).items[::-1], {"output": 2})
    whole = lemma7.problem(VALUES).with_networks({"g_q": turned})
    assert {"layers_a_row", "other_rows"} <= refuted(by_both(whole)) - FALSE


def test_activations_outside_phi_are_seen() -> None:
    four = PiecewiseLinear.of((below(0), 1, 0), (half_open(0, 1), 0, 0), (half_open(1, 2), 1, 0), (at_least(2), 0, 0))
    whole = lemma7.problem(VALUES).with_networks({"clipping_layer": single(four), "flattening_layer": single(four)})
    assert {"clipping_in_phi", "flattening_in_phi"} <= refuted(by_both(whole))


@pytest.mark.parametrize("step", ["indicating@repaired", "map_to_the_grid@repaired"])
def test_the_repairs_have_a_reason(step: str) -> None:
    assert lemma7.step(step).reason
