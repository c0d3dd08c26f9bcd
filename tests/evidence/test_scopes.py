"""How far steps are known: what is told is what is decided, and only of the statements that were."""

from dataclasses import replace

import pytest

from exactua.claims.registry import find, labels
from exactua.claims.verdicts import Verdict
from exactua.commands.prove.words import scopes_document
from exactua.commands.prove.work import kernel_named
from exactua.evidence import scopes
from exactua.printing.renderers import RENDERERS
from exactua.proving.kernels import KernelMissing
from exactua.proving.rocq.kernel import RocqRecord
from exactua.proving.rocq.written import WRITTEN
from exactua.terms.language import make


@pytest.mark.parametrize("label", ["lemma10", "category1", "so2020:contextual_mapping", "claim1"])
def test_the_table_that_comes_with_exactua_is_what_runs_find(label):
    claim, _ = find(label)
    told = scopes.told(claim)
    assert list(told) == [step.name for step in claim.steps]
    for scope in scopes.scopes(claim, None):
        assert replace(told[scope.step.name], theorem=None) == scope


def test_every_claim_of_every_paper_is_in_the_table():
    assert len(list(scopes.every_claim())) == len(list(labels()))
    known = scopes.shipped()["claims"]
    assert set(known) == {claim.label for claim in scopes.every_claim()}
    for claim in scopes.every_claim():
        assert set(known[claim.label]) == {step.name for step in claim.steps}, claim.label


def test_another_statement_is_not_told_of():
    claim, _ = find("lemma10")
    step = claim.step("lower_bound")
    strict = replace(step, term=make("<", (), *step.term.arguments))
    other = replace(claim, steps=[strict if own is step else own for own in claim.steps])
    assert "lower_bound" not in scopes.told(other)
    assert "upper_bound" in scopes.told(other)


def test_a_false_line_is_decided_and_never_general():
    claim, _ = find("category1")
    told = scopes.told(claim)["above_telescoped"]
    assert (told.symbolic, told.for_all_D, told.theorem) == (Verdict.REFUTED, Verdict.REFUTED, None)


def test_nothing_general_is_refuted_elsewhere():
    for claim in scopes.every_claim():
        for scope in scopes.told(claim).values():
            if scope.theorem is not None:
                assert Verdict.REFUTED not in (scope.symbolic, scope.for_all_D), scope.step.name


ROCQ = {"name": "rocq", "version": "0"}


def lines(form, rows, kernel, written):
    """The lines of the document in a format."""
    return RENDERERS[form].write(scopes_document(rows, kernel, written, {})).split("\n")


def test_the_table_counts_what_is_decided():
    claim, _ = find("lemma10")
    rows = [tuple(scopes.told(claim).values())]
    shown = lines("text", rows, ROCQ, {})
    assert shown[1].split() == ["yun2020:lemma10", *["3/8/0"] * 5]
    assert [line.split()[0] for line in shown[2:4]] == ["yun2020", "all"]
    assert lines("text", rows, None, {})[1].split()[-2:] == ["?", "?"]
    assert any(line.startswith("| `lower_bound` | holds | holds | `") for line in lines("markdown", rows, ROCQ, {}))


def test_theorems_that_say_more_than_steps_are_in_the_table():
    claim, _ = find("claim1")
    written = scopes.written_about([claim, find("g2")[0]], RocqRecord())
    assert list(written) == [claim.label]  # of g2 there is none
    (tightness,) = scopes.written_about([find("tightness")[0]], RocqRecord()).values()
    assert [theorem.name for theorem in tightness] == [
        "transformer_blocks_range",
        "total_parameters_range",
        "memorized_numbers_range",
        "factor_of_permutations_range",
    ]
    rows = [tuple(scopes.told(claim).values())]
    assert lines("text", rows, ROCQ, written)[1].split() == ["yun2020:claim1", "0/16/0", "0/16/0", "0/1/0"]
    (line,) = (line for line in lines("markdown", rows, ROCQ, written) if "claim\\_1\\_proved" in line)
    assert "for all networks g of attention layers with hardmax" in line
    entries = scopes.document(rows, {}, written)["theorems"][claim.label]
    instances = {entry["name"]: entry["instances"] for entry in entries}
    assert {name for name, steps in instances.items() if steps} == {"claim_1"}
    assert instances["claim_1"] == ["equivariant"]
    assert instances["claim_1_softmax"] == []
    assert scopes.written_about([claim], None) == {}


def test_theorems_of_the_table_are_those_of_the_record():
    record = RocqRecord()
    for label in scopes.shipped()["theorems"]:
        claim, _ = find(label)
        assert scopes.theorems_about(claim) == tuple(record.written(claim)), label
    assert set(scopes.shipped()["theorems"]) == {theorem.claim for theorem in WRITTEN}
    assert scopes.theorems_about(replace(find("lemma9")[0], address="/own.py::lemma9")) == ()


def test_a_theorem_is_told_only_by_the_kernel():
    claim, _ = find("lemma10")
    try:
        kernel = kernel_named("rocq")
        kernel.require()
    except KernelMissing:
        pytest.skip("coqc is not installed")
    assert all(scope.theorem is None for scope in scopes.scopes(claim, None))
