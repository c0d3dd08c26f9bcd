"""No contestant is a fake: all of them give one answer, and all of them refute a network that is broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from contest import LITERAL, Box, Group, place
from measuring import Contestant, Measured, in_turn

SMALL: Final[tuple[tuple[Box, int | None], ...]] = (
    ((2, 2, 2), None),
    ((2, 2, 2), 3),
    ((2, 3, 2), None),
    ((2, 3, 2), 3),
)
"""Boxes with the gain of the selective shifts: the paper's delta^-d = 4, and 3, with which the lemma is false."""


def require(quick: bool) -> None:
    """Every contestant at all orbits of small boxes: the same orbits by category, the same failures of each property.

    With the paper's network there is none; with the broken one there are. Ends the run where that is not so.
    """
    for box, gain in SMALL[:2] if quick else SMALL:
        at: dict[str, Any] = {"box": box, "gain": gain}
        literal = {words: {"task": "literal", "number": name, "per_category": None} for name, words in LITERAL.items()}
        loops = {f"C, {bits} bits": {"task": "loop", "bits": bits} for bits in (64, 128)}
        ours = {
            f"exactua, {engine}": {"task": "enumerated", "steps": "properties", "engine": engine}
            for engine in ("literal", "kernel", "vectors", "compiled")
        }
        ours["exactua, affine runs"] = {"task": "enumerated", "steps": "properties", "scope": "runs"}
        contestants = [Contestant(words, words, task | at) for words, task in (literal | loops | ours).items()]
        measured = [measurement for measurement in in_turn(contestants, 1, warm=False) if measurement.absent is None]
        answers = [(measurement.found["categories"], _failures(measurement)) for measurement in measured]
        for measurement, answer in zip(measured, answers, strict=True):
            if answer != answers[0]:
                _differ(f"Lemma 8 at {place(box)} with gain {gain}", measured[0], measurement, answers[0], answer)
            if any(answer[1].values()) != (gain is not None):
                raise SystemExit(
                    f"{measurement.contestant.words} at {place(box)} with gain {gain}: failures {answer[1]}"
                )
    box, gain = SMALL[1]
    for solver in ("z3", "cvc5"):
        for given, wanted in ((None, "unsat"), (gain, "sat")):
            task = {"task": "smt", "solver": solver, "box": box, "limit": 20, "gain": given}
            (asked,) = in_turn([Contestant("agree", solver, task)], 1, warm=False)
            if asked.absent is None and asked.found["answer"] != wanted:
                raise SystemExit(f"{solver} at {box} with gain {given}: {asked.found['answer']}, not {wanted}")


def require_same(group: Group, measured: Sequence[Measured]) -> None:
    """In a group: the same number of orbits by category, no failure, the verdict `holds`, the same values."""
    there = [measurement for measurement in measured if measurement.absent is None and measurement.seconds]
    for what, answers in (
        ("orbits by category", [(measurement, _categories(measurement)) for measurement in there]),
        ("values", [(measurement, measurement.found.get("values")) for measurement in there]),
    ):
        told = [(measurement, answer) for measurement, answer in answers if answer is not None]
        for measurement, answer in told[1:]:
            least = min(len(answer), len(told[0][1]))
            if answer[:least] != told[0][1][:least]:
                _differ(f"{group.title}: {what}", told[0][0], measurement, told[0][1], answer)
    for measurement in there:
        if any(measurement.found.get("failed", {}).values()) or measurement.found.get("verdict", "holds") != "holds":
            raise SystemExit(f"{group.title}: {measurement.contestant.words} finds that the lemma fails")
        if measurement.found.get("answer", "unsat") not in ("unsat", "unknown"):
            raise SystemExit(f"{group.title}: {measurement.contestant.words}: {measurement.found['answer']}")


def _failures(measurement: Measured) -> dict[str, int]:
    """Orbits where a property fails; of Property 8.2, which is about two orbits, only whether it does."""
    return {
        name: min(1, count) if name == "property2" else count for name, count in measurement.found["failed"].items()
    }


def _categories(measurement: Measured) -> Any:
    return measurement.found.get("categories")


def _differ(what: str, first: Measured, other: Measured, left: Any, right: Any) -> None:
    shown = ", ".join(f"{who.contestant.words}: {str(said)[:200]}" for who, said in ((first, left), (other, right)))
    raise SystemExit(f"{what}: contestants differ: {shown}")
