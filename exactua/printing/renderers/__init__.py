"""The formats that a document is written in, by their names: a new one is a renderer here, and every command has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from exactua.printing.documents import Document
from exactua.printing.renderers import html, latex, markdown, text
from exactua.visible_text import joined


@dataclass(frozen=True)
class Renderer:
    """How a document becomes the lines of a format.

    `comment` is a line of it that says what is put for {}, "" where the format has no comments; `suffix` is what the
    names of its files end in.
    """

    lines: Callable[[Document], Iterable[str]]
    suffix: str
    comment: str = ""

    def write(self, document: Document) -> str:
        """The document as the text of a file, without the last line end; nothing that anybody wrote ends a line."""
        return joined(self.lines(document))


def _json_lines(document: Document) -> Iterable[str]:
    from exactua.arithmetic.json_values import json_text  # which loads what reads numbers; no help page needs it

    return json_text(document.data).split("\n")


RENDERERS: Final = {
    "text": Renderer(text.lines, ".txt", "# {}"),
    "markdown": Renderer(markdown.lines, ".md", "<!-- {} -->"),
    "latex": Renderer(latex.lines, ".tex", "% {}"),
    "html": Renderer(html.lines, ".html", "<!-- {} -->"),
    "json": Renderer(_json_lines, ".json"),
}
