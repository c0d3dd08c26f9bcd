"""A document as a page of HTML that needs no other file, and as a fragment of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from html import escape
from typing import Final

from exactua.claims.verdicts import Verdict
from exactua.printing import documents
from exactua.printing.documents import Document, Words, marked, plain, shown

STYLE: Final = (
    "body { font-family: sans-serif; line-height: 1.4; max-width: 75em; margin: 2em auto; padding: 0 1em } "
    "table { border-collapse: collapse; margin: 1em 0 } caption { text-align: left; font-weight: bold } "
    "th, td { text-align: left; vertical-align: top; padding: .2em .8em .2em 0; border-bottom: 1px solid #ccc } "
    ".number { text-align: right } pre { overflow-x: auto }"
)

FRAGMENT_STYLE: Final = (
    "div.exactua { line-height: 1.4; overflow-x: auto } div.exactua p { margin: .4em 0 } "
    "div.exactua.exactua table { border-collapse: collapse; margin: .8em 0; font-size: inherit } "
    "div.exactua.exactua caption { text-align: left; font-weight: bold; color: inherit } "
    "div.exactua.exactua :is(th, td) { text-align: left; vertical-align: top; padding: .25em 1em .25em 0; "
    "border: 0; border-bottom: 1px solid rgba(128, 128, 128, .5); color: inherit; background: transparent } "
    "div.exactua.exactua .number { text-align: right } div.exactua code { white-space: pre-wrap } "
    "div.exactua mtable.cases mtd { text-align: left } div.exactua dd { margin-left: 1.5em }"
)
"""Its colours are those around it, dark or light; the class stands twice where notebooks have a style for tables."""
COLOURS: Final = {
    Verdict.HOLDS: "#17663a",
    Verdict.IN_PART: "#1f6f78",
    Verdict.REFUTED: "#a3261e",
    Verdict.INCONCLUSIVE: "#6c3d99",
    Verdict.VACUOUS: "#5d626b",
}
"""What is white on them is read on every page around it; they are among those of `report html`."""
SHADE: Final = "31, 111, 180"
STRONGEST: Final = 60
"""The colour of a heat map, and how many percent of it the strongest cells have: what stands on it stays readable."""


def fragment(document: Document) -> Iterator[str]:
    """Its lines as one element, with a style that reaches no further, for a page that is somebody else's.

    The page has titles of its own, so headings are two levels smaller.
    """
    yield f'<div class="exactua"><style>{FRAGMENT_STYLE}</style>'
    for block in shown(document.blocks, "page"):
        yield from _lines(replace(block, level=block.level + 2) if isinstance(block, documents.Heading) else block)
    yield "</div>"


def lines(document: Document) -> Iterator[str]:
    """Its lines in HTML; the title of the page is its first heading."""
    blocks = list(shown(document.blocks, "page"))
    title = next((plain(block.words) for block in blocks if isinstance(block, documents.Heading)), "exactua")
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield f'<head><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style></head>'
    yield "<body>"
    for block in blocks:
        yield from _lines(block)
    yield "</body>"
    yield "</html>"


def _lines(block: documents.Shown) -> Iterator[str]:
    match block:
        case documents.Heading(words, level):
            yield f"<h{level}>{_words(words)}</h{level}>"
        case documents.Paragraph(words):
            yield f"<p>{_words(words)}</p>"
        case documents.Items(items):
            yield from ("<ul>", *(f"<li>{_words(item)}</li>" for item in items), "</ul>")
        case documents.Fields(fields):
            named = (f"<dt>{escape(name)}</dt><dd>{_words(value)}</dd>" for name, value in fields)
            yield from ("<dl>", *named, "</dl>")
        case documents.Table(rows, _, title, has_head):
            caption = f"<caption>{escape(title)}</caption>" if title else ""
            yield f"<table>{caption}"
            for number, row in enumerate(rows):
                tag = "th" if has_head and number == 0 else "td"
                cells = (f"<{tag}{_class(block, k)}{_shade(cell)}>{_words(cell)}</{tag}>" for k, cell in enumerate(row))
                yield f"<tr>{''.join(cells)}</tr>"
            yield "</table>"
        case documents.Lines(printed, _, title):
            yield f"<p><strong>{escape(title)}</strong></p>" if title else ""
            yield from ("<pre>", *map(escape, printed), "</pre>")


def _class(table: documents.Table, column: int) -> str:
    return ' class="number"' if column in table.right else ""


def _shade(cell: Words) -> str:
    """The background of a cell of a heat map: one that is seen through, over pages that are dark or light."""
    if not isinstance(cell, documents.Shade):
        return ""
    percent = STRONGEST * cell.percent // 100
    return f' style="background: rgba({SHADE}, {percent}%)"'


def _words(words: Words) -> str:
    return marked(words, _MARKS)


def _formula(piece: str) -> str:
    return piece.mathml if isinstance(piece, documents.Formula) else escape(piece)


def _judged(piece: str) -> str:
    """In the colour of the verdict, by a style of its own: notebooks that are not trusted have no other."""
    assert isinstance(piece, documents.Judged)
    style = f"background: {COLOURS[piece.verdict]}; color: #fff; border-radius: .3em; padding: .1em .4em"
    return f'<strong style="{style}">{escape(piece)}</strong>'


_MARKS: Final[Mapping[type[str], Callable[[str], str]]] = {
    str: escape,
    documents.Code: lambda piece: f"<code>{escape(piece)}</code>",
    documents.Strong: lambda piece: f"<strong>{escape(piece)}</strong>",
    documents.Emphasis: lambda piece: f"<em>{escape(piece)}</em>",
    documents.Formula: _formula,
    documents.Judged: _judged,
    documents.Break: lambda _: "<br>",
}
