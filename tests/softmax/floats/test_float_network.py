"""Networks in floating point: exactly those of rationals where a format holds all numbers, else within proven errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.float_formats import FLOAT64
from exactua.errors import InputError
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    Family,
    FeedForwardLayer,
    Network,
    PiecewiseLinear,
    PositionalEncoding,
    SoftmaxAttentionLayer,
    TieRule,
    at_least,
    below,
)
from exactua.networks.layer import applied
from exactua.networks.retouching import softened
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.softmax.floats import float_network as module
from exactua.softmax.floats.backends import open_backend
from exactua.softmax.floats.float_network import FloatNetwork
from exactua.softmax.floats.formats import RoundedPoints, exact, nearest
from tests.softmax.floats.error_bounds import error_bound
from tests.softmax.floats.strategies import STEPS, halves, hardmax_networks, matrices, softmax_networks, thirds

NUMPY, _ = open_backend("numpy")
STRICT, _ = open_backend("strict")
LEMMA8 = contextual_map({"d": 2, "n": 2, "m": 2})
POINTS = [((0, mpq(1, 2)), (mpq(1, 2), 0)), ((0, 0), (mpq(1, 2), mpq(1, 2))), ((-4, mpq(1, 2)), (0, 0))]


def as_floats(matrix: Any) -> list[list[float]]:
    return [[float(x) for x in row] for row in matrix]


@settings(max_examples=25)
@given(st.data())
def test_hardmax_networks_are_exact_where_the_format_holds_all_numbers(data: st.DataObject) -> None:
    d, n = data.draw(st.integers(1, 2)), data.draw(st.integers(1, 3))
    network = data.draw(hardmax_networks(d, n))
    points = data.draw(st.lists(matrices(d, n, halves), min_size=1, max_size=3))
    for backend in (NUMPY, STRICT):
        run = FloatNetwork(network, backend, "float64", memory=data.draw(st.sampled_from([1, 300, 10**6]))).run(points)
        assert run.told == []
        assert [tuple(tuple(map(exact, row)) for row in matrix) for matrix in run.output.tolist()] == list(
            map(network, points)
        )


@settings(max_examples=25)
@given(st.data())
def test_softmax_networks_are_within_the_error_bound(data: st.DataObject) -> None:
    network = data.draw(softmax_networks(2, 3))
    point = data.draw(matrices(2, 3, thirds))
    size = max(abs(float(x)) for row in point for x in row)
    (output,) = FloatNetwork(network, NUMPY, "float64").run([point]).output
    bound = error_bound(network, 3, size)
    assert bound < 1e-6
    expected = applied(network.layers(), point, otherwise=True)
    for floats, exacts in zip(output.tolist(), expected, strict=True):
        for entry, other in zip(floats, exacts, strict=True):
            near = nearest(other, FLOAT64)
            assert abs(entry - near) <= bound + 2.0**-52 * abs(near)


@settings(max_examples=12)
@given(st.data())
def test_chunks_and_companions_change_nothing(data: st.DataObject) -> None:
    network = data.draw(softmax_networks(2, 3))
    points = data.draw(st.lists(matrices(2, 3, thirds), min_size=2, max_size=6))
    for dtype in ("float64", "float32", "float16"):
        whole = FloatNetwork(network, NUMPY, dtype).run(points).output
        for memory in (1, 2000):
            np.testing.assert_array_equal(whole, FloatNetwork(network, NUMPY, dtype, memory=memory).run(points).output)
        np.testing.assert_array_equal(whole[1:], FloatNetwork(network, NUMPY, dtype).run(points[1:]).output)


@settings(max_examples=12)
@given(softmax_networks(2, 3), matrices(2, 3, thirds))
def test_the_strict_standard_gives_the_same_numbers(network: Network, point: Any) -> None:
    for dtype in ("float64", "float32"):
        outputs, expected = (FloatNetwork(network, backend, dtype).run([point]).output for backend in (STRICT, NUMPY))
        np.testing.assert_array_equal(outputs, expected)


@pytest.mark.parametrize("rule", TieRule)
@pytest.mark.parametrize("row", [(1, 1), (1, 0, 1), (0, 1, 1, 1), (0, 0), (2, 1)])
def test_ties_are_those_of_the_rule(rule: TieRule, row: tuple[int, ...]) -> None:
    # the scores are the entries, and what is attended to is the number of the column
    n = len(row)
    head = AttentionHead([[1], [0]], [[0, 1]], [[1, 0]], [[0, 0]], [1])
    network = Network(2, [AttentionLayer([head], rule)])
    point = (tuple(map(mpq, row)), tuple(map(mpq, range(n))))
    (output,) = FloatNetwork(network, NUMPY, "float64").run([point]).output
    assert output.tolist() == as_floats(network(point))


@settings(max_examples=20)
@given(st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=2))
def test_equal_columns_stay_equal(column: list[float]) -> None:
    points = np.array([[[x, x, 0.0, x] for x in column]])
    for factor in (None, mpq(7, 3)):
        (output,) = FloatNetwork(contextual_map({"d": 2, "n": 4, "m": 2}), NUMPY, "float32", factor).run(points).output
        np.testing.assert_array_equal(output[:, 0], output[:, 1])
        np.testing.assert_array_equal(output[:, 0], output[:, 3])


def test_a_factor_is_that_of_the_softened_network() -> None:
    for factor in (mpq(1, 3), mpq(5)):
        output = FloatNetwork(LEMMA8, NUMPY, "float64", factor).run(POINTS).output
        other = FloatNetwork(softened(LEMMA8, factor), NUMPY, "float64").run(POINTS).output
        np.testing.assert_array_equal(output, other)
        assert output.tolist() != [as_floats(LEMMA8(X)) for X in POINTS]
    sharp = FloatNetwork(LEMMA8, NUMPY, "float64", mpq(10**6)).run(POINTS).output
    assert sharp.tolist() == [as_floats(LEMMA8(X)) for X in POINTS]


def test_states_are_those_after_every_layer() -> None:
    network = FloatNetwork(LEMMA8, NUMPY, "float64", memory=1)
    states = list(network.states(POINTS))
    assert [place.variables for place, _ in states] == [place.variables for place in LEMMA8.walk()]
    exact_states = list(POINTS)
    for place, state in states:
        exact_states = [place.layer.apply(X) for X in exact_states]
        assert state.tolist() == [as_floats(X) for X in exact_states]
    for stage in ("sweep", 1):
        assert network.run(POINTS, stage).output.tolist() == [as_floats(LEMMA8.stage(X, stage)) for X in POINTS]
    assert network.run(POINTS, 0).output.tolist() == [as_floats(X) for X in POINTS]


def test_families_are_unrolled_lazily_where_they_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KEPT", 2)
    network = FloatNetwork(LEMMA8, NUMPY, "float64", memory=1)
    assert network.rounding.numbers == 0
    assert network.run(POINTS).output.tolist() == [as_floats(LEMMA8(X)) for X in POINTS]
    assert network.rounding.numbers > 0
    endless = Network(1, [Family("l", 0, 1, 10**30, [PositionalEncoding([[1]])])])
    with pytest.raises(InputError, match="network: it has more than 1,000,000 layers"):
        FloatNetwork(endless, NUMPY)


def test_nan_and_infinities_stay_and_are_told() -> None:
    step = AttentionHead([[1]], [[1]], [[10**6]], [[10**6]])
    network = Network(1, [AttentionLayer([step]), FeedForwardLayer([[1]], [0], [[1]], [0], STEPS)])
    points = [((mpq(1), mpq(0)),), ((mpq(0), mpq(0)),), ((mpq(10**6), mpq(0)),)]
    run = FloatNetwork(network, NUMPY, "float16").run(points)
    assert run.not_finite == 3
    assert np.isnan(run.output[0, 0]).any()  # its scores are infinite: what the hardmax picks is not known
    assert run.told == [
        "2 of 14 weights overflow and are infinite in float16, the first of them W_K of head 1 of layer 1",
        "1 of 6 entries of points overflow and are infinite in float16, the first of them in number 3",
        "the output is NaN or infinite in float16 at 3 of 3 points, the first of them number 1",
    ]
    assert FloatNetwork(network, NUMPY, "float64").run(points).told == []


@pytest.mark.parametrize("activation", [STEPS, RELU])
def test_ends_of_pieces_belong_where_they_do(activation: PiecewiseLinear) -> None:
    network = Network(1, [FeedForwardLayer([[1]], [0], [[1]], [0], activation)])
    points = [((mpq(k, 2),),) for k in range(-4, 5)]
    output = FloatNetwork(network, STRICT, "float32").run(points).output
    assert output.tolist() == [as_floats(network(X)) for X in points]


def test_nan_is_in_no_piece() -> None:
    """A piece that is constant would make a number of it, in another row than the one that is lost."""
    constant = PiecewiseLinear.of((below(0), 1, 0), (at_least(0), 0, 3))
    network = Network(2, [FeedForwardLayer([[1, 0]], [0], [[0], [1]], [0, 0], constant)])
    output = FloatNetwork(network, NUMPY).run(np.array([[[np.nan, 1.0, np.inf], [5.0, 5.0, 5.0]]])).output
    np.testing.assert_array_equal(output, [[[np.nan, 1.0, np.inf], [np.nan, 8.0, 8.0]]])


@pytest.mark.parametrize("rule", TieRule)
def test_a_hardmax_of_infinite_scores_is_nan(rule: TieRule) -> None:
    network = Network(1, [AttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])], rule)])
    run = FloatNetwork(network, NUMPY, "float32").run(np.array([[[1e30, 2e30, 1.0]], [[-1e30, 1e30, 0.0]]]))
    assert np.isnan(run.output[0]).tolist() == [[True, True, False]]  # the third token gives finite scores
    assert np.isnan(run.output[1]).tolist() == [[True, True, False]]
    assert run.not_finite == 2


def test_small_numbers_that_vanish_are_told() -> None:
    network = Network(1, [FeedForwardLayer([[mpq(1, 10**9)]], [0], [[1]], [0], RELU)])
    (sentence,) = FloatNetwork(network, NUMPY, "float16").run([((mpq(1),),)]).told
    assert "are not 0 and become 0 in float16, the first of them W_1 of layer 1" in sentence


def test_points_may_be_prepared_once() -> None:
    prepared = RoundedPoints.of(POINTS, "float32")
    network = FloatNetwork(LEMMA8, NUMPY, "float32")
    np.testing.assert_array_equal(network.run(prepared).output, network.run(POINTS).output)
    with pytest.raises(InputError, match="points: they are rounded to float32, but the network to float64"):
        FloatNetwork(LEMMA8, NUMPY, "float64").run(prepared)


ROUND = BilinearProjection([[1]], [[1, 0], [0, 1]])
MASKED = SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])], [[True, False], [True, True]])


@pytest.mark.parametrize("layer", [ROUND, MASKED, PositionalEncoding([[1, 2]])])
def test_another_number_of_columns_is_refused(layer: Any) -> None:
    FloatNetwork(Network(1, [layer]), NUMPY).run(np.zeros((1, 1, 2)))
    with pytest.raises(InputError, match=r"3 columns|mask is 2 x 2"):
        FloatNetwork(Network(1, [layer]), NUMPY).run(np.zeros((1, 1, 3)))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"factor": 0}, "lambda: 0 is not valid"),
        ({"factor": -1}, "lambda: -1 is not valid"),
        ({"factor": 0.1}, "lambda: 0.1 is a float"),
        ({"memory": 0}, "memory: 0 is not valid; give a number of bytes >= 1"),
        ({"dtype": "int8"}, "dtype: .*int8.* is not a format"),
    ],
)
def test_wrong_settings(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        FloatNetwork(LEMMA8, NUMPY, **changed)


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (np.zeros((1, 3, 2)), "points: they are 3 x 2; the network maps 2 x n matrices"),
        (np.zeros((1, 2, 0)), "points: they are 2 x 0"),
        (
            np.zeros((2, 2)),
            r"points: an array of float64 of shape \(2, 2\); give float64 numbers of shape \(points, 2, n\)",
        ),
        (np.zeros((1, 2, 2), dtype=np.float32), "points: an array of float32"),
        (
            [((0, 1), (0, 1)), ((0, 1, 2), (0, 1, 2))],
            "points: number 2 has another shape than number 1, which is 2 x 2",
        ),
    ],
)
def test_wrong_points(points: Any, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        FloatNetwork(LEMMA8, NUMPY).run(points)


@pytest.mark.parametrize("stage", ["middle", 7, -1, True])
def test_wrong_stages(stage: Any) -> None:
    with pytest.raises(InputError, match=r"stage: the network has no stage .*; its stages are: sweep, output"):
        FloatNetwork(LEMMA8, NUMPY).run(POINTS, stage)


def test_no_points_give_no_output() -> None:
    assert FloatNetwork(LEMMA8, NUMPY).run(np.zeros((0, 2, 3))).output.shape == (0, 2, 3)
    assert FloatNetwork(LEMMA8, NUMPY).run(np.zeros((0, 2, 3))).told == []
