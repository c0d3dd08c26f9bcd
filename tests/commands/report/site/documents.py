"""What is wrong with an HTML page, as far as a parser with a stack can tell; and a folder of them with their links."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

from tests.printing.words_reading import read_back

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
LANDMARKS = ("header", "nav", "main", "footer")


class Document(HTMLParser):
    """A page: its ids, links, headings and what is wrong with it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text, self.wrong = text, list[str]()
        self.ids, self.links = list[str](), list[str]()
        self.tags, self.stack = list[tuple[str, dict[str, str]]](), list[str]()
        self.said = list[str]()
        self.feed(text)
        self.close()
        self.wrong += [f"<{tag}> is not closed" for tag in self.stack]
        self.wrong += [f"id {name} is there twice" for name in {name for name in self.ids if self.ids.count(name) > 1}]

    @property
    def is_foreign(self) -> bool:
        return "svg" in self.stack or "math" in self.stack

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said.append(" ")
        self._begin(tag, attrs)
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._begin(tag, attrs)
        if tag not in VOID and not self.is_foreign:
            self.wrong.append(f"<{tag}/> is not closed by its slash")

    def _begin(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        own = {name: value or "" for name, value in attrs}
        self.tags.append((tag, own))
        self.wrong += [f"<{tag}> has two {name}" for name in set(names) if names.count(name) > 1]
        self.wrong += [f"<{tag}> has {name}, which its policy forbids" for name in names if name[:2] == "on"]
        if "style" in own or tag == "style" or (tag == "script" and "src" not in own):
            self.wrong.append(f"<{tag}> is inline, which its policy forbids")
        if "id" in own:
            self.ids.append(own["id"])
        self.links += [own[name] for name in ("href", "src") if name in own]
        if tag == "th" and "scope" not in own:
            self.wrong.append("a <th> has no scope")
        if tag == "p" and self.stack and self.stack[-1] == "p":
            self.wrong.append("a <p> in a <p>")

    def handle_endtag(self, tag: str) -> None:
        self.said.append(" ")
        if not self.stack or self.stack[-1] != tag:
            self.wrong.append(f"</{tag}> closes <{self.stack[-1] if self.stack else ''}>")
        else:
            self.stack.pop()

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    @property
    def words(self) -> str:
        """All that it says, formulas among words as they are written in a line."""
        if "<math>" in self.text:
            return Document(read_back(self.text)).words
        return " ".join("".join(self.said).split())

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def broken_links(files: Mapping[str, str]) -> list[str]:
    """The links of a site's pages that lead nowhere: to no file of it, or to no anchor of a page."""
    documents = {path: Document(text) for path, text in files.items() if path.endswith(".html")}
    ids = {path: set(document.ids) for path, document in documents.items()}
    wrong = []
    for path, document in documents.items():
        for link in document.links:
            parts = urlsplit(link)
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc or link.startswith("/"):
                wrong.append(f"{path}: {link} leaves the site")
                continue
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path))) if parts.path else path
            )
            anchor = unquote(parts.fragment)
            if target not in files:
                wrong.append(f"{path}: {link}: there is no {target}")
            elif anchor and not anchor.startswith(("status=", "kind=")) and anchor not in ids.get(target, ()):
                marks = anchor.startswith("mark-") and anchor in ids[path]
                wrong += [] if marks else [f"{path}: {link}: {target} has no #{anchor}"]
    return wrong
