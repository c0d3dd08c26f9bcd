"""The page of a paper's ledger as data: a row for each line that is wrong or says nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from exactua.claims.dossier import PaperDossier
from exactua.claims.ledger import Row
from exactua.claims.verdicts import Verdict
from exactua.commands.report.site.addresses import Addresses, Names
from exactua.commands.report.site.formulas import shortened
from exactua.commands.report.site.statuses import VERDICT_KEYS, spread_words
from exactua.printing.errata import conclusion, counterexample, heading, quoted, remarks, repaired, replay, verified

LONGEST_SENTENCE: Final = 3_000
LONGEST_COUNTEREXAMPLE: Final = 1_500
LONGEST_COMMAND: Final = 4_000
MOST_IN_FULL: Final = 250
"""Rows that are told in full; the table has all."""


@dataclass(frozen=True)
class LedgerRow:
    """A row: where, the sentence, the kind of fault, the counterexample, what survives, the repair."""

    line: Row
    number: int
    anchor: str
    href: str
    """Of the step on its claim's page, from the site's root."""
    quotes: tuple[str, ...]
    sentence: str
    kind: str
    kind_key: str
    key: str
    """The look of its verdict."""
    count: str
    spread: str
    least: str
    replay: str
    conclusion: str
    repaired: str
    verified: str


@dataclass(frozen=True)
class Kind:
    """A kind of fault, and how many rows are of it."""

    key: str
    word: str
    number: int


@dataclass(frozen=True)
class LedgerPage:
    """All that the page of a ledger shows."""

    heading: str
    prefaces: tuple[str, ...]
    rows: tuple[LedgerRow, ...]
    in_full: tuple[LedgerRow, ...]
    kinds: tuple[Kind, ...]
    remarks: tuple[str, ...]


def anchors(paper: PaperDossier) -> dict[str, str]:
    """The anchor of each row by the label of its step."""
    names = Names()
    return {row.label: f"row-{names.give(row.label.partition(':')[2])}" for row in paper.ledger.lines}


def ledger_page(paper: PaperDossier, addresses: Addresses) -> LedgerPage:
    """The page of a paper's ledger."""
    claims = {dossier.claim.label: dossier.claim for dossier in reversed(paper.claims)}
    places = anchors(paper)
    keys = Names()
    known: dict[str, str] = {}
    for row in paper.ledger.lines:
        if _kind(row) not in known:
            known[_kind(row)] = keys.give(_kind(row))
    rows = []
    for number, row in enumerate(paper.ledger.lines, 1):
        claim = claims[row.claim]
        href = f"{addresses.claim(claim)}#{addresses.step(claim, row.step.name)}"
        rows.append(_row(number, row, places[row.label], href, known[_kind(row)]))
    counted = Counter(row.kind for row in rows)
    kinds = tuple(Kind(known[kind], kind, number) for kind, number in counted.most_common())
    told = tuple(shortened(remark, LONGEST_SENTENCE) for remark in remarks(paper.ledger))
    before = paper.ledger.prefaces_of([*paper.ledger.rows, *paper.ledger.notes])
    prefaces = tuple(shortened(words, LONGEST_SENTENCE) for words in before)
    return LedgerPage(heading(paper.ledger), prefaces, tuple(rows), tuple(rows[:MOST_IN_FULL]), kinds, told)


def _kind(row: Row) -> str:
    """The kind of a fault, or that it is none."""
    return row.kind if row.is_fault else f"note: {row.kind}"


def _row(number: int, row: Row, anchor: str, href: str, kind_key: str) -> LedgerRow:
    command = "" if row.least is None else replay(row.least)
    return LedgerRow(
        row,
        number,
        anchor,
        href,
        tuple(map(quoted, row.quotes)),
        shortened(row.sentence, LONGEST_SENTENCE, "see the file of the claim"),
        _kind(row),
        kind_key,
        VERDICT_KEYS[row.verdict],
        f"{row.spread.count(Verdict.REFUTED)} of {row.spread.total}",
        spread_words(row.spread, row.step.objects),
        "" if row.least is None else shortened(counterexample(row.least), LONGEST_COUNTEREXAMPLE),
        command if len(command) <= LONGEST_COMMAND else "",
        shortened(conclusion(row), LONGEST_SENTENCE),
        repaired(row.repair),
        "" if row.repair is None else shortened(verified(row.repair), LONGEST_COUNTEREXAMPLE),
    )
