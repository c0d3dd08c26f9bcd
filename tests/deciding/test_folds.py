"""Folds over all points: apart and sum, decided alike by exact batches, by the literal networks and in several shards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua import verifier
from exactua.certificates.writing import certificate
from exactua.claims.claim import Claim, Operands
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding import shards as deciding
from exactua.deciding.running import decide
from exactua.grids.categories import category1, category2, category3, extended_grid, grid_sequences, pairs_of, u
from exactua.networks import RELU, AttentionHead, AttentionLayer, FeedForwardLayer, Network, PositionalEncoding, TieRule
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.terms.language import Term, TermError, integer, make
from exactua.terms.tracing import Number, Row, Truth, point

claim = Claim("yun2020:folds", "Folds", "none", "A claim of the tests.")
claim.network("g_c")(contextual_map)


@claim.operand
def top(at: Operands) -> Number:
    """l~_n in units of delta."""
    return at.m * u.dot(at.g_c(point, "sweep"))[at.n]


@claim.states("at least 1 apart", over=(category1,), fold="apart", bound=lambda at: 1)
def at_least(at: Operands) -> Number:
    return at.top


@claim.states("more than 1 apart", over=(category1,), fold="apart", bound=lambda at: at.m / at.m, relation=">")
def more_than(at: Operands) -> Number:
    return at.top


@claim.states("one number of a row is near another", over=(category1,), fold="apart", bound=lambda at: 1, relation=">")
def rows(at: Operands) -> Row:
    return u.dot(point)


@claim.states(
    "as many matrices", over=(extended_grid,), fold="sum", relation="=", bound=lambda at: (at.m + 1) ** (at.d * at.n)
)
def matrices(at: Operands) -> Number:
    return at.n / at.n


@claim.states(
    "as many in order", over=(grid_sequences,), fold="sum", relation="=", bound=lambda at: at.m ** (at.d * at.n)
)
def in_order(at: Operands) -> Number:
    return at.n / at.n


@claim.states("three categories", over=(category1, category2, category3), fold="sum", bound=lambda at: 0, relation=">")
def weighed(at: Operands) -> Number:
    return point[1, 1] * point[1, 2]


@claim.states("as many pairs", over=(pairs_of(category1),), fold="sum", relation="<", bound=lambda at: 9)
def pairs(at: Operands) -> Number:
    return at.n / at.n


@claim.states(
    "under a hypothesis", over=(grid_sequences,), given=lambda at: point[1, 1] > 1, fold="sum", bound=lambda at: 5
)
def nothing(at: Operands) -> Number:
    return at.n * 1


def problem(m: int = 3) -> Problem:
    return claim.problem({"d": 1, "n": 2, "m": m})


def test_verdicts_and_witnesses() -> None:
    decision = decide(problem())
    verdicts = {result.step.name: result.verdict.value for result in decision.results}
    assert verdicts == {
        "at_least": "holds",
        "more_than": "refuted",
        "rows": "refuted",
        "matrices": "holds",
        "in_order": "holds",
        "weighed": "holds",
        "pairs": "refuted",
        "nothing": "vacuous",
    }
    near = decision["more_than"].witness
    assert near is not None
    assert near.points == (((mpq(0), mpq(1, 3)),), ((mpq(1, 3), mpq(2, 3)),))
    assert (near.relation, near.left, near.right) == (">", 1, 1)
    assert decision["more_than"].failures == 2
    total = decision["pairs"].witness
    assert total is not None
    assert (total.at, total.relation, total.left, total.right) == ((), "<", 9, 9)
    assert decision["pairs"].failures == 1


@pytest.mark.parametrize("m", [2, 3, 4])
def test_batches_literal_and_shards_agree(m: int, monkeypatch: pytest.MonkeyPatch) -> None:
    first = decide(problem(m)).results
    assert decide(problem(m), engine="literal").results == first
    monkeypatch.setattr(deciding, "SMALLEST_SHARD", 5)
    assert decide(problem(m)).results == first
    assert decide(problem(m), jobs=2).results == first


def test_a_sum_by_hand() -> None:
    decision = decide(problem(2))
    # entries -4, 0, 1/2 in every order: (sum of entries)^2
    step = decision["weighed"].step
    exact = decide(problem(2).with_steps(replace(step, relation="=", bound=step.bound)))["weighed"]
    assert exact.verdict is Verdict.REFUTED
    assert exact.witness is not None
    assert exact.witness.left == mpq(-7, 2) ** 2


def test_part_of_a_sum_says_nothing() -> None:
    partial = decide(problem(), max_points=1)
    assert partial["matrices"].verdict is Verdict.INCONCLUSIVE
    assert partial["pairs"].verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize("name", ["nothing", "at_least", "pairs"])
@pytest.mark.parametrize("given", [None, make("<", (), integer(1), integer(0))])
def test_a_bound_without_a_value_is_an_error_even_where_nothing_is_measured_by_it(
    name: str, given: Term | None
) -> None:
    step = replace(claim.step(name), bound=make("/", (), integer(1), integer(0)), given=given)
    for points in (1, 1000):
        with pytest.raises(TermError, match="division by zero"):
            decide(problem().with_steps(step), max_points=points)


def test_bounds_are_checked_when_a_step_is_written() -> None:
    with pytest.raises(ValueError, match=r"fold 'apart' takes a bound and one of >= >"):
        claim.states("no bound", over=(category1,), fold="apart")(at_least)
    with pytest.raises(ValueError, match="fold 'each' takes no bound and no relation"):
        claim.states("a bound", over=(category1,), bound=lambda at: 1)(lambda at: at.top > 0)
    with pytest.raises(ValueError, match="fold 'nearly' is not one of"):
        claim.states("a fold", over=(category1,), fold="nearly")(at_least)
    with pytest.raises(ValueError, match=r"fold 'sum' takes a bound and one of <= = >= < >"):
        claim.states("a relation", over=(category1,), fold="sum", bound=lambda at: 1, relation="!=")(at_least)


by_place = Claim("yun2020:places", "Places", "none", "Another claim of the tests.")


@by_place.network("g")
def numbering(values: Mapping[str, Any]) -> Network:
    n = values["n"]
    return Network(values["d"], (PositionalEncoding((tuple(range(1, n + 1)),) * values["d"]),), {"output": 1})


@by_place.network("leftmost")
def leftmost(values: Mapping[str, Any]) -> Network:
    head = AttentionHead([[1]], [[1]], [[0]], [[0]], [0])
    return Network(1, (AttentionLayer((head,), TieRule.LEFTMOST),), {"output": 1})


@by_place.states("columns stay in order", over=(category1,))
def in_order_still(at: Operands) -> Truth:
    return at.g(point)[1, 1] < at.g(point)[1, 2]


@by_place.states("of pairs", over=(pairs_of(category1),))
def of_pairs(at: Operands) -> Truth:
    return at.leftmost(point)[1, 1] == 2 * point[1, 1]


@by_place.states("sums of representatives", over=(category1,), fold="sum", relation="<", bound=lambda at: 0)
def of_representatives(at: Operands) -> Number:
    return at.g(point)[1, 2]


def test_one_point_stands_for_no_orbit_where_layers_treat_columns_by_their_places() -> None:
    """Also in pairs of orbits; and a sum over all matrices is not known then, so that it can't refute."""
    decision = decide(by_place.problem({"d": 1, "n": 2, "m": 3}))
    for result in decision.results:
        assert result.verdict is Verdict.INCONCLUSIVE, result.step.name
        assert result.reason is not None
        assert result.reason.endswith("one point does not stand for its orbit")
        assert result.failures == 0
    assert str(verifier.verify(certificate(decision).encode())).count("inconclusive") >= 3


counted = Claim("yun2020:counted", "Counts", "none", "A claim of the tests about numbers of layers.")


@counted.network("g")
def two_layers(values: Mapping[str, Any]) -> Network:
    head = AttentionHead([[1], [0]], [[1, 0]], [[0, 1]], [[1, 0]], [1])
    feed_forward = FeedForwardLayer([[1, 0]], [0], [[0], [1]], [0, 0], RELU)
    return Network(2, (AttentionLayer((head,)), feed_forward), {"output": 2})


@counted.states("after as many layers as the first entry says", over=(grid_sequences,))
def any_number(at: Operands) -> Truth:
    return at.g.after(point, at.m * point[1, 1])[1, 1] >= 0


def test_numbers_of_layers_beyond_the_network_are_errors_for_every_engine() -> None:
    for m, verdict in ((3, Verdict.HOLDS), (4, Verdict.INCONCLUSIVE)):
        for engine in ("auto", "literal"):
            result = decide(counted.problem({"d": 2, "n": 1, "m": m}), engine=engine)["any_number"]
            assert result.verdict is verdict, (m, engine)
