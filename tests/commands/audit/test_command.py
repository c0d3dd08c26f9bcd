"""`exactua audit`: exit codes, formats, and messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua import verifier
from exactua.commands.group import main

QUICK = ["--over", "network", "--over", "term", "--jobs", "1"]


def test_an_audit_in_which_all_is_caught(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "so2020:position_encoding", *QUICK]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Audit of 1 claim at 3 instances: ")
    assert "mutants that are not equivalent were caught by the evaluators and" in out


def test_a_survivor_is_shown_with_its_diff(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "verify", lambda content, seconds: None)
    assert main(["audit", "so2020:position_encoding", *QUICK]) == 1
    lines = capsys.readouterr().out.splitlines()
    first = lines.index(next(line for line in lines if line.startswith("SURVIVED: ")))
    assert lines[first + 2].startswith("  - ")
    assert lines[first + 3].startswith("  + ")
    again = next(line for line in lines[first:] if line.startswith("  again: exactua audit --only '"))
    monkeypatch.undo()
    assert main(["audit", "--only", again.split("'")[1]]) == 0
    assert "CAUGHT: " in capsys.readouterr().out


def test_a_disagreement_is_a_failure(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(content: bytes, seconds: float) -> None:
        raise verifier.Refused("no")

    monkeypatch.setattr(verifier, "verify", refuses)
    assert main(["audit", "so2020:position_encoding", *QUICK]) == 4
    assert "DISAGREEMENT: " in capsys.readouterr().out.splitlines()[2]


def test_a_budget_that_runs_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "so2020:position_encoding", *QUICK, "--budget", "0s"]) == 3
    assert "claims not evaluated: 1 (the budget ran out" in capsys.readouterr().out


def test_data_for_programs_and_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written, page, score = (tmp_path / name for name in ("audit.json", "audit.md", "score.json"))
    asked = ["audit", "lemma8.property3", "--d", "1", "--n", "2", "--delta", "1/3", *QUICK]
    assert main([*asked, "--format", "json", "-o", str(written)]) == 0
    assert main([*asked, "--format", "markdown", "-o", str(page), "--score", str(score)]) == 0
    data = json.loads(written.read_text())
    assert capsys.readouterr().out.splitlines() == [
        f"{len(data['rows'])} mutants in {path}" for path in (written, page)
    ]
    assert (data["format"], data["exit_code"]) == ("exactua-audit/1", 0)
    assert data["claims"][0]["instances"] == [{"d": 1, "n": 2, "m": 3}]
    assert data["score"]["caught"] == data["score"]["counted"] > 10
    assert "| yun2020:lemma8 | 1 | 1 |" in page.read_text()
    measured = json.loads(score.read_text())
    assert measured["claims"]["yun2020:lemma8"]["counted"] == data["score"]["counted"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nothing"], "label: no claim 'nothing'"),
        (["lemma8", "--over", "layers"], "over: 'layers' is not valid; choose from network, term, certificate"),
        (["lemma8", "--format", "xml"], "format: 'xml' is not valid; choose one of text, markdown, latex, html, json"),
        (["lemma8", "lemma10", "--d", "1", "--n", "2"], "box: --d, --n, --delta and -p go with one claim"),
        (["lemma8", "--only", "x"], "only: an id names its claim and its instance; leave out other arguments"),
        (["--only", "x"], "only: 'x' is not the id of a mutant; copy one such as"),
        (["lemma8", "--budget", "soon"], "budget: 'soon' is not a duration"),
        (["lemma8", "--d", "1", "--n", "x"], "n: 'x' is not an integer or a range"),
        (["lemma8", "--output", "/nowhere/at/all.md"], "output: there is no folder /nowhere/at"),
        (["lemma8", "--score", "/nowhere/at/all.json"], "score: there is no folder /nowhere/at"),
    ],
)
def test_wrong_usage(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"exactua: {says}")


def test_a_claim_of_a_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my_lemma.py"
    assert main(["new", str(path)]) == 0
    capsys.readouterr()
    assert main(["audit", f"{path}::lemma", "--d", "1", "--n", "2", "--mutants", "1", "--jobs", "2"]) == 0
    assert "mutants that are not equivalent were caught" in capsys.readouterr().out
