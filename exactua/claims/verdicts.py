"""Verdicts and scopes: what a decision can be, which one a claim gets from its steps, and in which words it is told.

A claim holds or is refuted. A definition is neither true nor false: an object meets it or does not. A step that asks
whether one does names it, as in `meets="the q of Lemma 8"`; a claim is a definition where all its judged steps do. In
certificates and JSON the verdicts of all claims are the same words; people read these.

A statement has parts: what a claim's text asserts, in its words, and by which steps each is decided, if any.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, get_args

from exactua.errors import InputError


class Verdict(enum.StrEnum):
    """The answer to one step or claim; it is equal to its word.

    Raises ValueError for another word.

    >>> check("lemma8.property3", d=1, n=3).verdict == "vacuous"
    True
    >>> Verdict("refuted")
    <Verdict.REFUTED: 'refuted'>
    """

    HOLDS = "holds"
    """It is true at every point that satisfies the hypotheses, and there is one."""
    VACUOUS = "vacuous"
    """No point satisfied the hypotheses: nothing was asserted, so nothing was confirmed."""
    REFUTED = "refuted"
    """It is false at some point; the result has the least one."""
    INCONCLUSIVE = "inconclusive"
    """It is not known; the result has the reason."""
    IN_PART = "holds in part"
    """Of a claim alone: what is decided of its statement holds, and a part of it is not decided."""


class Scope(enum.StrEnum):
    """How far a verdict reaches."""

    ENUMERATED = "enumerated"
    """Points of the instance one by one: orbits, sequences, or cells that stand for all their reals."""
    RUNS = "runs"
    """Points of the instance in affine runs, each decided by its ends; one by one where there are no such runs."""
    SYMBOLIC = "symbolic"
    """All points of the instance at once, by affine forms."""
    GENERAL = "general"
    """All instances: of all parameters, or of all D at a fixed n."""


PointScope = Literal["enumerated", "runs"]
"""Scopes that decide and count every point, one by one or in runs, and so come to the same numbers."""
POINT_SCOPES: Final[tuple[PointScope, ...]] = get_args(PointScope)


class StepKind(enum.StrEnum):
    """What a step stands for in the paper."""

    STATEMENT = "statement"
    """What the paper claims."""
    PROOF_LINE = "proof line"
    """What its proof asserts on the way."""
    REPAIRED = "repaired"
    """A repair that stands beside a step which is false, or silent, as written."""


def overall(verdicts: Iterable[Verdict]) -> Verdict:
    """One verdict for several: refuted, inconclusive, holds in part, holds; vacuous if all are, or there is none."""
    seen = set(verdicts)
    for verdict in (Verdict.REFUTED, Verdict.INCONCLUSIVE, Verdict.IN_PART, Verdict.HOLDS):
        if verdict in seen:
            return verdict
    return Verdict.VACUOUS


EXIT_CODES = {
    Verdict.HOLDS: 0,
    Verdict.REFUTED: 1,
    Verdict.INCONCLUSIVE: 3,
    Verdict.IN_PART: 3,
    Verdict.VACUOUS: 5,
}
"""Exit codes of `exactua check` (4: the evaluators disagree, 2: wrong usage)."""


Objects = Sequence[str]
"""What is asked to meet a definition; none of what is no definition."""

WORDS: Final[Mapping[Verdict, str]] = {
    Verdict.HOLDS: "met",
    Verdict.REFUTED: "not met",
    Verdict.IN_PART: "met in part",
}
"""Where a definition has other words: vacuous and inconclusive are what they are of a claim."""
VERDICTS: Final[Mapping[str, Verdict]] = {
    **{verdict.value: verdict for verdict in Verdict},
    **{WORDS[verdict]: verdict for verdict in WORDS},
}
"""Every word for a verdict."""


def objects_of(meets: Iterable[str | None]) -> tuple[str, ...]:
    """The objects of some steps, each once; none where one of the steps asks of no object."""
    objects = tuple(dict.fromkeys(meets))
    return tuple(name for name in objects if name is not None) if None not in objects else ()


def word(verdict: Verdict, objects: Objects = ()) -> str:
    """The word for a verdict: "holds", of a definition "met"."""
    return WORDS.get(verdict, verdict.value) if objects else verdict.value


def phrase(verdict: Verdict, objects: Objects = ()) -> str:
    """The same with what meets it, or does not: "not met by the q of Lemma 8"."""
    return f"{word(verdict, objects)}{_by(verdict, objects, 'by')}"


def headline(verdict: Verdict, objects: Objects = ()) -> str:
    """The same as a report ends: "REFUTED", "NOT MET BY the q of Lemma 8"."""
    return f"{word(verdict, objects).upper()}{_by(verdict, objects, 'BY')}"


def truth(true: bool | None, objects: Objects = ()) -> str:
    """How it is told whether a step is true at one point: "FALSE", of a definition "NOT MET BY the q of Lemma 8"."""
    if true is None:
        return "OPEN"
    if objects:
        return headline(Verdict.HOLDS if true else Verdict.REFUTED, objects)
    return "TRUE" if true else "FALSE"


def _by(verdict: Verdict, objects: Objects, by: str) -> str:
    return f" {by} {' and by '.join(objects)}" if objects and verdict in WORDS else ""


def require_word_of(word: str, objects: Objects, where: str) -> None:
    """Raises InputError where a definition's word is said of what is none."""
    if word in WORDS.values() and not objects:
        raise InputError(
            f"{where}: {word!r} is for definitions, and no object is asked to meet this step; "
            f"write {VERDICTS[word].value!r}"
        )


