"""Four ReLUs for each activation of Phi: equal to it off the strips, for any lines, cuts and ends that a cut belongs to."""

from __future__ import annotations

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.commands.build.true_transformer.relus import of_relus, of_relus_in_stages, relu_layer, relu_nodes, strips
from exactua.errors import InputError
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    Interval,
    Network,
    Phi,
    PiecewiseLinear,
    above,
    at_least,
    at_most,
    below,
)
from exactua.networks.items import walk
from exactua.papers.yun2020.activations import ACTIVATIONS, four_nodes, numbers_of, one_node
from exactua.papers.yun2020.quantiser import quantiser
from exactua.papers.yun2020.value_map import matching, shifting

NUMBERS = st.builds(mpq, st.integers(-6, 6), st.integers(1, 4))
WIDTH = mpq(1, 8)
VALUES = {"d": 1, "n": 2, "m": 2}


@st.composite
def activations(draw) -> Phi:
    """Two or three lines, one of them constant, each cut belonging to either side."""
    count = draw(st.integers(2, 3))
    first = draw(NUMBERS)
    cuts = [first, first + draw(st.builds(mpq, st.integers(1, 6), st.integers(1, 2)))][: count - 1]
    slopes = [draw(NUMBERS) for _ in range(count)]
    slopes[draw(st.integers(0, count - 1))] = mpq(0)
    closed = [draw(st.booleans()) for _ in cuts]  # whether a cut belongs to the piece before
    ends = [(None, False), *zip(cuts, closed, strict=True), (None, False)]
    pieces = []
    for number, slope in enumerate(slopes):
        (start, before), (stop, own) = ends[number], ends[number + 1]
        pieces.append((Interval(start, start is not None and not before, stop, own), slope, draw(NUMBERS)))
    return Phi.of(*pieces)


def layer_of(phi: PiecewiseLinear) -> FeedForwardLayer:
    return FeedForwardLayer(((1,),), (0,), ((1,),), (0,), phi)


def approximated(phi: Phi, t: mpq, width: mpq = WIDTH) -> mpq:
    value, nodes = relu_nodes(phi, width)
    return value + sum((weight * RELU(sign * (t - end)) for sign, end, weight in nodes), start=mpq(0))


def inside(t: mpq, interval: Interval) -> bool:
    low = t >= interval.start if interval.start_closed else t > interval.start
    return low and (t <= interval.stop if interval.stop_closed else t < interval.stop)


@settings(max_examples=60, deadline=None)
@given(phi=activations(), t=st.builds(mpq, st.integers(-200, 200), st.integers(1, 40)))
def test_equal_off_the_strips_cuts_among_them(phi: Phi, t: mpq) -> None:
    own = list(strips(phi, WIDTH))
    for place in (t, *(piece.start for piece in phi.pieces[1:])):
        if not any(inside(place, strip) for strip in own):
            assert approximated(phi, place) == phi(place)
    for strip in own:  # the jump rises in a line from one end to the other
        middle = (strip.start + strip.stop) / 2
        assert approximated(phi, middle) == (approximated(phi, strip.start) + approximated(phi, strip.stop)) / 2


@settings(max_examples=50, deadline=None)
@given(phi=activations(), t=NUMBERS, u=NUMBERS, weights=st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS))
def test_a_layer_with_any_weights(phi: Phi, t: mpq, u: mpq, weights) -> None:
    a, b, c, e, f = weights
    layer = FeedForwardLayer(((a, b),), (c,), ((e,), (f,)), (b, a), phi)
    relus = relu_layer(layer, WIDTH)
    assert (relus.hidden_size, relus.activation, relus.d) == (4, RELU, 2)
    hidden = approximated(phi, a * t + b * u + c)
    assert relus([[t], [u]]) == ((t + e * hidden + b,), (u + f * hidden + a,))


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_cases_of_app_f_are_those_of_the_claim(name: str) -> None:
    """Where cuts belong to the piece behind, as in App. F, these are the ReLUs that the claim of Lemma 6 decides."""
    lines = numbers_of(ACTIVATIONS[name], {"d": 2, "n": 2, "m": 3})
    ours, claims = relu_layer(one_node(lines, 1, 2), WIDTH), four_nodes(lines, WIDTH, 1, 2)
    points = [mpq(k, 16) for k in range(-64, 64)] + [lines.c_1, lines.c_2, lines.c_2 + 5, lines.c_1 - WIDTH / 3]
    different = [t for t in points if ours([[t], [0]]) != claims([[t], [0]])]
    assert different == ([lines.c_2] if lines.right_closed else [])


