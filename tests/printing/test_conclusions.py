"""The last line of a report: how much of a statement was decided, and what says nothing there."""

from __future__ import annotations

import pytest

from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.claims.verdicts import Part, Verdict, concluded
from exactua.printing.scope_subjects import open_parts, proof_as_printed
from exactua.printing.text import concluding, refuted_lines
from exactua.terms.language import integer
from exactua.terms.tracing import Number

BOTH, ONE, LEFT = (
    Part("a = b and c = d", ("first", "second")),
    Part("e = f", ("third",)),
    Part("g", undecided="of all f"),
)
H, V, R, I = Verdict.HOLDS, Verdict.VACUOUS, Verdict.REFUTED, Verdict.INCONCLUSIVE  # noqa: E741


@pytest.mark.parametrize(
    ("verdicts", "parts", "said"),
    [
        ((H, H, H), (BOTH, ONE), "HOLDS: 3 of 3"),
        ((H, H, V), (BOTH, ONE), "HOLDS: 1 of 2 parts of the statement decided, 1 vacuous, 1 of 3"),
        ((H, V, H), (BOTH, ONE), "HOLDS: 1 of 3"),
        ((H, H, V), (BOTH, ONE, LEFT), "HOLDS IN PART: 1 of 3 parts of the statement decided, 1 vacuous, 1 of 3"),
        ((H, V, V), (BOTH, ONE, LEFT), "HOLDS IN PART: 1 of 3 parts of the statement decided where it says something, 1 v"),
        ((H, V, H), (BOTH, ONE, LEFT), "HOLDS IN PART: 2 of 3 parts of the statement decided where they say something, 1 "),
        ((V, V, V), (BOTH, ONE), "VACUOUS: 3 of 3"),
        ((V, V, V), (BOTH, ONE, LEFT), "INCONCLUSIVE: 0 of 3 parts of the statement decided, 2 vacuous, 3 of 3"),
        ((R, V, H), (BOTH, ONE, LEFT), "REFUTED: 2 of 3 parts of the statement decided where they say something, 1 of 3"),
        ((I, H, H), (BOTH, ONE, LEFT), "INCONCLUSIVE: 1 of 3 parts of the statement decided, 1 of 3"),
        ((I, H, H), (BOTH, ONE), "INCONCLUSIVE: 1 of 3"),
        ((), (LEFT,), "INCONCLUSIVE: 0 of 1 part of the statement decided, no step is judged"),
    ],
)  # fmt: skip
def test_how_many_parts_are_decided(verdicts: tuple[Verdict, ...], parts: tuple[Part, ...], said: str) -> None:
    judged = dict(zip(("first", "second", "third"), verdicts, strict=False))
    assert concluding(judged, parts, concluded(judged.values(), parts)).startswith(said)


def test_refuted_lines_are_told_by_what_they_are_of() -> None:
    claim = find("definition_e1")[0]
    remark, line = claim.step("invariant"), find("lemma9")[0].step("maps_swapped")
    assert refuted_lines([]) == ""
    assert refuted_lines([remark, line, line]) == (
        "; 1 line of the remarks on Lemma 8 is refuted (invariant); 2 proof lines are refuted (maps_swapped, maps_swapped)"
    )
    beside = proof_as_printed(claim, ["invariant", "condition2"], ["condition1"])
    assert beside == "; of the remarks on Lemma 8 the line invariant is refuted"


def test_theorems_for_all_parameters_are_told_beside_what_is_not_decided_at_instances() -> None:
    claim = find("lemma9")[0]
    display = claim.parts[-1]
    known = [step for part in claim.parts for step in part.steps]
    _, said = open_parts(claim, known=known)
    assert f"{display.why}; for all parameters by lemma_9_real)." in said
    assert "by lemma_9_real)" not in open_parts(claim, known=known, at_instances=False)[1]
    assert display.why not in open_parts(claim, [display.words], known=known)[1]


def test_what_may_be_claimed_counts_no_part_that_says_nothing() -> None:
    claim = find("definition_e1")[0]
    steps = [step for part in claim.parts for step in part.steps]
    assert open_parts(claim, known=steps)[0] == " That decides 3 of the 4 parts of the statement."
    assert open_parts(claim, known=())[0] == open_parts(claim, (), steps, known=steps)[0] == ""
    assert open_parts(claim, (), steps[:1], known=steps)[0] == (" That decides 2 of the 4 parts of the statement.")
    proved = [part.words for part in claim.parts if part.steps]
    assert open_parts(claim, proved, steps, known=steps)[0] == " That decides 3 of the 4 parts of the statement."


def test_a_line_that_is_not_said_is_none_of_the_proof() -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "It is.", parameters=())
    claim.states("it is", name="statement")(lambda at: Number(integer(1)) == 1)
    claim.proof_line("it is not", name="line")(lambda at: Number(integer(1)) == 2)
    claim.proof_line("it is 3", name="remark", said=False)(lambda at: Number(integer(1)) == 3)
    claim.proof_line("it is 4", name="assumed", said=False, flaw="silently assumed")(lambda at: Number(integer(1)) == 4)
    line, remark, assumed = (claim.step(name) for name in ("line", "remark", "assumed"))
    assert [(step.is_fault, step.is_plain) for step in (line, remark, assumed)] == [
        (True, True),
        (False, True),
        (False, False),
    ]
    assert refuted_lines([remark]) == "; 1 line that is not said there is refuted (remark)"
    assert refuted_lines([remark, remark]) == "; 2 lines that are not said there are refuted (remark, remark)"
    assert refuted_lines([remark, line]) == (
        "; 1 proof line is refuted (line); 1 line that is not said there is refuted (remark)"
    )
    assert refuted_lines([assumed]) == "; 1 proof line is refuted without an assumption that is not said (assumed)"
    names = [step.name for step in claim.steps]
    printed = "; nor are all proof lines of Lemma confirmed as printed: the line line is refuted"
    unsaid = "; of what is not said there the line remark is refuted"
    assert proof_as_printed(claim, names, ["statement"]) == printed + unsaid
    assert proof_as_printed(claim, ["remark"], ["statement"]) == unsaid
