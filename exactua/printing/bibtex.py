"""BibTeX entries: of a paper, of exactua, of a certificate. Braces match whatever stands in the texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from exactua.claims.references import Reference
from exactua.printing.latex_text import escaped

_IN_KEYS: Final = re.compile(r"[^A-Za-z0-9_-]+")
_SPECIAL: Final = {
    "{": r"\textbraceleft{}",  # BibTeX counts a brace behind a backslash as one
    "}": r"\textbraceright{}",
    '"': "''",  # these need no encoding of the document
    "'": "'",
    "`": "`",
    "-": "-",
}
VERBATIM: Final = ("url", "doi", "eprint")
"""Fields that styles set as they are."""


@dataclass(frozen=True)
class Entry:
    """An entry: its type, its key, and its fields as TeX."""

    type: str
    key: str
    fields: Mapping[str, str]

    def __str__(self) -> str:
        width = max(map(len, self.fields), default=0)
        fields = "".join(f"  {name:<{width}} = {{{value}}},\n" for name, value in self.fields.items())
        return f"@{self.type}{{{self.key},\n{fields}}}"


def key(*parts: str) -> str:
    """A key of these parts, of letters, digits, hyphens and underscores alone."""
    return "-".join(_IN_KEYS.sub("-", part).strip("-") for part in parts if part)


def tex(text: str) -> str:
    """The text as TeX in a field; letters of all alphabets stay, as documents in UTF-8 have them."""
    return "".join(_SPECIAL.get(letter) or (letter if letter.isalpha() else escaped(letter)) for letter in text)


def code(text: str) -> str:
    """A command or a digest: in a font of fixed width, with hyphens that stay apart and places where a line may end."""
    pieces = re.split(r"(?<=[:/.])|(?<=[0-9a-f]{8})(?=(?:[0-9a-f]{8})+$)", text)
    return r"\texttt{" + r"\allowbreak{}".join(tex(piece).replace("--", "-{}-{}") for piece in pieces if piece) + "}"


def entry(reference: Reference, key: str) -> Entry:
    """A publication as an entry. The title keeps its capitals; a name without a comma is no person's."""
    authors = " and ".join(tex(author) if "," in author else f"{{{tex(author)}}}" for author in reference.authors)
    others = {name: value if name in VERBATIM else tex(value) for name, value in reference.fields.items()}
    return Entry(reference.type, key, {"author": authors, "title": f"{{{tex(reference.title)}}}", **others})


def comment(*lines: str) -> Iterator[str]:
    """Lines beside entries, which BibTeX and biber pass over: there is no @ in them."""
    for line in lines:
        yield "% " + line.replace("@repaired", " (repaired)").replace("@", "(at)")
