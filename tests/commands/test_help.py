"""What `--help` says: it fits, and it names the formats, the exit codes and an example."""

from pathlib import Path

import pytest

from exactua import commands
from exactua.commands.group import GROUPS, main

EVERY = (
    "check", "verify", "verifier", "new", "prove", "list", "show", "signoff", "errata", "cite", "report", "tex", "lsp", "explain", "relax", "sharpen", "derive",
    "audit", "build", "eval", "info", "trace", "ask", "export", "import", "compare", "train", "limit", "bits", "attention", "regress",
    "migrate", "runs",
)  # fmt: skip
FOLDERS = sorted(
    folder.name.rstrip("_") for folder in Path(commands.__path__[0]).iterdir() if (folder / "command.py").exists()
)


def told(capsys, *arguments: str) -> str:
    assert main([*arguments, "--help"]) == 0
    return capsys.readouterr().out


def test_no_command_is_left_out(capsys):
    listed = told(capsys).split(f"\n{next(iter(GROUPS))}:\n")[1]
    assert tuple(line.split()[0] for line in listed.splitlines() if line.startswith("  ")) == EVERY


def test_every_command_is_in_exactly_one_group(capsys):
    assert sorted(name for names in GROUPS.values() for name in names) == FOLDERS == sorted(EVERY)
    assert [title for title in GROUPS if told(capsys).count(f"\n{title}:\n") != 1] == []


@pytest.mark.parametrize("columns", ["80", "250"])
@pytest.mark.parametrize("command", ["", *EVERY])
def test_it_has_at_most_100_columns(capsys, monkeypatch, command, columns):
    monkeypatch.setenv("COLUMNS", columns)
    assert [line for line in told(capsys, *command.split()).splitlines() if len(line) > 100] == []


@pytest.mark.parametrize(
    "command", ["ask", "audit", "bits", "build", "eval", "info", "limit", "relax", "sharpen", "verify"]
)
def test_it_names_formats_exit_codes_and_an_example(capsys, command):
    out = told(capsys, command)
    formats = " ".join(out.split("--format NAME")[1].split())
    assert formats.startswith("text")
    assert "json" in formats
    assert "\n  Exit codes: 0 " in out
    assert "2 wrong usage" in out
    assert f": exactua {command} " in out[out.index("\n  Example") :]
