"""Positional encodings: a fixed matrix added to the input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from exactua.arithmetic.json_values import built, object_at
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import matrices, words
from exactua.networks.costs import Cost
from exactua.networks.entries import Entry, EntryReader, matrices_data, variables_of
from exactua.networks.layer import Layer
from exactua.networks.matrices import Weights, shape


@dataclass(frozen=True, slots=True, init=False, repr=False)
class PositionalEncoding(Layer):
    """Z -> Z + E, with E d x n, unit 1: it fixes the number n of columns.

    Raises InputError for inexact entries. Source: Yun et al. 2020, Sec. 3.1, eq. (4).

    >>> PositionalEncoding([[0, 1, 2]])([[5, 5, 5]])
    ((mpq(5,1), mpq(6,1), mpq(7,1)),)
    """

    kind = name = "positional encoding"
    is_affine = True
    E: Weights

    def __init__(self, E: Sequence[Sequence[Any]]) -> None:
        object.__setattr__(self, "E", matrices.weights(E, "E"))
        if self.variables:
            raise InputError("E: the entries of a positional encoding are numbers, not variables of a family")

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the layer acts on."""
        return len(self.E)

    @property
    def parameters(self) -> int:
        """The number of entries of E."""
        return len(self.E) * len(self.E[0])

    @property
    def variables(self) -> frozenset[str]:
        """Variables of enclosing families: there are none."""
        return variables_of(value for row in self.E for value in row)

    @property
    def columns(self) -> tuple[int, str]:
        """The number of columns of E."""
        return len(self.E[0]), self.name

    @property
    def shift(self) -> Weights:
        """E."""
        return self.E

    def at(self, variables: Mapping[str, Rational]) -> Self:
        """The layer itself."""
        return self

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: a sum."""
        return Cost(0, 2 * n * self.d)

    def apply(self, Z: Matrix) -> Matrix:
        """Z + E. Raises InputError for another shape."""
        if (len(Z), len(Z[0])) != (len(self.E), len(self.E[0])):
            raise InputError(f"Z is {shape(Z)}, the positional encoding E is {shape(self.E)}: they must agree")
        return tuple(
            tuple(entry + shift for entry, shift in zip(row, shifts, strict=True))
            for row, shifts in zip(Z, self.E, strict=True)
        )

    def numbers(self) -> dict[str, Iterable[Entry]]:
        """Its entries by what they are: the encoding."""
        return {"encoding": matrices.entries([self.E])}

    def words(self) -> Iterator[str]:
        """The layer for people, in one line."""
        yield f"{self.name}, E = {words.matrix(self.E)}"

    def data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        return matrices_data(self, ("E",))

    @classmethod
    def read(cls, reader: EntryReader, data: object, where: str) -> PositionalEncoding:
        """The layer with these fields. Raises InputError, with the path of what is wrong, for other data."""
        E = reader.matrix(object_at(data, where, ("E",))["E"], f"{where}.E")
        return built(where, lambda: cls(E))
