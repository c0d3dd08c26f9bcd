"""What the answer to a question about a network allows to be said, and what not (see `printing.scope_subjects`)."""

from __future__ import annotations

from exactua.claims.verdicts import Verdict, phrase
from exactua.claims.verification import refused, words
from exactua.evidence.questions import AskedNetwork
from exactua.printing.scope_subjects import NOTHING_THERE, ScopeSentence, listed

BEYOND = "nothing is said of other points or other lengths, of other networks, nor of this one in floating point"


def of_question(asked: AskedNetwork) -> ScopeSentence:
    """What an answer allows to be said of its network at its points: nothing, where a verifier refused it."""
    if refused(asked.file.verified):
        return ScopeSentence("Nothing.", f"This certificate is {words(asked.file.verified)}.")
    source = f" ({asked.problem.source})" if asked.problem.source else ""
    title, about = f"{asked.asked}{source}", _about(asked)
    by = {
        verdict: [name for name in asked.problem.judged if asked.steps[name].verdict is verdict] for verdict in Verdict
    }
    beyond = f"{BEYOND[0].upper()}{BEYOND[1:]}."
    match asked.verdict:
        case Verdict.HOLDS:
            vacuous = by[Verdict.VACUOUS]
            silent = f" By {listed(vacuous)} nothing was asserted (vacuous)." if vacuous else ""
            return ScopeSentence(f"{about}, {title} holds, decided in exact arithmetic at every one.{silent}", beyond)
        case Verdict.REFUTED:
            false = listed(by[Verdict.REFUTED])
            return ScopeSentence(
                f"{about}, {title} does not hold: {false} fails at the counterexample, in exact arithmetic.",
                f"Not that it fails at every choice of points; {BEYOND}.",
            )
        case Verdict.VACUOUS:
            return ScopeSentence(f"{about}, {title} asserts nothing (vacuous): {NOTHING_THERE}.", beyond)
        case _:
            undecided = listed(by[Verdict.INCONCLUSIVE]) or title
            return ScopeSentence(
                f"{about}, nothing of {title} as a whole: {undecided} could not be decided.",
                f"Neither that it holds there nor the contrary; {BEYOND}.",
            )


def _about(asked: AskedNetwork) -> str:
    """At which points of what, in words."""
    points = f" ({asked.points})" if asked.points else ""
    if not asked.described:
        return f"Of the points in the certificate{points}"
    name = f" ({asked.named})" if asked.named else ""
    return f"Of the network in the certificate{name}, at its points{points}"


def title_of_question(asked: AskedNetwork) -> str:
    """What its certificate is called: "Certificate of injective for the network layer.json at points.csv"."""
    of = "for a network" if asked.described else "of points"
    name = f" {asked.named}" if asked.described and asked.named else ""
    return f"Certificate of {asked.asked} {of}{name}{f' at {asked.points}' if asked.points else ''}"


def verdict_of_question(asked: AskedNetwork) -> str:
    """The verdict in words, with the steps that are refuted: "refuted: condition2"."""
    refuted = [name for name in asked.problem.judged if asked.steps[name].verdict is Verdict.REFUTED]
    return phrase(asked.verdict) + (f": {listed(refuted)}" if refuted else "")
