"""One evaluator for terms over any exact numbers: rationals, Python integers, NumPy batches, affine forms on a cell.

What the numbers are is decided by the `Observations` that the term's operands come from; the operators are Python's.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.batches import Batch, Enclosure, EnclosureError, chosen, maximum, minimum, selected
from exactua.arithmetic.polynomials import Polynomial
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import PI, PrecisionReached, Real, RealError, exp, log, sqrt
from exactua.arithmetic.straight_line import Number as TracedNumber
from exactua.errors import ExactuaError, InputError
from exactua.plurals import counted
from exactua.terms.language import FOLDED, Term, TermError, make
from exactua.terms.symmetric import in_any_order, settled

Value = Any
"""A number (int, mpq, Batch, AffineForm), a truth value (bool or a bool array), a list of numbers or a matrix."""

LONGEST_RANGE: Final = 10**6
LARGEST_POWER_BITS: Final = 10**7
MOST_PERMUTED: Final = 8
MOST_REMEMBERED: Final = 4096
"""States, lists and sums that an evaluator remembers for values of their variables."""
MOST_ENTRIES: Final = 3
"""Entries and items that a summand may be made of, to be remembered for their values."""

_RATIONAL: Final = type(mpq())


class NotObserved(ExactuaError):
    """These observations can't supply an operand of the term; another evaluator must be asked."""


@dataclass(frozen=True, eq=False)
class AfterLayers:
    """A stage: after the first `count` layers, families unrolled. The count may be a batch, one for each point."""

    count: Any


@dataclass(frozen=True)
class LayerAlone:
    """Not a stage on the way but the layer of this number (from 1, families unrolled), applied to any matrix."""

    number: int


Stage = str | int | AfterLayers | LayerAlone
"""Where a network is looked at: a named stage, a number of top-level items, a number of layers; or one layer alone."""


class Observations(Protocol):
    """Where a term's operands come from: a point (or a batch of points) and the networks' states at it."""

    def point(self) -> Value:
        """The point itself, as rows of numbers."""

    def apply(self, network: str, stage: Stage, matrix: Value) -> Value:
        """The network's state after `stage` when it is given `matrix`."""

    def row(self, u: tuple[Any, ...], network: str | None, stage: Stage) -> Sequence[Value] | None:
        """u^T of the state at the point itself (network None: u^T of the point); None if not known directly."""

    def quantity(self, network: str, quantity: str) -> int:
        """A count read off a network's data."""


class Nothing:
    """Observations without a point and without networks: for terms over parameters alone."""

    def point(self) -> Value:
        """There is none."""
        raise TermError("this term needs a point, and there is none here")

    def apply(self, network: str, stage: Stage, matrix: Value) -> Value:
        """There is none."""
        raise TermError(f"this term needs the network {network!r}, and there is none here")

    def row(self, u: tuple[Any, ...], network: str | None, stage: Stage) -> Sequence[Value] | None:
        """There is none."""
        return None

    def quantity(self, network: str, quantity: str) -> int:
        """There is none."""
        raise TermError(f"this term needs the network {network!r}, and there is none here")


