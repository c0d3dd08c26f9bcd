"""Interval bounds of all values on a box: nothing escapes them, whatever lambda, and plateaus of ReLUs stay points."""

from __future__ import annotations

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.balls import ends
from exactua.arithmetic.reals import exp
from exactua.commands.build.true_transformer.ranges import box_of, cube, greatest_difference, range_states, ranges
from exactua.commands.build.true_transformer.relus import of_relus
from exactua.errors import InputError
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    Network,
    Phi,
    PositionalEncoding,
    SeparableConvolution,
    SoftmaxAttentionLayer,
    at_least,
    below,
    half_open,
)
from exactua.papers.yun2020.quantiser import quantiser
from exactua.softmax.temperature.ball_network import ball_value
from tests.networks.strategies import masks

SMALL = st.builds(mpq, st.integers(-3, 3), st.integers(1, 2))
PLACES = st.builds(mpq, st.integers(0, 24), st.just(24))
JUMP = Phi.of((below(0), 0, 0), (half_open(0, 1), -1, 2), (at_least(1), 0, -1))


def rows(height: int, width: int):
    return st.lists(st.lists(SMALL, min_size=width, max_size=width), min_size=height, max_size=height)


@st.composite
def layers(draw, d: int = 2, n: int = 2):
    kind = draw(st.sampled_from(["hardmax", "softmax", "relu", "jump", "of relus", "encoding", "convolution"]))
    if kind in ("hardmax", "softmax"):
        heads = [
            AttentionHead(draw(rows(d, 1)), *(draw(rows(1, d)) for _ in range(3)), [draw(SMALL)]) for _ in range(2)
        ]
        mask = draw(masks(n))
        return AttentionLayer(heads, mask=mask) if kind == "hardmax" else SoftmaxAttentionLayer(heads, mask)
    if kind == "encoding":
        return PositionalEncoding(draw(rows(d, n)))
    if kind == "convolution":
        return SeparableConvolution(draw(rows(d, d)), draw(rows(d, 2)))
    r = 2 if kind != "of relus" else 1
    layer = FeedForwardLayer(
        draw(rows(r, d)), [draw(SMALL) for _ in range(r)], draw(rows(d, r)), [draw(SMALL) for _ in range(d)],
        RELU if kind == "relu" else JUMP,
    )  # fmt: skip
    return of_relus(Network(d, [layer]), mpq(1, 4)).items[0] if kind == "of relus" else layer


@settings(max_examples=40, deadline=None)
@given(
    chosen=st.lists(layers(), min_size=1, max_size=3),
    entries=st.lists(PLACES, min_size=4, max_size=4),
    factor=st.sampled_from([mpq(1, 3), mpq(7), mpq(10**6)]),
)
def test_no_value_escapes(chosen, entries, factor) -> None:
    network = Network(2, chosen)
    X = (tuple(entries[:2]), tuple(entries[2:]))
    box = ranges(network, cube(2, 2))
    if not any(isinstance(layer, SoftmaxAttentionLayer) for layer in chosen):
        for j, column in enumerate(zip(*network(X), strict=True)):
            assert all(box[j][i].low <= entry <= box[j][i].high for i, entry in enumerate(column))
    if any(isinstance(layer, SeparableConvolution) for layer in chosen):
        return
    for i, row in enumerate(ball_value(network, X, 128, factor)):  # hardmax softened, and softmax as it is
        for j, entry in enumerate(row):
            if not entry.is_finite():  # of which the balls say nothing
                continue
            low, high = ends(entry)
            assert box[j][i].low <= high
            assert low <= box[j][i].high


@settings(max_examples=40, deadline=None)
@given(layer=layers(), entries=st.lists(PLACES, min_size=4, max_size=4))
def test_a_box_that_is_a_point_gives_the_value_of_a_token_wise_layer(layer, entries) -> None:
    if not isinstance(layer, (FeedForwardLayer, PositionalEncoding, SeparableConvolution)):
        return
    X = (tuple(entries[:2]), tuple(entries[2:]))
    box = ranges(Network(2, [layer]), box_of(X, X))
    assert tuple(
        zip(*(((interval.low, interval.high) for interval in column) for column in box), strict=True)
    ) == tuple(tuple((entry, entry) for entry in row) for row in Network(2, [layer])(X))


