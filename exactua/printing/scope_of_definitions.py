"""What may be said of a definition: which of its conditions an object meets, and which it does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactua.claims.claim import Claim
from exactua.claims.verdicts import Objects, Verdict
from exactua.printing.scope_subjects import ScopeSentence, are, capital, listed, named, of_paper


def of_definition(
    claim: Claim, objects: Objects, by: Mapping[Verdict, Sequence[str]], where: str, how: str, unsaid: str
) -> ScopeSentence:
    """The names of the steps `by` their verdict, for `where`, decided `how`; `unsaid` is what is said of nothing."""
    told = []
    if refuted := by[Verdict.REFUTED]:
        told.append(f"{_by_object(claim, objects, refuted, 'not met by')}, where a counterexample is known")
    if met := by[Verdict.HOLDS]:
        told.append(f"{_by_object(claim, objects, met, 'met by')}, {how}")
    if by[Verdict.INCONCLUSIVE]:
        told.append(f"{named(by[Verdict.INCONCLUSIVE])} could not be decided")
    if by[Verdict.VACUOUS]:
        told.append(f"{named(by[Verdict.VACUOUS])} {are(by[Verdict.VACUOUS])} vacuous, asserting nothing")
    return ScopeSentence(
        f"{capital(where)}, of {of_paper(claim)}: {'; '.join(told)}.",
        "Neither that the definition is true nor that it is false: a definition is neither. Nothing is said of "
        f"other objects. {unsaid}",
    )


def questions_refuted(claim: Claim, refuted: Sequence[str]) -> str:
    """What an object does not meet beside the statement, in the words of each question; "" where it meets all."""
    asked = [step for step in claim.steps if step.name in refuted and step.is_question]
    told = listed([f"{step.name} ({step.says})" for step in asked])
    return f" Not met by {listed(list(dict.fromkeys(str(step.meets) for step in asked)))}: {told}." if asked else ""


def _by_object(claim: Claim, objects: Objects, names: Sequence[str], said: str) -> str:
    """ "condition1 is met by the q of Lemma 8", each object with the steps that ask of it."""
    asked = [(target, [name for name in names if claim.step(name).meets == target]) for target in objects]
    return listed([f"{named(of)} {are(of)} {said} {target}" for target, of in asked if of])
