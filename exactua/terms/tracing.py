"""Steps as ordinary Python: symbolic operands whose operators build terms.

    t_l <= q[j]                     a relation
    every(columns, lambda j: ...)   for all columns
    total(columns, lambda k: ...)   a sum

A condition can't be asked with `if`, `and` or a chained comparison while it is being traced: `Truth` says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import chain, count
from types import FunctionType
from typing import Any, ClassVar, Final, NoReturn, TypeVar

from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import GIVE, NoNumber, Written, exact_value, vector
from exactua.arithmetic.rationals import rational as exact
from exactua.terms import language
from exactua.terms.language import MARK, Term, TermError, integer, make, renamed
from exactua.terms.not_run import (
    CONDITION,
    GONE_THROUGH,
    NO_LOGIC,
    NO_LOGIC_BEFORE,
    NO_LOGIC_BEHIND,
    NO_PART,
    OF_ENTRIES,
    OF_MATRICES,
    AskedInteger,
    NotRun,
    WholeStep,
    asked_for,
    refused,
    require_arguments,
)


class Traced(NotRun):
    """Base of the symbolic operands: holds the term that has been built so far, and what was asked for its parts."""

    __slots__ = ("asked", "term")

    instead_of_number: ClassVar[str] = 'rational() is for steps; write a number, such as Fraction("3/4")'
    """What is said to write where a number is read."""

    def __init__(self, term: Term, *parts: object) -> None:
        self.term = term
        self.asked = asked_for(*parts)

    def __repr__(self) -> str:
        from exactua.terms.printing import text

        return _MARKED.sub("", text(self.term))


class Number(Traced):
    """A symbolic exact number, unit 1: an entry, a parameter, a sum of such.

    It takes + - * / // % ** with numbers, integers and fractions; compared with one, it makes a `Truth`.
    Raises TermError for what is no exact number, and where Python asks for its value (range, float, abs).

    >>> (point[1, 1] + 1) / parameter("m") ** 2
    (L_(1, 1) + 1) / m^2
    >>> point[1, 1] // 2
    floor(L_(1, 1) / 2)
    """

    __slots__ = ()

    def __add__(self, other: Number | Written) -> Number:
        return _numbers("+", self, other)

    def __radd__(self, other: Written) -> Number:
        return _numbers("+", other, self)

    def __sub__(self, other: Number | Written) -> Number:
        return _numbers("-", self, other)

    def __rsub__(self, other: Written) -> Number:
        return _numbers("-", other, self)

    def __mul__(self, other: Number | Written) -> Number:
        return _numbers("*", self, other)

    def __rmul__(self, other: Written) -> Number:
        return _numbers("*", other, self)

    def __truediv__(self, other: Number | Written) -> Number:
        return _numbers("/", self, other)

    def __rtruediv__(self, other: Written) -> Number:
        return _numbers("/", other, self)

    def __floordiv__(self, other: Number | Written) -> Number:
        return floor(self / other)

    def __rfloordiv__(self, other: Written) -> Number:
        return floor(other / self)

    def __mod__(self, other: Number | Written) -> Number:
        return self - other * floor(self / other)

    def __rmod__(self, other: Written) -> Number:
        return other - self * floor(other / self)

    def __pow__(self, other: Number | Written) -> Number:
        return _numbers("^", self, other)

    def __rpow__(self, other: Written) -> Number:
        if isinstance(other, float):  # Fraction ** operand arrives here as a float, rounded
            raise TermError(
                f"{other!r} ** {brief(self)} has a float as its base, as a Fraction there becomes one; "
                'write, for example, rational("1/2") ** x'
            )
        return _numbers("^", other, self)

    def __neg__(self) -> Number:
        return Number(make("neg", (), self.term), self)

    def __lt__(self, other: Number | Written) -> Truth:
        return _relation("<", self, other)

    def __le__(self, other: Number | Written) -> Truth:
        return _relation("<=", self, other)

    def __gt__(self, other: Number | Written) -> Truth:
        return _relation(">", self, other)

    def __ge__(self, other: Number | Written) -> Truth:
        return _relation(">=", self, other)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        return _relation("=", self, other)

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return _relation("!=", self, other)

    def __divmod__(self, other: Number | Written) -> tuple[Number, Number]:
        return self // other, self % other

    def __floor__(self) -> Number:
        return floor(self)

    def __ceil__(self) -> Number:
        return -floor(-self)

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = refused(NO_LOGIC)
    __hash__ = NotRun.__hash__


class Truth(Traced):
    """A symbolic condition: a comparison of numbers, or what & | ~ == != make of conditions; p == q is p iff q.

    Raises TermError where Python asks whether it is true: if, and, or, not, a chained comparison.

    >>> (point[1, 1] > 0) & ~(point[1, 1] == point[1, 2])
    L_(1, 1) > 0 and not L_(1, 1) = L_(1, 2)
    >>> (point[1, 1] > 0) == (point[1, 1] >= 1)
    (L_(1, 1) > 0 => L_(1, 1) >= 1) and (L_(1, 1) >= 1 => L_(1, 1) > 0)
    """

    __slots__ = ()

    def __and__(self, other: Truth) -> Truth:
        return Truth(make("and", (), self.term, _behind(other)), self, other)

    def __or__(self, other: Truth) -> Truth:
        return Truth(make("or", (), self.term, _behind(other)), self, other)

    def __xor__(self, other: Truth) -> Truth:
        _behind(other)
        return ~(self == other)

    def __rand__(self, other: object) -> NoReturn:
        error = _no_condition(other)
        raise TermError(f"{error}; {NO_LOGIC_BEFORE}") if type(other) is int else error

    __ror__ = __rxor__ = __rand__

    def __invert__(self) -> Truth:
        return Truth(make("not", (), self.term), self)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        if isinstance(other, int) and other in (0, 1):  # True and False too
            same, other_way = ("p", "~p") if other else ("~p", "p")
            instead = f"write {same} in place of p == {other!r}, {other_way} in place of p != {other!r}"
            raise TermError(f"{other!r} is not a traced condition: {instead}")
        first, second = self.term, _truth(other)
        there, back = make("implies", (), first, second), make("implies", (), second, first)
        return Truth(make("and", (), there, back), self, other)

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return ~(self == other)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = refused(CONDITION)
    __neg__ = __lt__ = __le__ = __gt__ = __ge__ = refused(CONDITION)
    __hash__ = NotRun.__hash__


class Row(Traced):
    """A symbolic list of numbers, indexed from 1 as the papers do; == compares two of them entry by entry.

    Raises TermError where Python asks for its length or goes through it. A step that asks for an entry which is not
    there is inconclusive.

    >>> squares = row(Columns(1, 3), lambda j: point[1, j] ** 2)
    >>> squares[2] >= 0
    ([L_(1, j)^2 : j = 1..3])_2 >= 0
    """

    __slots__ = ()

    def __getitem__(self, index: Number | Written) -> Number:
        return Number(make("item", (), self.term, _number(index)), self, index)

    def dot(self, matrix: MatrixOperand) -> Row:
        """u^T Z: the products of the n columns of a d x n matrix with this list of d numbers."""
        return Row(make("dot", (), self.term, _matrix(matrix)), self, matrix)

    def times(self, columns: Columns, factor: Number | Written) -> Row:
        """This row with every entry multiplied by `factor`."""
        return row(columns, lambda j: number(factor) * self[j])

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        return _same(self, other)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = refused(OF_ENTRIES)
    __matmul__ = __rmatmul__ = __pow__ = __neg__ = __lt__ = __le__ = __gt__ = __ge__ = refused(OF_ENTRIES)
    __array__ = refused(GONE_THROUGH)
    __hash__ = NotRun.__hash__


class MatrixOperand(Traced):
    """A symbolic d x n matrix; entries are indexed from 1: Z[i, j]. == compares two of one shape entry by entry.

    Raises TermError for an index that is no pair of a row and a column.

    >>> point[1, 2] - point.permuted(Permutation("P"))[1, 2]
    L_(1, 2) - (L P)_(1, 2)
    >>> point.columns(1, 2) == point.columns(3, 4)
    L[columns 1..2] = L[columns 3..4]
    """

    __slots__ = ()

    def __getitem__(self, index: tuple[Number | Written, Number | Written]) -> Number:
        if not isinstance(index, tuple) or len(index) != 2 or any(isinstance(place, slice) for place in index):
            raise TermError(f"an entry of the matrix {brief(self)} has a row and a column, from 1: write [i, j]")
        for what, place in zip(("row", "column"), index, strict=True):
            if type(place) is int and place < 1:
                raise TermError(
                    f"{what} {place} of the matrix {brief(self)}: {what}s count from 1{_FROM_THE_END[what]}"
                )
        return Number(make("entry", (), self.term, _number(index[0]), _number(index[1])), self, *index)

    def permuted(self, permutation: Permutation) -> MatrixOperand:
        """Z P: the matrix whose column j is column P(j) of this one."""
        if not isinstance(permutation, Permutation):
            raise TermError(f"{brief(permutation)} is not a permutation; write every_permutation(lambda P: ...)")
        return MatrixOperand(make("permuted", (permutation.name,), self.term), self)

    def columns(self, lo: Number | Written, hi: Number | Written) -> MatrixOperand:
        """The columns lo, ..., hi, at least one: of a pair [L L'], columns(1, n) is L, columns(n + 1, 2 * n) is L'."""
        return MatrixOperand(make("columns", (), self.term, _number(lo), _number(hi)), self, lo, hi)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        return _same(self, other)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = refused(OF_MATRICES)
    __matmul__ = __rmatmul__ = __pow__ = __neg__ = __lt__ = __le__ = __gt__ = __ge__ = refused(OF_MATRICES)
    __array__ = refused(GONE_THROUGH)
    __hash__ = NotRun.__hash__


_FROM_THE_END: Final = {"row": ", and at.d is the last", "column": ", and at.n is the last"}


@dataclass(frozen=True)
class Columns:
    """A range of integers lo, …, hi to quantify over: columns, rows, layers. It is empty where hi < lo.

    The letter is that of the variable in the formula.

    >>> every(Columns(2, parameter("n")), lambda k: point[1, k - 1] < point[1, k])
    for all j = 2..n: L_(1, j - 1) < L_(1, j)
    """

    lo: Number | Written
    hi: Number | Written
    letter: str = "j"

    __iter__ = refused(
        "can't be iterated: its numbers are known only at an instance; write total(at.columns, lambda j: ...) in"
        " place of sum, and so greatest, least, every, some in place of max, min, all, any",
        "a range",
    )
    __contains__ = refused("has no numbers while a step is traced; write inside(x, lo, hi)", "a range")
    __len__ = refused("has no length while a step is traced; at.columns has at.n numbers, at.rows at.d", "a range")


@dataclass(frozen=True)
class Permutation:
    """A bound permutation P of the n columns, as `every_permutation` gives it.

    >>> every_permutation(lambda P: point.permuted(P)[1, 1] >= 0)
    for every permutation P: (L P)_(1, 1) >= 0
    """

    name: str


@dataclass(frozen=True)
class NetworkOperand:
    """A network of the claim, to be applied to matrices or asked for its counts."""

    name: str

    def __call__(self, matrix: MatrixOperand, stage: str | Number | Written = "output") -> MatrixOperand:
        """The matrix after `stage`: a stage's name, or the number of top-level items passed."""
        if isinstance(stage, str):
            return MatrixOperand(make("stage", (self.name, stage), _matrix(matrix)), matrix)
        return MatrixOperand(make("stage", (self.name,), _number(stage), _matrix(matrix)), stage, matrix)

    def after(self, matrix: MatrixOperand, layers: Number | Written) -> MatrixOperand:
        """The state after the first `layers` layers, families unrolled; the number may vary with the point."""
        return MatrixOperand(make("after", (self.name,), _number(layers), _matrix(matrix)), layers, matrix)

    def layer(self, matrix: MatrixOperand, number: Number | Written) -> MatrixOperand:
        """What layer `number` (from 1, families unrolled) alone makes of the matrix, its skip connection included."""
        return MatrixOperand(make("layer", (self.name,), _number(number), _matrix(matrix)), number, matrix)

    def __getitem__(self, index: object) -> NoReturn:
        raise TermError(
            f"{self.name} is a network and has no entries; those of its output are at.{self.name}(point)[i, j]"
        )

    def quantity(self, quantity: str) -> Number:
        """A count read off the network's data, such as "attention layers" or "heads"."""
        return Number(make("network", (self.name, quantity)))


point = MatrixOperand(make("point"))
"""The point of the domain: the d x n matrix that the step speaks about, unit 1.

It is printed as L, where it is real as X, or by the letter that the claim gives.

>>> point[1, 1] >= 0
L_(1, 1) >= 0
"""


def parameter(name: str) -> Number:
    """An integer parameter of the claim: d rows, n columns, m = 1/delta. In a step, `at.n` says the same.

    A step with one that the claim has not is inconclusive. Raises TermError for what is no name.

    >>> 1 / parameter("m")
    1 / m
    """
    return Number(make("param", (_name(name, "parameter"),)))


def variable(name: str) -> Number:
    """A variable that the domain of a step binds."""
    return Number(make("var", (_name(name, "variable"),)))


def definition(name: str) -> Number:
    """A number the claim derives from its parameters (`Claim.define`): D, t_l, t_r. In a step, `at.D` says the same.

    A step with one that the claim has not is inconclusive. Raises TermError for what is no name.

    >>> definition("D") - 1
    D - 1
    """
    return Number(make("def", (_name(name, "definition"),)))


def every(columns: Columns, condition: Callable[[Number], Truth]) -> Truth:
    """For all values of the range; true over an empty one.

    Raises TermError where `columns` is no range and where what the function returns is no condition.

    >>> every(Columns(1, parameter("n")), lambda j: point[1, j] >= 0)
    for all j = 1..n: L_(1, j) >= 0
    """
    return _bound("all", columns, condition, Truth)


def some(columns: Columns, condition: Callable[[Number], Truth]) -> Truth:
    """For some value of the range; false over an empty one. Raises as `every` does.

    >>> some(Columns(1, parameter("n")), lambda j: point[1, j] == 0)
    for some j = 1..n: L_(1, j) = 0
    """
    return _bound("any", columns, condition, Truth)


def total(columns: Columns, value: Callable[[Number], Number]) -> Number:
    """The sum over the range; 0 over an empty one.

    Raises TermError where `columns` is no range and where what the function returns is no exact number.

    >>> total(Columns(1, parameter("n")), lambda j: point[1, j])
    sum_(j = 1..n) L_(1, j)
    """
    return _bound("sum", columns, value, Number)


def how_many(columns: Columns, condition: Callable[[Number], Truth]) -> Number:
    """For how many values of the range the condition is true, so that `== k` says exactly k. Raises as `every` does.

    >>> how_many(Columns(1, parameter("n")), lambda j: point[1, j] == 0) == 2
    sum_(j = 1..n) (1 if L_(1, j) = 0 else 0) = 2
    """
    _require_range(columns, "how_many", "sum")
    _require_function(condition, "j: ...")
    return total(columns, lambda value: when(condition(value), 1, 0))


def product(columns: Columns, value: Callable[[Number], Number]) -> Number:
    """The product over the range; 1 over an empty one. Raises as `total` does.

    >>> product(Columns(1, parameter("n")), lambda j: point[1, j] + 1)
    product_(j = 1..n) (L_(1, j) + 1)
    """
    return _bound("product", columns, value, Number)


def number(value: object) -> Number:
    """The number that an operand is, or that is written otherwise. Raises TermError for what is no exact number."""
    return value if isinstance(value, Number) else Number(_number(value), value)


def rational(value: object) -> Number:
    """The exact number that an integer, a fraction, "1/2" or "0.9" is, or one of gmpy2, NumPy or sympy.

    A float has to be its shortest decimal, as 0.5 is; `binary` takes any. Raises InputError for anything else.

    >>> rational("1/2") * point[1, 1]
    (1 / 2) L_(1, 1)
    >>> rational("a half")
    Traceback (most recent call last):
    exactua.errors.InputError: rational: 'a half' is not an exact number; write an integer or a fraction such as 3/4
    """
    return Number(language.rational(exact(value, "rational")))


def floor(x: Number) -> Number:
    """The greatest integer that is not greater than x; x - floor(x) is x modulo 1. Raises TermError for no number.

    >>> point[1, 1] - floor(point[1, 1])
    L_(1, 1) - floor(L_(1, 1))
    """
    return Number(make("floor", (), _number(x)), x)


def exp(x: Number | Written) -> Number:
    """e^x, an exact real: comparisons are decided by balls of rising precision. Raises TermError for no number.

    >>> exp(point[1, 1]) / total(Columns(1, parameter("n")), lambda j: exp(point[1, j]))
    exp(L_(1, 1)) / (sum_(j = 1..n) exp(L_(1, j)))
    """
    return Number(make("exp", (), _number(x)), x)


def log(x: Number | Written) -> Number:
    """The natural logarithm of a number above 0, an exact real. Raises TermError for no number.

    A step that takes it of another number is inconclusive.

    >>> log(parameter("n")) <= parameter("n") - 1
    log(n) <= n - 1
    """
    return Number(make("log", (), _number(x)), x)


def sqrt(x: Number | Written) -> Number:
    """The square root >= 0 of a number >= 0, an exact real. Raises TermError for no number.

    A step that takes it of another number is inconclusive.

    >>> sqrt(total(Columns(1, parameter("n")), lambda j: point[1, j] ** 2))
    sqrt(sum_(j = 1..n) L_(1, j)^2)
    """
    return Number(make("sqrt", (), _number(x)), x)


pi: Number = Number(make("pi"))
"""The number pi, an exact real.

>>> pi / 2 > rational("3/2")
pi / 2 > 3 / 2
"""


def integral(side: Number | Written, body: Callable[[MatrixOperand], Number]) -> Number:
    """The integral of body(h) over all h in [0, side]^(d x n), d and n the claim's; body is a polynomial in h[i, j].

    Raises TermError where the side or what the function returns is no exact number. A step with a side below 0 is
    inconclusive.

    >>> integral(1, lambda h: (point[1, 1] + h[1, 1]) ** 2)
    integral_(h in [0, 1]^(d x n)) (L_(1, 1) + h_(1, 1))^2
    """
    return _over_offsets("integral", side, body)


def lowest(side: Number | Written, body: Callable[[MatrixOperand], Number]) -> Number:
    """A number that body(h) is nowhere below for h in [0, side]^(d x n): the lower end of its interval extension.

    That is what +, -, *, / and powers make of the intervals [0, side] in place of the entries h[i, j]. Raises as
    `integral` does.

    >>> lowest(1, lambda h: h[1, 1] - h[1, 2])
    lowest_(h in [0, 1]^(d x n)) h_(1, 1) - h_(1, 2)
    """
    return _over_offsets("lowest", side, body)


def highest(side: Number | Written, body: Callable[[MatrixOperand], Number]) -> Number:
    """A number that body(h) is nowhere above for h in [0, side]^(d x n): the upper end of its interval extension.

    Raises as `integral` does; `lowest` says what an interval extension is.

    >>> highest(1, lambda h: h[1, 1] - h[1, 2])
    highest_(h in [0, 1]^(d x n)) h_(1, 1) - h_(1, 2)
    """
    return _over_offsets("highest", side, body)


def select(number: Number, values: Sequence[Number | Written]) -> Number:
    """The value of this number, from 1, among `values`: a table.

    Raises TermError for what is no exact number. A step that asks for another place than there is one is inconclusive.

    >>> select(parameter("k"), [3, 1, 4])
    (3, 1, 4)_k
    """
    listed = vector(values, "select")
    if not isinstance(listed, Iterable):
        raise TermError(f"select: {brief(listed)} is not a list of numbers; write, for example, [3, 1, 4]")
    return Number(make("select", (), _number(number), *map(_number, listed)), number, *listed)


def _over_offsets(operator: str, side: Number | Written, body: Callable[[MatrixOperand], Number]) -> Number:
    _require_function(body, "h: ...")
    name, term, inner = _traced("h", 1, lambda name: number(body(MatrixOperand(make("offsets", (name,))))))
    return Number(make(operator, (name,), _number(side), term), side, inner)


def least(columns: Columns, value: Callable[[Number], Number]) -> Number:
    """The minimum over the range. Raises as `total` does; a step that takes it over an empty range is inconclusive.

    >>> least(Columns(1, parameter("n")), lambda j: point[1, j])
    min_(j = 1..n) L_(1, j)
    """
    return _bound("min", columns, value, Number)


def greatest(columns: Columns, value: Callable[[Number], Number]) -> Number:
    """The maximum over the range. Raises as `total` does; a step that takes it over an empty range is inconclusive.

    >>> greatest(Columns(1, parameter("n")), lambda j: point[1, j])
    max_(j = 1..n) L_(1, j)
    """
    return _bound("max", columns, value, Number)


def row(columns: Columns, value: Callable[[Number], Number]) -> Row:
    """The list of the values over the range, counted from 1. Raises as `total` does.

    >>> row(Columns(1, parameter("n")), lambda j: point[1, j] - point[2, j])
    [L_(1, j) - L_(2, j) : j = 1..n]
    """
    return _bound("list", columns, value, Row)


def inside(x: Number, lo: Number | Written, hi: Number | Written) -> Truth:
    """lo <= x <= hi: both ends belong to the interval. Raises TermError for what is no exact number.

    >>> inside(point[1, 1], 0, 1)
    L_(1, 1) in [0, 1]
    """
    return Truth(make("in", (), _number(x), _number(lo), _number(hi)), x, lo, hi)


def outside(x: Number, lo: Number | Written, hi: Number | Written) -> Truth:
    """x < lo or x > hi: outside the closed interval. Raises TermError for what is no exact number.

    >>> outside(point[1, 1], definition("t_l"), definition("t_r"))
    L_(1, 1) not in [t_l, t_r]
    """
    return Truth(make("not in", (), _number(x), _number(lo), _number(hi)), x, lo, hi)


def pairwise_distinct(values: Row) -> Truth:
    """No number stands twice in the list. Raises TermError for what is no `Row`.

    >>> pairwise_distinct(row(Columns(1, parameter("n")), lambda j: point[1, j]))
    distinct([L_(1, j) : j = 1..n])
    """
    if not isinstance(values, Row):
        raise TermError(f"{brief(values)} is not a traced list: write row(at.columns, lambda j: ...)")
    return Truth(make("distinct", (), values.term), values)


def implies(condition: Truth, conclusion: Truth) -> Truth:
    """The conclusion, wherever the condition is true. Raises TermError for what is no condition.

    >>> implies(point[1, 1] > 0, point[1, 1] >= 1)
    L_(1, 1) > 0 => L_(1, 1) >= 1
    """
    return Truth(make("implies", (), _truth(condition), _truth(conclusion)), condition, conclusion)


def when(condition: Truth, then: Number | Written, otherwise: Number | Written) -> Number:
    """One number where the condition is true, else the other. Raises TermError for no condition and for no number.

    >>> when(point[1, 1] > 0, 1, -1)
    (1 if L_(1, 1) > 0 else -1)
    """
    return Number(make("if", (), _truth(condition), _number(then), _number(otherwise)), condition, then, otherwise)


def every_permutation(condition: Callable[[Permutation], Truth]) -> Truth:
    """For every permutation P of the n columns, all n! of them.

    Raises TermError where what the function returns is no condition. A step is inconclusive where n > 8.

    >>> every_permutation(lambda P: point.permuted(P)[1, 1] == point[1, 1])
    for every permutation P: (L P)_(1, 1) = L_(1, 1)
    """
    _require_function(condition, "P: ...")
    name, term, inner = _traced("P", 2, lambda name: _condition(condition(Permutation(name))))
    return Truth(make("permutations", (name,), term), inner)


Result = TypeVar("Result", Number, Truth, Row)


def _bound(operator: str, columns: Columns, body: Callable[[Number], Any], result: type[Result]) -> Result:
    _require_range(columns, _WRITTEN.get(operator, operator), operator)
    _name(columns.letter, "letter")
    _require_function(body, "j: ...")
    read = _condition if result is Truth else number

    def operand(name: str) -> Traced:
        return read(body(Number(make("var", (name,)))))

    name, term, inner = _traced(columns.letter, 2, operand)
    return result(
        make(operator, (name,), _number(columns.lo), _number(columns.hi), term), columns.lo, columns.hi, inner
    )


def _require_range(given: object, written: str, operator: str) -> None:
    if isinstance(given, Columns):
        return
    if isinstance(given, (tuple, list)) and all(isinstance(part, NetworkOperand) for part in given):
        raise TermError(f"a family of networks is not a range; {_OF_A_FAMILY.get(operator, _OF_EACH)}")
    if isinstance(given, range) and given.step == 1:
        raise TermError(f"{given!r} is not a range of a step; write Columns({given.start}, {given.stop - 1})")
    if isinstance(given, (str, tuple, list)):
        instead = _OF_LISTED.get(operator, "Columns(1, at.n), or + between what stands for each")
        raise TermError(f"{brief(given)} is not a range; write {instead}")
    if isinstance(given, FunctionType):
        instead = f"{written}(at.columns, lambda j: ...)"
        raise TermError(f"{written}: {brief(given)} is given where the range should be; write {instead}")
    raise TermError(f"{brief(given)} is not a range; write at.columns, at.rows or Columns(1, at.n)")


_WRITTEN: Final = {
    "all": "every", "any": "some", "sum": "total", "product": "product", "min": "least", "max": "greatest",
    "list": "row",
}  # fmt: skip
"""How operators over a range are written."""

_OF_LISTED: Final = {
    "all": "Columns(1, at.n), or & between what is said of each",
    "any": "Columns(1, at.n), or | between what is said of each",
}
"""What is written of a list of Python in place of a range, by the operator."""

_OF_EACH: Final = "write for_all_of(at.head, lambda f: ...)"
_OF_A_FAMILY: Final = {
    "any": "write for_some_of(at.head, lambda f: ...)",
    "sum": "sum(when(..., 1, 0) for f in at.head) counts the networks whose condition is true at one point; no step"
    " counts those where it is true at every point",
}
"""What is written of a family in place of a range, by the operator."""


def _traced(letter: str, second: int, body: Callable[[str], Traced]) -> tuple[str, Term, Traced]:
    """The name of a variable, the letter, else with a number from `second` on; and what `body` makes of it.

    While the body is traced the variable has a name of its own, so that nothing else binds it, and it binds nothing
    else: a variable that gets out of its body is free wherever it goes.
    """
    letters = chain([letter], (f"{letter}{k}" for k in count(second)))
    open_names = _open_names.get()
    name = next(name for name in letters if name not in open_names)
    own = f"{name}{MARK}{next(_marks)}"
    before = _open_names.set((*open_names, name))
    try:
        inner = body(own)
    finally:
        _open_names.reset(before)
    term = inner.term
    if name in term.free:  # a variable of the domain
        taken = {used for part in term.walk() for used in (*part.names, *part.free)}
        name = next(name for name in letters if name not in open_names and name not in taken)
    return name, renamed(term, own, name), inner


_open_names: Final[ContextVar[tuple[str, ...]]] = ContextVar("names", default=())
"""Names of the variables whose bodies are being traced, in each thread its own."""
_marks: Final = count()
_MARKED: Final = re.compile(f"{MARK}[0-9]+")


def _require_function(given: object, written: str) -> None:
    if not callable(given):
        raise TermError(f"{brief(given)} is not a function; write lambda {written}")
    inner = "every(at.rows, lambda i: every(at.columns, lambda j: ...))"
    require_arguments(given, written, f"write one range in another, such as {inner}")


def _name(given: object, what: str) -> str:
    if not isinstance(given, str) or not given:
        raise TermError(f"{what}: {brief(given)} is not a name; write it in quotes")
    return given


def _numbers(operator: str, left: object, right: object) -> Number:
    a, b = _number(left), _number(right)
    if operator in ("+", "*"):  # sums and products are flat, so that a + b + c is one term
        parts: tuple[Term, ...] = ()
        for side in (a, b):
            parts += side.arguments if side.operator == operator else (side,)
        return Number(make(operator, (), *parts), left, right)
    return Number(make(operator, (), a, b), left, right)


def _relation(operator: str, left: object, right: object) -> Truth:
    return Truth(make(operator, (), _number(left), _number(right)), left, right)


def _same(left: Traced, right: object) -> Truth:
    if isinstance(right, (tuple, list)):
        spelled = 'of a word, ab.has("a", 1) & ab.has("b", 2)'
        raise TermError(
            f"{brief(left)} is compared with a list of numbers; compare entries, point[1, 2] == 0; {spelled}"
        )
    if not isinstance(right, Traced):
        raise TermError(f"{brief(right)} is not a traced operand; compare entries: every(at.columns, lambda j: ...)")
    return Truth(make("=", (), left.term, right.term), left, right)


def _matrix(value: object) -> Term:
    if not isinstance(value, MatrixOperand):
        raise TermError(
            f"{brief(value)} is not a matrix: a network is applied to `point`, or to what another makes of it, "
            "and to Z.permuted(P) and Z.columns(lo, hi) of such a matrix Z"
        )
    return value.term


def _truth(value: object) -> Term:
    return _condition(value).term


def _behind(value: object) -> Term:
    """What stands behind & | ^ of a condition: where it is a number, the brackets of a comparison may be missing."""
    if isinstance(value, Number):
        raise TermError(f"{brief(value)} {NO_LOGIC_BEHIND}")
    return _truth(value)


def _condition(value: object) -> Truth:
    if not isinstance(value, Truth):
        raise _no_condition(value)
    return value


def _no_condition(value: object) -> TermError:
    if isinstance(value, WholeStep):
        return TermError(f"{brief(value)} {NO_PART}")
    return TermError(f"{brief(value)} is not a traced condition: a comparison of operands, every(...), some(...)")


def _number(value: object) -> Term:
    if isinstance(value, Number):
        return value.term
    if type(value) is int or isinstance(value, AskedInteger):
        return integer(value)
    if isinstance(value, Traced):
        if isinstance(value, Truth):
            raise TermError(f"{brief(value)} {CONDITION}")
        what = {Row: "a list", MatrixOperand: "a matrix"}.get(type(value), "not a number")
        raise TermError(f"{brief(value)} is {what}, but a number is needed here")
    try:
        return language.rational(exact_value(value))
    except NoNumber as reason:
        known = reason.instead != GIVE  # what to write is known
        if type(value).__name__ == "Parameter":
            written = f"at.{getattr(value, 'name', 'k')}"
            raise TermError(f"a step takes the parameter itself; write {written}") from None
        if isinstance(value, str) and len(value) == 1:
            token = f"has({value!r}, j) of its words asks for a token"
            raise TermError(f"{reason.what}: a step takes {_TAKEN}; {token}") from None
        real = ", such as pi and sqrt(2) of exactua.authoring" if type(value).__module__.startswith("sympy.") else ""
        raise TermError(str(reason) if known else f"{reason.what}: a step takes {_TAKEN}{real}") from None


_TAKEN: Final = "integers, fractions and operands"
