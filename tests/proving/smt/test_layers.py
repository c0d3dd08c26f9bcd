"""Layers as terms of SMT-LIB: at numbers they are the numbers that the literal layers give."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.proving.smt.expressions import Script
from exactua.proving.smt.layers import apply
from tests.networks.strategies import attention_layers, feed_forward_layers, masks, points


@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(1, 2), st.integers(1, 3))
def test_a_layer_at_numbers_is_the_literal_layer(data: st.DataObject, d: int, n: int) -> None:
    layer = data.draw(st.one_of(attention_layers(d, masks=masks(n)), feed_forward_layers(d)))
    Z = tuple(map(tuple, data.draw(points(d, st.just(n)))))
    assert apply(Script(), layer, Z) == layer.apply(Z)
