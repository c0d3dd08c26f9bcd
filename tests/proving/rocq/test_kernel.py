"""The kernel on steps: general with its theorem, refuted with its theorem, or open with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua.certificates.proofs import Proof, domain_of
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.prove.work import prove
from exactua.proving.rocq.kernel import RocqKernel
from exactua.proving.rocq.record import assumptions_text, differences
from exactua.proving.rocq.sources import source_hash
from exactua.proving.rocq.toolchain import NotProved
from tests.proving.rocq.small import STEPS, definitions, needs_coqc, with_steps, written

pytestmark = needs_coqc


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> RocqKernel:
    return RocqKernel(written(tmp_path_factory.mktemp("rocq"), with_steps()))


def found(kernel: RocqKernel, label: str):
    claim, _ = find(label)
    return {result.step.name: result for result in kernel.decide(claim, claim.steps)}


def test_a_proved_step_is_general(kernel: RocqKernel) -> None:
    steps = found(kernel, "lemma10")
    result = steps["bound_factored"]
    assert (result.verdict, result.theorem) == (Verdict.HOLDS, "Steps.yun2020_lemma10_bound_factored_proved")
    assert result.assumptions == "Closed under the global context"
    assert result.proposition is not None
    assert result.proposition.startswith("forall d n m : nat,")
    assert steps["bound_expanded"].general
    assert (steps["lower_bound"].verdict, steps["lower_bound"].reason) == (
        Verdict.INCONCLUSIVE,
        "no theorem in proofs/rocq",
    )


def test_a_refuted_step_is_refuted(kernel: RocqKernel) -> None:
    result = found(kernel, "lemma9")["shift_all_rows"]
    assert result.verdict is Verdict.REFUTED
    assert not result.general
    assert prove(find("lemma9")[0], ("shift_all_rows",), kernel).verdict is Verdict.REFUTED


def test_another_claim_is_open(kernel: RocqKernel) -> None:
    claim, _ = find("theorem2")
    assert {result.reason for result in kernel.decide(claim, claim.steps)} == {
        "no step of the claim has a statement in proofs/rocq"
    }


def test_the_verdict_is_that_of_the_judged_steps(kernel: RocqKernel) -> None:
    claim, _ = find("lemma10")
    assert prove(claim, ("bound_factored", "bound_expanded"), kernel).verdict is Verdict.HOLDS
    assert prove(claim, (), kernel).verdict is Verdict.INCONCLUSIVE
    assert prove(claim, (), kernel).judged == ("lower_bound", "upper_bound", "one_to_one")
    category1, _ = find("category1")
    repaired = prove(category1, ("above_telescoped",), kernel, "repaired")
    assert [result.step.name for result in repaired.steps] == ["above_telescoped@repaired"]
    assert repaired.judged == ("above_telescoped@repaired",)


def test_the_evidence_names_every_source_by_its_hash(kernel: RocqKernel) -> None:
    evidence = kernel.evidence()
    assert evidence["name"] == "rocq"
    assert evidence["sources"]["Steps.v"] == source_hash(STEPS)
    assert evidence["sources"].keys() == with_steps().keys()


def test_a_certificate_says_what_was_proved(kernel: RocqKernel) -> None:
    claim, _ = find("lemma10")
    proof = prove(claim, ("bound_factored",), kernel)
    data = proof.data()
    (step,) = data["steps"]
    assert (data["scope"], data["verdict"], data["domain"]) == ("general", "holds", "all d >= 1, n >= 2, m >= 2")
    assert step["statement"] == claim.statement_hash(claim.step("bound_factored"))
    assert step["verdict"] == "holds"
    assert proof.digest != prove(claim, ("bound_expanded",), kernel).digest


def test_the_domain_is_that_of_parameters_and_hypotheses() -> None:
    assert domain_of(find("lemma8")[0]) == "all d >= 1, n >= 2, m >= 2"
    assert domain_of(find("column_id")[0]) == "all d >= 1, n >= 2, m >= 2"
    assert domain_of(find("lemma4")[0]).startswith("all ")


def test_a_file_that_says_something_else_than_the_claims_is_refused(tmp_path: Path) -> None:
    sources = with_steps()
    changed = sources["Exported.v"].replace("(t_l < t_r)%Z", "(t_l <= t_r)%Z")
    assert changed != sources["Exported.v"]
    claim, _ = find("lemma8")
    with pytest.raises(NotProved, match=r"Exported\.v: line"):
        RocqKernel(written(tmp_path, {**sources, "Exported.v": changed})).decide(claim, claim.steps)


def test_a_false_theorem_is_refused(tmp_path: Path) -> None:
    steps = (
        STEPS + "Theorem yun2020_lemma8_t_l_positive_proved : yun2020_lemma8_t_l_positive.\nProof. intros. lia. Qed.\n"
    )
    claim, _ = find("lemma8")
    with pytest.raises(NotProved, match=r"coqc refuses Steps\.v"):
        RocqKernel(written(tmp_path, with_steps(steps))).decide(claim, claim.steps)


def test_a_list_of_assumptions_pins_statements(kernel: RocqKernel) -> None:
    claim, _ = find("lemma10")
    listed = assumptions_text(kernel.built())
    pinned = claim.statement_hash(claim.step("bound_factored"))
    assert f"Steps.yun2020_lemma10_bound_factored_proved  {pinned}  Closed under the global context\n" in listed
    assert differences(listed, listed) == []
    other = listed.replace(pinned, "sha256:" + 64 * "0")
    assert len(differences(other, listed)) == 2
    assert len(differences("", listed)) == len(listed.splitlines()) - 1  # the kernel's version may be another one


def test_the_empty_set_of_theorems_proves_nothing(tmp_path: Path) -> None:
    claim, _ = find("lemma10")
    kernel = RocqKernel(written(tmp_path, definitions()))
    assert {result.verdict for result in kernel.decide(claim, claim.steps)} == {Verdict.INCONCLUSIVE}
    assert isinstance(prove(claim, (), kernel), Proof)
