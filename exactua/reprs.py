"""How results show at the prompt and in a notebook: a few lines of text, and pages in HTML, Markdown and LaTeX.

What is told stands far above the classes that are told of, in modules that this finds by name when somebody looks: so
importing a class loads no word of it. Such a module has `prompt(thing)`, the lines at the prompt, and, for a page,
`document(thing)`, an `exactua.printing.documents.Document`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from itertools import islice
from typing import Any, ClassVar, Final

from exactua.visible_text import visible

MOST_LINES: Final = 10
WIDTH: Final = 120
"""Characters of a line."""
CUT: Final = " ..."


class ShortRepr:
    """Something whose `repr` is a few lines: at most 10, each of at most 120 characters."""

    __slots__ = ()

    _told_by: ClassVar[str]
    """The module that tells it."""

    def __repr__(self) -> str:
        return "\n".join(in_few_lines(_teller(self).prompt(self)))


class RichRepr(ShortRepr):
    """The same, with a page that a notebook shows in the format that it likes best."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """A fragment of HTML with its own style; no script, and nothing is loaded."""
        return _page(self, "html")

    def _repr_markdown_(self) -> str:
        """Markdown with tables, as GitHub reads them."""
        return _page(self, "markdown")

    def _repr_latex_(self) -> str:
        """One displayed formula, for MathJax and for LaTeX with amsmath."""
        return _page(self, "latex")


def in_few_lines(lines: Iterable[str]) -> list[str]:
    """The first lines, each visible and cut to its width; the last one says so where there are more."""
    first = [*islice(lines, MOST_LINES + 1)]
    shown = [cut(visible(line)) for line in first]
    return shown if len(shown) <= MOST_LINES else [*shown[: MOST_LINES - 1], CUT.strip()]


def cut(line: str, width: int = WIDTH) -> str:
    """The line, or its beginning and " ..."."""
    return line if len(line) <= width else f"{line[: width - len(CUT)].rstrip()}{CUT}"


def _teller(thing: ShortRepr) -> Any:
    return importlib.import_module(thing._told_by)


def _page(thing: RichRepr, form: str) -> str:
    page: str = importlib.import_module("exactua.printing.notebook").page(_teller(thing).document(thing), form)
    return page
