"""docs/exit-codes.md says of every command what its own help says.

`python -m tests.test_exit_codes_page` writes that part of the page anew.
"""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout

import click
import pytest

from exactua.commands.group import COMMANDS, LazyGroup, main
from tests.documentation import ROOT

PATH = ROOT / "docs" / "exit-codes.md"
PAGE = PATH.read_text(encoding="utf-8")
HEADING = "## The commands\n"


def commands() -> list[str]:
    """Every command, and those of groups by both of their names."""
    group = LazyGroup("exactua")
    names = []
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        inside = command.list_commands(click.Context(command)) if isinstance(command, click.Group) else []
        names += [f"{name} {subcommand}" for subcommand in inside] or [name]
    return names


def told(command: str) -> dict[str, str]:
    """The exit codes that the help of a command tells, each with its meaning."""
    out = io.StringIO()
    with redirect_stdout(out):
        main([*command.split(), "--help"])
    (paragraph,) = re.findall(r"Exit codes?:? (.*?)(?=\n\n|\n *Examples?:|\Z)", out.getvalue(), re.DOTALL)
    words = " ".join(paragraph.split()).removesuffix(".")
    codes: dict[str, str] = {}
    for part in re.split(r"; (?=[0-9]\b)", words):
        if other := re.fullmatch(r"those of (\w+)", part):
            codes |= told(other[1])
        else:
            code, meaning = re.fullmatch(r"([0-9])\b *(.*)", part).groups()
            before = f"{codes[code]}; " if meaning.startswith("also ") else ""
            codes[code] = before + meaning or "done"
    return codes


def written() -> dict[str, dict[str, str]]:
    """The exit codes that the page tells, by command."""
    sections = re.findall(r"^### (.+)\n((?:(?!^#).*\n?)*)", PAGE, re.MULTILINE)
    return {name: dict(re.findall(r"^\| ([0-9]) \| (.*) \|$", text, re.MULTILINE)) for name, text in sections}


@pytest.mark.parametrize("command", commands())
def test_the_page_says_what_the_help_says(command: str) -> None:
    assert written().get(command) == told(command)


def test_the_page_knows_no_other_command() -> None:
    assert list(written()) == commands()


def anew() -> str:
    """The page with the commands as their help has them."""
    head, heading, _ = PAGE.partition(HEADING)
    rows = {name: "".join(f"| {code} | {meaning} |\n" for code, meaning in told(name).items()) for name in commands()}
    return (
        head + heading + "".join(f"\n### {name}\n\n| code | meaning |\n|---|---|\n{row}" for name, row in rows.items())
    )


if __name__ == "__main__":
    PATH.write_text(anew(), encoding="utf-8")
