"""A document as Markdown, for a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from exactua.printing import documents
from exactua.printing.documents import Document, Words, marked, shown
from exactua.visible_text import visible

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>|#~$])")


def lines(document: Document) -> Iterator[str]:
    """Its lines in Markdown, an empty one between blocks."""
    for number, block in enumerate(shown(document.blocks, "page")):
        if number:
            yield ""
        yield from _lines(block)


def escaped(text: str) -> str:
    """The text such that Markdown shows it as it is, in a table too."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", " ")


def _lines(block: documents.Shown) -> Iterator[str]:
    match block:
        case documents.Heading(words, level):
            yield f"{'#' * level} {_words(words)}"
        case documents.Paragraph(words):
            yield _words(words)
        case documents.Items(items):
            yield from (f"- {_words(item)}" for item in items)
        case documents.Fields(fields):
            yield from (f"- **{escaped(name)}**: {_words(value)}" for name, value in fields)
        case documents.Table():
            yield from _table(block)
        case documents.Lines():
            yield from _fenced(block)


def _titled(title: str) -> Iterator[str]:
    if title:
        yield from (f"**{escaped(title)}**", "")


def _table(table: documents.Table) -> Iterator[str]:
    yield from _titled(table.title)
    width = max(map(len, table.rows))
    head, *rows = table.rows if table.has_head else [("",) * width, *table.rows]
    yield f"| {' | '.join(map(_cell, head))} |"
    yield "|" + "".join("---:|" if column in table.right else "---|" for column in range(width))
    for row in rows:
        yield f"| {' | '.join(map(_cell, row))} |"


def _cell(words: Words) -> str:
    """The words in a table, where a bar ends a cell even in code, unless a backslash stands before it."""
    return marked(words, {**_MARKS, documents.Code: lambda piece: _MARKS[documents.Code](piece.replace("|", r"\|"))})


def _fenced(block: documents.Lines) -> Iterator[str]:
    """A block that none of its lines can end."""
    yield from _titled(block.title)
    printed = [*map(visible, block.lines)]
    longest = max((len(ticks) for line in printed for ticks in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield from (f"{fence}{block.language}", *printed, fence)


def _words(words: Words) -> str:
    return marked(words, _MARKS)


_MARKS: Final[Mapping[type[str], Callable[[str], str]]] = {
    str: escaped,
    documents.Code: lambda piece: f"`` {piece} ``" if "`" in piece else f"`{piece}`",
    documents.Strong: lambda piece: f"**{escaped(piece)}**",
    documents.Emphasis: lambda piece: f"*{escaped(piece)}*",
    documents.Judged: lambda piece: f"**{escaped(piece)}**",
    documents.Break: lambda _: "<br>",
}
