"""`exactua report html`: what it prints, what it warns of, exit codes."""

from __future__ import annotations

import builtins
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import exactua
from exactua.certificates.writing import laid_out
from exactua.claims.verification import Outcome
from exactua.commands.group import main
from exactua.commands.report import dossiers
from exactua.commands.report.site import pages as site
from exactua.errors import EvaluatorsDisagree
from exactua.evidence import verifications
from tests.commands.ask.test_work import PLAIN
from tests.commands.report.site.documents import Document
from tests.commands.report.site.sample import write_files


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path)
    return tmp_path


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["report", "html", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_site_is_decided_and_written(capsys):
    code, out, err = run(capsys, "own.toml", "-o", "site", "--jobs", "1")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "<script>alert(1)</script> & company: 4 claims, 1 line in the ledger"
    assert re.fullmatch(r"7 pages and 12 other files, [0-9.]+ KiB, in [0-9.]+ s", lines[1])
    assert re.fullmatch(r"the largest page is [\w/]+\.html, [0-9.]+ KiB", lines[2])
    assert lines[3] == "open site/index.html"
    assert len(list(Path(".exactua/report").glob("*.json"))) == 4
    assert "exactua report html own.toml -o site" in Path("site/index.html").read_text()


def test_certificates_are_verified_and_remembered(capsys, monkeypatch):
    code, out, err = run(capsys, "own.toml", "-o", "site", "--jobs", "1", "--verify")
    assert (code, err) == (0, "")
    assert "certificates: 4 confirmed in full by verifier.py\n" in out
    index = Document(Path("site/index.html").read_text()).words
    assert "When these pages were built: 4 confirmed in full by verifier.py" in index
    assert "exactua report html own.toml --verify -o site" in index
    page = Document(Path("site/own/Lemma.html").read_text()).words
    assert "When these pages were built: 2 confirmed in full by verifier.py. What that means" in page
    monkeypatch.setattr(verifications, "confirmed_files", None)  # nobody is asked
    code, out, _ = run(capsys, "own.toml", "-o", "site", "--jobs", "1")
    assert (code, "certificates:" in out) == (0, False)
    assert Document(Path("site/own/Lemma.html").read_text()).words == page


def test_without_records_nothing_is_called_confirmed(capsys):
    assert run(capsys, "own.toml", "-o", "site", "--jobs", "1")[0] == 0
    assert "4 not verified" in Document(Path("site/index.html").read_text()).words
    page = Document(Path("site/own/Lemma.html").read_text()).words
    assert "2 not verified" in page
    assert "confirmed in full" not in page


def other_page() -> str:
    """The page of the claim lemma, whose name Lemma has taken."""
    (page,) = [path for path in Path("site/own").glob("lemma*.html") if "ids are numbers" in path.read_text()]
    return page.read_text()


def test_a_certificate_that_lies_is_exit_1_and_not_counted(capsys):
    """Its digest is that of what it says, so that without the verifier it would count."""
    assert run(capsys, "own.toml", "-o", "site", "--jobs", "1")[0] == 0
    (path,) = Path(".exactua/report").glob("own.lemma.*.json")
    data = json.loads(path.read_text())
    (step,) = data["decided"]["steps"]
    step["points"] += 1
    path.write_text(laid_out(data["decided"], data["run"]))
    assert run(capsys, "own.toml", "-o", "site", "--certificates", ".exactua/report")[0] == 0
    assert "enumerated" in Document(other_page()).words
    asked = ("own.toml", "-o", "site", "--certificates", ".exactua/report", "--jobs", "2")
    code, out, err = run(capsys, *asked, "--verify")
    assert code == 1
    assert "certificates: 1 NOT CONFIRMED by verifier.py, 3 confirmed in full by verifier.py\n" in out
    assert "NOT CONFIRMED by verifier.py (sha256 " in err
    code, _, err = run(capsys, *asked)  # what is known is told as long as the record is there
    assert (code, "NOT CONFIRMED by verifier.py (sha256 " in err) == (0, True)
    page = Document(other_page()).words
    assert f"Not counted: {path.name} is NOT CONFIRMED by verifier.py (sha256 " in page
    assert "not checked" in page
    assert "May be claimed Nothing may be claimed" in page


def test_what_is_only_sampled_is_exit_3(capsys, monkeypatch):
    confirmed = verifications.confirmed

    def sampled(path, seconds):
        return replace(confirmed(path, seconds), outcome=Outcome.SAMPLED, said="1 of 9 points")

    monkeypatch.setattr(verifications, "confirmed", sampled)
    code, out, _ = run(capsys, "own.toml", "-o", "site", "--jobs", "1", "--verify", "--seconds", "9")
    assert code == 3
    assert "certificates: 4 sampled, not confirmed, by verifier.py\n" in out
    page = Document(Path("site/own/Lemma.html").read_text()).words
    assert "2 sampled, not confirmed, by verifier.py" in page
    assert "confirmed in full" not in page
    assert "--verify --seconds 9" in Document(Path("site/index.html").read_text()).words


def test_with_certificates_nothing_is_decided(capsys, monkeypatch):
    run(capsys, "own.toml", "-o", "site", "--jobs", "1")
    monkeypatch.setattr(dossiers.regression, "outcomes", None)
    code, _, err = run(capsys, "own.toml", "-o", "other", "--certificates", ".exactua/report")
    assert (code, err) == (0, "")
    old, new = (Path(name, "own/Lemma.html").read_text() for name in ("site", "other"))
    assert old == new


def test_the_index_says_how_to_build_it_again(capsys, tmp_path):
    run(capsys, "own.toml", "-o", "site", "--jobs", "1")
    asked = ("own.toml", "--certificates", ".exactua/report", "--paper", f"{tmp_path / 'own.py'}", "-o", "other site")
    code, _, err = run(capsys, *asked)
    assert (code, err) == (0, "")
    told = " ".join(["exactua report html", *asked[:-1], "&#39;other site&#39;"])
    assert told in Path("other site/index.html").read_text()


def test_what_is_not_counted_is_told(capsys):
    run(capsys, "own.toml", "-o", "site", "--jobs", "1")
    Path("own.py").write_text(Path("own.py").read_text().replace("point[1, j] <= 1", "point[1, j] <= 2"))
    Path(".exactua/report/broken.json").write_text("{")
    code, _, err = run(capsys, "own.toml", "-o", "site", "--certificates", ".exactua/report")
    assert code == 0
    assert err.startswith(
        "warning: not counted: 2 of the certificates or their steps; the pages list them; the first is "
    )
    page = Path("site/own/index.html").read_text()
    words = Document(page).words
    assert "Not counted 2 certificates, or steps of them, are not counted:" in words
    assert "broken.json" in words
    assert "Show only enumerated 2 stale 1 not checked 1" in words


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("own.toml",), "Missing option '-o' / '--output'"),
        (("nothing.toml", "-o", "site"), "manifests: nothing.toml does not exist"),
        (("own.toml", "-o", "."), "holds own.py, which no site wrote there|holds files and is no earlier site|holds the certificates"),
        (("own.toml", "-o", "own.py"), "output: own.py is not a directory; give the path of a folder"),
        (("own.toml", "-o", "a/b"), "output: there is no folder a"),
        (("own.toml", "-o", "site", "--certificates", "missing"), "certificates: missing"),
        (("own.toml", "-o", "site", "--jobs", "0"), "Invalid value for '--jobs'"),
        (("own.toml", "-o", "site", "--seconds", "5"), "seconds: it limits what --verify does; give --verify too"),
    ],
    ids=["no output", "no manifest", "here", "a file", "no parent", "no certificates", "no jobs", "seconds"],
)  # fmt: skip
def test_wrong_usage(capsys, arguments, told):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert re.search(told, err)
    assert len(err.splitlines()) == 1
    assert not Path("site").exists()


