"""How numbers are laid out: signs, fractions, powers, sums over a range, cases; and the rules of all layout.

The rules say how tightly operators bind, when brackets stand, and what stands between factors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from exactua.arithmetic.rationals import written
from exactua.terms.boxes import (
    WIDEST,
    Big,
    Box,
    Break,
    Cases,
    Fenced,
    Fraction,
    Letter,
    Number,
    Root,
    Row,
    Scripts,
    Sign,
    Word,
    Words,
    first_leaf,
    last_leaf,
)
from exactua.terms.language import Term, TermError, integer, make
from exactua.terms.printing import MOST_SHOWN, modulo
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
    if isinstance(right, Number) and right.text != INDICATOR:
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


_ELEMENT: Final = Sign("∈", "relation")


def _integer(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return Laid(Number(written(term.value)))


def _name(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return Laid(symbol(term.names[0]))


def _sum_of(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    first, *others = term.arguments
    sign = Sign("+", "binary")
    parts: list[Box] = [at.show(first, SUMMED, SOMETHING, small)]
    for k, part in enumerate(others, 1):
        behind = follows if k == len(others) else SOMETHING
        box = at.show(part, SUMMED, behind, small)
        if first_leaf(box) == MINUS:
            box = at.show(part, DIVIDED, behind, small)
        parts += [Break(sign=True), sign, box]
    return Laid(Row(tuple(parts)), SUMMED)


def _difference(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    if (parts := modulo(term)) is not None:
        x, y = at.show(parts[0], ATOMIC, SOMETHING, small), at.show(parts[1], ATOMIC, follows, small)
        return Laid(Row((x, Break(sign=True), Sign("mod", "binary"), y)), MODULO)
    left, right = term.arguments
    return Laid(
        Row(
            (
                at.show(left, SUMMED, SOMETHING, small),
                Break(sign=True),
                Sign("−", "binary"),
                at.show(right, DIVIDED, follows, small),
            )
        ),
        SUMMED,
    )


def _multiplied(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    last = len(term.arguments) - 1
    boxes = [
        at.show(part, MULTIPLIED, follows if k == last else A_FACTOR, small) for k, part in enumerate(term.arguments)
    ]
    return Laid(product(boxes), MULTIPLIED)


def _quotient(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    above, below = term.arguments
    if not small:
        fraction = Fraction(at.show(above, small=True), at.show(below, small=True))
        if fraction.width <= WIDEST:
            return Laid(fraction, MULTIPLIED)
    left, right = at.show(above, MULTIPLIED, A_FACTOR, small), at.show(below, ATOMIC, A_FACTOR, small)
    return Laid(Row((left, Break(sign=True), Sign("/", "times"), right)), DIVIDED)


def _power(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    base, exponent = at.show(term.arguments[0], ATOMIC, A_FACTOR, small), at.show(term.arguments[1], small=True)
    if isinstance(base, Scripts):
        return Laid(Scripts(base.base, base.below, exponent) if base.above is None else Scripts(base, None, exponent))
    return Laid(Scripts(base, None, exponent))


def _if(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    condition, then, otherwise = term.arguments
    if (then, otherwise) == (integer(1), integer(0)):
        return Laid(Row((Number(INDICATOR), Fenced("[", at.show(condition, small=small), "]"))))
    branches = [(then, condition)]
    while otherwise.operator == "if" and otherwise not in at.shorthand:
        condition, then, otherwise = otherwise.arguments
        branches.append((then, condition))
    if not small:
        lines = [(at.show(value, small=True), at.show(when, small=True)) for value, when in branches]
        cases = Cases((*lines, (at.show(otherwise, small=True), None)))
        if cases.width <= WIDEST:
            return Laid(cases, MULTIPLIED, NOTHING)
    parts: list[Box] = []
    for value, when in branches:
        condition_box = at.show(when, IMPLIED, SOMETHING, small)
        parts += [
            at.show(value, IMPLIED, SOMETHING, small),
            Words(" if "),
            condition_box,
            COMMA,
            Words(" else "),
        ]
    return Laid(Fenced("(", Row((*parts, at.show(otherwise, IMPLIED, small=small))), ")"))


def _reduction(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    if (inside := _absolute(term)) is not None:
        return Laid(Fenced("|", at.show(inside, small=small), "|"))
    low, high = (at.show(part, SUMMED, SOMETHING, small=True) for part in term.arguments[:2])
    name = symbol(term.names[0])
    body = at.show(term.arguments[2], MULTIPLIED, follows, small)
    if term.operator in ("sum", "product"):
        big = Big("∑" if term.operator == "sum" else "∏", Row((name, EQUALS, low)), high)
    else:
        least = Sign("≤", "relation")
        big = Big(term.operator, Row((low, least, name, least, high)))
    return Laid(Row((big, body)), MULTIPLIED, SOMETHING)


def _over_offsets(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    side, body = term.arguments
    name = symbol(term.names[0])
    interval = Fenced("[", Row((Number("0"), COMMA, at.show(side, small=True))), "]")
    cube = Scripts(interval, None, Row((Letter("d"), Sign("×", "binary"), Letter("n"))))
    below = Row((name, _ELEMENT, cube))
    if term.operator == "integral":
        inner = at.show(body, MULTIPLIED, A_FACTOR, small)
        return Laid(Row((Big("∫", below), inner, Sign(" ", "times"), Word("d"), name)), MULTIPLIED)
    return Laid(Row((Big(term.operator, below), at.show(body, MULTIPLIED, follows, small))), MULTIPLIED, SOMETHING)


def _select(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    number, *values = term.arguments
    parts: list[Box] = [at.show(value, small=small) for value in values[:MOST_SHOWN]]
    if len(values) > MOST_SHOWN:
        parts += [Sign("…", "range"), Words(f"{len(values) - MOST_SHOWN:,} more")]
    return Laid(indexed_by(Fenced("(", listed(parts), ")"), at.show(number, small=True)))


def _floor(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return Laid(Fenced("⌊", at.show(term.arguments[0], small=small), "⌋"))


def _square_root(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    body = at.show(term.arguments[0], small=small)
    if body.width > WIDEST:
        return Laid(Scripts(Fenced("(", body, ")"), None, Row((Number("1"), Sign("/", "times"), Number("2")))))
    return Laid(Root(body))


def _function(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return Laid(Row((Word(term.operator), APPLY, Fenced("(", at.show(term.arguments[0], small=small), ")"))))


def _pi(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    return Laid(Letter("π"))


def _quantity(at: Layout, term: Term, follows: int, small: bool) -> Laid:
    words = term.names[1].replace("Phi", "Φ")
    return Laid(Row((Words(f"{words} of "), symbol(term.names[0]))), MULTIPLIED, SOMETHING)


def _absolute(term: Term) -> Term | None:
    """x, where the term is the maximum of (1 - 2 e) x over e = 0, 1; else None."""
    if term.operator != "max" or term.arguments[:2] != (integer(0), integer(1)) or term.arguments[2].operator != "*":
        return None
    variable = make("var", term.names)
    sign = make("-", (), integer(1), make("*", (), integer(2), variable))
    first, *others = term.arguments[2].arguments
    if first != sign or any(term.names[0] in part.free for part in others):
        return None
    return others[0] if len(others) == 1 else make("*", (), *others)


NUMBERS: Final[dict[str, Method]] = {
    "integer": _integer, "param": _name, "def": _name, "var": _name, "offsets": _name, "pi": _pi, "+": _sum_of,
    "-": _difference, "*": _multiplied, "/": _quotient, "^": _power, "if": _if, "select": _select, "floor": _floor,
    "sqrt": _square_root, "exp": _function, "log": _function, "distinct": _function, "network": _quantity,
    **dict.fromkeys(("sum", "product", "min", "max"), _reduction),
    **dict.fromkeys(("integral", "lowest", "highest"), _over_offsets),
}  # fmt: skip
