"""`exactua compare`: its table, its files, and certificates that the verifier confirms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from exactua import verifier
from exactua.cli import group


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
    assert [one["definitions"]["definition2"]["verdict"] for one in data["layers"]] == ["holds"] * 6
    assert data["layers"][1]["definitions"]["definition2"]["at_least"] is True
    _, text = run("pairs.json", "--format", "markdown", "--no-certificate")
    assert text.count("\n| ") == 8
