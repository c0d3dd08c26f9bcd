"""A term as a tree of boxes: what stands in brackets, what is a fraction or a script, where a line may end.

It says what `printing.text` says, in two dimensions. What differs from the text: `1 if c else 0` is an indicator,
the maximum of x and -x is |x|, quantifiers of one kind that stand behind each other are one, and so are comparisons
a < b and b < c.

Numbers have a module of their own; conditions, lists and matrices are laid out here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exactua.terms.boxes import (
    Box,
    Break,
    Fenced,
    Letter,
    Number,
    Row,
    Scripts,
    Sign,
    Words,
)
from exactua.terms.language import Term
from exactua.terms.layout_numbers import (
    A_FACTOR,
    ANDED,
    ANYTHING,
    APPLY,
    ATOMIC,
    COMMA,
    EQUALS,
    IMPLIED,
    JOINED,
    MODULO,
    MULTIPLIED,
    NEGATED,
    NUMBERS,
    RELATED,
    SOMETHING,
    SUMMED,
    Laid,
    Layout,
    Method,
    indexed_by,
    is_wide,
    joined,
    listed,
    product,
)
from exactua.terms.symbols import symbol

RELATIONS: Final = {"<": "<", "<=": "≤", "=": "=", "!=": "≠", ">=": "≥", ">": ">"}
_UPWARDS: Final = ("<", "<=", "=")
_DOWNWARDS: Final = (">", ">=", "=")
_BOUND: Final = {"all": "for all ", "any": "for some "}


def _relation(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return _chain(at, [term], follows, small)


def _chain(at: Layout, terms: list[Term], follows: int, small: bool) -> Laid:
    """One comparison, or several each of which begins with what the one before ends with."""
    parts = [at.show(terms[0].arguments[0], MODULO, SOMETHING, small)]
    for k, term in enumerate(terms, 1):
        behind = follows if k == len(terms) else SOMETHING
        right = at.show(term.arguments[1], MODULO, behind, small)
        parts += [Break(sign=True), Sign(RELATIONS[term.operator], "relation"), right]
    return Laid(Row(tuple(parts)), RELATED)


def _interval(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    x, low, high = term.arguments
    ends = listed([at.show(low, small=small), at.show(high, small=small)])
    sign = Sign("∈" if term.operator == "in" else "∉", "relation")
    box = Row((at.show(x, MODULO, SOMETHING, small), Break(sign=True), sign, Fenced("[", ends, "]")))
    return Laid(box, RELATED)


def _not(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return Laid(Row((Words("not "), at.show(term.arguments[0], ATOMIC, follows, small))), NEGATED)


def _and(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    chains: list[list[Term]] = []
    for part in _flat(at, term):
        if chains and _continues(at, chains[-1], part):
            chains[-1].append(part)
        else:
            chains.append([part])
    boxes: list[Box] = []
    for k, chain in enumerate(chains, 1):
        behind = follows if k == len(chains) else SOMETHING
        if len(chain) == 1:
            boxes.append(at.show(chain[0], NEGATED, behind, small))
        else:
            boxes.append(_chain(at, chain, behind, small).box)
    return Laid(joined(boxes, " and "), RELATED if len(chains) == 1 else ANDED)


def _continues(at: Layout, chain: list[Term], part: Term) -> bool:
    """Whether a < b is followed by b < c: one chain a < b < c, all signs in one direction."""
    if any(condition.operator not in RELATIONS or condition in at.shorthand for condition in (*chain, part)):
        return False
    signs = {condition.operator for condition in (*chain, part)}
    return chain[-1].arguments[1] == part.arguments[0] and (signs <= {*_UPWARDS} or signs <= {*_DOWNWARDS})


def _or(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    parts = _flat(at, term)
    boxes = [
        at.show(part, NEGATED, follows if k == len(parts) else SOMETHING, small) for k, part in enumerate(parts, 1)
    ]
    return Laid(joined(boxes, " or "), JOINED)


def _flat(at: Layout, term: Term) -> list[Term]:
    """What is joined by one operator, whatever the brackets."""
    parts: list[Term] = []
    for part in term.arguments:
        same = part.operator == term.operator and part not in at.shorthand
        parts += _flat(at, part) if same else [part]
    return parts


def _implies(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    left, right = term.arguments
    parts = (
        at.show(left, JOINED, SOMETHING, small),
        Break(sign=True),
        Sign("⇒", "relation"),
        at.show(right, JOINED, follows, small),
    )
    return Laid(Row(parts), IMPLIED)


def _quantifier(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    ranges: list[Box] = []
    inner = term
    while inner.operator == term.operator and (inner is term or inner not in at.shorthand):
        low, high, body = inner.arguments
        name, first, last = (
            symbol(inner.names[0]),
            at.show(low, SUMMED, small=True),
            at.show(high, SUMMED, small=True),
        )
        ranges.append(Row((name, EQUALS, *_range(low, high, first, last))))
        inner = body
    parts = (Words(_BOUND[term.operator]), joined(ranges, " and "), Words(": "), at.show(inner, small=small))
    return Laid(Row(parts), ANYTHING)


def _permutations(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    parts = (Words("for every permutation "), symbol(term.names[0]), Words(": "))
    return Laid(Row((*parts, at.show(term.arguments[0], small=small))), ANYTHING)


def _range(low: Term, high: Term, first: Box, last: Box) -> tuple[Box, ...]:
    """All numbers from low to high: two or three that are known are written out."""
    if low == high:
        return (first,)
    if low.operator == high.operator == "integer" and 0 <= low.value < high.value <= low.value + 2:
        return (listed([Number(str(value)) for value in range(low.value, high.value + 1)]),)
    return (first, COMMA, Sign("…", "range"), COMMA, last)


CONDITIONS: Final[dict[str, Method]] = {
    "not": _not, "and": _and, "or": _or, "implies": _implies, "in": _interval, "not in": _interval,
    "permutations": _permutations, **dict.fromkeys(("all", "any"), _quantifier), **dict.fromkeys(RELATIONS, _relation),
}  # fmt: skip


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


OPERATORS: Final[dict[str, Method]] = {**NUMBERS, **MATRICES, **CONDITIONS}
"""Every operator of the language but neg, which is set as a sign of what it stands before."""


def layout(term: Term, shorthand: Mapping[Term, str] | None = None, *, level: int = ANYTHING) -> Box:
    """The term's boxes; `shorthand` gives names to whole terms. In brackets where it binds more loosely than `level`.

    Raises TermError for an operator that has no layout.
    """
    return Layout(shorthand or {}, OPERATORS).show(term, level)
