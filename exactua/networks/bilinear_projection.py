"""Bi-linear projections: tokens are mixed by one fixed matrix, whatever they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exactua.arithmetic.json_values import built, object_at
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import matrices, words
from exactua.networks.costs import Cost
from exactua.networks.entries import Entry, EntryReader, matrices_data, variables_of
from exactua.networks.layer import Layer
from exactua.networks.matrices import Weights, shape


@dataclass(frozen=True, slots=True, init=False, repr=False)
class BilinearProjection(Layer):
    """Z -> Z + W_O Z W_P, for d x n matrices with the n that W_P has.

    W_O is d x d, W_P is n x n, unit 1. Average attention is the one with W_P = 1 1^T / n (`averaging`).
    Raises InputError for inexact entries, and for weights that are not square, with their shape.
    Source: Yun et al. 2020, App. H.1, eq. (5).

    >>> BilinearProjection.averaging([[1]], n=2)([[0, 1]])
    ((mpq(1,2), mpq(3,2)),)
    """

    kind = "bilinear projection"
    name = "bi-linear projection"
    is_affine = True
    W_O: Weights
    W_P: Weights

    def __init__(self, W_O: Sequence[Sequence[Any]], W_P: Sequence[Sequence[Any]]) -> None:
        given = {"W_O": matrices.weights(W_O, "W_O"), "W_P": matrices.weights(W_P, "W_P")}
        for (name, matrix), size in zip(given.items(), ("d x d", "n x n"), strict=True):
            if len(matrix) != len(matrix[0]):
                raise InputError(f"{name} is {shape(matrix)}, and it must be square, {size}")
            object.__setattr__(self, name, matrix)

    @classmethod
    def averaging(cls, W_O: Sequence[Sequence[Any]], n: int) -> BilinearProjection:
        """Average attention on n columns: Z -> Z + W_O Z (1 1^T / n). Source: App. H.4, the baseline of Table 1."""
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise InputError(f"n: {n!r} is not a number of columns; write an integer >= 1")
        return cls(W_O, [[Rational(1, n)] * n] * n)

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the layer acts on."""
        return len(self.W_O)

    @property
    def n(self) -> int:
        """Number of columns of the matrices that the layer acts on."""
        return len(self.W_P)

    @property
    def parameters(self) -> int:
        """The number of entries of both matrices: d^2 + n^2."""
        return self.d**2 + self.n**2

    @property
    def variables(self) -> frozenset[str]:
        """The variables of enclosing families that occur in the entries."""
        return variables_of(value for row in (*self.W_O, *self.W_P) for value in row)

    @property
    def columns(self) -> tuple[int, str]:
        """The number of columns of W_P."""
        return self.n, self.name

    def at(self, variables: Mapping[str, Rational]) -> BilinearProjection:
        """The concrete layer that the template is where the variables have these values."""
        return BilinearProjection(*(matrices.substituted(matrix, variables) for matrix in (self.W_O, self.W_P)))

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: W_O Z W_P."""
        return Cost(n * self.d * (self.d + n), 3 * n * self.d)

    def apply(self, Z: Matrix) -> Matrix:
        """The layer at a matrix whose rows and entries are known to fit. Raises InputError for another n."""
        if len(Z[0]) != self.n:
            raise InputError(
                f"Z is {shape(Z)}, W_P is {self.n} x {self.n}: a bi-linear projection acts on matrices with as many "
                f"columns as W_P has"
            )
        return matrices.plus(Z, matrices.product(matrices.product(self.W_O, Z), self.W_P))

    def numbers(self) -> dict[str, Iterable[Entry]]:
        """Its entries by what they are: weights."""
        return {"weights": matrices.entries([self.W_O, self.W_P])}

    def words(self) -> Iterator[str]:
        """The layer for people, in one line."""
        yield f"{self.name}, {words.assignments({'W_O': self.W_O, 'W_P': self.W_P})}"

    def data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        return matrices_data(self, ("W_O", "W_P"))

    @classmethod
    def read(cls, reader: EntryReader, data: object, where: str) -> BilinearProjection:
        """The layer with these fields. Raises InputError, with the path of what is wrong, for other data."""
        fields = object_at(data, where, ("W_O", "W_P"))
        W_O, W_P = (reader.matrix(fields[name], f"{where}.{name}") for name in ("W_O", "W_P"))
        return built(where, lambda: cls(W_O, W_P))
