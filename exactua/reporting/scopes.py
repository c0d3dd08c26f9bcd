"""How far claims are known, as a table: a claim in each row, a scope in each column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from exactua.certificates.proofs import WrittenTheorem
from exactua.claims.verdicts import Verdict
from exactua.proving.scopes import StepScopes
from exactua.reporting.errata_markdown import escaped
from exactua.reporting.tables import table

HEAD: Final = ("claim", "steps", "enumerated", "symbolic", "all D", "general", "theorems")
ABOUT: Final = (
    "enumerated: every point of every instance of the default ladder",
    "symbolic: all points of an instance at once, asked here at (d, n, delta) = (2, 3, 1/2)",
    "all D: all points of all instances with n columns at once, asked here at n = 2, 3, 4, 5",
    "general: all parameters, a theorem that the Rocq kernel has checked",
    "theorems: those that say more of the claim than its steps do, of all values, functions, orders or networks",
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
    everything = [one for claim in rows for one in claim]
    for name, steps in [*((claim[0].claim.label, claim) for claim in rows if claim), ("all", everything)]:
        decided: list[Callable[[StepScopes], bool]] = [
            lambda one: one.symbolic is not None,
            lambda one: one.for_all_D is not None,
            lambda one: one.theorem is not None,
        ]
        counts = [sum(map(test, steps)) for test in decided]
        counts.append(len(written.get(name, ())) if name != "all" else sum(map(len, written.values())))
        cells = [str(count or "") for count in counts]
        if kernel is None:
            cells[-2:] = ["?", "?"]
        yield (name, str(len(steps)), str(len(steps)), *cells)


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
