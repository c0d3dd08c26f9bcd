"""Float states as exact rationals, for the terms of a claim: what a term sees where a network computes in floats."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.softmax.floats.formats import FloatArray, exact
from exactua.terms.evaluation import AfterLayers, LayerAlone, Nothing, Stage, Value
from exactua.terms.language import TermError


class FloatStates(Nothing):
    """Points with their float states at some stages, finite, as batches of exact rationals."""

    def __init__(self, name: str, points: Sequence[Matrix], states: dict[str | int, FloatArray]) -> None:
        self._name, self._points, self._floats = name, points, states
        self._point: Value | None = None
        self._states: dict[str | int, Value] = {}

    def alone(self, k: int) -> FloatStates:
        """The same for one of the points."""
        return _AtPoint(
            self._name, [self._points[k]], {stage: floats[k : k + 1] for stage, floats in self._floats.items()}
        )

    def point(self) -> Value:
        """The points, d rows of n batches."""
        if self._point is None:
            first = self._points[0]
            self._point = tuple(
                tuple(_rationals([X[i][j] for X in self._points]) for j in range(len(first[i])))
                for i in range(len(first))
            )
        return self._point

    def apply(self, network: str, stage: Stage, matrix: Value) -> Value:
        """The float states of the points. Raises TermError for what they were not computed for."""
        if network != self._name or isinstance(stage, (AfterLayers, LayerAlone)) or matrix is not self.point():
            raise TermError(f"float states are known of {self._name} at the points alone, and not of {network} here")
        if stage not in self._states:
            self._states[stage] = self._read(self._floats[stage])
        return self._states[stage]

    def _read(self, floats: FloatArray) -> Value:
        return tuple(
            tuple(batch_of_floats(floats[:, i, j]) for j in range(floats.shape[2])) for i in range(floats.shape[1])
        )


class _AtPoint(FloatStates):
    """One point with its states, as rationals and not as batches of one."""

    def point(self) -> Value:
        """The point, d rows of n numbers."""
        return self._points[0]

    def _read(self, floats: FloatArray) -> Value:
        return as_rationals(floats[0])


def _rationals(values: Sequence[Rational]) -> Batch:
    return Batch.of(*over_common(values))


def batch_of_floats(values: NDArray[np.float64]) -> Batch:
    """Finite float64 numbers, shape (points,), as the exact rationals that they are."""
    parts, exponents = np.frexp(values)
    whole = np.ldexp(parts, 53).astype(np.int64)
    trailing = np.where(whole == 0, 53, _trailing_zeros(whole))
    whole, exponents = whole >> trailing, exponents.astype(np.int64) - 53 + trailing
    least = min(0, int(exponents[whole != 0].min(initial=0)))
    shifts = np.where(whole == 0, 0, exponents - least)
    if int(shifts.max(initial=0)) + 53 <= 62:
        return Batch.of(whole << shifts, 1 << -least)
    numerators: NDArray[Any] = np.empty(len(values), dtype=object)
    numerators[:] = [number << shift for number, shift in zip(whole.tolist(), shifts.tolist(), strict=True)]
    return Batch.of(numerators, 1 << -least)


def _trailing_zeros(whole: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many factors 2 these integers have, each below 2^54 in size and not 0."""
    lowest = (whole & -whole).astype(np.float64)
    return (np.frexp(lowest)[1] - 1).astype(np.int64)


def over_common(values: Sequence[Rational]) -> tuple[NDArray[Any], int]:
    """The numbers as integers over their common denominator."""
    common = lcm(*(int(value.denominator) for value in values))
    numerators: NDArray[Any] = np.empty(len(values), dtype=object)
    numerators[:] = [int(value * common) for value in values]
    return numerators, common


def as_rationals(floats: FloatArray) -> Matrix:
    """A finite state, shape (d, n), as the rationals that its floats are. Raises ValueError for NaN and infinities."""
    return tuple(tuple(exact(value) for value in row) for row in floats.tolist())
