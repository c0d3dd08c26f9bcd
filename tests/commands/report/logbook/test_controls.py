"""The search for a negative control: each kind, in its order, really decided; none; and the end of a budget."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.report.logbook import controls
from exactua.commands.report.logbook.controls import control_of
from exactua.commands.report.logbook.record import Control, ControlSearch
from exactua.commands.report.logbook.words import apart
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree, InputError
from tests.own_files import write

HEAD = """\
from exactua.authoring import *
lemma = claim("lemma")
bits = levels("bits", 0, 1, 2)
"""
CONDITION = """\
@lemma.states("no bit is 0", over=bits, given=lambda at: every(at.columns, lambda j: point[1, j] > 0))
def ones(at):
    return every(at.columns, lambda j: point[1, j] > 0)
"""
BOUND = """\
@lemma.states("no bit is above 1", over=bits)
def small(at):
    return every(at.columns, lambda j: point[1, j] <= 1)
"""
LOOSE = BOUND.replace("<= 1", "< 4")
HYPOTHESIS = """\
@lemma.requires("n <= 2")
def few(at):
    return at.n <= 2
@lemma.states("n is not 3")
def not_three(at):
    return at.n != 3
"""
EQUATION = """\
@lemma.states("n is n")
def same(at):
    return at.n == at.n
"""


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def searched(label: str, budget: float = 60, **box: int) -> tuple[Claim, ControlSearch]:
    claim, step = find(label)
    decision = decide(claim.problem(box, () if step is None else (step,)))
    return claim, control_of(claim, decision, budget)


def own(body: str, path: str = "my_lemma.py", **box: int) -> Control:
    write(body, path, HEAD)
    _, search = searched(f"{path}::lemma", **box)
    assert search.control is not None
    return search.control


def test_a_condition_that_is_dropped():
    control = own(CONDITION, d=1, n=2)
    assert (control.kind, control.changed) == ("condition", "condition of ones")
    assert control.broken.witness.points == (((0, 0),),)
    assert control.replay == 'exactua relax my_lemma.py::lemma.ones --drop "condition of ones" --d 1 --n 2'


@pytest.mark.parametrize(("body", "becomes"), [(BOUND, "L_(1, j) < 1"), (LOOSE, "L_(1, j) < 4 + -3")])
def test_a_bound_that_is_sharpened(body, becomes):
    control = own(body, d=1, n=2)
    assert (control.kind, control.becomes) == ("sharpened bound", f"for all j = 1..n: {becomes}")
    assert control.broken.witness.points == (((0, 1),),)
    assert control.replay == 'exactua explain my_lemma.py::lemma.small --d 1 --n 2 --at "0 1"'


def test_a_hypothesis_that_is_violated_is_found_at_another_instance():
    control = own(HYPOTHESIS, d=1, n=2)
    assert (control.kind, control.changed) == ("hypothesis", "n <= 2")
    assert control.broken.problem.parameters == {"d": 1, "n": 3}
    assert control.replay == 'exactua relax my_lemma.py::lemma.not_three --drop "n <= 2" --d 1 --n 3'


def test_a_statement_that_is_changed():
    control = own(EQUATION, d=1, n=2)
    assert (control.kind, control.changed) == ("changed statement", "n = n")
    assert control.broken.witness.left is not None
    assert control.becomes != control.changed


def test_the_order_is_that_of_the_page():
    """What relax drops at the instance before bounds, bounds before hypotheses, hypotheses before statements."""
    bodies = (HYPOTHESIS + BOUND + CONDITION, HYPOTHESIS + BOUND, HYPOTHESIS + EQUATION, EQUATION)
    kinds = [own(body, f"lemma_{k}.py", d=1, n=2).kind for k, body in enumerate(bodies)]
    assert kinds == ["condition", "sharpened bound", "hypothesis", "changed statement"]


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("lemma10", "domain"),
        ("lemma7.indicating@repaired", "condition"),
        ("so2020:interpolation", "sharpened bound"),
        ("lemma9", "changed statement"),
    ],
)
def test_a_control_is_refuted_when_the_literal_networks_decide_it(label, kind):
    claim, search = searched(label, d=1, n=2, m=2)
    assert search.control.kind == kind
    broken = search.control.broken
    assert broken.step.name in search.asked
    problem = claim.problem(broken.problem.parameters)
    alone = replace(problem, steps=(broken.step,), judged=(broken.step.name,), parts=())
    (result,) = decide(alone, replayed=10**6).results
    assert (result.verdict, result.witness) == (Verdict.REFUTED, broken.witness)


def test_every_change_before_was_decided_and_is_not_refuted():
    _, search = searched("lemma9", d=1, n=2, m=2)
    assert search.tried > 1
    assert len(search.undecided) < search.tried


def test_none_is_said_where_nothing_breaks(monkeypatch):
    monkeypatch.setattr(controls, "_changes", lambda claim, decision, deadline: iter([("a", ""), ("b", "too many")]))
    _, search = searched("lemma10", d=1, n=2, m=2)
    assert search == ControlSearch(search.asked, None, 2, (("b", "too many"),))


def test_no_change_is_begun_when_the_budget_is_over():
    write(HYPOTHESIS + EQUATION, head=HEAD)
    _, whole = searched("my_lemma.py::lemma.same", d=1, n=2)
    assert whole.tried > 1
    _, search = searched("my_lemma.py::lemma.same", budget=-1, d=1, n=2)
    assert (search.control, search.tried, search.stopped) == (None, 1, True)


def test_a_bound_that_holds_where_it_has_to_fail_is_a_disagreement(monkeypatch):
    write(BOUND, head=HEAD)
    true = controls.measure

    def wrong(problem, bounds):
        known, points = true(problem, bounds)
        return [replace(measured, slack=measured.slack - 1) for measured in known], points

    monkeypatch.setattr(controls, "measure", wrong)
    with pytest.raises(EvaluatorsDisagree, match="sharper than was measured it has to fail, and holds"):
        searched("my_lemma.py::lemma", d=1, n=2)


def test_what_can_not_be_tried_is_told(monkeypatch):
    def failing(*arguments):
        raise InputError("networks: too large")

    monkeypatch.setattr(controls, "tried", failing)
    _, search = searched("lemma10", d=1, n=2, m=2)
    assert search.control.kind == "sharpened bound"
    assert ("all columns of L are different", "networks: too large") in search.undecided


def test_steps_that_do_not_hold_are_not_asked():
    _, search = searched("definition_e1", d=1, n=2, m=2)
    decision = decide(find("definition_e1")[0].problem({"d": 1, "n": 2, "m": 2}))
    assert search.asked == tuple(
        result.step.name
        for result in decision.results
        if result.step.name in decision.problem.judged and result.verdict is Verdict.HOLDS
    )
    assert set(search.asked) < set(decision.problem.judged)


def test_long_formulas_are_shown_where_they_differ():
    left, right = "a " * 200, "b " * 200
    before, after = apart(f"{left}= 1{right}", f"{left}< 1{right}")
    assert before == f"... {left[-60:]}= 1{right[: 60 - 2]} ...".replace("= 1", "= 1")
    assert after.replace("< 1", "= 1") == before
    assert apart("a = 1", "a < 1") == ("a = 1", "a < 1")
