"""How conditions are laid out: comparisons and chains of them, quantifiers, words between."""

from __future__ import annotations

from typing import Final

from exactua.terms.boxes import (
    Box,
    Break,
    Fenced,
    Number,
    Row,
    Sign,
    Words,
)
from exactua.terms.language import Term
from exactua.terms.layout_rules import (
    ANDED,
    ANYTHING,
    ATOMIC,
    COMMA,
    EQUALS,
    IMPLIED,
    JOINED,
    MODULO,
    NEGATED,
    RELATED,
    SOMETHING,
    SUMMED,
    Laid,
    Layout,
    Method,
    joined,
    listed,
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
