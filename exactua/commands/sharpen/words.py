"""The bounds of claims over a ladder as text: where they are attained, the sharpest constants, the exact extremes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from exactua.claims.verdicts import StepKind
from exactua.commands.sharpen.record import Row, Sharpened
from exactua.commands.sharpen.rows import attained, each_n, factor, instances, names_in_full, names_of, stated, summand
from exactua.plurals import counted
from exactua.terms.printing import text as term_text

WIDTH: Final = 100
INDENT: Final = 13
LONGEST_WRITTEN: Final = 300
"""Characters of a side that are written out below."""

KINDS: Final = {StepKind.STATEMENT: "statement", StepKind.PROOF_LINE: "proof line", StepKind.REPAIRED: "repaired"}


def report(found: Sequence[Sharpened]) -> Iterator[str]:
    """The lines of a report for people."""
    for k, one in enumerate(found):
        if k:
            yield ""
        yield f"{one.label}: {one.title}, {one.source}"
        yield from _wrapped(f"{scope(one)}.", 0)
        for row in one.rows:
            yield ""
            yield from _wrapped(f"{row.bound.name} ({KINDS[row.bound.step.kind]}): {stated(one, row)}", 0)
            for name, value in fields(one, row):
                yield from _field(name, value)
        if one.rows and one.without:
            yield ""
            yield from _wrapped(f"no bound: {', '.join(step.name for step in one.without)}", 0)
    yield ""
    yield summary(found)


def summary(found: Sequence[Sharpened]) -> str:
    """How many bounds there are, and how many of them are attained, never attained, false, or not measured."""
    rows = [row for one in found for row in one.rows]
    false = sum(bool(row.refuted) for row in rows)
    equal = sum(bool(row.attained and not row.refuted) for row in rows)
    unmeasured = sum(not row.found for row in rows)
    never = len(rows) - false - equal - unmeasured
    parts = [f"attained {equal}", f"never attained {never}", f"false somewhere as printed {false}"]
    rest = [f"not measured {unmeasured}"] if unmeasured else []
    return f"{instances(len(rows), 'bound')}: {', '.join(parts + rest)}"


def scope(one: Sharpened) -> str:
    """Over what the constants were found, in words."""
    if not one.rows:
        return "it displays no bound: no step is an inequality between numbers"
    if not one.boxes:
        return "no instance of its ladder is left"
    points = f", {counted(one.points, 'point')}" if one.points else ", decided without a point"
    return f"over the ladder: {instances(len(one.boxes))} ({one.extent}){points}"


def fields(one: Sharpened, row: Row) -> Iterator[tuple[str, str]]:
    """What is known of a bound, under short headings."""
    yield "says", row.bound.step.says
    names, full = names_of(one, row), names_in_full(one, row)
    for term, letter in ((row.bound.measured, "x"), (row.bound.bound, "B")):
        if names.get(term) != full.get(term):
            written_out = term_text(term, full)
            long = len(written_out) > LONGEST_WRITTEN
            yield letter, f"as exactua show {one.command}.{row.bound.step.name} writes it" if long else written_out
    for reason, count in row.unmeasured.items():
        yield "not measured", f"at {instances(count)}: {reason}"
    if not row.found:
        if row.silent:
            yield "attained", "it says nothing at any instance"
        return
    yield "attained", attained(row)
    best = row.best
    assert best is not None
    yield "factor", factor(one, row, best)
    yield "summand", summand(one, row, best)
    yield from each_n(one, row)
    yield "confirmed", f"by {row.confirmed:,} decisions: it holds with each constant, and beyond it is refuted"


def _field(name: str, value: str) -> Iterator[str]:
    head = f"  {name:<{INDENT - 3}} "
    body = textwrap.wrap(value, WIDTH - INDENT, break_on_hyphens=False, break_long_words=False) or [""]
    for k, line in enumerate(body):
        yield f"{head if k == 0 else ' ' * INDENT}{line}".rstrip()


def _wrapped(words: str, indent: int) -> list[str]:
    return textwrap.wrap(
        words, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2), break_on_hyphens=False
    )