class Evaluator:
    """Evaluates terms at one point (or one batch of points), remembering what has no free variable.

    Raises TermError for an unknown name, a division by zero, an index out of range; NotObserved where the
    observations can't supply an operand.
    """

    def __init__(
        self,
        parameters: Mapping[str, int | str],
        values: Mapping[str, Any],
        observations: Observations,
        bound: Mapping[str, Any] | None = None,
        remembered: dict[tuple[Term, tuple[Any, ...]], Value] | None = None,
    ) -> None:
        self.parameters, self.values, self.observations = parameters, values, observations
        self.bound = dict(bound or {})
        """Variables that the domain binds: on cells, `row`; in the end of an own fold, its accumulator."""
        self._known: dict[Term, Value] = {}
        self._for_variables: dict[tuple[Term, tuple[Any, ...]], Value] = {}
        self._for_entries: dict[tuple[Term, tuple[Any, ...]], Value] = {}
        self._at_any_point = {} if remembered is None else remembered
        """What hangs on integer variables alone: the same for all evaluators of these parameters and definitions."""
        self._variables: dict[str, Any] = dict(self.bound)
        self._offset_variables = 0
        self._told_apart = MOST_REMEMBERED
        """How many variables around a term may tell its values apart: of one that is remembered, its free ones."""

    def __call__(self, term: Term, variables: Mapping[str, Any] | None = None) -> Value:
        """The value of `term`; `variables` binds free variables beside those of the domain."""
        self._variables = {**self.bound, **(variables or {})}
        return self._value(term)

    def _value(self, term: Term) -> Value:
        if term.operator == "integer":
            return term.value
        if term.free:
            return self._recalled(term) if term.operator in _RECALLED else self._compute(term)
        try:
            return self._known[term]
        except KeyError:
            value = self._known[term] = self._compute(term)
            return value

    def _recalled(self, term: Term) -> Value:
        """The value of a term with free variables, remembered for the values that these have."""
        around = self._told_apart
        if term.operator == "sum" and len(term.free) >= around:
            return self._compute(term)  # it is another one each time
        bound = tuple([self._variables.get(name) for name in _ordered(term.free)])
        if not all(isinstance(value, int) for value in bound):
            return self._compute(term)
        remembered = self._at_any_point if _of_no_point(term) else self._for_variables
        known: tuple[Term, tuple[Any, ...]] = (term, bound)
        if known in remembered:
            return remembered[known]
        self._told_apart = len(term.free)
        try:
            value = self._compute(term)
        finally:
            self._told_apart = around
        if not (term.operator == "sum" and around >= MOST_REMEMBERED and isinstance(value, Batch)):
            if len(remembered) >= MOST_REMEMBERED:
                remembered.clear()
            remembered[known] = value
        return value

    def _compute(self, term: Term) -> Value:
        rule = RULES.get(term.operator)
        if rule is None:
            return getattr(self, _METHODS[term.operator])(term)
        if len(term.arguments) == 2:
            first, second = term.arguments
            return rule(self._value(first), self._value(second))
        return rule(*[self._value(argument) for argument in term.arguments])

    def _parameter(self, term: Term) -> Value:
        value = self.parameters.get(term.names[0])
        if not isinstance(value, int):
            raise TermError(f"no integer parameter {term.names[0]!r}")
        return value

    def _definition(self, term: Term) -> Value:
        try:
            return self.values[term.names[0]]
        except KeyError:
            raise TermError(f"no definition {term.names[0]!r}") from None

    def _variable(self, term: Term) -> Value:
        try:
            return self._variables[term.names[0]]
        except KeyError:
            raise TermError(f"variable {term.names[0]!r} is not bound") from None

    def _if(self, term: Term) -> Value:
        condition = self._value(term.arguments[0])
        if isinstance(condition, (bool, np.bool_)):
            return self._value(term.arguments[1 if condition else 2])
        branches = [self._value(branch) for branch in term.arguments[1:]]
        if any(isinstance(branch, Polynomial) for branch in branches):
            raise NotObserved("a choice between polynomials that varies over a batch")
        return chosen(condition, *branches)

    def bounds(self, term: Term, variables: Mapping[str, Any] | None = None) -> range:
        """The integers that a quantifier, reduction or list runs over; `variables` as in a call."""
        if variables is not None:
            self._variables = {**self.bound, **variables}
        return span(term, *(self._value(argument) for argument in term.arguments[:2]))

    def integer(self, term: Term) -> int:
        """The value of a term that must be one integer."""
        value = self._value(term)
        return value if type(value) is int else whole(value)

    def _of_entries(self, term: Term, entries: Sequence[Term]) -> Value:
        """The value of a term that is made of the numbers in these places, remembered for exact ones of one point."""
        try:
            numbers = tuple([self._value(entry) for entry in entries])
        except (TermError, InputError, NotObserved, PrecisionReached):  # of a choice that may not be taken
            return self._value(term)
        if not all(isinstance(number, (int, _RATIONAL, Real)) for number in numbers):
            return self._value(term)
        known = (term, numbers)
        if known not in self._for_entries:
            if len(self._for_entries) >= MOST_REMEMBERED:
                self._for_entries.clear()
            self._for_entries[known] = self._value(term)
        return self._for_entries[known]

    def _bound_values(self, term: Term) -> list[Value]:
        name, body = term.names[0], term.arguments[2]
        entries = _entries_of(body) if term.operator == "sum" else ()
        outer = self._variables.get(name)
        values = []
        self._told_apart += 1
        try:
            for value in self.bounds(term):
                self._variables[name] = value
                values.append(self._of_entries(body, entries) if entries else self._value(body))
        finally:
            self._told_apart -= 1
            if outer is None:
                self._variables.pop(name, None)
            else:
                self._variables[name] = outer
        return values

    def _all(self, term: Term) -> Value:
        result: Value = True
        for value in self._bound_values(term):
            result = result & value
        return result

    def _any(self, term: Term) -> Value:
        result: Value = False
        for value in self._bound_values(term):
            result = result | value
        return result

    def _sum(self, term: Term) -> Value:
        result: Value = 0
        for value in self._bound_values(term):
            result = result + value
        return result

    def _product(self, term: Term) -> Value:
        result: Value = 1
        for value in self._bound_values(term):
            result = result * value
        return result

    def _integral(self, term: Term) -> Value:
        side, d, n = self._cube(term)
        first = self._offset_variables
        last = self._offset_variables = first + d * n  # those of the integrals around this one come before
        try:
            value = self._with_offsets(
                term, [[Polynomial.variable(first + i * n + j, last) for j in range(n)] for i in range(d)]
            )
        finally:
            self._offset_variables = first
        if isinstance(value, Enclosure):
            raise TermError("an integral of a number that only bounds are known of")
        if isinstance(value, Polynomial):
            return (value + Polynomial(last, {})).integral(side, first)
        return value * mpq(side) ** (d * n)

    def _enclosed(self, term: Term) -> Value:
        side, d, n = self._cube(term)
        try:
            value = self._with_offsets(term, [[Enclosure(0, side)] * n] * d)
        except EnclosureError as error:
            raise TermError(str(error)) from None
        if isinstance(value, Polynomial):
            raise TermError("bounds of a number that an integral around them runs over")
        enclosure = Enclosure.of(value)
        return enclosure.low if term.operator == "lowest" else enclosure.high

    def _cube(self, term: Term) -> tuple[Value, int, int]:
        """The side of the cube that offsets run through, and the shape d, n of the matrix of offsets."""
        side = self._value(term.arguments[0])
        if isinstance(side, Real):
            raise TermError("the side of a cube that is not known to be rational")
        if not isinstance(side, (int, type(mpq()))):
            raise NotObserved("the side of a cube that varies over a batch or a cell")
        if side < 0:
            raise TermError("offsets that run over a side below 0")
        return side, self._parameter(_D), self._parameter(_N)

    def _with_offsets(self, term: Term, offsets: Sequence[Sequence[Value]]) -> Value:
        """The value of the body with this matrix of offsets."""
        name = term.names[0]
        outer = self._variables.get(name)
        self._variables[name] = tuple(map(tuple, offsets))
        try:
            return self._value(term.arguments[1])
        finally:
            self._variables.pop(name)
            if outer is not None:
                self._variables[name] = outer

    def _select(self, term: Term) -> Value:
        number, *values = term.arguments
        at = self._value(number)
        if isinstance(at, Batch):
            if any(value.free for value in values):
                raise NotObserved("a table whose numbers vary, read at a batch")
            numbers = [self._value(value) for value in values]
            if any(isinstance(value, (Batch, Polynomial, Enclosure)) for value in numbers):
                raise NotObserved("a table whose numbers vary, read at a batch")
            if not ((at >= 1) & (at <= len(values)) & (at == at.floor())).all():
                raise TermError(f"number outside 1..{len(values)} of a table, or no integer")
            return selected(at, numbers)
        index = self.integer(number)
        if not 1 <= index <= len(values):
            raise TermError(f"number {index} outside 1..{len(values)} of a table")
        return self._value(values[index - 1])

    def _offsets(self, term: Term) -> Value:
        return self._variable(term)

    def _extreme(self, term: Term) -> Value:
        values = self._bound_values(term)
        if not values:
            raise TermError(f"{term.operator!r} over an empty range")
        pick = minimum if term.operator == "min" else maximum
        result = values[0]
        for value in values[1:]:
            result = pick(result, value)
        return result

    def _list(self, term: Term) -> Value:
        return tuple(self._bound_values(term))

    def _item(self, term: Term) -> Value:
        return picked(self._value(term.arguments[0]), self.integer(term.arguments[1]))

    def _entry(self, term: Term) -> Value:
        matrix = self._value(term.arguments[0])
        i, j = self.integer(term.arguments[1]), self.integer(term.arguments[2])
        if not (1 <= i <= len(matrix) and 1 <= j <= len(matrix[0])):
            what, size = ("rows", len(matrix)) if not 1 <= i <= len(matrix) else ("columns", len(matrix[0]))
            size_of_it = f"{len(matrix)} x {len(matrix[0])}"
            raise TermError(f"entry ({i}, {j}) outside a {size_of_it} matrix, whose {what} are 1 to {size}")
        return matrix[i - 1][j - 1]

    def _columns(self, term: Term) -> Value:
        rows = self._value(term.arguments[0])
        lo, hi = (self.integer(end) for end in term.arguments[1:])
        if not 1 <= lo <= hi <= len(rows[0]):
            raise TermError(f"columns {lo} to {hi} of a matrix with {counted(len(rows[0]), 'column')}")
        return tuple(tuple(row[lo - 1 : hi]) for row in rows)

    def _folded(self, term: Term) -> Value:
        try:
            return self._variables[FOLDED[term.operator]]
        except KeyError:
            raise TermError(f"the {term.operator} of a fold, and there is no fold here") from None

    def _point(self, term: Term) -> Value:
        return self.observations.point()

    def _stage_of(self, term: Term) -> Stage:
        if term.operator == "after":
            return AfterLayers(self._layer_count(term.arguments[0]))
        if term.operator == "layer":
            return LayerAlone(self.integer(term.arguments[0]))
        return term.names[1] if len(term.names) == 2 else self.integer(term.arguments[0])

    def _stage(self, term: Term) -> Value:
        stage = self._stage_of(term)
        return self.observations.apply(term.names[0], stage, self._value(term.arguments[-1]))

    def _quantity(self, term: Term) -> Value:
        return self.observations.quantity(term.names[0], term.names[1])

    def _layer_count(self, term: Term) -> Value:
        value = self._value(term)
        return value if isinstance(value, (Batch, TracedNumber)) else self.integer(term)

    def _dot(self, term: Term) -> Value:
        u, matrix = self._value(term.arguments[0]), term.arguments[1]
        direct = None
        if matrix.operator == "point":
            direct = self.observations.row(u, None, 0)
        elif matrix.operator in ("stage", "after") and matrix.arguments[-1].operator == "point":
            direct = self.observations.row(u, matrix.names[0], self._stage_of(matrix))
        if direct is not None:
            return tuple(direct)
        rows = self._value(matrix)
        if len(rows) != len(u):
            raise TermError(f"a list of {counted(len(u), 'number')} times a matrix with {counted(len(rows), 'row')}")
        return tuple(
            sum((factor * entry for factor, entry in zip(u, column, strict=True)), start=0)
            for column in zip(*rows, strict=True)
        )

    def permutations(self) -> Iterator[tuple[int, ...]]:
        """The permutations of the columns 1, ..., n in lexicographic order; at most 8 columns."""
        n = self._parameter(_N)
        if n > MOST_PERMUTED:
            raise TermError(f"all permutations of {n} columns; at most {MOST_PERMUTED} columns are permuted")
        return itertools.permutations(range(1, n + 1))

    def _permutations(self, term: Term) -> Value:
        name = term.names[0]
        outer = self._variables.get(name)
        body = in_any_order(term.arguments[0], name)
        conclusion = settled(body, name)
        try:
            for number, permutation in enumerate(self.permutations()):
                self._variables[name] = permutation
                holds = self._value(body if number else term.arguments[0])  # as it is written, it has a value
                if isinstance(holds, np.ndarray):
                    raise NotObserved("permutations are tried point by point")
                if not holds:
                    return False
                if name not in body.free:
                    return True  # as with all the others
                if conclusion is not None and self._value(conclusion) is True and self._is_rational(body.arguments[0]):
                    return True
                conclusion = None
        finally:
            self._variables.pop(name, None)
            if outer is not None:
                self._variables[name] = outer
        return True

    def _is_rational(self, term: Term) -> bool:
        """Whether the definitions that a term names are rational numbers."""
        named = (part.names[0] for part in term.parts() if part.operator == "def")
        return all(isinstance(self.values[name], (int, type(mpq()))) for name in named)

    def _permuted(self, term: Term) -> Value:
        permutation = self._variable(term)
        rows = self._value(term.arguments[0])
        if any(len(row) != len(permutation) for row in rows):
            raise TermError(f"a matrix of {counted(len(rows[0]), 'column')}, and a permutation of {len(permutation)}")
        return tuple(tuple(row[k - 1] for k in permutation) for row in rows)


