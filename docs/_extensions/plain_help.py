"""The help of commands is plain text, with blocks that stay as they are; sphinx-click wants reStructuredText."""

from __future__ import annotations

import inspect
from typing import Any

import click
from plain_docstrings import prose
from sphinx.application import Sphinx


def restructured(text: str) -> list[str]:
    """The help of a command as reStructuredText that reads the same."""
    rewritten: list[str] = []
    for block in inspect.cleandoc(text).replace("\f\n", "").split("\n\n"):
        lines = block.strip("\n").split("\n")
        if lines[0] == "\b":
            rewritten += ["::", "", *(f"    {line}" for line in lines[1:]), ""]
        else:
            rewritten += [*(prose(line, {}) for line in lines), ""]
    return rewritten


def _describe(app: Sphinx, context: click.Context, lines: list[str]) -> None:
    lines[:] = restructured(context.command.help or context.command.short_help or "")


def _explain(app: Sphinx, context: click.Context, lines: list[str]) -> None:
    for k, line in enumerate(lines):
        if line.startswith("    ") and not line.strip().startswith((":default:", ":options:", "**Required**")):
            lines[k] = f"    {prose(line.strip(), {})}"


def _close(app: Sphinx, context: click.Context, lines: list[str]) -> None:
    lines[:] = restructured(context.command.epilog) if context.command.epilog else []


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the conversion."""
    app.setup_extension("sphinx_click")
    app.connect("sphinx-click-process-description", _describe)
    app.connect("sphinx-click-process-options", _explain)
    app.connect("sphinx-click-process-epilog", _close)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
