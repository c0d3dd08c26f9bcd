"""Matrices of exact numbers as tuples of rows: what is checked when one is given, sums and products."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from numbers import Number
from typing import Any, TypeAlias, cast

from exactua.arithmetic.number_reading import is_of_packages, lists, told_of_arrays, vector
from exactua.arithmetic.rationals import Matrix, Rational, rational
from exactua.errors import InputError
from exactua.networks.entries import Affine, Entry, entry
from exactua.plurals import counted

Weights: TypeAlias = tuple[tuple[Entry, ...], ...]
"""A weight matrix as a tuple of rows."""

Bias: TypeAlias = tuple[Entry, ...]
"""A bias vector."""


def weights(given: Any, name: str) -> Weights:
    """The weight matrix `name` of these rows. Raises InputError for none, unequal ones or inexact entries."""
    rows = _rows(given, name)
    if not rows or not rows[0]:
        raise InputError(f"{name} is empty: it needs at least one row and one column")
    _require_equal_rows(rows, name)
    with told_of_arrays(given):
        return tuple(
            tuple(entry(value, f"{name}[{i}][{j}]") for j, value in enumerate(row)) for i, row in enumerate(rows)
        )


def bias(given: Any, name: str) -> Bias:
    """The bias vector `name` with these entries. Raises InputError for no or inexact entries."""
    listed = vector(given, name)
    if not _is_list(listed) or not listed:
        raise InputError(f"{name} is not a vector: write its entries, such as [0, 1]{_as_list(listed)}")
    with told_of_arrays(given):
        return tuple(entry(value, f"{name}[{i}]") for i, value in enumerate(listed))


def entries(several: Iterable[Sequence[Sequence[Entry]]]) -> Iterator[Entry]:
    """All entries of these matrices."""
    return (entry for matrix in several for row in matrix for entry in row)


def substituted(matrix: Weights, variables: Mapping[str, Rational]) -> Weights:
    """The matrix with every affine entry replaced by its value."""
    return tuple([substituted_bias(row, variables) for row in matrix])


def substituted_bias(vector: Bias, variables: Mapping[str, Rational]) -> Bias:
    """The vector with every affine entry replaced by its value."""
    return tuple([value.at(variables) if isinstance(value, Affine) else value for value in vector])


def shape(matrix: Sequence[Sequence[object]]) -> str:
    """Rows and columns, for messages: `2 x 3`."""
    return f"{len(matrix)} x {len(matrix[0]) if matrix else 0}"


def exact_matrix(given: Any, d: int, argument: str, taker: str) -> Matrix:
    """`given` as a d x n matrix, n >= 1, of exact numbers; `taker` is what it is given to, for messages.

    Integers, fractions and strings become rationals, floats are refused; exact number types of other modules
    (any class that does not claim to be a Python number) pass through. Raises InputError, with both shapes,
    for another shape.
    """
    rows = shaped(given, d, argument, taker)
    with told_of_arrays(given):
        return tuple(
            tuple(
                # the name of an entry is only spelled out where it may be needed
                value if type(value) is Rational else _exact(value, f"{argument}[{i}][{j}]")
                for j, value in enumerate(row)
            )
            for i, row in enumerate(rows)
        )


def shaped(given: Any, d: int, argument: str, taker: str) -> Sequence[Sequence[Any]]:
    """The rows of a d x n matrix, n >= 1, whatever its entries are. Raises InputError as `exact_matrix` does."""
    given = _rows(given, argument)
    if len(given) != d or not given[0]:
        needed = f"{d} row{'s' if d > 1 else ''}" if len(given) != d else "at least one column"
        raise InputError(f"{argument} is {shape(given)}, {taker} maps {d} x n to {d} x n: it needs {needed}")
    _require_equal_rows(given, argument)
    return cast("Sequence[Sequence[Any]]", given)


def product(A: Matrix, B: Matrix) -> Matrix:
    """A B."""
    columns = transposed(B)
    return tuple([tuple([_dot(row, column) for column in columns]) for row in A])


def transposed(A: Matrix) -> Matrix:
    """A^T."""
    return tuple(zip(*A, strict=True))


def plus(A: Matrix, B: Matrix) -> Matrix:
    """A + B."""
    return tuple([tuple(map(operator.add, a, b)) for a, b in zip(A, B, strict=True)])


def plus_bias(A: Matrix, b: Sequence[Rational]) -> Matrix:
    """A + b 1^T: the vector b added to every column of A."""
    return tuple([tuple([value + shift for value in row]) for row, shift in zip(A, b, strict=True)])


def _dot(row: Sequence[Rational], column: Sequence[Rational]) -> Rational:
    return reduce(operator.add, map(operator.mul, row, column))


def _rows(given: Any, name: str) -> Sequence[Sequence[Any]]:
    """The rows of a matrix, arrays as lists. Raises InputError for what is none."""
    rows = lists(given, name)
    if _is_list(rows):
        rows = [lists(row, name) for row in rows]
    if not _is_list(rows) or not all(map(_is_list, rows)):
        raise InputError(f"{name} is not a matrix: write its rows, such as [[1, 0], [0, 1]]{_as_list(given)}")
    return cast("Sequence[Sequence[Any]]", rows)


def _as_list(given: object) -> str:
    """A hint for arrays, such as those of torch."""
    known = is_of_packages(given) or not hasattr(given, "tolist")
    return "" if known else "; an array of integers becomes one by .tolist()"


def _is_list(given: object) -> bool:
    return isinstance(given, Sequence) and not isinstance(given, (str, bytes))


def _require_equal_rows(rows: Sequence[Sequence[object]], name: str) -> None:
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InputError(
                f"{name}: row {number} has {counted(len(row), 'entry')}, row 1 has {len(rows[0])}; "
                "rows must be equally long"
            )


def _exact(value: Any, argument: str) -> Any:
    given = isinstance(value, (Number, str, bytes, type(None))) or is_of_packages(value)
    return rational(value, argument) if given else value