def test_the_window_of_app_e4_keeps_both_its_ends() -> None:
    layer = shifting(VALUES)
    t_l, t_r = (piece.start for piece in layer.activation.pieces[1:])
    relus = relu_layer(layer, WIDTH)
    assert [relus([[t]]) == layer([[t]]) for t in (t_l, t_r, t_l - WIDTH, t_r + WIDTH)] == [True] * 4
    assert [relus([[t]]) == layer([[t]]) for t in (t_l - WIDTH / 2, t_r + WIDTH / 2)] == [False] * 2


def test_templates_stay_templates() -> None:
    from exactua.networks import variable

    template = relu_layer(matching(VALUES, variable("key"), (variable("change"),)), WIDTH)
    assert template.variables == {"key", "change"}
    numbers = {"key": mpq(7, 2), "change": mpq(-3)}
    concrete = matching(VALUES, numbers["key"], (numbers["change"],))
    for t in (mpq(7, 2), mpq(13, 4), mpq(10), mpq(0), mpq(7, 2) + mpq(1, 5)):
        assert template.at(numbers)([[t]]) == relu_layer(concrete, WIDTH)([[t]])


def test_items_and_stages_stay_and_widths_differ_by_stage() -> None:
    g_q = quantiser(VALUES)
    network = Network(1, (*g_q.items, layer_of(Phi.of((below(0), 0, 0), (at_least(0), 0, 1)))), {"quantised": 1})
    relus = of_relus_in_stages(network, "quantised", mpq(1, 8), mpq(1, 2))
    assert (relus.stages, len(relus.items)) == (network.stages, 2)
    assert [place.groups for place in walk(relus.items)] == [place.groups for place in walk(network.items)]
    # the strip left of 0 is 1/8 wide in the quantiser, 1/2 in the layer behind
    assert relus([[mpq(-1, 4)]]) == ((mpq(-4),),)
    assert relus.items[1].at({})([[mpq(-1, 4)]]) == ((mpq(-1, 4) + mpq(1, 2),),)


def test_attention_and_relu_layers_are_left_as_they_are() -> None:
    attention = AttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])])
    relus = FeedForwardLayer(((1,), (2,)), (0, 1), ((1, 1),), (0,), RELU)
    assert of_relus(Network(1, [attention, relus]), WIDTH) == Network(1, [attention, relus])


def test_two_hidden_nodes_become_eight() -> None:
    phi = Phi.of((at_most(0), 0, 0), (above(0), 0, 1))
    layer = FeedForwardLayer(((1,), (-1,)), (0, 0), ((1, 2),), (0,), phi)
    relus = relu_layer(layer, WIDTH)
    assert relus.hidden_size == 8
    assert all(relus([[t]]) == layer([[t]]) for t in (mpq(0), mpq(1), mpq(-1), mpq(1, 8)))


def test_what_is_refused() -> None:
    jumps = Phi.of((below(0), 0, 0), (Interval(mpq(0), True, mpq(1), False), 0, 1), (at_least(1), 0, 0))
    network = Network(1, [layer_of(jumps)])
    for width, says in (
        (0, "strips: 0 is not valid; a strip has a width > 0, such as 1/1024"),
        ("-1/2", "strips: -1/2 is not valid; a strip has a width > 0, such as 1/1024"),
        (0.1, 'strips: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value'),
        (2, "strips: width 2 is not valid: the strips of t<0: 0; 0<=t<1: 1; t>=1: 0 meet; its cuts are 1 apart, "
            "take a smaller width"),
    ):  # fmt: skip
        with pytest.raises(InputError) as caught:
            of_relus(network, width)
        assert str(caught.value) == says
    steps = PiecewiseLinear.of((below(0), 1, 0), (at_least(0), 2, 0))
    with pytest.raises(InputError, match="is not in Phi: none of its pieces is constant"):
        of_relus(Network(1, [layer_of(steps)]), WIDTH)
    assert of_relus(network, 1)([[mpq(1, 2)]]) == ((mpq(1),),)  # the second strip begins where the first ends
