"""Rounding to floating point formats: what Python and NumPy make of the same numbers, ties, subnormals, overflow."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import gfloat
import gfloat.formats
import ml_dtypes
import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.float_formats import (
    ALL_FORMATS,
    BFLOAT16,
    BLOCK_FORMATS,
    BY_NAME,
    FLOAT4_E2M1FN,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    FORMATS,
    TF32,
    BlockFormat,
    FloatFormat,
    Rounded,
)
from exactua.arithmetic.reals import PI, exp, sqrt
from exactua.errors import InputError
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
     (FLOAT64, (2**53 - 1) * 2**971, -1074), (TF32, (2**11 - 1) * 2**117, -136), (FLOAT8_E4M3FN, 448, -9),
     (FLOAT8_E5M2, 57344, -16), (FLOAT4_E2M1FN, 6, -1)],
)  # fmt: skip
def test_the_greatest_and_the_least_number(form: FloatFormat, largest: int, finest: int) -> None:
    assert (form.largest, form.finest) == (largest, finest)
    assert form.rounded(form.largest) == form.largest
    half = mpq(2) ** (form.greatest - form.precision)
    assert form.rounded(form.largest + half) == {"inf": "inf"}.get(form.overflow, form.largest)  # a tie
    assert form.rounded(form.largest + 3 * half / 2) == {"saturate": form.largest}.get(form.overflow, form.overflow)
    least = mpq(2) ** form.finest
    assert (form.rounded(least), form.rounded(least / 2)) == (least, 0)


def test_formats_take_the_bits_that_their_names_say() -> None:
    bits = {"float16": 16, "bfloat16": 16, "float32": 32, "float64": 64, "tf32": 19}
    bits |= {"float8_e4m3fn": 8, "float8_e5m2": 8, "float4_e2m1fn": 4}
    assert {name: form.bits for name, form in BY_NAME.items()} == bits


def test_ties_go_to_even_and_reals_beside_them_do_not() -> None:
    half = mpq(1) + mpq(1, 2**11)
    assert FLOAT16.rounded(half) == 1
    assert FLOAT16.rounded(half + exp(-100)) == 1 + mpq(1, 2**10)
    assert FLOAT16.rounded(sqrt(2) * sqrt(2) / 2 * half) == 1


def test_reals_are_rounded_as_math_rounds_them() -> None:
    assert FLOAT64.rounded(PI) == mpq(3.141592653589793)
    assert FLOAT32.rounded(-PI) == mpq(float(np.float32(-3.141592653589793)))


@pytest.mark.parametrize(
    ("x", "form", "rounded"),
    [(65519, FLOAT16, 65504), (65520, FLOAT16, "inf"), (-65520, FLOAT16, "-inf"), (mpq(1, 2**24), FLOAT16, mpq(1, 2**24)),
     (mpq(1, 2**25), FLOAT16, 0), (exp(-1000), FLOAT64, 0), (exp(800), FLOAT64, "inf"), (0, FLOAT64, 0)],
)  # fmt: skip
def test_the_ends_of_formats(x: object, form: FloatFormat, rounded: object) -> None:
    assert form.rounded(x) == rounded  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMATS)
def test_numbers_far_beyond_a_format_are_not_written_out(form: FloatFormat) -> None:
    assert form.rounded(exp(-(10**12))) == 0
    assert form.rounded(-exp(10**12)) == "-inf"
    assert form.rounded(1 / mpq(2) ** (form.precision - form.least) + exp(-2000)) > 0


LIBRARIES: dict[str, tuple[Any, Any]] = {
    "float16": (np.float16, gfloat.formats.format_info_binary16),
    "bfloat16": (ml_dtypes.bfloat16, gfloat.formats.format_info_bfloat16),
    "float8_e4m3fn": (ml_dtypes.float8_e4m3fn, gfloat.formats.format_info_ocp_e4m3),
    "float8_e5m2": (ml_dtypes.float8_e5m2, gfloat.formats.format_info_ocp_e5m2),
    "float4_e2m1fn": (ml_dtypes.float4_e2m1fn, gfloat.formats.format_info_ocp_e2m1),
}


def as_double(x: Rounded) -> float:
    return float(x)


def exactly(xs: Sequence[float], name: str, **options: Any) -> np.ndarray[Any, Any]:
    return np.array([as_double(BY_NAME[name].rounded(mpq(float(x)), **options)) for x in xs])


def all_finite(dtype: Any) -> np.ndarray[Any, Any]:
    """Every finite number of a 16-bit format."""
    with np.errstate(invalid="ignore"):
        xs = np.arange(2**16, dtype=np.uint16).view(dtype).astype(np.float64)
    return xs[np.isfinite(xs)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("source", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", LIBRARIES)
def test_every_number_of_16_bits_is_rounded_as_two_libraries_round_it(source: str, name: str) -> None:
    xs, (dtype, info) = all_finite(LIBRARIES[source][0]), LIBRARIES[name]
    mine = exactly(xs, name)
    with np.errstate(over="ignore"):
        theirs = xs.astype(np.float32).astype(dtype).astype(np.float64)
    np.testing.assert_array_equal(mine, theirs)
    saturates = BY_NAME[name].overflow == "saturate"
    np.testing.assert_array_equal(mine, gfloat.round_ndarray(info, xs, gfloat.RoundMode.TiesToEven, saturates))
    if name.startswith("float8"):
        saturated = gfloat.round_ndarray(info, xs, gfloat.RoundMode.TiesToEven, True)
        np.testing.assert_array_equal(exactly(xs, name, overflow="saturate"), saturated)


@pytest.mark.parametrize("name", ["float8_e4m3fn", "float8_e5m2", "float4_e2m1fn"])
def test_every_number_of_a_small_format_stays(name: str) -> None:
    dtype = LIBRARIES[name][0]
    codes = 16 if name.startswith("float4") else 256
    xs = np.arange(codes, dtype=np.uint8).view(dtype).astype(np.float64)
    xs = xs[np.isfinite(xs)]
    np.testing.assert_array_equal(exactly(xs, name), xs)
    assert max(xs) == as_double(BY_NAME[name].largest)


@pytest.mark.verifiers
@pytest.mark.parametrize("name", [*LIBRARIES, "float32"])
def test_a_million_random_floats_are_rounded_as_a_library_rounds_them(name: str) -> None:
    """Half of them float32 and half float64 with any bits; of the latter ml_dtypes rounds some twice, gfloat none."""
    drawn = np.random.default_rng(7)
    bits = 500_000 // len(LIBRARIES)
    with np.errstate(invalid="ignore"):
        single = drawn.integers(0, 2**32, bits, dtype=np.uint32).view(np.float32).astype(np.float64)
    near = drawn.standard_normal(bits) * 2.0 ** drawn.integers(-30, 20, bits)
    for xs in (single[np.isfinite(single)], near):
        mine = exactly(xs, name)
        if name == "float32":
            theirs = xs.astype(np.float32).astype(np.float64)
        else:
            saturates = BY_NAME[name].overflow == "saturate"
            theirs = gfloat.round_ndarray(LIBRARIES[name][1], xs, gfloat.RoundMode.TiesToEven, saturates)
        np.testing.assert_array_equal(mine, theirs)


@given(st.floats(-(2.0**126), 2.0**126, width=32))
def test_tf32_is_float32_with_10_bits_behind_the_point(x: float) -> None:
    (bits,) = struct.unpack(">I", struct.pack(">f", x))
    rounded = (bits + 0xFFF + (bits >> 13 & 1)) & 0xFFFFE000
    assert TF32.rounded(mpq(x)) == mpq(struct.unpack(">f", struct.pack(">I", rounded))[0])


@pytest.mark.parametrize(
    ("form", "x", "expected"),
    [(FLOAT8_E4M3FN, 464, 448), (FLOAT8_E4M3FN, mpq(4641, 10), "nan"), (FLOAT8_E4M3FN, -(10**9), "nan"),
     (FLOAT8_E5M2, 61440, "inf"), (FLOAT8_E5M2, -61440, "-inf"), (FLOAT8_E5M2, 61439, 57344),
     (FLOAT4_E2M1FN, 7, 6), (FLOAT4_E2M1FN, -100, -6), (FLOAT4_E2M1FN, mpq(1, 4), 0), (FLOAT4_E2M1FN, mpq(3, 4), 1)],
)  # fmt: skip
def test_what_is_too_large_and_ties(form: FloatFormat, x: int, expected: Rounded) -> None:
    assert form.rounded(mpq(x)) == expected
    saturated = form.rounded(mpq(x), "saturate")
    assert saturated == (expected if not isinstance(expected, str) else form.largest if x > 0 else -form.largest)


BLOCKS = {
    "mxfp8_e4m3": gfloat.formats.format_info_mxfp8_e4m3,
    "mxfp8_e5m2": gfloat.formats.format_info_mxfp8_e5m2,
    "mxfp4_e2m1": gfloat.formats.format_info_mxfp4_e2m1,
}


@pytest.mark.parametrize("form", BLOCK_FORMATS, ids=lambda form: form.name)
def test_blocks_that_share_a_scale_are_those_of_a_library(form: BlockFormat) -> None:
    drawn = np.random.default_rng(3)
    for _ in range(60):
        xs = drawn.standard_normal(32) * 2.0 ** drawn.integers(-20, 20) * 2.0 ** drawn.integers(-6, 1, 32)
        mine = [as_double(x) for x in form.rounded([mpq(float(x)) for x in xs])]
        theirs = gfloat.quantize_block(BLOCKS[form.name], xs, gfloat.compute_scale_amax)
        np.testing.assert_array_equal(mine, theirs)
    assert form.rounded([mpq(0)] * 3) == (0, 0, 0)
    with pytest.raises(InputError, match="block: 33 numbers are given; a block of mx"):
        form.rounded([mpq(1)] * 33)
