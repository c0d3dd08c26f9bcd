"""An audit as text: what survived with its diff, and the tables of claims, operators and answers."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from exactua.commands.audit.record import OVER, AuditTable, Outcome, Row
from exactua.printing.tables import table as aligned

WIDTH: Final = 100
LONGEST_SHOWN: Final = 400
"""Characters of one side of a diff in a report."""

COLUMNS: Final[tuple[Outcome, ...]] = ("caught", "survived", "disagreement", "harmless", "no answer", "weaker")
HEADINGS: Final = ("mutants", "caught", "survived", "disagree", "harmless", "no answer", "weaker")
ASKED: Final = (
    ("the literal evaluator", "literal"),
    ("the kernels and affine forms", "kernel"),
    ("the verifier", "verifier"),
    ("the foreign verifier", "foreign"),
    ("the statement's pin, or the digest", "pin"),
)


FAILURES: Final[tuple[Outcome, ...]] = ("disagreement", "survived")
"""Outcomes whose mutants are always shown one by one, the worst first."""


ANSWERS: Final = ("of the mutants that count", "caught", "passed", "no answer", "not asked")


def report(table: AuditTable, also: Sequence[Outcome] = ()) -> Iterator[str]:
    """The lines for a terminal: failures first, each with its diff, then mutants of other outcomes; the tables.

    `also` are the outcomes beside the failures whose mutants are shown.
    """
    yield heading(table)
    for outcome in (*FAILURES, *also):
        for row in table.of(outcome):
            yield ""
            yield from told(row)
    yield ""
    yield from aligned([("claim", "instances", "steps", *HEADINGS), *claim_rows(table)], right=range(1, 10))
    yield ""
    yield from aligned([("changed", "operators", *HEADINGS), *over_rows(table)], right=range(1, 9))
    yield ""
    yield from aligned([ANSWERS, *answer_rows(table)], (1, 2, 3, 4))
    yield ""
    for line in summary(table):
        yield from textwrap.wrap(line, WIDTH)


def heading(table: AuditTable) -> str:
    """What was audited, and how the mutants were drawn."""
    instances = sum(len(one.boxes) for one in table.claims)
    return (
        f"Audit of {_count(len(table.claims), 'claim')} at {_count(instances, 'instance')}: "
        f"{_count(len(table.rows), 'mutant')} (seed {table.seed}, at most {table.mutants} of each operator and claim)"
    )


def told(row: Row) -> Iterator[str]:
    """One mutant with its diff, who said what, and the command that runs it again."""
    yield f"{row.judgement.outcome.upper()}: {row.operator}, in {row.claim} at {box(row)}"
    yield f"  {row.where}"
    yield f"  - {_cut(row.before)}"
    yield f"  + {_cut(row.after)}"
    if row.expected == "weaker":
        yield "  it says no more than the original or than what was measured, so nobody may refute it"
    if row.expected == "false":
        yield "  it is false by the way it is made"
    answers = [f"{who}: {getattr(row.judgement, key)}" for who, key in ASKED if getattr(row.judgement, key) is not None]
    no = f"no longer true: {', '.join(row.judgement.said_no)}" if row.judgement.said_no else ""
    for line in ("; ".join(answers), no, row.judgement.remark):
        yield from (f"  {part}" for part in textwrap.wrap(_cut(line), WIDTH - 2))
    yield f"  again: exactua audit --only {shlex.quote(row.name)}"


def box(row: Row) -> str:
    """The instance of a mutant for people."""
    named = ((("delta", f"1/{value}") if name == "m" else (name, value)) for name, value in row.parameters.items())
    return ", ".join(f"{name} = {value}" for name, value in named)


def claim_rows(table: AuditTable) -> Iterator[tuple[str, ...]]:
    """A row for each claim: instances, steps that were changed, and its mutants by what became of them."""
    for one in table.claims:
        own = [row for row in table.rows if row.claim == one.claim]
        yield one.claim, str(len(one.boxes)), str(one.held), *_counts(own)
    yield "all", *(str(sum(counts)) for counts in _totals(table)), *_counts(table.rows)


def over_rows(table: AuditTable) -> Iterator[tuple[str, ...]]:
    """A row for networks, terms and certificates, with the number of operators that changed them."""
    for over in OVER:
        own = [row for row in table.rows if row.over == over]
        if own:
            yield f"{over}s", str(len({row.operator for row in own})), *_counts(own)


def operator_rows(table: AuditTable) -> Iterator[tuple[str, ...]]:
    """A row for each operator, by what it changes."""
    for over in OVER:
        own = [row for row in table.rows if row.over == over]
        for operator in sorted({row.operator for row in own}):
            yield over, operator, *_counts([row for row in own if row.operator == operator])


def answer_rows(table: AuditTable) -> Iterator[tuple[str, ...]]:
    """A row for each evaluator and verifier: how many of the mutants that count it caught."""
    counted = [row.judgement for row in table.rows if row.judgement.counts]
    for who, key in ASKED:
        answers = [getattr(one, key) for one in counted]
        if key == "foreign" and not table.foreign:
            yield who, "not here", "", "", ""
        else:
            yield who, *(f"{answers.count(answer):,}" for answer in ("caught", "passed", "no answer", None))


def summary(table: AuditTable) -> Iterator[str]:
    """The score, and what is not in it."""
    caught, counted = table.score
    by_all = "by the evaluators and both verifiers" if table.foreign else "by the evaluators and the verifier"
    yield f"{caught:,} of {counted:,} mutants that are not equivalent were caught {by_all}"
    left_out = sum(one.left_out for one in table.claims)
    for what, count, why in (
        ("harmless", len(table.of("harmless")), "all that held is true of them as well; --harmless shows them"),
        ("weaker", len(table.of("weaker")), "they had to survive, and did"),
        ("no answer", len(table.of("no answer")), "nothing is asserted, or it can't be decided, and all agree"),
        ("not made", table.not_made, "the change describes nothing: a matrix of no shape, a range of no length"),
        ("not looked at", table.missing, "the budget ran out: --budget"),
        ("claims not looked at", table.not_reached, "the budget ran out: --budget"),
        ("steps left out", left_out, "they hold at none of the instances: refuted or vacuous as written"),
    ):
        if count:
            yield f"{what}: {count:,} ({why})"
    if not table.foreign:
        yield "the foreign verifier is not here: it needs a C compiler and GMP"


def _totals(table: AuditTable) -> Sequence[list[int]]:
    return [len(one.boxes) for one in table.claims], [one.held for one in table.claims]


def _counts(rows: Sequence[Row]) -> tuple[str, ...]:
    return f"{len(rows):,}", *(f"{sum(row.judgement.outcome == outcome for row in rows):,}" for outcome in COLUMNS)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ... ({len(text):,} characters)"
