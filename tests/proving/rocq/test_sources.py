"""The gate: nothing is assumed, wherever it stands; and which theorems there are."""

from __future__ import annotations

import pytest

from exactua.proving.rocq.definitions import definition
from exactua.proving.rocq.sources import (
    OF_THE_REALS,
    bare,
    read_sources,
    require_nothing_assumed,
    sources_folder,
    theorems,
)
from exactua.proving.rocq.toolchain import NotProved

GOOD = [
    "Theorem a : True. Proof. exact I. Qed.",
    "(* Admitted. *)\nTheorem a : True. Proof. exact I. Qed.",
    "(* a (* nested Axiom *) comment *)\nLemma a : True. Proof. exact I. Qed.",
    'Definition s := "Admitted".',
    "Section S.\n  Variables (D : Z).\n  Hypothesis H : 2 <= D.\nEnd S.",
    "Section S.\n  Section T.\n  Variable x : Z.\n  End T.\n  Context (y : Z).\nEnd S.",
    "Lemma axiomatic_admittedness : True. Proof. exact I. Qed.",
    "Section S. Variable x : Z. End S. Section S'. Context (y : Z). End S'.",
]
BAD = [
    ("Theorem a : False. Proof. Admitted.", "line 1 has Admitted"),
    ("Theorem a : False. Proof. admit. Qed.", "line 1 has admit"),
    ("\nAxiom a : False.", "line 2 has Axiom"),
    ("Axioms (a : False).", "has Axioms"),
    ("Parameter x : Z.", "has Parameter"),
    ("Conjecture c : False.", "has Conjecture"),
    ("Hypothesis H : False.", "line 1 has Hypothesis outside of a section"),
    ("Section S.\nEnd S.\nVariable x : Z.", "line 3 has Variable outside of a section"),
    ("Unset Guard Checking.", "has Unset Guard Checking"),
    ("#[bypass_check(guard)] Fixpoint f (n : nat) : nat := f n.", "has bypass_check"),
    ("(* closed *) Axiom a : False. (* again *)", "has Axiom"),
    ('Definition s := "(*". Axiom a : False.', "has Axiom"),
    ('Load "more".', "has Load"),
    ('Set Warnings "-all". Variable x : False.', "line 1 has Variable outside of a section"),
    ("#[local] Variable x : False.", "line 1 has Variable outside of a section"),
    ("Section S. End S. Hypotheses (H : False).", "line 1 has Hypotheses outside of a section"),
    ("Section S.\nEnd T.\nEnd S.\nModule M.\nVariable x : False.\nEnd M.", "line 5 has Variable outside of a section"),
    ("Definition a := 1.\nUnset  Guard\n  Checking.", "line 2 has Unset"),
    ("Declare Instance all : forall P : Prop, P.", "has Declare Instance"),
    ("Declare Module M : Lies.", "has Declare Module"),
]


@pytest.mark.parametrize("source", GOOD)
def test_what_assumes_nothing_passes(source: str) -> None:
    require_nothing_assumed({"A.v": source})


@pytest.mark.parametrize(("source", "why"), BAD)
def test_what_assumes_something_is_refused_with_its_line(source: str, why: str) -> None:
    with pytest.raises(NotProved, match=f"A.v: .*{why}"):
        require_nothing_assumed({"A.v": source})


@pytest.mark.parametrize("axiom", OF_THE_REALS)
def test_no_source_has_the_name_of_a_file_whose_axioms_may_be_assumed(axiom: str) -> None:
    with pytest.raises(NotProved, match="the standard library's"):
        require_nothing_assumed({f"{axiom.partition('.')[0]}.v": GOOD[0]})


def test_the_project_s_own_sources_pass() -> None:
    sources = read_sources(sources_folder())
    require_nothing_assumed(sources)
    assert {"Transformers.v", "Grids.v", "Statements.v", "Theorems.v", "Terms.v", "Exported.v"} <= sources.keys()


def test_comments_go_and_lines_stay() -> None:
    assert bare("a (* b\n(* c *) d *) e\nf") == "a \n e\nf"


def test_theorems_of_statements_and_of_steps() -> None:
    stated = list(
        theorems(
            {
                "Exported.v": "Definition step_a : Prop :=\n  True.\nDefinition step_b : Prop := False.",
                "Steps.v": "Theorem step_a_proved :\n  step_a.\nLemma step_b_refuted : ~ step_b.\nTheorem other : step_a.",
                "Theorems.v": "Theorem big_proved : Statements.big.\n(* Theorem x_proved : Statements.x. *)",
            }
        )
    )
    assert [(theorem.label, theorem.statement) for theorem in stated] == [
        ("Steps.step_a_proved", "Exported.step_a"),
        ("Steps.step_b_refuted", "~ Exported.step_b"),
        ("Theorems.big_proved", "Statements.big"),
    ]


def test_the_text_of_a_definition() -> None:
    source = "Definition a : Prop := b. (* . *)\nDefinition ab : Prop :=\n  forall x, (* y *) x.y = 1\n  .\nDefinition c := 1."
    parsed = definition({"S.v": source}, "S", "ab")
    assert (parsed.text, parsed.lines) == ("Definition ab : Prop := forall x, x.y = 1 .", (2, 4))
    with pytest.raises(NotProved, match=r"no definition z in S\.v"):
        definition({"S.v": source}, "S", "z")
