"""`check --scope symbolic`: what it prints and writes, its exit codes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from gmpy2 import mpq

from exactua.commands.check.symbolic import require_forms
from exactua.commands.group import main
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.proving.symbolic import replaying
from tests.foreign import foreign_verifier, own_verifier

LEMMA8 = ("check", "lemma8", "--d", "2", "--n", "3", "--delta", "1/8", "--scope", "symbolic")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_report_says_how_many_points_by_how_many_forms(capsys: Any, in_a_folder: Path) -> None:
    code, out, _ = run(capsys, *LEMMA8)
    assert code == 0
    assert "symbolic: all 91,881 orbits (category 1: 41,664, category 2: 4,096, category 3: 46,121) by " in out
    assert "HOLDS: 10 of 10 judged steps hold; this speaks of this instance only, and of all its points at once" in out
    assert "replayed by enumeration at all points of (d, n, delta) = " in out
    assert (in_a_folder / ".exactua" / "lemma8.symbolic.d2n3m8.json").exists()
    assert run(capsys, "verify", ".exactua/lemma8.symbolic.d2n3m8.json")[0] == 0


def test_a_refuted_step_is_shown_with_both_values_and_its_replay(capsys: Any) -> None:
    arguments = (
        "check",
        "category2.above_threshold",
        "--d",
        "1",
        "--n",
        "3",
        "--scope",
        "symbolic",
        "--no-certificate",
    )
    code, out, _ = run(capsys, *arguments)
    assert code == 1
    assert "counterexample: L = [0 0 0]  (category 2)" in out
    assert "there: at j = 1, " in out
    assert 'replay: exactua explain yun2020:category2.above_threshold --d 1 --n 3 --delta 1/2 --at "0 0 0"' in out


def test_an_open_step_says_why(capsys: Any) -> None:
    arguments = ("check", "category3.special_ids", "--d", "2", "--n", "3", "--delta", "1/4", "--scope", "symbolic")
    code, out, _ = run(capsys, *arguments)
    assert code == 3
    assert "because over 1 distinct id >= 0 and negative ones: its truth is not decided by signs" in out


def test_strict_and_several_instances(capsys: Any, in_a_folder: Path) -> None:
    box = ("--d", "1", "--n", "3", "--delta", "1/4", "--scope", "symbolic", "--replay", "0")
    assert run(capsys, "check", "category1", *box)[0] == 0
    assert run(capsys, "check", "category1", *box, "--strict")[0] == 1
    code, out, _ = run(capsys, "check", "lemma10", "--d", "1..2", "--n", "2", "--scope", "symbolic")
    assert code == 0
    assert "2 of 2 instances: 2 hold" in out
    assert len(list((in_a_folder / ".exactua").glob("lemma10.symbolic.*.json"))) == 2


def test_the_json_has_scope_families_and_forms(capsys: Any) -> None:
    code, out, _ = run(capsys, *LEMMA8, "--format", "json")
    (box,) = json.loads(out)["boxes"]
    assert (code, box["scope"], box["verdict"]) == (0, "symbolic", "holds")
    assert box["run"]["families"] == 6
    assert box["run"]["replayed"]
    assert box["domains"][0] == {"name": "category 1", "points": 41664, "decided": None}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--engine", "kernel"), "engine: --scope symbolic enumerates no points; leave out --engine"),
        (("--jobs", "2"), "jobs: --scope symbolic enumerates no points; leave out --jobs"),
        (("--replay", "5"), "replay: --scope symbolic is replayed at small instances"),
        (("--scope", "general"), "scope: 'general' is not valid; choose one of enumerated, runs, symbolic"),
    ],
)
def test_what_is_refused(capsys: Any, more: tuple[str, ...], message: str) -> None:
    code, _, err = run(capsys, *LEMMA8, *more)
    assert code == 2
    assert message in err


def test_a_paper_is_refused(capsys: Any) -> None:
    code, _, err = run(capsys, "check", "yun2020", "--ladder", "--scope", "symbolic")
    assert code == 2
    assert "one claim at a time" in err


def test_disagreement_is_exit_code_4(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def disagrees(*arguments: object) -> None:
        raise EvaluatorsDisagree("two verdicts")

    monkeypatch.setattr(replaying, "replay", disagrees)
    assert run(capsys, *LEMMA8)[0] == 4


@pytest.mark.parametrize("label", ["lemma4", "lemma6", "lemma7", "proposition5"])
def test_steps_over_cells_that_are_left_open_are_read_by_both_verifiers(tmp_path, label):
    """They speak of the row that a column stands in; nothing is claimed of them."""
    path = tmp_path / "made.json"
    main(["check", label, "--d", "1", "--n", "2", "--delta", "1/2", "--scope", "symbolic", "--certificate", str(path)])
    content = path.read_bytes()
    assert b'["var","row"]' in content
    assert own_verifier(content) == foreign_verifier(content) == 0


@pytest.mark.parametrize("label", ["kajitsuka2024:hardmax_attention", "kajitsuka2024:theorem2", "background:pooling"])
def test_a_claim_of_matrices_over_no_grid_is_refused(capsys: Any, in_a_folder: Path, label: str) -> None:
    code, out, err = run(capsys, "check", label, "--scope", "symbolic")
    assert (code, out) == (2, "")
    assert f"scope: {label} has no delta" in err
    assert not (in_a_folder / ".exactua").exists()


def test_a_claim_of_numbers_that_are_no_rationals_is_refused() -> None:
    claim = SimpleNamespace(label="own:claim")
    problem = SimpleNamespace(parameters={"d": 1, "n": 2, "m": 2}, values={"k": 3, "t": mpq(1, 2)}, steps=())
    require_forms(cast(Any, claim), cast(Any, problem))
    problem.values["root"] = object()
    with pytest.raises(InputError, match="scope: root of own:claim is no rational number"):
        require_forms(cast(Any, claim), cast(Any, problem))
