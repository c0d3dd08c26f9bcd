"""A document as a page of HTML that needs no other file."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from exactua.printing import documents
from exactua.printing.documents import Document, Words, marked, plain, shown

STYLE: Final = (
    "body { font-family: sans-serif; line-height: 1.4; max-width: 75em; margin: 2em auto; padding: 0 1em } "
    "table { border-collapse: collapse; margin: 1em 0 } caption { text-align: left; font-weight: bold } "
    "th, td { text-align: left; vertical-align: top; padding: .2em .8em .2em 0; border-bottom: 1px solid #ccc } "
    ".number { text-align: right } pre { overflow-x: auto }"
)


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
                cells = (f"<{tag}{_class(block, k)}>{_words(cell)}</{tag}>" for k, cell in enumerate(row))
                yield f"<tr>{''.join(cells)}</tr>"
            yield "</table>"
        case documents.Lines(printed, _, title):
            yield f"<p><strong>{escape(title)}</strong></p>" if title else ""
            yield from ("<pre>", *map(escape, printed), "</pre>")


def _class(table: documents.Table, column: int) -> str:
    return ' class="number"' if column in table.right else ""


def _words(words: Words) -> str:
    return marked(words, _MARKS)


_MARKS: Final = {
    str: escape,
    documents.Code: lambda piece: f"<code>{escape(piece)}</code>",
    documents.Strong: lambda piece: f"<strong>{escape(piece)}</strong>",
    documents.Emphasis: lambda piece: f"<em>{escape(piece)}</em>",
    documents.Break: lambda _: "<br>",
}
