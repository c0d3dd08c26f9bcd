"""What `--help` says: it fits, and it names the formats, the exit codes and an example."""

import pytest

from exactua.commands.group import main

EVERY = (
    "check", "verify", "verifier", "runs", "list", "show", "new", "trace", "explain", "errata", "regress", "report", "cite", "relax",
    "sharpen", "derive", "audit", "export", "import", "prove", "build", "eval", "info", "ask",
    "compare", "limit", "attention", "bits", "train",
)  # fmt: skip


def told(capsys, *arguments: str) -> str:
    assert main([*arguments, "--help"]) == 0
    return capsys.readouterr().out


def test_no_command_is_left_out(capsys):
    commands = told(capsys).split("\nCommands:\n")[1]
    assert tuple(line.split()[0] for line in commands.splitlines()) == EVERY


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
