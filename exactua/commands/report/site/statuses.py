"""How a status is told apart on pages: by its colour, its mark and its word, and by what it means and does not mean.

Of several instances, which verdict at which: in a sentence, and as the rows of a small table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from exactua.claims.dossier import Status
from exactua.claims.ledger import Spread
from exactua.claims.verdicts import Objects, Verdict, word
from exactua.claims.verification import NOT_VERIFIED, Outcome
from exactua.plurals import every_instance
from exactua.printing.text import box

VERIFIED: Final[Mapping[str, tuple[str, str]]] = {
    Outcome.FULL.value: (
        "The verifier recomputed every point of the certificate, and found what it says.",
        "It is no proof of anything that the certificate does not say.",
    ),
    Outcome.SAMPLED.value: (
        "The verifier recomputed some of the points, drawn at random, and found nothing wrong.",
        "It is not confirmed: who writes a certificate can choose its errors such that a sample misses them.",
    ),
    Outcome.REFUSED.value: (
        "The verifier found the certificate to be wrong. What it says is not counted anywhere.",
        "It does not say that the claim is false.",
    ),
    NOT_VERIFIED: (
        "No verifier was asked on the machine that built these pages, or it gave no answer, or it was another version.",
        "It is not known to be wrong: only its digest was checked.",
    ),
}
"""What is said of a certificate, and what it means and does not mean."""
VERDICT_KEYS: Final[Mapping[Verdict, str]] = {
    Verdict.HOLDS: "enumerated",
    Verdict.VACUOUS: "vacuous",
    Verdict.REFUTED: "refuted",
    Verdict.INCONCLUSIVE: "inconclusive",
    Verdict.IN_PART: "part",
}
"""The look of a verdict at instances."""
MOST_BOXES: Final = 24


@dataclass(frozen=True)
class Look:
    """A status on pages."""

    key: str
    """Its CSS class, the id of its mark and its name in addresses: `status-general`, `#mark-general`."""
    word: str
    means: str
    means_not: str


LOOKS: Final[Mapping[Status, Look]] = {
    Status.GENERAL: Look(
        "general",
        "general",
        "Proved for all parameters: a theorem that the Rocq kernel accepts.",
        "It says nothing of other steps, nor that a sentence in words means what the formula beside it says.",
    ),
    Status.SYMBOLIC: Look(
        "symbolic",
        "symbolic",
        "Decided for all D = 1/delta^d at some numbers of columns, or at all points of an instance at once.",
        "It is no proof for every number of columns.",
    ),
    Status.ENUMERATED: Look(
        "enumerated",
        "enumerated",
        "It holds at every instance that was decided, where it speaks of all points at every one of them; the page "
        "says which instances those are.",
        "It is no proof: of other parameters nothing is said.",
    ),
    Status.IN_PART: Look(
        "part",
        "holds in part",
        "Every step that decides a part of the statement holds wherever it was decided.",
        "Another part of the statement is not decided: the page says which, and why.",
    ),
    Status.VACUOUS: Look(
        "vacuous",
        "vacuous",
        "No point satisfied the hypotheses at any instance that was decided.",
        "Nothing was confirmed, and nothing is wrong either.",
    ),
    Status.REPAIRED: Look(
        "repaired",
        "refuted, repaired",
        "False as written (a note of the ledger: as read here), with a counterexample, or at all points where it says "
        "that there is one; the repaired step beside it holds wherever it was decided.",
        "The repair is not in the paper, and it is not proved by holding there.",
    ),
    Status.REFUTED: Look(
        "refuted",
        "refuted",
        "False as written (a note of the ledger: as read here), with a counterexample, or at all points where it says "
        "that there is one; no repair stands beside it.",
        "A wrong line of a proof does not make the theorem false: its page says what becomes of the conclusion.",
    ),
    Status.INCONCLUSIVE: Look(
        "inconclusive",
        "inconclusive",
        "It is not refuted, and something of it could not be decided; the reason stands there.",
        "It is neither confirmed nor refuted.",
    ),
    Status.ASSUMED: Look(
        "assumed",
        "assumed",
        "Taken from elsewhere, such as a theorem of another paper.",
        "Nothing here checks it.",
    ),
    Status.STALE: Look(
        "stale",
        "stale",
        "The only certificates are about another statement, or another network, than the claim has now.",
        "What those certificates say is not counted; decide it again.",
    ),
    Status.UNCHECKED: Look(
        "unchecked",
        "not checked",
        "No certificate says anything about it.",
        "It is not known to be wrong; nobody decided it here.",
    ),
}

_MET: Final[Mapping[Status, tuple[str, str, str]]] = {
    Status.IN_PART: ("met in part", LOOKS[Status.IN_PART].means, LOOKS[Status.IN_PART].means_not),
    **dict.fromkeys(
        (Status.REPAIRED, Status.REFUTED),
        (
            "not met",
            "The object that is asked does not meet the definition, or not this condition, with a counterexample.",
            "A definition is neither true nor false, so nothing is refuted.",
        ),
    ),
}
"""What is said of a definition."""


_WANTED: Final[Mapping[Status, str]] = {
    Status.REPAIRED: "At an instance there is nothing that is as it says of something; the repaired step beside it "
    "holds wherever it was decided.",
    Status.REFUTED: "At an instance there is nothing that is as it says of something, and no repair stands beside it.",
}
"""What is said of what says that there is something: no counterexample refutes it."""


def look(status: Status, objects: Objects = (), exists: bool = False) -> Look:
    """How a status is told apart; of a definition that `objects` are asked to meet, in its words.

    Of what says that there is something (`Step.exists`) in other words than of what a counterexample refutes.
    """
    if not objects and exists and status in _WANTED:
        return replace(LOOKS[status], means=_WANTED[status])
    if not objects or status not in _MET:
        return LOOKS[status]
    return Look(LOOKS[status].key, *_MET[status])


ORDER: Final[tuple[Status, ...]] = tuple(LOOKS)
"""The order in which statuses are listed."""


@dataclass(frozen=True)
class Count:
    """How many of some things have a status."""

    look: Look
    number: int


def counts(statuses: Iterable[Status]) -> list[Count]:
    """How many there are of each status, in the order of `ORDER`, those that occur only."""
    occurring = list(statuses)
    return [Count(LOOKS[status], occurring.count(status)) for status in ORDER if status in occurring]


@dataclass(frozen=True)
class PlacesRow:
    """The instances with one verdict."""

    key: str
    word: str
    count: int
    instances: tuple[str, ...]
    more: int
    """Instances that are not listed."""


def spread_words(spread: Spread, objects: Objects = ()) -> str:
    """Such as "holds at all 41 instances (d = 1..3)", or "refuted at 2 of 6 instances (n = 2 only), holds at 4"."""
    if not spread.total:
        return "decided at no instance"
    if len(spread.places) == 1:
        verdict = word(spread.places[0].verdict, objects)
        return f"{verdict} at {every_instance(spread.total)}{spread.within}"
    first, *rest = (
        f"{word(place.verdict, objects)} at {len(place.boxes):,}{{}}{f' ({place.where})' * bool(place.where)}"
        for place in spread.places
    )
    return ", ".join([first.format(f" of {spread.total:,} instances"), *(place.format("") for place in rest)])


def spread_rows(spread: Spread, objects: Objects = ()) -> tuple[PlacesRow, ...]:
    """A row for each verdict, with its instances."""
    return tuple(
        PlacesRow(
            VERDICT_KEYS[place.verdict],
            word(place.verdict, objects),
            len(place.boxes),
            tuple(box(own) or "no parameters" for own in place.boxes[:MOST_BOXES]),
            max(0, len(place.boxes) - MOST_BOXES),
        )
        for place in spread.places
    )
