"""Rounded layers: what ml_dtypes makes of the same numbers, ties and overflow, two formulas, JSON, words and counts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.float_formats import BY_NAME
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import PrecisionReached, exp, precision
from exactua.errors import InputError
from exactua.networks import (
    QUANTITIES,
    RELU,
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    Family,
    FeedForwardLayer,
    Layer,
    LayerNormalisation,
    Network,
    PositionalEncoding,
    RoundedLayer,
    SoftmaxAttentionLayer,
    describe,
    dumps,
    loads,
    softmax,
    variable,
)
from exactua.networks.inspection import inspect
from exactua.networks.items import is_batched, makes_reals, not_equivariant, quantity, rounds, speaks_of_reals
from exactua.networks.layer import NoValue
from exactua.networks.retouching import has_hardmax, softened
from tests.networks.strategies import attention_layers, feed_forward_layers, heads, points, rationals

DTYPES: dict[str, Any] = {
    "float16": np.float16,
    "bfloat16": ml_dtypes.bfloat16,
    "float8_e4m3fn": ml_dtypes.float8_e4m3fn,
    "float8_e5m2": ml_dtypes.float8_e5m2,
    "float4_e2m1fn": ml_dtypes.float4_e2m1fn,
}
formats = st.sampled_from(sorted(BY_NAME))


def nothing_added(format: str) -> RoundedLayer:
    """A layer that does nothing but to round, at 1 x n matrices."""
    return RoundedLayer(FeedForwardLayer([[0]], [0], [[0]], [0], RELU), format)


def numbers(format: str) -> list[Rational]:
    """The finite numbers of a format, in order, each once."""
    codes = {"float4_e2m1fn": 16, "float8_e4m3fn": 256, "float8_e5m2": 256}.get(format, 2**16)
    with np.errstate(invalid="ignore"):
        raw = np.arange(codes, dtype=np.uint16 if codes == 2**16 else np.uint8).view(DTYPES[format])
        read = raw.astype(np.float64)
    return sorted({mpq(float(x)) for x in read[np.isfinite(read)]})


@pytest.mark.exhaustive
@pytest.mark.parametrize("format", DTYPES)
def test_every_number_stays_and_every_tie_goes_to_the_even_one(format: str) -> None:
    known, layer = numbers(format), nothing_added(format)
    assert layer([known]) == (tuple(known),)
    assert layer.apply_otherwise((tuple(known),)) == (tuple(known),)
    ties = [(a + b) / 2 for a, b in pairwise(known)]
    with np.errstate(over="ignore"):
        library = np.array([float(tie) for tie in ties]).astype(DTYPES[format]).astype(np.float64)
    assert [float(x) for x in layer([ties])[0]] == library.tolist()
    off = mpq(1, 2**200)  # less than half of a unit of any of them
    for a, b, tie in list(zip(known, known[1:], ties, strict=False))[:: len(known) // 200 + 1]:
        assert layer([[tie - off, tie + off]]) == ((a, b),)


@settings(max_examples=200)
@given(st.fractions(min_value=-400, max_value=400), st.sampled_from([name for name in DTYPES if "float8" in name]))
def test_the_nearest_of_all_numbers(x: Any, format: str) -> None:
    known, (rounded,) = _numbers[format], nothing_added(format)([[mpq(x)]])[0]
    assert abs(rounded - mpq(x)) == min(abs(number - mpq(x)) for number in known)


_numbers = {format: numbers(format) for format in DTYPES if "float8" in format}


@settings(max_examples=40, deadline=None)
@given(st.data(), formats)
def test_reals_are_rounded_alike_by_both_formulas(data: st.DataObject, format: str) -> None:
    layer = RoundedLayer(SoftmaxAttentionLayer(data.draw(st.lists(heads(2), min_size=1, max_size=2))), format)
    Z = tuple(map(tuple, data.draw(points(2, st.integers(1, 3)))))
    try:
        value = layer.apply(Z)
    except (
        NoValue,
        PrecisionReached,
    ) as reason:  # weights are large: an entry may overflow, an exponential be too long
        with pytest.raises(type(reason)):
            layer.apply_otherwise(Z)
        return
    assert layer.apply_otherwise(Z) == value
    assert all(BY_NAME[format].rounded(entry) == entry for row in value for entry in row)


def test_a_real_close_to_a_number_or_a_tie_is_rounded() -> None:
    form = BY_NAME["bfloat16"]
    for number, expected in ((mpq(1), mpq(1)), (mpq(257, 256), mpq(1)), (mpq(259, 256), mpq(65, 64))):
        for off in (exp(-(10**4)), -exp(-(10**4))):
            side = mpq(1, 256) if number.denominator == 256 else 0
            nearest = expected if (off > 0) == (expected > number) or not side else expected + (number - expected) * 2
            assert form.rounded(number + off) == form.nearest(number + off) == nearest
    assert form.rounded(exp(-(10**6))) == form.nearest(exp(-(10**6))) == 0
    assert form.rounded(1 - exp(-(10**6))) == form.nearest(1 - exp(-(10**6))) == 1  # beyond the cap: it is no tie
    tie = mpq(257, 256) - exp(-(10**6))
    for rounding in (form.rounded, form.nearest):
        with pytest.raises(PrecisionReached), precision(4096):
            rounding(tie)


def test_weights_that_underflow_are_gone_once_they_are_rounded() -> None:
    head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])
    exact = SoftmaxAttentionLayer([head])([[-20, 0]])
    assert exact[0][0] + 40 > 0
    assert RoundedLayer(SoftmaxAttentionLayer([head]), "bfloat16")([[-20, 0]]) == ((-40, -10),)
    assert softmax((0, -400))[1] > 0
    assert BY_NAME["bfloat16"].rounded(softmax((0, -400))[1]) == 0


@pytest.mark.parametrize(("format", "entry", "told"), [
    ("float16", 65520, "is 65520, which overflows: the greatest number of float16 is 65504"),
    ("float8_e4m3fn", -500, "is -500, which overflows: the greatest number of float8_e4m3fn is 448"),
    ("bfloat16", mpq(2) ** 128, "is 3.40282e38, which overflows: the greatest number of bfloat16 is 3.38953e38"),
])  # fmt: skip
def test_what_overflows_has_no_value(format: str, entry: Any, told: str) -> None:
    network = Network(1, [nothing_added("float64"), nothing_added(format)])
    with pytest.raises(NoValue) as error:
        network([[0, entry]])
    assert str(error.value) == f"layer 2, rounded layer: entry (1, 2) {told}"


def test_the_format_without_infinity_saturates() -> None:
    assert nothing_added("float4_e2m1fn")([[100, -7]]) == ((6, -6),)


@settings(max_examples=50)
@given(st.data(), formats)
def test_json_and_back(data: st.DataObject, format: str) -> None:
    d = data.draw(st.integers(1, 3))
    layer = data.draw(st.one_of(attention_layers(d), feed_forward_layers(d)))
    network = Network(d, [RoundedLayer(layer, format), layer], {"out": 1})
    assert loads(dumps(network)) == network


def test_what_stands_in_json() -> None:
    network = Network(1, [RoundedLayer(PositionalEncoding([["1/3"]]), "tf32")])
    item = '{"rounded layer":{"format":"tf32","layer":{"positional encoding":{"E":[["1/3"]]}}}}'
    assert dumps(network) == '{"d":1,"items":[' + item + '],"stages":{}}'


ENCODING = '{"positional encoding":{"E":[[1]]}}'


@pytest.mark.parametrize(("item", "why"), [
    ('{"format":"tf32"}', "missing key layer"),
    ('{"format":"tf32","layer":' + ENCODING + ',"more":0}', 'unknown key "more"'),
    ('{"format":"float9","layer":' + ENCODING + "}", 'format: "float9" is not a known format; choose one of float16, '),
    ('{"format":8,"layer":' + ENCODING + "}", "format: a number is not a string"),
    ('{"format":"tf32","layer":[]}', "layer: it is an array; write one layer, such as "),
    ('{"format":"tf32","layer":{}}', "layer: it is an object; write one layer, such as "),
    ('{"format":"tf32","layer":{"family":{}}}', 'layer: "family" is not a layer that can be rounded; write one of attention'),
    ('{"format":"tf32","layer":{"rounded layer":{}}}', 'layer: "rounded layer" is not a layer that can be rounded; write '),
    ('{"format":"tf32","layer":{"positional encoding":{"E":[[0.5]]}}}', "layer.positional encoding.E[0][0]: "),
])  # fmt: skip
def test_what_is_no_rounded_layer(item: str, why: str) -> None:
    with pytest.raises(InputError) as error:
        loads('{"d":1,"items":[{"rounded layer":' + item + '}],"stages":{}}')
    assert str(error.value).removeprefix("network.items[0].rounded layer").lstrip(".: ").startswith(why)


@pytest.mark.parametrize(("given", "why"), [
    ((PositionalEncoding([[1]]), "half"), 'format: "half" is not a known format; choose one of float16, bfloat16, '),
    ((PositionalEncoding([[1]]), 16), "format: 16 is not a known format; choose one of float16, "),
    ((3, "float16"), "layer: 3 is not a layer; write RoundedLayer(AttentionLayer(...), 'float16')"),
    ((nothing_added("tf32"), "float16"), "layer: it is rounded already; a layer is rounded once"),
])  # fmt: skip
def test_what_is_given_is_checked(given: tuple[Any, ...], why: str) -> None:
    with pytest.raises(InputError) as error:
        RoundedLayer(*given)
    assert str(error.value).startswith(why)


HEAD = AttentionHead([[1], [0]], [[1, 1]], [[1, 0]], [[0, 1]], [1])


def test_it_counts_as_the_layer_that_it_rounds() -> None:
    exact = Network(2, [SoftmaxAttentionLayer([HEAD]), LayerNormalisation([1, 1], [0, 0], 1)])
    network = Network(2, [RoundedLayer(layer, "bfloat16") for layer in exact.layers()])
    assert {name: quantity(network.items, name) for name in QUANTITIES} == {
        name: quantity(exact.items, name) for name in QUANTITIES
    }
    lines = describe(network).splitlines()
    assert lines[1] == "  softmax attention, 1 head, rounded to bfloat16"
    assert lines[3].endswith(", rounded to bfloat16")
    assert inspect(network).layers == {"rounded layer": 2}


def test_its_values_are_rationals_whatever_it_rounds() -> None:
    real = PositionalEncoding([[exp(1)]])
    network = Network(1, [RoundedLayer(real, "float16"), RoundedLayer(SoftmaxAttentionLayer([
        AttentionHead([[1]], [[1]], [[1]], [[1]])]), "float16")])  # fmt: skip
    assert (makes_reals(network), speaks_of_reals(network), rounds(network), is_batched(network)) == (
        None, False, True, False,
    )  # fmt: skip
    assert network([[0]]) == ((mpq(87, 16),),)
    assert speaks_of_reals(Network(1, [*network.items, real]))


@pytest.mark.parametrize(("layer", "why"), [
    (AttentionLayer([HEAD]), None),
    (AttentionLayer([HEAD], "leftmost"), "has a layer that treats columns by their places"),
    (SoftmaxAttentionLayer([HEAD], "causal"), "has a layer that treats columns by their places"),
    (LayerNormalisation([1, 1], [0, 0], 1), None),
    (PositionalEncoding([[1], [1]]), "has a layer that treats columns by their places"),
    (BilinearProjection([[1, 0], [0, 1]], [[1]]), "has a layer that treats columns by their places"),
])  # fmt: skip
def test_it_is_as_equivariant_as_the_layer_that_it_rounds(layer: Layer, why: str | None) -> None:
    assert not_equivariant(Network(2, [RoundedLayer(layer, "float32")])) == why
    assert RoundedLayer(layer, "float32").columns == layer.columns


def test_a_template_of_a_family() -> None:
    template = RoundedLayer(PositionalEncoding([[1]]), "float16")
    assert template.variables == frozenset()
    head = AttentionHead([[1]], [[1]], [[1]], [[1]], [variable("l")])
    network = Network(1, [Family("l", 1, 1, 2, [RoundedLayer(AttentionLayer([head]), "bfloat16")])])
    assert [layer.variables for layer in network.layers()] == [frozenset(), frozenset()]
    assert loads(dumps(network)) == network
    assert network([[1]]) == ((4,),)


def test_a_rounded_layer_is_softened_inside() -> None:
    network = Network(2, [RoundedLayer(AttentionLayer([HEAD], "leftmost", "causal"), "tf32"), nothing_added_2()])
    soft = softened(network, 3)
    (inner,) = softened(Network(2, [AttentionLayer([HEAD], "leftmost", "causal")]), 3).layers()
    assert soft == Network(2, [RoundedLayer(inner, "tf32"), nothing_added_2()])
    assert (has_hardmax(network), has_hardmax(soft)) == (True, False)


def nothing_added_2() -> RoundedLayer:
    """The same for two rows."""
    return RoundedLayer(FeedForwardLayer([[0, 0]], [0], [[0], [0]], [0, 0], RELU), "tf32")


@settings(max_examples=30)
@given(st.data())
def test_a_rounded_hardmax_layer_is_the_layer_and_then_rounded(data: st.DataObject) -> None:
    layer = data.draw(attention_layers(1, rules=("average",), masks=st.none()))
    Z = [data.draw(st.lists(rationals, min_size=2, max_size=2))]
    exact = layer(Z)
    if max(abs(entry) for row in exact for entry in row) < 2**100:
        form = BY_NAME["bfloat16"]
        assert RoundedLayer(layer, "bfloat16")(Z) == tuple(tuple(form.rounded(x) for x in row) for row in exact)
