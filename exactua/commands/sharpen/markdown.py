"""The bounds of claims over a ladder as Markdown: a table for each claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactua.claims.verdicts import StepKind
from exactua.commands.sharpen.record import Row, Sharpened
from exactua.commands.sharpen.rows import attained, constants, each_n, names_in_full, names_of, stated
from exactua.commands.sharpen.words import scope, summary
from exactua.printing.errata_markdown import escaped

READING = (
    "Every displayed bound, an inequality x <= B or x >= B, is measured at every point of every instance of the "
    "default ladder. *Attained* says where both sides are equal, or else how near they come. The best *factor* c and "
    "the best *summand* a are those for which x <= c B and x <= B + a (or >=) hold at all of these points; as printed "
    "they are 1 and 0. No factor is given where B is 0 somewhere or has no fixed sign. Both are confirmed: the line "
    "was decided again with the constant, and with anything sharper it is refuted.",
    "All of it speaks of the instances that are named, and of no others. A polynomial in D = delta^-d (or m = "
    "delta^-1) was found by exact interpolation; it fits all of the instances named, and at least two of them "
    "confirm it beyond those that determine it. That is a search, and no proof. Limits as delta -> 0 are those of "
    "the polynomials. Column ids, and numbers made of them, are in units of delta (`exactua show` gives every name).",
)


def markdown(found: Sequence[Sharpened], title: str) -> Iterator[str]:
    """The lines of a document about the bounds of these claims of a paper."""
    yield f"# The bounds of {escaped(title)}, sharpened"
    for paragraph in READING:
        yield ""
        yield paragraph
    yield ""
    yield f"{summary(found)}."
    for one in found:
        yield ""
        yield f"## {escaped(one.title)} ({escaped(one.label)})"
        yield ""
        yield f"{escaped(one.source)}. {_sentence(scope(one))}."
        if one.rows:
            yield ""
            yield "| line | bound | attained | factor, summand | for each n |"
            yield "|---|---|---|---|---|"
            yield from (f"| {' | '.join(_cells(one, row))} |" for row in one.rows)
        if one.rows and one.without:
            yield ""
            yield f"No bound: {escaped(', '.join(step.name for step in one.without))}."


def _cells(one: Sharpened, row: Row) -> Iterator[str]:
    name = escaped(row.bound.name)
    yield f"**{name}**" if row.bound.step.kind is StepKind.STATEMENT else name
    shown = escaped(stated(one, row))
    in_letters = names_of(one, row) != names_in_full(one, row)
    yield f"{shown} (the line: {escaped(row.bound.step.says)})" if in_letters else shown
    if not row.found:
        reasons = [escaped(reason) for reason in row.unmeasured] or ["it says nothing at any instance"]
        yield from ("; ".join(reasons), "-", "-")
        return
    yield escaped(attained(row))
    yield escaped(constants(row))
    yield "<br>".join(escaped(f"{n}: {words}") for n, words in each_n(one, row)) or "-"


def _sentence(words: str) -> str:
    return escaped(words[:1].upper() + words[1:])
