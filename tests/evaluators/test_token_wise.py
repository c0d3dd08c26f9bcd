"""A prepared feed-forward layer is held to the layer: rationals, reals and affine forms, decided or not."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.forms import AffineForm, Unknown, cells_between
from exactua.arithmetic.reals import PrecisionReached, exp, precision
from exactua.deciding.observations import _token_wise
from exactua.evaluators.token_wise import TokenWise
from exactua.networks import RELU, FeedForwardLayer
from tests.networks.strategies import feed_forward_layers, matrix, piecewise_linear, points, rationals


@st.composite
def alike_layers(draw: st.DrawFn) -> FeedForwardLayer:
    """Layers whose hidden nodes have few different rows of W_1, so that several are one function."""
    d, r = draw(st.integers(1, 3)), draw(st.integers(1, 8))
    rows = draw(matrix(2, d))
    W_1 = draw(st.lists(st.sampled_from(rows), min_size=r, max_size=r))
    b_1, W_2, b_2 = draw(matrix(1, r))[0], draw(matrix(d, r)), draw(matrix(1, d))[0]
    return FeedForwardLayer(W_1, b_1, W_2, b_2, draw(piecewise_linear()))


layers = st.one_of(alike_layers(), st.integers(1, 3).flatmap(feed_forward_layers))


def prepared(layer: FeedForwardLayer) -> TokenWise:
    """The layer prepared."""
    result = TokenWise.of(layer)
    assert result is not None
    return result


@given(st.data())
def test_it_makes_the_same_of_rationals(data: st.DataObject) -> None:
    layer = data.draw(layers)
    Z = tuple(map(tuple, data.draw(points(layer.d, st.integers(1, 3)))))
    fast = prepared(layer)
    assert fast.apply_otherwise(Z) == layer.apply(Z)
    assert fast.apply_otherwise(Z) == layer.apply(Z)  # what is kept, too


@given(st.data())
def test_it_makes_the_same_of_reals(data: st.DataObject) -> None:
    layer = data.draw(layers)
    real = st.builds(lambda a, b, c: a + exp(c) * b, rationals, rationals, rationals)
    column = tuple(data.draw(st.lists(st.one_of(real, rationals), min_size=layer.d, max_size=layer.d)))
    Z = tuple((entry,) for entry in column)
    assert prepared(layer).apply_otherwise(Z) == layer.apply(Z)


@given(st.data())
def test_it_makes_the_same_of_forms_and_knows_as_little(data: st.DataObject) -> None:
    layer = data.draw(layers)
    pieces = cells_between(tuple(sorted(data.draw(st.sets(rationals, min_size=1, max_size=3)))))
    cells = tuple(data.draw(st.lists(st.sampled_from(pieces), min_size=layer.d, max_size=layer.d)))
    column: list[Any] = [AffineForm.entry(row, cells) for row in range(layer.d)]
    for _ in range(2):  # of what is unknown after the first layer, too
        mine, theirs = list(prepared(layer).column(column)), _token_wise(layer, column)
        assert list(map(told, mine)) == list(map(told, theirs))
        column = theirs


def told(value: Any) -> Any:
    """All that there is to know of a form."""
    if isinstance(value, Unknown):
        return str(value.reason)
    return (value.constant, value.slopes) if isinstance(value, AffineForm) else (value, {})


def test_weights_that_are_reals_are_left_to_the_layer() -> None:
    assert TokenWise.of(FeedForwardLayer([[1]], [exp(1)], [[1]], [0], RELU)) is None
    assert TokenWise.of(FeedForwardLayer([[exp(1)]], [0], [[1]], [0], RELU)) is None
    assert TokenWise.of(FeedForwardLayer([[1]], [0], [[exp(1)]], [0], RELU)) is None
    assert TokenWise.of(FeedForwardLayer([[1]], [0], [[1]], [exp(1)], RELU)) is None


def test_an_end_that_is_not_told_from_the_number_is_undecided() -> None:
    layer = FeedForwardLayer([[1]] * 64, list(range(-32, 32)), [[1] * 64], [0], RELU)
    near = exp(mpq(1, 10**30)) - 1
    with precision(64), pytest.raises(PrecisionReached):
        layer.apply(((near,),))
    with precision(64), pytest.raises(PrecisionReached):
        prepared(layer).apply_otherwise(((near,),))


class Counting:
    """A number that counts how often it is compared."""

    compared = 0

    def __init__(self, value: Any) -> None:
        self.value = value

    def __add__(self, other: Any) -> Counting:
        return Counting(self.value + getattr(other, "value", other))

    __radd__ = __add__

    def __mul__(self, factor: Any) -> Counting:
        return Counting(self.value * factor)

    __rmul__ = __mul__

    def __le__(self, other: Any) -> bool:
        Counting.compared += 1
        return bool(self.value <= other)

    def __lt__(self, other: Any) -> bool:
        Counting.compared += 1
        return bool(self.value < other)


def test_of_many_nodes_few_are_compared() -> None:
    layer = FeedForwardLayer([[1]] * 1023, list(range(1023)), [[1] * 1023], [0], RELU)
    Counting.compared = 0
    (value,) = prepared(layer).column([Counting(mpq(-500))])
    assert value.value == layer.apply(((mpq(-500),),))[0][0]
    assert Counting.compared == 10
