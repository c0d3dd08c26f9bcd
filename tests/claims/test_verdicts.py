"""A definition is met by an object, or not: the words, who may say them, and that no statement is refuted by a note."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua.certificates.proofs import Proof, ProvedStep
from exactua.claims.claim import Claim
from exactua.claims.registry import find, labels
from exactua.claims.verdicts import StepKind, Verdict, headline, objects_of, phrase, truth, word
from exactua.commands.group import main
from exactua.commands.prove.words import lines

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
        ValueError, match="flaw 'reading' is no fault, and refutes no statement; write it as a proof_line"
    ):
        claim.states("n >= 1", flaw="reading")(lambda at: at.n >= 1)
    claim.proof_line("n >= 1", flaw="reading", name="line")(lambda at: at.n >= 1)


@pytest.mark.parametrize("meets", ["", " ", "two\nlines", 3])
def test_an_object_without_words_is_refused(meets: object) -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "n >= 1")
    with pytest.raises(ValueError, match="names no object; write such as meets="):
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
    assert "check 1: expect: 'met' is said of a definition, and no object is asked to meet this; write 'holds'" in said


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
