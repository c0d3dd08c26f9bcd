"""A document as LaTeX that compiles alone.

Text of ours in it is text: nothing in it is a command there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from exactua.printing import documents
from exactua.printing.documents import Document, Words, marked, plain, shown

_ESCAPES: Final = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "'": r"\textquotesingle{}",
    "-": r"-{}",  # two hyphens stay two
}  # fmt: skip
_WORDS: Final = {"×": r"$\times$", "−": "-{}", "≤": r"$\leq$", "≥": r"$\geq$", "…": r"\dots{}", "–": "--", "—": "---"}
_LETTERS: Final = {
    "ß": r"\ss{}", "ø": r"\o{}", "Ø": r"\O{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}",
    "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}",
}  # fmt: skip
_ACCENTS: Final = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
}  # fmt: skip
_BREAKS: Final = re.compile(r"(?<=[a-z0-9)\]])([._(/])(?=[a-z0-9(])")


def escaped(text: str) -> str:
    """The text such that LaTeX sets it as it is, accents too; what it has no command for becomes its code point."""
    return "".join(_character(letter) for letter in unicodedata.normalize("NFC", text))


def _character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character in _WORDS:
        return _WORDS[character]
    if character.isspace():
        return " "
    if character in _LETTERS:
        return _LETTERS[character]
    letter, accents = unicodedata.normalize("NFD", character)[:1], unicodedata.normalize("NFD", character)[1:]
    if letter.isascii() and letter.isalpha() and accents in _ACCENTS:
        return rf"\{_ACCENTS[accents]}{{{letter}}}"
    return character if character.isascii() and character.isprintable() else f"(U+{ord(character):04X})"


def breakable(text: str) -> str:
    """The escaped text of names and formulas, with places where a line may end that has no spaces."""
    return r"\allowbreak{}".join(escaped(part) for part in _BREAKS.sub("\\1\0", text).split("\0"))


def typewriter(text: str) -> str:
    """The text of a command, breakable, in a font of fixed width."""
    return rf"\texttt{{{breakable(text)}}}"


PREAMBLE: Final = r"""\documentclass[10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[a4paper,landscape,margin=15mm]{geometry}
\usepackage{array}
\usepackage{booktabs}
\usepackage{longtable}
\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{#1}}
\setlength{\tabcolsep}{3pt}
\setlength{\parindent}{0pt}
\sloppy"""
SECTIONS: Final = ("section", "subsection", "subsubsection")
WIDTH: Final = 250
"""Millimetres of the 267 between the margins, without the space between columns."""
LINE: Final = 150
"""About so many characters of a table's font stand in a line."""
FEWEST: Final = 8
"""Characters of a line in a column."""


def lines(document: Document) -> Iterator[str]:
    """Its lines in LaTeX, an empty one behind each block."""
    yield from PREAMBLE.split("\n")
    yield r"\begin{document}"
    for block in shown(document.blocks, "page"):
        yield from _lines(block)
        yield ""
    yield r"\end{document}"


def _lines(block: documents.Shown) -> Iterator[str]:
    match block:
        case documents.Heading(words, level):
            yield rf"\{SECTIONS[min(level, len(SECTIONS)) - 1]}*{{{_words(words)}}}"
        case documents.Paragraph(words):
            yield _words(words)
        case documents.Items(items):
            yield from _environment("itemize", (rf"\item {{}}{_words(item)}" for item in items))
        case documents.Fields(fields):
            named = (rf"\item[{{{breakable(name)}}}] {_words(value)}" for name, value in fields)
            yield from _environment("description", named)
        case documents.Table():
            yield from _table(block)
        case documents.Lines(printed, _, title):
            yield from _titled(title)
            yield from (rf"{typewriter(line)}\par" for line in printed)


def _environment(name: str, inside: Iterator[str]) -> Iterator[str]:
    yield rf"\begin{{{name}}}\raggedright"
    yield from inside
    yield rf"\end{{{name}}}"


def _titled(title: str) -> Iterator[str]:
    if title:
        yield from (rf"\textbf{{{breakable(title)}}}\nopagebreak", "")


def _table(table: documents.Table) -> Iterator[str]:
    yield from _titled(table.title)
    longest = [max(len(plain(row[k])) for row in table.rows) for k in range(len(table.rows[0]))]
    most = max(longest)
    while sum(min(length, most) for length in longest) > LINE and most > FEWEST:
        most -= 1
    columns = "".join(_column(length, most, k in table.right) for k, length in enumerate(longest))
    head, rows = (table.rows[:1], table.rows[1:]) if table.has_head else ([], table.rows)
    yield r"\footnotesize"
    yield rf"\begin{{longtable}}[l]{{@{{}}{columns}@{{}}}}"
    yield r"\toprule"
    yield from (rf"{' & '.join(map(_words, row))} \\ \midrule" for row in head)
    yield r"\endhead"
    yield r"\bottomrule"
    yield r"\endfoot"
    yield from (rf"{' & '.join(map(_words, row))} \\[2pt]" for row in rows)
    yield r"\end{longtable}"
    yield r"\normalsize"


def _column(longest: int, most: int, right: bool) -> str:
    """A column as wide as its cells, or of lines of at most so many characters."""
    if longest <= most:
        return "r" if right else "l"
    return f"L{{{most * WIDTH // LINE}mm}}"


def _words(words: Words) -> str:
    return marked(words, _MARKS)


_MARKS: Final[Mapping[type[str], Callable[[str], str]]] = {
    str: breakable,
    documents.Code: typewriter,
    documents.Strong: lambda piece: rf"\textbf{{{breakable(piece)}}}",
    documents.Emphasis: lambda piece: rf"\emph{{{breakable(piece)}}}",
    documents.Judged: lambda piece: rf"\textbf{{{breakable(piece)}}}",
    documents.Break: lambda _: r"\newline{}",
}
