"""`exactua.relax`: what the command finds, of labels and of claims that are made at the prompt, with processes too."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from exactua import find, relax
from exactua.commands.group import main
from exactua.commands.relax import work
from exactua.commands.relax.record import RelaxationTable
from exactua.errors import InputError
from tests.own_files import HEAD, STEPS, cell, made_here
from tests.printing.notebook.test_pages import html, tables

NEEDED = (
    HEAD
    + STEPS.replace("> point", "> point[1, j] - 1 + 0 * point")
    + """
@lemma.requires("n >= 2")
def two(at):
    return at.n >= 2
@lemma.states("there are two columns", over=bits)
def columns(at):
    return at.n >= 2
"""
)


def outcomes(table: RelaxationTable) -> list[tuple[str, str, str]]:
    return [
        (finding.name, str(finding.outcome), finding.first.step.name if finding.first else "")
        for finding in table.findings
    ]


def test_it_is_what_the_command_finds() -> None:
    options = {"d": [1], "n": [2], "m": [1]}
    asked = relax("lemma10", "delta^{-1} >= 2", d=1, n=2, delta=1)
    assert asked == work.relax("lemma10", "delta^{-1} >= 2", only=options)
    assert outcomes(relax(find("lemma10")[0], "delta^{-1} >= 2", d=1, n=2, delta=1)) == outcomes(asked)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_claim_that_is_made_here(jobs: int) -> None:
    table = relax(cell(NEEDED)["lemma"], d=1, n=[1, 2], jobs=jobs)
    assert outcomes(table)[0] == ("n >= 2", "breaks", "columns")
    assert {finding.claim for finding in table.findings} == {"notebook:lemma"}


def test_two_claims_of_one_name_do_not_mix() -> None:
    first, second = cell(NEEDED)["lemma"], made_here()
    for lemma, names in ((first, ["n >= 2"]), (second, []), (first, ["n >= 2"])):
        table = relax(lemma, d=1, n=[1, 2], jobs=2)
        assert [finding.name for finding in table.findings if finding.kind == "hypothesis"] == names


def test_one_step_alone() -> None:
    table = relax((cell(NEEDED)["lemma"], "rises"), "n >= 2", d=1, n=1)
    assert outcomes(table) == [("n >= 2", "does not break", "")]


def test_it_is_told_in_few_lines_and_as_a_page_without_a_command_that_would_find_nothing() -> None:
    table = relax(cell(NEEDED)["lemma"], "n >= 2", d=1, n=1)
    assert repr(table).split("\n") == [
        "notebook:lemma: 1 relaxation: 1 breaks",
        "  breaks: n >= 2  ->  n = 1",
        "    columns (statement) is false: there are two columns",
        "    d = 1, n = 1: L = [0]: n >= 2 is false: 1 on the left, 2 on the right",
    ]
    assert "exactua relax" not in table._repr_html_()
    (rows,) = tables(table._repr_markdown_())
    assert [row[2] for row in rows] == ["result", "**breaks**"]
    assert "this says nothing about other instances" in "".join(html(table).words)


@pytest.mark.parametrize(
    ("label", "options", "message"),
    [
        ("lemma10", {"drop": "m >= 3"}, "drop: yun2020:lemma10 has no relaxation 'm >= 3'"),
        ("yun2020", {"drop": "n >= 2"}, "drop: yun2020 is a paper; name the claim"),
        ("lemma10", {"d": 0}, "d: 0 is not valid"),
        ("lemma10", {"jobs": 0}, "jobs: 0 is not valid"),
        (3, {}, "label: 3 is neither a label nor a claim"),
    ],
)
def test_what_is_wrong_is_one_sentence(label: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        relax(label, **options)
    assert str(caught.value).startswith(message)


FIXED = """\
from exactua.authoring import *
doubled = claim("doubled")
bits = levels("bits", 0, 1, 2)
@doubled.network("f")
def f(values):
    one = [[1, 0], [0, 1]]
    if values["n"] < 2:
        raise ValueError("two columns at least")
    return Network(2, [FeedForwardLayer(one, [0, 0], one, [0, 0], RELU)])
@doubled.states("a first entry above 0 grows", over=bits, given=lambda at: point[1, 1] > 0)
def grows(at):
    return at.f(point)[1, 1] > point[1, 1]
