"""Errors and partings, against rationals one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactua.arithmetic.batches import Batch
from exactua.errors import InputError
from exactua.networks import AttentionHead, FeedForwardLayer, Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.softmax.floats import comparing
from exactua.softmax.floats.backends import open_backend
from exactua.softmax.floats.comparing import first_parting, measured
from exactua.softmax.floats.distances import Distances, ExactStates
from exactua.softmax.floats.float_network import FloatNetwork, finite_points
from exactua.softmax.floats.float_states import as_rationals
from exactua.softmax.floats.formats import RoundedPoints, exact
from tests.softmax.floats.strategies import STEPS

NUMPY, _ = open_backend("numpy")
LEMMA8 = contextual_map({"d": 1, "n": 2, "m": 3})
POINTS = [((mpq(a, 3), mpq(b, 3)),) for a in (-27, 0, 1, 2) for b in range(3)]
floats = st.floats(-1e300, 1e300) | st.sampled_from([0.0, 0.1, 2.0**53, 5e-324, 1e308, float("inf"), float("nan")])
exacts = st.fractions() | st.integers(-(2**60), 2**60) | floats.filter(np.isfinite) | st.just(10**400)
tolerances = st.sampled_from([mpq(0), mpq(1, 10), mpq(1, 3), mpq(10**30)])


@settings(max_examples=60)
@given(st.lists(st.tuples(floats, exacts), min_size=1, max_size=6), tolerances)
@example([(0.1, mpq(1, 10)), (0.1, 0.1)], mpq(0))
@example([(1 / 3, mpq(1, 3)), (2 / 3, mpq(2, 3)), (1 / 3, mpq(1, 3))], mpq(1, 10**20))
@example([(0.5, mpq(1, 4)), (0.25, mpq(1, 2))], mpq(1, 4))
def test_distances_are_those_of_rationals(pairs: list[tuple[float, Any]], tolerance: mpq) -> None:
    given_floats = np.array([[[f]] for f, _ in pairs])
    numbers = [mpq(x) for _, x in pairs]
    finite = finite_points(given_floats)
    distances = Distances(given_floats, ExactStates.of_matrices([((x,),) for x in numbers]), finite)
    expected = [abs(exact(f) - x) if np.isfinite(f) else None for (f, _), x in zip(pairs, numbers, strict=True)]
    known = [distance for distance in expected if distance is not None]
    assert distances.worst() == ((max(known), expected.index(max(known))) if known else None)
    assert distances.within(tolerance).tolist() == [
        distance is not None and distance <= tolerance for distance in expected
    ]


@settings(max_examples=40)
@given(st.lists(st.integers(-(2**70), 2**70) | st.integers(-9, 9), min_size=1, max_size=4), st.integers(1, 2**60))
def test_batches_are_read_as_matrices_are(numerators: list[int], denominator: int) -> None:
    batch = Batch.of(np.array([numerators], dtype=object), denominator)
    states = ExactStates.of_batches([batch])
    values = [mpq(numerator, denominator) for numerator in numerators]
    assert [states.matrix(k) for k in range(len(values))] == [((value,),) for value in values]
    expected = ExactStates.of_matrices([((value,),) for value in values])
    np.testing.assert_array_equal(states.near, expected.near)
    assert not (states.held & ~expected.held).any()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("factor", [None, mpq(2), mpq(1000)])
def test_what_is_measured_is_what_rationals_say(dtype: str, factor: Any) -> None:
    network, outputs, tolerance = FloatNetwork(LEMMA8, NUMPY, dtype, factor), [LEMMA8(X) for X in POINTS], mpq(1, 50)
    measurement = measured(LEMMA8, POINTS, outputs, network, tolerance)
    errors = []
    for values, exacts in zip(network.run(POINTS).output, outputs, strict=True):
        rows = zip(as_rationals(values), exacts, strict=True) if np.isfinite(values).all() else None
        errors.append(None if rows is None else max(abs(a - b) for r, s in rows for a, b in zip(r, s, strict=True)))
    known = [error for error in errors if error is not None]
    assert measurement.points == len(POINTS)
    assert (measurement.worst, measurement.worst_point) == (max(known), errors.index(max(known)))
    assert measurement.not_finite == errors.count(None)
    assert measurement.first_not_finite == (errors.index(None) if None in errors else None)
    assert measurement.within == sum(error <= tolerance for error in known)
    assert measurement.share == mpq(measurement.within, len(POINTS))
    prepared = measured(LEMMA8, RoundedPoints.of(POINTS, dtype), ExactStates.of_matrices(outputs), network, tolerance)
    assert (prepared.worst, prepared.within) == (measurement.worst, measurement.within)


def test_nothing_is_averaged_over_what_is_not_finite() -> None:
    network = Network(1, [FeedForwardLayer([[60000]], [0], [[1]], [0], STEPS)])
    points = [((mpq(2),),), ((mpq(0),),), ((mpq(3),),)]
    measurement = measured(
        network, points, [network(X) for X in points], FloatNetwork(network, NUMPY, "float16"), mpq(1)
    )
    assert (measurement.not_finite, measurement.first_not_finite, measurement.within, measurement.worst) == (2, 0, 1, 0)
    assert "at 2 of 3 points" in measurement.run.told[-1]
    several = [points[0]]
    alone = measured(network, several, [network(X) for X in several], FloatNetwork(network, NUMPY, "float16"), mpq(1))
    assert (alone.worst, alone.worst_point, alone.share) == (None, None, 0)


def parted(network: FloatNetwork, tolerance: mpq) -> tuple[int, int] | None:
    """By hand: each point alone, each layer of it."""
    for number, X in enumerate(POINTS):
        state = X
        for layer, (place, values) in enumerate(network.following([X])):
            state = state if place is None else place.layer.apply(state)
            if not np.isfinite(values).all():
                return number, layer
            pairs = zip(as_rationals(values[0]), state, strict=True)
            if any(abs(a - b) > tolerance for row, other in pairs for a, b in zip(row, other, strict=True)):
                return number, layer
    return None


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("factor", [None, mpq(2), mpq(1000)])
@pytest.mark.parametrize("tolerance", [mpq(0), mpq(1, 1000), mpq(10), mpq(10**9)])
def test_the_first_parting_is_the_first(dtype: str, factor: Any, tolerance: mpq) -> None:
    network = FloatNetwork(LEMMA8, NUMPY, dtype, factor)
    parting = first_parting(LEMMA8, POINTS, network, tolerance)
    assert (None if parting is None else (parting.point, parting.layer)) == parted(network, tolerance)
    if parting is None:
        return
    assert POINTS[parting.point] == parting.X
    states = [POINTS[parting.point]]
    for layer in LEMMA8.layers():
        states.append(layer.apply(states[-1]))
    assert parting.exact == states[parting.layer]
    if parting.error is not None:
        rows = zip(as_rationals(parting.floats), parting.exact, strict=True)
        assert parting.error == max(abs(a - b) for row, other in rows for a, b in zip(row, other, strict=True))
        assert parting.error > tolerance


def test_partings_of_all_kinds_are_met() -> None:
    """So that the test above is one of layers, of points and of both answers."""
    partings = {
        parted(FloatNetwork(LEMMA8, NUMPY, dtype, factor), tolerance)
        for dtype in ("float16", "float64")
        for factor in (None, mpq(2), mpq(1000))
        for tolerance in (mpq(0), mpq(1, 1000), mpq(10), mpq(10**9))
    }
    assert None in partings
    assert len({parting[0] for parting in partings if parting}) > 1
    assert len({parting[1] for parting in partings if parting}) > 2


def test_an_earlier_point_that_parts_at_a_later_layer_is_the_first() -> None:
    """In float16 the first shift loses halves, the second one odd numbers."""
    network = Network(1, [PositionalEncoding([[1024]]), PositionalEncoding([[2048]])])
    points = [((mpq(x),),) for x in (4, 8, 1, mpq(1, 2))]
    parting = first_parting(network, points, FloatNetwork(network, NUMPY, "float16"), mpq(1, 4))
    assert parting is not None
    assert (parting.point, parting.layer, parting.error) == (2, 2, 1)
    assert parting.place is not None
    assert parting.place.item == 2
    parting = first_parting(
        network, [points[k] for k in (0, 1, 3, 2)], FloatNetwork(network, NUMPY, "float16"), mpq(1, 4)
    )
    assert parting is not None
    assert (parting.point, parting.layer, parting.error) == (2, 1, mpq(1, 2))


def test_batches_of_points_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    network = FloatNetwork(LEMMA8, NUMPY, "float16")
    parting = first_parting(LEMMA8, POINTS[1:], network, mpq(1, 1000))
    monkeypatch.setattr(comparing, "MOST_TOGETHER", 2)
    other = first_parting(LEMMA8, POINTS[1:], network, mpq(1, 1000))
    assert parting is not None
    assert other is not None
    assert (parting.point, parting.layer, parting.error) == (other.point, other.layer, other.error)


HEAD = AttentionHead([[1]], [[1]], [[1]], [[1]])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda f: measured(LEMMA8, POINTS, POINTS, f, mpq(-1)), "tolerance: -1 is not valid; give a rational number >= 0"),
        (lambda f: measured(LEMMA8, POINTS, POINTS[1:], f, mpq(1)), "exact_outputs: they have shape .* one matrix for each point"),
        (lambda f: measured(Network(2, []), POINTS, POINTS, f, mpq(1)), "network: it maps 2 x n, .* 1 x n"),
        (lambda f: first_parting(LEMMA8, POINTS, f, 0.1), "tolerance: 0.1 is a float"),
        (lambda f: first_parting(Network(1, [SoftmaxAttentionLayer([HEAD])]), POINTS, f, mpq(1)), "network: its exact states are not rational"),
    ],
)  # fmt: skip
def test_wrong_usage(call: Any, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        call(FloatNetwork(LEMMA8, NUMPY))


def test_exact_outputs_are_rational_matrices_of_one_shape() -> None:
    from exactua.arithmetic.reals import PI

    with pytest.raises(InputError, match="exact_outputs: an entry is not a rational number"):
        ExactStates.of_matrices([((PI,),)])
    with pytest.raises(InputError, match="exact_outputs: number 2 has another shape"):
        ExactStates.of_matrices([((mpq(1),),), ((mpq(1), mpq(2)),)])
