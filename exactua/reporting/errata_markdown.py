"""A ledger of errata as Markdown: a table of all rows, and a section for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from exactua.claims.ledger import Ledger
from exactua.claims.verdicts import Verdict
from exactua.reporting.errata import fields, heading, remarks, repaired

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>|#~])")


def escaped(text: str) -> str:
    """The text such that Markdown shows it as it is, in a table too."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", " ")


def markdown(ledger: Ledger) -> Iterator[str]:
    """The lines of a ledger in Markdown."""
    yield f"# Errata of {escaped(ledger.title)}"
    yield ""
    yield f"{escaped(heading(ledger))}."
    if ledger.rows:
        yield ""
        yield "| | line | where | fault | refuted | conclusion | repair |"
        yield "|---|---|---|---|---|---|---|"
    for number, row in enumerate(ledger.rows, 1):
        count = f"{row.spread.count(Verdict.REFUTED)} of {row.spread.total}"
        line = escaped(row.label.partition(":")[2])
        cells = (str(number), line, escaped(row.section), row.kind, count, row.survival.value, repaired(row.repair))
        yield f"| {' | '.join(cells)} |"
    for number, row in enumerate(ledger.rows, 1):
        yield ""
        yield f"## {number}. {escaped(row.label)}: {row.kind} ({escaped(row.section)})"
        yield ""
        for name, value in fields(row):
            yield f"- **{name}**: {_code(value) if name == 'replay' else escaped(value)}"
    for line in remarks(ledger):
        yield ""
        yield escaped(line)


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"
