"""What is said of some word is decided at each length by itself: at which lengths there is none, and at which one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    if not none or at_no_length(claim, step, spread):
        return ""
    return lengths_of(step, none, some)


def lengths_of(step: Step, none: Sequence[Box], some: Sequence[Box]) -> str:
    """That there is `none` at these instances, and that there are some at those."""
    such = "no such word" if step.several is None else "not such a word for each of its conditions"
    is_one = ("there is one at " if step.several is None else "there is at ") + listed_instances(some) if some else ""
    return (
        f"each length is decided by itself: there is {such} at {listed_instances(none)}"
        f"; {is_one or 'at others none is known'}"
    )


SAME_AT_ALL: Final = "the same condition is true at every point of all of these instances"
OTHER_AT_EACH: Final = (
    "another condition is the first that is true at every point; that one is at all of these instances was not decided"
)


def over_instances(step: Step, told: Sequence[tuple[Box, Verdict, int | None]]) -> Iterator[str]:
    """Of a step that says that there is something, how its verdicts at several instances belong together.

    Each comes with the number of the first of several conditions that is true at every point, if the step says so.
    """
    none, some = ([box for box, of, _ in told if of is verdict] for verdict in (Verdict.REFUTED, Verdict.HOLDS))
    if step.seeks_words and none and some:
        yield f"{step.name}: {lengths_of(step, none, some)}"
    if step.several is not None and not step.several.each and len(some) > 1 and not none:
        first = {k for _, verdict, k in told if verdict is Verdict.HOLDS}
        yield f"{step.name}: {SAME_AT_ALL if len(first) == 1 else OTHER_AT_EACH}"


def at_no_length(claim: Claim, step: Step, spread: Spread) -> bool:
    """Whether a step says that there is some word, and there is none at any length that the claim has."""
    decided = [place for place in spread.places if place.verdict in (Verdict.REFUTED, Verdict.VACUOUS)]
    listed = [n for parameter in claim.parameters if parameter.name == "n" for n in parameter.only]
    others = [box for place in decided for box in place.boxes]
    lengths = {n for n in listed if any(claim.stated_at({**box, "n": n}) for box in others)}
    none = {box.get("n") for place in decided for box in place.boxes}
    return step.seeks_words and bool(lengths) and lengths <= none and not spread.count(Verdict.HOLDS)


def listed_instances(boxes: Sequence[Box]) -> str:
    """Instances one by one, the first of many; those that differ in n alone by their n: "d = 3, n = 2, 4, 6"."""
    first, *others = boxes[:MOST_LISTED]
    apart = {tuple((name, value) for name, value in box.items() if name != "n") for box in boxes}
    alike = len(apart) == 1 and list(first)[-1:] == ["n"]
    shown = [str(box["n"]) if alike else box_words(box) for box in others]
    more = " and more" if len(boxes) > MOST_LISTED else ""
    return (", " if alike else "; ").join([box_words(first), *shown]) + more
