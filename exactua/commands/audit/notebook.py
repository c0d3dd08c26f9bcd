"""An audit at the prompt and in a notebook: the score, and every mutant that was not caught where it had to be."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.commands.audit.record import AuditTable
from exactua.commands.audit.words import ANSWERS, FAILURES, HEADINGS, answer_rows, claim_rows, heading, summary, told
from exactua.printing.documents import Block, Document, Items, Lines, Paragraph, Table


def prompt(table: AuditTable) -> Iterator[str]:
    """The lines at the prompt: failures come before what is not in the score."""
    score, *others = summary(table, options=False)
    yield heading(table)
    yield f"  {score}"
    for outcome in FAILURES:
        for row in table.of(outcome):
            yield f"  {outcome}: {row.operator} at {row.where}"
    yield from (f"  {line}" for line in others)


def document(table: AuditTable) -> Document:
    """The same with the failures in full, who caught what, and the claims."""
    blocks: list[Block] = [Paragraph(heading(table)), Items([*summary(table, options=False)])]
    blocks += (Lines([*told(row)]) for outcome in FAILURES for row in table.of(outcome))
    blocks.append(Table([ANSWERS, *answer_rows(table)], right=range(1, 5), title="who caught what"))
    by_claim = [("claim", "instances", "steps", *HEADINGS), *claim_rows(table)]
    blocks.append(Table(by_claim, right=range(1, 10), title="by claim"))
    return Document(blocks, None)
