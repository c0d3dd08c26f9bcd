"""The bounds of claims over a ladder: where they are attained, the sharpest constants, the exact extremes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from exactua.claims.verdicts import StepKind
from exactua.commands.sharpen.data import KINDS, data
from exactua.commands.sharpen.record import Row, Sharpened
from exactua.commands.sharpen.rows import attained, constants, each_n, factor, names_in_full, names_of, stated, summand
from exactua.plurals import counted
from exactua.printing.documents import (
    BREAK,
    Block,
    Code,
    Document,
    Either,
    Emphasis,
    Fields,
    Heading,
    Paragraph,
    Strong,
    Table,
    Words,
)
from exactua.terms.printing import text as term_text

LONGEST_WRITTEN: Final = 300
"""Characters of a side that are written out below."""

READING: Final[Sequence[Words]] = (
    (
        "Every displayed bound, an inequality x <= B or x >= B, is measured at every point of every instance of the "
        "default ladder. ",
        Emphasis("Attained"),
        " says where both sides are equal, or else how near they come. The best ",
        Emphasis("factor"),
        " c and the best ",
        Emphasis("summand"),
        " a are those for which x <= c B and x <= B + a (or >=) hold at all of these points; as printed they are 1 and "
        "0. No factor is given where B is 0 somewhere or has no fixed sign. Both are confirmed: the line was decided "
        "again with the constant, and with anything sharper it is refuted.",
    ),
    (
        "All of it speaks of the instances that are named, and of no others. A polynomial in D = delta^-d (or m = "
        "delta^-1) was found by exact interpolation; it fits all of the instances named, and at least two of them "
        "confirm it beyond those that determine it. That is a search, and no proof. Limits as delta -> 0 are those of "
        "the polynomials. Column ids, and numbers made of them, are in units of delta (",
        Code("exactua show"),
        " gives every name).",
    ),
)


def document(claims: Sequence[Sharpened], title: str) -> Document:
    """The bounds of these claims of a paper: each in full on a terminal, in a table on a page."""
    told = [block for sharpened in claims for block in _told(sharpened)]
    page: list[Block] = [
        Heading(f"The bounds of {title}, sharpened"),
        *map(Paragraph, READING),
        Paragraph(f"{summary(claims)}."),
        *(block for sharpened in claims for block in _page(sharpened)),
    ]
    return Document([Either([*told, Paragraph(summary(claims))], page)], data(claims))


def _told(sharpened: Sharpened) -> Iterator[Block]:
    yield Heading(f"{sharpened.label}: {sharpened.title}, {sharpened.source}")
    yield Paragraph(f"{scope(sharpened)}.")
    for row in sharpened.rows:
        yield Heading(f"{row.bound.name} ({KINDS[row.bound.step.kind]}): {stated(sharpened, row)}", 2)
        yield Fields([*fields(sharpened, row)])
    if sharpened.rows and sharpened.without:
        yield Paragraph(f"no bound: {', '.join(step.name for step in sharpened.without)}")


def _page(sharpened: Sharpened) -> Iterator[Block]:
    words = scope(sharpened)
    yield Heading(f"{sharpened.title} ({sharpened.label})", 2)
    yield Paragraph(f"{sharpened.source}. {words[:1].upper()}{words[1:]}.")
    if sharpened.rows:
        head = ("line", "bound", "attained", "factor, summand", "for each n")
        yield Table([head, *(tuple(_cells(sharpened, row)) for row in sharpened.rows)])
    if sharpened.rows and sharpened.without:
        yield Paragraph(f"No bound: {', '.join(step.name for step in sharpened.without)}.")


def _cells(sharpened: Sharpened, row: Row) -> Iterator[Words]:
    yield Strong(row.bound.name) if row.bound.step.kind is StepKind.STATEMENT else row.bound.name
    shown = stated(sharpened, row)
    in_letters = names_of(sharpened, row) != names_in_full(sharpened, row)
    yield f"{shown} (the line: {row.bound.step.says})" if in_letters else shown
    if not row.found:
        yield from ("; ".join(row.unmeasured) or "it says nothing at any instance", "-", "-")
        return
    yield attained(row)
    yield constants(row)
    lines = [piece for n, words in each_n(sharpened, row) for piece in (BREAK, f"{n}: {words}")]
    yield tuple(lines[1:]) or "-"


def summary(claims: Sequence[Sharpened]) -> str:
    """How many bounds there are, and how many of them are attained, never attained, false, or not measured."""
    rows = [row for sharpened in claims for row in sharpened.rows]
    false = sum(bool(row.refuted) for row in rows)
    equal = sum(bool(row.attained and not row.refuted) for row in rows)
    unmeasured = sum(not row.found for row in rows)
    never = len(rows) - false - equal - unmeasured
    parts = [f"attained {equal}", f"never attained {never}", f"false somewhere as printed {false}"]
    rest = [f"not measured {unmeasured}"] if unmeasured else []
    return f"{counted(len(rows), 'bound')}: {', '.join(parts + rest)}"


def scope(sharpened: Sharpened) -> str:
    """Over what the constants were found, in words."""
    if not sharpened.rows:
        return "it displays no bound: no step is an inequality between numbers"
    if not sharpened.boxes:
        return "no instance of its ladder is left"
    points = f", {counted(sharpened.points, 'point')}" if sharpened.points else ", decided without a point"
    return f"over the ladder: {counted(len(sharpened.boxes), 'instance')} ({sharpened.extent}){points}"


def fields(sharpened: Sharpened, row: Row) -> Iterator[tuple[str, str]]:
    """What is known of a bound, under short headings."""
    yield "says", row.bound.step.says
    names, full = names_of(sharpened, row), names_in_full(sharpened, row)
    for term, letter in ((row.bound.measured, "x"), (row.bound.bound, "B")):
        if names.get(term) != full.get(term):
            written_out = term_text(term, full)
            long = len(written_out) > LONGEST_WRITTEN
            yield (
                letter,
                f"as exactua show {sharpened.command}.{row.bound.step.name} writes it" if long else written_out,
            )
    for reason, count in row.unmeasured.items():
        yield "not measured", f"at {counted(count, 'instance')}: {reason}"
    if not row.found:
        if row.silent:
            yield "attained", "it says nothing at any instance"
        return
    yield "attained", attained(row)
    best = row.best
    assert best is not None
    yield "factor", factor(sharpened, row, best)
    yield "summand", summand(sharpened, row, best)
    yield from each_n(sharpened, row)
    yield "confirmed", f"by {row.confirmed:,} decisions: it holds with each constant, and beyond it is refuted"
