"""What a user writes for an entry of f, read as a formula: sympy's syntax, never run.

Python's parser makes the tree; only the nodes named here are read, everything else is refused in one sentence.

The entries of X are called x11, x_1_2 or x[1, 2]; with one row also x1, ..., xn.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from gmpy2 import mpq

from exactua.arithmetic.number_reading import as_fraction, rational_of_file
from exactua.errors import InputError
from exactua.targets import formulas
from exactua.targets.formulas import Always, Condition, Constant, Entry, Formula, walk
from exactua.targets.syntax import INEXACT, MOST_NODES, Words, source_of
from exactua.targets.target import one_line

_PLAIN: Final = re.compile(r"x([1-9][0-9]{0,5})")
_UNDERSCORED: Final = re.compile(r"x_([1-9][0-9]{0,5})_([1-9][0-9]{0,5})")


def entry_named(name: str, d: int, n: int) -> tuple[int, int] | None:
    """Row and column, from 1, of the entry of X that `name` names; None where it names none."""
    if match := _UNDERSCORED.fullmatch(name):
        return _inside(int(match[1]), int(match[2]), d, n)
    if match := _PLAIN.fullmatch(name):
        digits = match[1]
        if d == 1 and int(digits) <= n:
            return 1, int(digits)
        if d <= 9 and n <= 9 and len(digits) == 2:
            return _inside(int(digits[0]), int(digits[1]), d, n)
    return None


def _inside(i: int, j: int, d: int, n: int) -> tuple[int, int] | None:
    return (i, j) if 1 <= i <= d and 1 <= j <= n else None


def valid_names(d: int, n: int) -> str:
    """The names of the entries for a message: "x1, x2" or "x11, ..., x22"."""
    if d == 1:
        names = [f"x{j}" for j in range(1, n + 1)]
    elif d <= 9 and n <= 9:
        names = [f"x{i}{j}" for i in range(1, d + 1) for j in range(1, n + 1)]
    else:
        names = [f"x_{i}_{j}" for i in range(1, d + 1) for j in range(1, n + 1)]
    return ", ".join(names) if len(names) <= 6 else f"{names[0]}, ..., {names[-1]}"


NUMBERS: Final = ("Rational", "Integer", "Fraction", "S")
GREATEST: Final = ("Max", "max")
LEAST: Final = ("Min", "min")
ABSOLUTE: Final = ("Abs", "abs")
SUMS: Final = ("sum", "prod")
RELATIONS: Final = {"Eq": ast.Eq, "Ne": ast.NotEq, "Lt": ast.Lt, "Le": ast.LtE, "Gt": ast.Gt, "Ge": ast.GtE}
FUNCTIONS: Final = "Max, Min, Abs, Piecewise, Rational, sum and prod"


Repeated = TypeVar("Repeated", bound=Formula | Condition)


class Reader(Words):
    """Reads trees as formulas in the entries of a d x n matrix, for entry (i, j) of f.

    Raises InputError, in one sentence, for whatever has no exact value or is no part of an expression.
    """

    def __init__(self, text: str, d: int, n: int, names: Mapping[str, int] | None = None, argument: str = "f") -> None:
        super().__init__(text, argument)
        self.d, self.n = d, n
        self.names = dict(names or {})
        self.entries = True
        self.numbers: dict[str, Formula] = {}

    def formula(self, node: ast.expr, depth: int = 0) -> Formula:
        """The formula that the tree writes."""
        self.count(depth)
        match node:
            case ast.Constant(value):
                return self._number(node, value)
            case ast.Name(name):
                return self._named(node, name)
            case ast.Subscript(ast.Name("x"), index) if self.entries:
                return self._entry(node, index)
            case ast.UnaryOp(ast.USub(), operand):
                return formulas.negative(self.formula(operand, depth + 1))
            case ast.UnaryOp(ast.UAdd(), operand):
                return self.formula(operand, depth + 1)
            case ast.BinOp(_, ast.Add() | ast.Sub(), _):
                return formulas.plus(self._spine(node, depth))
            case ast.BinOp(_, ast.Mult() | ast.Div(), _):
                return self._product(node, depth)
            case ast.BinOp(base, ast.Pow(), exponent):
                return self._power(node, base, exponent, depth)
            case ast.BinOp(_, ast.BitXor(), _):
                raise self.refused(node, "^ is not a power here; write **, such as x1**2")
            case ast.IfExp(condition, then, otherwise):
                pairs = ((self.condition(condition, depth + 1), self.formula(then, depth + 1)),
                         (Always(True), self.formula(otherwise, depth + 1)))  # fmt: skip
                return formulas.cases(pairs)
            case ast.Call(ast.Name(function), arguments, keywords) if not keywords:
                return self._call(node, function, arguments, depth)
        raise self.refused(node, "it is not a part of an expression")

    def _number(self, node: ast.expr, value: object) -> Formula:
        if isinstance(value, float):
            shown = source_of(node, self.text)
            if 0 < value < 10**300 and len(shown) < 20:
                rational_of_file(value, self.argument)
            cut = shown if len(shown) <= 40 else shown[:37] + "..."
            raise InputError(
                f"{self.argument}: {cut} is a decimal number; write it as a fraction: {as_fraction(shown)}"
            )
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refused(node, "write integers and fractions such as 1/2")
        return formulas.plus([Constant(mpq(value))])

    def _named(self, node: ast.Name, name: str) -> Formula:
        if name in self.names:
            return Constant(mpq(self.names[name]))
        if name in self.numbers:
            return self.numbers[name]
        if self.entries and (place := entry_named(name, self.d, self.n)):
            return Entry(*place)
        if INEXACT.fullmatch(name):
            raise self.inexact(name)
        valid = valid_names(self.d, self.n) if self.entries else ", ".join(self.numbers)
        raise InputError(f"{self.argument}: {one_line(name)} is not a variable; valid are {valid}")

    def _entry(self, node: ast.expr, index: ast.expr) -> Formula:
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        if len(parts) == 1 and self.d == 1:
            i, j = 1, self.integer(parts[0])
        elif len(parts) == 2:
            i, j = self.integer(parts[0]), self.integer(parts[1])
        else:
            raise self.refused(node, "write x[row, column]")
        if not (1 <= i <= self.d and 1 <= j <= self.n):
            raise self.refused(node, f"X has rows 1 to {self.d} and columns 1 to {self.n}, but this is x[{i}, {j}]")
        return Entry(i, j)

    def integer(self, node: ast.expr) -> int:
        """The integer that an index writes."""
        value = self.formula(node)
        if not isinstance(value, Constant) or value.value.denominator != 1:
            raise self.refused(node, "an index is an integer made of i, j, d, n and the names in a sum")
        if abs(value.value) > 10**6:
            raise self.refused(node, "an index is at most 1,000,000")
        return int(value.value)

    def _spine(self, node: ast.expr, depth: int) -> Iterator[Formula]:
        parts: list[tuple[bool, ast.expr]] = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            parts.append((isinstance(node.op, ast.Sub), node.right))
            node = node.left
        yield self.formula(node, depth + 1)
        for subtracted, right in reversed(parts):
            part = self.formula(right, depth + 1)
            yield formulas.negative(part) if subtracted else part

    def _product(self, node: ast.expr, depth: int) -> Formula:
        parts: list[tuple[bool, ast.expr]] = []
        whole = node
        while isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div)):
            parts.append((isinstance(node.op, ast.Div), node.right))
            node = node.left
        numerator: list[Formula] = [self.formula(node, depth + 1)]
        denominator: list[Formula] = []
        for divided, right in reversed(parts):
            (denominator if divided else numerator).append(self.formula(right, depth + 1))
        if not denominator:
            return formulas.times(numerator)
        return self._divided(whole, formulas.times(numerator), formulas.times(denominator))

    def _divided(self, node: ast.expr, numerator: Formula, denominator: Formula) -> Formula:
        try:
            return formulas.over(numerator, denominator)
        except ZeroDivisionError:
            raise InputError(f"{self.argument}: {self.source(node)} is infinite: it divides by 0") from None

    def _power(self, node: ast.expr, base: ast.expr, exponent: ast.expr, depth: int) -> Formula:
        value = self.formula(exponent, depth + 1)
        if not isinstance(value, Constant):
            raise self.inexact(self.source(node))
        if value.value.denominator != 1:
            raise self.inexact(self.source(node))
        raised = self.formula(base, depth + 1)
        try:
            return formulas.power(raised, int(value.value))
        except ZeroDivisionError:
            raise InputError(f"{self.argument}: {self.source(node)} is infinite: it divides by 0") from None

    def _call(self, node: ast.expr, function: str, arguments: Sequence[ast.expr], depth: int) -> Formula:
        if function in NUMBERS:
            return self._rational(node, function, arguments)
        if function in GREATEST or function in LEAST:
            parts = list(self._several(arguments, depth))
            if not parts:
                raise self.refused(node, f"{function} needs at least one argument")
            return formulas.greatest(parts) if function in GREATEST else formulas.least(parts)
        if function in ABSOLUTE and len(arguments) == 1:
            return formulas.absolute(self.formula(arguments[0], depth + 1))
        if function == "sign" and len(arguments) == 1:
            return formulas.sign(self._repeated(self.formula(arguments[0], depth + 1)))
        if function == "Piecewise" and arguments:
            return formulas.cases([self._case(argument, depth) for argument in arguments])
        if function in SUMS and len(arguments) == 1:
            if not isinstance(arguments[0], (ast.GeneratorExp, ast.ListComp, ast.List, ast.Tuple)):
                raise self.refused(node, f"write {function}(x[k, l] for k in rows for l in columns)")
            parts = list(self._several(arguments, depth))
            return formulas.plus(parts) if function == "sum" else formulas.times(parts)
        if INEXACT.fullmatch(function):
            raise self.inexact(function)
        if function in (*ABSOLUTE, *SUMS, "Piecewise"):
            raise self.refused(node, f"{function} takes {'cases' if function == 'Piecewise' else 'one argument'}")
        raise InputError(f"{self.argument}: {one_line(function)} is not a known function; valid are {FUNCTIONS}")

    def _rational(self, node: ast.expr, function: str, arguments: Sequence[ast.expr]) -> Formula:
        if len(arguments) == 1 and isinstance(arguments[0], ast.Constant) and isinstance(arguments[0].value, str):
            return formulas.plus([Constant(rational_of_file(arguments[0].value, self.argument))])
        parts = [self.formula(argument) for argument in arguments]
        if not 1 <= len(parts) <= 2 or not all(isinstance(part, Constant) for part in parts):
            raise self.refused(node, f"{function} takes one or two integers")
        return parts[0] if len(parts) == 1 else self._divided(node, *parts)

    def _several(self, arguments: Sequence[ast.expr], depth: int) -> Iterator[Formula]:
        """The formulas of arguments: each of them, or of one comprehension or list every element."""
        only = arguments[0] if len(arguments) == 1 else None
        if isinstance(only, (ast.GeneratorExp, ast.ListComp)):
            element = only.elt
            yield from self._bound(only.generators, lambda: self.formula(element, depth + 1), depth)
        else:
            listed = only.elts if isinstance(only, (ast.List, ast.Tuple)) else arguments
            yield from (self.formula(argument, depth + 1) for argument in listed)

    def _bound(
        self, generators: Sequence[ast.comprehension], body: Callable[[], Formula], depth: int
    ) -> Iterator[Formula]:
        """The bodies for all values of the names that `for` binds, those that pass every `if`."""
        if not generators:
            yield body()
            return
        first, rest = generators[0], generators[1:]
        if not isinstance(first.target, ast.Name) or first.is_async:
            raise self.refused(first.target, "write `for k in rows` or `for k in columns`")
        name = first.target.id
        if name in ("d", "n", "rows", "columns", "x") or entry_named(name, self.d, self.n):
            raise self.refused(first.target, "this name has a meaning already; take another")
        outer = self.names.get(name)
        try:
            for value in self._range(first.iter):
                self.names[name] = value
                self.count()
                if all(self._decided(condition, depth) for condition in first.ifs):
                    yield from self._bound(rest, body, depth)
        finally:
            if outer is None:
                self.names.pop(name, None)
            else:
                self.names[name] = outer

    def _range(self, node: ast.expr) -> range:
        match node:
            case ast.Name("rows"):
                return range(1, self.d + 1)
            case ast.Name("columns"):
                return range(1, self.n + 1)
            case ast.Call(ast.Name("range"), [only], []):
                values = range(self.integer(only))
            case ast.Call(ast.Name("range"), [first, behind], []):
                values = range(self.integer(first), self.integer(behind))
            case _:
                raise self.refused(node, "a name runs over rows, columns or range(first, last + 1)")
        if len(values) > MOST_NODES:
            raise self.refused(node, f"a range has at most {MOST_NODES:,} values")
        return values

    def _decided(self, node: ast.expr, depth: int) -> bool:
        condition = self.condition(node, depth + 1)
        if not isinstance(condition, Always):
            raise self.refused(node, "an `if` inside a sum compares indices, not entries of X")
        return condition.value

    def _repeated(self, node: Repeated) -> Repeated:
        """A formula or condition that is written once and stands in several places: its size counts anew."""
        for _ in walk(node):
            self.count()
        return node

    def _case(self, node: ast.expr, depth: int) -> tuple[Condition, Formula]:
        if not isinstance(node, (ast.Tuple, ast.List)) or len(node.elts) != 2:
            raise self.refused(node, "a case of Piecewise is written (expression, condition)")
        return self.condition(node.elts[1], depth + 1), self.formula(node.elts[0], depth + 1)

    def condition(self, node: ast.expr, depth: int = 0) -> Condition:
        """The condition that the tree writes."""
        self.count(depth)
        match node:
            case ast.Constant(bool(value)):
                return Always(value)
            case ast.Name("true" | "false" as name):
                return Always(name == "true")
            case ast.Compare(left, operators, others):
                sides = [self._repeated(self.formula(side, depth + 1)) for side in (left, *others)]
                pairs = zip(sides, operators, sides[1:], strict=False)
                return formulas.both([self._compared(node, type(sign), a, b) for a, sign, b in pairs])
            case ast.Call(ast.Name(name), [left, right], []) if name in RELATIONS:
                return self._compared(
                    node, RELATIONS[name], self.formula(left, depth + 1), self.formula(right, depth + 1)
                )
            case ast.BoolOp(ast.And(), parts) | ast.Call(ast.Name("And"), parts, []):
                return formulas.both([self.condition(part, depth + 1) for part in parts])
            case ast.BoolOp(ast.Or(), parts) | ast.Call(ast.Name("Or"), parts, []):
                return formulas.either([self.condition(part, depth + 1) for part in parts])
            case ast.BinOp(left, ast.BitAnd(), right):
                return formulas.both([self.condition(left, depth + 1), self.condition(right, depth + 1)])
            case ast.BinOp(left, ast.BitOr(), right):
                return formulas.either([self.condition(left, depth + 1), self.condition(right, depth + 1)])
            case ast.UnaryOp(ast.Not() | ast.Invert(), part) | ast.Call(ast.Name("Not"), [part], []):
                return formulas.opposite(self.condition(part, depth + 1))
            case ast.Call(ast.Name("ITE"), [asked, then, otherwise], []) | ast.IfExp(asked, then, otherwise):
                first = self._repeated(self.condition(asked, depth + 1))
                chosen = formulas.both([first, self.condition(then, depth + 1)])
                other = formulas.both([formulas.opposite(first), self.condition(otherwise, depth + 1)])
                return formulas.either([chosen, other])
        raise self.refused(node, "a condition compares expressions, such as x1 < 1/2")

    def _compared(self, node: ast.expr, sign: type, a: Formula, b: Formula) -> Condition:
        if sign is ast.GtE:
            return formulas.at_least(a, b)
        if sign is ast.LtE:
            return formulas.at_least(b, a)
        if sign is ast.Lt:
            return formulas.opposite(formulas.at_least(a, b))
        if sign is ast.Gt:
            return formulas.opposite(formulas.at_least(b, a))
        if sign is ast.Eq:
            return formulas.equal(a, b)
        if sign is ast.NotEq:
            return formulas.opposite(formulas.equal(a, b))
        raise self.refused(node, "compare with <, <=, >, >=, == or !=")
