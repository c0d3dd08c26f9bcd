"""`regress --format`, --output and --also: which document goes where, and that an interruption loses none."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from exactua.commands.group import main
from exactua.commands.regress import command as regress_command
from exactua.commands.regress import formats as forms
from exactua.deciding import fingerprints
from exactua.printing.renderers import RENDERERS
from tests import own_manifests
from tests.own_manifests import ZEROS, edit
from tests.test_docs import _keys

ROOT = Path(__file__).parents[3]
FORMS = (*RENDERERS, *forms.OTHERS)
MARKED = ("text", "markdown", "latex", "html")
"""Those that say in their first line who wrote them."""


@pytest.fixture(scope="module")
def manifest_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    own_manifests.write_by_known_code(folder)
    edit(folder / "sizes.toml", 'expect = "holds"', 'expect = "refuted"')
    return folder


@pytest.fixture(autouse=True)
def folder(manifest_folder, tmp_path, monkeypatch):
    shutil.copytree(manifest_folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fingerprints, "of_code", lambda: ZEROS)  # whoever works on it while the tests run
    for name in ("GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)


def regress(capsys, *options: str, code: int = 1) -> str:
    assert main(["regress", "sizes.toml", "--jobs", "1", *options]) == code
    return capsys.readouterr().out


def test_the_command_knows_all_forms() -> None:
    assert regress_command.OTHERS == forms.OTHERS


def parsed(form: str, document: str) -> object:
    """The document, as far as its format has a parser; it has to be all that there is."""
    if form in ("json", "sarif", "badge"):
        return json.loads(document)
    if form == "junit":
        return ElementTree.fromstring(document)
    first = {"text": "sizes.toml\n", "markdown": "### exactua regress: 1 of 2 checks differs\n", "github": "::",
             "latex": "\\documentclass", "html": "<!DOCTYPE html>\n"}  # fmt: skip
    assert document.startswith(first[form])
    return document


@pytest.mark.parametrize("form", FORMS)
def test_the_document_alone_goes_to_the_output(capsys, form) -> None:
    parsed(form, regress(capsys, "--format", form))


@pytest.mark.parametrize("form", FORMS)
def test_with_a_file_the_text_stays_on_the_terminal(capsys, form) -> None:
    def own(written: str, form: str) -> str:
        """What is written without the line that says by what."""
        mark, _, rest = written.partition("\n")
        assert ("Written by exactua regress." in mark) == (form in MARKED)
        return rest if form in MARKED else written

    text = regress(capsys, "--all")
    assert regress(capsys, "--all", "--format", form, "--output", "run.out") == f"{text}{form} in run.out\n"
    parsed(form, own(Path("run.out").read_text(), form))
    regress(capsys, "--all", "--also", f"{form}=also.out")
    if form in MARKED or form == "github":
        assert Path("also.out").read_text() == Path("run.out").read_text()
    parsed(form, own(Path("also.out").read_text(), form))


def test_several_forms_come_of_one_run(capsys) -> None:
    out = regress(
        capsys, "--format", "json", "--also", "junit=r.xml", "--also", "sarif=r.sarif", "--also", "text=r.txt"
    )
    checks = json.loads(out)["manifests"][0]["checks"]
    assert [check["outcome"] for check in checks] == ["differs", "unchanged"]
    assert ElementTree.parse("r.xml").getroot().get("failures") == "1"
    (result,) = json.loads(Path("r.sarif").read_text())["runs"][0]["results"]
    assert result["ruleId"] == "verdict"
    line = result["locations"][0]["physicalLocation"]["region"]["startLine"]
    assert Path("sizes.toml").read_text().split("\n")[line - 1] == "[[check]]"
    assert "1 with other verdicts" in Path("r.txt").read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "xml"], "format: 'xml' is not valid; choose one of text, markdown, latex, html, json, junit"),
        (["--also", "r.xml"], "also: 'r.xml' is not NAME=FILE"),
        (["--also", "xml=r.xml"], "also: 'xml' is not valid"),
        (["--also", "junit="], "also: 'junit=' is not NAME=FILE"),
        (["--output", "none/r.xml"], "output: there is no folder none"),
        (["--output", "."], "output: . is a directory"),
        (["--also", "junit=a", "--also", "json=./a"], "also: a is the file of another format too"),
        (["--output", "sizes.toml"], "output: sizes.toml is not an output of exactua regress and is not overwritten"),
    ],
    ids=["form", "no-sign", "also-form", "no-file", "no-folder", "folder", "twice", "manifest"],
)
def test_what_can_not_be_written_is_said_before_anything_is_decided(capsys, options, message) -> None:
    before = Path("sizes.toml").read_text()
    assert main(["regress", "sizes.toml", *options]) == 2
    out, error = capsys.readouterr()
    assert (out, error.count("\n")) == ("", 1)
    assert message in error
    assert Path("sizes.toml").read_text() == before


def test_the_summary_of_a_job_is_added_by_the_github_format_alone(capsys, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    Path("summary.md").write_text("before\n")
    for form in ("text", "json", "markdown"):
        regress(capsys, "--format", form)
    assert Path("summary.md").read_text() == "before\n"
    regress(capsys, "--format", "github")
    regress(capsys, "--also", "github=a.txt")
    summary = Path("summary.md").read_text()
    assert summary.startswith("before\n### exactua regress: 1 of 2 checks differs\n")
    assert summary.count("### exactua regress") == 2
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "no/folder.md")
    assert main(["regress", "sizes.toml", "--format", "github"]) == 1
    assert "note: GITHUB_STEP_SUMMARY: no/folder.md can't be written" in capsys.readouterr().err


def test_annotations_speak_of_files_from_the_checkout_on(capsys, monkeypatch, tmp_path) -> None:
    assert "::error file=sizes.toml,line=3,title=" in regress(capsys, "--format", "github")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path.parent))
    assert f"::error file={tmp_path.name}/sizes.toml,line=3," in regress(capsys, "--format", "github")


def test_an_unlisted_claim_is_shown_where_it_is_written(capsys, tmp_path) -> None:
    claims = Path("my_claims.py")
    claims.write_text(claims.read_text() + own_manifests.OTHER)
    line = claims.read_text().split("\n").index("other = claim('other')") + 1
    out = regress(capsys, "--format", "github")
    assert f"::error file=my_claims.py,line={line},title=my_claims.py%3A%3Aother%3A unlisted::" in out
    edit(Path("sizes.toml"), "[statements]", '[unlisted]\n"my_claims.py::heads" = "idle"\n\n[statements]')
    rules = [
        (result["ruleId"], result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
        for result in json.loads(regress(capsys, "--format", "sarif"))["runs"][0]["results"]
    ]
    assert rules == [("verdict", "sizes.toml"), ("unlisted", "my_claims.py"), ("idle", "sizes.toml")]


def test_a_reason_of_two_lines_is_one_line_of_the_text(capsys) -> None:
    edit(Path("sizes.toml"), "[statements]", '[unlisted]\nyun2020 = """why\n::error::x"""\n\n[statements]')
    edit(
        Path("sizes.toml"),
        'claim = "my_claims.py::heads"\nparameters = { h = 2, k = 3 }',
        'claim = "lemma8"\nd = 1\nn = 2\ndelta = "1/2"',
    )
    out = regress(capsys, "--format", "text")
    assert not re.search("(?m)^::", out)
    assert "why ::error::x" in out


def test_with_update_what_is_rewritten_is_no_failure(capsys) -> None:
    edit(Path("sizes.toml"), 'expect = "refuted"', 'expect = "holds"')
    digest = re.search(r'digest = "(.*)"', Path("sizes.toml").read_text())[1]
    edit(Path("sizes.toml"), digest, ZEROS)
    out = regress(capsys, "--update", "--format", "json", "--also", "junit=r.xml", "--also", "github=a", code=0)
    data = json.loads(out)
    assert data["rewritten"] == ["sizes.toml"]
    assert data["counts"] == {"unchanged": 1, "updated": 1}
    assert ElementTree.parse("r.xml").getroot().get("failures") == "0"
    assert "::error" not in Path("a").read_text()


@pytest.mark.processes
def test_ctrl_c_writes_what_was_decided(tmp_path) -> None:
    Path("some.toml").write_text(
        Path("sizes.toml").read_text()
        + '\n[[check]]\nclaim = "lemma8"\nd = 3\nn = 4\ndelta = "1/4"\nexpect = "holds"\n'
        '[unlisted]\nyun2020 = "one"\n'
    )
    command = [sys.executable, "-m", "exactua", "regress", "some.toml", "--all", "--jobs", "1", "--output", "r.xml"]
    command += ["--format", "junit", "--also", "json=r.json"]
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as run:
        said = ""
        while "k = 3\n" not in said.partition("h = 2")[2]:
            said += run.stdout.readline()
        time.sleep(0.2)
        run.send_signal(signal.SIGINT)
        out, error = run.communicate(timeout=60)
    assert run.returncode == 3
    assert "interrupted after 2 of 3 checks" in error
    assert "Traceback" not in error
    assert out == "junit in r.xml\njson in r.json\n"
    data = json.loads(Path("r.json").read_text())
    assert (data["exit_code"], data["stopped"]) == (3, "interrupted")
    assert data["counts"] == {"differs": 1, "not decided": 1, "ok": 1}
    root = ElementTree.parse("r.xml").getroot()
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("6", "1", "1")


def test_the_json_page_has_every_key(capsys) -> None:
    page = (ROOT / "docs" / "json-output.md").read_text()
    section = dict(part.split("\n", 1) for part in page.split("\n## ")[1:])["regress"]
    edit(Path("sizes.toml"), "[statements]", '[unlisted]\n"my_claims.py::heads" = "idle"\n\n[statements]')
    edit(Path("my_claims.py"), "at.k <= 16", "at.k <= 17")
    claims = Path("my_claims.py")
    claims.write_text(claims.read_text() + own_manifests.OTHER)
    data = json.loads(regress(capsys, "--format", "json"))
    assert [bool(part) for part in (data["unlisted"], data["left_out"], data["manifests"][0]["statements"])] == [
        True
    ] * 3
    assert data["format"] in section
    assert [key for key in dict.fromkeys(_keys(data)) if f"`{key}`" not in section] == []
