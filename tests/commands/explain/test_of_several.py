"""`explain` of steps about a family: the members that matter, with their weights, at words with both values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exactua.commands.group import main

FILE = """
from itertools import product

from exactua.authoring import (
    AttentionHead, AttentionLayer, Network, claim, for_all_of, for_some_of, point, tokens, words
)

ab = words("words", tokens("a b"), "1..3")
heads = claim("heads", words=ab)


@heads.family("head", product((-1, 0, 1), repeat=2))
def head(values, weights):
    none = [[0, 0]]
    return Network(2, [AttentionLayer([AttentionHead([[1], [0]], [[*weights]], none, none)])])


def said(name, of, fold, value):
    @heads.states(name, over=ab, fold=fold, name=name)
    def step(at):
        return of(at.head, lambda f: f(point)[1, 1] == (point[1, 1] if value is None else value))


said("none_counts", for_all_of, "not each", None)
said("one_keeps", for_some_of, "each", None)
said("each_reaches_one", for_all_of, "some", 1)
said("one_is_seven", for_some_of, "each", 7)
said("one_is_two", for_some_of, "some", 2)
said("one_fails", for_some_of, "not each", None)
"""


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("heads.py").write_text(FILE)


def explained(capsys: Any, step: str, *more: str) -> list[str]:
    assert main(["explain", f"heads.py::heads.{step}", "--n", "2", *more]) == 0
    lines = capsys.readouterr().out.splitlines()
    return lines[next(k for k, line in enumerate(lines) if line.startswith(("TRUE", "FALSE"))) :]


def test_a_step_that_holds_of_one_shows_that_one(capsys: Any) -> None:
    assert explained(capsys, "one_keeps")[:5] == [
        "TRUE",
        "",
        "in parts",
        "  1 of 9 conditions is true at every point",
        '    head_5(L)_(1, 1) = L_(1, 1): true  (head_5 of (0, 0), at L = "a a": 1 on the left, 1 on the',
    ]


def test_a_step_that_is_false_of_all_shows_each_at_its_least_point(capsys: Any) -> None:
    lines = explained(capsys, "one_is_seven")
    assert lines[0] == "FALSE: none of the 9 conditions is satisfied by every point"
    assert lines[3] == "  0 of 9 conditions are true at every point"
    assert '    head_1(L)_(1, 1) = 7: FALSE  (head_1 of (-1, -1), at L = "a a": 0 on the left, 7 on the right)' in lines
    assert "    ... 5 more" in lines
    assert sum("FALSE  (head_" in line for line in lines) == 4


def test_a_step_that_one_contradicts_shows_that_one(capsys: Any) -> None:
    lines = explained(capsys, "each_reaches_one")
    assert lines[0] == "FALSE: no point satisfies head_1(L)_(1, 1) = 1  (head_1 of (-1, -1))"
    assert lines[3] == "  6 of 9 conditions are true at some point"
    assert '    head_1(L)_(1, 1) = 1: FALSE  (head_1 of (-1, -1), at L = "a a": 0 on the left, 1 on the right)' in lines
    assert sum("(head_" in line for line in lines[3:]) == 1
    contradicted = explained(capsys, "none_counts")
    assert contradicted[0].startswith("FALSE: every point satisfies head_5(L)_(1, 1) = L_(1, 1)")
    assert contradicted[3] == "  8 of 9 conditions are false at some point"
    assert (
        '    head_5(L)_(1, 1) = L_(1, 1): true  (head_5 of (0, 0), at L = "a a": 1 on the left, 1 on the'
        in contradicted
    )


def test_a_point_at_which_one_is_so_names_that_one(capsys: Any) -> None:
    assert explained(capsys, "one_is_two")[0] == (
        "TRUE at this point: head_7(L)_(1, 1) = 2  (2 on the left, 2 on the right)  (head_7 of (1, -1))"
    )
    assert " ".join(explained(capsys, "one_fails")[:2]) == (
        "TRUE at this point: head_1(L)_(1, 1) = L_(1, 1) is false: 0 on the left, 1 on the right  (head_1 of   (-1, -1))"
    )


def test_at_a_point_that_is_asked_for_they_are_read_there(capsys: Any) -> None:
    lines = explained(capsys, "one_keeps", "--at", "b a")
    assert lines[1] == "  3 of 9 conditions are true at L"
    assert "    head_5(L)_(1, 1) = L_(1, 1): true  (head_5 of (0, 0), 0 on the left, 0 on the right)" in lines


def test_as_data(capsys: Any) -> None:
    assert main(["explain", "heads.py::heads.one_is_seven", "--n", "2", "--format", "json"]) == 0
    tree = json.loads(capsys.readouterr().out)["tree"]
    assert (tree["text"], tree["value"], tree["note"]) == ("0 of 9 conditions are true at every point", None, None)
    assert [part["value"] for part in tree["parts"]] == [False, False, False, None, False]


LOST = """
from exactua.authoring import claim, every, implies, log, levels, point, tokens, words

ab = words("words", tokens("a b"), "1..3")
shares = claim("shares", words=ab)
bits = levels("bits", 0, 1, 2)
logs = claim("logs")


@shares.states("at most one b for each a", over=ab, given=lambda at: ab.count("b") > 0)
def ratio(at):
    return ab.count("b") / ab.count("a") <= 1


@logs.states("the logarithm of what is above 0", over=bits)
def guarded(at):
    return every(at.columns, lambda j: implies(point[1, j] > 0, log(point[1, j]) <= point[1, j]))
"""


def test_a_step_without_a_value_is_explained_where_it_has_none(capsys: Any) -> None:
    Path("lost.py").write_text(LOST)
    for more in (("--n", "2"), ("--at", "b b")):
        assert main(["explain", "lost.py::shares.ratio", *more]) == 3
        out = capsys.readouterr().out
        assert 'point       L = "b b" = [0 0; 1 1], in words (rank 3)' in out
        assert "\nWITHOUT A VALUE at this point: division by zero\n" in out
        assert ("the least at which it has no value" in out) == ("--n" in more)
    assert main(["explain", "lost.py::shares.ratio", "--at", "a b"]) == 0
    assert "\nTRUE: 1 on the left, 1 on the right\n" in capsys.readouterr().out


def test_an_implication_without_a_value_says_what_guards(capsys: Any) -> None:
    Path("lost.py").write_text(LOST)
    assert main(["check", "lost.py::logs", "--d", "1", "--n", "2"]) == 2
    assert capsys.readouterr().err == (
        "exactua: lost.py:15: step guarded: the logarithm of 0, which is not above 0 (at [0 0], bits, rank 0); implies"
        " evaluates both sides; write given= or, in its conclusion, when(p, x, 1)\n"
    )
    assert main(["explain", "lost.py::logs.guarded", "--d", "1", "--n", "2", "--at", "0 1"]) == 2
    assert capsys.readouterr().err.startswith("exactua: lost.py:15: step guarded: the logarithm of 0")


def test_where_a_range_has_no_value_its_first_number_without_one_is_told(capsys: Any) -> None:
    Path("lost.py").write_text(LOST.replace("over=bits", "over=ab").replace('claim("logs")', 'claim("logs", words=ab)'))
    assert main(["explain", "lost.py::logs.guarded", "--at", "a b"]) == 3
    out = capsys.readouterr().out
    assert "(without a value at j = 2)" in out
    assert "log(L_(1, 2)) <= L_(1, 2)  (without a value)" in out