def test_the_range_of_one_reading_is_exact() -> None:
    """t - ReLU(t - 1) + ReLU(2t - 5) on [0, 4]: least 0, greatest 4 at the right end, 1 between."""
    layer = FeedForwardLayer(((1,), (2,)), (-1, -5), ((-1, 1),), (0,), RELU)
    (box,) = range_states(Network(1, [layer]), box_of(((mpq(0),),), ((mpq(4),),)))
    assert (box[0][0].low, box[0][0].high) == (0, 4)
    (box,) = range_states(Network(1, [layer]), box_of(((mpq(1),),), ((mpq(5, 2),),)))
    assert (box[0][0].low, box[0][0].high) == (1, 1)


def test_limits_at_jumps_and_values_at_them_are_in_the_range() -> None:
    """On [0, 1] t below 1 and 0 at 1 comes near 1; the marks of t >= 0 and of -t >= 0 add up to 2 at 0 alone."""
    unit = box_of(((mpq(0),), (mpq(0),)), ((mpq(1),), (mpq(0),)))
    falling = FeedForwardLayer(((1, 0),), (0,), ((0,), (1,)), (0, 0), Phi.of((below(1), 1, 0), (at_least(1), 0, 0)))
    interval = ranges(Network(2, [falling]), unit)[0][1]
    assert (interval.low, interval.high) == (0, 1)
    marks = Phi.of((below(0), 0, 0), (at_least(0), 0, 1))
    both = FeedForwardLayer(((1, 0), (-1, 0)), (0, 0), ((0, 0), (1, 1)), (0, 0), marks)
    around = box_of(((mpq(-1),), (mpq(0),)), ((mpq(1),), (mpq(0),)))
    interval = ranges(Network(2, [both]), around)[0][1]
    assert (interval.low, interval.high) == (1, 2)


def test_a_smaller_box_is_escaped() -> None:
    """The check above can say no: what is bounded on [0, 1/2] is exceeded at 1."""
    layer = FeedForwardLayer(((1,),), (0,), ((3,),), (0,), RELU)
    half = ranges(Network(1, [layer]), box_of(((mpq(0),),), ((mpq(1, 2),),)))
    assert not half[0][0].low <= layer([[1]])[0][0] <= half[0][0].high


@pytest.mark.parametrize("d", [1, 2])
def test_cells_off_the_strips_are_quantised_to_points(d: int) -> None:
    """The ReLUs of g_q: [k delta, k delta + delta - eta] becomes k delta; half a strip more does not."""
    m, eta = 3, mpq(1, 50)
    network = of_relus(quantiser({"d": d, "n": 2, "m": m}), eta)
    for k in range(m):
        low = mpq(k, m)
        for more, exact in ((mpq(0), True), (eta / 2, False)):
            high = low + mpq(1, m) - eta + more
            box = ranges(network, box_of(((low,),) * d, ((high,),) * d))
            assert all((interval.low, interval.high) == (low, low) for column in box for interval in column) is exact


def test_greatest_difference() -> None:
    first = box_of(((mpq(0), mpq(1)),), ((mpq(1), mpq(5)),))
    second = box_of(((mpq(2), mpq(1)),), ((mpq(3), mpq(2)),))
    assert greatest_difference(first, second) == greatest_difference(second, first) == 4
    assert greatest_difference(first, first) == 4


def test_what_is_refused() -> None:
    irrational = FeedForwardLayer(((exp(1),),), (0,), ((1,),), (0,), RELU)
    for network in (Network(1, [irrational]), Network(1, [AttentionLayer([AttentionHead([[exp(1)]], *[[[1]]] * 3)])])):
        with pytest.raises(InputError, match="irrational weights"):
            ranges(network, cube(1, 2))
    with pytest.raises(InputError, match="its columns have 2 rows"):
        ranges(Network(1, [irrational]), cube(2, 2))
    with pytest.raises(InputError, match="a lower end is above"):
        box_of(((mpq(1),),), ((mpq(0),),))
