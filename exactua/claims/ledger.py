"""A ledger of errata as data: the faults of a paper, with what was found about each, and apart from them notes.

A fault is a line that is refuted, and that its author would call wrong as printed. A line that is refuted with a
constant of ours, in one of several readings or for want of an assumption that goes without saying is a note, and so is
one that the paper does not say, and one that says nothing anywhere.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from exactua.claims.decision import Witness
from exactua.claims.problem import Problem, Step
from exactua.claims.signoff import ReadBy
from exactua.claims.told import Preface
from exactua.claims.verdicts import Verdict, phrase
from exactua.reprs import RichRepr

Box = Mapping[str, int | str]
"""The parameter values of an instance, in the claim's order."""

_SECTION: Final = re.compile(r"((?:App\. |Sec\. )?(?:[A-Z]|[0-9]+)(?:\.[0-9]+)*): (.+)", re.DOTALL)

KINDS: Final = {"typo": "typo in the text as we have it"}
"""How kinds of faults are shown, where it is not by their own name."""

VACUOUS: Final = "vacuous"
UNSAID: Final = "not said"


@dataclass(frozen=True)
class Quote:
    """A few words of a paper, as they stand there, and where that is."""

    text: str
    section: str
    page: str
    """"" where the text that was read has no pages."""

    @property
    def place(self) -> str:
        """Such as "E.2" or "3.2, p. 4"."""
        return f"{self.section}, p. {self.page}" if self.page else self.section


def section_and_sentence(says: str) -> tuple[str, str]:
    """What a step's words begin with where that is a section ("E.2: each layer ..."), and the words behind it."""
    match = _SECTION.fullmatch(says)
    return (match[1], match[2]) if match else ("", says)


class Survival(enum.StrEnum):
    """What becomes of the conclusion where a line fails, by the steps that carry it."""

    SURVIVES = "survives"
    """They hold wherever the line fails, or are vacuous, and each holds somewhere there."""
    PARTLY = "survives where decided"
    """The same at the instances where they were decided, which are not all of those where the line fails."""
    VACUOUS = "vacuous there"
    """One of them says nothing at any instance where the line fails."""
    FALLS = "falls"
    """One of them is refuted where the line fails."""
    UNKNOWN = "not decided"
    ALONE = "-"
    """No step is said to carry it."""


@dataclass(frozen=True)
class Places:
    """The instances where a step came to one verdict, and which those are in words ("" where that takes many)."""

    verdict: Verdict
    boxes: tuple[Box, ...]
    where: str


@dataclass(frozen=True)
class Spread:
    """A step over many instances: which verdict where, and the range of all of them in words."""

    places: tuple[Places, ...]
    range: str

    @property
    def total(self) -> int:
        """The number of instances."""
        return sum(len(place.boxes) for place in self.places)

    def count(self, verdict: Verdict) -> int:
        """The number of instances with this verdict."""
        return sum(len(place.boxes) for place in self.places if place.verdict is verdict)

    @property
    def within(self) -> str:
        """The range in brackets behind a number of instances: " (d = 1..3)"; "" where no parameter decides anything."""
        return f" ({self.range})" if self.range else ""

    @property
    def stands(self) -> bool:
        """Whether the step holds somewhere and is nowhere refuted or inconclusive."""
        return bool(self.count(Verdict.HOLDS)) and not (self.count(Verdict.REFUTED) or self.count(Verdict.INCONCLUSIVE))


@dataclass(frozen=True)
class Counterexample:
    """The least counterexample of a step: smallest instance first, there the first point."""

    problem: Problem
    step: Step
    witness: Witness
    complete: bool
    """Whether every point of that instance was decided."""
    told: tuple[tuple[str, Any], ...] = ()
    """What its claim tells beside the point, by its name: numbers, rows, or words under "" (`Claim.tells`)."""


@dataclass(frozen=True)
class Survivor:
    """A step (or the statement of a claim) that carries the conclusion, over the instances of the wrong line."""

    label: str
    says: str
    spread: Spread
    where_refuted: Spread
    """The same at those instances alone where the line is refuted (or vacuous)."""
    missing: int
    """Instances of the line at which this one was not decided."""
    missing_where_refuted: int
    """Those of them where the line is refuted (or vacuous)."""


@dataclass(frozen=True)
class Repair:
    """The repaired step beside a wrong line."""

    step: Step
    spread: Spread
    least: Counterexample | None
    """Where the repair itself fails, if it does."""


