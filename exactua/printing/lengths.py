"""What is said of some word is decided at each length by itself: at which lengths there is none, and at which one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.ledger import Box, Spread
from exactua.claims.problem import Step
from exactua.claims.verdicts import Verdict
from exactua.printing.text import box as box_words

MOST_LISTED: Final = 6
"""Instances that are listed one by one."""


def of_lengths(claim: Claim, step: Step, spread: Spread) -> str:
    """Of a step that says that there is some word, at which lengths there is none, and at which there is.

    "" of any other step, and where there is no such word at any length that the claim has: it is false as it stands.
    """
    if not step.seeks_words:
        return ""
    at = {place.verdict: place.boxes for place in spread.places}
    none, some = at.get(Verdict.REFUTED, ()), at.get(Verdict.HOLDS, ())
    decided = {box.get("n") for verdict, boxes in at.items() if verdict is not Verdict.INCONCLUSIVE for box in boxes}
    lengths = {n for parameter in claim.parameters if parameter.name == "n" for n in parameter.only}
    if not none or (not some and lengths and lengths <= decided):
        return ""
    is_one = f"there is one at {listed_instances(some)}" if some else "at others none is known"
    return f"each length is decided by itself: there is no such word at {listed_instances(none)}; {is_one}"


def listed_instances(boxes: Sequence[Box]) -> str:
    """Instances one by one, the first of many; those that differ in n alone by their n: "d = 3, n = 2, 4, 6"."""
    first, *others = boxes[:MOST_LISTED]
    apart = {tuple((name, value) for name, value in box.items() if name != "n") for box in boxes}
    alike = len(apart) == 1 and list(first)[-1:] == ["n"]
    shown = [str(box["n"]) if alike else box_words(box) for box in others]
    more = " and more" if len(boxes) > MOST_LISTED else ""
    return (", " if alike else "; ").join([box_words(first), *shown]) + more
