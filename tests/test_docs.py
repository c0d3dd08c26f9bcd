"""Every example of README.md and docs/ runs and gives what the page says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.documentation import (
    DOCUMENTS,
    FENCE,
    LANGUAGES,
    MARKER,
    ROOT,
    Shell,
    agrees,
    blocks,
    examples,
    run_python,
)

TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in DOCUMENTS}


WITH_COMMANDS = [
    pytest.param(name, id=name, marks=[pytest.mark.pages] if name.startswith("docs/") else []) for name in TEXTS
]


@pytest.mark.parametrize("name", WITH_COMMANDS)
def test_every_command_prints_what_the_page_says(name: str, tmp_path: Path) -> None:
    shell, wrong = Shell(tmp_path), []
    for block in blocks(TEXTS[name]):
        shell.write(block)
        for example in examples(block) if block.language == "console" else ():
            output = shell.run(example.command)
            if not agrees(example.expected, output):
                wrong.append(f"$ {example.command}\n{output}\n--- the page says\n{example.expected}")
    assert not wrong, "\n".join(["python -m tests.documentation --write brings pages up to date", *wrong])


@pytest.mark.parametrize("name", TEXTS)
def test_every_python_block_runs_and_prints_what_its_comments_say(name: str, tmp_path: Path) -> None:
    names: dict[str, object] = {"__name__": "document"}
    for block in blocks(TEXTS[name]):
        if block.language == "python" and block.file is None:
            printed, said = run_python(block.text, names, tmp_path)
            assert printed == said, block.text


@pytest.mark.parametrize("name", TEXTS)
def test_every_block_has_a_language_that_is_checked(name: str) -> None:
    for block in blocks(TEXTS[name]):
        assert block.language in LANGUAGES, block.text
        if block.language == "json":
            json.loads(block.text)
    assert TEXTS[name].count("\n```") % 2 == 0


@pytest.mark.parametrize("name", TEXTS)
def test_no_output_is_missing(name: str) -> None:
    assert MARKER.findall(TEXTS[name]) == []


NAMED_BY_THE_CLAIM = {
    "parameters",
    "values",
    "bindings",
    "engine",
    "width",
    "networks",
    "given",
    "term",
    "spec",
    "units",
}
"""Objects whose keys are names that a claim chose, and data of the certificate format."""

BUILT = 'theorem2 --f "x1, x2" --delta 1/2 -o net.json'
REFERS_TO = {"relax": "check", "build": "check", "info": "build", "ask": "check"}
"""Sections that take keys from another one."""


def _keys(data: Any) -> Iterator[str]:
    for key, value in data.items() if isinstance(data, dict) else ():
        yield key
        if key not in NAMED_BY_THE_CLAIM or isinstance(value, list):
            yield from _keys(value)
    for value in data if isinstance(data, list) else ():
        yield from _keys(value)


@pytest.mark.pages
@pytest.mark.parametrize(
    "command",
    [
        "check yun2020:lemma7 --d 1 --n 2",
        "check claim1 --d 1 --n 2 --tie-rule leftmost",
        "check lemma8 --d 2 --n 9 --max-points 10",
        "list",
        "show yun2020:lemma7",
        "show lemma8.property3 --d 1 --n 2",
        'trace lemma8 --d 1 --n 2 --point "0 1/2"',
        'relax lemma10 --drop "n >= 2"',
        "relax lemma10 --d 1 --n 2 --delta 1/2 --jobs 1",
        "sharpen lemma10 --d 1 --n 2,3 --jobs 1",
        "sharpen lemma8.property1 --d 1 --n 3 --delta 1/2,1/3 --jobs 1",
        f"build {BUILT}",
        f"build {BUILT} --value-map repaired",
        "verify .exactua",
        'eval net.json --point "0 1/2"',
        "info net.json",
        'ask net.json --grid "1/8 5/8" --n 2 --property injective --property contextual-mapping --property separated',
    ],
)
def test_the_json_page_has_every_key(command: str, tmp_path: Path) -> None:
    name, shell = command.split()[0], Shell(tmp_path)
    if "net.json" in command and name != "build":
        shell.run(f"exactua build {BUILT}")
    if name == "verify":
        shell.run("exactua check lemma10 --d 1 --n 2")
    data = json.loads(shell.run(f"exactua {command} --format json"))
    parts = dict(part.split("\n", 1) for part in TEXTS["docs/json-output.md"].split("\n## ")[1:])
    assert data["format"] in parts[name]
    known = parts[name] + parts.get(REFERS_TO.get(name, ""), "")
    assert [key for key in dict.fromkeys(_keys(data)) if f"`{key}`" not in known] == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_continuous_integration_runs_every_shell_line_of(name: str) -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    lines = [line for block in blocks(TEXTS[name]) if block.language == "sh" for line in block.text.splitlines()]
    assert lines
    assert [line for line in lines if line not in script] == []


@pytest.mark.parametrize("name", TEXTS)
def test_every_link_into_the_tree_leads_somewhere(name: str) -> None:
    for target in re.findall(r"(?<!\\)\]\(([^)#]+)(?:#[^)]*)?\)", FENCE.sub("", TEXTS[name])):
        if not re.match(r"https?:", target):
            assert ((ROOT / name).parent / target).exists(), target


@pytest.mark.parametrize(
    ("expected", "output", "right"),
    [
        ("decided in 0.1 s\n", "decided in 22.35 s\n", True),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n  ...\nd\n", "a\nb\nd\n", True),
        ("a\n...\nd\n", "a\nb\nc\n", False),
        ("5 holds\n", "6 holds\n", False),
        ("", "something\n", False),
        ("something\n", "", False),
    ],
)
def test_comparison_sees_what_differs_and_nothing_else(expected: str, output: str, right: bool) -> None:
    assert agrees(expected, output) is right


def test_a_false_comment_in_a_python_block_is_seen(tmp_path: Path) -> None:
    printed, said = run_python("print(1 + 1)  # 3\n", {}, tmp_path)
    assert printed != said
