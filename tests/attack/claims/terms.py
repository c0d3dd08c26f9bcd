"""Random terms over the whole language, most of which have a value everywhere."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from tests.attack.claims.setting import Setting, Shape, Term

RELATIONS: Final = ("<", "<=", "=", "!=", ">=", ">")
POINT: Final = ["point"]
QUANTITIES: Final = (
    "attention layers", "feed-forward layers", "heads", "head size", "hidden size", "activations outside Phi",
    "other layers", "parameters", "largest layer parameters",
)  # fmt: skip


def literal(value: int | Fraction) -> Term:
    """A rational as a term."""
    fraction = Fraction(value)
    if fraction.denominator == 1:
        return fraction.numerator
    return ["/", fraction.numerator, fraction.denominator]


def flat(operator: str, *parts: Term) -> Term:
    """A sum or product whose parts are none, as authors' terms are traced."""
    return [operator, *(x for part in parts for x in (part[1:] if is_a(part, operator) else [part]))]


def is_a(term: Term, *operators: str) -> bool:
    return isinstance(term, list) and term[0] in operators


def param(name: str) -> Term:
    return ["param", name]


class Terms:
    """Draws terms of each kind, not deeper than asked."""

    def __init__(self, setting: Setting) -> None:
        self.at, self.chance = setting, setting.chance

    # ---- numbers

    def small(self) -> Term:
        """A small rational."""
        whole = self.chance.choice([-3, -2, -1, 0, 0, 1, 1, 2, 3, 5])
        return literal(whole if self.at.happens(0.75) else Fraction(whole, self.chance.choice([2, 3, 4])))

    def not_zero(self) -> Term:
        return literal(Fraction(self.chance.choice([-2, -1, 1, 1, 2, 3]), self.chance.choice([1, 1, 2])))

    def known(self) -> Term:
        """A number without a point."""
        open_ones = list(self.at.variables)
        defined = [name for name, real in self.at.definitions.items() if self.at.reals or not real]
        return self.at.pick(
            (4, self.small),
            (2, lambda: param(self.chance.choice(list(self.at.box)))),
            (4, (lambda: ["var", self.chance.choice(open_ones)]) if open_ones else None),
            (2, (lambda: ["def", self.chance.choice(defined)]) if defined else None),
            (1, self.quantity if self.networks() else None),
            (6, self.folded if self.at.accumulator else None),
        )

    def quantity(self) -> Term:
        return ["network", self.chance.choice(list(self.networks())), self.chance.choice(QUANTITIES)]

    def folded(self) -> Term:
        if self.at.numbers and self.at.happens(0.5):
            return ["item", ["numbers"], self.chance.randint(1, self.at.numbers)]
        return ["item", ["accumulator"], self.chance.randint(1, self.at.accumulator)]

    def number(self, depth: int) -> Term:
        """A number at a point, if there is one."""
        if depth <= 0:
            if self.at.reals and self.at.happens(0.3):
                return self.real()
            return self.entry(0) if self.at.columns and self.at.happens(0.6) else self.known()
        if self.at.happens(self.at.wild):
            return self.wild_number(depth - 1)
        below = depth - 1
        return self.at.pick(
            (5, lambda: self.entry(below) if self.at.columns else self.known()),
            (2, self.known),
            (4, lambda: flat("+", self.number(below), self.number(below))),
            (2, lambda: ["-", self.number(below), self.number(below)]),
            (2, lambda: flat("*", self.number(below), self.known())),
            (1, lambda: flat("*", self.number(below), self.number(below))),
            (1, lambda: ["neg", self.number(below)]),
            (1, lambda: ["/", self.number(below), self.not_zero()]),
            (1, lambda: ["^", self.number(below), self.chance.randint(0, 3)]),
            (1, lambda: self.modulo(below)),
            (1, lambda: ["floor", self.number(below)]),
            (1, lambda: ["if", self.truth(below), self.number(below), self.number(below)]),
            (1, lambda: self.selected(below)),
            (3, (lambda: self.ranged(self.chance.choice(["sum", "product"]), below)) if self.at.may_open else None),
            (3, (lambda: self.ranged(self.chance.choice(["min", "max"]), below)) if self.at.may_open else None),
            (2, (lambda: self.item(below)) if self.at.may_open else None),
            (2, (lambda: self.over_offsets(below)) if self.integrable else None),
            (8, self.real if self.at.reals else None),
        )

    @property
    def integrable(self) -> bool:
        return not self.at.accumulator and not self.at.reals

    def wild_number(self, depth: int) -> Term:
        """One that may have no value."""
        return self.at.pick(
            (3, lambda: ["/", self.number(depth), self.number(depth)]),
            (1, lambda: ["^", self.number(depth), self.known()]),
            (1, lambda: ["select", self.number(depth), self.small(), self.small()]),
            (1, lambda: ["item", self.row(depth)[0], self.known()] if self.at.may_open else self.small()),
            (1, lambda: ["entry", POINT, self.somewhere("d"), self.somewhere("n")] if self.at.columns else self.small()),
            (1, lambda: self.ranged("min", depth, ends=(2, self.known())) if self.at.may_open else self.small()),
        )

    def entry(self, depth: int) -> Term:
        matrix, columns = self.matrix(depth)
        return ["entry", matrix, self.place(self.at.d, "d"), self.place(columns, "n")]

    def place(self, most: int, size: str) -> Term:
        """An index from 1 to this one, which is the size of this name, at least."""
        inside = [name for name, (low, high) in self.at.variables.items() if low >= 1 and high <= most]
        return self.at.pick(
            (2, lambda: self.chance.randint(1, most)),
            (5, (lambda: ["var", self.chance.choice(inside)]) if inside else None),
            (1, (lambda: param(size)) if self.at.box[size] <= most else None),
        )

    def somewhere(self, size: str) -> Term:
        """An index that may be anything; a literal below 1 is refused as it is written, so it counts from the end."""
        index = self.known()
        return ["-", param(size), 1 - index] if isinstance(index, int) and index < 1 else index

    def ends(self, empty: bool = False) -> tuple[Term, Term, int, int]:
        """A range with the least and the greatest value in it; it may be empty where that is allowed."""
        inner = [name for name, (low, _) in self.at.variables.items() if low >= 1]
        if empty and self.at.happens(0.3):
            high = self.at.n - 1
            return 1, ["-", param("n"), 1], 1, max(high, 1)
        if inner and self.at.happens(0.2):
            name = self.chance.choice(inner)
            return 1, ["var", name], 1, self.at.variables[name][1]
        return self.at.pick(
            (5, lambda: (1, param("n"), 1, self.at.n)),
            (2, lambda: (1, param("d"), 1, self.at.d)),
            (1, lambda: (0, 2, 0, 2)),
            (1, lambda: (["/", 1, 2], 2, 1, 2)),
        )  # type: ignore[no-any-return]

    def ranged(self, operator: str, depth: int, ends: tuple[Term, Term] | None = None) -> Term:
        low, high, least, greatest = (*ends, 1, 2) if ends else self.ends(operator in ("sum", "product"))
        with self.at.opened(least, greatest) as name:
            return [operator, name, low, high, self.number(depth)]

    def modulo(self, depth: int) -> Term:
        """x modulo m, as % is traced."""
        x, divisor = self.number(depth), self.not_zero()
        return ["-", x, flat("*", divisor, ["floor", ["/", x, divisor]])]

    def selected(self, depth: int) -> Term:
        inside = [name for name, (low, high) in self.at.variables.items() if low >= 1 and high <= 3]
        which = ["var", self.chance.choice(inside)] if inside else self.chance.randint(1, 3)
        return ["select", which, self.number(depth), self.number(0), self.number(0)]

    def item(self, depth: int) -> Term:
        row, length = self.row(depth)
        return ["item", row, self.place(length, "n")]

    def over_offsets(self, depth: int) -> Term:
        """An integral of a polynomial, or an end of an interval."""
        operator = self.chance.choice(["integral", "lowest", "highest"])
        side = self.at.pick((3, lambda: 1), (1, lambda: param("n")), (1, lambda: ["/", 1, 2]))
        h = ["entry", ["offsets", "h"], self.place(self.at.d, "d"), self.place(self.at.n, "n")]
        constant = self.entry(0) if self.at.columns else self.known()
        body = self.at.pick(
            (1, lambda: ["^", h, self.chance.randint(1, 3)]),
            (1, lambda: flat("+", h, constant)),
            (1, lambda: ["^", ["-", flat("*", h, constant), h], 2]),
            (1, lambda: flat("*", h, ["-", constant, h])),
            (1, lambda: ["/", h, 3]),
            (1, (lambda: ["/", constant, flat("+", h, 1)]) if operator != "integral" else None),
            (
                1,
                lambda: (
                    ["integral", "h1", 1, flat("*", ["entry", ["offsets", "h1"], 1, 1], h)]
                    if operator == "integral"
                    else constant
                ),
            ),
        )
        return [operator, "h", side, body]

    def real(self) -> Term:
        """A real function of an entry, or of a number."""
        x = self.entry(0) if self.at.columns else self.small()
        return self.at.pick(
            (3, lambda: ["exp", x]),
            (1, lambda: ["exp", ["-", self.small(), x]]),
            (2, lambda: ["log", flat("+", ["^", x, 2], self.chance.choice([1, 2]))]),
            (2, lambda: ["sqrt", flat("+", ["^", x, 2], self.chance.choice([0, 1, 2]))]),
            (1, lambda: ["pi"]),
            (1, lambda: ["log", ["exp", x]]),
            (1, lambda: ["^", ["sqrt", self.chance.choice([2, 3, 5])], 2]),
        )

    # ---- lists and matrices

    def row(self, depth: int) -> tuple[Term, int]:
        """A list and its length."""
        if self.at.columns and self.at.happens(0.3):
            matrix, columns = self.matrix(depth - 1)
            low, high, length = 1, param("d"), self.at.d
            with self.at.opened(low, length) as name:
                return ["dot", ["list", name, low, high, self.known()], matrix], columns
        end, length = self.chance.choice([(param("n"), self.at.n), (param("n"), self.at.n), (2, 2), (3, 3)])
        with self.at.opened(1, length) as name:
            return ["list", name, 1, end, self.number(depth - 1)], length

    def networks(self) -> dict[str, Shape]:
        """The networks that may be spoken of here."""
        return {name: shape for name, shape in self.at.networks.items() if self.at.reals or not shape.real}

    def matrix(self, depth: int) -> tuple[Term, int]:
        """A matrix and the number of its columns."""
        if depth < 0:
            return POINT, self.at.columns
        applied = bool(self.networks())
        return self.at.pick(
            (2, lambda: (POINT, self.at.columns)),
            (5, (lambda: self.applied(depth)) if applied else None),
            (1, (lambda: self.some_columns(depth)) if self.at.columns > 1 else None),
            (4, (lambda: self.permuted(depth)) if self.at.permuting else None),
        )  # type: ignore[no-any-return]

    def some_columns(self, depth: int) -> tuple[Term, int]:
        matrix, columns = self.matrix(depth - 1)
        if columns == 2 * self.at.n and self.at.happens(0.7):  # a half of a pair
            if self.at.happens(0.5):
                return ["columns", matrix, 1, param("n")], self.at.n
            return ["columns", matrix, flat("+", param("n"), 1), flat("*", 2, param("n"))], self.at.n
        low = self.chance.randint(1, columns)
        high = self.chance.randint(low, columns)
        return ["columns", matrix, low, high], high - low + 1

    def permuted(self, depth: int) -> tuple[Term, int]:
        matrix, columns = self.matrix(depth - 1)
        if columns != self.at.n:
            return matrix, columns
        return ["permuted", matrix, "P"], columns

    def applied(self, depth: int) -> tuple[Term, int]:
        name, shape = self.chance.choice(list(self.networks().items()))
        matrix, columns = self.matrix(depth - 1) if self.at.happens(0.2) else (POINT, self.at.columns)
        if shape.columns is not None and columns != shape.columns:
            if self.at.columns < self.at.n:
                return matrix, columns
            matrix, columns = (POINT if self.at.columns == self.at.n else ["columns", POINT, 1, param("n")]), self.at.n
            if columns != shape.columns:
                return matrix, columns
        term = self.at.pick(
            (6, lambda: ["stage", name, "output", matrix]),
            (2, lambda: ["stage", name, self.chance.choice(shape.stages), matrix]),
            (1, lambda: ["stage", name, self.chance.randint(0, shape.items), matrix]),
            (1, lambda: ["after", name, self.chance.randint(0, shape.layers), matrix]),
            (1, (lambda: ["layer", name, self.chance.randint(1, shape.layers), matrix]) if shape.layers else None),
        )
        return term, columns

    # ---- conditions

    def truth(self, depth: int) -> Term:
        """A condition."""
        below = depth - 1
        deep = depth > 0
        may_open = deep and self.at.may_open
        permutes = deep and self.at.columns == self.at.n <= 3 and not self.at.permuting
        return self.at.pick(
            (8, lambda: [self.chance.choice(RELATIONS), self.number(below), self.number(below)]),
            (2, lambda: [self.chance.choice(["in", "not in"]), self.number(below), self.known(), self.number(0)]),
            (2, (lambda: [self.chance.choice(["and", "or"]), self.truth(below), self.truth(below)]) if deep else None),
            (1, (lambda: ["not", self.truth(below)]) if deep else None),
            (2, (lambda: ["implies", self.truth(below), self.truth(below)]) if deep else None),
            (6, (lambda: self.quantified("all", below)) if may_open else None),
            (2, (lambda: self.quantified("any", below)) if may_open else None),
            (1, (lambda: self.permutations(below)) if permutes else None),
            (1, (lambda: ["distinct", self.row(below)[0]]) if may_open and not self.at.reals else None),
            (1, (lambda: self.equal(below)) if deep and self.at.columns else None),
        )

    def quantified(self, operator: str, depth: int) -> Term:
        low, high, least, greatest = self.ends(empty=True)
        with self.at.opened(least, greatest) as name:
            return [operator, name, low, high, self.truth(depth)]

    def permutations(self, depth: int) -> Term:
        self.at.permuting = True
        try:
            fits = {name for name, shape in self.networks().items() if shape.columns in (None, self.at.n)}
            if fits and self.at.happens(0.5):  # equivariance
                name = self.chance.choice(sorted(fits))
                left: Term = ["stage", name, "output", ["permuted", POINT, "P"]]
                return ["permutations", "P", ["=", left, ["permuted", ["stage", name, "output", POINT], "P"]]]
            return ["permutations", "P", self.truth(depth)]
        finally:
            self.at.permuting = False

    def equal(self, depth: int) -> Term:
        """Two matrices, or two lists, of one shape are the same."""
        if self.at.may_open and self.at.happens(0.5):
            (row, length), (other, longer) = self.row(depth), self.row(depth)
            if length == longer:
                return ["=", row, other]
        (matrix, columns), (other, more) = self.matrix(depth), self.matrix(depth)
        return ["=", matrix, other] if columns == more else ["=", matrix, matrix]


