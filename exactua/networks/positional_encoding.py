"""Positional encodings: a fixed matrix added to the input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import matrices
from exactua.networks.costs import Cost
from exactua.networks.entries import variables_of
from exactua.networks.matrices import Weights, shape


@dataclass(frozen=True, slots=True, init=False)
class PositionalEncoding:
    """Z -> Z + E, with E d x n: it fixes the number n of columns.

    Raises InputError for inexact entries. Source: Yun et al. 2020, Sec. 3.1, eq. (4).
    """

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
