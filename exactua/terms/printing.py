"""Terms for people: the paper's symbols, with brackets only where they are needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from exactua.arithmetic.rationals import written
from exactua.terms.language import Term, make

_INFIX: Final = {
    "implies": (1, " => "), "or": (2, " or "), "and": (3, " and "),
    "<": (5, " < "), "<=": (5, " <= "), "=": (5, " = "), "!=": (5, " != "), ">=": (5, " >= "), ">": (5, " > "),
    "+": (7, " + "), "-": (7, " - "), "*": (8, " "), "/": (8, " / "), "^": (10, "^"),
}  # fmt: skip
MOST_SHOWN: Final = 8
"""Numbers of a table that are shown."""

_BOUND: Final = {"all": "for all", "any": "for some"}
_CHOOSING: Final = {"<=": "min", "<": "min", ">=": "max", ">": "max"}
"""What a number is that is the left side of this where it is true, and else the right one."""


_SIGNS: Final = ("<", "<=", ">", ">=")


def modulo(term: Term) -> tuple[Term, Term] | None:
    """x and y, where the number is x - y floor(x / y), which is what `x % y` of a step makes: x mod y; else None."""
    if term.operator != "-" or term.arguments[1].operator != "*":
        return None
    x, whole = term.arguments
    y, *rest = whole.arguments
    return (x, y) if rest == [make("floor", (), make("/", (), x, y))] else None


def absolute(term: Term) -> Term | None:
    """x, where the number is -x if x < 0 else x, or x if x >= 0 else -x (or with <=, >), which is |x|; else None."""
    if term.operator != "if" or term.arguments[0].operator not in _SIGNS:
        return None
    condition, *choices = term.arguments
    x, zero = condition.arguments
    negative, positive = choices if condition.operator in ("<", "<=") else choices[::-1]
    is_zero = zero.operator == "integer" and zero.value == 0
    return x if is_zero and positive == x and negative in _negated(x) else None


def _negated(x: Term) -> Iterator[Term]:
    """-x as it may be written: b - a of a - b, too."""
    yield make("neg", (), x)
    if x.operator == "-":
        yield make("-", (), *reversed(x.arguments))


def text(term: Term, shorthand: Mapping[Term, str] | None = None) -> str:
    """The term in one line of plain text. `shorthand` gives names to whole terms, such as q for m u^T g_c(L)."""
    return _Printer(shorthand or {}).show(term, 0)


class _Printer:
    def __init__(self, shorthand: Mapping[Term, str]) -> None:
        self.shorthand = shorthand

    def show(self, term: Term, level: int) -> str:
        """The term's text, bracketed where its operator binds more loosely than `level`."""
        if term in self.shorthand:
            return self.shorthand[term]
        operator = term.operator
        if (parts := modulo(term)) is not None:
            return self._bracketed(" mod ".join(self.show(part, 9) for part in parts), 6, level)
        if operator in _INFIX:
            own, sign = _INFIX[operator]
            left_level = own + 1 if operator in ("^", "implies") or own == 5 else own
            first = self.show(term.arguments[0], left_level)
            others = [self.show(part, own + (operator not in ("+", "*", "and", "or"))) for part in term.arguments[1:]]
            if operator == "*":
                first, *others = self._factors(term.arguments, [first, *others])
                sign = " * " if any(part[0].isdigit() for part in others) else " "
            return self._bracketed(sign.join([first, *others]), own, level)
        method = getattr(self, "_" + operator.replace(" ", "_"), None)
        return method(term, level) if method else self._call(term)

    def _factors(self, parts: tuple[Term, ...], shown: list[str]) -> list[str]:
        """Factors as they stand beside each other: (a / b) c, as a / b c may be read as a / (b c)."""
        quotients = [part.operator == "/" and part not in self.shorthand for part in parts[:-1]]
        return [f"({text})" if quotient else text for text, quotient in zip(shown, [*quotients, False], strict=True)]

    def _bracketed(self, inner: str, own: int, level: int) -> str:
        return f"({inner})" if own < level else inner

    def _call(self, term: Term) -> str:
        return f"{term.operator}({', '.join([*term.names, *(self.show(a, 0) for a in term.arguments)])})"

    def _integer(self, term: Term, level: int) -> str:
        return self._bracketed(written(term.value), 7 if term.value < 0 else 11, level)

    def _param(self, term: Term, level: int) -> str:
        return term.names[0]

    _def = _var = _param

    def _pi(self, term: Term, level: int) -> str:
        return "pi"

    def _neg(self, term: Term, level: int) -> str:
        return self._bracketed("-" + self.show(term.arguments[0], 9), 7, level)

    def _not(self, term: Term, level: int) -> str:
        return self._bracketed("not " + self.show(term.arguments[0], 4), 4, level)

    def _in(self, term: Term, level: int) -> str:
        x, *ends = term.arguments
        low, high = (self._end(end) for end in ends)
        return self._bracketed(f"{self.show(x, 6)} {term.operator} [{low}, {high}]", 5, level)

    def _end(self, term: Term) -> str:
        """An end of an interval: a fraction of two integers as people write it, -1/5."""
        if term.operator == "/" and term not in self.shorthand:
            above, below = term.arguments
            if above.operator == below.operator == "integer" and below.value > 0:
                return f"{written(above.value)}/{written(below.value)}"
        return self.show(term, 0)

    _not_in = _in

    def _if(self, term: Term, level: int) -> str:
        condition, then, otherwise = term.arguments
        if condition.operator in _CHOOSING and condition.arguments == (then, otherwise):
            return f"{_CHOOSING[condition.operator]}({self.show(then, 0)}, {self.show(otherwise, 0)})"
        if (x := absolute(term)) is not None:
            return f"|{self.show(x, 0)}|"
        return f"({self.show(then, 0)} if {self.show(condition, 0)} else {self.show(otherwise, 0)})"

    def _all(self, term: Term, level: int) -> str:
        low, high, body = (self.show(part, 0) for part in term.arguments)
        return self._bracketed(f"{_BOUND[term.operator]} {term.names[0]} = {low}..{high}: {body}", 0, level)

    _any = _all

    def _sum(self, term: Term, level: int) -> str:
        low, high = (self.show(part, 0) for part in term.arguments[:2])
        body = self.show(term.arguments[2], 8)
        return self._bracketed(f"{term.operator}_({term.names[0]} = {low}..{high}) {body}", 7, level)

    _min = _max = _product = _sum

    def _integral(self, term: Term, level: int) -> str:
        side, body = (self.show(part, 0) for part in term.arguments)
        return self._bracketed(f"{term.operator}_({term.names[0]} in [0, {side}]^(d x n)) {body}", 7, level)

    _lowest = _highest = _integral

    def _select(self, term: Term, level: int) -> str:
        number, *values = (self.show(part, 0) for part in term.arguments[: MOST_SHOWN + 1])
        more = len(term.arguments) - 1 - len(values)
        shown = ", ".join([*values, f"... {more:,} more"] if more else values)
        return f"({shown})_{number if number.isalnum() else f'({number})'}"

    def _offsets(self, term: Term, level: int) -> str:
        return term.names[0]

    def _after(self, term: Term, level: int) -> str:
        layers, matrix = (self.show(part, 0) for part in term.arguments)
        return f"{term.names[0]}[first {layers} layers]({matrix})"

    def _layer(self, term: Term, level: int) -> str:
        number, matrix = (self.show(part, 0) for part in term.arguments)
        return f"{term.names[0]}[layer {number}]({matrix})"

    def _list(self, term: Term, level: int) -> str:
        low, high, body = (self.show(part, 0) for part in term.arguments)
        return f"[{body} : {term.names[0]} = {low}..{high}]"

    def _item(self, term: Term, level: int) -> str:
        values, index = term.arguments
        if values.operator == "list" and values not in self.shorthand:
            values_text = f"({self.show(values, 0)})"
        else:
            values_text = self.show(values, 11)
        return f"{values_text}_{self._index(index)}"

    def _entry(self, term: Term, level: int) -> str:
        matrix, i, j = term.arguments
        return f"{self.show(matrix, 11)}_({self.show(i, 0)}, {self.show(j, 0)})"

    def _columns(self, term: Term, level: int) -> str:
        matrix, low, high = term.arguments
        return f"{self.show(matrix, 11)}[columns {self.show(low, 0)}..{self.show(high, 0)}]"

    def _index(self, index: Term) -> str:
        shown = self.show(index, 0)
        return shown if shown.isalnum() else f"({shown})"

    def _accumulator(self, term: Term, level: int) -> str:
        return "a"

    def _numbers(self, term: Term, level: int) -> str:
        return "x"

    def _point(self, term: Term, level: int) -> str:
        return "L"

    def _stage(self, term: Term, level: int) -> str:
        stage = term.names[1] if len(term.names) == 2 else self.show(term.arguments[0], 0)
        suffix = "" if stage == "output" else f"[{stage}]"
        return f"{term.names[0]}{suffix}({self.show(term.arguments[-1], 0)})"

    def _network(self, term: Term, level: int) -> str:
        return f"{term.names[1]} of {term.names[0]}"

    def _dot(self, term: Term, level: int) -> str:
        u, matrix = term.arguments
        return self._bracketed(f"{self.show(u, 11)}^T {self.show(matrix, 8)}", 8, level)

    def _permuted(self, term: Term, level: int) -> str:
        return self._bracketed(f"{self.show(term.arguments[0], 9)} {term.names[0]}", 8, level)

    def _permutations(self, term: Term, level: int) -> str:
        body = self.show(term.arguments[0], 0)
        return self._bracketed(f"for every permutation {term.names[0]}: {body}", 0, level)
