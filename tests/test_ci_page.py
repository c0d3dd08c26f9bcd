"""docs/ci.md: what it has people write into their own repositories is what the action, the hook and the command take."""

from __future__ import annotations

import re
import shlex
from typing import Any

import click
import pytest
import yaml

from exactua.commands.group import COMMANDS, LazyGroup
from tests.documentation import ROOT, blocks

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
FILES: dict[str, Any] = {
    match[1]: yaml.safe_load(block.text)
    for block in blocks(PAGE)
    if block.language == "text" and (match := re.match(r"# (\S+\.ya?ml)\n", block.text))
}
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())


def test_there_is_a_file_for_each_of_them() -> None:
    assert set(FILES) == {".github/workflows/claims.yml", ".gitlab-ci.yml", ".pre-commit-config.yaml"}


def test_the_workflow_gives_inputs_that_the_action_has() -> None:
    steps = FILES[".github/workflows/claims.yml"]["jobs"]["regress"]["steps"]
    (ours,) = (step for step in steps if "exactua" in step["uses"])
    assert set(ours["with"]) <= set(ACTION["inputs"])


def test_the_table_of_inputs_is_that_of_the_action() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+)` \|(.*?)\|", PAGE[PAGE.index("| input |") :], re.MULTILINE))
    assert {name: value.strip("` ") for name, value in rows.items()} == {
        name: entry["default"] for name, entry in ACTION["inputs"].items()
    }


def test_the_hook_is_there() -> None:
    (repository,) = FILES[".pre-commit-config.yaml"]["repos"]
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [entry["id"] for entry in repository["hooks"]] == [hook["id"]]


def options(command: str) -> set[str]:
    group = LazyGroup("exactua")
    subcommand = group.get_command(click.Context(group), command)
    return {name for parameter in subcommand.params for name in parameter.opts}


@pytest.mark.parametrize("line", FILES[".gitlab-ci.yml"]["claims"]["script"])
def test_every_command_of_the_job_has_options_that_exist(line: str) -> None:
    words = shlex.split(line)
    if words[0] == "exactua":
        assert words[1] in COMMANDS
        assert {word for word in words if word.startswith("--")} <= options(words[1])
        reports = FILES[".gitlab-ci.yml"]["claims"]["artifacts"]["reports"]
        assert reports == {words[words.index("--format") + 1]: words[words.index("--output") + 1]}
    else:
        assert words[:2] == ["pip", "install"]
