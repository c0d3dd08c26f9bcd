"""Depth-wise separable convolutions: each row with a filter of its own, then a matrix on every column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exactua.arithmetic.json_values import built, object_at
from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import matrices, words
from exactua.networks.costs import Cost
from exactua.networks.entries import Entry, EntryReader, matrices_data, variables_of
from exactua.networks.layer import Layer
from exactua.networks.matrices import Weights, shape


@dataclass(frozen=True, slots=True, init=False, repr=False)
class SeparableConvolution(Layer):
    """Z -> Z + W_O (Z * W_C), for d x n matrices with any n >= 1.

    W_O is d x d, W_C is d x k, unit 1: row i of Z * W_C is row i of Z convolved with row i of W_C,

        (Z * W_C)[i, j] = sum over t = 1, ..., k of W_C[i, t] Z[i, j + centre - t],

    of the same length n, with zeros for the columns that Z has not. The paper leaves the padding and the centre open:
    centre = 1, ..., k is ceil(k/2) unless it is given (1: each column and those before it; k: those after it).
    Raises InputError for inexact entries, shapes that don't fit, and a centre that is not a place of the filter.
    Source: Yun et al. 2020, App. H.2, eq. (6).

    >>> SeparableConvolution([[1]], [[1, 10]])([[1, 2]])
    ((mpq(2,1), mpq(14,1)),)
    """

    kind = name = "separable convolution"
    is_affine = True
    W_O: Weights
    W_C: Weights
    centre: int

    def __init__(self, W_O: Sequence[Sequence[Any]], W_C: Sequence[Sequence[Any]], centre: int | None = None) -> None:
        outer, filters = matrices.weights(W_O, "W_O"), matrices.weights(W_C, "W_C")
        if len(outer) != len(outer[0]):
            raise InputError(f"W_O is {shape(outer)}, and it must be square, d x d")
        if len(filters) != len(outer):
            raise InputError(f"W_C is {shape(filters)}, W_O is {shape(outer)}: W_C is d x k, one filter for each row")
        k = len(filters[0])
        place = (k + 1) // 2 if centre is None else centre
        if isinstance(place, bool) or not isinstance(place, int) or not 1 <= place <= k:
            raise InputError(f"centre: {brief(place)} is not one of 1, ..., {k}, the places of a filter of size {k}")
        for name, value in zip(self.__slots__, (outer, filters, place), strict=True):
            object.__setattr__(self, name, value)

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the layer acts on."""
        return len(self.W_O)

    @property
    def filter_size(self) -> int:
        """The size k of the filters."""
        return len(self.W_C[0])

    @property
    def parameters(self) -> int:
        """The number of entries of the matrix and of the filters: d^2 + d k."""
        return self.d**2 + self.d * self.filter_size

    @property
    def variables(self) -> frozenset[str]:
        """The variables of enclosing families that occur in the entries."""
        return variables_of(value for row in (*self.W_O, *self.W_C) for value in row)

    def at(self, variables: Mapping[str, Rational]) -> SeparableConvolution:
        """The concrete layer that the template is where the variables have these values."""
        W_O, W_C = (matrices.substituted(matrix, variables) for matrix in (self.W_O, self.W_C))
        return SeparableConvolution(W_O, W_C, self.centre)

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: each row with its filter, then W_O."""
        return Cost(n * self.d * (self.d + self.filter_size), 3 * n * self.d)

    def apply(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit, without the checks of a call."""
        return matrices.plus(Z, matrices.product(self.W_O, self.convolved(Z)))

    def convolved(self, Z: Matrix) -> Matrix:
        """Z * W_C, d x n: every row with its own filter, zeros beyond both ends."""
        return tuple(self._row(filter_, row) for filter_, row in zip(self.W_C, Z, strict=True))

    def _row(self, filter_: Sequence[Any], row: Sequence[Any]) -> tuple[Any, ...]:
        n, result = len(row), []
        for j in range(1, n + 1):
            total: Any = Rational(0)
            for t, weight in enumerate(filter_, 1):
                if 1 <= j + self.centre - t <= n:
                    total = total + row[j + self.centre - t - 1] * weight
            result.append(total)
        return tuple(result)

    def numbers(self) -> dict[str, Iterable[Entry]]:
        """Its entries by what they are: weights."""
        return {"weights": matrices.entries([self.W_O, self.W_C])}

    def words(self) -> Iterator[str]:
        """The layer for people, in one line."""
        yield f"{self.name}, {words.assignments({'W_O': self.W_O, 'W_C': self.W_C})}  centre = {self.centre}"

    def data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        return {**matrices_data(self, ("W_O", "W_C")), "centre": self.centre}

    @classmethod
    def read(cls, reader: EntryReader, data: object, where: str) -> SeparableConvolution:
        """The layer with these fields. Raises InputError, with the path of what is wrong, for other data."""
        fields = object_at(data, where, ("W_O", "W_C", "centre"))
        W_O, W_C = (reader.matrix(fields[name], f"{where}.{name}") for name in ("W_O", "W_C"))
        centre = reader.integer(fields["centre"], f"{where}.centre")
        return built(where, lambda: cls(W_O, W_C, centre))
