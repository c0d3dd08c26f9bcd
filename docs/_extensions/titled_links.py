"""Links whose text is the name of a page's file, [concepts.md](concepts.md), have the page's title on the site."""

from __future__ import annotations

import re
from typing import Any, Final

from sphinx.application import Sphinx

_FENCED: Final = re.compile(r"^(```|~~~).*?^\1$", re.MULTILINE | re.DOTALL)
_NAMED: Final = re.compile(r"\[(?:docs/)?([\w/-]+\.md)\]\(((?:[\w-]+/)*[\w-]+\.md)\)")


def titled(text: str) -> str:
    """The source of a page with such links left without a text, for which Sphinx puts the title."""
    pieces, end = [], 0
    for fence in _FENCED.finditer(text):
        pieces += [_NAMED.sub(r"[](\2)", text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*pieces, _NAMED.sub(r"[](\2)", text[end:])])


def _read(app: Sphinx, page: str, content: list[str]) -> None:
    content[0] = titled(content[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the replacement."""
    app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
