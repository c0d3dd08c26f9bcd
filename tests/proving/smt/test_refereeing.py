"""z3 and cvc5 as referees: they know nothing of exactua, and say of the terms what exactua says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gmpy2 import mpq

from exactua.authoring import folding
from exactua.claims.registry import claims_of, find
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.networks import Network
from exactua.proving.smt import solvers
from exactua.proving.smt.export import smt_script
from exactua.proving.smt.solvers import SolverAnswer, fails_at, is_so_at, referee
from exactua.terms.language import make
from tests.own_files import cell

SMALL = {"d": 1, "n": 2, "m": 2}


def problem_of(label, **values):
    claim, name = find(label)
    known = {parameter.name: parameter.default for parameter in claim.parameters if parameter.default is not None}
    return claim.problem({**known, **SMALL, **values}, (name,) if name else ())


@pytest.mark.proofs
@pytest.mark.parametrize("label", [claim.label for claim in claims_of("yun2020") if claim.label != "yun2020:lemma4"])
def test_z3_agrees_with_every_step_that_can_be_exported(label):
    pytest.importorskip("z3")
    problem = problem_of(label)
    decision = decide(problem)
    for step, result in zip(problem.steps, decision.results, strict=True):
        try:
            script = smt_script(problem, step)
        except InputError:
            continue
        answer = referee(problem, step, script, "z3", 20).answer
        holds = script.proving == answer
        assert answer == "unknown" or holds is (result.verdict in (Verdict.HOLDS, Verdict.VACUOUS)), step.name


@pytest.mark.proofs
@pytest.mark.parametrize("solver", ["z3", "cvc5"])
@pytest.mark.parametrize(
    ("label", "values"),
    [
        ("lemma8.property1", {"n": 3, "m": 3}),
        ("lemma8.property3", {"d": 2}),
        ("lemma8.property4", {}),
        ("lemma10.one_to_one", {"m": 4}),
        ("category1.formula", {"m": 3}),
        ("lemma7.quantises", {"m": 3}),
        ("g2.contexts_distinct", {}),
    ],
)
def test_what_holds_is_unsat(solver, label, values):
    pytest.importorskip(solver)
    problem = problem_of(label, **values)
    assert referee(problem, problem.steps[0], smt_script(problem, problem.steps[0]), solver, 60).answer == "unsat"


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
@pytest.mark.parametrize(
    ("label", "values"),
    [
        ("global_shift.disjoint", {"m": 3}),
        ("category3.one_positive", {}),
        ("category1.above_telescoped", {}),
        ("g2.once", {}),
        ("lemma7.range_of_k", {}),
    ],
)
def test_what_is_refuted_has_a_model_that_the_literal_networks_confirm(solver, label, values):
    pytest.importorskip(solver)
    problem = problem_of(label, **values)
    answer = referee(problem, problem.steps[0], smt_script(problem, problem.steps[0]), solver, 60)
    assert answer.answer == "sat"
    assert answer.points
    assert len(answer.domains) == len(answer.points)


def test_a_strict_bound_is_sat_where_it_is_attained():
    pytest.importorskip("z3")
    problem = problem_of("lemma10.upper_bound")
    step = problem.steps[0]
    strict = replace(step, term=make("<", (), *step.term.arguments))
    assert referee(problem, step, smt_script(problem, step), "z3", 20).answer == "unsat"
    answer = referee(problem, strict, smt_script(problem, strict), "z3", 20)
    assert (answer.answer, answer.points) == ("sat", (((0, mpq(1, 2)),),))


def test_a_broken_network_is_found():
    pytest.importorskip("z3")
    problem = problem_of("lemma8.property3")
    network = problem.networks["g_c"]
    without_last_layer = Network(network.d, network.items[:1], {"sweep": 1, "output": 1})
    broken = problem.with_networks({"g_c": without_last_layer})
    answer = referee(broken, broken.steps[0], smt_script(broken, broken.steps[0]), "z3", 20)
    assert answer.answer == "sat"
    assert decide(broken).results[0].verdict is Verdict.REFUTED


def test_a_model_that_is_none_is_a_disagreement(monkeypatch):
    problem = problem_of("lemma8.property1")
    step = problem.steps[0]
    point = ((0, 1),)
    assert not fails_at(problem, step, (point,))
    wrong = SolverAnswer("z3", "0", "sat", ("category 1",), (point,))
    monkeypatch.setattr(solvers, "solve", lambda *arguments: wrong)
    with pytest.raises(EvaluatorsDisagree, match="z3 finds a counterexample"):
        referee(problem, step, smt_script(problem, step), "z3", 1)


@pytest.mark.parametrize("label", ["proposition5.measure", "theorem2.distance"])
def test_folds_that_gather_all_points_are_refused(label):
    problem = problem_of(label)
    with pytest.raises(InputError, match="gathers all points; valid are each, some, not each, distinct, apart"):
        smt_script(problem, problem.steps[0])


def test_an_own_fold_is_refused():
    problem = problem_of("lemma10.one_to_one")
    own = replace(problem.steps[0], fold=folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] > 0))
    with pytest.raises(InputError, match=r"the fold of .* is own"):
        smt_script(problem.with_steps(own), own)


SOME = """\
from exactua.authoring import *
lemma = claim("lemma")
bits, ones = levels("bits", 0, 1, 2), levels("ones", 1, 1, 1)
@lemma.network("f")
def f(values):
    one = [[1]]
    return Network(1, [AttentionLayer([AttentionHead(one, one, one, one)])])
