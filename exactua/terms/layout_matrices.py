"""How lists and matrices are laid out: entries, columns, networks that are applied."""

from __future__ import annotations

from typing import Final

from exactua.terms.boxes import (
    Box,
    Fenced,
    Letter,
    Row,
    Scripts,
    Sign,
    Words,
)
from exactua.terms.language import Term
from exactua.terms.layout_rules import (
    A_FACTOR,
    APPLY,
    ATOMIC,
    EQUALS,
    MULTIPLIED,
    SOMETHING,
    SUMMED,
    Laid,
    Layout,
    Method,
    indexed_by,
    is_wide,
    listed,
    product,
)
from exactua.terms.symbols import symbol


def _list(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    low, high, body = term.arguments
    start = Row((symbol(term.names[0]), EQUALS, at.show(low, SUMMED, small=True)))
    return Laid(Scripts(Fenced("(", at.show(body, small=small), ")"), start, at.show(high, small=True)))


def _item(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    values, index = term.arguments
    return Laid(_indexed(at, values, at.show(index, small=True), small))


def _entry(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    matrix, i, j = term.arguments
    return Laid(_indexed(at, matrix, listed([at.show(i, small=True), at.show(j, small=True)]), small))


def _indexed(at: Layout, term: Term, index: Box, small: bool) -> Box:
    box = at.show(term, ATOMIC, A_FACTOR, small)
    if not isinstance(box, Scripts) or is_wide(index):
        return indexed_by(box, index)
    is_symbol = term in at.shorthand or term.operator in ("point", "offsets", "accumulator", "numbers")
    if is_symbol and box.below is not None and box.above is None:
        return Scripts(box.base, listed([box.below, index]))
    return Scripts(Fenced("(", box, ")"), index)


def _columns(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    matrix, low, high = term.arguments
    colon = Sign(":", "colon")
    first = at.show(low, SUMMED, SOMETHING, small=True)
    columns = first if low == high else Row((first, colon, at.show(high, SUMMED, small=True)))
    return Laid(_indexed(at, matrix, listed([colon, columns]), small))


def _point(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return Laid(Letter("L"))


def _accumulator(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return Laid(Letter("a"))


def _numbers(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return Laid(Letter("x"))


def _applied(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    """A network, or a part of it, applied to a matrix."""
    matrix = at.show(term.arguments[-1], small=small)
    parts: list[Box] = [symbol(term.names[0])]
    if which := _which(at, term):
        parts.append(Fenced("[", Row(which) if len(which) > 1 else which[0], "]"))
    return Laid(Row((*parts, APPLY, Fenced("(", matrix, ")"))))


def _which(at: Layout, term: Term) -> tuple[Box, ...]:
    """The part of the network: a stage, its first layers, one layer; nothing is the whole."""
    if len(term.names) == 2:
        return () if term.names[1] == "output" else (symbol(term.names[1]),)
    number = at.show(term.arguments[0], small=True)
    if term.operator == "after":
        return Words("first "), number, Words(" layers")
    return (Words("layer "), number) if term.operator == "layer" else (number,)


def _dot(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    vector, matrix = term.arguments
    box = at.show(vector, ATOMIC, A_FACTOR, small)
    transposed = Sign("⊤", "range")
    if isinstance(box, Scripts) and box.above is None:
        left = Scripts(box.base, box.below, transposed)
    else:
        left = Scripts(Fenced("(", box, ")") if isinstance(box, Scripts) else box, None, transposed)
    return Laid(product([left, at.show(matrix, MULTIPLIED, follows, small)]), MULTIPLIED)


def _permuted(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return Laid(product([at.show(term.arguments[0], MULTIPLIED, A_FACTOR, small), symbol(term.names[0])]), MULTIPLIED)


MATRICES: Final[dict[str, Method]] = {
    "point": _point, "accumulator": _accumulator, "numbers": _numbers, "list": _list, "item": _item, "entry": _entry,
    "columns": _columns, "dot": _dot, "permuted": _permuted, **dict.fromkeys(("stage", "after", "layer"), _applied),
}  # fmt: skip
