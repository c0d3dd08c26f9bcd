"""Lemma 6: four ReLUs for each phi, at several widths; what fails and where first; lines made stronger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.certificates.writing import decided_data
from exactua.claims.decision import Decision
from exactua.claims.ledger import Survival
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.evidence.ladders import Task, decide_all
from exactua.evidence.ledgers import from_outcomes, ledger
from exactua.networks import FeedForwardLayer, Network, PiecewiseLinear, at_least, below, half_open
from exactua.papers.yun2020 import activations
from exactua.papers.yun2020.activations import ACTIVATIONS, ThreeLines, activation, four_nodes, numbers_of
from exactua.papers.yun2020.lemma06 import _equal, _outside_strips, lemma6
from exactua.papers.yun2020.quantiser import clipping, flattening
from exactua.printing.errata import conclusion
from exactua.terms.encoding import canonical
from exactua.terms.tracing import Columns, every
from tests.mutants import decided_by_all

IMPRECISE = {"as_closely_as_possible"}
TOO_WIDE = {"second_piece", "fourth_piece"}
ON_STRIPS = {"first_case_on_the_strips", "second_case_on_the_strips", "third_case_on_the_strips"}


def problem(d: int = 1, n: int = 2, m: int = 2, k: int = 8, R: int = 3, steps: tuple[str, ...] = ()) -> Problem:
    return lemma6.problem({"d": d, "n": n, "m": m, "k": k, "R": R}, steps)


def by_both(whole: Problem) -> Decision:
    """Affine forms on whole cells, and the same without any fast evaluator; they must agree to the byte."""
    decision = decide(whole)
    assert canonical(decided_data(decision)) == canonical(decided_data(decide(whole, engine="literal")))
    return decision


def names(decision: Decision, verdict: Verdict) -> set[str]:
    return {result.step.name for result in decision.results if result.verdict is verdict}


@pytest.mark.parametrize(
    ("d", "n", "m", "k"), [(1, 2, 2, 3), (1, 2, 3, 4), (1, 3, 2, 8), (1, 2, 4, 1000), (2, 2, 2, 3)]
)
def test_narrow_strips(d: int, n: int, m: int, k: int) -> None:
    decision = by_both(problem(d, n, m, k))
    assert names(decision, Verdict.REFUTED) == IMPRECISE | {"distance"}
    assert names(decision, Verdict.VACUOUS) == set()
    assert names(decision, Verdict.INCONCLUSIVE) == set()


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (1, 2, 3), (1, 3, 2), (2, 2, 2)])
def test_wide_strips(d: int, n: int, m: int) -> None:
    decision = by_both(problem(d, n, m, 1))
    assert names(decision, Verdict.REFUTED) == IMPRECISE | TOO_WIDE | {"distance"}
    assert names(decision, Verdict.VACUOUS) == {"third_piece", *(f"{name}@repaired" for name in TOO_WIDE)} | ON_STRIPS


def test_strips_as_wide_as_the_second_piece() -> None:
    decision = by_both(problem(k=2))
    assert names(decision, Verdict.REFUTED) == IMPRECISE | {"distance"}
    assert names(decision, Verdict.VACUOUS) == {"third_piece"}


def test_every_verdict_is_confirmed() -> None:
    for whole in (problem(k=1), problem(d=2)):
        decision = decided_by_all(whole)
        assert decision.verdict is Verdict.INCONCLUSIVE
        assert decision["distance"].verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("step", "k", "t", "left", "right"),
    [
        ("second_piece", 1, mpq(3, 4), mpq(3, 8), mpq(3, 4)),
        ("fourth_piece", 1, mpq(1, 2), mpq(1, 2), mpq(0)),
        ("as_closely_as_possible", 1, mpq(-3, 8), mpq(5), mpq(4)),
    ],
)
def test_least_counterexamples(step: str, k: int, t: Any, left: Any, right: Any) -> None:
    witness = decide(problem(k=k))[step].witness
    assert witness is not None
    assert witness.points == (((t,),),)
    assert (witness.left, witness.right) == (left, right)


@pytest.mark.parametrize("k", [1, 8, 1000])
def test_the_window_fails_at_one_point(k: int) -> None:
    name = "window_by_the_display"
    outside_half_open_strips = _outside_strips("window")(lemma6.at()).term
    result = decide(changed(name, problem(k=k, m=3, steps=(name,)), given=outside_half_open_strips))[name]
    assert result.failures == 1
    assert result.witness is not None
    t_r = 3**5 * 2 // 3
    assert result.witness.points == (((t_r,),),)
    assert (result.witness.left, result.witness.right) == (1, 0)


@pytest.mark.parametrize(
    ("k", "n", "left"), [(1, 2, 108), (10, 2, 108), (1000, 2, 108), (10**9, 2, 108), (1, 3, 1224), (1000, 3, 1224000)]
)
def test_no_narrower_strip_helps(k: int, n: int, left: int) -> None:
    witness = decide(problem(k=k, n=n, R=10, steps=("distance",)))["distance"].witness
    assert witness is not None
    assert (witness.bindings["p"], witness.left, witness.right) == (1, left, 1)


def test_activations_are_those_of_the_networks() -> None:
    values = {"d": 2, "n": 3, "m": 4}
    assert activation(numbers_of(ACTIVATIONS["clipping"], values)) == clipping(3, 2, 4)
    assert activation(numbers_of(ACTIVATIONS["flattening"], values)) == flattening(4)


Change = Callable[[Any], Any]


def changed(step: str, whole: Problem, **change: Any) -> Problem:
    (old,) = [candidate for candidate in whole.steps if candidate.name == step]
    return whole.with_steps(replace(old, **change))


@pytest.mark.parametrize("step", sorted(ON_STRIPS | {f"{name}@repaired" for name in TOO_WIDE}))
def test_wide_strips_break_the_error(step: str) -> None:
    known = {"second_piece@repaired": "second_piece", "fourth_piece@repaired": "fourth_piece"}
    (printed,) = [candidate for candidate in problem().steps if candidate.name == known.get(step, step)]
    given = printed.given if step in known else None
    assert names(by_both(changed(step, problem(k=1, steps=(step,)), given=given)), Verdict.REFUTED) == {step}


@pytest.mark.parametrize(
    ("step", "change"),
    [
        ("in_phi", lambda at: at.clipping.quantity("activations outside Phi") > 0),
        ("one_hidden_node", lambda at: at.clipping.quantity("hidden size") > 1),
        ("four_hidden_nodes", lambda at: at.clipping_of_relus.quantity("hidden size") < 4),
        (
            "as_closely_as_possible@repaired",
            lambda at: every(
                activations.EXPONENTS,
                lambda p: activations.on_the_line_integrated(at, p) < activations.on_the_line(at, p),
            ),
        ),
        (
            "error_on_a_cube",
            lambda at: every(
                activations.EXPONENTS,
                lambda p: (
                    activations.on_the_cube_integrated(at, at.R, p) == activations.on_the_cube(at, at.R + 1, p, at.eps)
                ),
            ),
        ),
        (
            "no_bound_on_the_error",
            lambda at: every(
                Columns(1, at.R, "B"),
                lambda B: every(activations.EXPONENTS, lambda p: activations.on_the_cube(at, B, p, at.eps) > 10**6 * B),
            ),
        ),
        (
            "distance@repaired",
            lambda at: every(
                activations.EXPONENTS,
                lambda p: (
                    3**p * activations.on_the_cube(at, at.R, p, (p + 2) / activations.sufficient(at, at.R, p)) <= 1
                ),
            ),
        ),
    ],
)
def test_statements_made_stronger(step: str, change: Change) -> None:
    whole = changed(step, problem(steps=(step,)), term=change(lemma6.at()).term)
    assert names(by_both(whole), Verdict.REFUTED) == {step}


def test_an_activation_with_four_pieces_is_seen() -> None:
    four = PiecewiseLinear.of((below(0), 1, 0), (half_open(0, 1), 0, 0), (half_open(1, 2), 1, 0), (at_least(2), 0, 0))
    network = Network(1, (FeedForwardLayer(((1,),), (0,), ((1,),), (0,), four),), {"output": 1})
    refuted = names(by_both(problem(steps=("in_phi",)).with_networks({"selector": network})), Verdict.REFUTED)
    assert refuted == {"in_phi"}


@pytest.mark.parametrize(
    ("step", "piece"),
    [
        ("first_piece", lambda at, it: it.first[1] + it.third[1]),
        ("third_piece", lambda at, it: it.second[0] * at.t + it.second[1] + it.first[1]),
        ("fifth_piece", lambda at, it: it.third[0] * at.t + it.third[1] - it.second[0]),
    ],
)
def test_one_coefficient_too_many_is_seen(step: str, piece: Callable[[Any, ThreeLines], Any]) -> None:
    at = lemma6.at()
    whole = changed(step, problem(steps=(step,)), term=_equal(at, lambda it: piece(at, it)).term)
    assert names(by_both(whole), Verdict.REFUTED) == {step}


def test_orientation_leaves_no_linear_term() -> None:
    # the case of the wrong constant piece adds a multiple of t, so far out both differ
    lines = numbers_of(ACTIVATIONS["second_example"], {"d": 1, "n": 2, "m": 2})
    right, wrong = (four_nodes(replace(lines, constant=case), mpq(1, 8), 1, 1) for case in (2, 3))
    phi = activation(lines)
    for t in (mpq(-100), mpq(100)):
        assert right(((t,),)) == ((t + phi(t),),)
    assert any(wrong(((t,),)) != ((t + phi(t),),) for t in (mpq(-100), mpq(100)))


def test_where_the_network_of_app_f_fails_the_conclusion_is_not_decided() -> None:
    (outcome,) = decide_all([Task(lemma6.label, {"d": 1, "n": 2, "m": 2, "k": 1, "R": 3})])
    collected = ledger("yun2020", from_outcomes([lemma6], [outcome]))
    row = next(note for note in collected.notes if note.step.name == "distance")
    assert row.survival is Survival.UNKNOWN
    assert conclusion(row) == "not decided: the statement of Lemma 6 was not decided at these instances"
    assert row.repair is not None  # over a bounded cube it is true
    assert row.repair.spread.stands
