"""The rules of layout: how tightly operators bind, when brackets stand, what stands between factors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from exactua.terms.boxes import (
    WIDEST,
    Box,
    Break,
    Fenced,
    Fraction,
    Letter,
    Number,
    Row,
    Scripts,
    Sign,
    Word,
    Words,
    first_leaf,
    last_leaf,
)
from exactua.terms.language import Term, TermError, integer, make
from exactua.terms.symbols import symbol

ANYTHING, IMPLIED, JOINED, ANDED, NEGATED, RELATED, MODULO, SUMMED, DIVIDED, MULTIPLIED, ATOMIC = range(11)
"""How tightly an operator binds; in a place for one of them no looser one stands without brackets."""
NOTHING, SOMETHING, A_FACTOR = range(3)
"""What follows to the right inside the same brackets."""

INDICATOR: Final = "𝟏"
EQUALS: Final = Sign("=", "relation")
COMMA: Final = Sign(",", "comma")
MINUS: Final = Sign("−", "prefix")
APPLY: Final = Sign("\u2061", "apply")


@dataclass(frozen=True)
class Laid:
    """A box with how tightly its operator binds and what may follow it without brackets."""

    box: Box
    level: int = ATOMIC
    bears: int = A_FACTOR


class Layout:
    """Lays out a term and what is inside it. `methods` are those of the operators; neg is set as a sign here."""

    def __init__(self, shorthand: Mapping[Term, str], methods: Mapping[str, Method]) -> None:
        self.shorthand, self.methods = shorthand, methods
        self.known: dict[tuple[Term, int, int, bool], Box] = {}

    def show(self, term: Term, level: int = ANYTHING, follows: int = NOTHING, small: bool = False) -> Box:
        """The term's box, in brackets where it binds more loosely than `level` or can't bear what follows.

        `small`: in a script or a fraction, where nothing is built up in height.
        """
        key = (term, level, follows, small)
        if key not in self.known:
            laid = self._laid(term, follows, small)
            if laid.level < level or laid.bears < follows:
                inside = laid.box if follows == NOTHING else self._laid(term, NOTHING, small).box
                self.known[key] = Fenced("(", inside, ")")
            else:
                self.known[key] = laid.box
        return self.known[key]

    def _laid(self, term: Term, follows: int, small: bool) -> Laid:
        if term in self.shorthand:
            return Laid(symbol(self.shorthand[term]))
        negative, magnitude = self._sign(term)
        if negative:
            return Laid(Row((MINUS, self.show(magnitude, DIVIDED, follows, small))), SUMMED)
        method = self.methods.get(term.operator)
        if method is None:
            raise TermError(f"operator {term.operator!r} can't be typeset; it has no layout")
        return method(self, term, follows, small)

    def _sign(self, term: Term) -> tuple[bool, Term]:
        """Whether the term begins with a minus sign, and what stands behind it."""
        if term in self.shorthand:
            return False, term
        if term.operator == "integer":
            return term.value < 0, integer(abs(term.value))
        if term.operator == "neg":
            return True, term.arguments[0]
        if term.operator in ("*", "/"):
            first, *others = term.arguments
            negative, magnitude = self._sign(first)
            if negative:
                return True, make(term.operator, (), magnitude, *others)
        return False, term


Method = Callable[[Layout, Term, int, bool], Laid]
"""Lays out one operator: the term, what follows it, and whether it stands in a script or a fraction."""


def product(factors: Sequence[Box]) -> Box:
    """Factors side by side, with a dot where they would be read as one number or as one name."""
    parts = [*factors[:1]]
    for left, right in pairwise(factors):
        parts += [Break(), Sign(_between(last_leaf(left), first_leaf(right), left), "times"), right]
    return Row(tuple(parts))


def _between(left: Box, right: Box, factor: Box) -> str:
    if isinstance(right, Number) and right.digits != INDICATOR:
        return "·"
    if isinstance(left, (Number, Fraction)) and isinstance(right, Fraction):
        return "·"
    if isinstance(left, Word) and isinstance(right, (Word, Words)):
        return "·"
    tight = isinstance(left, (Number, Fenced)) or (isinstance(factor, Letter) and isinstance(right, Letter))
    return "" if tight and not isinstance(right, (Word, Words)) else " "


def listed(boxes: Sequence[Box]) -> Box:
    """The boxes with commas between them."""
    parts: list[Box] = []
    for box in boxes:
        parts += [COMMA, Break(), box] if parts else [box]
    return Row(tuple(parts))


def joined(boxes: list[Box], word: str) -> Box:
    """The boxes with a word between them."""
    parts: list[Box] = []
    for box in boxes:
        parts += [Words(word), box] if parts else [box]
    return boxes[0] if len(boxes) == 1 else Row(tuple(parts))


def indexed_by(base: Box, index: Box) -> Box:
    """The base with its index below, or behind it in square brackets where that is long."""
    return Row((base, Fenced("[", index, "]"))) if is_wide(index) else Scripts(base, index)


def is_wide(index: Box) -> bool:
    """Whether an index is too long to stand below."""
    return index.width > WIDEST
