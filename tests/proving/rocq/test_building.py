"""Compiling: what coqc refuses is refused, assumptions are told, and a second build finds the first one's files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exactua.proving.kernels import KernelMissing
from exactua.proving.rocq import building, toolchain
from exactua.proving.rocq.building import build, check
from exactua.proving.rocq.sources import CLOSED
from exactua.proving.rocq.toolchain import NotProved
from tests.proving.rocq.small import needs_coqc

pytestmark = needs_coqc

STATEMENTS = "Definition true : Prop := True.\nDefinition false : Prop := forall n : nat, n = 1.\n"
PROOFS = (
    "From Exactua Require Statements.\n"
    "Theorem true_proved : Statements.true.\nProof. exact I. Qed.\n"
    "Theorem false_refuted : ~ Statements.false.\nProof. intros H. discriminate (H 0). Qed.\n"
)
EXTENSIONAL = (
    "From Coq Require Import FunctionalExtensionality.\nFrom Exactua Require Statements.\n"
    "Theorem same_proved : Statements.same.\nProof. intros f g H. now apply functional_extensionality. Qed.\n"
)
SAME = "Definition same : Prop := forall f g : nat -> nat, (forall n, f n = g n) -> f = g.\n"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_theorems_are_checked_and_assume_nothing() -> None:
    built = build({"Statements.v": STATEMENTS, "Proofs.v": PROOFS})
    assert {theorem.label: said for theorem, said in built.assumptions.items()} == {
        "Proofs.true_proved": CLOSED,
        "Proofs.false_refuted": CLOSED,
    }
    assert built.version == toolchain.version()


def test_what_a_theorem_assumes_is_told() -> None:
    built = build({"Statements.v": STATEMENTS + SAME, "Proofs.v": PROOFS, "Same.v": EXTENSIONAL})
    said = {theorem.name: said for theorem, said in built.assumptions.items()}
    assert said["true_proved"] == CLOSED
    assert said["same_proved"].startswith("Axioms: FunctionalExtensionality.functional_extensionality_dep")
    with pytest.raises(NotProved, match="coqchk finds assumptions"):
        check({"Statements.v": STATEMENTS + SAME, "Same.v": EXTENSIONAL})


def test_a_theorem_over_the_reals_may_assume_what_the_library_s_reals_do() -> None:
    sources = {
        "Statements.v": STATEMENTS,
        "Proofs.v": PROOFS,
        "RealStatements.v": SAME,
        "Same.v": EXTENSIONAL.replace("Require Statements", "Require RealStatements").replace(" : S", " : RealS"),
    }
    said = {theorem.label: said for theorem, said in build(sources).assumptions.items()}
    assert said["Same.same_proved"] == "Axioms: FunctionalExtensionality.functional_extensionality_dep"
    assert said["Proofs.true_proved"] == CLOSED
    told = check(sources)
    assert "* Axioms: <none>" in told
    assert "Coq.Logic.FunctionalExtensionality.functional_extensionality_dep" in told


def test_a_theorem_over_the_reals_may_not_assume_more() -> None:
    irrelevant = (
        "From Coq Require Import ProofIrrelevance.\nFrom Exactua Require RealStatements.\n"
        "Theorem same_proved : RealStatements.same.\nProof. intros P. apply proof_irrelevance. Qed.\n"
    )
    same = "Definition same : Prop := forall (P : Prop) (x y : P), x = y.\n"
    with pytest.raises(NotProved, match="coqchk finds assumptions"):
        check({"RealStatements.v": same, "Statements.v": STATEMENTS, "Same.v": irrelevant})


def test_coqchk_agrees() -> None:
    assert "Axioms: <none>" in check({"Statements.v": STATEMENTS, "Proofs.v": PROOFS})


@pytest.mark.parametrize(
    ("proofs", "why"),
    [
        ("From Exactua Require Statements.\nTheorem false_proved : Statements.false.\nProof. exact I. Qed.\n", "Proofs.v"),
        ("From Exactua Require Statements.\nTheorem true_proved : Statements.true.\nProof.\n", "Proofs.v"),
        ("From Exactua Require Missing.\n", "Proofs.v"),
        ("From Exactua Require Statements.\nTheorem true_proved : Statements.true.\nAdmitted.\n", "line 3 has Admitted"),
        ("Definition true := False.\nTheorem true_proved : true.\nProof.\n", "Proofs.v"),
    ],
)  # fmt: skip
def test_what_is_not_proved_is_refused(proofs: str, why: str) -> None:
    with pytest.raises(NotProved, match=why):
        build({"Statements.v": STATEMENTS, "Proofs.v": proofs})


def test_a_theorem_of_another_statement_of_the_same_name_is_refused() -> None:
    # the name is the statement's, what is proved is not: the kernel compares them
    proofs = "Definition true : Prop := 1 = 1.\nTheorem true_proved : true.\nProof. reflexivity. Qed.\n"
    with pytest.raises(NotProved, match="Assumptions"):
        build({"Statements.v": STATEMENTS, "Proofs.v": proofs})


def test_a_second_build_compiles_nothing(monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> None:
    compiled: list[str] = []
    run = building.run

    def noted(name: str, arguments: tuple[str, ...], *others: Any, **named: Any) -> str:
        if name == "coqc":
            compiled.append(arguments[-1])
        return run(name, arguments, *others, **named)

    monkeypatch.setattr(building, "run", noted)
    sources = {"Statements.v": STATEMENTS, "Proofs.v": PROOFS}
    build(sources)
    assert sorted(compiled) == ["Assumptions.v", "Proofs.v", "Statements.v"]
    compiled.clear()
    build(sources)
    assert compiled == ["Assumptions.v"]
    compiled.clear()
    build({**sources, "Proofs.v": PROOFS + "\n"})  # only what changed, and what requires it
    assert compiled == ["Proofs.v", "Assumptions.v"]
    compiled.clear()
    build({**sources, "Statements.v": STATEMENTS + "\n"})
    assert compiled == ["Statements.v", "Proofs.v", "Assumptions.v"]
    compiled.clear()
    build(sources, cached=False)
    assert sorted(compiled) == ["Assumptions.v", "Proofs.v", "Statements.v"]
    assert len(list(own_cache.rglob("*.vo"))) == 5


def test_spoilt_files_of_the_cache_are_made_anew(own_cache: Path) -> None:
    sources = {"Statements.v": STATEMENTS, "Proofs.v": PROOFS}
    build(sources)
    for file in own_cache.rglob("*.vo"):
        file.write_bytes(b"spoilt")
    with pytest.raises(NotProved):
        build(sources)


def test_progress_counts_files() -> None:
    seen: list[tuple[int, int]] = []
    build({"Statements.v": STATEMENTS, "Proofs.v": PROOFS}, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]


def test_sources_that_require_each_other_are_refused() -> None:
    with pytest.raises(NotProved):
        build({"A.v": "From Exactua Require B.\n", "B.v": "From Exactua Require A.\n", "Statements.v": STATEMENTS})


def test_without_coqc_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(KernelMissing, match="coqc is not on the PATH; install it with `apt-get install coq`"):
        build({"Statements.v": STATEMENTS})