@dataclass(frozen=True)
class Row:
    """One line of a paper that is wrong or says nothing."""

    claim: str
    title: str
    source: str
    step: Step
    verdict: Verdict
    spread: Spread
    least: Counterexample | None
    conclusion: tuple[Survivor, ...]
    named: bool
    """Whether the line itself names what carries the conclusion; if not, it is the claim's own statement."""
    repair: Repair | None
    notes: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()
    """The paper's own words, where somebody wrote them down."""
    also: tuple[Row, ...] = ()
    """Where the same fault shows once more."""
    read_by: tuple[ReadBy, ...] = ()
    """Who signed the line off."""

    @property
    def is_fault(self) -> bool:
        """Whether the author would call it wrong as printed; if not, it is a note."""
        return self.verdict is Verdict.REFUTED and self.step.is_fault

    @property
    def label(self) -> str:
        """Such as "yun2020:lemma7.range_of_k"."""
        return f"{self.claim}.{self.step.name}"

    @property
    def section(self) -> str:
        """Where the sentence stands: as its quote says, else as the step's words begin, else the claim's source."""
        if self.quotes:
            return self.quotes[0].place
        return section_and_sentence(self.step.says)[0] or self.source

    @property
    def sentence(self) -> str:
        """What was decided, in our words, without its section."""
        return section_and_sentence(self.step.says)[1]

    @property
    def kind(self) -> str:
        """What kind of fault, or note, it is: false, imprecise, typo in the text as we have it, reading, vacuous;
        of a definition, what does not meet it; not said, of what is plainly false and not the paper's."""
        if self.verdict is Verdict.VACUOUS:
            return VACUOUS
        if self.step.meets is not None:
            return phrase(self.verdict, (self.step.meets,))
        if not self.step.said and self.step.is_plain:
            return UNSAID
        return KINDS.get(self.step.flaw, self.step.flaw)

    @property
    def is_own_conclusion(self) -> bool:
        """Whether the line serves nothing but itself, and so falls with itself."""
        return self.step.survives == (self.label,)

    @property
    def survival(self) -> Survival:
        """Whether the conclusion survives wherever the line fails."""
        if not self.conclusion:
            return Survival.ALONE
        spreads = [survivor.where_refuted for survivor in self.conclusion]
        if any(spread.count(Verdict.REFUTED) for spread in spreads):
            return Survival.FALLS
        if any(spread.count(Verdict.INCONCLUSIVE) or not spread.total for spread in spreads):
            return Survival.UNKNOWN
        if not all(spread.count(Verdict.HOLDS) for spread in spreads):
            return Survival.VACUOUS
        return Survival.PARTLY if any(survivor.missing for survivor in self.conclusion) else Survival.SURVIVES


@dataclass(frozen=True)
class Unused:
    """A certificate, or one step of it, that the ledger does not count, and why."""

    file: str
    label: str
    reason: str


@dataclass(frozen=True)
class Undecided:
    """A step that is inconclusive somewhere, with the first reason."""

    label: str
    spread: Spread
    reason: str | None


@dataclass(frozen=True, repr=False)
class Ledger(RichRepr):
    """The errata of a paper, and what they were computed from."""

    _told_by: ClassVar[str] = "exactua.commands.errata.function"

    paper: str
    title: str
    claims: int
    steps: int
    instances: int
    points: int
    rows: tuple[Row, ...]
    """The faults, each once."""
    notes: tuple[Row, ...] = ()
    """Lines that are refuted, or say nothing, and are no faults."""
    undecided: tuple[Undecided, ...] = ()
    unused: tuple[Unused, ...] = ()
    prefaces: tuple[tuple[str, str, Preface], ...] = ()
    """What claims with a row say before their rows, each with the label and the title of its claim."""
    files: int | None = None
    """Where the rows come from certificates: how many."""
    ours: Mapping[str, int] = field(default_factory=dict)
    """How many `claims`, `lines` and `instances` are of our own claims on the paper, how many other lines `unsaid`."""
    judgements: Mapping[str, int] = field(default_factory=dict)
    """How many lines have no row: `holding` at every instance, `partly_vacuous`, `not_decided` everywhere."""

    def prefaces_of(self, rows: Iterable[Row]) -> list[str]:
        """The prefaces of these rows and of those joined with them, in sentences: "Lemma 1: L and L' are ..."."""
        shown = {(line.claim, line.section) for row in rows for line in (row, *row.also)}
        said = [
            f"{title}: {preface.words}"
            for label, title, preface in self.prefaces
            if any(claim == label and preface.is_about(section) for claim, section in shown)
        ]
        return list(dict.fromkeys(said))

    @property
    def lines(self) -> tuple[Row, ...]:
        """Every line with a row, one a step: faults with all places where they show, then notes."""
        return tuple(line for row in (*self.rows, *self.notes) for line in (row, *row.also))