@lru_cache(maxsize=MOST_REMEMBERED)
def _ordered(names: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(names))


@lru_cache(maxsize=MOST_REMEMBERED)
def _of_no_point(term: Term) -> bool:
    """Whether parameters, definitions and variables alone tell the value of a term."""
    return not any(part.operator in _OBSERVED for part in term.parts())


@lru_cache(maxsize=MOST_REMEMBERED)
def _entries_of(term: Term) -> tuple[Term, ...]:
    """The entries and items, at most `MOST_ENTRIES`, that a term with a choice is made of; () where it has others.

    Beside them it has parameters, integers and operators with a rule alone, so their values tell its value.
    """
    entries: dict[Term, None] = {}
    choices, waiting = 0, [term]
    while waiting:
        part = waiting.pop()
        if part.operator in ("entry", "item"):
            entries[part] = None
        elif part.operator in RULES or part.operator == "if":
            waiting += part.arguments
            choices += part.operator == "if"
        elif part.operator not in ("integer", "param", "def"):
            return ()
    return tuple(entries) if choices and len(entries) <= MOST_ENTRIES else ()


def whole(value: Value) -> int:
    """A number that must be one integer: an index, or a number of layers."""
    exact = _exact(value)
    if not isinstance(exact, int) and exact.denominator != 1:
        raise TermError(f"{exact} is not an integer")
    return int(exact)


