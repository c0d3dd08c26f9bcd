"""What the first page tells a reader of a minute: a few faults of the papers, and what is proved of them beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from exactua.claims.dossier import ClaimDossier, PaperDossier, Status
from exactua.claims.ledger import Survival
from exactua.claims.verdicts import StepKind, Verdict
from exactua.commands.report.site.addresses import Addresses
from exactua.commands.report.site.ledger_pages import LedgerPage, LedgerRow
from exactua.commands.report.site.statuses import Look, look
from exactua.plurals import counted

MOST: Final = 6
MOST_PROVED: Final = 2
"""Of them, how many are claims that are proved, where there are faults enough."""
BRIEF: Final = 300
"""Characters of a sentence or a counterexample that a reader of a minute reads; longer ones come last."""
FLAWS: Final = ("false", "imprecise")
"""The kinds of faults that come first, in this order."""


@dataclass(frozen=True)
class Fault:
    """A line of a ledger, its paper, and the page of its paper's ledger."""

    paper: str
    row: LedgerRow
    ledger: str

    @property
    def found(self) -> str:
        """How its counterexample is called: of a step that says that there is something, it is where that fails."""
        return "refuted first" if self.row.line.step.exists else "least counterexample"

    @property
    def refuted_at(self) -> str:
        """At how many of its instances it is refuted: "2 of 3 instances"."""
        spread = self.row.line.spread
        return f"{spread.count(Verdict.REFUTED):,} of {counted(spread.total, 'instance')}"

    @property
    def repaired(self) -> str:
        """What the repaired step came to, in a word; "" where none stands beside it, or none was decided."""
        return "" if self.row.repaired == "-" else self.row.repaired


@dataclass(frozen=True)
class Proved:
    """A claim whose statement is proved for all parameters."""

    paper: str
    claim: ClaimDossier
    href: str
    look: Look


@dataclass(frozen=True)
class Findings:
    """What the first page tells: faults first, then what is proved; at most `MOST` together."""

    faults: tuple[Fault, ...]
    proved: tuple[Proved, ...]
    of: int
    """The faults in all ledgers."""


def findings(papers: Sequence[PaperDossier], ledgers: Mapping[str, LedgerPage], addresses: Addresses) -> Findings:
    """The findings of these papers; `ledgers` are the pages of their ledgers by the paper's label.

    Statements come before lines of proofs. Before a paper has a second finding, each has a first.
    """
    own = [sorted(_faults(paper, ledgers[paper.paper], addresses), key=_weight) for paper in papers]
    rounds = [(k, fault) for faults in own for k, fault in enumerate(faults)]
    ordered = [fault for _, fault in sorted(rounds, key=lambda entry: (entry[0], _weight(entry[1])))]
    proved = list(islice(_in_turn([list(_proved(paper, addresses)) for paper in papers]), MOST))
    of = sum(len(paper.ledger.rows) for paper in papers)
    shown = ordered[: MOST - min(MOST_PROVED, len(proved))]
    shown.sort(key=_weight)
    return Findings(tuple(shown), tuple(proved[: MOST - len(shown)]), of)


def _faults(paper: PaperDossier, ledger: LedgerPage, addresses: Addresses) -> Iterator[Fault]:
    for row in ledger.rows:
        if row.line.is_fault and row.line.least is not None:
            yield Fault(paper.title, row, f"{addresses.paper(paper.paper)}/ledger.html")


def _proved(paper: PaperDossier, addresses: Addresses) -> Iterator[Proved]:
    """Those that rest on the most first: what a paper comes to."""
    for dossier in sorted(paper.claims, key=lambda own: -len(own.rests_on)):
        if dossier.status is Status.GENERAL:
            shown = look(dossier.status, dossier.claim.objects())
            yield Proved(paper.title, dossier, addresses.claim(dossier.claim), shown)


def _in_turn(lists: Sequence[list[Proved]]) -> Iterator[Proved]:
    """The first of each, then the second of each, and so on."""
    for k in range(max(map(len, lists), default=0)):
        yield from (entries[k] for entries in lists if k < len(entries))


def _weight(fault: Fault) -> tuple[bool, bool, bool, int]:
    """What comes first: a statement, then what is brief, then a line whose conclusion falls, then the worse kind."""
    row = fault.row
    flaw = FLAWS.index(row.kind) if row.kind in FLAWS else len(FLAWS)
    return (
        row.line.step.kind is not StepKind.STATEMENT,
        max(len(row.sentence), len(row.least)) > BRIEF,
        row.line.survival is not Survival.FALLS,
        flaw,
    )
