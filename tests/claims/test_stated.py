"""Lengths that a hypothesis excludes are left out and told, where nobody asked for them; those asked for are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exactua import InputError, check
from exactua.authoring import claim, parameter, tokens, words
from exactua.claims.registry import find
from exactua.claims.stated import stated_among
from exactua.commands.group import main
from exactua.evidence.boxes import ladder

FILE = """
from exactua.authoring import Parameter, claim, tokens, words

ab = words("words", tokens("a b"), "1..4")
few = claim("few", words=ab)


@few.requires("{says}")
def long(at):
    return {condition}


@few.states("a word has at most four a", over=ab)
def at_most(at):
    return ab.count("a") <= 4
"""


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(says: str, condition: str) -> None:
    Path("few.py").write_text(FILE.format(says=says, condition=condition))


def run(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("says", "condition", "left", "told"),
    [
        ("n >= 2", "at.n >= 2", (2, 3, 4), "n = 1 is left out, as few is stated for n >= 2 only"),
        ("n is even", "at.n % 2 == 0", (2, 4), "n = 1, 3 are left out, as few is stated for n is even only"),
        ("n = 3", "at.n == 3", (3,), "n = 1, 2, 4 are left out, as few is stated for n = 3 only"),
    ],
)
def test_lengths_that_are_excluded_are_left_out_in_one_line(
    capsys: Any, says: str, condition: str, left: tuple[int, ...], told: str
) -> None:
    written(says, condition)
    code, out, err = run(capsys, "check", "few.py::few")
    assert (code, err) == (0, f"note: {told}\n")
    assert [n for n in range(1, 5) if f"n = {n}: " in out or f"n = {n}\n" in out] == [*left]
    assert {path.name for path in Path(".exactua").glob("*.json")} == {f"few.few.d2n{n}.json" for n in left}
    decision = check("few.py::few")
    assert tuple(each.problem.parameters["n"] for each in decision.instances or (decision,)) == left
    assert {box["n"] for box in ladder(find("few.py::few")[0])} == {*left}


def test_an_instance_that_is_asked_for_is_refused(capsys: Any) -> None:
    written("n >= 2", "at.n >= 2")
    for n in ("1", "1..4"):
        code, out, err = run(capsys, "check", "few.py::few", "--n", n)
        assert (code, out, err) == (2, "", "exactua: d = 2, n = 1: few.py states few for n >= 2 only\n")
        with pytest.raises(InputError, match=r"n = 1: few.py states few for n >= 2 only"):
            check("few.py::few", n=n)
    assert run(capsys, "check", "few.py::few", "--n", "2..3", "--no-certificate")[::2] == (0, "")


def test_where_no_length_is_left_the_claim_is_refused(capsys: Any) -> None:
    written("n >= 9", "at.n >= 9")
    code, out, err = run(capsys, "check", "few.py::few")
    assert (code, out, err) == (2, "", "exactua: d = 2, n = 1: few.py states few for n >= 9 only\n")
    with pytest.raises(InputError, match="states few for n >= 9 only"):
        check("few.py::few")


def test_commands_of_one_instance_offer_what_is_left(capsys: Any) -> None:
    written("n >= 3", "at.n >= 3")
    step = "few.py::few.at_most"
    assert run(capsys, "explain", step) == (2, "", "exactua: n: missing; few:few has n = 3, 4; give one\n")
    written("n >= 4", "at.n >= 4")
    assert "\nat d = 2, n = 4\n" in run(capsys, "explain", step)[1]


def test_a_manifest_that_is_offered_has_the_lengths_that_are_left(capsys: Any) -> None:
    written("n >= 2", "at.n >= 2")
    assert 'n = "2..4"' in run(capsys, "report", "html", "few.py", "-o", "site")[2]
    written("n is even", "at.n % 2 == 0")
    assert 'n = "2,4"' in run(capsys, "report", "html", "few.py", "-o", "site")[2]


def test_only_what_violates_a_hypothesis_is_left_out() -> None:
    ab = words("words", tokens("a b"), "1..3")
    few = claim("few", words=ab)
    few.requires("n >= 2")(lambda at: at.n >= 2)
    few.states("a step", over=ab, name="step")(lambda at: ab.count("a") <= parameter("n"))
    boxes = [{"n": n, "d": d} for n in (1, 2, 3) for d in (2, 5)]
    assert stated_among(few, boxes, {"n", "d"}) == (boxes, "")  # as they were asked for
    kept, told = stated_among(few, boxes, ())
    assert kept == [box for box in boxes if box != {"n": 1, "d": 2}]  # d = 5 is no instance at all, and told elsewhere
    assert told == "1 of 6 instances are left out, as few is stated for n >= 2 only"
