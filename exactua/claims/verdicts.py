"""Verdicts and scopes: what a decision can be, which one a claim gets from its steps, and in which words it is told.

A claim holds or is refuted. A definition is neither true nor false: an object meets it or does not. A step that asks
whether one does names it, as in `meets="the q of Lemma 8"`; a claim is a definition where all its judged steps do. In
certificates and JSON the verdicts of all claims are the same words; people read these.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, get_args

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
            f"{where}: {word!r} is said of a definition, and no object is asked to meet this; "
            f"write {VERDICTS[word].value!r}"
        )