def test_without_jinja2_it_says_what_to_install(capsys, monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.partition(".")[0] == "jinja2":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    code, out, err = run(capsys, "own.toml", "-o", "site")
    assert (code, out) == (2, "")
    assert err == "exactua: report html: jinja2 is not installed; run: pip install 'exactua[site]'\n"


@pytest.mark.parametrize(
    ("raised", "code"), [(KeyboardInterrupt(), 3), (EvaluatorsDisagree("a by x and b by y"), 4)], ids=["interrupted", "disagree"]
)  # fmt: skip
def test_other_ends(capsys, monkeypatch, raised, code):
    def fail(*arguments):
        raise raised

    monkeypatch.setattr(site, "write", fail)
    status, _, err = run(capsys, "own.toml", "-o", "site", "--jobs", "1")
    assert status == code
    assert not Path("site").exists()
    assert len(err.strip().splitlines()) == 1


def test_answers_of_ask_have_pages(capsys):
    exactua.ask(PLAIN, [[[0, 1]], [[1, 0]]], property="injective", certificate="x.json")
    Path("certificates").mkdir()
    Path("x.json").rename("certificates/ask.injective.json")
    asked = ("own.toml", "--certificates", "certificates", "-o", "site", "--jobs", "1")
    code, out, err = run(capsys, *asked, "--verify")
    assert (code, err) == (0, "")
    assert "networks that were asked about: 1 answer\n" in out
    assert "certificates: 1 confirmed in full by verifier.py\n" in out
    assert "confirmed in full by verifier.py" in Document(Path("site/asked/injective.html").read_text()).words
    assert Path("site/certificates/ask.injective.json").exists()
    data = json.loads(Path("certificates/ask.injective.json").read_text())
    data["decided"]["verdict"] = "refuted"
    Path("certificates/ask.injective.json").write_text(laid_out(data["decided"], data["run"]))
    code, _, err = run(capsys, *asked)
    assert (code, err) == (0, "warning: not shown: ask.injective.json: its verdict does not follow from its steps\n")
    assert not Path("site/asked").exists()


def test_a_certificate_is_no_manifest_and_what_is_valid_is_said(capsys) -> None:
    run(capsys, "own.toml", "-o", "site", "--jobs", "1")
    exactua.ask(PLAIN, [[[0, 1]], [[0, 2]]], property="injective", certificate="answer.json")
    certificate = next(iter(sorted(Path(".exactua/report").glob("*.json"))))
    Path("net.json").write_text("{}")
    for file, says in (
        ("answer.json", "answer.json is the certificate of an answer of ask; give a paper such as yun2020 and its folder, "
                        "--certificates ."),
        (str(certificate), f"{certificate} is a certificate of "),
        ("net.json", "'net.json' is no manifest; give TOML files, folders of them, papers such as yun2020, or files "
                     "PATH.py with claims"),
        ("none.json", "there is no file 'none.json'"),
    ):  # fmt: skip
        code, out, err = run(capsys, file, "-o", "other")
        assert (code, out) == (2, "")
        assert err.startswith(f"exactua: manifests: {says}")
        assert err.count("\n") == 1


OWN = """\
from exactua.authoring import *
ab = words("words", tokens("a b"), "{lengths}")
few = claim("few", words=ab)
@few.states("at most two a", over=ab)
def at_most_two(at):
    return ab.count("a") <= 2
@few.states("letters", over=ab)
def letters(at):
    return ab.count("a") + ab.count("b") == at.n
"""


def test_what_came_out_otherwise_is_named(capsys):
    """With its verdict and the one that is expected; of a step that no entry names, too."""
    Path("few.py").write_text(OWN.replace("{lengths}", "1..3"))
    entry = '[[check]]\nclaim = "few.py::few"\nn = 3\nexpect = "{}"\n'
    Path("few.toml").write_text(entry.format("refuted"))
    label = "note: few.py::few d = 2, n = 3 came out other than its manifest expects: "
    unnamed = "at_most_two is refuted, not holds (expected of a step that it does not name)"
    assert run(capsys, "few.toml", "-o", "site", "--jobs", "1")[::2] == (0, f"{label}{unnamed}\n")
    Path("few.toml").write_text(entry.format("holds") + 'steps = {letters = "refuted"}\n')
    both = f"its verdict is refuted, not holds; {unnamed}; letters is holds, not refuted"
    assert run(capsys, "few.toml", "-o", "site", "--jobs", "1")[::2] == (0, f"{label}{both}\n")
    Path("few.toml").write_text(entry.format("refuted") + 'steps = {at_most_two = "refuted"}\n')
    assert run(capsys, "few.toml", "-o", "site", "--jobs", "1")[::2] == (0, "")


@pytest.mark.parametrize(("lengths", "n"), [("1..3", '"1..3"'), ("3", "3"), ("0..2", '"1..3"')])
def test_a_file_that_no_manifest_checks_is_told_the_entry(capsys, lengths, n):
    end = ', end="$"' if lengths.startswith("0") else ""
    Path("few.py").write_text(OWN.replace("{lengths}", lengths).replace('tokens("a b"', f'tokens("a b"{end}'))
    code, out, err = run(capsys, "few.py", "-o", "site")
    assert (code, out) == (2, "")
    lines = ["[[check]]", 'claim = "few.py::few"', f"n = {n}", 'expect = "holds"']
    assert err == (
        "exactua: manifests: no manifest here has a check of few.py; write one, few.toml with the lines "
        f"{', '.join(lines)}; or name --certificates, such as .exactua\n"
    )
    Path("few.toml").write_text("\n".join(lines))
    assert run(capsys, "few.toml", "-o", "site", "--jobs", "1")[0] == 0
