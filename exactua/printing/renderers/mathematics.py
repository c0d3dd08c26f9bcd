r"""A document as one displayed formula: what a notebook hands to MathJax, and what LaTeX with amsmath sets as well.

MathJax knows mathematical mode alone, so a table is an array, and words stand in \text. It shows a backslash in there
as it is, so what needs one in LaTeX stands between two texts.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from exactua.printing import documents
from exactua.printing.documents import Document, Words, shown
from exactua.terms import latex
from exactua.terms.boxes import Letter
from exactua.terms.symbols import GREEK
from exactua.visible_text import visible

WIDTH: Final = 100
"""Characters of a line of text: neither MathJax nor LaTeX breaks a line of an array."""
NARROW: Final = 60
"""The same of a cell."""
_ROW_END: Final = r" \\ "
_SPECIAL: Final = {
    "\\": r"\backslash ", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\,\hat{\,}\,", "~": r"\sim ", "<": "{<}", ">": "{>}", "|": r"\vert ", "`": r"\text{‘}",
    "×": r"\times ", "≤": r"\le ", "≥": r"\ge ", "≠": r"\ne ", "−": "-", "…": r"\dots ",
    **{letter: f"{latex.in_math(Letter(letter))} " for letter in GREEK.values()},
}  # fmt: skip
_CHARACTERS: Final = re.compile(f"([{re.escape(''.join(_SPECIAL))}])")
_IN_TEXT: Final = re.compile(r"\\text\{((?:[^{}\\]|\\[A-Za-z]+\{[^{}]*\}|\\.)*)\}")
_ESCAPED: Final = re.compile(
    r"\\textbackslash\{\}|\\textasciicircum\{\}|\\textasciitilde\{\}|\\ensuremath\{(.*?)\}|\\(.)"
)


def lines(document: Document) -> Iterator[str]:
    """Its lines: an array of one column, a row a line of text or a table."""
    yield r"$$\begin{array}{l}"
    yield from (rf"{row} \\" for block in shown(document.blocks, "page") for row in _rows(block))
    yield r"\end{array}$$"


def _rows(block: documents.Shown) -> Iterator[str]:
    match block:
        case documents.Heading(words) | documents.Paragraph(words):
            yield from _wrapped(words, WIDTH)
        case documents.Items(items):
            yield from (rf"\bullet\;{_cell(item, WIDTH)}" for item in items)
        case documents.Fields(fields):
            yield _array([[name, value] for name, value in fields], (), False)
        case documents.Table(rows, right, title, has_head):
            yield from [_bold(title)] if title else []
            yield _array(rows, right, has_head)
        case documents.Lines(printed, _, title):
            yield from [_bold(title)] if title else []
            yield from (rf"\mathtt{{{_text(line)}}}" for line in printed)


def _array(rows: Sequence[Sequence[Words]], right: object, has_head: bool) -> str:
    width = max(map(len, rows), default=1)
    columns = "".join("r" if isinstance(right, (tuple, list, range, set)) and k in right else "l" for k in range(width))
    told = [" & ".join(_cell(cell, NARROW) for cell in row) for row in rows]
    head = rf"{told[0]} \\ \hline " if has_head and told else ""
    body = _ROW_END.join(told[1:] if has_head else told)
    return rf"\begin{{array}}{{{columns}}}{head}{body}\end{{array}}"


def _cell(words: Words, width: int) -> str:
    told = [*_wrapped(words, width)]
    return told[0] if len(told) == 1 else rf"\begin{{array}}[t]{{@{{}}l@{{}}}}{_ROW_END.join(told)}\end{{array}}"


def _wrapped(words: Words, width: int) -> Iterator[str]:
    """The words in lines of about so many characters; a formula is not broken."""
    line, taken = "", 0
    for piece in (words,) if isinstance(words, str) else words:
        if isinstance(piece, documents.Break):
            yield line or r"\text{}"
            line, taken = "", 0
            continue
        if isinstance(piece, documents.Formula):
            if taken and taken + len(piece) > width:
                yield line
                line, taken = "", 0
            line, taken = line + _formula(piece.latex), taken + len(piece)
            continue
        for k, part in enumerate(_broken(piece, width - taken, width)):
            if k:
                yield line
                line, taken = "", 0
            line, taken = line + _set(part, type(piece)), taken + len(part)
    yield line or r"\text{}"


def _broken(piece: str, first: int, width: int) -> list[str]:
    """A text in lines: the first one of what is left of a line; its spaces at both ends are kept."""
    text = visible(piece)
    if len(text) <= first or not text.strip():
        return [text]
    lead = " " if text[0] == " " else ""
    indent = "x" * max(0, width - first)
    told = textwrap.wrap(text, width, initial_indent=indent, break_long_words=False, break_on_hyphens=False)
    told[0] = lead + told[0][len(indent) :].lstrip()
    if text[-1] == " ":
        told[-1] += " "
    return told


def _set(text: str, mark: type[str]) -> str:
    if mark in (documents.Strong, documents.Judged):
        return _bold(text)
    return rf"\mathtt{{{_text(text)}}}" if mark is documents.Code else _text(text)


def _bold(text: str) -> str:
    return _text(text, "textbf")


def _text(text: str, command: str = "text") -> str:
    r"""Words in mathematical mode: \text{50}\%\text{ of them}."""
    parts = _CHARACTERS.split(visible(text))
    return "".join(
        _SPECIAL[part] if k % 2 else rf"\{command}{{{part}}}" if part else "" for k, part in enumerate(parts)
    )


def _formula(formula: str) -> str:
    """A formula without what MathJax does not know; the words in it as those outside."""
    return _IN_TEXT.sub(lambda match: _text(_ESCAPED.sub(_meant, match[1])), formula.replace(r"\allowbreak", ""))


def _meant(escaped: re.Match[str]) -> str:
    """The character that an escape of `terms.latex` stands for."""
    known = {r"\textbackslash{}": "\\", r"\textasciicircum{}": "^", r"\textasciitilde{}": "~"}
    letters = {latex.in_math(Letter(letter)): letter for letter in GREEK.values()}
    return known.get(escaped[0]) or letters.get(escaped[1]) or escaped[1] or escaped[2]
