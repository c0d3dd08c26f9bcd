"""Whoever weakens a definition that a statement unfolds to changes a pin: each definition in turn, and with coqc."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.proving.rocq import kernel, pins
from exactua.proving.rocq.building import build
from exactua.proving.rocq.definitions import CONTEXT, Definition, names_of, stated, unfolded
from exactua.proving.rocq.kernel import RocqKernel
from exactua.proving.rocq.record import COMPARISONS, DEFINITIONS, changed, definitions_text, pinned
from exactua.proving.rocq.sources import CLOSED, read_sources, sources_folder, theorems
from exactua.proving.rocq.toolchain import NotProved
from tests.proving.rocq.small import definitions, needs_coqc, with_steps, written

SOURCES = read_sources(sources_folder())
THEOREMS = list(theorems(SOURCES))
STATED = stated(SOURCES, THEOREMS)
COMPARED = [
    definition for definition in unfolded(SOURCES, names_of(SOURCES, COMPARISONS)) if definition.module == COMPARISONS
]


def edited(definition: Definition, change: Callable[[str], str]) -> dict[str, str]:
    """The sources with the lines of a definition changed."""
    file = f"{definition.module}.v"
    lines = SOURCES[file].splitlines(keepends=True)
    first, last = definition.lines
    text = change("".join(lines[first - 1 : last]))
    return {**SOURCES, file: "".join([*lines[: first - 1], text, *lines[last:]])}


def weakened(text: str) -> str:
    """The text with `\\/ True` before its last full stop."""
    head, _, rest = text.rpartition(".")
    return rf"{head} \/ True.{rest}"


def test_the_pins_are_those_of_the_sources() -> None:
    assert pinned() == {definition.label: definition.pin for definition in [*STATED, *COMPARED]}
    assert (sources_folder() / DEFINITIONS).read_text(encoding="utf-8") == definitions_text(SOURCES, THEOREMS)
    assert changed(SOURCES, THEOREMS) == []


def test_every_file_of_definitions_is_covered() -> None:
    covered = {definition.label for definition in STATED}
    for module in (
        "Transformers",
        "Grids",
        "FeedForward",
        "PositionNetworks",
        "Statements",
        "RangeStatements",
        "Matrices",
        "Distance",
        "Cubes",
        "RealStatements",
        "Networks",
        "RealNetworks",
        "NetworkStatements",
        "KajitsukaStatements",
        "BackgroundStatements",
    ):
        assert set(names_of(SOURCES, module)) <= covered
    for name in ("Terms.at_least_apart", "Terms.distinct", "Exported.scrambled_values", "Terms (context)"):
        assert name in covered
    assert len({theorem.proposition for theorem in THEOREMS}) == len(THEOREMS)  # a name says which statement it is
    assert {theorem.proposition for theorem in THEOREMS if theorem.of == "Exported"} <= {
        definition.name for definition in STATED
    }


def test_each_definition_weakened_in_turn_is_found() -> None:
    definitions = [definition for definition in STATED if definition.name != CONTEXT]
    assert len(definitions) > 500
    for definition in definitions:
        differing = changed(edited(definition, weakened), THEOREMS)
        assert [other.label for other in differing] == [definition.label]


def test_each_sentence_of_a_context_dropped_is_found() -> None:
    for definition in (candidate for candidate in STATED if candidate.name == CONTEXT):
        for sentence in definition.text.split("\n"):
            sources = edited(definition, lambda text, sentence=sentence: text.replace(sentence, ""))
            assert definition.label in {other.label for other in changed(sources, THEOREMS)} or "Require" in sentence


@pytest.mark.parametrize("sentence", ["Open Scope nat_scope.", 'Notation "a < b" := (a <= b).', "Import Nat."])
def test_what_changes_the_meaning_of_a_file_is_found(sentence: str) -> None:
    sources = {
        **SOURCES,
        "Terms.v": SOURCES["Terms.v"].replace("Open Scope Q_scope.", f"Open Scope Q_scope.\n{sentence}"),
    }
    assert [definition.label for definition in changed(sources, THEOREMS)] == ["Terms (context)"]


def test_a_definition_that_hides_one_of_the_library_is_found() -> None:
    hiding = "Definition Permutation (a b : list (list Q)) : Prop := True.\n(** ** Ranges *)"
    sources = {**SOURCES, "Terms.v": SOURCES["Terms.v"].replace("(** ** Ranges *)", hiding)}
    assert [definition.label for definition in changed(sources, THEOREMS)] == ["Terms.Permutation"]


def test_comments_and_layout_are_no_part_of_a_pin() -> None:
    text = SOURCES["Terms.v"].replace("(** ** Ranges *)", "(* more *)\n").replace(" (a : vector)", "\n  (a : vector)")
    assert changed({**SOURCES, "Terms.v": text}, THEOREMS) == []


def test_comparisons_are_pinned_too() -> None:
    for definition in COMPARED:
        if definition.name != CONTEXT:
            assert definitions_text(edited(definition, weakened), THEOREMS) != definitions_text(SOURCES, THEOREMS)


def test_a_name_is_found_wherever_it_may_come_from() -> None:
    sources = {
        "A.v": "Record pair := Pair { left : nat; right : nat }.\nDefinition zero := 0.",
        "B.v": "From Exactua Require Export A.",
        "C.v": "From Exactua Require Import B.\nFrom Exactua Require D.\nDefinition one := left (Pair 1 Exactua.D.two).\n"
        "Definition later := hidden.\nDefinition hidden := 0.",
        "D.v": "Definition two := 2.\nDefinition hidden := 3.",
    }
    assert [definition.label for definition in unfolded(sources, ["C.one"])] == [
        "A (context)", "A.pair", "B (context)", "C (context)", "C.one", "D (context)", "D.two",
    ]  # fmt: skip
    assert [definition.name for definition in unfolded(sources, ["C.later"]) if definition.name != CONTEXT] == ["later"]
    with pytest.raises(NotProved, match=r"there is no definition three in C\.v"):
        unfolded(sources, ["C.three"])


def test_prove_refuses_a_weakened_definition_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = with_steps()
    lemma = re.compile(r"yun2020_lemma10_bound_factored : Prop :=\n")
    sources["Exported.v"] = lemma.sub(lambda match: f"{match[0]}  True \\/\n", sources["Exported.v"])
    monkeypatch.setattr(kernel, "differs", lambda sources: None)  # as if the generator wrote it so
    monkeypatch.setattr(kernel, "executable", lambda name: name)
    monkeypatch.setattr(kernel, "build", lambda *_, **__: pytest.fail("it is compiled"))
    claim, _ = find("lemma10")
    with pytest.raises(NotProved, match=r"Exported\.v: line \d+: Exported\.yun2020_lemma10_bound_factored is not"):
        RocqKernel(written(tmp_path, sources)).decide(claim, claim.steps)


def test_the_gate_names_a_weakened_definition_whatever_coqc_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    definition = next(candidate for candidate in STATED if candidate.label == "Terms.at_least_apart")
    folder = written(tmp_path / "rocq", edited(definition, weakened))
    shutil.copy(sources_folder() / DEFINITIONS, folder)
    monkeypatch.setenv("PATH", "")
    assert pins.main(["--check", "--folder", str(folder)]) == 3  # there is no coqc
    out = capsys.readouterr().out
    assert f"- {definition.label}  {definition.pin}" in out
    assert f"{folder / DEFINITIONS} is not what was found" in out


BY_WEAKENING = {
    "Statements.apart": (
        "From Exactua Require Statements.\nTheorem g2_apart_proved : Statements.g2_apart.\n"
        "Proof. intros spacing d n m X X' j j' _ _ _ _ _ _ _ _ _. right. right. exact I. Qed.\n"
    ),
    "Terms.at_least_apart": (
        "From Exactua Require Import Exported.\n"
        "Theorem yun2020_lemma9_numbers_apart_proved : yun2020_lemma9_numbers_apart.\n"
        "Proof. intros d n m _ _ _ _ _. cbv zeta. intros. right. exact I. Qed.\n"
    ),
    "Distance.at_most": (
        "From Coq Require Import Reals.\nFrom Exactua Require Import Matrices Distance.\n"
        "From Exactua Require RealStatements.\n"
        "Theorem distance_to_itself_proved : RealStatements.distance_to_itself.\n"
        "Proof. intros d n p f D. split; [apply Rle_refl |].\n"
        "exists (fun _ => Box zero zero), (fun _ => 0%R). right. exact I. Qed.\n"
    ),
}
"""A theorem that is a line to prove once a definition is weakened."""


@needs_coqc
@pytest.mark.parametrize(
    ("definition", "was", "now", "refuses"),
    [
        ("Distance", "if Rlt_dec 0 x then Rpower x p else 0", "Rpower x p", "Powers"),
        ("Distance", "sum_below k (fun i => c i * volume d n (B i)) <= power e p).", "0 <= INR k).", "Coverings"),
        ("Cubes", "(L i j < m)%nat.", "True.", "Lemma4"),
        ("RealStatements", "e' < e /\\ at_most d n p f f_bar", "e' <= e / 2 /\\ at_most d n p f f_bar", "Lemma4Steps"),
        ("RealStatements", "supported_in_unit_cube d n f -> 1 <= p -> 0 <= e ->", "1 <= p -> 0 <= e ->", "Lemma4Steps"),
    ],
)
def test_the_theorems_over_the_reals_do_not_follow_from_other_definitions(
    definition: str, was: str, now: str, refuses: str
) -> None:
    text = SOURCES[f"{definition}.v"]
    assert text.count(was) == 1
    names = ("Matrices", "Distance", "Cubes", "RealStatements", "Sums", "Powers", "Boxes", "Compactness", "GrownBoxes",
             "NeverBoth", "Coverings", "Lemma4", "Lemma4Steps")  # fmt: skip
    sources = {f"{name}.v": SOURCES[f"{name}.v"] for name in names} | {f"{definition}.v": text.replace(was, now)}
    with pytest.raises(NotProved, match=f"coqc refuses {refuses}.v"):
        build(sources)


@needs_coqc
@pytest.mark.parametrize(
    ("definition", "was", "now", "refuses"),
    [
        ("Networks", "/ total (F := reals) n (fun l => exp (scores l))", "/ exp (scores 0%nat)", "NetworkLaws"),
        ("Networks", "if is_greatest n scores k then inverse", "if Nat.eqb k 0 then inverse", "NetworkLaws"),
        ("NetworkStatements", "P i j = 0%R \\/ P i j = 1%R", "True", "NetworkSizes"),
        ("NetworkStatements", "(h <= h')%nat -> ", "", "NetworkSizes"),
    ],
)
def test_the_theorems_about_networks_do_not_follow_from_other_definitions(
    definition: str, was: str, now: str, refuses: str
) -> None:
    text = SOURCES[f"{definition}.v"]
    assert text.count(was) == 1
    names = ("Transformers", "Grids", "FeedForward", "Statements", "Matrices", "Distance", "Cubes", "Networks",
             "RealNetworks", "NetworkStatements", "NetworkLaws", "NetworkEquivariance", "NetworkSizes")  # fmt: skip
    sources = {f"{name}.v": SOURCES[f"{name}.v"] for name in names} | {f"{definition}.v": text.replace(was, now)}
    with pytest.raises(NotProved, match=f"coqc refuses {refuses}.v"):
        build(sources)


@needs_coqc
@pytest.mark.parametrize(
    ("definition", "was", "now", "refuses"),
    [
        ("Networks", "if is_greatest n scores k then inverse", "if Nat.eqb k 0 then inverse", "NetworkLaws"),
        ("NetworkStatements", "(b < id j -> psi sigma i =", "(b <= id j -> psi sigma i =", "RealSelectiveShift"),
        ("NetworkStatements", "(k <= 2 * n - 2)%nat ->", "(k <= 2 * n - 1)%nat ->", "AppendixH"),
        (
            "NetworkStatements",
            "(exists L, S L /\\ same d n L zero) -> ~ condition_1 d n u (BProj",
            "~ condition_1 d n u (BProj",
            "AppendixH",
        ),
        ("NetworkStatements", "(2 * n - 1) (n - 1) W_O W_C", "(2 * n - 2) (n - 1) W_O W_C", "SepConvContexts"),
        (
            "NetworkStatements",
            "let S X := on_grid d n m X /\\ ~ same d n X zero in",
            "let S X := on_grid d n m X in",
            "BProjContexts",
        ),
    ],
)
def test_the_theorems_about_psi_and_app_h_do_not_follow_from_other_definitions(
    definition: str, was: str, now: str, refuses: str
) -> None:
    text = SOURCES[f"{definition}.v"]
    assert text.count(was) == 1
    names = ("Transformers", "Grids", "FeedForward", "Statements", "Matrices", "Distance", "Cubes", "Networks",
             "RealNetworks", "NetworkStatements", "NetworkLaws", "RationalNetworks", "Sums", "Boxes",
             "RealSelectiveShift", "AppendixH", "BProjContexts", "SepConvContexts")  # fmt: skip
    sources = {f"{name}.v": SOURCES[f"{name}.v"] for name in names} | {f"{definition}.v": text.replace(was, now)}
    with pytest.raises(NotProved, match=f"coqc refuses {refuses}.v"):
        build(sources)


@needs_coqc
@pytest.mark.parametrize(
    ("definition", "was", "now", "refuses"),
    [
        ("Networks", "/ total (F := reals) n (fun l => exp (scores l))", "/ exp (scores 0%nat)", "Boltzmann"),
        ("KajitsukaStatements", "(2 <= length X)%nat -> 1 / INR", "1 / INR", "Projections"),
        ("KajitsukaStatements", "- ln (INR n) - 3 -> curvature n i a < 0", "-> curvature n i a < 0", "Boltzmann"),
        ("KajitsukaStatements", "steps_of n' delta b -> delta >= 3 ->\n  (k < n)", "(k < n)", "BoltzmannSeparation"),
        ("KajitsukaStatements", "~ same_set n (A i) (A j) ->\n     Rabs", "Rabs", "BoltzmannSets"),
        (
            "KajitsukaStatements",
            "~ same_vocabulary d n (X i) (X j) \\/ ~ same_token",
            "i <> j \\/ ~ same_token",
            "OneHead",
        ),
    ],
)
def test_the_theorems_about_one_head_do_not_follow_from_other_definitions(
    definition: str, was: str, now: str, refuses: str
) -> None:
    text = SOURCES[f"{definition}.v"]
    assert text.count(was) == 1
    names = ("Matrices", "Distance", "Networks", "Sums", "KajitsukaStatements", "Projections", "Boltzmann",
             "BoltzmannSeparation", "BoltzmannSets", "OneHead")  # fmt: skip
    sources = {f"{name}.v": SOURCES[f"{name}.v"] for name in names} | {f"{definition}.v": text.replace(was, now)}
    with pytest.raises(NotProved, match=f"coqc refuses {refuses}.v"):
        build(sources)


@needs_coqc
@pytest.mark.parametrize(
    ("was", "now", "refuses"),
    [
        ("of_row i (d + K + a mod K)%nat else 0", "of_row i (d + a mod K)%nat else 0", "Memorisation"),
        ("of_row (a / K)%nat (d + a mod K)%nat)", "of_row (a / K)%nat d)", "Memorisation"),
        (
            "Prop :=\n  length p = (4 * (s + d) + d * (2 * (n * N) + d))%nat",
            "Prop :=\n  length p = (4 * (s + d) + d * (2 * (n * N)))%nat",
            "Memorisation",
        ),
        ("let v m := numbers_from (m * (s + d) + s) p in", "let v m := numbers_from (s + d + s) p in", "Memorisation"),
        (
            "0 < e -> 0 < r_min ->\n  tokens_separated d n N X r_min r_max e -> no_duplicate_token d n N X -> consistently",
            "0 < e ->\n  tokens_separated d n N X r_min r_max e -> no_duplicate_token d n N X -> consistently",
            "Memorisation",
        ),
        ("no_duplicate_token d n N X -> consistently_labelled", "consistently_labelled", "Memorisation"),
        (
            "(i < N)%nat -> (j < N)%nat -> same (F := reals) d n (X i) (X j) ->",
            "(i < N)%nat -> (j < N)%nat -> i = j ->",
            "Memorisation",
        ),
        (
            "    same_vocabulary d n (X i) (X j) -> same_token d (X i) (X j) k l -> same_token d (Y i)",
            "    same_token d (X i) (X j) k l -> same_token d (Y i)",
            "Memorisation",
        ),
        ("0 < e ->\n  leaves_something n N C ->", "0 < e ->", "MaskedHead"),
        ("(if c k then exp (a k) else 0) /", "exp (a k) /", "BoltzmannSets"),
        ("(l <=? k)%nat.", "true.", "SameViews"),
    ],
)
def test_the_theorems_about_memorisation_do_not_follow_from_other_definitions(was: str, now: str, refuses: str) -> None:
    text = SOURCES["KajitsukaStatements.v"]
    assert text.count(was) == 1
    names = ("Matrices", "Distance", "Networks", "Sums", "KajitsukaStatements", "Projections", "Boltzmann",
             "BoltzmannSeparation", "BoltzmannSets", "OneHead", "Interpolation", "MaskedHead", "Memorisation",
             "SameViews")  # fmt: skip
    sources = {f"{name}.v": SOURCES[f"{name}.v"] for name in names} | {"KajitsukaStatements.v": text.replace(was, now)}
    with pytest.raises(NotProved, match=f"coqc refuses {refuses}.v"):
        build(sources)


@needs_coqc
@pytest.mark.parametrize(
    ("statement", "says"),
    [("Statements", "Classical_Prop.classic"), ("RealStatements", "ProofIrrelevance.proof_irrelevance")],
)
def test_the_gate_names_a_theorem_that_assumes_what_it_may_not(
    statement: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module, _, axiom = says.partition(".")
    what = "x = y" if module == "ProofIrrelevance" else r"P \/ ~ P"
    single = f"Definition one : Prop := forall (P : Prop) (x y : P), {what}.\n"
    proof = (
        f"From Coq Require Import {module}.\nFrom Exactua Require {statement}.\n"
        f"Theorem one_proved : {statement}.one.\nProof. intros P x y. apply {axiom}. Qed.\n"
    )
    sources = {**definitions(), "One.v": proof}
    sources[f"{statement}.v"] += single
    folder = written(tmp_path / "rocq", sources)
    assert pins.main(["--folder", str(folder)]) == 1
    assert f"One.one_proved assumes what it may not: Axioms: {says}\n" in capsys.readouterr().out
    assert not (folder / DEFINITIONS).exists()  # nothing is pinned


@needs_coqc
@pytest.mark.proofs
@pytest.mark.parametrize("label", BY_WEAKENING)
def test_the_gate_fails_where_the_kernel_has_no_objection(
    label: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    definition = next(candidate for candidate in STATED if candidate.label == label)
    file = f"{definition.module}.v"
    sources = {**with_steps(BY_WEAKENING[label]), file: edited(definition, weakened)[file]}
    folder = written(tmp_path / "rocq", sources)
    shutil.copy(sources_folder() / DEFINITIONS, folder)
    assert pins.main(["--check", "--folder", str(folder)]) == 1
    out = capsys.readouterr().out
    assert f"1 of 1 theorems: {'Axioms' if definition.module == 'Distance' else CLOSED}" in out
    assert f"- {label}  {definition.pin}" in out
    with pytest.raises(NotProved, match=f"{label} is not the definition"):
        RocqKernel(folder).built()
