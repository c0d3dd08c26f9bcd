"""What may be claimed of a result: never more than its box, never less than what is wrong or vacuous."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from exactua.certificates.writing import digest
from exactua.claims.dossier import CertificateFile, ClaimDossier, Edge, Status, StepDossier
from exactua.claims.ledger import Counterexample, Places, Spread
from exactua.claims.registry import find
from exactua.claims.verdicts import POINT_SCOPES, StepKind, Verdict
from exactua.deciding.running import decide
from exactua.evidence import scopes
from exactua.evidence.boxes import ladder
from exactua.plurals import instances_within
from exactua.printing import scope_subjects
from exactua.printing.scope_of_certificates import of_certificate
from exactua.printing.scope_of_dossiers import ALL_D_AT, SYMBOLIC_AT, of_claim
from exactua.printing.scope_subjects import (
    ScopeSentence,
    decided,
    falsehood,
    of_reals,
    refuted_as,
    refuted_with_label,
    subject,
)
from exactua.printing.text import box as box_words

LEMMA8 = find("yun2020:lemma8")[0]
PROPERTIES = ("property1", "property2", "property3", "property4")


def certificate(label: str, steps: tuple[str, ...] = (), judged: str = "as written", **box) -> CertificateFile:
    """What the certificate of a decision says, as the file of it would."""
    claim, _ = find(label)
    decision = decide(claim.problem(box, steps, judged))
    return CertificateFile(
        Path("one.json"),
        digest(decision),
        claim.label,
        decision.problem.parameters,
        decision.scope,
        decision.problem.judged,
        decision.verdict.value,
        sum(domain.points or 0 for domain in decision.domains),
        1000,
        {result.step.name: result.verdict.value for result in decision.results},
    )


@pytest.fixture(scope="module")
def holding() -> CertificateFile:
    return certificate("yun2020:lemma8", d=2, n=3, m=2)


def spread(**counts: int) -> Spread:
    """A spread with so many instances of each verdict: d = 1, n = 2, 3, ..."""
    places, n = [], 2
    for verdict, count in counts.items():
        boxes = tuple({"d": 1, "n": n + k, "m": 2} for k in range(count))
        places.append(Places(Verdict(verdict), boxes, ""))
        n += count
    return Spread(tuple(places), f"d = 1, n = 2..{n - 1}, delta = 1/2" if counts else "")


def dossier_of(claim, status: Status, changed: dict[str, StepDossier] | None = None, **counts: int) -> ClaimDossier:
    steps = tuple(
        (changed or {}).get(step.name)
        or StepDossier(step, "", status, spread(**counts), ("enumerated",), None, None, None)
        for step in claim.steps
    )
    boxes = tuple(box for places in spread(**counts).places for box in places.boxes)
    return ClaimDossier(claim, status, steps, boxes, spread(**counts).range, (), (Edge("x", "y", False),), 0)


def of_step(claim, step: StepDossier) -> ScopeSentence:
    """What is said of a claim of which nothing but this step is known."""
    boxes = tuple(box for places in step.spread.places for box in places.boxes)
    range_ = f"{step.spread.range} ({instances_within(boxes)})" if step.spread.range else ""
    return of_claim(ClaimDossier(claim, step.status, (step,), boxes, range_, (), (), 0))


COUNTS = {
    Status.VACUOUS: {"vacuous": 2},
    Status.REPAIRED: {"refuted": 1, "holds": 1},
    Status.REFUTED: {"refuted": 1, "holds": 1},
    Status.INCONCLUSIVE: {"holds": 1, "inconclusive": 1},
    Status.ASSUMED: {},
    Status.STALE: {},
    Status.UNCHECKED: {},
}


def test_an_enumerated_hold_names_its_box_its_steps_and_its_points(holding):
    said = of_certificate(LEMMA8, holding)
    assert said.may == (
        "For d = 2, n = 3, delta = 1/2, all 10 statement steps of Lemma 8 (Yun et al. 2020) hold, decided in exact "
        "arithmetic at every one of its 165 orbits."
    )
    assert said.may_not == (
        "Nothing is said of other d, n, delta, nor of softmax attention (the networks here have hardmax with ties "
        "averaged), nor of what Lemma 8 says beyond these steps."
    )


def test_vacuous_steps_beside_holding_ones_are_named():
    said = of_certificate(LEMMA8, certificate("yun2020:lemma8", d=1, n=3, m=2))
    assert "7 of the 10 statement steps" in said.may
    assert "property1, property2 and property3 are vacuous" in said.may
    assert "all 10" not in said.may
    assert "the vacuous property1, property2 and property3" in said.may_not


def test_what_is_vacuous_is_not_said_to_hold():
    file = certificate("yun2020:lemma8", ("property3",), d=1, n=3, m=2)
    said = of_certificate(LEMMA8, file)
    assert "asserts nothing" in said.may
    assert "hold" not in said.may
    assert "nothing was confirmed" in said.may_not
    assert "Lemma 8 (Yun et al. 2020) beyond property3" in said.may_not


def test_one_counterexample_refutes_the_line_and_not_the_lemma():
    claim = find("yun2020:lemma7")[0]
    said = of_certificate(claim, certificate("yun2020:lemma7", ("range_of_k",), d=1, n=2, m=4))
    assert "proof line range_of_k" in said.may
    assert "suffices" in said.may
    assert "false as printed" in said.may
    assert "that Lemma 7 (Yun et al. 2020) itself is false" in said.may_not
    repaired = of_certificate(claim, certificate("yun2020:lemma7", ("range_of_k",), "repaired", d=1, n=2, m=4))
    assert "the repaired step range_of_k@repaired of Lemma 7 (Yun et al. 2020) holds" in repaired.may
    assert "beyond range_of_k@repaired" in repaired.may_not


def test_a_claim_of_our_own_is_none_of_the_papers():
    label = "kajitsuka2024:one_hardmax_layer"
    said = of_certificate(find(label)[0], certificate(label, d=1, n=2)).may
    assert "What one hardmax layer tells apart (a claim of exactua on Kajitsuka and Sato 2024) hold" in said


def test_how_a_statement_is_read_is_told_where_it_is_vacuous_too():
    label = "kajitsuka2024:theorem1"
    for n in (2, 3):
        said = of_certificate(find(label)[0], certificate(label, d=1, n=n))
        assert "with n >= 3, which the paper does not say; of every n it is refuted" in said.may
    counted = "with numbers that hidden units share counted once, zeros of W_2 and b_2 = 0 not counted, and s + d numbers for a"
    for label in ("kajitsuka2024:corollary1", "kajitsuka2024:corollary2"):
        may = of_certificate(find(label)[0], certificate(label, data=2, d=1, n=2)).may
        assert counted in may
        assert "at an instance s = 1, and the matrices of this F may have more entries" in may


def test_a_verdict_has_the_label_of_the_ledger():
    lemma6, _ = find("kajitsuka2024:lemma6")
    assert refuted_with_label(lemma6, ["in_words"]) == "refuted as written (typo in the text as we have it)"
    assert falsehood(lemma6, ["in_words"]) == "it is false as printed (typo in the text as we have it)"
    lemma7, _ = find("kajitsuka2024:lemma7")
    assert refuted_with_label(lemma7, ["boltz_a_below"]) == "refuted as written (imprecise)"
    assert refuted_with_label(lemma7, ["boltz_a_below", "order"]) == "refuted as written"
    lemma1, _ = find("kajitsuka2024:lemma1")
    assert refuted_with_label(lemma1, ["separated"]) == "refuted as written"


def test_what_none_of_the_points_does_is_refuted_as_read_here_in_all_sentences():
    claim = find("background:relative_bias")[0]
    assert refuted_with_label(claim, ["reversing"]) == "refuted as read here"
    said = of_certificate(claim, certificate("background:relative_bias", ("reversing",), d=1, n=7, c=0))
    assert "is refuted as read here at" in said.may
    theorem1 = find("kajitsuka2024:theorem1")[0]
    assert refuted_with_label(theorem1, ["every_length"]) == "refuted as read here (silently assumed)"


def test_a_refutation_with_a_tie_rule_of_ours_is_none_of_the_paper():
    claim = find("yun2020:claim1")[0]
    said = of_certificate(claim, certificate("yun2020:claim1", ("equivariant",), d=1, n=2, m=2, tie_rule="leftmost"))
    assert said.may.startswith("With tie rule leftmost, ")
    assert "suffices" not in said.may
    assert "as printed" not in said.may


def test_a_refuted_proof_line_is_said_beside_a_statement_that_holds():
    claim = find("yun2020:category1")[0]
    said = of_certificate(claim, certificate("yun2020:category1", d=1, n=2, m=3))
    assert "all 3 statement steps of Category 1 (Yun et al. 2020) hold" in said.may
    assert (
        "nor are all proof lines of Category 1 confirmed as printed: the line above_telescoped is refuted"
        in said.may_not
    )


def test_a_missing_assumption_is_told_from_a_falsehood():
    claim = find("kajitsuka2024:theorem1")[0]
    file = certificate("kajitsuka2024:theorem1", ("every_length",), d=1, n=2, scalars=3, tie_rule="average")
    assert "false without an assumption that is not said" in of_certificate(claim, file).may


def test_what_is_stale_is_not_counted(holding):
    said = of_certificate(LEMMA8, replace(holding, stale=holding.judged))
    assert said.may.startswith("Nothing may be claimed")
    said = of_certificate(LEMMA8, replace(holding, stale=("property3",)))
    assert "all 10" not in said.may
    assert "property3, whose statement or networks have changed" in said.may_not


def test_what_was_not_decided_is_named(holding):
    verdicts = {**holding.verdicts, "property2": "inconclusive"}
    said = of_certificate(LEMMA8, replace(holding, verdict="inconclusive", verdicts=verdicts))
    assert "property2 could not be decided" in said.may
    assert "Neither that property2 holds" in said.may_not


@pytest.mark.parametrize("scope", [*POINT_SCOPES, "symbolic", "all D"])
@pytest.mark.parametrize("verdict", list(Verdict), ids=str)
def test_only_a_theorem_speaks_of_all_parameters(holding, scope, verdict):
    box = {"n": 3} if scope == "all D" else holding.box
    verdicts = {**holding.verdicts, "property1": verdict.value}
    said = of_certificate(LEMMA8, replace(holding, scope=scope, verdicts=verdicts, box=box))
    assert "all parameters" not in said.may
    assert box_words(box) in said.may
    standing = "For n = 3 and all D, layers, only_attention"  # beside property1, which is refuted
    assert (scope == "all D") == ("all D" in said.may)
    assert (verdict is Verdict.REFUTED and scope == "all D") == (standing in said.may)
    for words in (said.may, said.may_not):
        assert words.endswith(".")
        assert ".." not in words


@pytest.mark.parametrize(
    ("label", "steps", "words"),
    [
        ("kajitsuka2024:corollary1", (), ", decided in exact arithmetic and rigorous balls at every point they"),
        ("kajitsuka2024:corollary1", ("number_of_ids",), ", decided in exact arithmetic."),
        ("kajitsuka2024:corollary1", ("equation47",), "refuted as written: a counterexample"),
    ],
)
def test_what_balls_decide_is_told(label: str, steps: tuple[str, ...], words: str) -> None:
    said = of_certificate(find(label)[0], certificate(label, steps, data=3, d=1, n=2))
    assert words in said.may


def test_of_reals_the_claim_is_decided_in_balls_in_dossiers_too() -> None:
    corollary1, _ = find("kajitsuka2024:corollary1")
    known = dossier_of(corollary1, Status.ENUMERATED, holds=3)
    said = of_claim(replace(known, boxes=({"data": 3, "d": 1, "n": 2},)))
    assert "decided in exact arithmetic and rigorous balls" in said.may
    assert "balls" not in of_claim(dossier_of(LEMMA8, Status.ENUMERATED, holds=3)).may


def test_one_word_says_how_steps_are_refuted() -> None:
    quantization, lemma7 = (find(label)[0] for label in ("so2020:quantization", "yun2020:lemma7"))
    assert quantization.step("cube_to_grid").flaw == "reading"
    assert refuted_as(quantization, ["cube_to_grid"]) == "refuted as read here"
    assert refuted_as(quantization, ["scalar_map"]) == "refuted as written"
    assert refuted_as(quantization, ["scalar_map", "cube_to_grid"]) == "refuted"
    assert refuted_as(lemma7, ["range_of_k"]) == "refuted as written"
    shift = find("yun2020:selective_shift")[0]  # the page does not say the line
    assert (refuted_as(shift, ["cases"]), refuted_with_label(shift, ["cases"])) == (
        "refuted",
        "refuted (silently assumed)",
    )


def test_a_theorem_speaks_of_all_parameters(holding):
    general = of_certificate(LEMMA8, replace(holding, scope="general", box={}))
    assert "all parameters (all d >= 1, n >= 2, delta = 1/m <= 1/2)" in general.may


@pytest.mark.parametrize("status", list(Status), ids=lambda status: status.name.lower())
@pytest.mark.parametrize("label", ["lemma8", "theorem1", "background:positional_encoding", "so2020:quantization"])
def test_every_status_has_both_sentences(status, label):
    claim = find(f"kajitsuka2024:{label}" if label == "theorem1" else label)[0]
    counts = COUNTS.get(status, {"holds": 3})
    dossier = dossier_of(claim, status, **counts)
    for said in (of_claim(dossier), *(of_step(claim, step) for step in dossier.steps)):
        assert said.may.endswith(".")
        assert said.may_not.endswith(".")
        assert ("all parameters" in said.may) == (status is Status.GENERAL)
        if status in (Status.ENUMERATED, Status.SYMBOLIC, Status.VACUOUS, Status.INCONCLUSIVE):
            assert dossier.box in said.may
        if status not in (Status.ENUMERATED, Status.SYMBOLIC, Status.GENERAL):
            assert "all 10 statement steps of Lemma 8 (Yun et al. 2020) hold" not in said.may
        if status in (Status.STALE, Status.UNCHECKED):
            assert said.may.startswith("Nothing may be claimed")
        if status is Status.VACUOUS:
            assert "hold" not in said.may
        if status in (Status.REFUTED, Status.REPAIRED):
            assert "refuted" in said.may


def test_a_claim_that_is_refuted_shows_where_least():
    claim = find("yun2020:definition_e1")[0]
    decision = decide(claim.problem({"d": 1, "n": 2, "m": 2}))
    result = decision["invariant"]
    least = Counterexample(decision.problem, result.step, result.witness, True)
    step = StepDossier(result.step, "", Status.REPAIRED, spread(refuted=2), (), None, least, "invariant@repaired")
    others = {
        name: StepDossier(claim.step(name), "", Status.ENUMERATED, spread(holds=2), (), None, None, None)
        for name in ("condition1", "condition2_up_to_order", "permutation_equivariant")
    }
    said = of_step(claim, step)
    may = of_claim(dossier_of(claim, Status.IN_PART, others, holds=2)).may
    assert may.partition(" Read here: ")[0].endswith("3 of the 4 parts of the statement.")
    assert "the least counterexample, at d = 1, n = 2, delta = 1/2, suffices" in said.may
    assert "the repaired invariant@repaired holds wherever decided" in said.may
    assert "nor that invariant@repaired holds elsewhere" in said.may_not


def test_each_step_is_refuted_where_it_has_its_own_least_counterexample():
    claim = find("background:program_costs")[0]
    dossiers = {}
    small = {"L": 1, "d_model": 1, "d_k": 1, "d_v": 1}
    for name, box in (("attention_in_time", {**small, "C": 1}), ("pooling_in_space", {**small, "C": 2})):
        decision = decide(claim.problem(box, [name]))
        least = Counterexample(decision.problem, decision[name].step, decision[name].witness, True)
        dossiers[name] = StepDossier(decision[name].step, "", Status.REFUTED, spread(refuted=1), (), None, least, None)
    others = [step for step in claim.steps if step.name not in dossiers]
    for step in others:
        dossiers[step.name] = StepDossier(step, "", Status.ENUMERATED, spread(holds=1), (), None, None, None)
    said = of_claim(dossier_of(claim, Status.REFUTED, dossiers, holds=1))
    first, second = ("at L = 1, d_model = 1, d_k = 1, d_v = 1, C = 1", "at L = 1, d_model = 1, d_k = 1, d_v = 1, C = 2")
    assert f"the least counterexample to attention_in_time, {first}, suffices to say that it is false" in said.may
    assert f"the least counterexample to pooling_in_space, {second}, suffices to say" in said.may


def test_flaws_of_different_kinds_are_told_apart():
    claim = find("kajitsuka2024:definition2")[0]
    said = falsehood(claim, ["attention_needed", "unique_id", "layers", "layers_to_be_precise"])
    assert "attention_needed is false without an assumption that is not said" in said
    assert "unique_id, layers and layers_to_be_precise are false as read here" in said


def test_a_definition_is_neither_true_nor_false():
    claim = find("yun2020:definition_e1")[0]
    said = of_certificate(claim, certificate("yun2020:definition_e1", d=1, n=2, m=3))
    assert "condition1, condition2_up_to_order and permutation_equivariant are met by the q of Lemma 8" in said.may
    assert "Neither that the definition is true nor that it is false" in said.may_not
    # and no question, and nothing that is no fault, is among the lines
    assert "; of the remarks on Lemma 8 the line invariant is refuted." in said.may_not
    said = of_certificate(claim, certificate("yun2020:definition_e1", ("condition2",), d=1, n=2, m=3))
    assert "condition2 is not met by the q of Lemma 8, where a counterexample is known" in said.may
    assert "false as" not in said.may
    step = StepDossier(claim.step("condition2"), "", Status.REPAIRED, spread(refuted=2), (), None, None, None)
    assert "condition2 is not met by the q of Lemma 8" in of_step(claim, step).may


def test_instances_with_gaps_between_them_are_no_box():
    boxes = ({"d": 1, "n": 2, "m": 2}, {"d": 1, "n": 3, "m": 3})
    places = (Places(Verdict.HOLDS, boxes, ""),)
    step = StepDossier(
        LEMMA8.step("property3"), "", Status.ENUMERATED, Spread(places, "d = 1, n = 2..3"), (), None, None, None
    )
    assert "d = 1, n = 2..3 (2 instances in these ranges, not all)" in of_step(LEMMA8, step).may


def test_proof_lines_are_not_counted_as_statement_steps():
    claim = find("yun2020:category1")[0]
    statement = [step.name for step in claim.steps if step.kind is StepKind.STATEMENT]
    line = next(step.name for step in claim.steps if step.kind is StepKind.PROOF_LINE)
    assert subject(claim, statement).startswith("all 3 statement steps")
    assert subject(claim, [*statement, line]).startswith("the steps ")


def test_a_least_counterexample_with_a_tie_rule_of_ours_does_not_suffice():
    claim = find("yun2020:claim1")[0]
    decision = decide(claim.problem({"d": 1, "n": 2, "m": 2, "tie_rule": "leftmost"}))
    result = decision["equivariant"]
    least = Counterexample(decision.problem, result.step, result.witness, True)
    step = StepDossier(result.step, "", Status.REFUTED, spread(refuted=2), (), None, least, None)
    said = of_claim(dossier_of(claim, Status.REFUTED, {"equivariant": step}, holds=2))
    assert "is one with tie rule leftmost" in said.may
    assert "suffices" not in said.may


def test_a_proof_that_fails_as_printed_is_said_of_the_claim():
    claim = find("yun2020:category1")[0]
    line = claim.step("above_telescoped")
    refuted = StepDossier(line, "", Status.REFUTED, spread(refuted=2), (), None, None, None)
    said = of_claim(dossier_of(claim, Status.ENUMERATED, {line.name: refuted}, holds=2))
    assert "the line above_telescoped is refuted" in said.may_not


def test_what_is_vacuous_at_some_instances_is_named():
    some = {
        name: StepDossier(LEMMA8.step(name), "", Status.ENUMERATED, spread(holds=2, vacuous=1), (), None, None, None)
        for name in PROPERTIES[:3]
    }
    said = of_claim(dossier_of(LEMMA8, Status.ENUMERATED, some, holds=3))
    assert "property1, property2 and property3 are vacuous at some of them" in said.may


@pytest.mark.parametrize("status", [Status.ENUMERATED, Status.SYMBOLIC, Status.GENERAL], ids=str)
def test_what_is_vacuous_everywhere_does_not_hold_with_the_others(status):
    none = {
        name: StepDossier(LEMMA8.step(name), "", Status.VACUOUS, spread(vacuous=3), (), None, None, None)
        for name in PROPERTIES[:3]
    }
    said = of_claim(dossier_of(LEMMA8, status, none, holds=3))
    assert "7 of the 10 statement steps of Lemma 8 (Yun et al. 2020) hold" in said.may
    assert "all 10" not in said.may
    assert "property1, property2 and property3 are vacuous" in said.may
    assert "the vacuous property1, property2 and property3" in said.may_not


def test_without_a_common_instance_none_is_named():
    known = dossier_of(LEMMA8, Status.ENUMERATED, holds=1)
    assert "no instance is common to all" in of_claim(replace(known, boxes=(), box="")).may


def test_how_far_a_claim_is_known_beyond_instances():
    known = {
        step.name: StepDossier(
            step, "", Status.SYMBOLIC, spread(holds=2), ("enumerated", "symbolic", "all D"), None, None, None
        )
        for step in LEMMA8.steps
    }
    said = of_claim(dossier_of(LEMMA8, Status.SYMBOLIC, known, holds=2))
    assert f"for all d and delta at {ALL_D_AT}" in said.may
    known["property1"] = replace(known["property1"], scopes=("enumerated", "symbolic"))
    said = of_claim(dossier_of(LEMMA8, Status.SYMBOLIC, known, holds=2))
    assert f"property1 at all points of {SYMBOLIC_AT} at once" in said.may


def test_what_certificates_alone_say_at_once_is_not_said_of_where_the_table_asks():
    step = StepDossier(
        LEMMA8.step("property3"), "", Status.SYMBOLIC, spread(holds=1), ("symbolic",), None, None, None, ("symbolic",)
    )
    assert "at all points of an instance at once" in of_step(LEMMA8, step).may
    assert SYMBOLIC_AT not in of_step(LEMMA8, step).may
    step = replace(step, scopes=("symbolic", "all D"), elsewhere=("symbolic", "all D"))
    assert "for all d and delta at some n" in of_step(LEMMA8, step).may
    assert ALL_D_AT not in of_step(LEMMA8, step).may


def test_all_D_is_said_of_a_profile():
    words = "networks without the profile that is taken for all D"
    known = StepDossier(
        LEMMA8.step("property3"), "", Status.SYMBOLIC, spread(holds=1), ("symbolic", "all D"), None, None, None
    )
    assert words in of_step(LEMMA8, known).may_not
    assert words not in of_step(LEMMA8, replace(known, scopes=("symbolic",))).may_not


def test_the_words_for_where_provers_are_asked_are_those_of_the_table():
    assert box_words(scopes.INSTANCE) == SYMBOLIC_AT
    *first, last = (str(n) for n in scopes.FOR_ALL_D_AT)
    assert f"n = {', '.join(first)} and {last}" == ALL_D_AT


def test_steps_alone_speak_of_themselves_alone():
    step = StepDossier(LEMMA8.step("property3"), "", Status.ENUMERATED, spread(holds=1), (), None, None, None)
    said = of_step(LEMMA8, step)
    assert "the step property3 of Lemma 8 (Yun et al. 2020) holds" in said.may
    assert "Lemma 8 (Yun et al. 2020) beyond property3" in said.may_not
    assert LEMMA8.step("property3").kind is StepKind.STATEMENT


def test_nothing_is_said_of_the_arithmetic_of_networks_that_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scope_subjects, "_of_reals", {})
    lemma8, corollary1 = (find(label)[0] for label in ("yun2020:lemma8", "kajitsuka2024:corollary1"))
    nowhere = {"n": 0}
    assert decided(lemma8, nowhere, PROPERTIES) == "decided"
    assert decided(lemma8, {"n": 2}, PROPERTIES) == "decided in exact arithmetic"
    assert decided(corollary1, nowhere, ["number_of_ids"]) == "decided in exact arithmetic"
    assert decided(corollary1, nowhere, ["equation47"]) == "decided in exact arithmetic and rigorous balls"


def test_that_a_step_speaks_of_reals_is_what_its_problem_says() -> None:
    for label in ("yun2020:lemma6", "kajitsuka2024:corollary1", "kajitsuka2024:lemma7", "background:temperature"):
        claim = find(label)[0]
        box = next(ladder(claim))
        problem = claim.problem(box)
        for step in claim.steps:
            assert of_reals(claim, box, step) == problem.speaks_of_reals(step), f"{label}.{step.name}"


def test_a_line_is_called_what_it_is() -> None:
    """Not a proof line of the authors where they do not say it, or where it is of something else than the proof."""
    lemma7, theorem2 = (find(f"kajitsuka2024:{name}")[0] for name in ("lemma7", "theorem2"))
    assert subject(lemma7, ["larger_factor"]).startswith("the line larger_factor, not said there, beside Lemma 7 (")
    assert subject(theorem2, ["equation6"]).startswith("the line equation6 of the hypotheses of Theorem 2 (")
    assert subject(theorem2, ["equation6", "equation38_product"]).startswith("the proof lines ")
    assert subject(LEMMA8, ["property3"]).startswith("the step property3 of Lemma 8 (")


def test_of_a_refuted_claim_what_holds_is_named_in_all_sentences(holding):
    verdicts = {**holding.verdicts, "property1": "refuted"}
    at_instance = of_certificate(LEMMA8, replace(holding, verdict="refuted", verdicts=verdicts)).may
    assert "The step property1 of Lemma 8 (Yun et al. 2020) is refuted" in at_instance
    assert "For d = 2, n = 3, delta = 1/2, layers, only_attention" in at_instance
    assert "4 more hold, decided in exact arithmetic at every one of its 165 orbits." in at_instance
    refuted = StepDossier(
        LEMMA8.step("property1"), "", Status.REFUTED, spread(refuted=1), ("enumerated",), None, None, None
    )
    others = {
        step.name: StepDossier(step, "", Status.ENUMERATED, spread(holds=2), ("enumerated",), None, None, None)
        for step in LEMMA8.steps
    }
    known = of_claim(dossier_of(LEMMA8, Status.REFUTED, {**others, "property1": refuted}, holds=2)).may
    assert "Its steps layers, only_attention, heads, head_size, t_l_positive and 4 more hold wherever decided" in known
