"""Terms as sympy expressions, to be read, changed and printed there: sympy decides nothing here.

Parameters, definitions and bound variables are symbols, L_(i, j) is `L[i, j]`, a sum over a range is a `Sum`, a choice
a `Piecewise`. A range of known integers is written out. Relations stay as they are written (`evaluate=False`), numbers
are put together as sympy does it. sympy is imported where a term is read.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from exactua.plurals import counted
from exactua.terms.language import OF_NETWORKS, QUANTIFIERS, Kind, Term, TermError, make
from exactua.terms.printing import modulo, text

MOST_WRITTEN_OUT: Final = 1_000
"""Values of a range, or pairs of a list, that are written out."""
MOST_BITS: Final = 100_000
"""Bits of a number that is a power."""


class NoSympyForm(TermError):
    """A term has no form in sympy; the sentence says which part of it, and what would help."""


class Reader:
    """Reads terms, with what their names stand for in sympy.

    `numbers` has parameters and definitions: symbols, or numbers where they are known. `shorthand` gives names to whole
    terms that stay as they are: operands. `letter` is what the point is called, which is so many `matrices` of n
    columns beside each other; what a network makes of a matrix is a matrix with a name.
    """

    def __init__(
        self,
        numbers: Mapping[str, Any],
        shorthand: Mapping[Term, Any] | None = None,
        letter: str = "L",
        matrices: int = 1,
    ) -> None:
        import sympy

        self.sympy: Any = sympy
        self.numbers, self.shorthand = numbers, dict(shorthand or {})
        self.letter, self.matrices = letter, matrices
        self.variables: dict[str, Any] = {}
        self._taken = {str(symbol) for symbol in (*numbers.values(), *self.shorthand.values())}

    def __call__(self, term: Term) -> Any:
        """The number or the condition as an expression, a list as a tuple of them.

        Raises NoSympyForm for what has no form; of a list, also where its length is not known.
        """
        if term.kind is Kind.MATRIX:
            raise NoSympyForm(f"the matrix {self._words(term)} has a form entry by entry only")
        if term.kind is Kind.LIST:
            return tuple(self._items(term))
        return self._read(term)

    @contextmanager
    def bound(self, term: Term) -> Iterator[tuple[Any, Any, Any]]:
        """The variable of a quantifier or a sum with the ends of its range, while its body is read."""
        low, high = self._ends(term)
        with self._with(term.names[0], self._variable(term.names[0], low)) as symbol:
            yield symbol, low, high

    @contextmanager
    def index(self, name: str) -> Iterator[Any]:
        """A symbol for a place, from 1, that nothing else has while `part` is asked for what stands there."""
        with self._with(f" {name}", self._variable(name, self.sympy.Integer(1))) as symbol:
            yield symbol

    def part(self, term: Term, *places: Any) -> Any:
        """The number at a place of a list, or at a row and a column of a matrix. Raises NoSympyForm as a call does."""
        return self._item_of(term, *places) if term.kind is Kind.LIST else self._entry_of(term, *places)

    def _read(self, term: Term) -> Any:
        if term in self.shorthand and term.kind in (Kind.NUMBER, Kind.TRUTH):
            return self.shorthand[term]
        if (parts := modulo(term)) is not None:
            x, y = map(self._read, parts)
            if y == 0:
                raise self._none(term, "what is divided by is 0")
            return self.sympy.Mod(x, y)
        if (function := _FUNCTIONS.get(term.operator)) is not None:
            return function(self.sympy, *map(self._read, term.arguments))
        method = getattr(self, "_" + _METHODS.get(term.operator, ""), None)
        if method is None:
            raise self._none(term, f"sympy has no form of {term.operator!r}")
        return method(term)

    def _none(self, term: Term, why: str) -> NoSympyForm:
        return NoSympyForm(f"{self._words(term)} has no form in sympy: {why}")

    def _words(self, term: Term) -> str:
        names = {whole: str(symbol) for whole, symbol in self.shorthand.items()}
        shown = text(term, {make("point"): self.letter, **names})
        return shown if len(shown) <= 80 else f"{shown[:77]}..."

    # numbers

    def _integer(self, term: Term) -> Any:
        return self.sympy.Integer(term.value)

    def _name(self, term: Term) -> Any:
        name = term.names[0]
        if term.operator == "var":
            if name not in self.variables:
                self.variables[name] = self.sympy.Symbol(name, integer=True, positive=True)
            return self.variables[name]
        if name not in self.numbers:
            raise self._none(term, f"nothing is called {name} here")
        return self.numbers[name]

    def _quotient(self, term: Term) -> Any:
        above, below = map(self._read, term.arguments)
        if below == 0:
            raise self._none(term, "what is divided by is 0")
        return above / below

    def _power(self, term: Term) -> Any:
        base, exponent = map(self._read, term.arguments)
        if exponent.is_number:
            if not exponent.is_Integer or exponent < 0:
                raise self._none(term, f"its exponent {exponent} is not an integer >= 0")
            size = max(abs(base.p), base.q).bit_length() if base.is_Rational else 0
            if max(size, 1) * int(exponent) > MOST_BITS:
                raise self._none(term, f"its exponent is {exponent}")
        return base**exponent

    def _choice(self, term: Term) -> Any:
        condition, then, otherwise = term.arguments
        asked = self._read(condition)
        if any(part.has(self.sympy.Piecewise) for part in asked.atoms(self.sympy.Sum, self.sympy.Product)):
            raise self._none(term, "sympy takes the choice in a sum of its condition out of that sum")
        try:
            return self.cases([(self._read(then), asked), (self._read(otherwise), self.sympy.true)])
        except NotImplementedError:
            raise self._none(term, "sympy can't have a table, which has no value elsewhere, in a condition") from None

    def cases(self, cases: Sequence[tuple[Any, Any]]) -> Any:
        """The first value whose condition is true; conditions between known numbers are looked at."""
        kept: list[tuple[Any, Any]] = []
        for value, condition in cases:
            known = self.settled(condition)
            if known is not self.sympy.false:
                kept.append((value, known))
            if known is self.sympy.true:
                break
        return kept[0][0] if kept[0][1] is self.sympy.true else self.sympy.Piecewise(*kept, evaluate=False)

    def settled(self, condition: Any) -> Any:
        """The condition, with relations between rational numbers as true or false."""
        if condition.is_Relational:
            return condition.func(*condition.args) if all(side.is_Rational for side in condition.args) else condition
        parts = [self.settled(part) for part in condition.args] if condition.is_Boolean else []
        if not parts or not any(part in (self.sympy.true, self.sympy.false) for part in parts):
            return condition
        return condition.func(*parts)

    def _selected(self, term: Term) -> Any:
        number, *values = term.arguments
        index, numbers = self._read(number), [self._read(value) for value in values]
        if index.is_number:
            return self._at(term, numbers, index)
        cases = [(value, self.sympy.Eq(index, k, evaluate=False)) for k, value in enumerate(numbers, 1)]
        return self.sympy.Piecewise(*cases, evaluate=False)

    def _at(self, term: Term, values: Sequence[Any], index: Any) -> Any:
        if not index.is_Integer or not 1 <= index <= len(values):
            raise self._none(term, f"its index {index} is not one of 1, ..., {len(values)}")
        return values[int(index) - 1]

    def _quantity(self, term: Term) -> Any:
        return self.sympy.Symbol(f"{term.names[1]} of {term.names[0]}", integer=True, nonnegative=True)

    # conditions

    def _compared(self, term: Term) -> Any:
        left, right = term.arguments
        if left.kind is Kind.NUMBER:
            relation = getattr(self.sympy, _RELATIONS[term.operator])
            return relation(self._read(left), self._read(right), evaluate=False)
        pairs = self._pairs(left, right, self._entries if left.kind is Kind.MATRIX else self._items)
        same = self._all_of([self.sympy.Eq(a, b, evaluate=False) for a, b in pairs])
        return same if term.operator == "=" else self.sympy.Not(same, evaluate=False)

    def _pairs(self, left: Term, right: Term, parts: Callable[[Term], list[Any]]) -> list[tuple[Any, Any]]:
        first, second = parts(left), parts(right)
        if len(first) != len(second):
            raise self._none(
                left, (f"it has {counted(len(first), 'entry')}, but what it is compared with has {len(second)}")
            )
        return list(zip(first, second, strict=True))

    def _inside(self, term: Term) -> Any:
        x, low, high = map(self._read, term.arguments)
        if term.operator == "in":
            return self._all_of([self.sympy.Le(low, x, evaluate=False), self.sympy.Le(x, high, evaluate=False)])
        outside = [self.sympy.Lt(x, low, evaluate=False), self.sympy.Gt(x, high, evaluate=False)]
        return self.sympy.Or(*outside, evaluate=False)

    def _all_of(self, conditions: Sequence[Any]) -> Any:
        if len(conditions) == 1:
            return conditions[0]
        return self.sympy.And(*conditions, evaluate=False) if conditions else self.sympy.true

    def _distinct(self, term: Term) -> Any:
        values = self._items(term.arguments[0])
        if len(values) ** 2 > 2 * MOST_WRITTEN_OUT:
            raise self._none(term, f"it has {len(values)} numbers, too many to compare in pairs")
        pairs = itertools.combinations(values, 2)
        return self._all_of([self.sympy.Ne(a, b, evaluate=False) for a, b in pairs])

    def _permutations(self, term: Term) -> Any:
        n = self.numbers.get("n")
        if n is None or not n.is_Integer or n > 4:
            raise self._none(term, "all orders of n columns are written out for n <= 4; give n a value")
        conditions = []
        for order in itertools.permutations(range(1, int(n) + 1)):
            with self._with(term.names[0], order):
                conditions.append(self._read(term.arguments[0]))
        return self._all_of(conditions)

    # ranges

    def _ends(self, term: Term) -> tuple[Any, Any]:
        """The least and the greatest integer of a range."""
        low, high = map(self._read, term.arguments[:2])
        low = low if low.is_integer else self.sympy.ceiling(low)
        return low, high if high.is_integer else self.sympy.floor(high)

    def _variable(self, name: str, low: Any) -> Any:
        """A symbol for a bound variable, by another name where something around it has this one."""
        around = {str(symbol) for symbol in self.variables.values()} | self._taken
        names = itertools.chain([name], (f"{name}{k}" for k in itertools.count(2)))
        least = {"positive": True} if low.is_positive else {"nonnegative": True} if low.is_nonnegative else {}
        return self.sympy.Symbol(next(free for free in names if free not in around), integer=True, **least)

    @contextmanager
    def _with(self, name: str, value: Any) -> Iterator[Any]:
        outer = self.variables.get(name)
        self.variables[name] = value
        try:
            yield value
        finally:
            del self.variables[name]
            if outer is not None:
                self.variables[name] = outer

    def _written_out(self, term: Term) -> list[Any] | None:
        """The body for each value of a known range; None where the range is not known."""
        low, high = self._ends(term)
        if not (low.is_Integer and high.is_Integer):
            return None
        if high - low >= MOST_WRITTEN_OUT:
            raise self._none(term, f"its range has {high - low + 1} values; at most {MOST_WRITTEN_OUT} are written out")
        values = []
        for value in range(int(low), int(high) + 1):
            with self._with(term.names[0], self.sympy.Integer(value)):
                values.append(self._read(term.arguments[2]))
        return values

    def _total(self, term: Term) -> Any:
        is_sum = term.operator == "sum"
        values = self._written_out(term)
        if values is not None:
            return self.sympy.Add(*values) if is_sum else self.sympy.Mul(*values)
        with self.bound(term) as (symbol, low, high):
            body = self._read(term.arguments[2])
        over = (self.sympy.Sum if is_sum else self.sympy.Product)(body, (symbol, low, high))
        if (high - low + 1).is_nonnegative:
            return over
        # over an empty range sympy counts backwards, and here it is 0 or 1
        nothing = self.sympy.Integer(0 if is_sum else 1)
        return self.cases([(over, self.sympy.Le(low, high, evaluate=False)), (nothing, self.sympy.true)])

    def _of_range(self, term: Term) -> Any:
        """An extreme, or a quantifier: of a known range alone."""
        values = self._written_out(term)
        if values is None:
            kind = "quantifiers" if term.operator in QUANTIFIERS else f"{term.operator} over a range of unknown length"
            raise self._none(term, f"sympy has no {kind}; give the parameters of its range a value")
        match term.operator:
            case "all":
                return self._all_of(values)
            case "any":
                return self.sympy.Or(*values, evaluate=False) if len(values) != 1 else values[0]
        if not values:
            raise self._none(term, "its range is empty")
        extreme = self.sympy.Min if term.operator == "min" else self.sympy.Max
        return extreme(*values, evaluate=all(value.is_Rational for value in values))

    # lists and matrices

    def _items(self, term: Term) -> list[Any]:
        """The numbers of a list whose length is known."""
        if term.operator == "list" and term not in self.shorthand:
            values = self._written_out(term)
        else:
            count = self._length(term)
            values = None if count is None else [self._item_of(term, self.sympy.Integer(k + 1)) for k in range(count)]
        if values is None:
            raise self._none(term, "its length is not known; give the parameters a value")
        return values

    def _length(self, term: Term) -> int | None:
        """How many numbers a list has, where that is known."""
        if term.operator == "list":
            low, high = self._ends(term)
            count = high - low + 1
        else:
            count = self._shape(term.arguments[1])[1] if term.operator == "dot" else None
        return int(count) if count is not None and count.is_Integer else None

    def _item(self, term: Term) -> Any:
        return self._item_of(term.arguments[0], self._read(term.arguments[1]))

    def _item_of(self, values: Term, index: Any) -> Any:
        """The number at an index, from 1, of a list."""
        if values in self.shorthand:
            return self.shorthand[values][index]
        if values.operator == "list":
            low, high = self._ends(values)
            if all(number.is_Integer for number in (low, high, index)) and not 1 <= index <= high - low + 1:
                raise self._none(values, f"its index {index} is not one of 1, ..., {high - low + 1}")
            with self._with(values.names[0], low + index - 1):
                return self._read(values.arguments[2])
        if values.operator == "dot":
            u, matrix = values.arguments
            d = self.numbers.get("d")
            if d is None:
                raise self._none(values, "the number of rows is not known")
            if d.is_Integer:
                rows = map(self.sympy.Integer, range(1, int(d) + 1))
                return self.sympy.Add(*(self._item_of(u, i) * self._entry_of(matrix, i, index) for i in rows))
            with self._with("i", self._variable("i", self.sympy.Integer(1))) as i:
                return self.sympy.Sum(self._item_of(u, i) * self._entry_of(matrix, i, index), (i, 1, d))
        raise self._none(values, "it is a list that a fold carries from point to point")

    def _entry(self, term: Term) -> Any:
        matrix, i, j = term.arguments
        return self._entry_of(matrix, self._read(i), self._read(j))

    def _entry_of(self, matrix: Term, i: Any, j: Any) -> Any:
        if matrix in self.shorthand:
            return self.shorthand[matrix][i, j]
        match matrix.operator:
            case "point":
                return self._matrix(self.letter)[i, j]
            case "columns":
                return self._entry_of(matrix.arguments[0], i, self._read(matrix.arguments[1]) + j - 1)
            case "permuted":
                order = self.variables.get(matrix.names[0])
                if order is None:
                    raise self._none(matrix, f"the permutation {matrix.names[0]} is not known")
                return self._entry_of(matrix.arguments[0], i, self.sympy.Integer(self._at(matrix, order, j)))
            case operator if operator in OF_NETWORKS and not matrix.free:
                return self._matrix(text(matrix, {make("point"): self.letter}))[i, j]
            case operator if operator in OF_NETWORKS:
                raise self._none(matrix, "which state it is varies")
        raise self._none(matrix, "it is an integral's, over matrices")

    def _matrix(self, name: str) -> Any:
        return self.sympy.IndexedBase(name, real=True)

    def _shape(self, matrix: Term) -> tuple[Any, Any]:
        """Its numbers of rows and columns; None for one that is not known."""
        if matrix.operator == "columns":
            low, high = map(self._read, matrix.arguments[1:])
            return self._shape(matrix.arguments[0])[0], high - low + 1
        if matrix.operator == "point":
            n = self.numbers.get("n")
            return self.numbers.get("d"), None if n is None else self.matrices * n
        return self._shape(matrix.arguments[-1])

    def _entries(self, matrix: Term) -> list[Any]:
        """All entries of a matrix whose shape is known, row by row."""
        d, n = self._shape(matrix)
        if not (d is not None and n is not None and d.is_Integer and n.is_Integer):
            raise self._none(matrix, "how many entries it has is not known; give d and n a value")
        integers = self.sympy.Integer
        places = itertools.product(range(1, int(d) + 1), range(1, int(n) + 1))
        return [self._entry_of(matrix, integers(i), integers(j)) for i, j in places]


_RELATIONS: Final = {"<": "Lt", "<=": "Le", "=": "Eq", "!=": "Ne", ">=": "Ge", ">": "Gt"}
_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "+": lambda sympy, *parts: sympy.Add(*parts),
    "*": lambda sympy, *parts: sympy.Mul(*parts),
    "-": lambda sympy, a, b: a - b,
    "neg": lambda sympy, a: -a,
    "floor": lambda sympy, a: sympy.floor(a),
    "exp": lambda sympy, a: sympy.exp(a),
    "log": lambda sympy, a: sympy.log(a),
    "sqrt": lambda sympy, a: sympy.sqrt(a),
    "pi": lambda sympy: sympy.pi,
    "and": lambda sympy, *parts: sympy.And(*parts, evaluate=False),
    "or": lambda sympy, *parts: sympy.Or(*parts, evaluate=False),
    "not": lambda sympy, a: sympy.Not(a, evaluate=False),
    "implies": lambda sympy, a, b: sympy.Implies(a, b, evaluate=False),
}
_METHODS: Final = {
    "integer": "integer", "param": "name", "def": "name", "var": "name", "/": "quotient", "^": "power", "if": "choice",
    "select": "selected", "network": "quantity", "in": "inside", "not in": "inside", "distinct": "distinct",
    "permutations": "permutations", "sum": "total", "product": "total", "item": "item", "entry": "entry",
    **dict.fromkeys(_RELATIONS, "compared"), **dict.fromkeys(("all", "any", "min", "max"), "of_range"),
}  # fmt: skip
