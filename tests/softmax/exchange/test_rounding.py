"""Weights as floats: each to the nearest, and by how much it moves, exactly."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import sqrt
from exactua.errors import InputError
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    Family,
    FeedForwardLayer,
    Network,
    PiecewiseLinear,
    everywhere,
)
from exactua.networks.retouching import softened
from exactua.softmax.exchange.exchanged import padded
from exactua.softmax.exchange.metadata import Metadata, loads
from exactua.softmax.exchange.rounding import arrays_of, layout, network_of
from tests.networks.strategies import networks
from tests.softmax.exchange import samples


def layer(*numbers) -> Network:
    """A feed-forward layer with these numbers in b_2."""
    d, phi = len(numbers), PiecewiseLinear.of((everywhere(), 1, 0))
    return Network(d, [FeedForwardLayer([[0] * d], [0], [[0]] * d, numbers, phi)])


B_2 = "layers.0.feed_forward.b_2"


def test_dyadic_weights_are_what_they_are():
    for dtype in ("float32", "float64"):
        arrays = arrays_of(samples.hardmax(), dtype)
        assert arrays.metadata.rounding == {}
        assert {str(array.dtype) for array in arrays.tensors.values()} == {dtype, "bool"}
        b_2 = arrays.tensors["layers.6.feed_forward.b_2"]
        assert [Fraction(float(entry)) for entry in b_2] == [Fraction(1, 2), 0]


@settings(max_examples=40, deadline=None)
@given(
    st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**12), st.sampled_from(["float32", "float64"])
)
def test_a_weight_goes_to_the_nearest_float(number, dtype):
    arrays = arrays_of(layer(number), dtype)
    (weight,) = arrays.tensors[B_2]
    moved = abs(Fraction(float(weight)) - number)
    for other in (np.nextafter(weight, weight.dtype.type(-np.inf)), np.nextafter(weight, weight.dtype.type(np.inf))):
        assert moved <= abs(Fraction(float(other)) - number)
    rounding = arrays.metadata.rounding
    assert (rounding[B_2].greatest if rounding else 0) == moved
    assert set(rounding) == ({B_2} if moved else set())


def test_ties_go_to_the_even_one_and_the_smallest_floats_are_kept():
    (a, b, c, d) = arrays_of(
        layer(1 + mpq(1, 2**24), 1 + mpq(3, 2**24), mpq(1, 2**149), mpq(1, 2**150)), "float32"
    ).tensors[B_2]
    assert [Fraction(float(weight)) for weight in (a, b, c, d)] == [1, 1 + Fraction(2, 2**23), Fraction(1, 2**149), 0]


def test_the_report_counts_entries_tensor_by_tensor():
    metadata = arrays_of(layer(mpq(1, 3), 1, mpq(1, 3), mpq(2, 3)), "float32").metadata
    assert metadata.rounded.entries == 3
    assert metadata.rounded.greatest == abs(mpq(2, 3) - mpq(Fraction(float(np.array([2 / 3], dtype="float32")[0]))))
    assert metadata.entries == 4 * 1 + 1 + 4 * 1 + 4 + 1 + 1


def test_a_real_weight_is_rounded_with_a_bound_of_64_bits():
    root = sqrt(mpq(2))
    arrays = arrays_of(layer(root))
    (weight,) = arrays.tensors[B_2]
    assert float(weight) == float(np.sqrt(np.array(2.0)))
    moved, bound = abs(root - mpq(Fraction(float(weight)))), arrays.metadata.rounding[B_2].greatest
    assert moved <= bound
    assert bound - moved < bound * mpq(1, 2**60)


@pytest.mark.parametrize(
    ("dtype", "number", "advice"),
    [
        ("float32", mpq(2) ** 128, "340282366920938463463374607431768211456"),
        ("float32", -(mpq(2) ** 1024), "a number of about 2^1024"),
        ("float64", mpq(2) ** 1024, "a number of about 2^1024"),
    ],
)
def test_overflow_is_refused(dtype, number, advice):
    last = "give --dtype float64" if dtype == "float32" else "no export format holds it"
    with pytest.raises(InputError) as error:
        arrays_of(layer(number), dtype)
    assert str(error.value) == f"dtype: {advice} in {B_2} is too large for {dtype}; {last}"


def test_the_largest_float_is_no_overflow():
    largest = mpq(2) ** 128 - mpq(2) ** 104
    assert Fraction(float(arrays_of(layer(largest), "float32").tensors[B_2][0])) == largest


@pytest.mark.parametrize(
    ("network", "dtype", "factor", "message"),
    [
        (samples.hardmax(), "float16", None, "dtype: 'float16' is not valid; give one of float32, float64"),
        (samples.hardmax(), "float64", mpq(0), "lambda: 0 is not valid; give a number above 0"),
        (samples.hardmax(), "float64", mpq(-1), "lambda: -1 is not valid; give a number above 0"),
        (samples.softmax(), "float64", mpq(1), "lambda: the network has softmax already, but lambda is for hardmax attention; leave out --lambda"),
        (layer(1), "float64", mpq(1), "lambda: the network has no attention, but lambda is for hardmax attention; leave out --lambda"),
    ],
)  # fmt: skip
def test_bad_arguments_are_refused(network, dtype, factor, message):
    with pytest.raises(InputError) as error:
        arrays_of(network, dtype, factor)
    assert str(error.value) == message


def test_a_factor_that_is_no_float_is_told():
    network = Network(1, [AttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])])])
    assert arrays_of(network, factor=mpq(1000)).metadata.rounding == {}
    assert set(arrays_of(network, factor=mpq(1, 3)).metadata.rounding) == {"factor"}
    with pytest.raises(InputError, match=r"^dtype: a number of about 2\^2000 in factor is too large for float64"):
        arrays_of(network, factor=mpq(2) ** 2000)


def back(network: Network, factor=None, attention=None, own=None) -> Network:
    laid = layout(network)
    metadata = loads(Metadata(laid.d, "float64", laid.notes, laid.stages, factor).dumps(), "metadata")
    return network_of(metadata, laid.tensors, "file", attention, own)


def test_names_and_shapes_are_those_of_the_scheme():
    laid = layout(samples.hardmax())
    shapes = {name: tensor.shape for name, tensor in laid.tensors.items()}
    assert len(laid.notes) == 9
    assert shapes["layers.0.attention.W_O"] == (2, 2, 2)
    assert shapes["layers.0.attention.W_Q"] == (2, 2, 2)
    assert shapes["layers.0.attention.b_Q"] == (2, 2)
    assert shapes["layers.3.attention.W_K"] == (1, 1, 2)
    assert shapes["layers.6.feed_forward.W_1"] == (3, 2)
    assert shapes["layers.6.feed_forward.breakpoints"] == shapes["layers.6.feed_forward.closed"] == (3,)
    assert shapes["layers.6.feed_forward.slopes"] == (4,)
    assert shapes["layers.7.separable_convolution.W_C"] == (2, 3)
    assert laid.stages == {"first": 1, "sweep": 4, "output": 9}
    assert laid.notes[0].sizes == (1, 2)


def test_keys_and_values_are_padded_each_to_their_largest():
    laid = layout(samples.two_sizes())
    names = ("W_O", "W_V", "W_K", "W_Q", "b_Q")
    assert [laid.tensors[f"layers.0.attention.{name}"].shape for name in names] == [
        (3, 2, 3), (3, 3, 2), (3, 2, 2), (3, 2, 2), (3, 2),
    ]  # fmt: skip
    assert laid.notes[0].sizes == ((1, 3), (2, 1), 1)
    assert padded(laid.notes[0].sizes) == ((2, 3),) * 3
    assert padded(((1, 2), (2, 1))) == (2, 2)
    assert padded(()) == ()


def test_smaller_heads_are_padded_with_zeros():
    W_V = layout(samples.hardmax()).tensors["layers.0.attention.W_V"]
    assert W_V.entries == (1, 0, 0, 0, 1, 0, 1, -1)


@pytest.mark.parametrize("built", [samples.hardmax("leftmost"), samples.fixed(), samples.softmax("causal"), Network(3, []), samples.two_sizes(),
                                  samples.softmax([[True, False, True], [True, True, True], [False, False, True]])])  # fmt: skip
def test_the_way_back_gives_the_same_layers(built):
    restored = back(built)
    assert list(restored.layers()) == list(built.layers())
    assert set(restored.stages) == set(built.stages)


@settings(max_examples=12, deadline=None)
@given(networks())
def test_the_way_back_gives_the_same_layers_whatever_they_are(built):
    restored = back(built)
    assert list(restored.layers()) == list(built.layers())
    assert restored.d == built.d


def test_a_factor_makes_softmax_and_hardmax_can_be_asked_for():
    network = samples.hardmax()
    assert list(back(network, Rational(3)).layers()) == list(softened(network, 3).layers())
    assert list(back(network, Rational(3), attention="hardmax").layers()) == list(network.layers())
    assert list(back(network, attention="softmax").layers()) == list(softened(network, 1).layers())
    assert list(back(network, attention="softmax", own=Rational(5)).layers()) == list(softened(network, 5).layers())
    assert list(back(network, Rational(3), own=Rational(5)).layers()) == list(softened(network, 5).layers())
    assert next(iter(back(samples.softmax(), attention="hardmax").layers())) == AttentionLayer(samples.heads(1, -1))


def test_a_mask_stays_where_softmax_becomes_hardmax():
    hard = AttentionLayer(samples.heads(1, -1), mask="causal")
    assert next(iter(back(samples.softmax("causal"), attention="hardmax").layers())) == hard


def test_too_many_layers_are_counted_and_not_unrolled():
    layer = AttentionLayer(samples.heads(1))
    for count, shown in ((10_001, "10,001"), (10**40, r"about 10\^40")):
        with pytest.raises(InputError, match=rf"^network: it has {shown} layers; at most 10,000 are unrolled"):
            layout(Network(2, [Family("l", 0, 1, count, [layer])]))


def test_too_many_numbers_are_refused(monkeypatch):
    monkeypatch.setattr("exactua.softmax.exchange.rounding.MOST_ENTRIES", 10)
    with pytest.raises(InputError, match=r"^network: its layers have more than 10 weights; no more are exported$"):
        layout(samples.hardmax())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "exchange/2"}, 'the format is "exchange/2", but the valid one is "exchange/1"'),
        ({"dtype": "float8"}, "dtype: 'float8' is not one of float32, float64"),
        ({"factor": 0}, "factor: 0 is not above 0"),
        ({"d": 0}, "d: 0 is not an integer >= 1"),
        ({"stages": {"output": 5}}, "a stage is after layer 5, but the network has only 1 layer"),
        ({"layers": [{"kind": "norm"}]}, 'layers[0].kind: "norm" is not one of attention, '),
        (
            {"layers": [{"kind": "attention", "tie_rule": "first", "sizes": [1]}]},
            "layers[0].tie_rule: 'first' is not one of",
        ),
        (
            {"layers": [{"kind": "attention", "tie_rule": "average", "sizes": []}]},
            "layers[0].sizes: an attention layer",
        ),
        *(
            (
                {"layers": [{"kind": "softmax attention", "sizes": [wrong]}]},
                f"layers[0].sizes: {wrong} is not a head; write its size, or [m_k, m_v] where they differ",
            )
            for wrong in ([1, 1], [2], [1, 2, 3])
        ),
        ({"layers": [{"kind": "softmax attention", "sizes": [[0, 1]]}]}, "layers[0].sizes: 0 is not an integer >= 1"),
        (
            {"layers": [{"kind": "softmax attention", "sizes": [1], "mask": "x"}]},
            "layers[0].mask: 'x' is not one of causal, strictly causal, tensor",
        ),
        ({"layers": [{"kind": "separable convolution"}]}, "layers[0]: missing key"),
    ],
)
def test_false_metadata_is_refused(change, message):
    import json

    laid = layout(Network(2, [AttentionLayer(samples.heads(1))]))
    data = json.loads(Metadata(laid.d, "float64", laid.notes, laid.stages).dumps())
    with pytest.raises(InputError, match="^" + re.escape(f"file: {message}")):
        loads(json.dumps(data | change), "file")


def test_false_tensors_are_refused():
    laid = layout(samples.hardmax())
    metadata = Metadata(laid.d, "float64", laid.notes, laid.stages)
    for name, tensor, message in (
        ("layers.0.attention.W_V", None, "file: the tensor layers.0.attention.W_V is missing; the metadata has its layer"),
        ("layers.9.attention.W_V", "layers.0.attention.W_V", "file: the tensor layers.9.attention.W_V belongs to no layer"),
        ("layers.0.attention.W_O", "layers.3.attention.W_O", "file: layers.0: file: layers.0.W_O has shape (1, 2, 1)"),
        ("layers.0.attention.W_K", "layers.3.attention.W_K", "file: layers.0: file: layers.0.W_K has shape (1, 1, 2), but"),
        ("layers.6.feed_forward.W_1", "layers.6.feed_forward.b_1", "file: layers.6: file: layers.6.W_1 has shape (3,)"),
        ("layers.6.feed_forward.closed", "layers.6.feed_forward.b_1", "file: layers.6: file: layers.6.closed: its entries"),
        ("layers.6.feed_forward.slopes", "layers.6.feed_forward.b_1", "file: layers.6: file: layers.6: an activation of p"),
        ("layers.6.feed_forward.b_2", "layers.6.feed_forward.b_1", "file: layers.6: b_2 has length 3, W_2 is 2 x 3"),
    ):  # fmt: skip
        tensors = dict(laid.tensors)
        if tensor is None:
            del tensors[name]
        else:
            tensors[name] = laid.tensors[tensor]
        with pytest.raises(InputError, match="^" + re.escape(message)):
            network_of(metadata, tensors, "file")
