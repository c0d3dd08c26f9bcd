"""`derive`: the lines between both sides of a bound, how each is known, and exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.derive.work import derive
from exactua.commands.group import main

UPPER = """yun2020:lemma10.upper_bound: top <= D^n (D - 1) - (D - 1)^2
  says: l~_n <= delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2
  D := m^d
  terms count ids in units of delta

      top
  <=  l_n + D (l_1 - l_n) + D^n (l_n - l_1)  below_coarsest    holds
  <=  D - 1 + (D^n - D) (D - 1)              coarsest_bounded  holds
  =   D^n (D - 1) - (D^2 - 2 D + 1)          bound_expanded    holds; sympy: the difference expands to 0
  =   D^n (D - 1) - (D - 1)^2                bound_factored    holds; sympy: the difference expands to 0

decided at d = 1, n = 2, delta = 1/2: upper_bound holds
both sides are equal somewhere at 1 of 1 instances, first at d = 1, n = 2, delta = 1/2
sympy's identities are not verdicts; the decisions are about these instances only
"""

OWN = """from exactua.authoring import claim, levels, point

lemma = claim("lemma", parameters=("d", "n"))
bits = levels("bits", 0, 1, 2)
others = levels("others", 5, 1, 2)


def line(says, over=bits, **options):
    return lemma.proof_line(says, over=over, **options)


@lemma.states("square", over=bits)
def bound(at):
    return point[1, 1] <= (at.n + 1) ** 2 - at.n


@lemma.states("strict", over=bits)
def strict(at):
    return point[1, 1] < 1 + at.n


@lemma.states("elsewhere", over=others)
def elsewhere(at):
    return point[1, 1] <= at.n**2 + at.n + 1


@line("a")
def first(at):
    return at.n**2 + at.n + 1 >= 1 * point[1, 1] + 0


@line("b")
def second(at):
    return point[1, 1] <= at.n**2 + at.n + 1


@line("c")
def third(at):
    return (at.n + 1) ** 2 - at.n == at.n**2 + at.n + 1


@line("d")
def wrong(at):
    return 1 + at.n <= point[1, 1]


@line("e", given=lambda at: at.n > 9)
def under_a_hypothesis(at):
    return point[1, 1] <= 1 + at.n
"""


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(OWN)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["derive", *arguments])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_the_upper_bound_of_lemma_10(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "lemma10.upper_bound", "--d", "1", "--n", "2") == (0, UPPER)


def test_the_lower_bound_telescopes_at_each_n() -> None:
    lemma10, _ = find("lemma10")
    derived = derive(lemma10, "lower_bound", [{"d": 1, "n": n, "m": 4} for n in (2, 3)])
    shown = {link.step.name: (link.relation, link.shown) for link in derived.links}
    assert list(shown) == ["above_lower_bound", "telescopes", "above_telescoped", "closed_form"]
    assert shown["telescopes"] == ("=", "the difference expands to 0 at n = 2, 3")
    assert shown["closed_form"] == ("=", "")
    assert set(derived.verdicts["lower_bound"]) == {Verdict.HOLDS}


def test_lines_are_turned_round_and_lead_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = told(capsys, "own.py::lemma.bound", "--d", "1", "--n", "2")
    assert code == 0
    assert [line.split()[-2:] for line in out.splitlines() if line.startswith("  <=")] == [["second", "holds"]]
    assert "=   (n + 1)^2 - n" in out
    assert "third   holds; sympy: the difference expands to 0" in out
    assert (
        "both sides are equal nowhere at 1 instance; by how much, exactua sharpen own.py::lemma.bound measures" in out
    )


def test_a_line_under_a_hypothesis_or_about_other_points_leads_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    for step in ("strict", "elsewhere"):
        code, out = told(capsys, f"own.py::lemma.{step}", "--d", "1", "--n", "2")
        assert "no other lines of the claim lead from one side to the other" in out
        assert code == 0


def test_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "own.py::lemma.wrong", "--d", "1", "--n", "2")[0] == 1
    assert told(capsys, "lemma10.upper_bound", "--d", "1", "--n", "3")[0] == 5
    assert told(capsys, "lemma10.upper_bound")[0] == 0
    for arguments, message in (
        (("lemma10",), "label: lemma10 is a claim; give one of its steps, such as lemma10.lower_bound"),
        (
            ("lemma10.one_to_one",),
            "label: yun2020:lemma10.one_to_one is not a relation between two numbers; derive takes a",
        ),
        (("lemma10.lower_bound", "--d", "1..2", "--n", "2"), "d: '1..2' writes 2 values; give one"),
    ):
        code, out = told(capsys, *arguments)
        assert code == 2
        assert message in out
