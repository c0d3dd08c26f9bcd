"""Hypotheses of implications that are true at no point are told, and p iff q with both sides false at every point.

No others are, and verdicts and certificates are the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exactua import check
from exactua.certificates.writing import certificate
from exactua.claims.decision import Decision
from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.printing.machine import box
from exactua.printing.text import report, true_nowhere
from exactua.proving.evidence import decide, with_hypotheses
from tests.own_files import HEAD, made_here, write

ENTRY = "point[1, 1]"
NOWHERE = {
    "no entry is above 1": (f"implies({ENTRY} > 2, {ENTRY} > 5)", "", "its hypothesis L_(1, 1) > 2 is true at no point"),
    "nor at any place": (
        f"every(at.columns, lambda j: implies(point[1, j] > 2, {ENTRY} > 5))", "",
        "its hypothesis L_(1, j) > 2 is true at no point, for no j",
    ),
    "of a network": (f"implies(at.f(point)[1, 1] < 0, {ENTRY} > 5)", "", "its hypothesis f(L)_(1, 1) < 0 is true at no point"),
    "two that exclude each other": (
        f"implies({ENTRY} > 0, implies({ENTRY} < 1, {ENTRY} > 5))", "",
        "its hypothesis L_(1, 1) > 0 and L_(1, 1) < 1 is true at no point",
    ),
    "one of two": (
        f"implies({ENTRY} > 0, {ENTRY} == 1) & implies({ENTRY} > 1, {ENTRY} > 5)", "",
        "its hypothesis L_(1, 1) > 1 is true at no point",
    ),
    "under a hypothesis of the step": (
        f"implies({ENTRY} > 0, {ENTRY} > 5)", f", given=lambda at: {ENTRY} <= 0",
        "its hypothesis L_(1, 1) > 0 is true at no point that satisfies the hypothesis of the step",
    ),
    "for every permutation": (
        f"every_permutation(lambda P: implies(point.permuted(P)[1, 1] > 1, {ENTRY} > 5))", "",
        "its hypothesis (L P)_(1, 1) > 1 is true at no point, for no P",
    ),
}  # fmt: skip
NEITHER = {
    "iff": (f"({ENTRY} > 3) == ({ENTRY} > 4)", "", "both sides of L_(1, 1) > 3 iff L_(1, 1) > 4 are false at every point"),
    "both implications": (
        f"implies({ENTRY} > 3, {ENTRY} > 4) & implies({ENTRY} > 4, {ENTRY} > 3)", "",
        "both sides of L_(1, 1) > 3 iff L_(1, 1) > 4 are false at every point",
    ),
    "at every place": (
        "every(at.columns, lambda j: (at.f(point)[1, j] < 0) == (point[1, j] == 2))", "",
        "both sides of f(L)_(1, j) < 0 iff L_(1, j) = 2 are false at every point, for every j",
    ),
    "under a hypothesis": (
        f"implies({ENTRY} == 1, ({ENTRY} == 0) == (({ENTRY} > 1) | ({ENTRY} < 0)))", "",
        "both sides of L_(1, 1) = 0 iff (L_(1, 1) > 1 or L_(1, 1) < 0) are false at every point where L_(1, 1) = 1",
    ),
    "under that of the step": (
        f"({ENTRY} == 0) == ({ENTRY} > 1)", f", given=lambda at: {ENTRY} == 1",
        "both sides of L_(1, 1) = 0 iff L_(1, 1) > 1 are false at every point that satisfies the hypothesis of the step",
    ),
}  # fmt: skip
SOMEWHERE = {
    "at every other point": f"implies({ENTRY} > 0, {ENTRY} == 1)",
    "at the last point": f"implies(total(at.columns, lambda j: point[1, j]) >= at.n, {ENTRY} == 1)",
    "at the last place": f"every(at.columns, lambda j: implies(j >= at.n, {ENTRY} <= 1))",
    "iff": f"({ENTRY} > 0) == ({ENTRY} == 1)",
    "iff at the last point": "(total(at.columns, lambda j: point[1, j]) >= at.n) == every(at.columns, lambda j: "
    "point[1, j] == 1)",
    "iff, one side of which is true everywhere": f"({ENTRY} < 3) == ({ENTRY} < 4)",
    "a choice": f"({ENTRY} <= 3) | ({ENTRY} > 4)",
}


def decided(said: str, options: str = "over=bits", n: int = 7, **how: Any) -> Decision:
    return check(made_here(f'{HEAD}@lemma.states("x", {options})\ndef x(at):\n    return {said}\n'), d=1, n=n, **how)


@pytest.mark.parametrize(("said", "options", "told"), NOWHERE.values(), ids=list(NOWHERE))
def test_what_is_true_at_no_point_is_told(said: str, options: str, told: str) -> None:
    decision = decided(said, f"over=bits{options}", n=3)
    assert decision.verdict == "holds"
    assert list(true_nowhere(decision.problem, decision["x"])) == [told]
    lines = [line.strip() for line, _ in report(decision)]
    assert told in lines
    assert "; a hypothesis of x is true at no point" in lines[-1]
    assert f"  x: {told}"[:110] in repr(decision)
    assert told in repr(decision["x"])
    assert box(decision, None, 0)["steps"][0]["nowhere"] == [told]


@pytest.mark.parametrize(("said", "options", "told"), NEITHER.values(), ids=list(NEITHER))
def test_iff_whose_sides_are_both_false_at_every_point_is_told(said: str, options: str, told: str) -> None:
    decision = decided(said, f"over=bits{options}", n=3)
    assert decision.verdict == "holds"
    assert list(true_nowhere(decision.problem, decision["x"])) == [told]
    lines = [line.strip() for line, _ in report(decision)]
    assert told in lines
    assert lines[-1].endswith("; both sides of an iff of x are false at every point")
    assert told in repr(decision["x"])
    assert box(decision, None, 0)["steps"][0]["nowhere"] == [told]
    assert certificate(decision).partition('"run"')[0] == certificate(decide(decision.problem)).partition('"run"')[0]


def test_an_iff_of_the_instance_alone() -> None:
    assert decided("(at.n > 3) == (at.n > 2)", "name='x'").results[0].nowhere == ()
    decision = decided("(at.n > 4) == (at.n > 5)", "name='x'", n=2)
    assert list(true_nowhere(decision.problem, decision["x"])) == ["both sides of n > 4 iff n > 5 are false here"]


@pytest.mark.parametrize("how", [{}, {"engine": "literal"}, {"jobs": 2}], ids=["", "literal", "jobs"])
@pytest.mark.parametrize("said", SOMEWHERE.values(), ids=list(SOMEWHERE))
def test_what_is_true_at_some_point_is_not(said: str, how: dict[str, Any]) -> None:
    """Also where that is far behind the first points."""
    decision = decided(said, **how)
    assert (decision.verdict, decision["x"].nowhere) == ("holds", ())
    assert "nowhere" not in box(decision, None, 0)["steps"][0]


def test_a_step_without_points_is_read_at_the_instance() -> None:
    said = "implies(at.n > 3, at.n > 2)"
    assert decided(said, "name='x'").results[0].nowhere == ()
    decision = decided(said, "name='x'", n=2)
    assert list(true_nowhere(decision.problem, decision["x"])) == ["its hypothesis n > 3 is false here"]


@pytest.mark.parametrize(
    ("said", "options", "verdict"),
    [
        (f"implies({ENTRY} > 4, {ENTRY} > 5) & ({ENTRY} > 0)", "over=bits", "refuted"),
        (f"implies({ENTRY} > 4, {ENTRY} > 5)", f"over=bits, given=lambda at: {ENTRY} > 4", "vacuous"),
        (f"implies({ENTRY} > 4, {ENTRY} > 5)", "over=bits, fold='some'", "holds"),
    ],
)
def test_other_steps_are_not_asked(said: str, options: str, verdict: str) -> None:
    decision = decided(said, options, n=2)
    assert (decision.verdict, decision["x"].nowhere) == (verdict, ())


def test_nothing_is_said_of_what_was_not_decided() -> None:
    decision = decided(NOWHERE["no entry is above 1"][0], max_points=1)
    assert (decision.verdict, decision["x"].nowhere) == ("inconclusive", ())


def test_certificates_do_not_know_of_it_and_claims_of_papers_are_not_asked() -> None:
    decision = decided(NOWHERE["no entry is above 1"][0])
    assert certificate(decision).partition('"run"')[0] == certificate(decide(decision.problem)).partition('"run"')[0]
    claim, _ = find("lemma10")
    assert all(result.nowhere == () for result in check(claim, d=1, n=2).results)


def test_a_command_tells_it_of_one_instance_and_of_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said, _, told = NOWHERE["no entry is above 1"]
    write(f'@lemma.states("x", over=bits)\ndef x(at):\n    return {said}\n')
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--no-certificate"]) == 0
    assert f"               {told}\n" in capsys.readouterr().out
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2..3", "--no-certificate"]) == 0
    assert capsys.readouterr().out.count("; a hypothesis is true at no point: x\n") == 2
    write(f'@lemma.states("x", over=bits)\ndef x(at):\n    return {NEITHER["iff"][0]}\n')
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2..3", "--no-certificate"]) == 0
    assert capsys.readouterr().out.count("; both sides of an iff are false at every point: x\n") == 2
    assert main(["cite", "my_lemma.py::lemma", "--d", "1", "--n", "2"]) == 0
    told = " ".join(capsys.readouterr().out.replace("\n%", " ").split())
    assert (
        "iff L_(1, 1) > 4 are false at every point: that one is true where the other is was asserted nowhere." in told
    )


def test_it_is_asked_within_what_the_decision_left_of_its_budget() -> None:
    said, options, _ = NOWHERE["no entry is above 1"]
    decision = decided(said, f"over=bits{options}", n=3)
    assert decision["x"].nowhere
    taken = float(decision.run["seconds"])
    assert not with_hypotheses(decision, 1, taken)["x"].nowhere
    assert with_hypotheses(decision, 1, taken + 60)["x"].nowhere == decision["x"].nowhere