"""


def test_a_network_that_fixes_d_is_tried_at_that_d_alone() -> None:
    doubled = cell(FIXED)["doubled"]
    for drop in ("condition of grows", "strictness of the condition of grows"):
        (finding,) = relax(doubled, drop).findings
        assert str(finding.outcome) == "breaks"
        assert finding.boxes == ({"d": 2, "n": 2},)
    with pytest.raises(InputError, match=r"the network maps 2 x n to 2 x n, but d = 1 here"):
        relax(doubled, "condition of grows", d=1, n=2)


def test_a_hypothesis_that_no_size_violates_has_no_instance() -> None:
    doubled = cell(FIXED + '@doubled.requires("d >= 2")\ndef two(at):\n    return at.d >= 2\n')["doubled"]
    (finding,) = relax(doubled, "d >= 2").findings
    assert finding.notes == ("no instance tried violates it (with d = 2)",)
    assert finding.boxes == ()


LADDER = """\
from exactua.authoring import *
bits = levels("bits", 0, 1, 1)
small = claim("small", parameters=("d", "n", Parameter("q", "how many", ladder=(1, 2)), Parameter("r", "which", choices=("x", "y"), ladder=("x",))))
@small.requires("q is at most 2")
def few(at):
    return at.q <= 2
@small.states("q is at most 3", over=bits)
def bounded(at):
    return at.q <= 3
"""


def test_what_is_not_on_the_ladder_is_not_said_to_be_nowhere() -> None:
    """Which values of its parameters were tried is told, and what tries others."""
    small = cell(LADDER)["small"]
    (finding,) = relax(small, "q is at most 2").findings
    assert str(finding.outcome) == "inconclusive"
    assert finding.notes == ("no instance tried violates it (with q = 1, 2); -p q=... names others",)
    (stays,) = relax(small, "q is at most 2", d=1, n=2, q=3).findings
    assert (str(stays.outcome), stays.boxes) == ("does not break", ({"d": 1, "n": 2, "q": 3, "r": "x"},))
    (breaks,) = relax(small, "q is at most 2", d=1, n=2, q=range(3, 6), r="y").findings
    assert breaks.first is not None
    assert dict(breaks.first.problem.parameters) == {"d": 1, "n": 2, "q": 4, "r": "y"}
    with pytest.raises(InputError, match=r"box: there is no instance to try with q in \[1, 2\]"):
        relax(small, "q is at most 2", q=[1, 2])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"z": 1}, r"z: notebook:small has no such parameter; it has d, n, q, r"),
        ({"q": "3"}, r"q: '3' is not valid; give an integer"),
        ({"q": [1, 2.5]}, r"q: 2.5 is not valid; give an integer"),
        ({"r": "z"}, r"r: 'z' is not valid; give one of x, y"),
        ({"r": 1}, r"r: 1 is not valid; give one of x, y"),
    ],
)
def test_another_parameter_is_one_of_the_claim_with_a_value_of_its_own(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        relax(cell(LADDER)["small"], "q is at most 2", **given)
    with pytest.raises(InputError, match="yun2020 is a paper; name the claim whose parameter is meant"):
        relax("yun2020", q=3)


def test_the_command_takes_other_parameters_and_replays_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(LADDER)
    drop = ["relax", "mine.py::small", "--drop", "q is at most 2"]
    assert main(drop) == 0
    assert "note        no instance tried violates it (with q = 1, 2); -p q=... names others" in capsys.readouterr().out
    assert main([*drop, "--d", "1", "--n", "2", "-p", "q=3..5"]) == 0
    out = capsys.readouterr().out
    replay = 'exactua relax mine.py::small.bounded --drop "q is at most 2" --d 1 --n 2 -p q=4'
    assert f"replay      {replay}\n" in out
    assert main(shlex.split(replay)[1:]) == 0
    assert "BREAKS" in capsys.readouterr().out
    for option, said in (
        ("z=1", "z: mine:small has no such parameter; it has d, n, q, r"),
        ("q=x", "q: 'x' is not an integer or a range; write 3, 1..3 or 1,3"),
        ("n=2", "p: 'n=2' has an option of its own; write --n 2"),
    ):
        assert main([*drop, "-p", option]) == 2
        assert capsys.readouterr().err == f"exactua: {said}\n"
    assert main(["relax", "yun2020", "-p", "q=1"]) == 2
    assert "p: yun2020 is a paper; name the claim whose parameters are meant" in capsys.readouterr().err
