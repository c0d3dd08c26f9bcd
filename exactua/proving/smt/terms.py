"""Terms as SMT-LIB: an evaluator of its own, whose numbers are expressions over the entries of a point.

It shares no code with the evaluators that decide: ranges are unrolled, what the point decides stays open.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from gmpy2 import mpq

from exactua.errors import InputError
from exactua.networks import Network
from exactua.proving.smt.expressions import Expression, Number, Script, Truth
from exactua.proving.smt.layers import State, apply, columns_of, states
from exactua.terms.language import Term

MOST_PERMUTED: Final = 6
MOST_UNROLLED: Final = 10_000

Value = Any
"""A number, a truth value, a list of numbers (tuple) or a matrix (tuple of rows)."""


class Terms:
    """What terms say at one point of an instance, written into a script.

    Every number of layers and every index that depends on the point becomes a choice among all its values; that it
    is one of them goes to `obligations`, which hold wherever the term has a value. Raises InputError for what has no
    form here: integrals, bounds over offsets, own folds, and indices that run out of their range.
    """

    def __init__(
        self,
        script: Script,
        parameters: Mapping[str, int | str],
        values: Mapping[str, Number],
        networks: Mapping[str, Network],
        point: State | None,
        bound: Mapping[str, Value] | None = None,
    ) -> None:
        self.script, self.parameters, self.values = script, parameters, values
        self.networks, self.point = networks, point
        self.bound = dict(bound or {})
        self.obligations: list[Truth] = []
        self._states: dict[tuple[str, int, State], list[State]] = {}

    def __call__(self, term: Term) -> Value:
        """The value of a term."""
        return self._value(term, self.bound)

    def _value(self, term: Term, bound: Mapping[str, Value]) -> Value:
        rule: Callable[[Term, Mapping[str, Value]], Value] | None = getattr(self, _RULES.get(term.operator, ""), None)
        if rule is None:
            raise InputError(f"export: {term.operator!r} has no form in SMT-LIB here")
        return rule(term, bound)

    def _arguments(self, term: Term, bound: Mapping[str, Value]) -> list[Value]:
        return [self._value(argument, bound) for argument in term.arguments]

    # numbers

    def _integer(self, term: Term, bound: Mapping[str, Value]) -> Number:
        return mpq(term.value)

    def _parameter(self, term: Term, bound: Mapping[str, Value]) -> Number:
        value = self.parameters.get(term.names[0])
        if not isinstance(value, int):
            raise InputError(f"export: {term.names[0]!r} is not an integer parameter")
        return mpq(value)

    def _definition(self, term: Term, bound: Mapping[str, Value]) -> Number:
        return self.values[term.names[0]]

    def _variable(self, term: Term, bound: Mapping[str, Value]) -> Value:
        return bound[term.names[0]]

    def _arithmetic(self, term: Term, bound: Mapping[str, Value]) -> Number:
        operands = self._arguments(term, bound)
        script = self.script
        if term.operator == "+":
            return script.add(*operands)
        if term.operator == "*":
            return script.multiply(*operands)
        if term.operator == "-":
            return script.subtract(*operands)
        if term.operator == "neg":
            return script.multiply(mpq(-1), operands[0])
        if term.operator == "floor":
            return script.floor(operands[0])
        a, b = operands
        if term.operator == "/":
            return self._quotient(a, b)
        exponent = int(self._constant(b, "an exponent"))
        return a**exponent if not isinstance(a, Expression) else script.multiply(mpq(1), *[a] * exponent)

    def _quotient(self, a: Number, b: Number) -> Number:
        if isinstance(b, Expression):
            self.obligations.append(self.script.compare("!=", b, mpq(0)))
        elif not b:
            raise InputError("export: a quotient by 0")
        return self.script.divide(a, b)

    def _constant(self, value: Number, what: str) -> mpq:
        if isinstance(value, Expression):
            raise InputError(f"export: {what} depends on the point")
        return value

    def _quantity(self, term: Term, bound: Mapping[str, Value]) -> Number:
        return mpq(self.networks[term.names[0]].quantity(term.names[1]))

    def _if(self, term: Term, bound: Mapping[str, Value]) -> Number:
        condition = self._value(term.arguments[0], bound)
        if not isinstance(condition, Expression):
            return self._value(term.arguments[1 if condition else 2], bound)  # the other branch may be an error
        kept = len(self.obligations)
        branches = []
        for branch, where in ((1, condition), (2, self.script.negate(condition))):
            branches.append(self._value(term.arguments[branch], bound))
            self._only_where(where, kept)
            kept = len(self.obligations)
        return self.script.choose(condition, *branches)

    def _only_where(self, where: Truth, first: int) -> None:
        """Obligations of a branch hold where it is taken."""
        not_taken = self.script.negate(where)
        self.obligations[first:] = [
            self.script.any_of((not_taken, obligation)) for obligation in self.obligations[first:]
        ]

    def _select(self, term: Term, bound: Mapping[str, Value]) -> Number:
        number = self._value(term.arguments[0], bound)
        return self._picked(number, 1, [partial(self._value, v, bound) for v in term.arguments[1:]])

    def _picked(self, index: Number, first: int, makers: Sequence[Callable[[], Number]]) -> Number:
        """The number that the index names among these, of which the first has the number `first`."""
        if not isinstance(index, Expression):
            place = index - first
            if place.denominator != 1 or not 0 <= place < len(makers):
                raise InputError(f"export: number {index} outside {first}..{first + len(makers) - 1}")
            return makers[int(place)]()
        if not makers:
            raise InputError("export: an index into nothing")
        cases = [self.script.compare("=", index, mpq(k)) for k in range(first, first + len(makers))]
        self.obligations.append(self.script.any_of(cases))
        value = makers[-1]()
        for case, make in list(zip(cases, makers, strict=True))[-2::-1]:
            value = self.script.choose(case, make(), value)
        return value

    # truth values

    def _comparison(self, term: Term, bound: Mapping[str, Value]) -> Truth:
        a, b = self._arguments(term, bound)
        if not isinstance(a, tuple):
            return self.script.compare(term.operator, a, b)
        flat_a, flat_b = _flat(a), _flat(b)
        if len(flat_a) != len(flat_b):
            raise InputError("export: lists or matrices of different shapes are compared")
        same = self.script.all_of(self.script.compare("=", x, y) for x, y in zip(flat_a, flat_b, strict=True))
        return same if term.operator == "=" else self.script.negate(same)

    def _interval(self, term: Term, bound: Mapping[str, Value]) -> Truth:
        x, low, high = self._arguments(term, bound)
        within = self.script.all_of((self.script.compare("<=", low, x), self.script.compare("<=", x, high)))
        return within if term.operator == "in" else self.script.negate(within)

    def _logic(self, term: Term, bound: Mapping[str, Value]) -> Truth:
        operands = self._arguments(term, bound)
        if term.operator == "not":
            return self.script.negate(operands[0])
        if term.operator == "implies":
            return self.script.any_of((self.script.negate(operands[0]), operands[1]))
        return self.script.all_of(operands) if term.operator == "and" else self.script.any_of(operands)

    def _distinct(self, term: Term, bound: Mapping[str, Value]) -> Truth:
        (numbers,) = self._arguments(term, bound)
        return self.script.all_of(self.script.compare("!=", a, b) for a, b in itertools.combinations(numbers, 2))

    def _permutations(self, term: Term, bound: Mapping[str, Value]) -> Truth:
        n = int(self.parameters["n"])
        if n > MOST_PERMUTED:
            raise InputError(f"export: all permutations of {n} columns; at most {MOST_PERMUTED} columns are permuted")
        return self.script.all_of(
            self._value(term.arguments[0], {**bound, term.names[0]: order})
            for order in itertools.permutations(range(n))
        )

    # ranges

    def _range(self, term: Term, bound: Mapping[str, Value]) -> list[Value]:
        low, high = (self._constant(self._value(end, bound), "an end of a range") for end in term.arguments[:2])
        first, last = -(-low.numerator // low.denominator), high.numerator // high.denominator
        if last - first >= MOST_UNROLLED:
            raise InputError(f"export: a range of {last - first + 1:,} values; at most {MOST_UNROLLED:,} are unrolled")
        return [self._value(term.arguments[2], {**bound, term.names[0]: mpq(k)}) for k in range(first, last + 1)]

    def _reduction(self, term: Term, bound: Mapping[str, Value]) -> Value:
        values = self._range(term, bound)
        if term.operator in ("min", "max") and not values:
            raise InputError(f"export: {term.operator!r} over an empty range")
        return (
            getattr(self.script, _REDUCED[term.operator])(values)
            if term.operator in _OF_LISTS
            else getattr(self.script, _REDUCED[term.operator])(*values)
        )

    def _list(self, term: Term, bound: Mapping[str, Value]) -> tuple[Number, ...]:
        return tuple(self._range(term, bound))

    def _item(self, term: Term, bound: Mapping[str, Value]) -> Number:
        numbers, index = self._arguments(term, bound)
        return self._picked(index, 1, [partial(_itself, v) for v in numbers])

    # matrices

    def _entry(self, term: Term, bound: Mapping[str, Value]) -> Number:
        matrix, i, j = self._arguments(term, bound)
        rows = [partial(self._picked, j, 1, [partial(_itself, v) for v in row]) for row in matrix]
        return self._picked(i, 1, rows)

    def _dot(self, term: Term, bound: Mapping[str, Value]) -> tuple[Number, ...]:
        u, matrix = self._arguments(term, bound)
        return tuple(self.script.dot(u, column) for column in columns_of(matrix))

    def _point(self, term: Term, bound: Mapping[str, Value]) -> State:
        if self.point is None:
            raise InputError("export: this term needs a point, and there is none here")
        return self.point

    def _permuted(self, term: Term, bound: Mapping[str, Value]) -> State:
        (matrix,) = self._arguments(term, bound)
        return tuple(tuple(row[k] for k in bound[term.names[-1]]) for row in matrix)

    def _columns(self, term: Term, bound: Mapping[str, Value]) -> State:
        matrix, low, high = self._arguments(term, bound)
        first, last = int(self._constant(low, "a column")), int(self._constant(high, "a column"))
        return tuple(tuple(row[first - 1 : last]) for row in matrix)

    def _ran(self, network: str, items: int, Z: State) -> list[State]:
        key = (network, items, Z)
        if key not in self._states:
            self._states[key] = states(self.script, self.networks[network], self.networks[network].items[:items], Z)
        return self._states[key]

    def _stage(self, term: Term, bound: Mapping[str, Value]) -> State:
        network = self.networks[term.names[0]]
        if len(term.names) == 2:
            items = network.stages[term.names[1]]
        else:
            items = int(self._constant(self._value(term.arguments[0], bound), "a stage"))
        return self._ran(term.names[0], items, self._value(term.arguments[-1], bound))[-1]

    def _after(self, term: Term, bound: Mapping[str, Value]) -> State:
        count, Z = self._arguments(term, bound)
        every = self._ran(term.names[0], len(self.networks[term.names[0]].items), Z)
        if not isinstance(count, Expression):
            if count.denominator != 1 or not 0 <= count < len(every):
                raise InputError(f"export: after {count} layers of a network with {len(every) - 1}")
            return every[int(count)]
        return tuple(
            tuple(self._picked(count, 0, [partial(_itself, state[i][j]) for state in every]) for j in range(len(Z[0])))
            for i in range(len(Z))
        )

    def _layer(self, term: Term, bound: Mapping[str, Value]) -> State:
        number, Z = self._arguments(term, bound)
        wanted = int(self._constant(number, "the number of a layer"))
        for count, layer in enumerate(self.networks[term.names[0]].layers(), 1):
            if count == wanted:
                return apply(self.script, layer, Z)
        raise InputError(f"export: the network {term.names[0]} has no layer {wanted}")


def _itself(value: Number) -> Number:
    return value


def _flat(value: Sequence[Any]) -> list[Number]:
    return [number for row in value for number in row] if value and isinstance(value[0], tuple) else list(value)


_REDUCED: Final = {
    "all": "all_of", "any": "any_of", "min": "least", "max": "greatest", "sum": "add", "product": "multiply",
}  # fmt: skip
_OF_LISTS: Final = ("all", "any", "min", "max")
_RULES: Final = {
    "integer": "_integer", "param": "_parameter", "def": "_definition", "var": "_variable", "network": "_quantity",
    "if": "_if", "select": "_select", "in": "_interval", "not in": "_interval", "distinct": "_distinct",
    "permutations": "_permutations", "list": "_list", "item": "_item", "entry": "_entry", "dot": "_dot",
    "point": "_point", "permuted": "_permuted", "columns": "_columns", "stage": "_stage", "after": "_after",
    "layer": "_layer",
    **dict.fromkeys(("+", "*", "-", "neg", "/", "^", "floor"), "_arithmetic"),
    **dict.fromkeys(("<", "<=", "=", "!=", ">=", ">"), "_comparison"),
    **dict.fromkeys(("and", "or", "not", "implies"), "_logic"),
    **dict.fromkeys(_REDUCED, "_reduction"),
}  # fmt: skip
