"""Floating point beside the exact network: errors as exact rationals, and where the two first part ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from exactua.arithmetic.batches import Batch, stack
from exactua.arithmetic.rationals import Matrix, Rational, rational, written
from exactua.errors import InputError
from exactua.evaluators import dense
from exactua.networks import Network
from exactua.networks.items import PlacedLayer, speaks_of_reals
from exactua.softmax.floats.distances import Distances, ExactStates
from exactua.softmax.floats.float_network import FloatNetwork, FloatRun, finite_points
from exactua.softmax.floats.float_states import over_common
from exactua.softmax.floats.formats import FloatArray, RoundedPoints

MOST_TOGETHER: Final = 4096
"""Points whose exact states are followed together."""


@dataclass(frozen=True, eq=False)
class Measured:
    """The errors of a float network at points, against exact outputs; all numbers are exact.

    `worst` is the greatest |float - exact| over all entries of all points with finite outputs, `worst_point` the first
    point (from 0) that has it; both None where no output is finite. Points that are not finite are counted apart, and
    are not within the tolerance.
    """

    points: int
    worst: Rational | None
    worst_point: int | None
    not_finite: int
    first_not_finite: int | None
    within: int
    """Points with finite outputs, no entry further than `tolerance` from the exact one."""
    tolerance: Rational
    run: FloatRun

    @property
    def share(self) -> Rational:
        """The share of points within the tolerance."""
        return Rational(self.within, max(1, self.points))


@dataclass(frozen=True, eq=False)
class Parting:
    """The first point, and at it the first layer, after which floating point is not within the tolerance any more."""

    point: int
    """Its number in enumeration order, from 0."""
    X: Matrix
    layer: int
    """The layer's number, from 1, families unrolled; 0: the format does not hold the point itself."""
    place: PlacedLayer | None
    error: Rational | None
    """The greatest distance of an entry from the exact one; None where an entry is NaN or infinite."""
    exact: Matrix
    """The exact state after the layer."""
    floats: FloatArray
    """The float state after the layer, shape (d, n)."""


def measured(
    network: Network,
    points: Sequence[Matrix] | RoundedPoints,
    exact_outputs: Sequence[Matrix] | ExactStates,
    float_network: FloatNetwork,
    tolerance: Rational,
) -> Measured:
    """The errors of `float_network` at the points, beside the `exact_outputs` that `network` has at them.

    Of many runs at the same points both may be prepared once: `RoundedPoints.of`, `ExactStates.of_matrices`.
    Raises InputError for a tolerance below 0, outputs that are not one rational matrix for each point, networks with
    different d, and as `FloatNetwork.run` does.

    >>> from exactua.softmax.floats.backends import open_backend
    >>> from exactua.softmax.floats.float_network import FloatNetwork
    >>> g_c = find("lemma8")[0].problem({"d": 1, "n": 2, "m": 2}).networks["g_c"]
    >>> X = [[0, Fraction(1, 2)]]
    >>> floats = FloatNetwork(g_c, open_backend("numpy")[0], "float32", factor=70)
    >>> off = measured(g_c, [X], [g_c(X)], floats, Fraction(1, 100))
    >>> off.within, off.worst > Fraction(1, 100)
    (0, True)
    """
    limit = _tolerance(tolerance)
    if network.d != float_network.network.d:
        raise InputError(
            f"network: it maps {network.d} x n, but the one in floating point {float_network.network.d} x n"
        )
    states = exact_outputs if isinstance(exact_outputs, ExactStates) else ExactStates.of_matrices(exact_outputs)
    run = float_network.run(points)
    distances = Distances(run.output, states, run.finite)
    worst = distances.worst()
    return Measured(
        points=len(points),
        worst=None if worst is None else worst[0],
        worst_point=None if worst is None else worst[1],
        not_finite=run.not_finite,
        first_not_finite=int(np.argmin(run.finite)) if run.not_finite else None,
        within=int(distances.within(limit).sum()),
        tolerance=limit,
        run=run,
    )


def first_parting(
    network: Network, points: Sequence[Matrix], float_network: FloatNetwork, tolerance: Rational
) -> Parting | None:
    """Where the state of `float_network` is first not finite, or further than `tolerance` from that of `network`.

    First means the first point in the order given and at it the first layer; None where that is at no point. The
    states of `network`, the exact one with hardmax, are computed for many points together (`evaluators.dense`).
    Raises InputError for a tolerance below 0, a network with softmax or real weights, and as `FloatNetwork.run` does.

    >>> from exactua.softmax.floats.backends import open_backend
    >>> from exactua.softmax.floats.float_network import FloatNetwork
    >>> g_c = find("lemma8")[0].problem({"d": 1, "n": 2, "m": 2}).networks["g_c"]
    >>> floats = FloatNetwork(g_c, open_backend("numpy")[0], "float32", factor=70)
    >>> first_parting(g_c, [[[0, Fraction(1, 2)]]], floats, Fraction(1, 100)).layer
    3
    """
    limit = _tolerance(tolerance)
    if speaks_of_reals(network):
        raise InputError("network: its exact states are not rational; give the network with hardmax")
    start, size = 0, 1
    while start < len(points):
        several = points[start : start + size]
        parting = _among(several, float_network, network, limit)
        if parting is not None:
            point, layer, place, error, state, floats = parting
            return Parting(start + point, several[point], layer, place, error, state, floats)
        start, size = start + size, min(4 * size, MOST_TOGETHER)
    return None


_Found = tuple[int, int, PlacedLayer | None, Rational | None, Matrix, FloatArray]


def _among(points: Sequence[Matrix], float_network: FloatNetwork, network: Network, limit: Rational) -> _Found | None:
    """The parting of the first of these points that has one; points after the first known one are not followed on."""
    rows = tuple(
        stack([Batch.of(*over_common([X[i][j] for X in points])) for j in range(len(points[0][i]))])
        for i in range(network.d)
    )
    best: _Found | None = None
    for layer, (place, floats) in enumerate(float_network.following(points)):
        if place is not None:
            rows = dense.through([place.layer], rows)
        states = ExactStates.of_batches(rows)
        last = len(points) if best is None else best[0]
        finite = finite_points(floats)
        distances = Distances(floats, states, finite)
        parted = np.flatnonzero(~distances.within(limit)[:last])
        if len(parted):
            point = int(parted[0])
            error = distances.at(point) if finite[point] else None
            best = (point, layer, place, error, states.matrix(point), floats[point])
            if point == 0:
                break
    return best


def _tolerance(given: Rational) -> Rational:
    tolerance = rational(given, "tolerance")
    if tolerance < 0:
        raise InputError(f"tolerance: {written(tolerance)} is not valid; give a rational number >= 0")
    return tolerance
