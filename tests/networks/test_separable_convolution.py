from __future__ import annotations

from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.networks import Family, Network, SeparableConvolution, describe, dumps, from_data, loads, to_data, variable

from .strategies import matrix


def fractions(rows):
    return [[Fraction(int(value.numerator), int(value.denominator)) for value in row] for row in rows]


def naive_convolution(layer, Z):
    """Eq. (6): the full convolution of each row, of length n + k - 1, cut to the n entries from `centre` on."""
    X, W_O, W_C = fractions(Z), fractions(layer.W_O), fractions(layer.W_C)
    d, n, k = len(X), len(X[0]), len(W_C[0])
    convolved = []
    for row, filter_ in zip(X, W_C, strict=True):
        full = [Fraction(0)] * (n + k - 1)
        for s, value in enumerate(row):
            for t, weight in enumerate(filter_):
                full[s + t] += value * weight
        convolved.append(full[layer.centre - 1 : layer.centre - 1 + n])
    return [[X[i][j] + sum(W_O[i][a] * convolved[a][j] for a in range(d)) for j in range(n)] for i in range(d)]


@st.composite
def layer_and_point(draw):
    d, n, k = draw(st.integers(1, 3)), draw(st.integers(1, 4)), draw(st.integers(1, 6))
    centre = draw(st.one_of(st.none(), st.integers(1, k)))
    return SeparableConvolution(draw(matrix(d, d)), draw(matrix(d, k)), centre), draw(matrix(d, n))


@given(layer_and_point())
@settings(max_examples=60, deadline=None)
def test_it_is_the_formula_of_the_paper(case):
    layer, Z = case
    assert fractions(layer(Z)) == naive_convolution(layer, Z)


@pytest.mark.parametrize(
    ("filter_", "centre", "expected"),
    [
        ([1], None, (2, 3, 5)),
        ([10, 1, 100], None, (32, 253, 305)),
        ([1, 10], None, (2, 23, 35)),
        ([1, 10], 1, (2, 23, 35)),
        ([1, 10], 2, (23, 35, 50)),
        ([1, 10, 100], 1, (2, 23, 235)),
        ([1, 10, 100], 3, (235, 350, 500)),
        ([1, 10, 100, 1000, 10000], None, (235, 2350, 23500)),
    ],
)
def test_the_centre(filter_, centre, expected):
    """The centre is the filter's place that lies on the token itself; ceil(k/2) unless it is given."""
    layer = SeparableConvolution([[1]], [filter_], centre)
    assert layer.convolved(((mpq(2), mpq(3), mpq(5)),)) == (expected,)


def test_each_row_has_its_filter():
    layer = SeparableConvolution([[0, 0], [1, 0]], [[7], [1000]])
    assert layer([[1, 2], [3, 4]]) == ((1, 2), (3 + 7, 4 + 14))


def test_one_layer_serves_all_lengths():
    layer = SeparableConvolution([[1]], [[1, 1]])
    assert layer([[1]]) == ((2,),)
    assert layer([[1, 1, 1, 1]]) == ((2, 3, 3, 3),)


def test_sizes():
    layer = SeparableConvolution([[1, 2], [3, 4]], [[1] * 5] * 2)
    assert (layer.d, layer.filter_size, layer.centre, layer.parameters) == (2, 5, 3, 4 + 10)
    network = Network(2, [layer])
    assert network.quantity("largest layer parameters") == 14
    assert network.quantity("other layers") == 1


def test_entries_may_vary_with_a_family():
    layer = SeparableConvolution([[1]], [[variable("l"), 0]], 2)
    assert layer.variables == {"l"}
    assert layer.at({"l": mpq(3)}) == SeparableConvolution([[1]], [[3, 0]], 2)
    with pytest.raises(InputError, match=r"^the layer is a template in l: evaluate `\.at\(\.\.\.\)` first$"):
        layer([[1, 2]])
    assert Network(1, [Family("l", 2, 1, 2, [layer])])([[0, 1]]) == ((2 + 3, 1),)


@pytest.mark.parametrize(
    ("W_O", "W_C", "centre", "message"),
    [
        ([[1, 2]], [[1]], None, "W_O is 1 x 2, and it must be square, d x d"),
        ([[1]], [[1], [2]], None, "W_C is 2 x 1, W_O is 1 x 1: W_C is d x k, one filter for each row"),
        ([[1]], [[1, 2]], 3, "centre: 3 is not one of 1, ..., 2, the places of a filter of size 2"),
        ([[1]], [[1, 2]], 0, "centre: 0 is not one of 1, ..., 2, the places of a filter of size 2"),
        ([[1]], [[1, 2]], True, "centre: True is not one of 1, ..., 2, the places of a filter of size 2"),
        (
            [[1]],
            [[0.1]],
            None,
            'W_C[0][0]: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value',
        ),
    ],
)
def test_weights_that_dont_fit(W_O, W_C, centre, message):
    with pytest.raises(InputError) as caught:
        SeparableConvolution(W_O, W_C, centre)
    assert str(caught.value) == message


def test_json():
    network = Network(1, [Family("l", 0, 1, 2, [SeparableConvolution([["1/2"]], [[variable("l"), 3]], 2)])])
    assert loads(dumps(network)) == network
    (family,) = to_data(network)["items"]
    (item,) = family["family"]["items"]
    expected = {"W_O": [["1/2"]], "W_C": [[{"constant": 0, "l": 1}, 3]], "centre": 2}
    assert item == {"separable convolution": expected}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"centre": 4}, ": centre: 4 is not one of 1, ..., 2, the places of a filter of size 2"),
        ({"centre": "1/2"}, ".centre: '1/2' is not an integer; write 5, or \"0x…\" from 2^53 on"),
        ({"padding": 1}, ': unknown key "padding"; the keys are W_O, W_C, centre'),
    ],
)
def test_malformed_json(change, message):
    inner = {"W_O": [[1]], "W_C": [[1, 2]], "centre": 1} | change
    with pytest.raises(InputError) as caught:
        from_data({"d": 1, "items": [{"separable convolution": inner}], "stages": {}})
    assert str(caught.value) == "network.items[0].separable convolution" + message


def test_printed():
    network = Network(1, [SeparableConvolution([[2]], [[1, "1/3"]])])
    assert describe(network) == (
        "network on R^(1 x n), 1 other layer\n  separable convolution, W_O = [2]  W_C = [1 1/3]  centre = 1"
    )
