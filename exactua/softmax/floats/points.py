"""Points for the float path: rationals rounded to a format once, with an account, or float64 arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.softmax.floats.formats import FloatArray, Rounding, format_of


@dataclass(frozen=True, eq=False)
class RoundedPoints:
    """Points rounded to a format once, for many runs: `values` of shape (points, d, n), and what became of entries."""

    values: FloatArray
    rounding: Rounding

    @classmethod
    def of(cls, points: Sequence[Matrix], dtype: str) -> RoundedPoints:
        """Matrices of rationals, rounded to nearest. Raises InputError where they have not all one shape."""
        rounding = Rounding("entries of points", format_of(dtype))
        d, n = (len(points[0]), len(points[0][0])) if len(points) else (1, 1)
        for number, matrix in enumerate(points, 1):
            if len(matrix) != d or any(len(row) != n for row in matrix):
                raise InputError(f"points: number {number} has another shape than number 1, which is {d} x {n}")
        rounded = [
            [[rounding(entry, f"in number {number}") for entry in row] for row in matrix]
            for number, matrix in enumerate(points, 1)
        ]
        return cls(np.array(rounded, dtype=np.float64).reshape(len(points), d, n), rounding)

    def __len__(self) -> int:
        return len(self.values)


Points: TypeAlias = Sequence[Matrix] | FloatArray | RoundedPoints
"""Matrices of rationals, or float64 numbers of shape (points, d, n): rounded once; or what is rounded already."""


def rounded_points(points: Points, d: int, dtype: str) -> RoundedPoints:
    """The points in the format, d x n each.

    Raises InputError for another shape, an array that is not of float64, points rounded to another format.
    """
    form = format_of(dtype)
    if isinstance(points, np.ndarray):
        if points.ndim != 3 or points.dtype != np.float64:
            raise InputError(
                f"points: an array of {points.dtype} of shape {points.shape}; give float64 numbers of shape "
                f"(points, {d}, n)"
            )
        rounded = RoundedPoints(points, Rounding("entries of points", form))
    else:
        rounded = points if isinstance(points, RoundedPoints) else RoundedPoints.of(points, dtype)
    if rounded.rounding.form != form:
        raise InputError(f"points: they are rounded to {rounded.rounding.form.name}, and the network to {dtype}")
    if len(rounded) and (rounded.values.shape[1] != d or not rounded.values.shape[2]):
        rows, columns = rounded.values.shape[1:]
        raise InputError(f"points: they are {rows} x {columns}; the network maps {d} x n matrices, n >= 1")
    return rounded
