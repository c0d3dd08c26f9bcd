"""Formats that NumPy lacks: how they are rounded to, what layers give in them, and what is said without ml_dtypes."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactua.arithmetic.float_formats import BY_NAME, FLOAT4_E2M1FN, FLOAT8_E4M3FN, FLOAT8_E5M2, TF32, FloatFormat
from exactua.arithmetic.rationals import Rational
from exactua.commands.group import main
from exactua.commands.limit.work import open_runs
from exactua.errors import InputError
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    FeedForwardLayer,
    LayerNormalisation,
    Network,
    PiecewiseLinear,
    PositionalEncoding,
    SeparableConvolution,
    SoftmaxAttentionLayer,
    TieRule,
    above,
    at_most,
)
from exactua.softmax.floats import narrow
from exactua.softmax.floats.backends import open_backend
from exactua.softmax.floats.float_network import FloatNetwork
from exactua.softmax.floats.formats import Rounding, carried, exact, nearest

OF_FACTORS = (TF32, FLOAT8_E4M3FN, FLOAT8_E5M2, FLOAT4_E2M1FN)
every_format = pytest.mark.parametrize("form", BY_NAME.values(), ids=BY_NAME)


def as_float(rounded: Rational | str) -> float:
    return float(rounded) if isinstance(rounded, str) else int(rounded.numerator) / int(rounded.denominator)


def rounded(x: float, form: FloatFormat) -> float:
    """By the exact rounding of the format; infinities are what is too large."""
    if math.isnan(x):
        return x
    return as_float(form.rounded(mpq(exact(x)) if math.isfinite(x) else mpq(2) ** 200 * (1 if x > 0 else -1)))


# Rounding


@settings(max_examples=150)
@given(st.sampled_from(OF_FACTORS), st.floats(width=32) | st.floats(-8, 8, width=32) | st.floats(-600, 600, width=32))
@example(FLOAT8_E4M3FN, 464.0)
@example(FLOAT8_E4M3FN, 465.0)
@example(FLOAT8_E5M2, math.inf)
@example(FLOAT4_E2M1FN, math.nan)
@example(FLOAT4_E2M1FN, -math.inf)
@example(TF32, 1 + 2.0**-11)
@example(TF32, float.fromhex("0x1.ffep127"))
def test_arrays_of_float32_are_rounded_as_exact_numbers_are(form: FloatFormat, x: float) -> None:
    number = np.array([x], dtype=np.float32)
    with np.errstate(all="ignore"):
        took = narrow.Narrow(np, form.name).factor(number)
        carry = carried(number.astype(np.float64), form)
    assert took.dtype == carry.dtype == np.float32
    np.testing.assert_equal(took, np.array([rounded(x, form)], dtype=np.float32))
    np.testing.assert_equal(carry, took)


bfloats = st.floats(width=32).map(lambda x: float(carried(np.array([x]), BY_NAME["bfloat16"])[0]))


@settings(max_examples=150)
@given(bfloats, bfloats)
@example(1.0, 0.00390625)
@example(3.0, 1 / 3)
def test_ml_dtypes_rounds_every_operation_on_bfloat16_once(x: float, y: float) -> None:
    form, library = BY_NAME["bfloat16"], narrow.Narrow(np, "bfloat16")
    (a, b), weight = np.array([[x], [y]]).astype(narrow.dtype_of("bfloat16")), library.number(y)
    if not (math.isfinite(x) and math.isfinite(y)):
        return
    p, q = mpq(exact(x)), mpq(exact(y))
    with np.errstate(all="ignore"):
        results = [(a + b, p + q), (a * b, p * q), (a + weight, p + q), (a * weight, p * q)]
        if q:
            results.append((a / b, p / q))
    for result, value in results:
        assert result.dtype == a.dtype
        assert float(result[0]) == as_float(form.rounded(value))


def test_numbers_that_are_too_large_are_told_as_the_format_has_them() -> None:
    words = {"float16": "are infinite", "float8_e4m3fn": "are NaN", "float4_e2m1fn": "become the greatest number"}
    for name, become in words.items():
        rounding = Rounding("weights", BY_NAME[name], where=" of layer 1")
        for x in (mpq(1), mpq(10**6), BY_NAME[name].largest):
            rounding(x, "W_1")
        assert rounding.overflowed == 1
        assert rounding.told() == [f"1 of 3 weights overflow and {become} in {name}, the first of them W_1 of layer 1"]


# Layers


def attention(rule: TieRule) -> AttentionLayer:
    return AttentionLayer([AttentionHead([[2], [3]], [[1, 1]], [[1, 0]], [[0, 0]], [1])], rule)


Z = ((1, 2), (0, 1))
LAYERS: dict[str, tuple[Any, Any]] = {
    "hardmax": (attention(TieRule.AVERAGE), Z),
    "leftmost": (attention(TieRule.LEFTMOST), ((2, 2), (0, 1))),
    "a tie": (AttentionLayer([AttentionHead([[3], [4]], [[1, 1]], [[0, 0]], [[1, 1]])]), Z),
    "a mask": (AttentionLayer(attention(TieRule.AVERAGE).heads, mask="causal"), Z),
    "softmax": (SoftmaxAttentionLayer([AttentionHead([[3], [4]], [[1, 1]], [[0, 0]], [[1, 1]])]), Z),
    "feed-forward": (FeedForwardLayer([[1, 1]], [1], [[2], [3]], [1, 0], RELU), Z),
    "encoding": (PositionalEncoding([[6, 3], [4, -6]]), Z),
    "projection": (BilinearProjection([[2, 0], [1, 1]], [[1, 3], [0, 1]]), Z),
    "convolution": (SeparableConvolution([[1, 3], [3, 2]], [[1, 1], [1, 2]]), Z),
    "normalisation": (LayerNormalisation([3, 2], [4, 6]), ((2, 1), (0, 3))),
}


@every_format
@pytest.mark.parametrize("kind", LAYERS)
def test_a_layer_is_the_exact_one_rounded_where_all_on_the_way_is_held(form: FloatFormat, kind: str) -> None:
    layer, point = LAYERS[kind]
    Z = tuple(tuple(map(mpq, row)) for row in point)
    expected = [[as_float(form.rounded(entry)) for entry in row] for row in layer.apply(Z)]
    run = FloatNetwork(Network(2, [layer]), open_backend("numpy")[0], form.name).run([Z])
    np.testing.assert_equal(run.output[0].tolist(), expected)
    assert run.told == []


def test_the_examples_are_not_held_by_all_formats() -> None:
    """Each kind has results that a format of 8 or 4 bits rounds."""
    for layer, point in LAYERS.values():
        entries = [entry for row in layer.apply(tuple(tuple(map(mpq, row)) for row in point)) for entry in row]
        assert any(FLOAT4_E2M1FN.rounded(entry) != entry for entry in entries)


small = st.sampled_from([mpq(p, 4) for p in range(-9, 10)])
rows = st.tuples(small, small)


@settings(max_examples=60)
@given(st.sampled_from(OF_FACTORS), st.tuples(rows, rows), rows, st.tuples(rows, rows), rows, rows)
def test_factors_are_rounded_and_nothing_else(
    form: FloatFormat, W_1: Any, b_1: Any, W_2: Any, b_2: Any, z: tuple[Rational, ...]
) -> None:
    """A feed-forward layer by exact sums of products of rounded factors, for one column."""

    def r(x: Rational) -> Rational:
        value = form.rounded(x)
        assert not isinstance(value, str)
        return value

    def sums(matrix: Any, values: Any, bias: Any) -> list[Rational]:
        pairs = zip(matrix, bias, strict=True)
        return [sum((r(w) * r(x) for w, x in zip(row, values, strict=True)), r(b)) for row, b in pairs]

    column = [r(x) for x in z]
    hidden = [r(max(x, mpq(0))) for x in (r(t) for t in sums(W_1, column, b_1))]
    expected = [r(x + y) for x, y in zip(column, sums(W_2, hidden, b_2), strict=True)]
    network = Network(2, [FeedForwardLayer(W_1, b_1, W_2, b_2, RELU)])
    (output,) = FloatNetwork(network, open_backend("numpy")[0], form.name).run([tuple((x,) for x in z)]).output
    assert [exact(entry) for (entry,) in output.tolist()] == expected


def test_attention_weights_and_arguments_of_activations_are_rounded_too() -> None:
    """A third is 5/16 in float8_e5m2, 5/16 (5/4 + 5/4) is 25/32, which is 3/4; and 17/16 is 1, which is not above 1."""
    numpy, _ = open_backend("numpy")
    equal = Network(1, [AttentionLayer([AttentionHead([[1]], [[1]], [[0]], [[0]])])])
    output = FloatNetwork(equal, numpy, "float8_e5m2").run([((mpq(5, 4), mpq(5, 4), mpq(0)),)]).output
    assert output[0, 0, 2] == 3 / 4
    jump = PiecewiseLinear.of((at_most(1), 0, 0), (above(1), 0, 1))
    layer = FeedForwardLayer([[1]], [mpq(1, 16)], [[1]], [0], jump)
    assert FloatNetwork(Network(1, [layer]), numpy, "float8_e5m2").run([((mpq(1),),)]).output.tolist() == [[[1]]]
    assert FloatNetwork(Network(1, [layer]), numpy, "float16").run([((mpq(1),),)]).output.tolist() == [[[2]]]


@every_format
def test_states_are_numbers_of_the_format_whatever_the_chunks(form: FloatFormat) -> None:
    third = mpq(1, 3)
    head = AttentionHead([[third], [1]], [[1, third]], [[third, 1]], [[1, third]], [third])
    layers = [AttentionLayer([head]), FeedForwardLayer([[third, 1]], [third], [[third], [1]], [0, third], RELU)]
    points = [((mpq(p, 7), third), (mpq(1, 5), mpq(p, 3))) for p in range(4)]
    numpy, _ = open_backend("numpy")
    for factor in (None, mpq(3)):
        whole = FloatNetwork(Network(2, layers), numpy, form.name, factor)
        states = [state for _, state in whole.states(points)]
        for entry in np.concatenate([state.ravel() for state in states]):
            assert entry == rounded(entry, form)
        chunks = FloatNetwork(Network(2, layers), numpy, form.name, factor, memory=1).run(points).output
        np.testing.assert_array_equal(states[-1], chunks)


def test_nan_stays_nan_where_the_format_has_none() -> None:
    flat = Network(2, [LayerNormalisation([1, 1], [0, 0]), PositionalEncoding([[1], [1]])])
    run = FloatNetwork(flat, open_backend("numpy")[0], "float4_e2m1fn").run([((mpq(1),), (mpq(1),))])
    assert np.isnan(run.output).all()
    assert run.not_finite == 1


@every_format
@pytest.mark.parametrize("factor", [None, mpq(1)])
def test_a_token_that_attends_to_nothing_gets_nothing_whatever_its_scores_are(
    form: FloatFormat, factor: mpq | None
) -> None:
    """The score of the only token with itself is infinite or NaN, but where the format has neither."""
    large = mpq(form.largest)
    layer = AttentionLayer([AttentionHead([[1]], [[1]], [[large]], [[large]])], TieRule.AVERAGE, "strictly causal")
    run = FloatNetwork(Network(1, [layer]), open_backend("numpy")[0], form.name, factor).run([((4,),)])
    assert run.output.tolist() == [[[4]]]


# What is said


def test_every_format_has_a_sentence_or_is_of_numpy() -> None:
    numpy, _ = open_backend("numpy")
    assert numpy.dtypes == tuple(BY_NAME)
    runs, notices = open_runs(["numpy"], list(BY_NAME))
    assert [run.dtype for run in runs] == list(BY_NAME)
    assert [notice.partition(" (numpy): ")[0] for notice in notices] == [
        name for name in BY_NAME if name not in ("float16", "float32", "float64")
    ]
    assert "exactua" in next(notice for notice in notices if notice.startswith("tf32"))
    assert all("ml_dtypes" in notice for notice in notices if not notice.startswith("tf32"))
    assert not any(character.isdigit() for notice in notices for character in notice.partition(": ")[2][:9])


def test_without_ml_dtypes_it_is_said_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    numpy, _ = open_backend("numpy")
    assert numpy.dtypes == ("float16", "float32", "float64", "tf32")
    for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2", "float4_e2m1fn"):
        says = (
            rf"dtype: ml_dtypes is not installed, and {name} with NumPy needs it; run: pip install 'exactua\[formats\]'"
        )
        with pytest.raises(InputError, match=says):
            open_runs(["numpy"], [name])
    assert open_runs(["numpy"], ["tf32"])[0][0].dtype == "tf32"


@pytest.mark.parametrize("dtype", ["float8", "fp8", "Float16", "mxfp4_e2m1", "", ","])
def test_another_format_is_a_sentence(dtype: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["limit", "lemma8", "--d", "1", "--n", "2", "--backend", "numpy", "--dtype", dtype]) == 2
    err = capsys.readouterr().err
    assert err.startswith(
        f'exactua: dtype: "{dtype.strip(",")}" is not a format; write one of float16, bfloat16, float32, '
    )
    assert err.count("\n") == 1


def test_a_lambda_beyond_a_small_format_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for dtype, most in (("float8_e4m3fn", "448"), ("float4_e2m1fn", "6")):
        command = ["limit", "lemma8", "--d", "1", "--n", "2", "--backend", "numpy", "--dtype", dtype]
        assert main([*command, "--lambda", "1000"]) == 2
        says = f"lambda: 1000 is more than {dtype} holds, whose greatest number is {most}"
        assert says in capsys.readouterr().err


def test_the_nearest_number_of_small_formats() -> None:
    assert nearest(mpq(300), FLOAT8_E4M3FN) == 288
    assert math.isnan(nearest(mpq(1000), FLOAT8_E4M3FN))
    assert nearest(mpq(-1000), FLOAT4_E2M1FN) == -6
    assert Fraction(nearest(mpq(1, 3), FLOAT8_E5M2)) == Fraction(5, 16)
