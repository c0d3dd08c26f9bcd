"""Layer normalisation against an independent computation, its JSON, its second formula, and what has no value."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.reals import PrecisionReached, precision, sign, sqrt
from exactua.errors import InputError
from exactua.networks import (
    QUANTITIES,
    Family,
    LayerNormalisation,
    Network,
    describe,
    dumps,
    loads,
    variable,
)
from exactua.networks.inspection import bit_lengths, inspect
from exactua.networks.items import makes_reals, not_equivariant, speaks_of_reals
from exactua.networks.layer import applied
from exactua.networks.retouching import softened

from .strategies import large_rationals, points, rationals


@st.composite
def normalisations(draw: Any, d: int, entries: Any = rationals) -> LayerNormalisation:
    gain, bias = (draw(st.lists(entries, min_size=d, max_size=d)) for _ in range(2))
    return LayerNormalisation(gain, bias, draw(st.sampled_from([0, mpq(1, 10**5), 1, mpq(7, 3)])))


def moments(column: list[Any]) -> tuple[Fraction, Fraction]:
    """The mean and the variance, from differences of all pairs."""
    z, d = [Fraction(int(x.numerator), int(x.denominator)) for x in column], len(column)
    return sum(z) / d, sum((a - b) ** 2 for a in z for b in z) / (2 * d * d)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_it_is_what_its_formula_says(data: st.DataObject) -> None:
    d, n = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 3))
    layer, Z = data.draw(normalisations(d)), data.draw(points(d, st.just(n)))
    means = [moments(list(column)) for column in zip(*Z, strict=True)]
    if not layer.epsilon and not all(variance for _, variance in means):
        with pytest.raises(InputError, match=r"^layer normalisation: column \d has variance 0 and epsilon is 0, "):
            layer(Z)
        return
    value = layer(Z)
    for i, row in enumerate(Z):
        for j, entry in enumerate(row):
            mean, variance = means[j]
            off, y = mpq(entry) - mpq(mean), value[i][j] - layer.bias[i]
            # y is g (z - mean) / root: so it has the sign, and its square is the quotient of squares
            assert y * y * (mpq(variance) + layer.epsilon) == layer.gain[i] ** 2 * off**2
            assert sign(y) == sign(layer.gain[i] * off)
    assert layer.apply_otherwise(Z) == value


def told_apart(x: Any, y: Any) -> bool:
    """Whether two numbers differ; a proof that roots in roots are equal may be missing."""
    try:
        with precision(1024):
            return bool(x != y)
    except PrecisionReached:
        return False


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_both_formulas_agree_behind_one_another(data: st.DataObject) -> None:
    d = data.draw(st.integers(2, 3))
    layers = [data.draw(normalisations(d)), data.draw(normalisations(d))]
    Z = tuple(map(tuple, data.draw(points(d, st.just(1)))))
    try:
        value = applied(layers, Z)
    except InputError as reason:
        with pytest.raises(InputError, match=f"^{re.escape(str(reason))}$"):
            applied(layers, Z, otherwise=True)
    else:
        other = applied(layers, Z, otherwise=True)
        assert not any(told_apart(x, y) for pair in zip(value, other, strict=True) for x, y in zip(*pair, strict=True))


def test_it_shifts_and_scales_to_mean_0_and_variance_1() -> None:
    (first,), (second,), (third,) = LayerNormalisation([1] * 3, [0] * 3)([[1], [2], [4]])
    assert first + second + third == 0
    assert first * first + second * second + third * third == 3
    assert first == -4 / sqrt(mpq(14))
    assert first < second < third


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_it_permutes_with_the_columns(data: st.DataObject) -> None:
    layer, Z = (
        data.draw(normalisations(2).filter(lambda normalisation: normalisation.epsilon > 0)),
        data.draw(points(2, st.just(3))),
    )
    value = layer(Z)
    for order in permutations(range(3)):
        assert layer([[row[j] for j in order] for row in Z]) == tuple(tuple(row[j] for j in order) for row in value)
    assert not_equivariant(Network(2, [layer])) is None


@settings(max_examples=50)
@given(st.data())
def test_json_and_back(data: st.DataObject) -> None:
    d = data.draw(st.integers(1, 3))
    network = Network(d, [data.draw(normalisations(d, large_rationals))], {"out": 1})
    assert loads(dumps(network)) == network


def test_what_stands_in_json() -> None:
    network = Network(2, [LayerNormalisation([1, "1/2"], [0, -1], "1/100000")])
    item = '{"layer normalisation":{"bias":[0,-1],"epsilon":"1/100000","gain":[1,"1/2"]}}'
    assert dumps(network) == '{"d":2,"items":[' + item + '],"stages":{}}'


@pytest.mark.parametrize(("item", "why"), [
    ('{"gain":[1],"bias":[0]}', "network.items[0].layer normalisation: missing key epsilon"),
    ('{"gain":[1],"bias":[0],"epsilon":0,"eps":0}', 'network.items[0].layer normalisation: unknown key "eps"'),
    ('{"gain":[1,2],"bias":[0],"epsilon":0}', "network.items[0].layer normalisation: bias has length 1, gain has length 2"),
    ('{"gain":[1],"bias":[0],"epsilon":-1}', "network.items[0].layer normalisation: epsilon: -1 is not valid; write a "),
    ('{"gain":1,"bias":[0],"epsilon":0}', "network.items[0].layer normalisation.gain: "),
    ('{"gain":[0.5],"bias":[0],"epsilon":0}', "network.items[0].layer normalisation.gain[0]: "),
])  # fmt: skip
def test_what_is_no_normalisation(item: str, why: str) -> None:
    with pytest.raises(InputError) as error:
        loads('{"d":1,"items":[{"layer normalisation":' + item + '}],"stages":{}}')
    assert str(error.value).startswith(why)


@pytest.mark.parametrize(("given", "why"), [
    (([1, 2], [0]), "bias has length 1, gain has length 2: both need one entry for each row"),
    (([1], [0], -1), "epsilon: -1 is not valid; write a rational number >= 0"),
    (([1], [0], 1e-5), 'epsilon: 1e-05 is a float, and no float equals 1/100000; write "1/100000", or binary(1e-05) for '),
    (([0.1], [0]), "gain[0]: 0.1 is a float, and no float equals 1/10; write "),
    (([], [0]), "gain is not a vector: write its entries, such as [0, 1]"),
])  # fmt: skip
def test_what_is_given_is_checked(given: tuple[Any, ...], why: str) -> None:
    with pytest.raises(InputError) as error:
        LayerNormalisation(*given)
    assert str(error.value).startswith(why)


def test_a_column_without_variance_is_an_error_with_its_place() -> None:
    network = Network(2, [LayerNormalisation([1, 1], [0, 0], 1), LayerNormalisation([1, 1], [0, 0])])
    with pytest.raises(
        InputError, match=r"^layer 2, layer normalisation: column 3 has variance 0 and epsilon is 0, so"
    ):
        network([[0, 1, 5], [1, 0, 5]])
    assert network([[0, 1], [1, 0]]) == ((-1, 1), (1, -1))


def test_what_is_told_of_it() -> None:
    layer = LayerNormalisation([1, 2], [0, "1/3"], "1/8")
    network = Network(2, [layer])
    assert describe(network).splitlines()[1:] == ["  layer normalisation, gain = [1 2]  bias = [0 1/3]  epsilon = 1/8"]
    counts = {name: quantity(network.items) for name, quantity in QUANTITIES.items()}
    assert {name: count for name, count in counts.items() if count} == {
        "other layers": 1, "parameters": 4, "largest layer parameters": 4,
    }  # fmt: skip
    assert inspect(network).layers == {"layer normalisation": 1}
    assert inspect(network).columns is None
    assert bit_lengths(network.items)["biases"].denominator == 4
    assert (makes_reals(network), speaks_of_reals(network)) == ("layer normalisation", True)
    assert softened(network, 5) == network
    assert layer.cost(3).multiplications == 18


def test_a_template_of_a_family() -> None:
    template = LayerNormalisation([variable("l"), 1], [0, variable("l")], 1)
    network = Network(2, [Family("l", 1, 1, 2, [template])])
    assert list(network.layers()) == [LayerNormalisation([k, 1], [0, k], 1) for k in (1, 2)]
    with pytest.raises(InputError, match=r"^the layer is a template in l: evaluate `\.at\(\.\.\.\)` first$"):
        template([[0], [0]])


def test_the_columns_of_a_normalisation_are_columns_of_its_rows() -> None:
    with pytest.raises(InputError, match=r"^Z is 1 x 1, the layer normalisation maps 2 x n to 2 x n: it needs 2 rows$"):
        LayerNormalisation([1, 1], [0, 0])([[1]])
