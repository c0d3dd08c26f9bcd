"""A run of `regress` as a document, and as JUnit, GitHub's annotations and SARIF, all from one account of it."""

from __future__ import annotations

import importlib
from typing import Final

from exactua.commands.regress.formats.account import Run

OTHERS: Final = ("junit", "github", "sarif", "badge")
"""The forms that are no renderings of the document."""


def document(form: str, run: Run) -> str:
    """The run in a form of documents, or one of the OTHERS, with a line end behind its last line."""
    if form in OTHERS:
        text = str(importlib.import_module(f"{__name__}.{form}").document(run))
    else:
        from exactua.commands.regress.formats.page import document as told
        from exactua.printing.renderers import RENDERERS

        text = RENDERERS[form].write(told(run)) + "\n"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # file names may hold what no text can