@dataclass(frozen=True)
class Part:
    """A part of a statement in the paper's words: decided by steps at each instance, or not decided, and why.

    With both steps and a reason it is decided only where one of the steps is refuted: they are examples of it.

    Parameters, and a data set that a claim has as one, are fixed at an instance. What the statement itself quantifies
    (every f, every block, there is no g) is not: such a part is decided by steps that speak of all of them, or not at
    all.
    """

    words: str
    steps: tuple[str, ...] = ()
    undecided: str = ""
    """Why no step decides it, or why its steps do not where they hold; "" where they do."""
    theorems: tuple[str, ...] = field(default=(), compare=False)
    """Theorems of proofs/rocq that together say all of it, for all parameters. They decide it in `prove`, never at an
    instance, and no certificate of an instance has them."""
    rational: bool = field(default=False, compare=False)
    """Whether these theorems speak of rational numbers alone, where the statement speaks of real ones."""

    def __post_init__(self) -> None:
        """Raises ValueError for no words, and for a part that has neither steps nor a reason nor theorems."""
        if not self.words.strip():
            raise ValueError("a part of a statement: it has no words")
        if not (self.steps or self.undecided.strip() or self.theorems):
            raise ValueError(f'the part "{self.words}": give the steps that decide it, or why none does')

    @property
    def why(self) -> str:
        """Why it is not decided, without a full stop: more may follow."""
        return self.undecided.rstrip(".")

    @property
    def decided_by(self) -> str:
        """By which steps and theorems: "by unique; for all parameters by lemma_7"; "" if none."""
        where = " only where that is refuted" if len(self.steps) == 1 else " only where one of them is refuted"
        steps = f"by {', '.join(self.steps)}{where if self.undecided else ''}" if self.steps else ""
        return "; ".join(filter(None, (steps, self.by_theorems)))

    def is_decided(self, refuted: Collection[str]) -> bool:
        """Whether it is where these steps are refuted: an example refutes what is said of all, and never shows it."""
        return not self.undecided or not set(self.steps).isdisjoint(refuted)

    @property
    def by_theorems(self) -> str:
        """By which theorems, in which numbers: "for all parameters, in rational numbers, by lemma_7"; "" if none."""
        numbers = ", in rational numbers," if self.rational else ""
        return f"for all parameters{numbers} by {', '.join(self.theorems)}" if self.theorems else ""


@dataclass(frozen=True)
class Reading:
    """How words of a claim's text are read by its steps: as what, where, or of what they are said."""

    words: str
    how: str

    def __str__(self) -> str:
        return f'"{self.words.rstrip(".,")}": {self.how}'


def places(text: str, pieces: Iterable[str]) -> list[tuple[int, int]] | None:
    """Where these pieces of a text stand, each behind the one before and no word cut; None where one does not."""
    spans, behind = [], 0
    for words in pieces:
        place = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)").search(text, behind)
        if place is None:
            return None
        spans.append(place.span())
        behind = place.end()
    return spans


def judged_parts(parts: Sequence[Part], judged: Iterable[str]) -> tuple[Part, ...]:
    """The parts of a statement, with repaired steps in place of those they repair; none where a step is not judged."""
    names = set(judged)

    def as_judged(step: str) -> str:
        repaired = f"{step}@repaired"
        return repaired if repaired in names else step

    repaired_parts = tuple(replace(part, steps=tuple(map(as_judged, part.steps))) for part in parts)
    return repaired_parts if {step for part in repaired_parts for step in part.steps} <= names else ()


def concluded(judged: Iterable[Verdict], parts: Sequence[Part]) -> Verdict:
    """The verdict of a claim: that of its judged steps together, as far as its parts are decided.

    Where a part is not decided, what holds holds in part; and where no part is decided, it is inconclusive. A part with
    a reason is not decided there: none of its steps is refuted.
    """
    verdict = overall(judged)
    if verdict not in (Verdict.HOLDS, Verdict.VACUOUS) or not any(part.undecided for part in parts):
        return verdict
    in_part = verdict is Verdict.HOLDS and any(not part.undecided for part in parts)
    return Verdict.IN_PART if in_part else Verdict.INCONCLUSIVE


def for_all_parameters(parts: Iterable[Part], proved: Collection[str]) -> tuple[Part, ...]:
    """The parts as theorems of these names decide them: a part that has theorems is decided where all are proved."""
    decided = []
    for part in parts:
        missing = [name for name in part.theorems if name not in proved]
        if missing:
            reason = part.why or f"the steps {', '.join(part.steps)} say less than it"
            decided.append(replace(part, steps=(), undecided=f"{reason}; not proved: {', '.join(missing)}"))
        else:
            decided.append(replace(part, undecided="") if part.theorems else part)
    return tuple(decided)


def parts_proved(parts: Iterable[Part], proved: Collection[str]) -> tuple[str, ...]:
    """The parts, in their words, that theorems of these names decide."""
    return tuple(part.words for part in parts if part.theorems and set(part.theorems) <= set(proved))


def verdict_of_part(part: Part, verdicts: Mapping[str, Verdict]) -> Verdict | None:
    """The verdict of the steps of a part together; None where it is not decided."""
    verdict = overall(verdicts[step] for step in part.steps)
    return verdict if verdict is Verdict.REFUTED or not part.undecided else None


def left_open(parts: Iterable[Part], verdicts: Mapping[str, Verdict]) -> list[Part]:
    """The parts that are not decided where steps have these verdicts."""
    refuted = {step for step, verdict in verdicts.items() if verdict is Verdict.REFUTED}
    return [part for part in parts if not part.is_decided(refuted)]


def parts_of(decided: Mapping[str, Any]) -> tuple[Part, ...]:
    """The parts that the hashed part of a certificate has. Raises KeyError, TypeError or ValueError for other data."""
    return tuple(Part(part["words"], tuple(part["steps"]), part["undecided"] or "") for part in decided["parts"])
