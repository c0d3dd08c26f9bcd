"""The formats of a command that tells a document: their option, and how the document goes out in one of them."""

from __future__ import annotations

from pathlib import Path

from exactua.console.options import formats
from exactua.console.output import tell
from exactua.printing.documents import Document
from exactua.printing.renderers import RENDERERS

format_option = formats(RENDERERS)
"""--format, with all formats that a document can be written in."""


def tell_document(document: Document, output: Path | None, written: str, form: str) -> None:
    """Prints the document in a format, or writes it into the file and says what was written, as `tell` does."""
    tell(RENDERERS[form].write(document), output, written, form)