def row_variable() -> Any:
    """The row that a point of cells is cut along."""
    return ["var", "row"]


class AffineTerms:
    """Conditions on one real entry, as steps over cells have them."""

    def __init__(self, setting: Setting) -> None:
        self.at, self.chance, self.terms = setting, setting.chance, Terms(setting)

    def number(self, depth: int) -> Term:
        outputs = list(self.at.networks)
        here = ["entry", POINT, row_variable(), 1]
        there = ["entry", ["stage", self.chance.choice(outputs), "output", POINT], row_variable(), 1]
        if depth <= 0:
            return self.at.pick((3, lambda: here), (4, lambda: there), (3, self.terms.small))
        below = depth - 1
        return self.at.pick(
            (3, lambda: self.number(0)),
            (2, lambda: flat("+", self.number(below), self.number(below))),
            (2, lambda: ["-", self.number(below), self.number(below)]),
            (1, lambda: flat("*", self.terms.small(), self.number(below))),
            (1, lambda: ["neg", self.number(below)]),
            (1, lambda: ["/", self.number(below), self.terms.not_zero()]),
            (1, lambda: ["if", self.truth(0), self.number(0), self.number(0)]),
        )

    def truth(self, depth: int) -> Term:
        below = depth - 1
        return self.at.pick(
            (6, lambda: [self.chance.choice(RELATIONS), self.number(1), self.number(1)]),
            (2, lambda: [self.chance.choice(["in", "not in"]), self.number(1), self.terms.small(), self.terms.small()]),
            (1, (lambda: [self.chance.choice(["and", "or"]), self.truth(below), self.truth(below)]) if depth else None),
            (1, (lambda: ["not", self.truth(below)]) if depth else None),
            (2, (lambda: ["implies", self.truth(below), self.truth(below)]) if depth else None),
        )
