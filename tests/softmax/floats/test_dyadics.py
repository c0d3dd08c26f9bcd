"""Floats as integers times a power of two: exactly, whatever their sizes; and all numbers of the formats of 8 bits."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.float_formats import FLOAT8_E4M3FN, FLOAT8_E5M2
from exactua.softmax.floats.dyadics import doubles, dyadics, small_numbers


@given(arrays(np.float64, st.tuples(st.integers(1, 3), st.integers(1, 3)), elements=st.floats(allow_nan=False, allow_infinity=False)))  # fmt: skip
def test_every_double_is_its_own_value(floats: Any) -> None:
    exact = dyadics(floats)
    unit = dyadic_power(exact.exponent)
    assert [[number * unit for number in row] for row in exact.integers] == [[mpq(x) for x in row] for row in floats]
    assert exact.matrix.tolist() == exact.integers


def test_the_largest_and_the_least_double_and_zero() -> None:
    exact = dyadics(np.array([[2.0**1023, 5e-324, -5e-324, 0.0, -0.0]]))
    unit = dyadic_power(exact.exponent)
    assert [number * unit for number in exact.integers[0]] == [mpq(2) ** 1023, mpq(5e-324), -mpq(5e-324), 0, 0]


@pytest.mark.parametrize(
    ("form", "dtype", "has_infinity"),
    [(FLOAT8_E4M3FN, ml_dtypes.float8_e4m3fn, False), (FLOAT8_E5M2, ml_dtypes.float8_e5m2, True)],
)
def test_all_codes_are_those_of_ml_dtypes(form: Any, dtype: Any, has_infinity: bool) -> None:
    table = small_numbers(form.precision, form.least, int(form.largest), has_infinity)
    assert np.array_equal(table, np.arange(256, dtype=np.uint8).view(dtype).astype(np.float32), equal_nan=True)


@pytest.mark.parametrize("dtype", ["<f2", ">f4", "<f8", "i1", ">u2", "?", "longdouble", ml_dtypes.bfloat16])
def test_arrays_of_other_types_keep_their_values(dtype: Any) -> None:
    array = np.array([[0, 1], [1, 0]]).astype(dtype)[:, ::-1]
    assert doubles(array, "q").dtype == np.float64
    assert doubles(array, "q").tolist() == [[1, 0], [0, 1]]
