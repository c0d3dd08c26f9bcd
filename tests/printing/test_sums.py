"""Of a sum it is said in what relation to which bound it is asserted to stand, and a fold has no points at which it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua import check
from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.printing.text import counted_points
from tests.own_files import HEAD, made_here, write

BODY = """@lemma.define
def K(at):
    return 2 * at.n
@lemma.states("without a relation", over=bits, fold="sum", bound=lambda at: 5)
def plain(at):
    return point[1, 1]
@lemma.states("with one", over=bits, fold="sum", bound=lambda at: at.K - 2, relation="=")
def exactly(at):
    return point[1, 1]
@lemma.states("false", over=bits, fold="sum", bound=lambda at: at.K, relation=">")
def more(at):
    return point[1, 1]
@lemma.states("false of pairs", over=bits, fold="distinct")
def apart(at):
    return point[1, 1]
@lemma.states("false at points", over=bits)
def at_each(at):
    return point[1, 1] > 0
@lemma.states("some", over=bits, fold="some")
def somewhere(at):
    return point[1, 1] > 0
"""
COUNTED = {
    "plain": "4 sequences, sum <= 5",
    "exactly": "4 sequences, sum = K - 2",
    "more": "4 sequences, sum > K",
    "apart": "4 sequences",
    "at_each": "4 sequences, false at 2",
    "somewhere": "4 sequences",
}


def test_what_is_said_beside_the_number_of_points() -> None:
    decision = check(made_here(HEAD + BODY), d=1, n=2)
    assert {result.step.name: counted_points(result) for result in decision.results} == COUNTED
    assert decision["plain"].step.relation == "<="
    assert decision["apart"].failures
    assert decision["more"].verdict == "refuted"


def test_check_and_cite_have_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(BODY)
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2"]) == 1
    assert "  holds        plain      without a relation  [4 sequences, sum <= 5]\n" in capsys.readouterr().out
    assert main(["cite", "my_lemma.py::lemma", "--d", "1", "--n", "2"]) in (0, 1)
    told = " ".join(capsys.readouterr().out.replace("\n%", " ").split())
    assert "Of plain, what is asserted is: sum <= 5. Of exactly, what is asserted is: sum = K - 2." in told


def test_claims_of_papers_say_it_in_their_words() -> None:
    claim, _ = find("yun2020:lemma9")
    results = check(claim, d=1, n=2).results
    assert "sum" in {result.step.fold for result in results}
    assert not [result for result in results if "sum" in counted_points(result)]
