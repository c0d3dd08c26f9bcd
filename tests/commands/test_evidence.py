"""Commands on certificates with complete evidence: written, verified, listed, cited, reported, held against manifests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.evidence.certificate_steps import is_complete, read_steps, stated
from exactua.proving import evidence

FILE = ".exactua/lemma8.d2n2m3.json"
ASKED = ["lemma8", "--d", "2", "--n", "2", "--delta", "1/3"]


@pytest.fixture(autouse=True)
def _in_a_folder_where_few_points_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(evidence, "MOST_ENUMERATED", 20)


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main([*arguments]) == code
    return capsys.readouterr().out


def test_check_says_what_evidence_there_is_and_json_has_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert "; complete evidence: 4 steps by signs of affine forms" in said(capsys, "check", *ASKED)
    steps = json.loads(said(capsys, "check", *ASKED, "--format", "json"))["boxes"][0]["steps"]
    decided = {step["name"]: step for step in json.loads(Path(FILE).read_text())["decided"]["steps"]}
    for step in steps:
        if step["evidence"] is not None:
            assert step["evidence"] == decided[step["name"]]["evidence"]
            assert (decided[step["name"]]["measure"], step["measure"] is None) == (None, False)
            assert (step["applicable"], step["failures"]) == (step["points"], 0)
    assert sum(step["evidence"] is not None for step in steps) == 4


def test_verify_goes_through_no_point_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "check", *ASKED)
    first, whose, *_ = said(capsys, "verify", FILE).splitlines()
    assert first == "confirmed: holds (0 of 136 points recomputed, 4 steps over points by signs of affine forms)"
    assert whose.startswith("every statement is that of yun2020:lemma8 as installed")
    assert said(capsys, "verify", FILE, "--every-point").startswith("confirmed: holds (136 of 136 points recomputed)")
    assert said(capsys, "verify", FILE, "--sample", "5").startswith("confirmed: holds (0 of 136 points recomputed, ")


def test_refuted_steps_have_their_witness(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["category2.above_threshold", "--d", "1", "--n", "3", "--delta", "1/8"]
    assert "complete evidence: 1 step by their witnesses" in said(capsys, "check", *asked, code=1)
    (file,) = Path(".exactua").glob("*.json")
    assert "1 by its witness)" in said(capsys, "verify", str(file)).splitlines()[0]
    claim, _ = find("category2")
    reading = read_steps(claim, file, stated(file))
    at = reading.steps["above_threshold"]
    assert (at.verdict.value, at.failures, at.complete) == ("refuted", None, True)
    assert at.witness is not None
    assert reading.file.evidence == "1 step by witnesses"


def test_they_are_cited_with_their_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "check", *ASKED)
    said(capsys, "verify", FILE)
    cited = said(capsys, "cite", *ASKED, "--format", "text")
    assert "(4 steps by signs of affine forms)" in " ".join(cited.split())
    assert is_complete(stated(Path(FILE)))


def test_manifests_pin_their_digests(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("some.toml").write_text(
        '[[check]]\nclaim = "lemma8"\nd = 2\nn = 2\ndelta = "1/3"\nexpect = "holds"\n[unlisted]\nyun2020 = "one"\n'
    )
    said(capsys, "regress", "some.toml", "--update")
    assert "1 as expected" in said(capsys, "regress", "some.toml", "--all", "--verify")
    monkeypatch.setattr(evidence, "MOST_ENUMERATED", 20_000)
    assert main(["regress", "some.toml", "--all"]) != 0
