"""The theorems in words: each is about a claim that is there, with steps that are there, and is accepted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from exactua.certificates.proofs import Proof
from exactua.certificates.writing import parts_data
from exactua.claims.claim import Claim
from exactua.claims.registry import find, labels
from exactua.claims.verdicts import Part, Verdict
from exactua.commands.prove.words import lines
from exactua.commands.prove.work import prove
from exactua.printing.text import undecided
from exactua.proving.rocq.definitions import CONTEXT, definition, unfolded
from exactua.proving.rocq.kernel import RocqRecord
from exactua.proving.rocq.sources import CLOSED, OF_THE_REALS, Theorem
from exactua.proving.rocq.ties import TIED
from exactua.proving.rocq.toolchain import NotProved
from exactua.proving.rocq.written import WRITTEN, Written
from exactua.proving.rocq.written import proved as written_of


@pytest.mark.parametrize("single", WRITTEN, ids=lambda theorem: f"{theorem.claim}-{theorem.name}")
def test_each_is_accepted_and_its_instances_are_steps(single: Written) -> None:
    claim, _ = find(single.claim)
    assert {claim.step(name).name for name in single.instances} == set(single.instances)
    theorems = {theorem.theorem: theorem for theorem in RocqRecord().written(claim)}
    (prefix,) = (
        kind
        for kind in ("", "Range", "Real", "Network", "Kajitsuka", "Background")
        if f"{kind}Theorems.{single.name}_proved" in theorems
    )
    theorem = theorems[f"{prefix}Theorems.{single.name}_proved"]
    assert theorem.says == ("not in the paper: " if single.ours else "") + single.says
    first, last = theorem.lines
    lines = RocqRecord().sources[f"{prefix}Statements.v"].splitlines()
    assert lines[first - 1].startswith(f"Definition {single.name} : Prop :=")
    assert lines[last - 1].endswith(".")


def test_lemma_8_speaks_of_every_order() -> None:
    (theorem,) = RocqRecord().written(find("lemma8")[0])
    assert "in every order of their columns" in theorem.says
    lines = RocqRecord().sources["Statements.v"].splitlines()[theorem.lines[0] - 1 : theorem.lines[1]]
    assert not any("in_order" in line or "category" in line for line in lines)
    assert {"property1", "property2", "property3", "property4"} <= set(theorem.instances)


def test_a_claim_without_such_theorems_has_none() -> None:
    assert list(RocqRecord().written(find("g2")[0])) == []


DECLARED = [
    (claim, part, name)
    for claim in (find(label)[0] for label in labels())
    for part in claim.parts
    for name in part.theorems
]


@pytest.mark.parametrize(("claim", "part", "name"), DECLARED, ids=lambda value: value if isinstance(value, str) else "")
def test_a_part_names_a_theorem_about_its_own_claim_which_is_tied(claim: Claim, part: Part, name: str) -> None:
    (written,) = (candidate for candidate in WRITTEN if (candidate.name, candidate.claim) == (name, claim.label))
    if written.networks:
        assert claim.label in TIED  # its networks are compared with those of the theorem
    else:
        (theorem,) = (known for known in RocqRecord().written(claim) if known.name == name)
        reached = unfolded(RocqRecord().sources, [f"{theorem.file.removesuffix('.v')}.{name}"])
        named = {definition.module for definition in reached if definition.name != CONTEXT}
        statements = {"RealStatements", "NetworkStatements", "KajitsukaStatements", "BackgroundStatements"}
        assert named <= statements | {"Networks", "Matrices", "Distance", "Cubes"}
    assert part.steps or part.undecided  # at an instance
    assert part.rational == written.of_reals  # what is printed wherever the part is said to hold


def proof(label: str = "lemma9", judged: str = "as written") -> Proof:
    return prove(find(label)[0], (), RocqRecord(), judged)


def test_a_part_about_every_function_is_decided_by_its_theorem() -> None:
    proved = proof()
    part = proved.parts[4]
    assert (part.words.partition(",")[0], part.undecided) == ("where for all j", "")
    (theorem,) = proved.deciding(part)
    assert theorem.name == "lemma_9_real"
    hashed = proved.data()["parts"][4]["theorems"]
    pin = definition(RocqRecord().sources, "NetworkStatements", "lemma_9_real").pin
    assert [(entry["theorem"], entry["statement"]) for entry in hashed] == [
        ("NetworkTheorems.lemma_9_real_proved", pin)
    ]
    assert hashed[0]["restriction"] is None
    said = [line for line in lines(proved) if line.startswith("decided: ")]
    assert said[0].partition('each column,": ')[2].startswith("by NetworkTheorems.lemma_9_real_proved; ")
    assert said[1].startswith(f'decided: "{part.words}": by NetworkTheorems.lemma_9_real_proved; assumes of the')
    assert "compares that with no O(...)" in proved.parts[0].undecided
    assert proved.verdict is Verdict.IN_PART  # how many layers that network has is in no step


@pytest.mark.parametrize("lost", [{"written": ()}, {"tied": None}])
def test_without_the_theorem_or_a_tie_nothing_is_decided_by_it(lost: dict[str, Any]) -> None:
    proved = replace(proof("lemma8"), **lost)
    assert proof("lemma8").verdict is Verdict.HOLDS
    assert proved.verdict is Verdict.INCONCLUSIVE  # every part of Lemma 8 speaks of all orders
    assert all(part.undecided.endswith("not proved: lemma_8") for part in proved.parts)
    assert all(entry["theorems"] == [] for entry in proved.data()["parts"])


@pytest.mark.parametrize(
    ("label", "verdict", "steps"),
    [
        ("equivariance", Verdict.HOLDS, {Verdict.HOLDS}),
        ("first_shifts", Verdict.HOLDS, {Verdict.HOLDS, Verdict.REFUTED}),
        ("g3", Verdict.IN_PART, {Verdict.HOLDS, Verdict.REFUTED}),
    ],
)
def test_steps_of_parts_that_theorems_decide_are_decided_with_them(
    label: str, verdict: Verdict, steps: set[Verdict]
) -> None:
    proved = proof(f"yun2020:{label}")
    assert {step.verdict for step in proved.steps} == steps
    assert proved.verdict is verdict
    assert replace(proved, tied=None).verdict is Verdict.INCONCLUSIVE
    assert replace(proved, written=()).verdict is Verdict.INCONCLUSIVE


def test_they_are_without_a_theorem_about_any_step() -> None:
    proved = proof("yun2020:g3")
    steps = [replace(step, theorem=None, verdict=Verdict.INCONCLUSIVE) for step in proved.steps]
    proved = replace(proved, steps=steps)
    assert proved.verdict is Verdict.IN_PART
    assert replace(proved, tied=None).verdict is Verdict.INCONCLUSIVE
    assert replace(proved, written=()).verdict is Verdict.INCONCLUSIVE


def test_what_is_to_be_read_has_the_statements_of_deciding_theorems() -> None:
    first, last = definition(RocqRecord().sources, "Statements", "lemma_8").lines
    assert any(start <= first and last <= end for start, end in proof("lemma8").reads["Statements.v"])


def test_orders_that_steps_do_not_have_are_told_as_the_theorem_s() -> None:
    said = [line for line in lines(proof("lemma8")) if line.startswith('decided: "1. For any L')]
    assert [line.partition('distinct.": ')[2] for line in said] == [
        "by Theorems.lemma_8_proved; an instance of it: property1"
    ]


def test_a_statement_of_every_f_and_every_p_holds_by_a_theorem_about_both() -> None:
    assert proof("proposition5").verdict is Verdict.HOLDS
    said = [line for line in lines(proof("proposition5")) if line.startswith('decided: "such that d_p(f-bar, g-bar)')]
    assert (
        said[0].partition('O(delta^(d/p)).": ')[2].startswith("by NetworkTheorems.proposition_5_distance_real_proved; ")
    )
    without = [theorem for theorem in proof("proposition5").written if theorem.name != "proposition_5_distance_real"]
    assert replace(proof("proposition5"), written=without).verdict is Verdict.IN_PART  # p is an integer in the other


@pytest.mark.parametrize(
    ("label", "rational", "some_step"),
    [("lemma7", True, True), ("lemma8", False, False), ("proposition5", False, True)],
)
def test_a_verdict_in_rational_numbers_alone_says_so(label: str, rational: bool, some_step: bool) -> None:
    """Of Proposition 5 the statement is decided over the reals, and one line of its proof over the rationals."""
    said = "verdict holds (scope general, in rational numbers" if rational else "verdict holds (scope general)"
    assert any(line.startswith(said) for line in lines(proof(label)))
    assert any("; entries are rational" in line for line in lines(proof(label))) == some_step


def test_lemma_4_holds_over_the_reals_by_a_theorem_that_says_what_it_assumes() -> None:
    proved = proof("yun2020:lemma4")
    assert (proved.verdict, proved.judged) == (Verdict.HOLDS, ())
    assert proved.tied is not None  # the networks of its steps, which decide nothing of the statement
    told = list(lines(proved))
    assert "verdict holds (scope general)" in told
    (said,) = [line for line in told if line.startswith("decided: ")]
    assert "by RealTheorems.lemma_4_proved; assumes of the standard library's real numbers " in said
    assert all(name in said for name in OF_THE_REALS)
    assert said.endswith("read here: with its support in [0, 1]^(d x n), as App. C assumes without loss of generality")
    (entry,) = proved.data()["parts"][0]["theorems"]
    assert entry["assumptions"] == "Axioms: " + ", ".join(sorted(OF_THE_REALS))
    of_steps = {"Exported.v", "Terms.v", "Grids.v", "Transformers.v", "PositionNetworks.v"}
    contexts = {"FeedForward.v", "Statements.v", "TieRules.v"}  # what these files open, and no definition of theirs
    assert {"RealStatements.v", "Matrices.v", "Distance.v", "Cubes.v"} | of_steps | contexts == proved.reads.keys()


def test_without_its_theorem_lemma_4_is_not_decided() -> None:
    proved = replace(proof("yun2020:lemma4"), written=())
    assert proved.verdict is Verdict.INCONCLUSIVE
    assert proved.parts[0].undecided.endswith("not proved: lemma_4")


def test_a_named_step_of_lemma_4_is_not_decided_by_the_theorem() -> None:
    assert prove(find("yun2020:lemma4")[0], ("distance_bump",), RocqRecord()).verdict is Verdict.INCONCLUSIVE


def test_a_theorem_over_the_reals_that_assumes_more_is_none() -> None:
    claim, record = find("yun2020:lemma4")[0], RocqRecord()
    assumptions = dict(record.built().assumptions)
    (theorem,) = (theorem for theorem in assumptions if theorem.name == "lemma_4_proved")
    assumptions[theorem] += ", ProofIrrelevance.proof_irrelevance"
    known = [known.name for known in record.written(claim)]
    assert known[0] == "lemma_4"
    assert [known.name for known in written_of(claim, record.sources, assumptions)] == known[1:]


def test_what_is_refuted_is_not_proved_and_a_name_is_one_statement_s() -> None:
    claim, sources = find("theorem2")[0], RocqRecord().sources
    proved = Theorem("NetworkTheorems", "theorem_2_proved", "NetworkStatements", "theorem_2", False)
    refuted = replace(proved, name="theorem_2_refuted", refutes=True)
    assert [theorem.name for theorem in written_of(claim, sources, {proved: CLOSED})] == ["theorem_2"]
    assert written_of(claim, sources, {refuted: CLOSED}) == []
    twice = {proved: CLOSED, replace(proved, module="RealTheorems", of="RealStatements"): CLOSED}
    with pytest.raises(NotProved, match=r"NetworkStatements.v and RealStatements.v both have a statement theorem_2;"):
        written_of(claim, sources, twice)


IMPORTED = ("Distance.v", "Matrices.v")
"""Of these a statement that has no distance reads the imports, and nothing else."""


def test_a_statement_about_all_sequences_holds_by_a_theorem_and_says_how_it_is_read() -> None:
    proved = proof("kajitsuka2024:theorem2")
    assert (proved.verdict, proved.tied) == (Verdict.HOLDS, None)
    said = [line for line in lines(proved) if line.startswith("decided: ")]
    assert len(said) == 2
    assert all("by KajitsukaTheorems.kajitsuka_theorem_2_proved; " in line for line in said)
    assert said[1].endswith("read here: with r_min > 0 and epsilon > 0, and with (6) for k != l")
    assert {"KajitsukaStatements.v", "Networks.v", *IMPORTED} == proved.reads.keys()
    assert all(len(proved.reads[name]) == 1 for name in IMPORTED)
    assert replace(proved, written=()).verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize(
    ("label", "theorem"),
    [
        ("kajitsuka2024:corollary1", "kajitsuka_corollary_1"),
        ("kajitsuka2024:corollary2", "kajitsuka_corollary_2"),
    ],
)
def test_corollaries_hold_by_a_theorem_and_say_how_parameters_are_counted(label: str, theorem: str) -> None:
    proved = proof(label)
    assert (proved.verdict, proved.tied) == (Verdict.HOLDS, None)
    said = [line for line in lines(proved) if line.startswith("decided: ")]
    assert len(said) == 2
    assert all(f"by KajitsukaTheorems.{theorem}_proved; " in line for line in said)
    assert "read here: with numbers that hidden units share counted once" in said[0]
    assert {"KajitsukaStatements.v", "Networks.v", *IMPORTED} == proved.reads.keys()
    assert all(len(proved.reads[name]) == 1 for name in IMPORTED)
    assert replace(proved, written=()).verdict is Verdict.INCONCLUSIVE


OTHERS_OF_PROPOSITION_1 = {
    "kajitsuka_proposition_1_speaks_of_some",
    "kajitsuka_proposition_1_compact_support",
    "kajitsuka_proposition_1_compact_values_fails",
}


def test_proposition_1_holds_by_the_theorem_about_every_compact_domain() -> None:
    proved = proof("kajitsuka2024:proposition1")
    assert (proved.verdict, proved.tied) == (Verdict.HOLDS, None)
    (said,) = [line for line in lines(proved) if line.startswith("decided: ")]
    assert "by KajitsukaTheorems.kajitsuka_proposition_1_proved; " in said
    assert "continuous and permutation equivariant on a closed and bounded set K" in said
    assert "that this bounds the integral is not proved in proofs/rocq" in said
    assert {"KajitsukaStatements.v", "Networks.v", *IMPORTED} == proved.reads.keys()
    assert all(len(proved.reads[name]) > 1 for name in IMPORTED)
    left = [theorem for theorem in proved.written if theorem.name != "kajitsuka_proposition_1"]
    assert {theorem.name for theorem in left} == OTHERS_OF_PROPOSITION_1
    assert replace(proved, written=left).verdict is Verdict.INCONCLUSIVE


def test_that_labels_have_to_be_consistent_decides_no_part() -> None:
    proved = proof("kajitsuka2024:corollary1")
    others = {"kajitsuka_corollary_1_speaks_of_some", "kajitsuka_consistent_labels_necessary"}
    assert {theorem.name for theorem in proved.written} == others | {"kajitsuka_corollary_1"}
    left = [theorem for theorem in proved.written if theorem.name in others]
    assert replace(proved, written=left).verdict is Verdict.INCONCLUSIVE


def test_an_extension_to_masks_decides_no_statement_that_names_none() -> None:
    proved = proof("kajitsuka2024:masked_layers")
    assert proved.verdict is Verdict.INCONCLUSIVE
    masked = {"kajitsuka_theorem_2_masked", "kajitsuka_corollary_1_masked", "kajitsuka_causal_masks"}
    hidden = {"kajitsuka_theorem_2_hidden", "kajitsuka_theorem_2_hidden_sharper", "kajitsuka_corollary_1_hidden"}
    assert {theorem.name for theorem in proved.written} == masked | hidden


def test_theorem_1_holds_for_any_values_at_the_maxima() -> None:
    proved = proof("kajitsuka2024:theorem1")
    assert (proved.verdict, proved.tied) == (Verdict.HOLDS, None)
    assert [theorem.name for theorem in proved.deciding(proved.parts[0])] == ["kajitsuka_theorem_1_any_weights"]
    others = [theorem for theorem in proved.written if theorem.name != "kajitsuka_theorem_1_any_weights"]
    assert "kajitsuka_theorem_1" in {theorem.name for theorem in others}  # three rules only
    assert replace(proved, written=others).verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize(
    ("label", "place", "names"),
    [
        ("background:convex_combination", 0, ["page_convex_combination"]),
        ("background:temperature", 0, ["page_temperature_limit", "page_concentrates"]),
        ("background:reversal", -1, ["page_arbitrarily_close"]),
        ("background:pooling", 1, ["page_uniform_attention"]),
        ("background:pooling", 2, ["page_pooling"]),
    ],
)
def test_general_facts_of_the_web_page_are_parts_that_theorems_decide(label: str, place: int, names: list[str]) -> None:
    proved = proof(label)
    assert proved.verdict is Verdict.IN_PART
    assert [theorem.name for theorem in proved.deciding(proved.parts[place])] == names
    assert replace(proved, written=()).verdict is Verdict.INCONCLUSIVE


def test_a_part_that_is_false_as_printed_is_decided_by_no_theorem() -> None:
    proved = proof("kajitsuka2024:lemma1")
    assert proved.verdict is Verdict.INCONCLUSIVE
    bounded, separated = proved.parts
    assert (bounded.undecided, separated.theorems) == ("", ())
    assert "kajitsuka_lemma_1_repaired" in separated.undecided
    assert "kajitsuka_lemma_1_printed_fails" in {theorem.name for theorem in proved.written}


def test_what_no_theorem_says_in_full_stays_undecided() -> None:
    """Lemma 6 is about every g-bar, over all matrices: there it is false, on bounded sets it is true."""
    proved = proof("yun2020:lemma6")
    assert {theorem.name for theorem in proved.written} == {
        "lemma_6_on_cubes",
        "lemma_6_on_bounded_sets",
        "lemma_6_fails_over_all_matrices",
        "g_q_is_far",
        "jumps_are_far",
        "lemma_6_at_points",
        "softmax_near_hardmax",
        "head_near_hardmax",
        "network_near_hardmax",
        "network_near_hardmax_by_depth",
        "network_near_hardmax_for_one_head",
        "g_c_near_hardmax",
    }
    assert proved.verdict is Verdict.INCONCLUSIVE
    assert "in place of hardmax" in proved.parts[0].undecided


def test_theorem_2_holds_by_the_theorem_about_softmax_and_relu_alone() -> None:
    proved = proof("yun2020:theorem2")
    assert proved.verdict is Verdict.HOLDS
    told = list(lines(proved))
    assert "verdict holds (scope general)" in told
    (said,) = [line for line in told if line.startswith("decided: ")]
    assert "by NetworkTheorems.theorem_2_proved; assumes of the standard library's real numbers " in said
    assert "with the bias b_Q of footnote 1 in its heads" in said
    hardmax = [theorem for theorem in proved.written if theorem.name != "theorem_2"]
    numbers = {"effective", "on_the_cube", "for_tilted"}
    assert {theorem.name for theorem in hardmax} == {
        "theorem_2_hardmax",
        *(f"theorem_2_hardmax_{name}" for name in numbers),
    }
    without = replace(proved, written=hardmax)
    assert without.verdict is Verdict.INCONCLUSIVE
    assert "with softmax and ReLU" in without.parts[0].undecided


def test_theorem_3_holds_by_the_theorem_about_softmax_and_relu_and_says_with_which_E() -> None:
    proved = proof("yun2020:theorem3")
    assert proved.verdict is Verdict.HOLDS
    told = list(lines(proved))
    assert "verdict holds (scope general)" in told
    (said,) = [line for line in told if line.startswith("decided: ")]
    assert "by NetworkTheorems.theorem_3_proved; assumes of the standard library's real numbers " in said
    assert "(2 j - 1 - n) W in column j" in said
    hardmax = [theorem for theorem in proved.written if theorem.name != "theorem_3"]
    of_the_paper = [theorem for theorem in hardmax if not theorem.says.startswith("not in the paper: ")]
    assert [theorem.name for theorem in of_the_paper] == ["theorem_3_hardmax"]
    without = replace(proved, written=hardmax)
    assert without.verdict is Verdict.INCONCLUSIVE
    assert without.parts[0].undecided.endswith("not proved: theorem_3")
    steps = prove(find("yun2020:theorem3")[0], ("on_corners",), RocqRecord())
    assert steps.verdict is Verdict.HOLDS  # of the network of App. G it says nothing: another theorem does
    assert [step.theorem for step in steps.steps] == ["StepsTheorem3.yun2020_theorem3_on_corners_proved"]
    undecided = replace(steps, steps=[replace(step, verdict=Verdict.INCONCLUSIVE) for step in steps.steps])
    assert undecided.verdict is Verdict.INCONCLUSIVE


def test_claim_1_holds_by_the_theorem_about_softmax_alone() -> None:
    proved = proof("claim1")
    assert proved.verdict is Verdict.HOLDS
    (said,) = [line for line in lines(proved) if line.startswith("decided: ")]
    assert "by NetworkTheorems.claim_1_softmax_proved; assumes of the standard library's real numbers " in said
    without = [theorem for theorem in proved.written if theorem.name != "claim_1_softmax"]
    assert replace(proved, written=without).verdict is Verdict.INCONCLUSIVE  # all others are not about a block with it


def test_at_an_instance_it_is_not_decided_and_says_who_proves_it() -> None:
    claim, _ = find("proposition5")
    problem = claim.problem({"d": 1, "n": 2, "m": 2})
    proved = [line for line in undecided(problem.parts, claim.label) if "; for all parameters by " in line]
    assert proved
    assert all(line.endswith(" (exactua prove yun2020:proposition5)") for line in proved)
    assert all("theorems" not in entry for entry in parts_data(problem.parts))
