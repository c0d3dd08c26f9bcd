"""A definition is met by an object, or not: the words, who may say them, and that no statement is refuted by a note."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua import verifier
from exactua.certificates.proofs import Proof, ProvedStep
from exactua.certificates.reading import problem_of, read_certificate
from exactua.certificates.writing import certificate, laid_out
from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.claims.registry import find, labels
from exactua.claims.verdicts import (
    Part,
    StepKind,
    Verdict,
    concluded,
    for_all_parameters,
    headline,
    judged_parts,
    left_open,
    objects_of,
    overall,
    parts_of,
    parts_proved,
    phrase,
    truth,
    verdict_of_part,
    word,
)
from exactua.commands.group import main
from exactua.commands.prove.words import lines
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.terms.language import integer
from exactua.terms.tracing import Number
from tests.foreign import foreign_verifier, program, told, told_by_own

Q = ("the q of Lemma 8",)
DEFINITIONS = {
    "yun2020:definition_e1",
    "kajitsuka2024:definition1",
    "kajitsuka2024:definition2",
    "kajitsuka2024:definition3",
    "kajitsuka2024:hardmax_attention",
}


def test_words() -> None:
    assert [word(verdict, Q) for verdict in Verdict] == ["met", "vacuous", "not met", "inconclusive", "met in part"]
    assert [word(verdict) for verdict in Verdict] == [verdict.value for verdict in Verdict]
    assert phrase(Verdict.REFUTED, Q) == "not met by the q of Lemma 8"
    assert phrase(Verdict.HOLDS, ("a", "b")) == "met by a and by b"
    assert phrase(Verdict.VACUOUS, Q) == "vacuous"
    assert headline(Verdict.IN_PART, Q) == "MET IN PART BY the q of Lemma 8"
    assert headline(Verdict.REFUTED) == "REFUTED"


def test_all_steps_must_ask_of_an_object() -> None:
    assert objects_of(["a", "b", "a"]) == ("a", "b")
    assert objects_of(["a", None]) == ()
    assert objects_of([]) == ()


def test_the_claims_that_are_definitions() -> None:
    assert {label for label in labels() if find(label)[0].objects()} == DEFINITIONS


def test_a_statement_has_no_flaw_that_is_no_fault() -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "n >= 1")
    with pytest.raises(
        ValueError, match="flaw 'reading' is not a fault and refutes no statement; write the step as a proof_line"
    ):
        claim.states("n >= 1", flaw="reading")(lambda at: at.n >= 1)
    claim.proof_line("n >= 1", flaw="reading", name="line")(lambda at: at.n >= 1)


@pytest.mark.parametrize("meets", ["", " ", "two\nlines", 3])
def test_an_object_without_words_is_refused(meets: object) -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "n >= 1")
    with pytest.raises(ValueError, match="names no object; write, for example, meets="):
        claim.states("n >= 1", meets=meets)(lambda at: at.n >= 1)


def test_what_does_not_meet_a_definition_is_no_fault() -> None:
    steps = [step for label in labels() for step in find(label)[0].steps]
    assert not [step.name for step in steps if step.meets is not None and step.is_fault]
    assert any(step.is_question for step in steps)


def _check(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["check", *words, "--no-certificate"])
    return code, capsys.readouterr().out


def test_check_says_whether_it_is_met(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = _check(capsys, "definition2", "--n", "1")
    assert code == 0
    assert (
        "\nMET BY the map that numbers the pairs of V and a token, of m = 1/delta tokens, for r = m 2^m and a separation of 1/2: 2 of 2 "
        in said
    )
    code, said = _check(capsys, "definition_e1", "--d", "1", "--n", "2")
    assert code == 1
    assert "\nNOT MET BY the q of Lemma 8: 3 of 4 parts of the statement decided where they say something, " in said
    assert "is refuted (invariant); not met by the q of Lemma 8: arbitrary_function" in said
    statement, beside = said.split("questions beside the statement\n")
    assert "\n  not met      condition2 " in statement
    assert "\n  not met      arbitrary_function " in beside
    code, said = _check(capsys, "definition_e1.condition2", "--d", "1", "--n", "2")
    assert code == 1
    assert "\nNOT MET BY the q of Lemma 8: 1 of 1 judged step is not met" in said
    assert "REFUTED" not in said


def test_a_question_is_no_refuted_proof_line(capsys: pytest.CaptureFixture[str]) -> None:
    """With --strict only the proof line `invariant` counts."""
    problem = find("definition_e1")[0].problem({"d": 1, "n": 2, "m": 2})
    from exactua.deciding.running import decide

    decision = decide(problem)
    assert [result.step.name for result in decision.refuted_proof_lines] == ["invariant"]
    assert [result.step.name for result in decision.unmet] == ["arbitrary_function"]


def test_several_instances_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = _check(capsys, "definition_e1.condition2", "--d", "1", "--n", "2", "--delta", "1/2..1/3")
    assert code == 1
    assert "2 of 2 instances: 2 not met by the q of Lemma 8; the least one that is not met is d = 1, n = 2" in said
    _, said = _check(capsys, "definition_e1.condition2", "--d", "1", "--n", "2", "--format", "json")
    (box,) = json.loads(said)["boxes"]
    assert (box["verdict"], box["words"]) == ("refuted", "not met by the q of Lemma 8")
    assert [(step["verdict"], step["words"]) for step in box["steps"]] == [("refuted", "not met by the q of Lemma 8")]
    _, said = _check(capsys, "lemma10", "--d", "1", "--n", "2", "--format", "json")
    (box,) = json.loads(said)["boxes"]
    assert (box["verdict"], box["words"]) == ("holds", "holds")


MANIFEST = """\
[[check]]
claim = "definition_e1.condition2"
d = 1
n = 2
delta = "1/2"
expect = "not met"
steps = { condition2 = "not met" }

