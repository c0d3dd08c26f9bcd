"""A ledger at the prompt and in a notebook: a line for each fault, and the pages of `errata`."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.claims.ledger import Ledger
from exactua.plurals import counted
from exactua.printing import errata
from exactua.printing.documents import Document


def prompt(ledger: Ledger) -> Iterator[str]:
    """The lines at the prompt: the faults, each with what becomes of its conclusion."""
    told = f"{counted(len(ledger.rows), 'fault')} and {counted(len(ledger.notes), 'note')}"
    lines = f"{counted(ledger.steps, 'line')} of {counted(ledger.claims, 'claim')}"
    yield f"Errata of {ledger.title}: {told} in {lines}, at {counted(ledger.instances, 'instance')}"
    if ledger.undecided:
        yield f"  not decided: {counted(len(ledger.undecided), 'line')}"
    for row in (*ledger.rows, *ledger.notes):
        yield f"  {row.label}: {row.kind}" + (f"; its conclusion {row.survival}" if row.conclusion else "")


def document(ledger: Ledger) -> Document:
    """The ledger as the command prints it."""
    return errata.document(ledger, 3 if ledger.undecided else 0)
