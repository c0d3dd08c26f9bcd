"""How far a step, and a claim, is known: one word for all that was found.

The status of a step is the first that fits:

    refuted       at an instance, or at all points of one at once, or for some D
    general       a theorem proves it for all parameters: also what is vacuous or undecided at some of them
    inconclusive  something could not be decided
    symbolic      it holds for all D at some n, or at all points of an instance at once
    enumerated    it holds at an instance
    vacuous       no point satisfied the hypotheses anywhere
    stale         the only certificates are about another statement, or another network
    not checked

A refuted step is repaired where the repaired step beside it is general, symbolic or enumerated, and was decided, or
proved, where the line fails. A theorem and a refutation of one step contradict each other, as two certificates may:
that is no status but an error.

The status of a claim is the weakest of those of its statement steps (of a claim that has neither these nor parts: of
its proof lines); it holds in part where a part of its statement is not decided.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from exactua.claims.dossier import Status
from exactua.claims.ledger import Spread
from exactua.claims.verdicts import Verdict
from exactua.evidence.regions import agree

HOLDING: Final = (Status.GENERAL, Status.SYMBOLIC, Status.ENUMERATED)
"""Strongest first."""
WEAKEST_FIRST: Final = (
    Status.REFUTED,
    Status.REPAIRED,
    Status.INCONCLUSIVE,
    Status.UNCHECKED,
    Status.STALE,
    *reversed(HOLDING),
    Status.VACUOUS,
)
"""What a claim's status is taken from: vacuous steps count where all are."""


def of_step(spread: Spread, farther: Collection[Verdict], proved: bool, stale: bool) -> Status:
    """The status of a step as written, its repair aside.

    `farther` are the verdicts that speak of more than the points of instances one by one; `proved` says whether a
    theorem proves it, `stale` whether a certificate speaks of it as it was.
    """
    verdicts = {place.verdict for place in spread.places}
    if Verdict.REFUTED in verdicts or Verdict.REFUTED in farther:
        return Status.REFUTED
    if proved:
        return Status.GENERAL
    if Verdict.INCONCLUSIVE in verdicts:
        return Status.INCONCLUSIVE
    if Verdict.HOLDS in farther:
        return Status.SYMBOLIC
    if Verdict.HOLDS in verdicts:
        return Status.ENUMERATED
    if verdicts or farther:
        return Status.VACUOUS
    return Status.STALE if stale else Status.UNCHECKED


def repaired(spread: Spread, repair: Status, of_repair: Spread) -> bool:
    """Whether the repaired step, which has this status and spread, stands for one that is refuted as written."""
    failing = [box for place in spread.places if place.verdict is Verdict.REFUTED for box in place.boxes]
    decided = [box for place in of_repair.places for box in place.boxes]
    there = not failing or any(agree(box, other) for box in decided for other in failing)
    return repair in HOLDING and (there or repair is Status.GENERAL)


def of_claim(steps: Collection[Status], parts: Collection[bool]) -> Status:
    """The weakest, as WEAKEST_FIRST has them; vacuous only if all are.

    `parts` say of each part of the statement whether it is decided, by steps or by theorems. Where one is not, what
    holds holds in part; where none is, it is inconclusive. Of no step: what theorems alone decide is general, and a
    claim without parts is not checked.
    """
    of_none = Status.GENERAL if parts and not steps else Status.UNCHECKED
    status = next((status for status in WEAKEST_FIRST if status in steps), of_none)
    if all(parts):
        return status
    if not any(parts):
        return Status.INCONCLUSIVE
    return Status.IN_PART if status in HOLDING else status
