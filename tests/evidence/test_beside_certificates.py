"""What certificates of own claims do not carry is told where they are cited, on pages, and of several lengths."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from exactua import check
from exactua.claims.dossier import Status
from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.commands.report.site.statuses import LOOKS, look
from exactua.evidence import beside_certificates
from exactua.evidence.beside_certificates import beside
from exactua.evidence.certificate_steps import read_steps, stated
from tests.commands.report.site.documents import Document

CLAIMS = """\
from exactua.authoring import *

ab = words("ab", tokens("a b", positions=lambda j: [1], width=4), "1..3")
powers = words("powers", tokens("a b"), "1..4", where="(ab)+")
uni = claim("uni", words=ab)
lone = claim("lone", words=powers)
lost = claim("lost", words=ab)
z = [[0] * 4]
write = lambda c: Network(4, [AttentionLayer([AttentionHead([[0], [0], [0], [1]], [[0, 0, c, 0]], z, z)])])
uni.family("head", [1, 2, 3])(lambda values, c: write(c))


@uni.states("some head writes the length of every word", over=ab)
def length(at):
    return for_some_of(at.head, lambda f: every(at.columns, lambda j: f(point)[4, j] == at.n))


@uni.states("some head writes a number above 0 for every word", over=ab)
def above(at):
    return for_some_of(at.head, lambda f: f(point)[4, 1] > 0)


@uni.states("there is a word with exactly two b", over=ab, fold="some")
def two(at):
    return how_many(ab.places, lambda j: ab.has("b", j)) == 2


@uni.states("for each head there is a word of which it writes the length", over=ab, fold="some")
def each(at):
    return for_all_of(at.head, lambda f: f(point)[4, 1] == at.n)


@uni.states("no head writes the length of every word", over=ab, fold="not each")
def no_head(at):
    return for_all_of(at.head, lambda f: f(point)[4, 1] == at.n)


@uni.states("some head writes 7", over=ab)
def seven(at):
    return for_some_of(at.head, lambda f: f(point)[4, 1] == 7)


@uni.states("all words begin with a", over=ab)
def begins(at):
    return ab.has("a", 1)


@lone.states("where the first letter is b, all is false", over=powers)
def void(at):
    return implies(powers.has("b", 1), point[1, 1] == 7)


@lone.states("half of the places have a", over=powers)
def half(at):
    return 2 * powers.count("a") == at.n


@lone.states("there is a word that ends in a", over=powers, fold="some")
def ends(at):
    return powers.has("a", powers.last)


@lost.states("at most two letters", over=ab)
def short(at):
    return at.n + ab.count("a") <= 4
"""


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(CLAIMS)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints, in one line."""
    main(arguments)
    return " ".join(capsys.readouterr().out.split())


def cited(capsys: pytest.CaptureFixture[str], label: str, n: int) -> str:
    return told(capsys, "cite", f"own.py::{label}", "--n", str(n), "--format", "text")


def test_the_hypothesis_that_is_true_at_no_point_is_cited(capsys: pytest.CaptureFixture[str]) -> None:
    hollow = "Of void, its hypothesis L_(2, 1) = 1 is true at no point: what it says under it was asserted nowhere."
    alone = cited(capsys, "lone.void", 4)
    assert hollow in alone
    assert "decided in exact arithmetic at its one word." in alone
    assert "its 1 word" not in alone
    whole = cited(capsys, "lone", 4)
    assert hollow in whole
    assert "Of half" not in whole


def test_the_point_and_the_condition_that_there_are_are_cited(capsys: pytest.CaptureFixture[str]) -> None:
    said = cited(capsys, "uni.two", 3)
    assert 'Of two, the least point at which its condition is true is "a b b".' in said
    said = cited(capsys, "uni.length", 3)
    assert "Of length, the first of its conditions that is true at every point is that of head_3 of 3." in said
    assert 'Of negated, the least point at which its condition is false is "a"' in (
        told_of(
            '@uni.states("not all are b", over=ab, fold="not each")\ndef negated(at):\n    return ab.has("b", 1)\n',
            capsys,
        )
    )


def told_of(step: str, capsys: pytest.CaptureFixture[str]) -> str:
    Path("own.py").write_text(f"{CLAIMS}\n\n{step}")
    return cited(capsys, "uni.negated", 1)


def test_each_step_is_refuted_for_its_own_reason(capsys: pytest.CaptureFixture[str]) -> None:
    whole = cited(capsys, "uni", 1)
    reasons = {
        "two": "none of the points that were decided does what it says of some.",
        "each": "one of its conditions, that of head_2 of 2, is true at no point.",
        "no_head": "one of its conditions, that of head_1 of 1, is true at every point.",
        "seven": "none of the conditions is true at every point.",
    }
    for name, reason in reasons.items():
        words = f"The step {name} of uni (own.py) is refuted as read here at d = 4, n = 1: {reason}"
        assert words in whole
        alone = cited(capsys, f"uni.{name}", 1)
        assert words in alone
        assert "Verdict: refuted as read here: 1 of 1 judged step is refuted" in alone
        assert "suffices" not in alone
        assert "as printed" not in alone
    assert "The step begins of uni (own.py) is refuted as written: a counterexample at d = 4, n = 1 suffices" in whole
    assert "Verdict: refuted: 5 of 7 judged steps are refuted" in whole


