"""A user's own fold through the commands: it is shown in words, decided, explained, traced, relaxed and listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua import verifier
from exactua.commands.group import main

LEMMA = """
from exactua.claims.folds import folding
from exactua.claims.user_files import claim
from exactua.grids.categories import category1, grid_sequences, u
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.terms.tracing import definition, point, when

lemma = claim("lemma", parameters=("d", "n", "m"))


@lemma.define
def D(at):
    return at.m**at.d


@lemma.network("f")
def attend(values):
    d = values["d"]
    one = [[int(i == 0) for i in range(d)]]
    head = AttentionHead([[entry] for entry in one[0]], one, [[0] * d], [[0] * d], [0])
    return Network(d, (AttentionLayer((head,)),), {"output": 1})


@lemma.states(
    "the first ids add up to 9 at most",
    over=(grid_sequences,),
    given=lambda at: point[1, 1] > 0,
    fold=folding(start=[0, 1], next=lambda a, x: [a[1] + x[1], a[2] * 2], holds=lambda a: (a[2] > 1) & (a[1] <= 9)),
)
def adds_up(at):
    return at.m * u.dot(point)[1]


@lemma.proof_line(
    "the greatest entry after f is below 2",
    over=(category1,),
    fold=folding(
        start=[-definition("D")],
        next=lambda a, x: [when(x[1] > a[1], x[1], a[1])],
        holds=lambda a: a[1] < 2,
    ),
)
def greatest_entry(at):
    return at.f(point)[1, at.n]


@lemma.proof_line("nothing", over=(category1,), given=lambda at: point[1, 1] < 0, fold=folding(
    start=[1], next=lambda a, x: [a[1]], holds=lambda a: a[1] > 1))
def nothing(at):
    return point[1, 1]
"""
SMALL = ("--d", "1", "--n", "2", "--delta", "1/3")


@pytest.fixture
def label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(LEMMA)
    return "own.py::lemma"


def out(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(list(arguments)) == code
    return capsys.readouterr().out


def test_show_says_it_in_mathematical_words(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "show", label)
    assert "      for all L in G in every order, one after the other\n" in text
    assert (
        "      where L_(1, 1) > 0: starting with a = (0, 1), for each point a := (a_1 + x_1, a_2 * 2), "
        "where x = (m (u^T L)_1); in the end a_2 > 1 and a_1 <= 9\n"
    ) in text
    assert "starting with a = (-D), for each point a := (max(x_1, a_1)), where x = (f(L)_(1, n));" in text
    assert "starting with a = (1), for each point a := (a_1); in the end a_1 > 1\n" in text
    data = json.loads(out(capsys, "show", f"{label}.nothing", "--format", "json"))
    (step,) = data["steps"]
    first = ["item", ["accumulator"], 1]
    assert step["fold"] == {"start": [1], "next": [first], "holds": [">", first, 1]}


def test_check_decides_it_and_writes_a_certificate(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "check", label, *SMALL)
    assert (
        "  holds        adds_up         the first ids add up to 9 at most  [9 sequences, 6 under the hypothesis]\n"
        in text
    )
    assert "  vacuous      nothing " in text
    (file,) = Path(".exactua").glob("*.json")
    assert verifier.verify(file).verdict == "holds"
    refuted = out(capsys, "check", label, "--d", "1", "--n", "2", "--delta", "1/4", code=1)
    assert "in the end a_1 <= 9 is false: 24 on the left, 9 on the right\n" in refuted
    assert f"replay: exactua explain {label}.adds_up --d 1 --n 2 --delta 1/4\n" in refuted
    assert "false at" not in refuted


def test_explain_shows_what_it_comes_to(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "explain", f"{label}.adds_up", "--d", "1", "--n", "2", "--delta", "1/4")
    assert "FALSE: in the end a_1 <= 9 is false: 24 on the left, 9 on the right\n" in text
    assert "  in the end a = (24, 4096)\n" in text
    assert "  a_2 > 1 and a_1 <= 9: FALSE\n" in text
    assert "no single one: the fold goes through 16 points\n" in text
    data = json.loads(out(capsys, "explain", f"{label}.adds_up", *SMALL, "--at", "1/3 0", "--format", "json"))
    assert (data["accumulated"], data["numbers"], data["true"]) == ([9, 64], [[1]], True)


def test_explain_says_why_nothing_is_asserted(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "explain", f"{label}.nothing", *SMALL)
    assert text.endswith("NOTHING is asserted here: no point satisfies the hypothesis\n")


def test_trace_shows_the_numbers_that_go_in(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "trace", label, *SMALL, "--point", "0 1/3")
    assert "  fold    greatest_entry  passes this point to its fold with x = (1/2)\n" in text


def test_relax_and_errata_go_through_it(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    dropped = out(capsys, "relax", f"{label}.adds_up", *SMALL, code=0)
    assert "condition of adds_up" in dropped
    listed = out(capsys, "errata", "own.py")
    assert "in the end a_1 <= 9 is false" in listed


def test_an_error_in_the_fold_names_the_line_and_the_point(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("own.py").write_text(LEMMA.replace("a[2] * 2]", "a[2] / (a[1] - 1)]"))
    assert main(["check", label, *SMALL]) == 2
    text = capsys.readouterr().err
    assert "step adds_up: the fold of adds_up at G in every order, rank 4: division by zero" in text
    assert "own.py:" in text
    Path("own.py").write_text(LEMMA.replace("a[1] + x[1], a[2] * 2]", "a[1] + x[1]]"))
    assert main(["check", label, *SMALL]) == 2
    assert "next: 1 number given, but start has 2; give one for each number of start" in capsys.readouterr().err
