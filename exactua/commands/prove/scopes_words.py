"""How far claims are known, as a table: a claim in each row, a scope in each column, steps counted by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from exactua.certificates.proofs import WrittenTheorem
from exactua.claims.registry import paper_of
from exactua.claims.verdicts import StepKind, Verdict
from exactua.printing.documents import Block, Code, Document, Either, Heading, Items, Paragraph, Table, Words
from exactua.proving.scopes import StepScopes

HEAD: Final = ("claim", "steps", "enumerated", "symbolic", "all D", "general", "theorem")
ABOUT: Final = (
    "each number of steps by kind: statement steps/proof lines/repaired steps",
    "enumerated: every point of every instance of the default ladder",
    "symbolic: all points of an instance at once, asked here at (d, n, delta) = (2, 3, 1/2)",
    "all D: all points of all instances with n columns at once, asked here at n = 2, 3, 4, 5",
    "general: all parameters, a theorem that the Rocq kernel has checked",
    "theorem: steps that are instances of a theorem that says more, of all values, functions, orders or networks",
)
Written = Mapping[str, Sequence[WrittenTheorem]]
"""By the label of a claim."""


def document(
    rows: Sequence[Sequence[StepScopes]], kernel: Mapping[str, Any] | None, written: Written, data: Any
) -> Document:
    """The table, and on a page each step that is known beyond enumeration.

    `kernel` has the name and the version of the proof kernel; None: it was not asked.
    """
    counted = Table([HEAD, *_cells(rows, kernel is not None, written)], right=range(1, len(HEAD)))
    page: list[Block] = [
        Heading("How far each step is known"),
        Paragraph(
            (
                "Nothing here is written by hand: ",
                Code("exactua prove --all --format markdown"),
                f". Proof kernel: {'not asked' if kernel is None else kernel['name']}.",
            )
        ),
        Items(ABOUT),
        counted,
        *(block for claim in rows if claim for block in _beyond(claim, written.get(claim[0].claim.label, ()))),
    ]
    asked = [] if kernel is None else [f"proof kernel: {kernel['name']} {kernel['version']}"]
    return Document([Either([counted, Items([*ABOUT, *asked])], page)], data)


def _beyond(claim: Sequence[StepScopes], theorems: Sequence[WrittenTheorem]) -> Iterator[Block]:
    """What is known of a claim beyond enumeration, if anything is."""
    known = [scopes for scopes in claim if len(scopes.words) > 1]
    if known or theorems:
        yield Heading(f"{claim[0].claim.title} ({claim[0].claim.label})", 2)
    if theorems:
        yield Items([theorem.text for theorem in theorems])
    if known:
        yield Table([("step", "symbolic", "all D", "theorem"), *map(_row, known)])


def _row(scopes: StepScopes) -> Sequence[Words]:
    theorem = "" if scopes.theorem is None else Code(scopes.theorem)
    return Code(scopes.step.name), _verdict(scopes.symbolic), _verdict(scopes.for_all_D), theorem


def _cells(rows: Sequence[Sequence[StepScopes]], asked: bool, written: Written) -> Iterator[tuple[str, ...]]:
    """A row for each claim, for each paper, and for all of them."""
    instances = {
        (label, name) for label, theorems in written.items() for theorem in theorems for name in theorem.instances
    }
    columns: list[Callable[[StepScopes], bool]] = [
        lambda scopes: True,
        lambda scopes: True,
        lambda scopes: scopes.symbolic is not None,
        lambda scopes: scopes.for_all_D is not None,
        lambda scopes: scopes.theorem is not None,
        lambda scopes: (scopes.claim.label, scopes.step.name) in instances,
    ]
    papers: dict[str, list[StepScopes]] = {}
    for claim in rows:
        for scopes in claim:
            papers.setdefault(paper_of(scopes.claim), []).append(scopes)
    named = [(claim[0].claim.label, claim) for claim in rows if claim]
    for name, steps in [*named, *papers.items(), ("all", [scopes for claim in rows for scopes in claim])]:
        cells = [_by_kind([scopes for scopes in steps if test(scopes)]) for test in columns]
        if not asked:
            cells[-2:] = ["?", "?"]
        yield (name, *cells)


def _by_kind(steps: Sequence[StepScopes]) -> str:
    """How many steps of each kind: "4/19/4"; "" for none."""
    kinds = [scopes.step.kind for scopes in steps]
    return "/".join(str(kinds.count(kind)) for kind in StepKind) if kinds else ""


def _verdict(verdict: Verdict | None) -> str:
    return "" if verdict is None else verdict.value
