"""The result of one step: its verdict, over how many points, and its least counterexample where it is refuted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exactua.claims.decision import StepResult
from exactua.claims.verdicts import WORDS, Verdict, word
from exactua.printing.documents import Document, Judged, Paragraph, Strong, Table, Words
from exactua.printing.notebook import formulas, witnesses
from exactua.printing.notebook.problems import kind, placed
from exactua.printing.text import counted_points, found_point, true_nowhere, why_vacuous

HEAD: Final = ("verdict", "step", "what it says", "points")


def prompt(result: StepResult) -> Iterator[str]:
    """The lines at the prompt."""
    step = result.step
    where = f" of {placed(result.problem)}" if result.problem is not None else ""
    yield f"StepResult {step.name}{where}"
    points = counted_points(result)
    yield f"  {told(result)}" + (f"  [{points}]" if points else "")
    yield f"  {kind(step)}: {step.says}"
    yield from (f"  {note}" for note in notes(result))
    yield from (f"  {line}" for line in witnesses.lines(result))


def document(result: StepResult) -> Document:
    """The same with the statement typeset."""
    where = f" of {placed(result.problem)}" if result.problem is not None else ""
    head = Paragraph((Strong(result.step.name), f"{where}, {kind(result.step)}: ", judged(result)))
    fields = witnesses.fields(result)
    counterexample = [Table(fields, title=witnesses.title(result), has_head=False)] if fields else []
    return Document([head, Table([HEAD, row(result)]), *counterexample], None)


def told(result: StepResult) -> str:
    """Its verdict as `check` prints it: "holds", of a definition "not met by the q of Lemma 8"."""
    by = f" by {result.step.meets}" if result.step.meets and result.verdict in WORDS else ""
    return f"{word(result.verdict, result.step.objects)}{by}"


def judged(result: StepResult) -> Judged:
    """The same as a marked word."""
    return Judged(told(result), result.verdict)


def notes(result: StepResult) -> tuple[str, ...]:
    """What else is said of it: why it is vacuous or not known, what it repairs, and the point that it says there is."""
    why = why_vacuous(result) if result.verdict is Verdict.VACUOUS else ""
    because = f"because {result.reason}" if result.reason else ""
    repaired = f"repaired: {result.step.reason}" if result.step.reason is not None else ""
    point_lines = () if result.problem is None else [*found_point(result.problem, result)][:-1]
    nowhere = () if result.problem is None else true_nowhere(result.problem, result)
    return tuple(filter(None, (why, because, repaired, "; ".join(point_lines), *nowhere)))


def nowhere_in_line(result: StepResult) -> list[str]:
    """Of which step it is said that a hypothesis is true at no point, and of which: "  gap: its hypothesis ..."."""
    said = [] if result.problem is None else [*true_nowhere(result.problem, result)]
    return [f"  {result.step.name}: {'; '.join(said)}"] if said else []


def row(result: StepResult) -> tuple[Words, ...]:
    """Its row in a table under `HEAD`."""
    statement = formulas.statement(result.problem, result.step)
    says = formulas.says(result.step, statement, notes(result))
    return (judged(result),), (Strong(result.step.name),), says, counted_points(result)
