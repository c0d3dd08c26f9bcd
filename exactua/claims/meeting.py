"""In which words a verdict is told: a claim holds or is refuted; of a definition, an object meets it or does not.

A definition is neither true nor false. A step that asks whether an object meets one names it, as in
`meets="the q of Lemma 8"`; a claim is a definition where all its judged steps do. In certificates and JSON the verdicts
of all claims are the same words; people read these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from exactua.claims.verdicts import Verdict
from exactua.errors import InputError

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
