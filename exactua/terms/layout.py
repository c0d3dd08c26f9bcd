"""A term as a tree of boxes: what stands in brackets, what is a fraction or a script, where a line may end.

It says what `printing.text` says, in two dimensions. What differs from the text: `1 if c else 0` is an indicator,
the maximum of x and -x is |x|, quantifiers of one kind that stand behind each other are one, and so are comparisons
a < b and b < c.

Numbers have a module of their own; conditions, lists and matrices are laid out here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exactua.terms import layout_numbers as numbers
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
from exactua.terms.symbols import symbol

RELATIONS: Final = {"<": "<", "<=": "≤", "=": "=", "!=": "≠", ">=": "≥", ">": ">"}
_UPWARDS: Final = ("<", "<=", "=")
_DOWNWARDS: Final = (">", ">=", "=")
_BOUND: Final = {"all": "for all ", "any": "for some "}


def _relation(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    return _chain(at, [term], follows, small)


def _chain(at: numbers.Layout, terms: list[Term], follows: int, small: bool) -> numbers.Laid:
    """One comparison, or several each of which begins with what the one before ends with."""
    parts = [at.show(terms[0].arguments[0], numbers.MODULO, numbers.SOMETHING, small)]
    for k, term in enumerate(terms, 1):
        behind = follows if k == len(terms) else numbers.SOMETHING
        right = at.show(term.arguments[1], numbers.MODULO, behind, small)
        parts += [Break(sign=True), Sign(RELATIONS[term.operator], "relation"), right]
    return numbers.Laid(Row(tuple(parts)), numbers.RELATED)


def _interval(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    x, low, high = term.arguments
    ends = numbers.listed([at.show(low, small=small), at.show(high, small=small)])
    sign = Sign("∈" if term.operator == "in" else "∉", "relation")
    box = Row((at.show(x, numbers.MODULO, numbers.SOMETHING, small), Break(sign=True), sign, Fenced("[", ends, "]")))
    return numbers.Laid(box, numbers.RELATED)


def _not(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    return numbers.Laid(
        Row((Words("not "), at.show(term.arguments[0], numbers.ATOMIC, follows, small))), numbers.NEGATED
    )


def _and(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    chains: list[list[Term]] = []
    for part in _flat(at, term):
        if chains and _continues(at, chains[-1], part):
            chains[-1].append(part)
        else:
            chains.append([part])
    boxes: list[Box] = []
    for k, chain in enumerate(chains, 1):
        behind = follows if k == len(chains) else numbers.SOMETHING
        if len(chain) == 1:
            boxes.append(at.show(chain[0], numbers.NEGATED, behind, small))
        else:
            boxes.append(_chain(at, chain, behind, small).box)
    return numbers.Laid(numbers.joined(boxes, " and "), numbers.RELATED if len(chains) == 1 else numbers.ANDED)


def _continues(at: numbers.Layout, chain: list[Term], part: Term) -> bool:
    """Whether a < b is followed by b < c: one chain a < b < c, all signs in one direction."""
    if any(condition.operator not in RELATIONS or condition in at.shorthand for condition in (*chain, part)):
        return False
    signs = {condition.operator for condition in (*chain, part)}
    return chain[-1].arguments[1] == part.arguments[0] and (signs <= {*_UPWARDS} or signs <= {*_DOWNWARDS})


def _or(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    parts = _flat(at, term)
    boxes = [
        at.show(part, numbers.NEGATED, follows if k == len(parts) else numbers.SOMETHING, small)
        for k, part in enumerate(parts, 1)
    ]
    return numbers.Laid(numbers.joined(boxes, " or "), numbers.JOINED)


def _flat(at: numbers.Layout, term: Term) -> list[Term]:
    """What is joined by one operator, whatever the brackets."""
    parts: list[Term] = []
    for part in term.arguments:
        same = part.operator == term.operator and part not in at.shorthand
        parts += _flat(at, part) if same else [part]
    return parts


def _implies(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    left, right = term.arguments
    parts = (
        at.show(left, numbers.JOINED, numbers.SOMETHING, small),
        Break(sign=True),
        Sign("⇒", "relation"),
        at.show(right, numbers.JOINED, follows, small),
    )
    return numbers.Laid(Row(parts), numbers.IMPLIED)


def _quantifier(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    ranges: list[Box] = []
    inner = term
    while inner.operator == term.operator and (inner is term or inner not in at.shorthand):
        low, high, body = inner.arguments
        name, first, last = (
            symbol(inner.names[0]),
            at.show(low, numbers.SUMMED, small=True),
            at.show(high, numbers.SUMMED, small=True),
        )
        ranges.append(Row((name, numbers.EQUALS, *_range(low, high, first, last))))
        inner = body
    parts = (Words(_BOUND[term.operator]), numbers.joined(ranges, " and "), Words(": "), at.show(inner, small=small))
    return numbers.Laid(Row(parts), numbers.ANYTHING)


def _permutations(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    parts = (Words("for every permutation "), symbol(term.names[0]), Words(": "))
    return numbers.Laid(Row((*parts, at.show(term.arguments[0], small=small))), numbers.ANYTHING)


def _range(low: Term, high: Term, first: Box, last: Box) -> tuple[Box, ...]:
    """All numbers from low to high: two or three that are known are written out."""
    if low == high:
        return (first,)
    if low.operator == high.operator == "integer" and 0 <= low.value < high.value <= low.value + 2:
        return (numbers.listed([Number(str(value)) for value in range(low.value, high.value + 1)]),)
    return (first, numbers.COMMA, Sign("…", "range"), numbers.COMMA, last)


CONDITIONS: Final[dict[str, numbers.Method]] = {
    "not": _not, "and": _and, "or": _or, "implies": _implies, "in": _interval, "not in": _interval,
    "permutations": _permutations, **dict.fromkeys(("all", "any"), _quantifier), **dict.fromkeys(RELATIONS, _relation),
}  # fmt: skip


def _list(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    low, high, body = term.arguments
    start = Row((symbol(term.names[0]), numbers.EQUALS, at.show(low, numbers.SUMMED, small=True)))
    return numbers.Laid(Scripts(Fenced("(", at.show(body, small=small), ")"), start, at.show(high, small=True)))


def _item(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    values, index = term.arguments
    return numbers.Laid(_indexed(at, values, at.show(index, small=True), small))


def _entry(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    matrix, i, j = term.arguments
    return numbers.Laid(_indexed(at, matrix, numbers.listed([at.show(i, small=True), at.show(j, small=True)]), small))


def _indexed(at: numbers.Layout, term: Term, index: Box, small: bool) -> Box:
    box = at.show(term, numbers.ATOMIC, numbers.A_FACTOR, small)
    if not isinstance(box, Scripts) or numbers.is_wide(index):
        return numbers.indexed_by(box, index)
    is_symbol = term in at.shorthand or term.operator in ("point", "offsets", "accumulator", "numbers")
    if is_symbol and box.below is not None and box.above is None:
        return Scripts(box.base, numbers.listed([box.below, index]))
    return Scripts(Fenced("(", box, ")"), index)


def _columns(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    matrix, low, high = term.arguments
    colon = Sign(":", "colon")
    first = at.show(low, numbers.SUMMED, numbers.SOMETHING, small=True)
    columns = first if low == high else Row((first, colon, at.show(high, numbers.SUMMED, small=True)))
    return numbers.Laid(_indexed(at, matrix, numbers.listed([colon, columns]), small))


def _point(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    return numbers.Laid(Letter("L"))


def _accumulator(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    return numbers.Laid(Letter("a"))


def _numbers(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    return numbers.Laid(Letter("x"))


def _applied(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    """A network, or a part of it, applied to a matrix."""
    matrix = at.show(term.arguments[-1], small=small)
    parts: list[Box] = [symbol(term.names[0])]
    if which := _which(at, term):
        parts.append(Fenced("[", Row(which) if len(which) > 1 else which[0], "]"))
    return numbers.Laid(Row((*parts, numbers.APPLY, Fenced("(", matrix, ")"))))


def _which(at: numbers.Layout, term: Term) -> tuple[Box, ...]:
    """The part of the network: a stage, its first layers, one layer; nothing is the whole."""
    if len(term.names) == 2:
        return () if term.names[1] == "output" else (symbol(term.names[1]),)
    number = at.show(term.arguments[0], small=True)
    if term.operator == "after":
        return Words("first "), number, Words(" layers")
    return (Words("layer "), number) if term.operator == "layer" else (number,)


def _dot(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    vector, matrix = term.arguments
    box = at.show(vector, numbers.ATOMIC, numbers.A_FACTOR, small)
    transposed = Sign("⊤", "range")
    if isinstance(box, Scripts) and box.above is None:
        left = Scripts(box.base, box.below, transposed)
    else:
        left = Scripts(Fenced("(", box, ")") if isinstance(box, Scripts) else box, None, transposed)
    return numbers.Laid(
        numbers.product([left, at.show(matrix, numbers.MULTIPLIED, follows, small)]), numbers.MULTIPLIED
    )


def _permuted(at: numbers.Layout, term: Term, follows: int, small: bool) -> numbers.Laid:
    return numbers.Laid(
        numbers.product(
            [at.show(term.arguments[0], numbers.MULTIPLIED, numbers.A_FACTOR, small), symbol(term.names[0])]
        ),
        numbers.MULTIPLIED,
    )


MATRICES: Final[dict[str, numbers.Method]] = {
    "point": _point, "accumulator": _accumulator, "numbers": _numbers, "list": _list, "item": _item, "entry": _entry,
    "columns": _columns, "dot": _dot, "permuted": _permuted, **dict.fromkeys(("stage", "after", "layer"), _applied),
}  # fmt: skip


OPERATORS: Final[dict[str, numbers.Method]] = {**numbers.NUMBERS, **MATRICES, **CONDITIONS}
"""Every operator of the language but neg, which is set as a sign of what it stands before."""


def layout(term: Term, shorthand: Mapping[Term, str] | None = None, *, level: int = numbers.ANYTHING) -> Box:
    """The term's boxes; `shorthand` gives names to whole terms. In brackets where it binds more loosely than `level`.

    Raises TermError for an operator that has no layout.
    """
    return numbers.Layout(shorthand or {}, OPERATORS).show(term, level)
