"""`exactua --man DIR`: a manual page for every command, which groff sets without a warning."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from exactua import __version__
from exactua.commands.group import COMMANDS, main
from exactua.console.manual_pages import ENVIRONMENT, FILES, STATUS, _roff
from tests.commands.test_help import CONTEXTS
from tests.documentation import ROOT
from tests.test_exit_codes_page import commands, told


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("manual") / "man1"
    assert main(["--man", str(folder)]) == 0
    return folder


def test_every_command_has_one(pages: Path) -> None:
    assert {path.name for path in pages.iterdir()} == {f"{path.replace(' ', '-')}.1" for path in CONTEXTS}


def test_it_has_the_options_and_the_examples(pages: Path) -> None:
    for path, context in CONTEXTS.items():
        text = (pages / f"{path.replace(' ', '-')}.1").read_text(encoding="utf-8").replace("\\-", "-")
        assert [example for example in context.command.examples if example.replace('"', "\\(dq") not in text] == []
        shown = [
            option for option in context.command.params if option.param_type_name == "option" and not option.hidden
        ]
        assert [name for option in shown for name in option.opts if f"{name}" not in text] == []
        assert (".SH EXIT STATUS" in text) == ("Exit codes" in (context.command.help or "") or path == "exactua")


def section(text: str, name: str) -> str:
    return text.partition(f".SH {name}\n")[2].partition("\n.SH ")[0]


def test_it_names_no_file_that_is_not_installed_and_says_its_date(pages: Path) -> None:
    date = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["date-released"]
    for page in pages.iterdir():
        text = page.read_text(encoding="utf-8").replace("\\-", "-")
        assert "docs/" not in text, page
        assert f' "1" "{date}" "exactua {__version__}" "exactua"\n' in text.splitlines(keepends=True)[0]
    assert "(the page \\(dqbuild\\(dq of the documentation)" in (pages / "exactua-build.1").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", commands())
def test_the_exit_codes_are_those_of_the_help_one_by_one(command: str, pages: Path) -> None:
    text = (pages / f"exactua-{command.replace(' ', '-')}.1").read_text(encoding="utf-8").replace("\\-", "-")
    status = section(text, "EXIT STATUS")
    assert ".nf" not in status
    for code, meaning in told(command).items():
        if "those of" not in status:
            assert f".TP\n\\fB{code}\\fR\n" in status
            assert all(_roff(part).replace("\\-", "-") in status for part in meaning.split("; also "))


def test_the_page_of_exactua_says_what_is_true_of_every_command(pages: Path) -> None:
    text = (pages / "exactua.1").read_text(encoding="utf-8").replace("\\-", "-")
    codes = re.findall(r"^\| (\d+) \|", (ROOT / "docs" / "exit-codes.md").read_text().partition("If several")[0], re.M)
    assert re.findall(r"^\\fB(\d+)\\fR$", section(text, "EXIT STATUS"), re.M) == codes == list(STATUS)
    assert [name for name in FILES if f"\\fB{name}\\fR" not in section(text, "FILES")] == []
    read = set[str]()
    for path in (ROOT / "exactua").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        words = re.findall(r"os\.environ(?:\.get\(|\[)([A-Z]+|\"[A-Z_]+\")|([A-Z]+) in os\.environ", source)
        for name in map("".join, words):
            value = re.search(rf'^{name}(?:: Final)? = "(\w+)"$', source, re.M)
            read.add(value[1] if value else name.strip('"'))
    assert read - {"COMP_LINE", "COMP_WORDBREAKS"} == set(ENVIRONMENT)  # those are between a shell and its functions
    assert [name for name in ENVIRONMENT if f"\\fB{name}\\fR" not in section(text, "ENVIRONMENT")] == []
    others = re.findall(r"^\.BR (\S+) \(1\),?$", section(text, "SEE ALSO"), re.M)
    assert others == [f"exactua-{name}" for name in COMMANDS]
    assert section((pages / "exactua-report-html.1").read_text(), "SEE ALSO") == ".BR exactua\\-report (1)\n"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff")
def test_groff_sets_it_without_a_warning(pages: Path) -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-P-cbou", *map(str, sorted(pages.iterdir()))],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("SYNOPSIS") == len(CONTEXTS)


def test_it_is_written_again_and_over_nothing_else(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (pages / "exactua-check.1").read_bytes()
    assert main(["--man", str(pages)]) == 0
    assert (pages / "exactua-check.1").read_bytes() == before
    (tmp_path / "exactua-check.1").write_text("mine", encoding="utf-8")
    assert main(["--man", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("exactua: man: ")
    assert (tmp_path / "exactua-check.1").read_text(encoding="utf-8") == "mine"
    assert main(["--man", str(tmp_path / "exactua-check.1")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
