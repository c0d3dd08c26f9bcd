"""`exactua report html`: what it prints, what it warns of, exit codes."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

import pytest

from exactua.cli import main
from exactua.errors import EvaluatorsDisagree
from exactua.workflows import dossiers, site
from tests.reporting.site.documents import Document
from tests.reporting.site.sample import write_files


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
    assert re.fullmatch(r"7 pages and 11 other files, [0-9.]+ KiB, in [0-9.]+ s", lines[1])
    assert re.fullmatch(r"the largest page is [\w/]+\.html, [0-9.]+ KiB", lines[2])
    assert lines[3] == "open site/index.html"
    assert len(list(Path(".exactua/report").glob("*.json"))) == 4
    assert "exactua report html own.toml -o site" in Path("site/index.html").read_text()


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
        (("own.toml", "-o", "own.py"), "output: own.py is not a folder"),
        (("own.toml", "-o", "a/b"), "output: there is no folder a"),
        (("own.toml", "-o", "site", "--certificates", "missing"), "certificates: missing"),
        (("own.toml", "-o", "site", "--jobs", "0"), "Invalid value for '--jobs'"),
    ],
    ids=["no output", "no manifest", "here", "a file", "no parent", "no certificates", "no jobs"],
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
    assert err == "exactua: report html needs jinja2, which is not installed; run: pip install 'exactua[site]'\n"


@pytest.mark.parametrize(
    ("raised", "code"), [(KeyboardInterrupt(), 3), (EvaluatorsDisagree("a by x and b by y"), 4)], ids=["interrupted", "disagree"]
)  # fmt: skip
def test_other_ends(capsys, monkeypatch, raised, code):
    def fail(*arguments):
        raise raised

    monkeypatch.setattr(site, "write", fail)
    found, _, err = run(capsys, "own.toml", "-o", "site", "--jobs", "1")
    assert found == code
    assert not Path("site").exists()
    assert len(err.strip().splitlines()) == 1
