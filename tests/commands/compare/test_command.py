"""`exactua compare`: its table, its files, and certificates that the verifier confirms."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from exactua import verifier
from exactua.commands.ask.work import Answer, answer
from exactua.commands.group import group


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pairs.json").write_text("[[[1, 2]], [[1, 3]]]")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(group, ["compare", *arguments], standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value, result.output


def test_every_certificate_is_confirmed(folder: Path) -> None:
    code, text = run("pairs.json", "--networks", "nets")
    assert code == 0
    assert "one softmax layer           1  yes, >= " in text
    certificates = sorted((folder / ".exactua").iterdir())
    assert len(certificates) == 18
    for certificate in certificates:
        verifier.verify(certificate.read_bytes())
    assert len(list((folder / "nets").iterdir())) == 6


def test_json_and_markdown_say_the_same(folder: Path) -> None:
    _, text = run("pairs.json", "--format", "json", "--no-certificate")
    data = json.loads(text)
    assert [layer["definitions"]["definition2"]["verdict"] for layer in data["layers"]] == ["holds"] * 6
    assert data["layers"][1]["definitions"]["definition2"]["at_least"] is True
    _, text = run("pairs.json", "--format", "markdown", "--no-certificate")
    assert text.count("\n| ") == 7  # a head and six rows
    assert "yes, \\>= 0." in text


def test_ctrl_c_ends_it_with_what_was_compared(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def interrupted_at_the_fifth(*arguments: Any, **options: Any) -> Answer:
        asked.append(1)
        answered = answer(*arguments, **options)
        return (
            replace(answered, decision=replace(answered.decision, run={"interrupted": True}))
            if len(asked) == 5
            else answered
        )

    monkeypatch.setattr("exactua.commands.compare.work.answer", interrupted_at_the_fifth)
    code, text = run("pairs.json", "--format", "json")
    assert (code, len(asked)) == (3, 5)
    assert text.startswith("exactua: interrupted; the comparisons so far follow\n")
    data = json.loads(text.split("\n", 1)[1])
    assert (data["exit_code"], len(data["layers"])) == (3, 1)
    assert len(list((folder / ".exactua").iterdir())) == 3
