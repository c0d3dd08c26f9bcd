"""A symbolic result: all points of an instance at once, or all D at one n; the lines of the command, and a table."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.claims.verdicts import headline, word
from exactua.plurals import counted
from exactua.printing import symbolic
from exactua.printing.documents import Block, Document, Items, Judged, Paragraph, Strong, Table
from exactua.printing.mathematics_in_words import typeset
from exactua.printing.text import HEADINGS
from exactua.proving.symbolic.result import SymbolicResult


def prompt(result: SymbolicResult) -> Iterator[str]:
    """The lines at the prompt: what comes to what, and the conclusion."""
    yield f"Symbolic result of {result.problem.label}: {symbolic.where(result)}"
    yield f"  {symbolic.scope_line(result)}"
    yield from (f"  {line}" for line in symbolic.conclusion(result))
    yield f"  {counted(len(result.steps), 'step')}: " + ", ".join(
        f"{step.step.name} {word(step.verdict, step.step.objects)}" for step in result.steps
    )


def document(result: SymbolicResult) -> Document:
    """The same with what each step says, and its reason or counterexample."""
    problem = result.problem
    first, *others = symbolic.conclusion(result)
    said = headline(result.verdict, problem.objects)
    blocks: list[Block] = [
        Paragraph((Strong(problem.label), f": {problem.title}, {problem.source}")),
        Paragraph(f"{symbolic.where(result)}; {symbolic.scope_line(result)}"),
        Paragraph((Judged(said, result.verdict), first.removeprefix(said))),
        *([Items([*map(typeset, others)])] if others else []),
    ]
    for kind, asked, heading in HEADINGS:
        chosen = [step for step in result.steps if step.step.kind is kind and step.step.is_question is asked]
        rows = [
            (
                (Judged(word(step.verdict, step.step.objects), step.verdict),),
                step.step.name,
                typeset("; ".join([step.step.says, *symbolic.details(problem, step)])),
            )
            for step in chosen
        ]
        if rows:
            blocks.append(Table([("verdict", "step", "what it says"), *rows], title=heading))
    return Document(blocks, None)
