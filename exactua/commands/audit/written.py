"""An audit as Markdown, for a page, and as JSON, for programs (docs/audit.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.commands.audit.record import AuditTable, Row
from exactua.commands.audit.words import (
    ANSWERS,
    FAILURES,
    HEADINGS,
    answer_rows,
    claim_rows,
    heading,
    operator_rows,
    summary,
    told,
)
from exactua.printing.errata_markdown import escaped

FORMAT: Final = "exactua-audit/1"


def markdown(table: AuditTable, asked: Sequence[str]) -> Iterator[str]:
    """The tables of an audit; `asked` are the labels that it was asked for. Nothing in it depends on time."""
    command = " ".join(["exactua audit", *asked, "--format markdown"])
    yield "# Audit"
    yield ""
    yield f"{escaped(heading(table))}. Nothing here is written by hand: `{command}`."
    yield ""
    for line in summary(table):
        yield f"- {escaped(line)}"
    shown = [row for outcome in FAILURES for row in table.of(outcome)]
    if shown:
        yield from ("", "## Failures", "")
        for row in shown:
            yield from ("```text", *told(row), "```", "")
    yield from ("", "## Who caught what", "")
    yield from _table(ANSWERS, answer_rows(table), 1)
    yield from ("", "## By claim", "")
    yield from _table(("claim", "instances", "steps", *HEADINGS), claim_rows(table), 1)
    yield from ("", "## By operator", "")
    yield from _table(("changed", "operator", *HEADINGS), operator_rows(table), 2)


def _table(head: Sequence[str], rows: Iterator[tuple[str, ...]], words: int) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * words + "---:|" * (len(head) - words)
    yield from (f"| {' | '.join(escaped(cell) for cell in row)} |" for row in rows)


def document(table: AuditTable) -> dict[str, Any]:
    """The audit as JSON data."""
    caught, counted = table.score
    return {
        "format": FORMAT,
        "exit_code": table.exit_code,
        "seed": table.seed,
        "mutants": table.mutants,
        "foreign": table.foreign,
        "score": {"caught": caught, "counted": counted},
        "not_made": table.not_made,
        "missing": table.missing,
        "not_reached": table.not_reached,
        "claims": [
            {
                "claim": one.claim,
                "instances": [dict(box) for box in one.boxes],
                "steps": one.held,
                "left_out": one.left_out,
            }
            for one in table.claims
        ],
        "rows": [_row(row) for row in table.rows],
    }


def _row(row: Row) -> dict[str, Any]:
    judged = row.judgement
    return {
        "id": row.name,
        "over": row.over,
        "operator": row.operator,
        "claim": row.claim,
        "parameters": dict(row.parameters),
        "where": row.where,
        "before": row.before,
        "after": row.after,
        "expected": row.expected,
        "outcome": judged.outcome,
        "literal": judged.literal,
        "kernel": judged.kernel,
        "verifier": judged.verifier,
        "foreign": judged.foreign,
        "pin": judged.pin,
        "said_no": list(judged.said_no),
        "remark": judged.remark,
    }