@lemma.states("behind a 0 there is a sum of 2", over=bits, fold="some", given=lambda at: point[1, 1] == 0)
def two(at):
    return total(at.columns, lambda j: at.f(point)[1, j]) == 4
@lemma.states("some entry becomes 3", over=(bits, ones), fold="some")
def three(at):
    return at.f(point)[1, 1] == 3
@lemma.states("some entry becomes 2", over=(ones, bits), fold="some")
def ones_too(at):
    return at.f(point)[1, 1] == 2
@lemma.states("not all first entries stay", over=bits, fold="not each")
def moves(at):
    return at.f(point)[1, 1] == point[1, 1]
@lemma.states("0 and 2 are reached", over=bits, fold="some")
def reached(at):
    return for_all_of((0, 2), lambda value: at.f(point)[1, 1] == value)
@lemma.states("0, 2 and 3 are reached", over=bits, fold="some")
def not_reached(at):
    return for_all_of((0, 2, 3), lambda value: at.f(point)[1, 1] == value)
@lemma.states("neither stays", over=bits, fold="not each")
def neither(at):
    return for_all_of((0, 1), lambda value: at.f(point)[1, 1] == value)
@lemma.states("0 or 3 is reached", over=bits, fold="some")
def either(at):
    return for_some_of((0, 3), lambda value: at.f(point)[1, 1] == value)
@lemma.states("0 or 2 is everywhere", over=bits)
def everywhere(at):
    return for_some_of((0, 2), lambda value: at.f(point)[1, 1] == value)
@lemma.states("both, over two domains", over=(bits, ones), fold="some")
def two_domains(at):
    return for_all_of((0, 2), lambda value: at.f(point)[1, 1] == value)
@lemma.states("the other way around", over=bits, fold="some", given=lambda at: point[1, 1] == 2)
def vacuous(at):
    return at.f(point)[1, 1] == 0
"""


def of_some(name):
    return cell(SOME)["lemma"].problem({"d": 1, "n": 2}, (name,))


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("two", 0),
        ("three", 0),
        ("ones_too", 1),
        ("moves", 1),
        ("reached", 2),
        ("not_reached", 0),
        ("neither", 2),
        ("either", 1),
        ("vacuous", 0),
    ],
)
def test_what_is_so_at_some_point_is_sat_at_such_points(solver, name, points):
    pytest.importorskip(solver)
    problem = of_some(name)
    (step,) = problem.steps
    script = smt_script(problem, step)
    assert script.proving == "sat"
    assert "; sat: the step holds at this instance" in script.text
    answer = referee(problem, step, script, solver, 60)
    assert answer.answer == ("sat" if points else "unsat")
    assert len(answer.points) == len(answer.domains) == points
    verdict = decide(problem).results[0].verdict
    assert verdict is (Verdict.HOLDS if points else Verdict.VACUOUS if name == "vacuous" else Verdict.REFUTED)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("everywhere", r"says that one of several conditions is true at every point, which no script without"),
        ("two_domains", r"has each of several conditions over 2 domains; only those over one domain are exported"),
    ],
)
def test_what_no_script_says_of_several_conditions(name, reason):
    problem = of_some(name)
    with pytest.raises(InputError, match=reason):
        smt_script(problem, problem.steps[0])


def test_a_point_that_is_none_is_a_disagreement(monkeypatch):
    problem = of_some("moves")
    (step,) = problem.steps
    script = smt_script(problem, step)
    for point, so in (((0, 0),), False), (((1, 0),), True):
        answer = SolverAnswer("z3", "0", "sat", ("bits",), (point,))
        monkeypatch.setattr(solvers, "solve", lambda *arguments, answer=answer: answer)
        assert is_so_at(problem, step, (point,)) is so
        if so:
            assert referee(problem, step, script, "z3", 1) is answer
        else:
            with pytest.raises(EvaluatorsDisagree, match=r"z3 finds a point of notebook:lemma\.moves"):
                referee(problem, step, script, "z3", 1)
