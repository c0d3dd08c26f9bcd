"""Entries of weights: exact rationals, or inside a family affine expressions such as `l - 1/4`; and as JSON data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from exactua.arithmetic.json_values import array_at, number_at, object_at
from exactua.arithmetic.messages import quoted
from exactua.arithmetic.number_reading import rational_of_json
from exactua.arithmetic.rationals import Rational, decode_integer, decode_rational, encode_rational, rational, written
from exactua.arithmetic.reals import Real, decode_real, encode_real
from exactua.errors import InputError
from exactua.plurals import counted


@dataclass(frozen=True, slots=True, init=False)
class Affine:
    """constant + sum of coefficient * variable, exact: an entry of a layer that stands inside a family.

    It is built from `variable("l")` with `+`, `-` and `*` by exact numbers; `coefficients` are sorted by
    variable and never 0. Raises InputError for what is no exact number.

    >>> str(2 * variable("l") - 1)
    '2*l - 1'
    """

    __array_ufunc__: ClassVar[None] = None  # operators between a number of NumPy and an entry are the entry's

    constant: Rational
    coefficients: tuple[tuple[str, Rational], ...]

    def __init__(self, constant: Any, coefficients: Mapping[str, Any]) -> None:
        exact = {name: rational(value, f"coefficient of {name}") for name, value in coefficients.items()}
        object.__setattr__(self, "constant", rational(constant, "constant"))
        object.__setattr__(self, "coefficients", tuple((name, exact[name]) for name in sorted(exact) if exact[name]))

    @property
    def variables(self) -> frozenset[str]:
        """The names of the variables that occur."""
        return frozenset(name for name, _ in self.coefficients)

    def at(self, variables: Mapping[str, Rational]) -> Rational:
        """The value where the variables have these values. Raises InputError if one of them is missing."""
        value = self.constant
        for name, coefficient in self.coefficients:
            if name not in variables:
                raise InputError(f"{self} has no value: the variable {name} is not given")
            value += coefficient * rational(variables[name], name)
        return value

    def __add__(self, other: Any) -> Affine:
        if isinstance(other, Affine):
            names = self.variables | other.variables
            mine, theirs = dict(self.coefficients), dict(other.coefficients)
            return Affine(
                self.constant + other.constant,
                {name: mine.get(name, 0) + theirs.get(name, 0) for name in names},
            )
        return Affine(self.constant + rational(other, "summand"), dict(self.coefficients))

    def __mul__(self, factor: Any) -> Affine:
        exact = rational(factor, "factor")
        return Affine(self.constant * exact, {name: exact * value for name, value in self.coefficients})

    def __neg__(self) -> Affine:
        return self * -1

    def __sub__(self, other: Any) -> Affine:
        return self + entry(other, "subtrahend") * -1

    def __rsub__(self, other: Any) -> Affine:
        return -self + entry(other, "minuend")

    __radd__ = __add__
    __rmul__ = __mul__

    def __str__(self) -> str:
        return in_words(self.constant, self.coefficients)


Entry: TypeAlias = Rational | Affine | Real
"""An entry of a weight: a rational, an exact real, or an affine expression inside a family.

