from __future__ import annotations

from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.networks import BilinearProjection, Family, Network, describe, dumps, from_data, loads, to_data, variable

from .strategies import matrix


def fractions(rows):
    return [[Fraction(int(value.numerator), int(value.denominator)) for value in row] for row in rows]


def naive_projection(layer, Z):
    """Eq. (5) entry by entry, with indices and fractions only."""
    X, W_O, W_P = fractions(Z), fractions(layer.W_O), fractions(layer.W_P)
    d, n = len(X), len(X[0])
    return [
        [X[i][j] + sum(W_O[i][a] * X[a][b] * W_P[b][j] for a in range(d) for b in range(n)) for j in range(n)]
        for i in range(d)
    ]


sizes = st.tuples(st.integers(1, 3), st.integers(1, 4))
layer_and_point = sizes.flatmap(
    lambda size: st.tuples(
        st.builds(BilinearProjection, matrix(size[0], size[0]), matrix(size[1], size[1])), matrix(*size)
    )
)


@given(layer_and_point)
@settings(max_examples=100, deadline=None)
def test_it_is_the_formula_of_the_paper(case):
    layer, Z = case
    assert fractions(layer(Z)) == naive_projection(layer, Z)


def test_rows_and_columns_are_not_confused():
    layer = BilinearProjection([[0, 1], [0, 0]], [[0, 1, 0], [0, 0, 0], [0, 0, 0]])
    assert layer([[0, 0, 0], [5, 0, 0]]) == ((0, 5, 0), (5, 0, 0))


@given(st.integers(1, 4).flatmap(lambda n: matrix(2, n)))
@settings(max_examples=30, deadline=None)
def test_average_attention_adds_the_average(Z):
    n = len(Z[0])
    layer = BilinearProjection.averaging([[1, 0], [0, 1]], n)
    assert layer(Z) == tuple(tuple(value + sum(row, mpq(0)) / n for value in row) for row in Z)
    assert all(entry == mpq(1, n) for row in layer.W_P for entry in row)


def test_sizes():
    layer = BilinearProjection([[1, 2], [3, 4]], [[1] * 3] * 3)
    assert (layer.d, layer.n, layer.parameters) == (2, 3, 4 + 9)
    network = Network(2, [Family("l", 0, 1, 5, [layer])])
    assert network.quantity("parameters") == 5 * 13
    assert network.quantity("other layers") == 5
    assert network.quantity("attention layers") == network.quantity("feed-forward layers") == 0


def test_entries_may_vary_with_a_family():
    layer = BilinearProjection([[variable("l")]], [[0, 1], [1, variable("l") * 2]])
    assert layer.variables == {"l"}
    assert layer.at({"l": mpq(3)}) == BilinearProjection([[3]], [[0, 1], [1, 6]])
    with pytest.raises(InputError, match=r"^the layer is a template in l: evaluate `\.at\(\.\.\.\)` first$"):
        layer([[1, 2]])
    assert Network(1, [Family("l", 1, 1, 2, [layer])])([[1, 0]]) == ((1 + 2 * 1, 1 + 2 * 5),)


@pytest.mark.parametrize(
    ("W_O", "W_P", "message"),
    [
        ([[1, 2]], [[1]], "W_O is 1 x 2, and it must be square, d x d"),
        ([[1]], [[1], [2]], "W_P is 2 x 1, and it must be square, n x n"),
        (
            [[0.1]],
            [[1]],
            'W_O[0][0]: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value',
        ),
        ([[1]], [], "W_P is empty: it needs at least one row and one column"),
    ],
)
def test_weights_that_dont_fit(W_O, W_P, message):
    with pytest.raises(InputError) as caught:
        BilinearProjection(W_O, W_P)
    assert str(caught.value) == message


def test_another_number_of_columns_is_refused():
    layer = BilinearProjection([[1]], [[1, 0], [0, 1]])
    message = "Z is 1 x 3, W_P is 2 x 2: a bi-linear projection acts on matrices with as many columns as W_P has"
    for act in (layer, Network(1, [layer])):
        with pytest.raises(InputError) as caught:
            act([[1, 2, 3]])
        assert str(caught.value) == message
    with pytest.raises(InputError, match=r"^Z is 2 x 2, the bi-linear projection maps 1 x n to 1 x n: it needs 1 row$"):
        layer([[1, 2], [3, 4]])
    with pytest.raises(InputError, match=r"^n: 0 is not a number of columns; write an integer >= 1$"):
        BilinearProjection.averaging([[1]], 0)


def test_json():
    network = Network(1, [Family("l", 0, 1, 2, [BilinearProjection([["1/2"]], [[variable("l")]])])])
    assert loads(dumps(network)) == network
    (family,) = to_data(network)["items"]
    (item,) = family["family"]["items"]
    assert item == {"bilinear projection": {"W_O": [["1/2"]], "W_P": [[{"constant": 0, "l": 1}]]}}


@pytest.mark.parametrize(
    ("inner", "message"),
    [
        ({"W_O": [[1]]}, "network.items[0].bilinear projection: missing key W_P; the keys are W_O, W_P"),
        (
            {"W_O": [[1]], "W_P": [[1, 2]]},
            "network.items[0].bilinear projection: W_P is 1 x 2, and it must be square, n x n",
        ),
        ({"W_O": 1, "W_P": [[1]]}, "network.items[0].bilinear projection.W_O: a number is not an array"),
    ],
)
def test_malformed_json(inner, message):
    with pytest.raises(InputError) as caught:
        from_data({"d": 1, "items": [{"bilinear projection": inner}], "stages": {}})
    assert str(caught.value) == message


def test_printed():
    network = Network(1, [BilinearProjection([[2]], [[1, 0], ["1/3", 1]])])
    assert describe(network) == (
        "network on R^(1 x n), 1 other layer\n  bi-linear projection, W_O = [2]  W_P = [1 0; 1/3 1]"
    )
