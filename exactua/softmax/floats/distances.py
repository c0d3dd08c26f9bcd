"""Exact distances between floats and exact numbers, most of them decided by float64 with a proven margin.

For a float f and an exact x with nearest float64 number r: | |f - x| - fl|f - r| | <= 2^-53 |f - r| + 2^-53 |r| up to
second order, and 0 where x = r = f. What such a margin leaves open is computed in rationals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, nextafter
from typing import Final

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.float_formats import FLOAT64
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.softmax.floats.formats import FloatArray, exact, nearest

_UNIT: Final = 2.0**-51
"""Four times the rounding unit of float64: what is of second order, and the margin's own rounding, is in it."""
_LEAST: Final = 2.0**-1070
"""More than what is lost among the numbers below the normal ones."""
_WHOLE: Final = 2**53


@dataclass(frozen=True, eq=False)
class ExactStates:
    """Exact d x n matrices in enumeration order, beside the float64 numbers nearest to their entries."""

    near: FloatArray
    """Shape (points, d, n); infinite where an entry is beyond float64."""
    held: NDArray[np.bool_]
    """Whether `near` is known to be the entry itself."""
    entry: Callable[[int, int, int], Rational]
    """The entry (i, j), from 0, of a point."""

    @classmethod
    def of_matrices(cls, matrices: Sequence[Matrix]) -> ExactStates:
        """Those of these matrices. Raises InputError where they have not all one shape, or an entry is no rational."""
        known: dict[Rational, tuple[float, bool]] = {}
        near, held = [], []
        for number, matrix in enumerate(matrices, 1):
            if [len(row) for row in matrix] != [len(matrices[0][0])] * len(matrices[0]):
                raise InputError(f"exact_outputs: number {number} has another shape than number 1")
            for row in matrix:
                for value in row:
                    if value not in known:
                        known[value] = _nearest(value)
                    nearest, same = known[value]
                    near.append(nearest)
                    held.append(same)
        shape = (len(matrices), len(matrices[0]), len(matrices[0][0])) if len(matrices) else (0, 1, 1)
        return cls(
            np.array(near, dtype=np.float64).reshape(shape),
            np.array(held, dtype=np.bool_).reshape(shape),
            lambda point, i, j: matrices[point][i][j],
        )

    @classmethod
    def of_batches(cls, rows: Sequence[Batch]) -> ExactStates:
        """Those of d rows, each a batch of shape (n, points)."""
        parts = [_near(row) for row in rows]
        near = np.stack([array.T for array, _ in parts], axis=1)
        held = np.stack([array.T for _, array in parts], axis=1)
        return cls(near, held, lambda point, i, j: mpq(int(rows[i].numerators[j, point]), rows[i].denominator))

    def matrix(self, point: int) -> Matrix:
        """The matrix at a point."""
        _, d, n = self.near.shape
        return tuple(tuple(self.entry(point, i, j) for j in range(n)) for i in range(d))


class Distances:
    """|f - x| for each entry of finite float states f, shape (points, d, n), and exact states x: bounds, or exact."""

    def __init__(self, floats: FloatArray, states: ExactStates, finite: NDArray[np.bool_]) -> None:
        if floats.shape != states.near.shape:
            raise InputError(
                f"exact_outputs: they have shape {states.near.shape}, but the floats have {floats.shape}; "
                "give one matrix for each point"
            )
        self.floats, self.states, self.finite = floats, states, finite
        with np.errstate(all="ignore"):
            gap = np.abs(floats - states.near)
            margin = _UNIT * gap + np.where(states.held, 0.0, _UNIT * np.abs(states.near) + _LEAST)
            self.low, self.high = gap - margin, gap + margin
        unknown = ~np.isfinite(self.high)  # beyond float64: only rationals tell
        self.low[unknown], self.high[unknown] = 0.0, np.inf

    def exact(self, point: int, i: int, j: int) -> Rational:
        """The distance at an entry."""
        return abs(exact(self.floats[point, i, j]) - self.states.entry(point, i, j))

    def at(self, point: int) -> Rational:
        """The greatest distance at a point whose floats are finite."""
        _, d, n = self.floats.shape
        return max(self.exact(point, i, j) for i in range(d) for j in range(n))

    def worst(self) -> tuple[Rational, int] | None:
        """The greatest distance at finite points, and the first point that has it; None where no point is finite."""
        kept = np.flatnonzero(self.finite)
        if not len(kept):
            return None
        least = float(self.low[kept].max())
        highs = self.high[kept]
        best: tuple[Rational, int] | None = None
        candidates = np.argwhere(highs >= least)
        order = np.argsort(-highs[tuple(candidates.T)], kind="stable")
        for row, i, j in candidates[order]:
            if best is not None and mpq_above(float(highs[row, i, j])) < best[0]:
                break
            point = int(kept[row])
            distance = self.exact(point, int(i), int(j))
            if best is None or (distance, -point) > (best[0], -best[1]):
                best = (distance, point)
        return best

    def within(self, tolerance: Rational) -> NDArray[np.bool_]:
        """For each point, whether it is finite and no entry is further than the tolerance; shape (points,)."""
        near = nearest(tolerance, FLOAT64)
        surely = (self.high <= nextafter(near, -inf)).all(axis=(1, 2))
        never = (self.low > nextafter(near, inf)).any(axis=(1, 2))
        if tolerance == 0:
            surely = (self.high == 0).all(axis=(1, 2))
        result: NDArray[np.bool_] = surely & self.finite
        for point in np.flatnonzero(self.finite & ~surely & ~never):
            result[point] = self.at(int(point)) <= tolerance
        return result


def mpq_above(value: float) -> Rational | float:
    """The float as a rational; infinity as it is."""
    return value if value == float("inf") else exact(value)


def _nearest(value: Rational) -> tuple[float, bool]:
    if not isinstance(value, (int, type(mpq()))):
        raise InputError(
            "exact_outputs: an entry is not a rational number; errors are measured only of rational outputs"
        )
    near = nearest(value, FLOAT64)
    return near, abs(near) != float("inf") and exact(near) == value


def _near(row: Batch) -> tuple[FloatArray, NDArray[np.bool_]]:
    """The float64 numbers nearest to those of a batch, and whether they are known to be these numbers."""
    dyadic = row.denominator & (row.denominator - 1) == 0
    if row.numerators.dtype != object and row.bits <= 53 and row.denominator <= _WHOLE:
        near = row.numerators.astype(np.float64) / np.float64(row.denominator)
        return near, np.full(near.shape, dyadic) | (row.numerators == 0)
    pairs = [_nearest(mpq(int(value), row.denominator)) for value in row.numerators.ravel()]
    shape = row.numerators.shape
    return (
        np.array([near for near, _ in pairs], dtype=np.float64).reshape(shape),
        np.array([held for _, held in pairs], dtype=np.bool_).reshape(shape),
    )
