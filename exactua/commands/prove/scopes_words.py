"""How far claims are known, as a table: a claim in each row, a scope in each column, steps counted by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from exactua.certificates.proofs import WrittenTheorem
from exactua.claims.registry import paper_of
from exactua.claims.verdicts import StepKind, Verdict
from exactua.printing.errata_markdown import escaped
from exactua.printing.tables import table
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


def lines(rows: Sequence[Sequence[StepScopes]], kernel: str | None, written: Written) -> Iterator[str]:
    """The table for people; `kernel` names the proof kernel, None: it was not asked."""
    yield from table([HEAD, *_cells(rows, kernel, written)], right=range(1, len(HEAD)))
    yield ""
    yield from ABOUT
    if kernel is not None:
        yield f"proof kernel: {kernel}"


def _cells(rows: Sequence[Sequence[StepScopes]], kernel: str | None, written: Written) -> Iterator[tuple[str, ...]]:
    """A row for each claim, for each paper, and for all of them."""
    instances = {(label, name) for label, found in written.items() for one in found for name in one.instances}
    columns: list[Callable[[StepScopes], bool]] = [
        lambda one: True,
        lambda one: True,
        lambda one: one.symbolic is not None,
        lambda one: one.for_all_D is not None,
        lambda one: one.theorem is not None,
        lambda one: (one.claim.label, one.step.name) in instances,
    ]
    papers: dict[str, list[StepScopes]] = {}
    for claim in rows:
        for one in claim:
            papers.setdefault(paper_of(one.claim), []).append(one)
    named = [(claim[0].claim.label, claim) for claim in rows if claim]
    for name, steps in [*named, *papers.items(), ("all", [one for claim in rows for one in claim])]:
        cells = [_by_kind([one for one in steps if test(one)]) for test in columns]
        if kernel is None:
            cells[-2:] = ["?", "?"]
        yield (name, *cells)


def _by_kind(steps: Sequence[StepScopes]) -> str:
    """How many steps of each kind: "4/19/4"; "" for none."""
    kinds = [one.step.kind for one in steps]
    return "/".join(str(kinds.count(kind)) for kind in StepKind) if kinds else ""


def markdown(rows: Sequence[Sequence[StepScopes]], kernel: str | None, written: Written) -> Iterator[str]:
    """The table for a page, and each step that is known beyond enumeration."""
    yield "# How far each step is known"
    yield ""
    named = kernel or "not asked"
    yield f"Nothing here is written by hand: `exactua prove --all --format markdown`. Proof kernel: {named}."
    yield ""
    yield from (f"- {escaped(line)}" for line in ABOUT)
    yield ""
    yield f"| {' | '.join(HEAD)} |"
    yield "|---|" + "---:|" * (len(HEAD) - 1)
    yield from (f"| {' | '.join(map(escaped, cells))} |" for cells in _cells(rows, kernel, written))
    for claim in rows:
        known = [one for one in claim if len(one.words) > 1]
        theorems = written.get(claim[0].claim.label, ()) if claim else ()
        if not known and not theorems:
            continue
        yield from ("", f"## {escaped(claim[0].claim.title)} ({escaped(claim[0].claim.label)})", "")
        yield from (f"- {escaped(one.text)}" for one in theorems)
        if not known:
            continue
        if theorems:
            yield ""
        yield "| step | symbolic | all D | theorem |"
        yield "|---|---|---|---|"
        for one in known:
            theorem = "" if one.theorem is None else f"`{one.theorem}`"
            yield f"| `{one.step.name}` | {_verdict(one.symbolic)} | {_verdict(one.for_all_D)} | {theorem} |"


def _verdict(verdict: Verdict | None) -> str:
    return "" if verdict is None else verdict.value
