"""A document as plain text, for a terminal; and aligned columns of it."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from exactua.printing import documents
from exactua.printing.documents import Document, Words, plain, shown
from exactua.visible_text import visible


def table(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> Iterator[str]:
    """The rows as lines with aligned columns, two spaces apart; the columns numbered in `right` from 0 end flush."""
    rows = [[*map(visible, row)] for row in rows]  # as wide as they are shown
    columns = max((len(row) for row in rows), default=0)
    widths = [max(len(row[k]) for row in rows if k < len(row)) for k in range(columns)]
    for row in rows:
        cells = [cell.rjust(widths[k]) if k in right else cell.ljust(widths[k]) for k, cell in enumerate(row)]
        yield "  ".join(cells).rstrip()


WIDTH: Final = 100
INDENT: Final = 3
LABEL: Final = 12
"""Characters of the name of a field, with the space behind it."""


def lines(document: Document) -> Iterator[str]:
    """Its lines as plain text: an empty one between blocks, and none between a heading and what it is above."""
    before: documents.Shown | None = None
    for block in shown(document.blocks, "terminal"):
        if before is not None and (isinstance(block, documents.Heading) or not isinstance(before, documents.Heading)):
            yield ""
        yield from _lines(block)
        before = block


def _lines(block: documents.Shown) -> Iterator[str]:
    match block:
        case documents.Heading(words):
            yield plain(words)
        case documents.Paragraph(words):
            yield from _wrapped(plain(words), "", 2)  # the words may be anybody's: no other line of ours begins so
        case documents.Items(items):
            yield from map(plain, items)
        case documents.Fields(fields):
            for name, value in fields:
                yield from _field(f"{' ' * INDENT}{name:<{LABEL - 1}} ", value)
        case documents.Table(rows, right, title, has_head):
            yield from [title] if title else []
            indent = "  " if title and not has_head else ""  # what has no head of its own stands below its title
            yield from (f"{indent}{line}" for line in table([[*map(plain, row)] for row in rows], right))
        case documents.Lines(printed, _, title):
            yield from [title] if title else []
            yield from printed


def _field(name: str, value: Words) -> list[str]:
    if isinstance(value, documents.Code):
        return [f"{name}{value}"]
    return _wrapped(plain(value), name, INDENT + LABEL) or [name.rstrip()]


def _wrapped(words: str, first: str, indent: int) -> list[str]:
    return textwrap.wrap(
        words,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
