"""Rounding to floating point formats: what Python and NumPy make of the same numbers, ties, subnormals, overflow."""

from __future__ import annotations

import struct
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.float_formats import ALL_FORMATS, BFLOAT16, FLOAT16, FLOAT32, FLOAT64, FORMATS, FloatFormat
from exactua.arithmetic.reals import PI, exp, sqrt
from tests.arithmetic.test_reals import reals

fractions = st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**9)


@given(fractions)
def test_doubles_are_those_of_python(x: Fraction) -> None:
    assert FLOAT64.rounded(mpq(x)) == mpq(float(x))


@given(st.integers(-(2**52), 2**52), st.integers(-60, 10), st.sampled_from([FLOAT16, FLOAT32]))
def test_doubles_round_to_the_smaller_formats_as_numpy_rounds_them(k: int, e: int, form: FloatFormat) -> None:
    x = mpq(k) * mpq(2) ** e if e >= 0 else mpq(k, 2**-e)
    with np.errstate(over="ignore"):
        rounded = float(np.dtype(form.name).type(float(x)))
    expected = str(rounded) if abs(rounded) == float("inf") else mpq(rounded)
    assert form.rounded(x) == expected


@given(reals, st.sampled_from(FORMATS))
def test_what_is_rounded_stays(x: mpq, form: FloatFormat) -> None:
    once = form.rounded(x)
    assert isinstance(once, str) or form.rounded(once) == once


@given(st.floats(-(2.0**126), 2.0**126, width=32))
def test_bfloat16_is_the_upper_half_of_float32_rounded_to_even(x: float) -> None:
    (bits,) = struct.unpack(">I", struct.pack(">f", x))
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    assert BFLOAT16.rounded(mpq(x)) == mpq(struct.unpack(">f", struct.pack(">I", rounded))[0])


def test_the_formats_of_ieee_are_still_three() -> None:
    assert [form.name for form in FORMATS] == ["float16", "float32", "float64"]
    assert [form.name for form in ALL_FORMATS] == ["float16", "bfloat16", "float32", "float64"]


@pytest.mark.parametrize(
    ("form", "largest", "finest"),
    [(FLOAT16, 65504, -24), (BFLOAT16, 255 * 2**120, -133), (FLOAT32, (2**24 - 1) * 2**104, -149),
     (FLOAT64, (2**53 - 1) * 2**971, -1074)],
)  # fmt: skip
def test_the_greatest_and_the_least_number(form: FloatFormat, largest: int, finest: int) -> None:
    assert (form.largest, form.finest) == (largest, finest)
    assert form.rounded(form.largest) == form.largest
    assert form.rounded(form.largest + mpq(2) ** (form.greatest - form.precision)) == "inf"
    least = mpq(2) ** form.finest
    assert (form.rounded(least), form.rounded(least / 2)) == (least, 0)


def test_ties_go_to_even_and_reals_beside_them_do_not() -> None:
    half = mpq(1) + mpq(1, 2**11)
    assert FLOAT16.rounded(half) == 1
    assert FLOAT16.rounded(half + exp(-100)) == 1 + mpq(1, 2**10)
    assert FLOAT16.rounded(sqrt(2) * sqrt(2) / 2 * half) == 1


def test_reals_are_rounded_as_math_rounds_them() -> None:
    assert FLOAT64.rounded(PI) == mpq(3.141592653589793)
    assert FLOAT32.rounded(-PI) == mpq(float(np.float32(-3.141592653589793)))


@pytest.mark.parametrize(
    ("x", "form", "found"),
    [(65519, FLOAT16, 65504), (65520, FLOAT16, "inf"), (-65520, FLOAT16, "-inf"), (mpq(1, 2**24), FLOAT16, mpq(1, 2**24)),
     (mpq(1, 2**25), FLOAT16, 0), (exp(-1000), FLOAT64, 0), (exp(800), FLOAT64, "inf"), (0, FLOAT64, 0)],
)  # fmt: skip
def test_the_ends_of_formats(x: object, form: FloatFormat, found: object) -> None:
    assert form.rounded(x) == found  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMATS)
def test_numbers_far_beyond_a_format_are_not_written_out(form: FloatFormat) -> None:
    assert form.rounded(exp(-(10**12))) == 0
    assert form.rounded(-exp(10**12)) == "-inf"
    assert form.rounded(1 / mpq(2) ** (form.precision - form.least) + exp(-2000)) > 0
