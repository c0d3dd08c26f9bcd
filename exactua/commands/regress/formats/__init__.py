"""A run of `regress` as text, JSON, JUnit, GitHub's annotations, SARIF and Markdown, all from one account of it."""

from __future__ import annotations

import importlib
from typing import Final

from exactua.commands.regress.formats.account import Run

FORMS: Final = ("text", "json", "junit", "github", "sarif", "markdown")
_MODULES: Final = {"json": "data"}


def document(form: str, run: Run) -> str:
    """The run in one of the FORMS, with a line end behind its last line."""
    module = importlib.import_module(f"{__name__}.{_MODULES.get(form, form)}")
    text = str(module.document(run))
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # file names may hold what no text can
