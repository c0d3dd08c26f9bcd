"""An answer of `ask`, at the prompt and in a notebook: the property, its steps, counterexamples and separation."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.commands.ask.record import Answer, Heading
from exactua.commands.ask.words import conclusion_of, told_constant, told_places, told_separation, told_values
from exactua.plurals import counted
from exactua.printing.documents import Block, Document, Items, Judged, Paragraph, Strong, Table, Words
from exactua.printing.notebook import results, witnesses
from exactua.printing.text import judgement


def prompt(answer: Answer) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Answer to {answer.asked}: {answer.title}"
    yield f"  {judgement(answer.decision)}"
    for result in answer.decision.results:
        shown = "; ".join(filter(None, (f"  {results.told(result)}: {result.step.name}", witnesses.where(result))))
        yield shown
    if answer.separation is not None:
        yield f"  separation: {told_separation(answer.heading or _heading(answer), answer.separation)}"
    if len(answer.constants):
        yield f"  {counted(len(answer.constants), 'constant')}: {', '.join(known.name for known in answer.constants)}"


def document(answer: Answer) -> Document:
    """The same with every step, the points of counterexamples in the property's own words, and the separation."""
    decision, about = answer.decision, answer.heading or _heading(answer)
    first, *others = conclusion_of(answer)
    said = answer.verdict.upper()
    blocks: list[Block] = [
        Paragraph((Strong(answer.asked), f": {answer.definition}")),
        *map(Paragraph, about.lines() if answer.heading is not None else ()),
        Paragraph((Judged(said, answer.verdict), first.removeprefix(said))),
        *([Items(others)] if others else []),
        Table([results.HEAD, *map(results.row, decision.results)]),
    ]
    for name, sides in answer.counterexamples.items():
        shown = [("at", told_places(about, sides)), ("there", told_values(sides))]
        least = "counterexample" if name in answer.alone else witnesses.title(decision[name])
        blocks.append(Table(shown, title=f"{name}: {least}", has_head=False))
    if told := [*_told(about, answer)]:
        blocks.append(Table(told, has_head=False))
    return Document([*blocks, *([Items(answer.notes)] if answer.notes else [])], None)


def _told(about: Heading, answer: Answer) -> Iterator[tuple[str, Words]]:
    if answer.separation is not None:
        yield "separation", told_separation(about, answer.separation)
    for constant in answer.constants:
        yield constant.says, told_constant(about, constant)


def _heading(answer: Answer) -> Heading:
    """Of an answer that does not say what was asked about: points are then called by their ranks."""
    parameters = answer.decision.problem.parameters
    return Heading("", None, int(parameters["d"]), int(parameters["n"]), "", 0)