>>> FeedForwardLayer([[1]], [variable("l")], [["1/2"]], [0], RELU).b_1
(Affine(constant=mpq(0,1), coefficients=(('l', mpq(1,1)),)),)
"""


def variable(name: str) -> Affine:
    """The variable of a family, to build entries with: `variable("l") - mpq(1, 4)`.

    >>> str(variable("l") + 1)
    'l + 1'
    """
    return Affine(0, {name: 1})


def entry(given: Any, argument: str) -> Entry:
    """The entry that `given` writes. Raises InputError, naming `argument`, for anything that is not exact."""
    if isinstance(given, Affine):
        return given if given.coefficients else given.constant
    if isinstance(given, Real):
        return given
    return rational(given, argument)


def variables_of(entries: Iterable[Entry]) -> frozenset[str]:
    """The names of all variables that occur in these entries."""
    return frozenset(name for entry in entries if isinstance(entry, Affine) for name in entry.variables)


def in_words(constant: Rational, coefficients: Iterable[tuple[str, Rational]]) -> str:
    """`-l + 1/4`, `2*t`, `0`: an affine expression for people, variables first."""
    terms = [_term(value, name) for name, value in coefficients if value]
    if constant or not terms:
        terms.append(_term(constant, ""))
    first, *others = terms
    signed = "".join(f" - {term[1:]}" if term.startswith("-") else f" + {term}" for term in others)
    return first + signed


def _term(coefficient: Rational, name: str) -> str:
    if not name:
        return written(coefficient)
    if abs(coefficient) == 1:
        return name if coefficient > 0 else f"-{name}"
    return f"{written(coefficient)}*{name}"


MAX_ENTRIES: Final = 1_000_000
"""The largest number of numbers in a network that is read."""


def matrices_data(owner: object, weights: tuple[str, ...], biases: tuple[str, ...] = ()) -> dict[str, Any]:
    """The weight matrices and the bias vectors with these names, as JSON data."""
    return {name: [[entry_data(value) for value in row] for row in getattr(owner, name)] for name in weights} | {
        name: [entry_data(value) for value in getattr(owner, name)] for name in biases
    }


def entry_data(value: Entry) -> Any:
    """An entry as JSON data."""
    if not isinstance(value, Affine):
        return encode_real(value)
    coefficients = {name: encode_rational(coefficient) for name, coefficient in value.coefficients}
    return {"constant": encode_rational(value.constant), **coefficients}


MOST_TOLD: Final = 5
"""Numbers of a file that are told as wrong at once."""
_IN_DECIMALS: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
"""How people and programs write integers and finite decimals."""


def _written_by_people(data: object, where: str) -> Rational:
    """A number in what people write: an integer of any size, and finite decimals in quotes, too."""
    if type(data) is int or (isinstance(data, str) and _IN_DECIMALS.fullmatch(data)):
        return rational_of_json(data, where)
    return decode_rational(number_at(data, where), where)


class EntryReader:
    """One reading of a network: it counts the numbers that it has seen, and knows the variables of what is around.

    What it reads is at `where`; it raises InputError, with that path, for what is no such thing, and for more than
    1,000,000 numbers. What people write (`by_people`) may have decimals as texts, "0.1", and its numbers that are wrong
    are told together; in certificates each number has its one writing.
    """

    def __init__(self, by_people: bool = False) -> None:
        self.by_people = by_people
        self.wrong: list[str] = []
        """What was wrong with the first numbers that were, in what people write."""
        self.count_of_wrong = 0
        self.entries = 0
        self.variables: list[str] = []
        """Those of the families and tables around."""

    def numbers(self, data: object, where: str) -> list[Rational]:
        """A list of rational numbers."""
        return [self.number(value, f"{where}[{i}]") for i, value in enumerate(array_at(data, where))]

    def matrix(self, data: object, where: str) -> list[list[Entry]]:
        """A matrix by its rows."""
        return [self.vector(row, f"{where}[{i}]") for i, row in enumerate(array_at(data, where))]

    def vector(self, data: object, where: str) -> list[Entry]:
        """A vector."""
        return [self.entry(value, f"{where}[{i}]") for i, value in enumerate(array_at(data, where))]

    def entry(self, data: object, where: str) -> Entry:
        """An entry: a rational, a real, or an affine expression in the variables around."""
        if isinstance(data, list):
            self.count(where)
            return decode_real(data, where, number=_written_by_people if self.by_people else decode_rational)
        if not isinstance(data, dict):
            return self.number(data, where)
        if "constant" not in object_at(data, where):
            raise InputError(f"{where}: missing key constant")
        numbers = {key: self.number(value, f"{where}[{quoted(key)}]") for key, value in data.items()}
        for key, value in numbers.items():
            if not value and key not in ("constant", *self.variables):  # the network does not know of it any more
                raise InputError(f"{where}: no family or table around has the variable {quoted(key)}")
        return Affine(numbers.pop("constant"), numbers)

    def number(self, data: object, where: str) -> Rational:
        """A rational number."""
        self.count(where)
        if not self.by_people:
            return decode_rational(number_at(data, where), where)
        try:
            return _written_by_people(data, where)
        except InputError as error:
            self.count_of_wrong += 1
            self.wrong += [str(error)] * (len(self.wrong) < MOST_TOLD)
            return rational(0, where)

    def integer(self, data: object, where: str) -> int:
        """An integer."""
        self.count(where)
        return decode_integer(number_at(data, where), where)

    def require_right(self, file: str) -> None:
        """Raises InputError where numbers were wrong: the first of them, the file once, and how many more there are."""
        if self.wrong:
            more = self.count_of_wrong - len(self.wrong)
            first, *others = self.wrong
            told = [first, *(error.removeprefix(file) for error in others)]
            told += [f"and {counted(more, 'more number')} like these"] * (more > 0)
            raise InputError("; ".join(told))

    def count(self, where: str) -> None:
        """Takes one more number into account."""
        self.entries += 1
        if self.entries > MAX_ENTRIES:
            raise InputError(f"{where}: the network has more than {MAX_ENTRIES} numbers")
