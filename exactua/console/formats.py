"""The formats of a command that tells a document: their option, and how the document goes out in one of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from exactua.console.instances import one_of
from exactua.console.output import tell
from exactua.printing.documents import Document
from exactua.printing.renderers import RENDERERS

Function = TypeVar("Function", bound=Callable[..., Any])


def format_option(function: Function) -> Function:
    """--format, with all formats that a document can be written in."""
    return click.option("--format", "output_format", default="text", metavar="NAME", callback=_known,
                        help=f"{', '.join(RENDERERS)}.", show_default=True)(function)  # fmt: skip


def _known(context: click.Context, parameter: click.Parameter, given: str) -> str:
    one_of(given, tuple(RENDERERS), "format")
    return given


def tell_document(document: Document, output: Path | None, written: str, form: str) -> None:
    """Prints the document in a format, or writes it into the file and says what was written, as `tell` does."""
    tell(RENDERERS[form].write(document), output, written, form)