def _exact(value: Value) -> int | Rational:
    """A number that must be known exactly: an index, or an end of a range."""
    if isinstance(value, int):
        return value
    if isinstance(value, Enclosure):
        raise TermError("an index, or an end of a range, that only bounds are known of")
    if isinstance(value, Real):
        raise TermError("an index, or an end of a range, that is not known to be rational")
    if isinstance(value, (Batch, Polynomial)):
        raise NotObserved("an index or a range that varies over a batch or an integral")
    try:
        return mpq(value)
    except TypeError:
        raise NotObserved("an index or a range that varies over a cell") from None


def span(term: Term, low: Value, high: Value) -> range:
    """The integers from `low` to `high`, both ends included, that a quantifier, reduction or list runs over."""
    lo, hi = (low, high) if type(low) is type(high) is int else (-_floor(-_exact(low)), _floor(_exact(high)))
    if hi - lo >= LONGEST_RANGE:
        raise TermError(f"{term.operator!r} runs over {hi - lo + 1} values; at most {LONGEST_RANGE} are evaluated")
    return range(lo, hi + 1)


def picked(values: Sequence[Value], index: int) -> Value:
    """The entry of a list at this index, from 1."""
    if not 1 <= index <= len(values):
        raise TermError(f"index {index} outside 1..{len(values)}")
    return values[index - 1]


