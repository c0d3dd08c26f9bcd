"""Lemma 7: what E.1.1 and E.2 say of every real t, line by line; what fails and where first; every line can say no."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.certificates.writing import decided_data
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import Family, FeedForwardLayer, Group, Network, PiecewiseLinear, at_least, below, half_open
from exactua.papers.yun2020 import quantiser
from exactua.papers.yun2020.lemma07 import lemma7
from exactua.terms.encoding import canonical
from exactua.terms.tracing import point
from tests.mutants import decided_by_all

FALSE = {"indicating", "each_layer_quantises", "range_of_k", "map_to_the_grid"}


def problem(d: int = 1, n: int = 2, m: int = 3, steps: tuple[str, ...] = ()) -> Problem:
    return lemma7.problem({"d": d, "n": n, "m": m}, steps)


def by_both(whole: Problem) -> Decision:
    """Affine forms on whole cells, and the same without any kernel; they must agree to the byte."""
    decision = decide(whole)
    assert canonical(decided_data(decision)) == canonical(decided_data(decide(whole, engine="literal")))
    return decision


def refuted(decision: Decision) -> set[str]:
    return {result.step.name for result in decision.results if result.verdict is Verdict.REFUTED}


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (1, 2, 5), (1, 3, 3), (2, 2, 2), (2, 3, 3), (3, 2, 2)])
def test_every_line(d: int, n: int, m: int) -> None:
    decision = by_both(problem(d, n, m))
    assert refuted(decision) == FALSE
    assert all(result.verdict in (Verdict.HOLDS, Verdict.REFUTED) for result in decision.results)


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (2, 2, 3)])
def test_every_verdict_is_confirmed(d: int, n: int, m: int) -> None:
    assert decided_by_all(problem(d, n, m)).verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("step", "m", "t", "left", "right"),
    [
        ("each_layer_quantises", 2, mpq(1, 4), mpq(0), mpq(1, 4)),
        ("each_layer_quantises", 4, mpq(1, 16), mpq(0), mpq(1, 16)),
        ("range_of_k", 2, mpq(1, 2), mpq(1, 4), mpq(1, 2)),
        ("range_of_k", 4, mpq(1, 4), mpq(1, 16), mpq(1, 4)),
    ],
)
def test_least_counterexamples(step: str, m: int, t: Any, left: Any, right: Any) -> None:
    witness = decide(problem(m=m))[step].witness
    assert witness is not None
    assert witness.points == (((t,),),)
    assert (witness.left, witness.right) == (left, right)


@pytest.mark.parametrize("m", [2, 3, 7])
def test_what_is_indicated_is_wrong_at_one_point(m: int) -> None:
    result = decide(problem(m=m))["indicating"]
    assert result.failures == 1
    assert result.witness is not None
    assert result.witness.points == (((mpq(1),),),)


@pytest.mark.parametrize(("m", "t"), [(2, mpq(1, 2)), (3, mpq(1, 3))])
def test_as_printed_leaves_the_grid_at_delta(m: int, t: Any) -> None:
    witness = decide(problem(m=m))["map_to_the_grid"].witness
    assert witness is not None
    assert witness.points == (((t,),),)


def changed(step: str, whole: Problem, **change: Any) -> Problem:
    (old,) = [one for one in whole.steps if one.name == step]
    return whole.with_steps(replace(old, **change))


@pytest.mark.parametrize("step", ["elements_outside", "indicating@repaired"])
def test_a_dropped_hypothesis_is_noticed(step: str) -> None:
    assert refuted(by_both(changed(step, problem(steps=(step,)), given=None))) == {step}


@pytest.mark.parametrize(
    ("step", "change"),
    [
        ("clipping_in_phi", lambda at: at.clipping_layer.quantity("activations outside Phi") > 0),
        ("flattening_in_phi", lambda at: at.flattening_layer.quantity("activations outside Phi") > 0),
        ("elements_outside", lambda at: at.g_q(point)[1, 1] == at.t),
        ("indicating@repaired", lambda at: (at.t < 0) | (at.t > 2)),
    ],
)
def test_statements_made_stronger(step: str, change: Any) -> None:
    whole = lemma7.problem({"d": 1, "n": 2, "m": 3})
    assert step in refuted(by_both(changed(step, whole, term=change(lemma7.at()).term)))


VALUES = {"d": 2, "n": 2, "m": 3}


def rows(count: int, *, clip: bool = True, first: Any = 0, step: Any = 1) -> Network:
    """g_q with another number of layers after the clipping, with another range of k, or without the clipping."""
    made = []
    for i in (1, 2):
        clipping, steps = quantiser.one_row(VALUES, i, mpq(1)).items
        assert isinstance(steps, Family)
        family = Family("k", first, step, count, steps.items)
        made.append(Group(f"row {i}", (clipping, family) if clip else (family,)))
    return Network(2, made, {"output": 2})


def single(phi: PiecewiseLinear) -> Network:
    e = ((1, 0), (0, 1))
    layers = [FeedForwardLayer((row,), (0,), tuple((x,) for x in row), (0, 0), phi) for row in e]
    return Network(2, layers, {"output": 2})


@pytest.mark.parametrize(
    ("network", "expected"),
    [
        (rows(2), {"quantises", "layers", "cubes", "layers_a_row", "after_each_layer", "range_of_k@repaired"}),
        (rows(3, clip=False), {"elements_outside", "clipping", "layers_a_row", "map_to_the_grid@repaired"}),
        (rows(3, first=1), {"cubes", "other_intervals", "each_layer_quantises@repaired", "after_each_layer"}),
        (rows(3, step=mpq(1, 3)), {"quantises", "cubes", "layers_a_row", "each_layer_quantises@repaired"}),
        (rows(3, first=2, step=-1), {"other_intervals", "after_each_layer"}),
        (Network(2, quantiser.quantiser(VALUES).items[::-1], {"output": 2}), {"layers_a_row", "other_rows"}),
    ],
    ids=["a layer less", "no clipping", "k from 1", "k in steps of delta", "k from above", "rows in another order"],
)
def test_broken_quantisers(network: Network, expected: set[str]) -> None:
    whole = lemma7.problem(VALUES).with_networks({"g_q": network})
    assert expected <= refuted(by_both(whole)) - FALSE


def test_the_layers_as_printed_are_seen_alone() -> None:
    # with k = 0, 1, ... in their place, the line about k = 0, delta, ... is false
    whole = lemma7.problem(VALUES).with_networks({"g_q_as_printed": quantiser.quantiser(VALUES)})
    assert "other_intervals_as_printed" in refuted(by_both(whole))


def test_other_activations_are_seen() -> None:
    off_by_one_end = PiecewiseLinear.of((below(0), -1, -81), (half_open(0, 2), 0, 0), (at_least(2), -1, -81))
    whole = lemma7.problem(VALUES).with_networks({"clipping_layer": single(off_by_one_end)})
    assert refuted(by_both(whole)) - FALSE == {"clipping_phi"}
    whole = lemma7.problem(VALUES).with_networks({"flattening_layer": single(off_by_one_end)})
    assert refuted(by_both(whole)) - FALSE == {"flattening_phi"}


def test_activations_outside_phi_are_seen() -> None:
    four = PiecewiseLinear.of((below(0), 1, 0), (half_open(0, 1), 0, 0), (half_open(1, 2), 1, 0), (at_least(2), 0, 0))
    whole = lemma7.problem(VALUES).with_networks({"clipping_layer": single(four), "flattening_layer": single(four)})
    assert {"clipping_in_phi", "flattening_in_phi"} <= refuted(by_both(whole))


@pytest.mark.parametrize("step", ["indicating@repaired", "map_to_the_grid@repaired"])
def test_the_repairs_are_needed(step: str) -> None:
    assert lemma7.step(step).reason
    assert decide(problem(steps=(step,)))[step].verdict is Verdict.HOLDS
