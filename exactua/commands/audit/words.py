"""An audit: what survived with its diff, the tables of claims, operators and answers, and its data (docs/audit.md)."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.commands.audit.record import OUTCOMES, OVER, AuditTable, Outcome, Row
from exactua.plurals import counted
from exactua.printing.documents import Block, Code, Document, Either, Heading, Items, Lines, Paragraph, Table
from exactua.printing.text import box

FORMAT: Final = "exactua-audit/1"
WIDTH: Final = 100
LONGEST_SHOWN: Final = 400
"""Characters of one side of a diff in a report."""

HEADINGS: Final = ("mutants", "caught", "survived", "disagree", "harmless", "no answer", "weaker")
ASKED: Final = (
    ("the literal evaluator", "literal"),
    ("exact batches and affine forms", "fast"),
    ("the verifier", "verifier"),
    ("the foreign verifier", "foreign"),
    ("the statement's pin, or the digest", "pin"),
)


FAILURES: Final[tuple[Outcome, ...]] = ("disagreement", "survived")
"""Outcomes whose mutants are always shown one by one, the worst first."""
HARMLESS: Final[tuple[Outcome, ...]] = ("harmless", "no answer")


ANSWERS: Final = ("of the mutants that count", "caught", "passed", "no answer", "not asked")


def document(table: AuditTable, asked: Sequence[str], harmless: bool = False) -> Document:
    """The audit of what was asked for by these labels: on a terminal failures come first, on a page the score.

    `harmless`: a terminal shows mutants that are harmless, or without an answer, too. Nothing depends on time.
    """
    command = Code(" ".join(["exactua audit", *asked, "--format markdown"]))
    failures, others = _shown(table, FAILURES), _shown(table, HARMLESS if harmless else ())
    by_claim = Table([("claim", "instances", "steps", *HEADINGS), *claim_rows(table)], right=range(1, 10))
    by_operator = Table([("changed", "operator", *HEADINGS), *operator_rows(table)], right=range(2, 9))
    over = Table([("changed", "operators", *HEADINGS), *over_rows(table)], right=range(1, 9))
    answers = Table([ANSWERS, *answer_rows(table)], right=range(1, 5))
    told: list[Block] = [Paragraph(heading(table)), *failures, *others, by_claim, over, answers]
    page: list[Block] = [
        Heading("Audit"),
        Paragraph((f"{heading(table)}. Nothing here is written by hand: ", command, ".")),
        Items([*summary(table)]),
        *([Heading("Failures", 2)] if failures else []),
        *failures,
        *(Heading("Who caught what", 2), answers),
        *(Heading("By claim", 2), by_claim),
        *(Heading("By operator", 2), by_operator),
    ]
    return Document([Either([*told, Items([*summary(table)])], page)], _data(table))


def alone(table: AuditTable) -> Document:
    """Mutants that were asked for by their ids."""
    return Document([Lines([*told(row)]) for row in table.rows], _data(table))


def _shown(table: AuditTable, outcomes: Sequence[Outcome]) -> list[Lines]:
    return [Lines([*told(row)]) for outcome in outcomes for row in table.of(outcome)]


def heading(table: AuditTable) -> str:
    """What was audited, and how the mutants were drawn."""
    instances = sum(len(audited.boxes) for audited in table.claims)
    return (
        f"Audit of {counted(len(table.claims), 'claim')} at {counted(instances, 'instance')}: "
        f"{counted(len(table.rows), 'mutant')} (seed {table.seed}, at most {table.mutants} of each operator and claim)"
    )


def told(row: Row) -> Iterator[str]:
    """One mutant with its diff, who said what, and the command that runs it again."""
    yield f"{row.judgement.outcome.upper()}: {row.operator}, in {row.claim} at {box(row.parameters)}"
    yield f"  {row.where}"
    yield f"  - {_cut(row.before)}"
    yield f"  + {_cut(row.after)}"
    if row.expected == "weaker":
        yield "  it says no more than the original or than what was measured, so it must not be refuted"
    if row.expected == "false":
        yield "  it is false by the way it is made"
    answers = [f"{who}: {getattr(row.judgement, key)}" for who, key in ASKED if getattr(row.judgement, key) is not None]
    no = f"no longer true: {', '.join(row.judgement.said_no)}" if row.judgement.said_no else ""
    for line in ("; ".join(answers), no, row.judgement.remark):
        yield from (f"  {part}" for part in textwrap.wrap(_cut(line), WIDTH - 2))
    if row.repeatable:
        yield f"  again: exactua audit --only {shlex.quote(row.name)}"


def claim_rows(table: AuditTable) -> Iterator[tuple[str, ...]]:
    """A row for each claim: instances, steps that were changed, and its mutants by what became of them."""
    for audited in table.claims:
        own = [row for row in table.rows if row.claim == audited.claim]
        yield audited.claim, str(len(audited.boxes)), str(audited.held), *_counts(own)
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
    judged = [row.judgement for row in table.rows if row.judgement.counts]
    for who, key in ASKED:
        answers = [getattr(judgement, key) for judgement in judged]
        if key == "foreign" and not table.foreign:
            yield who, "not here", "", "", ""
        else:
            yield who, *(f"{answers.count(answer):,}" for answer in ("caught", "passed", "no answer", None))


def summary(table: AuditTable, options: bool = True) -> Iterator[str]:
    """The score, and what is not in it, with the `options` of the command that have a say in that."""
    caught, of = table.score
    by_all = "by the evaluators and both verifiers" if table.foreign else "by the evaluators and the verifier"
    yield f"{caught:,} of {of:,} mutants that are not equivalent were caught {by_all}"
    ran_out = f"the budget ran out{': --budget' * options}"
    left_out = sum(audited.left_out for audited in table.claims)
    for what, count, why in (
        (
            "harmless",
            len(table.of("harmless")),
            f"all that held is true of them as well{'; --harmless shows them' * options}",
        ),
        ("weaker", len(table.of("weaker")), "they had to survive, and did"),
        ("no answer", len(table.of("no answer")), "nothing is asserted, or it can't be decided, and all agree"),
        ("not made", table.not_made, "the change describes nothing: a matrix of no shape, a range of no length"),
        ("not evaluated", table.missing, ran_out),
        ("claims not evaluated", table.not_reached, ran_out),
        ("steps left out", left_out, "they hold at none of the instances: refuted or vacuous as written"),
    ):
        if count:
            yield f"{what}: {count:,} ({why})"
    if not table.foreign:
        yield "the foreign verifier is not here: it needs a C compiler and GMP"


def _totals(table: AuditTable) -> Sequence[list[int]]:
    return [len(audited.boxes) for audited in table.claims], [audited.held for audited in table.claims]


def _counts(rows: Sequence[Row]) -> tuple[str, ...]:
    return f"{len(rows):,}", *(f"{sum(row.judgement.outcome == outcome for row in rows):,}" for outcome in OUTCOMES)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ... ({len(text):,} characters)"


def _data(table: AuditTable) -> dict[str, Any]:
    caught, of = table.score
    return {
        "format": FORMAT,
        "exit_code": table.exit_code,
        "seed": table.seed,
        "mutants": table.mutants,
        "foreign": table.foreign,
        "score": {"caught": caught, "counted": of},
        "not_made": table.not_made,
        "missing": table.missing,
        "not_reached": table.not_reached,
        "claims": [
            {
                "claim": audited.claim,
                "instances": [dict(box) for box in audited.boxes],
                "steps": audited.held,
                "left_out": audited.left_out,
            }
            for audited in table.claims
        ],
        "rows": [_row(row) for row in table.rows],
    }


def _row(row: Row) -> dict[str, Any]:
    judged = row.judgement
    return {
        "id": row.name,
        **{name: getattr(row, name) for name in ("over", "operator", "claim")},
        "parameters": dict(row.parameters),
        **{name: getattr(row, name) for name in ("where", "before", "after", "expected")},
        **{name: getattr(judged, name) for name in ("outcome", "literal")},
        "kernel": judged.fast,
        **{name: getattr(judged, name) for name in ("verifier", "foreign", "pin")},
        "said_no": list(judged.said_no),
        "remark": judged.remark,
    }