def test_where_else_a_step_is_refuted_is_among_what_may_not_be_claimed(capsys: pytest.CaptureFixture[str]) -> None:
    said = cited(capsys, "lost", 2)
    assert "are refuted" not in said
    assert "is refuted" not in said
    main(["check", "own.py::lost"])
    capsys.readouterr()
    assert "At another instance (d = 4, n = 3) short is refuted, by certificates in .exactua." in cited(
        capsys, "lost", 2
    )
    assert "At another instance" not in cited(capsys, "lost", 3)
    everything = told(capsys, "cite", "own.py::lost", "--format", "text")
    assert everything.count("At another instance (d = 4, n = 3) short is refuted") == 2
    by_file = told(capsys, "cite", "own.py::lost.short", "--n", "1", "--format", "text")
    assert "At another instance (d = 4, n = 3) short is refuted" in by_file


def test_a_word_that_some_lengths_have_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    lengths = "each length is decided by itself: there is no such word at d = 4, n = 1; there is one at d = 4, n = 2, 3"
    errata = told(capsys, "errata", "own.py")
    assert "own:uni.two: reading (own.py)" in errata
    assert lengths in errata
    assert "own:lone.ends: false (own.py)" in errata  # at no length there is one
    assert "own:uni.begins: false (own.py)" in errata
    listed = told(capsys, "check", "own.py::uni")
    assert f"two: {lengths}" in listed


def test_the_list_of_lengths_names_the_condition_at_each(capsys: pytest.CaptureFixture[str]) -> None:
    listed = told(capsys, "check", "own.py::uni")
    assert "holds: length by head_1 of 1, above by head_1 of 1" in listed
    assert "holds: length by head_3 of 3, above by head_1 of 1" in listed
    assert (
        "length: another condition is the first that is true at every point; that one is at all of these instances was "
        "not decided"
    ) in listed
    assert "above: the same condition is true at every point of all of these instances" in listed
    assert "seven:" not in listed


def test_at_the_prompt_the_instances_are_told_together(folder: Path) -> None:
    decision = check(find(os.fspath(folder / "own.py") + "::uni")[0])
    told = " ".join(repr(decision).split())
    assert "two: each length is decided by itself: there is no such word at d = 4, n = 1; there is one at" in told
    assert "above: the same condition is true at every point of all of these instances" in told
    assert "length: another condition is the first that is true at every point" in told
    page = decision._repr_markdown_()
    assert "two: why it is refuted" in page
    assert "begins: least counterexample" in page


def words_of(page: Path) -> str:
    return Document(page.read_text()).words


def test_pages_say_the_same(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    checks = (
        '[[check]]\nclaim = "own.py::{}"\nn = "1..{}"\nexpect = "refuted"\n'.format(*single)
        for single in (("uni", 3), ("lone", 4))
    )
    (folder / "own.toml").write_text("\n".join(checks))
    assert main(["report", "html", "own.toml", "-o", "site"]) == 0
    uni, lone = (words_of(folder / "site" / "own" / f"{name}.html") for name in ("uni", "lone"))
    assert (
        "each length is decided by itself: there is no such word at d = 4, n = 1; there is one at d = 4, n = 2, 3."
        in uni
    )
    assert "two of uni (own.py) is refuted as read here" in uni
    assert "At d = 4, n = 2, the first of its conditions that is true at every point is that of head_2 of 2." in uni
    assert "that it is the same one at all of them was not decided" in uni
    assert uni.count("Least counterexample") == 1
    assert "Where it is refuted first" in uni
    hollow = "at d = 2, n = 2, 4, its hypothesis L_(2, 1) = 1 is true at no point"
    assert f"Of void, {hollow}" in lone
    assert hollow.capitalize()[:4] in lone
    assert "is refuted as read here at every length: none of the points" in lone
    capsys.readouterr()
    latex = told(capsys, "report", "latex", "own.py", "--certificates", ".exactua/report")
    assert "Of void, at" in latex
    assert "is true at no point: what it says under it was asserted nowhere" in latex
    assert "with a counterexample, and no repair" not in lone.partition("May be claimed")[0]
    capsys.readouterr()


def test_a_status_of_what_there_is_not_tells_of_no_counterexample() -> None:
    assert "counterexample" not in look(Status.REFUTED, (), True).means
    assert look(Status.REFUTED, (), False) == LOOKS[Status.REFUTED]
    assert look(Status.ENUMERATED, (), True) == LOOKS[Status.ENUMERATED]


def test_what_takes_long_or_is_large_is_not_decided_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    cited(capsys, "uni", 3)
    claim = find(os.fspath(folder / "own.py") + "::uni")[0]
    path = folder / ".exactua" / "own.uni.d4n3.json"
    file = read_steps(claim, path, stated(path)).file
    assert set(beside(claim, file, 60).at) == {"length", "above", "two"}
    assert not beside(claim, file, 0).at
    monkeypatch.setattr(beside_certificates, "MOST_POINTS", 7)
    assert not beside(claim, file, 60).at
    assert json.loads(path.read_text())["decided"]["verdict"] == "refuted"
