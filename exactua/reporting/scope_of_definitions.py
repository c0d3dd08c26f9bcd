"""What may be said of a definition: which of its conditions an object meets, and which it does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactua.claims.claim import Claim
from exactua.claims.meeting import Objects
from exactua.claims.verdicts import Verdict
from exactua.reporting.scope_subjects import ScopeSentence, are, capital, listed, named, of_paper


def of_definition(
    claim: Claim, objects: Objects, by: Mapping[Verdict, Sequence[str]], where: str, how: str, unsaid: str
) -> ScopeSentence:
    """The names of the steps `by` their verdict, for `where`, decided `how`; `unsaid` is what is said of nothing."""
    who, single = listed(list(objects)), len(objects) == 1
    told = []
    if by[Verdict.REFUTED]:
        does = "does" if single else "do"
        told.append(f"{who} {does} not meet {named(by[Verdict.REFUTED])}, where a counterexample is known")
    if by[Verdict.HOLDS]:
        told.append(f"{who} {'meets' if single else 'meet'} {named(by[Verdict.HOLDS])}, {how}")
    if by[Verdict.INCONCLUSIVE]:
        told.append(f"{named(by[Verdict.INCONCLUSIVE])} could not be decided")
    if by[Verdict.VACUOUS]:
        told.append(f"{named(by[Verdict.VACUOUS])} {are(by[Verdict.VACUOUS])} vacuous, asserting nothing")
    return ScopeSentence(
        f"{capital(where)}, of {of_paper(claim)}: {'; '.join(told)}.",
        "Neither that the definition is true nor that it is false: none is either. Nothing is said of other objects. "
        f"{unsaid}",
    )
