"""Floats of every format as rationals, held to numpy's and the struct module's reading of the same bits."""

import re
import struct
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.softmax.exchange.exact_tensors import exact_tensor


def read(dtype: str, data: bytes) -> list[Fraction]:
    width = {"F16": 2, "BF16": 2, "F32": 4, "F64": 8}[dtype]
    entries = exact_tensor(dtype, (len(data) // width,), data, "t").entries
    return [Fraction(int(one.numerator), int(one.denominator)) for one in entries]


@pytest.mark.parametrize("dtype", ["F16", "BF16"])
def test_16_bit_floats(dtype):
    patterns = np.arange(0, 2**16, 13, dtype="<u2")
    if dtype == "F16":
        floats = patterns.view("<f2").astype("f8")
    else:
        with np.errstate(invalid="ignore"):  # signalling NaNs
            floats = (patterns.astype("<u4") << 16).view("<f4").astype("f8")
    finite = np.isfinite(floats)
    assert 0 < np.count_nonzero(~finite) < len(patterns) // 10
    assert read(dtype, patterns[finite].tobytes()) == [Fraction(one) for one in floats[finite].tolist()]
    for pattern in patterns[~finite][::5]:
        with pytest.raises(InputError, match="NaN or infinite"):
            read(dtype, pattern.tobytes())


@settings(max_examples=50)
@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_32_bits(number):
    assert read("F32", struct.pack("<f", number)) == [Fraction(number)]


@settings(max_examples=50)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_64_bits(number):
    assert read("F64", struct.pack("<d", number)) == [Fraction(number)]


def test_the_smallest_and_the_largest():
    assert read("F64", struct.pack("<4d", 5e-324, -5e-324, 0.0, -0.0)) == [
        Fraction(1, 2**1074),
        Fraction(-1, 2**1074),
        0,
        0,
    ]
    assert read("F64", struct.pack("<d", 1.7976931348623157e308)) == [Fraction(2**1024 - 2**971)]


def test_what_is_no_number_is_named_with_its_place():
    data = struct.pack("<6f", 0, 0, 0, 0, float("nan"), 0)
    with pytest.raises(
        InputError, match=f"^{re.escape('t: entry [1, 1] is NaN or infinite, and no number; nothing is read')}$"
    ):
        exact_tensor("F32", (2, 3), data, "t")
    with pytest.raises(InputError, match=r"^t: entry \[\] is NaN"):
        exact_tensor("F64", (), struct.pack("<d", float("-inf")), "t")


def test_other_types():
    assert exact_tensor("BOOL", (2,), b"\x00\x01", "t").entries == (False, True)
    with pytest.raises(InputError, match=r"^t: its entries are I64; what is read is F16, BF16, F32, F64$"):
        exact_tensor("I64", (1,), bytes(8), "t")