def _total(first: Value, *others: Value) -> Value:
    for other in others:
        first = first + other
    return first


def _product(first: Value, *others: Value) -> Value:
    for other in others:
        first = first * other
    return first


def _quotient(a: Value, b: Value) -> Value:
    if isinstance(b, Enclosure):
        try:
            return a * b.inverse()
        except NotImplementedError:
            raise NotObserved("a quotient by a number that varies over a batch or a cell") from None
    if isinstance(b, (int, type(mpq()))):
        if b == 0:
            raise TermError("division by zero")
        return a * (1 / mpq(b))
    if isinstance(b, Real):
        if isinstance(a, (Batch, Polynomial, Enclosure)):
            raise NotObserved("a quotient by a real in a batch")
        return a * _of_reals(Real.inverse)(b)
    raise NotObserved("a quotient by a number that varies over a batch or a cell")


def _floor(x: Value) -> Value:
    if isinstance(x, int):
        return x
    if isinstance(x, Batch):
        return x.floor()
    if isinstance(x, type(mpq())):
        return int(x.numerator // x.denominator)
    if isinstance(x, Real):
        from exactua.arithmetic import balls

        return balls.floor(x)
    if isinstance(x, Enclosure):
        raise TermError("the floor of a number that only bounds are known of")
    raise NotObserved("the floor of a number that varies over a cell, or of a polynomial")


def _bits(value: Value) -> int:
    """The length of an integer or a rational; 0 of anything else."""
    if isinstance(value, int):
        return value.bit_length()
    if isinstance(value, type(mpq())):
        return max(int(value.numerator).bit_length(), int(value.denominator).bit_length())
    return 0


def _power(a: Value, e: Value) -> Value:
    if isinstance(e, Real):
        raise TermError("an exponent that is not known to be rational; write exp(e * log(a))")
    if isinstance(e, Enclosure):
        raise TermError("an exponent that only bounds are known of")
    if not isinstance(e, (int, type(mpq()))):
        raise NotObserved("an exponent that varies over a batch or a cell")
    exact = mpq(e)
    if exact.denominator != 1 or exact < 0:
        raise TermError(f"exponent {exact} is not an integer >= 0")
    exponent = int(exact.numerator)
    if isinstance(a, Enclosure) and exponent == 0:
        return 1  # a number, as any other power with the exponent 0
    ends = (a.low, a.high) if isinstance(a, Enclosure) else (a,)
    if any(exponent * max(1, _bits(end)) > LARGEST_POWER_BITS for end in ends):
        raise TermError(f"a power with more than {LARGEST_POWER_BITS} bits")
    return a**exponent


def _of_reals(function: Callable[[Any], Value]) -> Callable[[Value], Value]:
    """A function of one exact number; of anything else it asks for another evaluator."""

    def applied(x: Value) -> Value:
        if not isinstance(x, (int, type(mpq()), Real)):
            raise NotObserved("exp, log and sqrt are evaluated point by point")
        try:
            return function(x)
        except RealError as error:
            raise TermError(str(error)) from None

    return applied


def _conjunction(*parts: Value) -> Value:
    result = parts[0]
    for part in parts[1:]:
        result = result & part
    return result


def _disjunction(*parts: Value) -> Value:
    result = parts[0]
    for part in parts[1:]:
        result = result | part
    return result


def negation(value: Value) -> Value:
    """The opposite truth value, elementwise on arrays."""
    return not value if isinstance(value, bool) else ~value


def _same(a: Value, b: Value) -> Value:
    """Equality of numbers, or of lists and matrices entry by entry."""
    if not isinstance(a, tuple):
        return a == b
    if len(a) != len(b):
        raise TermError(f"lists or matrices of different sizes: {len(a)} and {len(b)}")
    result: Value = True
    for left, right in zip(a, b, strict=True):
        result = result & _same(left, right)
    return result


def _distinct(values: Sequence[Value]) -> Value:
    result: Value = True
    for left, right in itertools.combinations(values, 2):
        result = result & (left != right)
    return result


_RECALLED: Final = ("after", "layer", "stage", "dot", "list", "sum")
"""Operators that are worth remembering even where they have free variables; a sum where it is met again."""

RULES: Final[dict[str, Any]] = {
    "+": _total, "*": _product, "-": operator.sub, "neg": operator.neg, "/": _quotient, "^": _power,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "=": _same, "!=": lambda a, b: negation(_same(a, b)),
    "in": lambda x, lo, hi: (lo <= x) & (x <= hi), "not in": lambda x, lo, hi: (x < lo) | (x > hi),
    "and": _conjunction, "or": _disjunction, "not": negation, "implies": lambda p, q: negation(p) | q,
    "distinct": _distinct, "floor": _floor,
    "exp": _of_reals(exp), "log": _of_reals(log), "sqrt": _of_reals(sqrt), "pi": lambda: PI,
}  # fmt: skip
"""The operators that are a function of the values of their arguments."""
_OBSERVED: Final = ("point", "stage", "after", "layer", "network", "dot")
"""Operators whose values come from observations."""
_METHODS: Final = {
    "param": "_parameter", "def": "_definition", "var": "_variable", "if": "_if", "all": "_all", "any": "_any",
    "sum": "_sum", "min": "_extreme", "max": "_extreme", "list": "_list", "item": "_item", "entry": "_entry",
    "columns": "_columns", "point": "_point", "stage": "_stage", "network": "_quantity", "dot": "_dot",
    "permutations": "_permutations", "permuted": "_permuted", "product": "_product", "integral": "_integral",
    "offsets": "_offsets", "after": "_stage", "layer": "_stage", "lowest": "_enclosed", "highest": "_enclosed",
    "select": "_select", "accumulator": "_folded", "numbers": "_folded",
}  # fmt: skip
_D: Final = make("param", ("d",))
_N: Final = make("param", ("n",))
