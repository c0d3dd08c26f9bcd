"""`exactua --man DIR`: a manual page for every command, which groff sets without a warning."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from exactua.commands.group import main
from tests.commands.test_help import CONTEXTS


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
        assert (".SH EXIT STATUS" in text) == ("Exit codes" in (context.command.help or ""))


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
