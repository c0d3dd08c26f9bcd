"""Notebooks are pages: what stands between cells as it is, each cell as Python, and below it what it gave."""

from __future__ import annotations

import json
import re
from typing import Any

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx


def page(text: str) -> str:
    """The source of a page, in MyST, that shows a notebook with the outputs that it has."""
    notebook = json.loads(text)
    blocks = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            blocks.append(source)
        else:
            blocks += [_fenced(source, "python"), *map(_output, cell["outputs"])]
    return "\n\n".join(blocks) + "\n"


def _output(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return _fenced("".join(output["text"]), "text")
    data = output["data"]
    if "text/html" in data:
        return _fenced("".join(data["text/html"]), "{raw} html")
    return _fenced("".join(data["text/plain"]), "text")


def _fenced(text: str, language: str) -> str:
    """A block that none of its lines can end."""
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


class NotebookParser(MystParser):  # type: ignore[misc]
    """Reads a notebook as the page that shows it."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parses the page of a notebook."""
        super().parse(page(inputstring), document)


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers notebooks as sources."""
    app.setup_extension("myst_parser")
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
