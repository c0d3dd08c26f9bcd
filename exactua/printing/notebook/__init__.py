"""What the prompt and a notebook show of results: `exactua.reprs` looks for it here, one module a kind of thing.

Each module has `prompt`, a few lines of text, and most have `document`, the same at more length; a page is that
document in one of the formats below. What belongs to one command stands in its folder (`commands/trace/notebook.py`).
"""

from __future__ import annotations

from typing import Final, Literal

from exactua.printing.documents import Document
from exactua.printing.renderers import html, markdown, mathematics
from exactua.visible_text import joined

FRAGMENTS: Final = {"html": html.fragment, "markdown": markdown.lines, "latex": mathematics.lines}
"""The formats of what is shown among other things, by the names that notebooks have for them: one renderer each."""


def page(document: Document, form: Literal["html", "markdown", "latex"]) -> str:
    """The document as what a notebook takes for this format."""
    return joined(FRAGMENTS[form](document))