[unlisted]
yun2020 = "one claim is enough for an example"
"""


def test_a_manifest_expects_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "one.toml"
    path.write_text(MANIFEST)
    assert main(["regress", "--update", "--jobs", "1", "one.toml"]) == 0
    text = path.read_text()
    assert 'expect = "not met"' in text
    assert 'steps = { condition2 = "not met" }' in text
    assert main(["regress", "--jobs", "1", "--all", "one.toml"]) == 0
    path.write_text(text.replace('"not met"', '"met"'))
    capsys.readouterr()
    assert main(["regress", "--jobs", "1", "one.toml"]) == 1
    said = capsys.readouterr().out
    assert "- verdict met" in " ".join(said.split())
    assert "+ verdict not met" in " ".join(said.split())
    assert main(["regress", "--update", "--accept", "--jobs", "1", "one.toml"]) == 0
    assert 'expect = "not met"' in path.read_text()
    path.write_text(text.replace('"not met"', '"refuted"'))
    assert main(["regress", "--jobs", "1", "--all", "one.toml"]) == 0  # the same verdict


def test_met_is_said_of_definitions_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.toml").write_text('[[check]]\nclaim = "lemma10"\nd = 1\nn = 2\ndelta = "1/2"\nexpect = "met"\n')
    assert main(["regress", "one.toml"]) == 2
    said = capsys.readouterr().err
    assert "check 1: expect: 'met' is for definitions, and no object is asked to meet this step; write 'holds'" in said


def test_the_statements_that_are_refuted_are_faults() -> None:
    for label in labels():
        for step in find(label)[0].steps:
            assert step.kind is not StepKind.STATEMENT or step.is_fault or step.meets is not None, (
                f"{label}.{step.name}"
            )


def test_explain_verify_and_prove_use_the_words_of_definitions(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    box = ("--d", "1", "--n", "2")
    assert main(["explain", "definition_e1.condition2", *box]) == 0
    said = capsys.readouterr().out
    assert "\nNOT MET BY the q of Lemma 8 for these two points" in said
    assert "FALSE:" not in said.partition("in parts")[0]
    assert main(["check", "definition_e1", *box, "--certificate", "one.json"]) == 1
    capsys.readouterr()
    assert main(["verify", "one.json"]) == 0
    said = capsys.readouterr().out
    assert "confirmed: not met by the q of Lemma 8 (5 of 5 points recomputed)" in said
    assert "\n  condition2: not met (points 4" in said
    assert "\n  condition1: met (points 4" in said
    assert "\n  invariant: refuted (points 4" in said


def test_a_statement_that_is_none_of_a_definition_is_verified_in_its_own_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", "lemma10", "--d", "1", "--n", "2", "--certificate", "one.json"]) == 0
    assert main(["verify", "one.json"]) == 0
    assert "confirmed: holds (" in capsys.readouterr().out


def test_how_it_is_told_whether_a_step_is_true_at_a_point() -> None:
    assert [truth(answer) for answer in (True, False, None)] == ["TRUE", "FALSE", "OPEN"]
    assert [truth(answer, ("q",)) for answer in (True, False, None)] == ["MET BY q", "NOT MET BY q", "OPEN"]


def test_prove_tells_a_definition_as_met_or_not() -> None:
    claim = find("definition_e1")[0]
    steps = [claim.step("condition1"), claim.step("condition2")]
    proved = [ProvedStep(steps[0], Verdict.HOLDS), ProvedStep(steps[1], Verdict.REFUTED)]
    evidence = {"name": "rocq", "version": "1"}
    said = "\n".join(lines(Proof(claim, proved, ("condition2",), evidence)))
    assert "  not met  condition2" in said
    assert "verdict not met by the q of Lemma 8 (scope general)" in said


LEFT, BY = Part("for all", undecided="it speaks of all"), Part("for some", ("step",))
EXAMPLE = Part("for each", ("example",), "it is about all")
STEP_VERDICTS = [verdict for verdict in Verdict if verdict is not Verdict.IN_PART]


@pytest.mark.parametrize(
    ("words", "steps", "undecided", "said"),
    [
        (" ", ("step",), "", "it has no words"),
        ("d is d", (), "", "or why none does"),
        ("d is d", (), " ", "or why none does"),
    ],
)
def test_a_part_has_words_and_steps_or_a_reason(words: str, steps: tuple[str, ...], undecided: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Part(words, steps, undecided)


@given(st.lists(st.sampled_from(STEP_VERDICTS)))
def test_without_an_undecided_part_the_verdict_is_that_of_the_steps(verdicts: list[Verdict]) -> None:
    assert concluded(verdicts, ()) is concluded(verdicts, (BY,)) is overall(verdicts)


@given(st.lists(st.sampled_from(STEP_VERDICTS)))
def test_with_one_nothing_holds_as_a_whole(verdicts: list[Verdict]) -> None:
    conclusion = concluded(verdicts, (BY, LEFT))
    assert conclusion is {Verdict.HOLDS: Verdict.IN_PART, Verdict.VACUOUS: Verdict.INCONCLUSIVE}.get(
        overall(verdicts), overall(verdicts)
    )
    if overall(verdicts) in (Verdict.HOLDS, Verdict.VACUOUS):
        assert concluded(verdicts, (LEFT,)) is Verdict.INCONCLUSIVE


@given(st.lists(st.sampled_from(STEP_VERDICTS), min_size=2, max_size=2))
def test_an_example_decides_a_part_only_where_it_is_refuted(verdicts: list[Verdict]) -> None:
    by_name = dict(zip(("step", "example"), verdicts, strict=True))
    refuted = by_name["example"] is Verdict.REFUTED
    assert verdict_of_part(EXAMPLE, by_name) is (Verdict.REFUTED if refuted else None)
    assert left_open((BY, EXAMPLE), by_name) == ([] if refuted else [EXAMPLE])
    assert concluded(verdicts, (BY, EXAMPLE)) is concluded(verdicts, (BY, LEFT))
    assert EXAMPLE.decided_by == "by example only where that is refuted"


def test_repaired_steps_stand_in_for_those_that_they_repair() -> None:
    (part,) = judged_parts([Part("both", ("one", "two"))], ["one", "two@repaired"])
    assert part.steps == ("one", "two@repaired")
    assert verdict_of_part(part, {"one": Verdict.HOLDS, "two@repaired": Verdict.REFUTED}) is Verdict.REFUTED
    assert verdict_of_part(LEFT, {}) is None


def test_parts_are_in_the_words_and_the_order_of_the_text() -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "Let n be even. Then a and b and a.")
    claim.part("a and b", undecided="nobody asked")
    with pytest.raises(ValueError, match="its text has no 'Let n be even' after the previous part"):
        claim.part("Let n be even", undecided="nobody asked")
    with pytest.raises(ValueError, match="its text has no 'c'"):
        claim.part("c", undecided="nobody asked")
    claim.part("a", undecided="nobody asked")
    assert [part.words for part in claim.parts] == ["a and b", "a"]
    with pytest.raises(ValueError, match="after the previous part"):
        claim.part("a", undecided="nobody asked")


def test_a_reading_is_of_words_of_the_text() -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "All k_i are encoded.")
    claim.reads("All k_i are encoded.", "as a set")
    assert list(map(str, claim.readings)) == ['"All k_i are encoded": as a set']
    for words, how in (("No k_i", "as a set"), ("All k_i", " ")):
        with pytest.raises(ValueError, match=f"its text has no '{words}', or `how` has no words"):
            claim.reads(words, how)


@pytest.mark.parametrize("of", ["remarks", "the ", "the\nremarks"])
def test_what_a_line_is_of_is_part_of_a_paper(of: str) -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "All k_i are encoded.", parameters=())
    with pytest.raises(ValueError, match='names no part of a paper; write, for example, of="the remarks on Lemma 8"'):
        claim.proof_line("it is", of=of, name="one")(lambda at: Number(integer(1)) == 1)


def lemma(*kinds: StepKind) -> Claim:
    claim = Claim("test:lemma", "Lemma", "nowhere", "d is d and n is n for all e", parameters=())
    for number, kind in enumerate(kinds, 1):
        declare = claim.states if kind is StepKind.STATEMENT else claim.proof_line
        declare("it is", name=f"step{number}")(lambda at: Number(integer(1)) == 1)
    return claim


def test_a_step_decides_one_part_and_is_a_statement() -> None:
    claim = lemma(StepKind.STATEMENT, StepKind.PROOF_LINE)
    claim.part("d is d", "step1")
    for step in ("step1", "step2"):
        with pytest.raises(ValueError, match="takes only statement steps that belong to no other part"):
            claim.part("n is n", step)


def in_part() -> Problem:
    claim = lemma(StepKind.STATEMENT, StepKind.PROOF_LINE)
    claim.part("d is d", "step1")
    claim.part("n is n for all e", undecided="it speaks of all")
    return claim.problem({})


def test_theorems_decide_a_part_for_all_parameters_and_never_at_an_instance() -> None:
    claim = lemma(StepKind.STATEMENT)
    claim.part("d is d", "step1", theorem="one")
    claim.part("n is n for all e", undecided="it speaks of all", theorem=("one", "other"))
    both, first = (for_all_parameters(claim.parts, names) for names in (("one", "other"), ("one",)))
    assert [part.undecided for part in both] == ["", ""]
    assert [part.undecided for part in first] == ["", "it speaks of all; not proved: other"]
    assert for_all_parameters(claim.parts, ())[0].undecided == "the steps step1 say less than it; not proved: one"
    assert concluded([Verdict.HOLDS], both) is Verdict.HOLDS
    assert concluded([Verdict.HOLDS], first) is concluded([Verdict.HOLDS], claim.parts) is Verdict.IN_PART
    assert parts_proved(claim.parts, ("one",)) == ("d is d",)
    decision = decide(claim.problem({}))
    assert (decision.verdict, "theorems" in certificate(decision)) == (Verdict.IN_PART, False)


def test_a_part_needs_steps_or_a_reason_beside_a_theorem() -> None:
    with pytest.raises(ValueError, match="or why none does"):
        lemma(StepKind.STATEMENT).part("d is d", theorem="one")


def test_a_certificate_has_the_parts_and_both_verifiers_recompute_what_they_come_to() -> None:
    decision = decide(in_part())
    assert decision.verdict is Verdict.IN_PART
    content = certificate(decision).encode()
    read = read_certificate(content)
    assert read.problem.parts == parts_of(read.decided) == in_part().parts
    assert (verifier.verify(content).verdict, foreign_verifier(content)) == ("holds in part", 0)
    lie = certificate(replace(decision, problem=replace(in_part(), parts=())))
    assert content != lie.encode()
    assert verifier.verify(lie.encode()).verdict == "holds"  # another certificate: whose it is, `verify` says


LAST = "  {} of 3 parts of the statement are decided{}"


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        ("holds holds holds", LAST.format(3, "")),
        ("holds vacuous refuted", LAST.format(2, ", 1 vacuous")),
        ("vacuous vacuous holds", LAST.format(1, ", 2 vacuous")),
        ("vacuous vacuous vacuous", LAST.format(0, ", 3 vacuous")),
        ("holds/vacuous vacuous undecided", LAST.format(1, ", 1 vacuous")),
        ("refuted/vacuous inconclusive undecided", LAST.format(1, "")),
        ("holds holds refuted!", LAST.format(3, "")),
        ("holds vacuous holds!", LAST.format(1, ", 1 vacuous")),
        ("holds vacuous! vacuous!", LAST.format(1, "")),
    ],
)
def test_both_verifiers_say_decided_of_the_parts_that_are(kinds: str, said: str) -> None:
    claim, names = Claim("test:lemma", "Lemma", "nowhere", "a is a; b is b; c is c", parameters=()), list[str]()
    for words, kind in zip(("a is a", "b is b", "c is c"), kinds.split(), strict=True):
        steps = []
        for verdict in kind.rstrip("!").split("/") if kind != "undecided" else ():
            right, given = (
                int(verdict != "refuted"),
                {"given": lambda at: Number(integer(1)) == 2} if verdict == "vacuous" else {},
            )
            steps.append(f"step{len(names)}")
            names.append(verdict)
            claim.states("it is", name=steps[-1], **given)(lambda at, right=right: Number(integer(1)) == right)
        claim.part(words, *steps, undecided="" if steps and kind[-1] != "!" else "it speaks of all")
    decided = json.loads(certificate(decide(claim.problem({}))))["decided"]
    for record, kind in zip(decided["steps"], names, strict=True):
        if kind == "inconclusive":
            reason = "undecided at 1 of 1 points: the budget ran out"
            record |= {"verdict": kind, "reason": reason, "applicable": 0, "failures": 0}
    content = laid_out(decided, {}).encode()
    for code, out in (told_by_own(content), told(program(), content)):
        assert (code, out.splitlines()[-1]) == (0, said)


def test_named_steps_are_judged_alone() -> None:
    claim = lemma(StepKind.STATEMENT, StepKind.PROOF_LINE)
    claim.part("d is d", "step1")
    claim.part("n is n for all e", undecided="it speaks of all")
    assert decide(claim.problem({}, ("step1",))).verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"steps": ["step2"]}, 'parts\\[0\\].steps: the step "step2" is not judged'),
        ({"words": ""}, "parts\\[0\\]: a part of a statement: it has no words"),
        ({"steps": []}, "or why none does"),
        ({"more": 1}, "parts\\[0\\]"),
    ],
)
def test_what_is_no_part_is_refused(change: dict[str, object], said: str) -> None:
    decided = read_certificate(certificate(decide(in_part())).encode()).decided
    decided["parts"][0] |= change
    with pytest.raises(InputError, match=said):
        problem_of(decided)
