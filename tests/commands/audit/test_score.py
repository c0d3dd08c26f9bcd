"""The score that comes with the program is what the audit gives, and is told only where it was measured."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import exactua
from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.commands.audit import score
from exactua.commands.audit.work import Settings, audit, tasks_of


def changed(claim: Claim) -> Claim:
    """The claim with one step less."""
    return replace(claim, steps=claim.steps[:-1])


@pytest.mark.parametrize("label", ["yun2020:averaging", "so2020:position_encoding"])
def test_the_score_is_what_the_audit_gives(label: str) -> None:
    shipped = score.shipped()
    audited = audit(tasks_of([label]), Settings(shipped["seed"], shipped["mutants"]))
    again = score.summary(audited)["claims"][label]
    assert json.loads(json.dumps(again)) == shipped["claims"][label]


def test_every_claim_has_a_score_and_all_mutants_are_caught() -> None:
    shipped = score.shipped()
    assert list(shipped["claims"]) == sorted(find(task.label)[0].label for task in tasks_of([]))
    for label, measured in shipped["claims"].items():
        assert measured["caught"] == measured["counted"] > 0, label
    assert sum(measured["counted"] for measured in shipped["claims"].values()) >= 300


def test_it_is_told_of_the_claims_it_was_measured_for() -> None:
    for label in ("lemma8", "so2020:quantization"):
        told = score.told(find(label)[0])
        measured = score.shipped()["claims"][find(label)[0].label]
        assert told is not None
        assert told.startswith(f"{measured['caught']} of {measured['counted']} mutants of this claim")


def test_it_is_not_told_of_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = find("lemma8")[0]
    assert score.told(changed(claim)) is None
    assert score.told(replace(claim, label="own:lemma")) is None
    network = {"g_c": lambda values: find("claim1")[0].networks["block"]({**values, "tie_rule": "average"})}
    assert score.told(replace(claim, networks=network)) is None


def test_what_another_version_was_measured_for_is_told_as_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = score.shipped()["exactua"]
    monkeypatch.setattr(exactua, "__version__", measured)
    ours = score.told(find("lemma8")[0])
    monkeypatch.setattr(exactua, "__version__", "0.0.0")
    assert score.told(find("lemma8")[0]) == f"{ours}, those of exactua {measured}"
