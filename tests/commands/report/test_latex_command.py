"""`exactua report latex`: data of marks, tables and sentences, from certificates; compiled in tests/latex."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.dossier import CertificateFile, Status
from exactua.claims.verification import Outcome, Verification, Verifier
from exactua.commands.group import main
from exactua.commands.report.latex import VERDICTS, WORDS, box, certified, names
from tests.evidence.sample import gaps, install
from tests.own_papers import manifest


@pytest.fixture
def sample(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return manifest(tmp_path)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(("report", "latex", *arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def data(text: str) -> dict[tuple[str, str], tuple[str, ...]]:
    matches = re.findall(
        r"^\\exactuadata\{(.*?)\}\{(.*?)\}\{(good|bad|none)\}\{(.*?)\}\{(.*)\}\{(.*)\}$", text, re.MULTILINE
    )
    return {(match[0], match[1]): match[2:] for match in matches}


def test_marks_have_the_status_of_claims_steps_and_certificates(capsys, sample):
    code, out, _ = run(capsys, str(sample), "--jobs", "1", "--fragment")
    assert code == 0
    marks = data(out)
    assert marks["sample:gaps", ""][:2] == ("good", "checked")
    assert "n = 2--3" in marks["sample:gaps", ""][2]
    assert "4 certificates" in marks["sample:gaps", ""][3]
    assert marks["sample:gaps.wide_gap", ""][:3] == (
        "bad",
        "refuted as written; holds repaired",
        r"at d = 1, n = 2, $\delta$ = 1/2",
    )
    assert marks["sample:gaps.says_nothing", ""][:2] == ("none", "vacuous: it says nothing there")
    assert marks["sample:gaps.sums_apart", ""][:2] == ("bad", "refuted as written")
    kind, word, where, digest = marks["sample:gaps", "d1n2m4"]
    assert (kind, word, where) == ("good", "checked", r"d = 1, n = 2, $\delta$ = 1/4")
    assert re.fullmatch(r"sha256:\\allowbreak [0-9a-f]{8}\\dots\{\}", digest)
    # n = 3 columns and 2 ids: nothing is said there
    assert marks["sample:gaps", "d1n3m2"][:2] == ("none", "vacuous: it says nothing there")
    assert all(len(mark) == 4 for mark in marks.values())
    told = re.findall(r"^\\exactuaverified\{(.*?)\}\{(.*?)\}\{(.*)\}$", out, re.MULTILINE)
    assert {entry[:2] for entry in told} == {key for key in marks if key[1]}
    assert {entry[2] for entry in told} == {"not verified"}


def test_nothing_refuted_or_unknown_is_good():
    assert {status for status, (kind, _) in WORDS.items() if kind == "good"} == {
        Status.GENERAL,
        Status.SYMBOLIC,
        Status.ENUMERATED,
    }
    assert [verdict for verdict, (kind, _) in VERDICTS.items() if kind == "good"] == ["holds"]
    assert set(WORDS) == set(Status)
    assert "all parameters" not in "".join(word for status, (_, word) in WORDS.items() if status is not Status.GENERAL)
    for status in (Status.REFUTED, Status.REPAIRED):
        assert WORDS[status][1].startswith("refuted as written")
        assert "checked" not in WORDS[status][1]


def said(verdicts: dict[str, str], **changed: object) -> CertificateFile:
    verdict = "refuted" if "refuted" in verdicts.values() else "holds" if "holds" in verdicts.values() else "vacuous"
    box = {"d": 1, "n": 2, "m": 2}
    file = CertificateFile(
        Path("a.json"), "sha256:" + "0" * 64, gaps.label, box, "enumerated", tuple(verdicts), verdict, 1, 1, verdicts
    )
    return replace(file, **changed)


def test_a_certificate_is_called_what_it_is():
    assert certified(gaps, said({"increasing": "holds"})) == ("good", "checked")
    both = {"increasing": "holds", "no_id_twice": "vacuous"}
    assert certified(gaps, said(both)) == ("good", "checked, 1 of 2 steps vacuous")
    assert certified(gaps, said({"increasing": "vacuous"}))[0] == "none"
    assert certified(gaps, said({"wide_gap": "refuted"})) == ("bad", "refuted as written")
    assert certified(gaps, said({"wide_gap@repaired": "refuted"})) == ("bad", "refuted")
    assert certified(gaps, said(both, stale=("increasing",))) == ("none", "not checked as it is now")
    wrong = Verification("sha256:0", Verifier("verifier.py", "sha256:1"), Outcome.REFUSED, "why")
    assert certified(gaps, said(both, verified=wrong)) == ("bad", "not confirmed")


def test_the_name_of_an_instance_has_nothing_that_latex_reads():
    file = said({"increasing": "holds"}, box={"d": 1, "rule": "50% {of} #1\\x"})
    assert names(gaps, file) == ("sample:gaps.increasing", "d1-50-of-1-x")


def test_the_same_certificates_make_the_same_document(capsys, sample, tmp_path):
    _, first, _ = run(capsys, str(sample), "--jobs", "1")
    _, second, _ = run(capsys, str(sample), "--certificates", ".exactua/report")
    assert first == second
    assert first.startswith(r"\documentclass")
    assert r"\begin{document}" in first
    assert "May" not in first.split(r"\begin{description}")[0].split(r"\begin{document}")[0]
    digests = re.findall(r"\\texttt\{([0-9a-f]{32})\\allowbreak\{\}([0-9a-f]{32})\}", first)
    assert len(digests) == 5


def test_the_style_file_lies_beside_and_writes_over_nobody_elses(capsys, sample, tmp_path):
    code, out, _ = run(capsys, str(sample), "--jobs", "1", "-o", "claims.tex")
    assert (code, out.splitlines()[-1]) == (0, "macros of the marks in exactua.sty")
    assert (tmp_path / "exactua.sty").read_text().startswith("% exactua.sty: ")
    assert run(capsys, str(sample), "--jobs", "1", "-o", "claims.tex")[0] == 0  # its own it writes again
    (tmp_path / "exactua.sty").write_text("% another\n")
    code, _, err = run(capsys, str(sample), "--jobs", "1", "-o", "claims.tex")
    assert code == 2
    assert "sty: exactua.sty is not a style file of exactua and is not overwritten" in err
    assert (tmp_path / "exactua.sty").read_text() == "% another\n"


def test_a_document_may_show_what_each_step_states(capsys, sample):
    _, out, _ = run(capsys, str(sample), "--jobs", "1", "--statements")
    (line,) = [line for line in out.splitlines() if line.startswith(r"\item \texttt{wide") and "repaired}):" in line]
    assert (
        r"(proof line, \exactuabad{refuted as written; holds repaired}): A.1: \(l_{2} - l_{1} \ge 2\)"
        in line.replace(r"\allowbreak{}", "")
    )


def test_instances_read_as_formulas():
    assert box("d = 1..2, n = 2..4, delta = 1/2..1/4 (23 instances)") == (
        r"d = 1--2, n = 2--4, $\delta$ = 1/2--1/4 (23 instances)"
    )
    assert box("n > delta^-d") == r"n \textgreater{} $\delta$\textasciicircum{}-{}d"
    assert box("all d >= 1") == r"all d $\geq$ 1"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nothing.toml",), "manifests: nothing.toml does not exist"),
        (("--paper", "nobody2000"), "paper: no paper 'nobody2000'"),
        (("sample.toml", "--paper", "yun2020"), "paper: no manifest here has a check of yun2020"),
        (("sample.toml", "--certificates", "none"), "certificates: none can't be read"),
        (("sample.toml", "--fragment", "--statements"), "statements: a fragment has none"),
    ],
    ids=["manifest", "paper", "other-paper", "certificates", "fragment"],
)
def test_wrong_usage_is_one_sentence(capsys, sample, arguments, says):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
