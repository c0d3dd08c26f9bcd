from __future__ import annotations

from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.networks import FeedForwardLayer, Phi, at_least, below, half_open, variable

from .strategies import feed_forward_layers, points

RELU = Phi.of((below(0), 0, 0), (at_least(0), 1, 0))


def fractions(rows):
    return [[Fraction(int(value.numerator), int(value.denominator)) for value in row] for row in rows]


def naive_feed_forward(layer, Z):
    X, result = fractions(Z), fractions(Z)
    W_1, W_2 = fractions(layer.W_1), fractions(layer.W_2)
    b_1, b_2 = fractions([layer.b_1, layer.b_2])
    for j in range(len(X[0])):
        for i in range(len(X)):
            result[i][j] += b_2[i]
            for a in range(len(b_1)):
                t = sum(W_1[a][k] * X[k][j] for k in range(len(X))) + b_1[a]
                (value,) = [
                    Fraction(str(piece.slope)) * t + Fraction(str(piece.intercept))
                    for piece in layer.activation.pieces
                    if (
                        piece.start is None
                        or t > Fraction(str(piece.start))
                        or (piece.start_closed and t == piece.start)
                    )
                    and (piece.stop is None or t < Fraction(str(piece.stop)) or (piece.stop_closed and t == piece.stop))
                ]
                result[i][j] += W_2[i][a] * value
    return result


@given(st.integers(1, 3).flatmap(lambda d: st.tuples(feed_forward_layers(d), points(d, st.integers(1, 3)))))
@settings(max_examples=100, deadline=None)
def test_it_is_the_formula_of_the_paper(case):
    layer, Z = case
    assert fractions(layer(Z)) == naive_feed_forward(layer, Z)


def test_a_quantising_layer_of_appendix_e2():
    """k delta = delta = 1/2 in the first row: [1/2, 1) goes to 1/2, everything else stays."""
    phi = Phi.of((below(0), 0, 0), (half_open(0, "1/2"), -1, 0), (at_least("1/2"), 0, 0))
    layer = FeedForwardLayer([[1, 0]], ["-1/2"], [[1], [0]], [0, 0], phi)
    assert layer([["1/3", "1/2", "5/7", 1], ["5/7", 0, 8, "5/7"]]) == (
        (mpq(1, 3), mpq(1, 2), mpq(1, 2), mpq(1)),
        (mpq(5, 7), 0, 8, mpq(5, 7)),
    )


def test_two_hidden_nodes_and_both_biases():
    layer = FeedForwardLayer([[1], [-1]], [0, 1], [[2, 3]], [5], RELU)
    assert layer([[4, -4]]) == ((4 + 2 * 4 + 0 + 5, -4 + 0 + 3 * 5 + 5),)


class Wrapped:
    """An exact number of another make."""

    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Wrapped(self.value + (other.value if isinstance(other, Wrapped) else other))

    __radd__ = __add__

    def __rmul__(self, other):
        return Wrapped(other * self.value)

    def __lt__(self, other):
        return self.value < other

    __eq__ = None
    __hash__ = None


def test_other_number_types_flow_through():
    layer = FeedForwardLayer([[1, 2], [0, -1]], [0, 1], [[2, 3], [0, 1]], [5, 0], RELU)
    Z = [[mpq(4), mpq(-4)], [mpq(1, 3), mpq(2)]]
    result = layer([[Wrapped(value) for value in row] for row in Z])
    assert all(isinstance(value, Wrapped) for row in result for value in row)
    assert tuple(tuple(value.value for value in row) for row in result) == layer(Z)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ([[1, 2]], [0], [[1, 2]], [0], RELU),
            "W_2 is 1 x 2, W_1 is 1 x 2: W_1 is r x d, so W_2 must be d x r, 2 x 1",
        ),
        (
            ([[1, 2]], [0, 0], [[1], [2]], [0, 0], RELU),
            "b_1 has length 2, W_1 is 1 x 2: b_1 needs one entry for each row of W_1",
        ),
        (
            ([[1, 2]], [0], [[1], [2]], [0], RELU),
            "b_2 has length 1, W_2 is 2 x 1: b_2 needs one entry for each row of W_2",
        ),
        (
            ([[1]], [0.1], [[1]], [0], RELU),
            'b_1[0]: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value',
        ),
        (
            ([[1]], [0], [[1]], [0], max),
            "activation: <built-in function max> is not piecewise linear; write RELU, or PiecewiseLinear.of(...)",
        ),
    ],
)
def test_weights_that_do_not_fit_are_refused(arguments, message):
    with pytest.raises(InputError) as caught:
        FeedForwardLayer(*arguments)
    assert str(caught.value) == message


def test_points_that_do_not_fit_are_refused():
    layer = FeedForwardLayer([[1]], [0], [[1]], [0], RELU)
    with pytest.raises(InputError) as caught:
        layer([[1], [2]])
    assert str(caught.value) == "Z is 2 x 1, the feed-forward layer maps 1 x n to 1 x n: it needs 1 row"
    with pytest.raises(InputError, match="no float equals 1/10; write"):
        layer([[0.1]])


def test_a_template_has_no_value_until_its_variable_has_one():
    layer = FeedForwardLayer([[1]], [-variable("k")], [[1]], [variable("k")], RELU)
    with pytest.raises(InputError, match="the layer is a template in k"):
        layer([[1]])
    assert layer.at({"k": mpq(2)}) == FeedForwardLayer([[1]], [-2], [[1]], [2], RELU)
