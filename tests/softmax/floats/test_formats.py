"""Rounding to formats: one number at a time, arrays at once, and what exact formats say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactua.arithmetic.float_formats import ALL_FORMATS, BFLOAT16, FLOAT16, FLOAT64, FloatFormat
from exactua.arithmetic.reals import PI, exp
from exactua.errors import InputError
from exactua.softmax.floats.formats import FORMATS, Rounding, carried, exact, format_of, nearest

formats = st.sampled_from(ALL_FORMATS)
BETWEEN = 1.00390625 + 2.0**-40
"""A little above the middle of two bfloat16 numbers: rounded to float32 first, it is the middle, and goes down."""


@settings(max_examples=60)
@given(formats, st.fractions() | st.integers(-(10**40), 10**40))
@example(FLOAT16, 65520)
@example(FLOAT16, 2**-25)
@example(BFLOAT16, 257)
def test_the_nearest_number_is_that_of_the_exact_format(form: FloatFormat, x: object) -> None:
    expected = form.rounded(mpq(x))
    rounded = nearest(mpq(x), form)
    assert rounded == float(expected) if isinstance(expected, str) else exact(rounded) == expected


@settings(max_examples=60)
@given(formats, st.floats(allow_subnormal=True))
@example(BFLOAT16, BETWEEN)
@example(BFLOAT16, float.fromhex("0x1.ff8p127"))
@example(BFLOAT16, float.fromhex("0x1.4p-132"))  # between two subnormal numbers; float32 holds it
@example(FLOAT16, 65519.99)
@example(FLOAT64, -0.0)
def test_arrays_are_rounded_like_numbers(form: FloatFormat, x: float) -> None:
    with np.errstate(invalid="ignore"):
        (rounded,) = carried(np.array([x]), form).astype(np.float64)
    if math.isfinite(x):
        assert rounded == nearest(exact(x), form)
    else:
        np.testing.assert_equal(rounded, x)


def test_rounding_twice_is_seen() -> None:
    twice = float(np.float32(BETWEEN))
    assert carried(np.array([twice]), BFLOAT16)[0] == 1
    assert carried(np.array([BETWEEN]), BFLOAT16)[0] == 1.0078125


def test_reals_are_rounded() -> None:
    assert nearest(PI, FLOAT64) == math.pi
    assert nearest(exp(1), FORMATS["bfloat16"]) == 2.71875


def test_what_became_of_numbers_is_counted() -> None:
    rounding = Rounding("weights", FLOAT16)
    rounding.where = " of layer 1"
    for name, x in (("a", mpq(1, 2)), ("b", mpq(1, 3)), ("c", mpq(10**9)), ("d", mpq(1, 10**9)), ("e", mpq(-(10**9)))):
        rounding(x, name)
    assert (rounding.numbers, rounding.inexact, rounding.overflowed, rounding.vanished) == (5, 4, 2, 1)
    assert rounding.told() == [
        "2 of 5 weights overflow and are infinite in float16, the first of them c of layer 1",
        "1 of 5 weights are not 0 and become 0 in float16, the first of them d of layer 1",
    ]
    assert Rounding("weights", FLOAT64).told() == []


def test_other_formats_are_refused() -> None:
    with pytest.raises(InputError, match=r"dtype: .*float8.* float16, bfloat16, float32, float64"):
        format_of("float8")
