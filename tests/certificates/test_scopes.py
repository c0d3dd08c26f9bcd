"""Certificates of scope "runs": the fields of an enumerated one; confirmed, refused and read back as it is."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.certificates.reading import problem_of, read_certificate, scope_of
from exactua.certificates.writing import certificate, decided_data, digest, laid_out
from exactua.claims.registry import find, labels
from exactua.claims.verdicts import POINT_SCOPES
from exactua.commands.audit.certificate_changes import fields_of
from exactua.commands.audit.certificate_truth import Truths
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.evidence.boxes import ladder
from exactua.evidence.catalogue import read
from exactua.terms.encoding import canonical
from tests.foreign import own_verifier
from tests.pocket_certificates import ASKED, decision


@pytest.mark.parametrize("name", ASKED)
def test_only_the_word_differs(name: str) -> None:
    enumerated = decision(name)
    other = replace(enumerated, scope="runs")
    assert decided_data(enumerated)["scope"] == "enumerated"
    assert decided_data(other) == {**decided_data(enumerated), "scope": "runs"}
    assert digest(enumerated) != digest(other)
    assert own_verifier(certificate(other).encode()) == 0


@pytest.mark.parametrize("label", list(labels())[::7])
def test_a_claim_comes_back_from_a_certificate_of_runs(label: str) -> None:
    claim, _ = find(label)
    first = replace(decide(claim.problem(next(ladder(claim))), replayed=0), scope="runs")
    reread = read_certificate(certificate(first).encode())
    assert scope_of(reread.decided) == "runs"
    again = replace(decide(reread.problem, replayed=0), scope=scope_of(reread.decided))
    assert canonical(decided_data(again)) == canonical(reread.decided)
    assert own_verifier(certificate(first).encode()) == 0


@pytest.mark.parametrize("name", ["folds", "networks"])
def test_a_changed_copy_is_as_true_in_one_scope_as_in_the_other(name: str) -> None:
    """By the verifier, and by the evaluators that judge changed certificates."""
    decided, truth, said = decided_data(decision(name)), Truths("auto"), set()
    for field in random.Random(name).sample(list(fields_of(decided)), 120):
        if field.path[0] == "scope":
            continue
        changed = [field.applied({**decided, "scope": scope}) for scope in POINT_SCOPES]
        codes = [own_verifier(laid_out(content, {}).encode()) for content in changed]
        assert codes[0] == codes[1], field
        assert truth(changed[0]).holds == truth(changed[1]).holds == (codes[0] == 0), field
        said.add(codes[0])
    assert {0, 1} <= said


@pytest.mark.parametrize("scope", ["sampled", "symbolic", "", None, 1, ["runs"]])
def test_another_scope_is_no_problem_about_points(scope: object) -> None:
    decided = {**decided_data(decision("terms")), "scope": scope}
    with pytest.raises(InputError, match="scope: it is not one of enumerated, runs"):
        problem_of(decided)


def test_the_catalogue_tells_runs_apart(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(certificate(replace(decision("terms"), scope="runs")))
    assert read(path).scope == "runs"
