"""`exactua relax`: what it prints, what it writes, and how it refuses."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from exactua.commands.group import main

pytestmark = pytest.mark.usefixtures("decided_once")


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["relax", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_hypothesis_that_breaks(capsys) -> None:
    code, out, err = run(capsys, "lemma8", "--drop", "delta^{-1} >= 2")
    assert (code, err) == (0, "")
    assert "\nBREAKS  hypothesis: delta^-1 >= 2  ->  delta = 1\n" in out
    assert "first       t_l_positive (statement) is false: 0 < t_l\n" in out
    assert "least       d = 1, n = 2, delta = 1: t_l > 0 is false: 0 on the left, 0 on the right\n" in out


def test_the_replay_finds_the_same(capsys) -> None:
    _, out, _ = run(capsys, "lemma10", "--drop", "n >= 2", "--format", "json")
    (finding,) = json.loads(out)["findings"]
    program, *arguments = shlex.split(finding["first"]["replay"])
    assert program == "exactua"
    assert main([*arguments, "--format", "json"]) == 0
    (again,) = json.loads(capsys.readouterr().out)["findings"]
    assert again["first"] == {**finding["first"], "also": []}
    witness = finding["first"]["witness"]
    assert (witness["points"], witness["relation"]) == ([[[0]]], "<=")
    assert witness["left"] > witness["right"]


def test_what_does_not_break_says_where(capsys) -> None:
    code, out, _ = run(capsys, "global_shift", "--drop", "condition of other_rows")
    assert code == 0
    assert "\nDOES NOT BREAK  condition: condition of other_rows  ->  without: d >= 2\n" in out
    assert re.search(
        r"scope       1 step on \d+ instances \(d = 1..3, n = 2..5, delta = 1/2..1/8\), [\d,]+\s+eval", out
    )


def test_a_table_in_three_formats(capsys, tmp_path: Path) -> None:
    box = ("--d", "1", "--n", "2,1", "--delta", "1..1/2", "--jobs", "1")
    code, out, _ = run(capsys, "lemma10", *box)
    assert code == 0
    assert out.count("->") == 13
    code, out, _ = run(capsys, "lemma10", *box, "--format", "markdown")
    assert len([line for line in out.splitlines() if line.startswith("| ")]) == 13 + 1
    path = tmp_path / "table.json"
    code, out, _ = run(capsys, "lemma10", *box, "--format", "json", "-o", str(path))
    assert (code, out) == (0, f"13 relaxations in {path}\n")
    data = json.loads(path.read_text())
    assert (data["format"], data["exit_code"]) == ("exactua-relax/1", 0)
    assert {finding["outcome"] for finding in data["findings"]} == {"breaks", "does not break"}
    for finding in data["findings"]:
        assert (finding["first"] is None) == (finding["outcome"] == "does not break")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lemma8", "--drop", "delta^-1 >= 3"], "did you mean 'delta^-1 >= 2'?"),
        (["lema8"], "did you mean lemma8?"),
        (["yun2020", "--drop", "n >= 2"], "yun2020 is a paper"),
        (["lemma8", "--format", "xml"], "choose one of text, markdown, latex, html, json"),
        (["lemma8", "--delta", "1/0"], "delta"),
        (["lemma8", "--n", "two"], "n: 'two'"),
        (["lemma8", "--drop", "n >= 2", "--n", "2"], "there is no instance to try with n in [2]"),
        (["lemma8", "-o", "/nowhere/at/all"], "output: there is no folder /nowhere/at"),
        (
            ["lemma8", "--drop", "n >= 2", "--drop", "delta^-1 >= 2"],
            "drop: 2 are given; one thing is dropped at a time",
        ),
        (["lemma8", "--d", "9"], "d: every instance with d in [9] is larger than 20,000"),
    ],
)
def test_wrong_usage(capsys, arguments: list[str], message: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("exactua: ")
    assert message in err
    assert err.count("\n") == 1


def test_the_help_names_its_exit_codes(capsys) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert "Exit codes: 0 it ran, whatever breaks; 2 wrong usage" in out


def test_a_drop_breaks_nothing_where_nothing_was_said(capsys) -> None:
    # at d = 1, n = 4, delta = 1/2 no four columns are different, with and without an entry -delta^(-nd)
    box = ["--d", "1", "--n", "4", "--delta", "1/2"]
    for drop in ([], ["--drop", "no entry is -delta^(-nd)"]):
        _, out, _ = run(capsys, "lemma8.property1", *box, *drop)
        row = out[out.index("INCONCLUSIVE  domain: no entry is -delta^(-nd)") :]
        assert "as written too there is nothing to quantify over: property1" in row
