"""`check --scope runs`: what it prints and writes, its exit codes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exactua.commands.group import main
from tests.foreign import own_verifier

LEMMA8 = ("check", "lemma8", "--d", "2", "--n", "3", "--delta", "1/4")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def decided(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text())["decided"]
    return data


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / ".exactua"


def test_it_comes_to_what_enumeration_comes_to(capsys: Any, in_a_folder: Path) -> None:
    """The certificate has another name, so that neither writes over the other, and another scope; nothing else."""
    code, out, _ = run(capsys, *LEMMA8, "--scope", "runs")
    assert code == run(capsys, *LEMMA8)[0] == 0
    assert "orbits in affine runs (category 1: " in out
    assert "this speaks of this instance only, of which every point was decided, in affine runs" in out
    runs, points = in_a_folder / "lemma8.runs.d2n3m4.json", in_a_folder / "lemma8.d2n3m4.json"
    assert decided(runs) == decided(points) | {"scope": "runs"}
    assert own_verifier(runs.read_bytes()) == 0


def test_the_json_tells_the_scope(capsys: Any) -> None:
    code, out, _ = run(capsys, "check", "lemma10", "--d", "1", "--n", "2", "--scope", "runs", "--format", "json")
    assert (code, json.loads(out)["boxes"][0]["scope"]) == (0, "runs")


def test_points_that_are_in_no_run_are_gone_through_one_by_one(capsys: Any) -> None:
    """Sequences, cells and permutations; a refuted step is refuted at the same least point."""
    for label in ("so2020:contextual_mapping", "lemma7", "claim1"):
        arguments = ("check", label, "--d", "1", "--n", "2", "--format", "json", "--no-certificate")
        boxes = []
        for scope in ("enumerated", "runs"):
            code, out, _ = run(capsys, *arguments, "--scope", scope)
            (box,) = json.loads(out)["boxes"]
            boxes.append((code, box["verdict"], [(step["name"], step["witness"]) for step in box["steps"]]))
        assert boxes[0] == boxes[1]


def test_what_is_refused(capsys: Any) -> None:
    code, _, err = run(capsys, "check", "yun2020", "--ladder", "--scope", "runs")
    assert (code, err) == (2, "exactua: label: --scope runs decides one claim at a time; yun2020 has several\n")
    code, _, err = run(capsys, *LEMMA8, "--scope", "run")
    assert code == 2
    assert "scope: 'run' is not valid; choose one of enumerated, runs, symbolic" in err
