"""Weights as floats: each to the nearest, and by how much it moves, exactly."""

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.reals import sqrt
from exactua.errors import InputError
from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, Network, PiecewiseLinear, everywhere
from exactua.softmax.exchange.rounding import arrays_of
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
        assert [Fraction(float(one)) for one in b_2] == [Fraction(1, 2), 0]


@settings(max_examples=40, deadline=None)
@given(
    st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**12), st.sampled_from(["float32", "float64"])
)
def test_a_weight_goes_to_the_nearest_float(number, dtype):
    arrays = arrays_of(layer(number), dtype)
    (made,) = arrays.tensors[B_2]
    moved = abs(Fraction(float(made)) - number)
    for other in (np.nextafter(made, made.dtype.type(-np.inf)), np.nextafter(made, made.dtype.type(np.inf))):
        assert moved <= abs(Fraction(float(other)) - number)
    rounding = arrays.metadata.rounding
    assert (rounding[B_2].greatest if rounding else 0) == moved
    assert set(rounding) == ({B_2} if moved else set())


def test_ties_go_to_the_even_one_and_the_smallest_floats_are_kept():
    (a, b, c, d) = arrays_of(
        layer(1 + mpq(1, 2**24), 1 + mpq(3, 2**24), mpq(1, 2**149), mpq(1, 2**150)), "float32"
    ).tensors[B_2]
    assert [Fraction(float(one)) for one in (a, b, c, d)] == [1, 1 + Fraction(2, 2**23), Fraction(1, 2**149), 0]


def test_the_report_counts_entries_tensor_by_tensor():
    metadata = arrays_of(layer(mpq(1, 3), 1, mpq(1, 3), mpq(2, 3)), "float32").metadata
    assert metadata.rounded.entries == 3
    assert metadata.rounded.greatest == abs(mpq(2, 3) - mpq(Fraction(float(np.array([2 / 3], dtype="float32")[0]))))
    assert metadata.entries == 4 * 1 + 1 + 4 * 1 + 4 + 1 + 1


def test_a_real_weight_is_rounded_with_a_bound_of_64_bits():
    root = sqrt(mpq(2))
    arrays = arrays_of(layer(root))
    (made,) = arrays.tensors[B_2]
    assert float(made) == float(np.sqrt(np.array(2.0)))
    moved, bound = abs(root - mpq(Fraction(float(made)))), arrays.metadata.rounding[B_2].greatest
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
    last = "give --dtype float64" if dtype == "float32" else "no format that is exported holds it"
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
        (samples.softmax(), "float64", mpq(1), "lambda: the network has softmax already, and lambda is for hardmax attention; leave out --lambda"),
        (layer(1), "float64", mpq(1), "lambda: the network has no attention, and lambda is for hardmax attention; leave out --lambda"),
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
