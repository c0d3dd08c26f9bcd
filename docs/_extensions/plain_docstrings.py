"""Docstrings are plain text with `names` in backticks, indented blocks and examples; Sphinx wants reStructuredText."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Mapping
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

MODULES: Final = ("exactua", "exactua.networks", "exactua.authoring")
"""Where a name in backticks is looked for, the first first: a public name becomes a link to its entry."""

_MARKED: Final = re.compile(r"`([^`]+)`")
_SPECIAL: Final = re.compile(r"([\\*|_:<>\[\]])")


def entries() -> dict[str, str]:
    """The public names, each with the full name under which the reference has it."""
    paths: dict[str, str] = {}
    for module in MODULES:
        for name in importlib.import_module(module).__all__:
            paths.setdefault(name, f"{module}.{name}")
    return paths


def written_below(name: str, obj: Any) -> list[str]:
    """The text below `name = ...`, which autodoc overlooks where the name was imported; none where there is none."""
    for module in sorted(loaded for loaded in sys.modules if loaded.partition(".")[0] == "exactua"):
        if vars(sys.modules[module]).get(name) is obj:
            text = ModuleAnalyzer.for_module(module).find_attr_docs().get(("", name))
            if text:
                return text
    return []


def restructured(lines: list[str], known: dict[str, str]) -> list[str]:
    """The text of a docstring as reStructuredText that reads the same."""
    rewritten: list[str] = []
    literal = example = False
    for line in lines:
        begins = line.startswith(">>>") and not example
        example = bool(line.strip()) and (example or begins)
        if example:
            literal = False
            rewritten += ["", line] if begins else [line]
        elif line.startswith("    "):
            if not literal:
                rewritten += ["", "::", ""]
            literal = True
            rewritten.append(line)
        elif not line.strip():
            rewritten.append("")
        else:
            if literal:
                rewritten.append("")
            literal = False
            rewritten.append(prose(line, known))
    return rewritten


def prose(line: str, known: Mapping[str, str]) -> str:
    """A line of plain text as reStructuredText that reads the same."""
    parts = _MARKED.split(line)
    for k, part in enumerate(parts):
        if k % 2 == 0:
            parts[k] = _SPECIAL.sub(r"\\\1", part)
        elif part in known:
            parts[k] = rf"\ :py:obj:`{part} <{known[part]}>`\ "
        else:
            parts[k] = rf"\ ``{part}``\ "
    return "".join(parts)


def _process(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    text = written_below(name.rpartition(".")[2], obj) if what == "data" else []
    lines[:] = restructured(text or lines, app.config.exactua_entries)


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the conversion."""
    app.add_config_value("exactua_entries", entries(), "env")
    app.connect("autodoc-process-docstring", _process)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
