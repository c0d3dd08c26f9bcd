"""A ledger of errata as Markdown: a table of all rows, and a section for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from exactua.claims.ledger import Ledger, Row
from exactua.claims.verdicts import Verdict
from exactua.printing.errata import NOTES, fields, heading, remarks, repaired

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>|#~])")


def escaped(text: str) -> str:
    """The text such that Markdown shows it as it is, in a table too."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", " ")


def markdown(ledger: Ledger) -> Iterator[str]:
    """The lines of a ledger in Markdown: the faults in a table and each in full, then the notes likewise."""
    yield f"# Errata of {escaped(ledger.title)}"
    yield ""
    yield f"{escaped(heading(ledger))}."
    yield from _rows(ledger.rows, 1, "fault")
    if ledger.notes:
        yield from ("", "# Notes", "", escaped(NOTES))
    yield from _rows(ledger.notes, len(ledger.rows) + 1, "note")
    for line in remarks(ledger):
        yield ""
        yield escaped(line)


def _rows(rows: Sequence[Row], first: int, what: str) -> Iterator[str]:
    if rows:
        yield ""
        yield f"| | line | where | {what} | refuted | conclusion | repair |"
        yield "|---|---|---|---|---|---|---|"
    for number, row in enumerate(rows, first):
        count = f"{row.spread.count(Verdict.REFUTED)} of {row.spread.total}"
        lines = ", ".join(escaped(one.label.partition(":")[2]) for one in (row, *row.also))
        cells = (str(number), lines, escaped(row.section), row.kind, count, row.survival.value, repaired(row.repair))
        yield f"| {' | '.join(cells)} |"
    for number, row in enumerate(rows, first):
        yield ""
        yield f"## {number}. {escaped(row.label)}: {row.kind} ({escaped(row.section)})"
        yield ""
        for name, value in fields(row):
            yield f"- **{name}**: {_code(value) if name == 'replay' else escaped(value)}"


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"
