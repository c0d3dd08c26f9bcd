"""SMT-LIB expressions with exact constants folded, every compound one given a name once.

A number is an exact rational or an `Expression` of sort Real, a truth value a bool or an `Expression` of sort Bool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, TypeAlias

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational


@dataclass(frozen=True, slots=True)
class Expression:
    """A name that the script declares or defines."""

    text: str

    def __str__(self) -> str:
        return self.text


Number: TypeAlias = Rational | Expression
Truth: TypeAlias = bool | Expression

_HOLDS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    "=": lambda a, b: bool(a == b),
    ">=": lambda a, b: bool(a >= b),
    ">": lambda a, b: bool(a > b),
}


def literal(value: Rational) -> str:
    """A rational as SMT-LIB writes it: `3.0`, `(- (/ 1.0 2.0))`."""
    value = mpq(value)
    size = f"{abs(value.numerator)}.0"
    if value.denominator != 1:
        size = f"(/ {size} {value.denominator}.0)"
    return f"(- {size})" if value < 0 else size


def known(value: Any) -> bool:
    """Whether a number or a truth value is a constant."""
    return not isinstance(value, Expression)


class Script:
    """The lines of an SMT-LIB script so far. Expressions that are written alike are the same, and named once."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.nonlinear = False
        """Whether two numbers that are not constant are multiplied somewhere."""
        self._named: dict[str, Expression] = {}

    def comment(self, text: str) -> None:
        """A line for people."""
        self.lines.append(f"; {text}")

    def declare(self, name: str, sort: str) -> Expression:
        """A constant to be found by the solver."""
        self.lines.append(f"(declare-const {name} {sort})")
        return Expression(name)

    def require(self, condition: Truth) -> None:
        """An assertion."""
        self.lines.append(f"(assert {self.truth_text(condition)})")

    def named(self, name: str, value: Number) -> Number:
        """The same value under a name that people can read, where it is not a constant."""
        if known(value):
            return value
        self.lines.append(f"(define-fun {name} () Real {value})")
        return Expression(name)

    def text(self, value: Number) -> str:
        """A number as it stands in an expression."""
        return str(value) if isinstance(value, Expression) else literal(value)

    def truth_text(self, value: Truth) -> str:
        """A truth value as it stands in an expression."""
        return str(value) if isinstance(value, Expression) else ("true" if value else "false")

    def _define(self, sort: str, text: str) -> Expression:
        if text not in self._named:
            name = Expression(f"{'x' if sort == 'Real' else 'p'}!{len(self._named)}")
            self.lines.append(f"(define-fun {name} () {sort} {text})")
            self._named[text] = name
        return self._named[text]

    # numbers

    def real(self, integer: Expression) -> Expression:
        """An integer constant of the script as a Real."""
        return self._define("Real", f"(to_real {integer})")

    def add(self, *summands: Number) -> Number:
        """The sum."""
        constant = sum((value for value in summands if not isinstance(value, Expression)), mpq(0))
        open_ones = [str(value) for value in summands if isinstance(value, Expression)]
        if not open_ones:
            return constant
        parts = open_ones + ([literal(constant)] if constant else [])
        return Expression(parts[0]) if len(parts) == 1 else self._define("Real", f"(+ {' '.join(parts)})")

    def multiply(self, *factors: Number) -> Number:
        """The product."""
        constant = reduce(lambda a, b: a * b, (value for value in factors if not isinstance(value, Expression)), mpq(1))
        open_ones = [str(value) for value in factors if isinstance(value, Expression)]
        if not open_ones or not constant:
            return constant
        self.nonlinear = self.nonlinear or len(open_ones) > 1
        parts = ([literal(constant)] if constant != 1 else []) + open_ones
        return Expression(parts[0]) if len(parts) == 1 else self._define("Real", f"(* {' '.join(parts)})")

    def divide(self, a: Number, b: Number) -> Number:
        """a / b; what it is where b = 0 is for the script to exclude."""
        if not isinstance(b, Expression):
            return self.multiply(a, 1 / b)
        self.nonlinear = True
        return self._define("Real", f"(/ {self.text(a)} {b})")

    def subtract(self, a: Number, b: Number) -> Number:
        """a - b."""
        return mpq(0) if a == b else self.add(a, self.multiply(mpq(-1), b))

    def dot(self, weights: Sequence[Number], values: Sequence[Number]) -> Number:
        """The sum of the products."""
        return self.add(*(self.multiply(weight, value) for weight, value in zip(weights, values, strict=True)))

    def floor(self, value: Number) -> Number:
        """The greatest integer that is not greater."""
        if not isinstance(value, Expression):
            return mpq(value.numerator // value.denominator)
        return self._define("Real", f"(to_real (to_int {value}))")

    def choose(self, condition: Truth, a: Number, b: Number) -> Number:
        """a where the condition is true, b elsewhere."""
        if not isinstance(condition, Expression):
            return a if condition else b
        return a if a == b else self._define("Real", f"(ite {condition} {self.text(a)} {self.text(b)})")

    def greatest(self, values: Iterable[Number]) -> Number:
        """The greatest of at least one number."""
        return reduce(lambda a, b: self.choose(self.compare(">=", a, b), a, b), values)

    def least(self, values: Iterable[Number]) -> Number:
        """The least of at least one number."""
        return reduce(lambda a, b: self.choose(self.compare("<=", a, b), a, b), values)

    # truth values

    def compare(self, relation: str, a: Number, b: Number) -> Truth:
        """a relation b, for <, <=, =, >=, > and !=."""
        if relation == "!=":
            return self.negate(self.compare("=", a, b))
        if a == b:
            return relation in ("<=", "=", ">=")
        if known(a) and known(b):
            return _HOLDS[relation](a, b)
        return self._define("Bool", f"({relation} {self.text(a)} {self.text(b)})")

    def negate(self, value: Truth) -> Truth:
        """not value."""
        return self._define("Bool", f"(not {value})") if isinstance(value, Expression) else not value

    def all_of(self, values: Iterable[Truth]) -> Truth:
        """Whether all are true."""
        return self._joined("and", False, values)

    def any_of(self, values: Iterable[Truth]) -> Truth:
        """Whether one is true."""
        return self._joined("or", True, values)

    def _joined(self, operator: str, decisive: bool, values: Iterable[Truth]) -> Truth:
        every = list(values)
        if any(value is decisive for value in every):
            return decisive
        parts = list(dict.fromkeys(str(value) for value in every if isinstance(value, Expression)))
        if not parts:
            return not decisive
        return Expression(parts[0]) if len(parts) == 1 else self._define("Bool", f"({operator} {' '.join(parts)})")
