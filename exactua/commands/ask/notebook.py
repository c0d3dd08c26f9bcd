"""An answer of `ask`, at the prompt and in a notebook: the property, its steps, counterexamples and separation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exactua.claims.verdicts import Verdict
from exactua.commands.ask.record import Answer, Heading
from exactua.commands.ask.words import (
    UNDECIDED,
    called,
    conclusion_of,
    decided,
    told_constant,
    told_distance,
    told_places,
    told_separation,
    told_values,
    told_violation,
)
from exactua.printing.documents import Block, Document, Items, Judged, Paragraph, Strong, Table, Words
from exactua.printing.mathematics_in_words import typeset
from exactua.printing.notebook import results
from exactua.printing.text import judgement
from exactua.reprs import WIDTH

SHORT: Final = 40
"""Characters of a point up to which the prompt tells its entries."""


def prompt(answer: Answer) -> Iterator[str]:
    """The lines at the prompt: what is refuted and where, what is open and why, what holds, and the separation."""
    about, results = answer.heading or _heading(answer), answer.decision.results
    yield f"Answer to {answer.asked}: {answer.title}"
    yield f"  {judgement(answer.decision)}"
    for result in results:
        sides = answer.counterexamples.get(result.step.name)
        if sides is not None:
            places = told_places(about, sides, SHORT)
            yield f"  {result.verdict}: {result.step.name}; {called(answer, result)}: {places}"
            yield f"    there: {told_values(sides)}{told_violation(result, sides)}"
        elif result.verdict in (Verdict.REFUTED, Verdict.INCONCLUSIVE):
            because = f", because {result.reason}" if result.reason else ""
            yield f"  {result.verdict}: {result.step.name}{because}"
    for verdict in (Verdict.VACUOUS, Verdict.HOLDS):
        if names := [result.step.name for result in results if result.verdict is verdict]:
            yield f"  {verdict}: {', '.join(names)}"
    undecided = UNDECIDED if not decided(answer) else ""
    if answer.separation is not None:
        sides = answer.separation.sides
        yield f"  separation{undecided}: {told_distance(answer.separation)}"
        at, there = f"    for {told_places(about, sides, SHORT)}", told_values(sides)
        yield from [f"{at}: {there}"] if len(f"{at}: {there}") <= WIDTH else [at, f"    there: {there}"]
    for constant in answer.constants:
        yield f"  {constant.says}{undecided}: {told_constant(about, constant)}"
    yield from (f"  note: {note}" for note in answer.notes)


def document(answer: Answer) -> Document:
    """The same with every step, the points of counterexamples in the property's own words, and the separation."""
    decision, about = answer.decision, answer.heading or _heading(answer)
    first, *others = conclusion_of(answer)
    said = answer.verdict.upper()
    blocks: list[Block] = [
        Paragraph((Strong(answer.asked), ": ", *typeset(answer.definition))),
        *map(Paragraph, map(typeset, about.lines()) if answer.heading is not None else ()),
        Paragraph((Judged(said, answer.verdict), first.removeprefix(said))),
        *([Items([*map(typeset, others)])] if others else []),
        Table([results.HEAD, *map(results.row, decision.results)]),
    ]
    for name, sides in answer.counterexamples.items():
        shown = [("at", typeset(told_places(about, sides))), ("there", typeset(told_values(sides)))]
        blocks.append(Table(shown, title=f"{name}: {called(answer, decision[name])}", has_head=False))
    if told := [*_told(about, answer)]:
        blocks.append(Table(told, has_head=False))
    return Document([*blocks, *([Items([*map(typeset, answer.notes)])] if answer.notes else [])], None)


def _told(about: Heading, answer: Answer) -> Iterator[tuple[str, Words]]:
    if answer.separation is not None:
        yield "separation", typeset(told_separation(about, answer.separation))
    for constant in answer.constants:
        yield constant.says, told_constant(about, constant)


def _heading(answer: Answer) -> Heading:
    """Of an answer that does not say what was asked about: points are then called by their ranks."""
    parameters = answer.decision.problem.parameters
    return Heading("", None, int(parameters["d"]), int(parameters["n"]), "", 0)
