"""What relaxations came to, at the prompt and in a notebook: a line, or a row, for each."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.commands.relax.record import Finding, Outcome, RelaxationTable
from exactua.commands.relax.words import HEAD, breaks, cells, heading, scope, where
from exactua.printing.documents import Block, Document, Paragraph, Strong, Table, Words


def prompt(table: RelaxationTable) -> Iterator[str]:
    """The lines at the prompt: what breaks first."""
    yield heading(table)
    for finding in sorted(table.findings, key=lambda finding: finding.outcome is not Outcome.BREAKS):
        yield f"  {finding.outcome}: {finding.name}  ->  {finding.becomes}"
        if finding.first is not None:
            yield f"    {breaks(finding.first)}"
            yield f"    {where(finding.first)}"
        elif finding.boxes:
            yield f"    on {scope(finding)}"


def document(table: RelaxationTable) -> Document:
    """The same with all findings, those of each claim in a table."""
    blocks: list[Block] = [Paragraph(f"{heading(table)}; of other instances nothing is said")]
    for label, title, source in table.claims:
        own = [finding for finding in table.findings if finding.claim.split(".")[0] == label]
        if own:
            blocks.append(Table([HEAD, *map(_row, own)], title=f"{label}: {title} ({source})"))
        else:
            blocks.append(Paragraph(f"{label}: nothing here can be relaxed"))
    return Document(blocks, None)


def _row(finding: Finding) -> tuple[Words, ...]:
    dropped, kind, outcome, first, last = cells(finding)
    return dropped, kind, (Strong(outcome),) if finding.outcome is Outcome.BREAKS else outcome, first, last
