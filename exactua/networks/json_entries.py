"""Entries of weights as JSON data, both ways; how many are read is limited, as files come from anybody."""

from __future__ import annotations

from typing import Any, Final

from exactua.arithmetic import real_data
from exactua.arithmetic.json_values import array_at, number_at, object_at
from exactua.arithmetic.messages import quoted
from exactua.arithmetic.rationals import Rational, decode_integer, decode_rational, encode_rational
from exactua.errors import InputError
from exactua.networks.entries import Affine, Entry

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
        return real_data.encode(value)
    coefficients = {name: encode_rational(coefficient) for name, coefficient in value.coefficients}
    return {"constant": encode_rational(value.constant), **coefficients}


class EntryReader:
    """One reading of a network: it counts the numbers that it has seen, and knows the variables of what is around.

    What it reads is at `where`; it raises InputError, with that path, for what is no such thing, and for more than
    1,000,000 numbers.
    """

    def __init__(self) -> None:
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
            return real_data.decode(data, where)
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
        return decode_rational(number_at(data, where), where)

    def integer(self, data: object, where: str) -> int:
        """An integer."""
        self.count(where)
        return decode_integer(number_at(data, where), where)

    def count(self, where: str) -> None:
        """Takes one more number into account."""
        self.entries += 1
        if self.entries > MAX_ENTRIES:
            raise InputError(f"{where}: the network has more than {MAX_ENTRIES} numbers")
