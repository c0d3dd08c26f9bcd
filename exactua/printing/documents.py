"""A document: what a command says, as data, once for all formats that it is written in (exactua.printing.renderers).

Words are a string, or a tuple of strings some of which are marked: `("again: ", Code("exactua list"))`. A format shows
what stands in a string as it is: nothing in it is markup there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from exactua.claims.verdicts import Verdict


class Code(str):
    """What somebody types, or a name in a program: set in a font of fixed width, and never broken into lines."""

    __slots__ = ()


class Strong(str):
    """What stands out."""

    __slots__ = ()


class Emphasis(str):
    """A term where it is explained."""

    __slots__ = ()


class Formula(str):
    """A formula or a matrix: its plain text, and the same typeset, `latex` for mathematical mode, and `mathml`."""

    __slots__ = ("latex", "mathml")

    latex: str
    mathml: str

    def __new__(cls, text: str, *, latex: str, mathml: str) -> Formula:
        """The text with what it is in both languages, which a format takes as it is."""
        formula = super().__new__(cls, text)
        formula.latex, formula.mathml = latex, mathml
        return formula


class Judged(str):
    """A verdict in words, such as "holds in part" or "NOT MET BY the q of Lemma 8": in its colour, where there are."""

    __slots__ = ("verdict",)

    verdict: Verdict

    def __new__(cls, words: str, verdict: Verdict) -> Judged:
        """The words for this verdict."""
        judged = super().__new__(cls, words)
        judged.verdict = verdict
        return judged


class Shade(str):
    """A number in a cell of a heat map: `percent`, from 0 to 100, is how strong its colour is, where there are any."""

    __slots__ = ("percent",)

    percent: int

    def __new__(cls, text: str, percent: int) -> Shade:
        """The text of the number with its shade."""
        shade = super().__new__(cls, text)
        shade.percent = percent
        return shade


class Break(str):
    """Where a line of a cell ends; plain text, whose cells are one line, has what it says in its place."""

    __slots__ = ()


BREAK: Final = Break("; ")
Words = str | tuple[str, ...]


@dataclass(frozen=True)
class Heading:
    """What stands above the blocks behind it; the greater the level, the smaller, from 1."""

    words: Words
    level: int = 1


@dataclass(frozen=True)
class Paragraph:
    """Sentences."""

    words: Words


@dataclass(frozen=True)
class Items:
    """A list; each item is a line of plain text, however long."""

    items: Sequence[Words]


@dataclass(frozen=True)
class Fields:
    """What is known of one thing: names and what is said under each."""

    fields: Sequence[tuple[str, Words]]


@dataclass(frozen=True)
class Table:
    """Rows of cells, the first of them its head if it has one; columns numbered in `right` from 0 are of numbers."""

    rows: Sequence[Sequence[Words]]
    right: Collection[int] = ()
    title: str = ""
    has_head: bool = True


@dataclass(frozen=True)
class Lines:
    """Lines to be shown as they are, and the language that they are in."""

    lines: Sequence[str]
    language: str = "text"
    title: str = ""


@dataclass(frozen=True)
class Either:
    """What is told otherwise where there is room: blocks for a terminal, and blocks for a page."""

    terminal: Sequence[Block]
    page: Sequence[Block]


Shown = Heading | Paragraph | Items | Fields | Table | Lines
Block = Shown | Either


@dataclass(frozen=True)
class Document:
    """Blocks for people, and JSON data for programs."""

    blocks: Sequence[Block]
    data: Any


def plain(words: Words) -> str:
    """The words without their marks."""
    return words if isinstance(words, str) else "".join(words)


def marked(words: Words, marks: Mapping[type[str], Callable[[str], str]]) -> str:
    """The words with the marks of a format: how it writes what is Code, Strong, ..., and str where nothing is said."""
    return "".join(
        marks.get(type(piece), marks[str])(piece) for piece in ((words,) if isinstance(words, str) else words)
    )


def shown(blocks: Iterable[Block], on: Literal["terminal", "page"]) -> Iterator[Shown]:
    """The blocks that a terminal shows, or those that a page has."""
    for block in blocks:
        if isinstance(block, Either):
            yield from shown(block.terminal if on == "terminal" else block.page, on)
        else:
            yield block
