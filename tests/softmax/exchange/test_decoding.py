"""The bytes of stored tensors: every pattern of 16 and 8 bits is the number that it is."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from exactua.softmax.exchange.decoding import DECODED, decoded

TYPES = {
    "F16": np.float16, "BF16": ml_dtypes.bfloat16, "F8_E4M3": ml_dtypes.float8_e4m3fn, "F8_E5M2": ml_dtypes.float8_e5m2,
}  # fmt: skip


@pytest.mark.parametrize("dtype", TYPES)
def test_every_pattern_is_that_of_ml_dtypes(dtype: str) -> None:
    bits: Any = np.arange(2**16, dtype="<u2") if dtype in ("F16", "BF16") else np.arange(256, dtype=np.uint8)
    with np.errstate(invalid="ignore"):  # signalling NaNs
        expected = bits.view(TYPES[dtype]).astype(np.float64)
        assert np.array_equal(decoded(dtype, bits.tobytes()).astype(np.float64), expected, equal_nan=True)


@pytest.mark.parametrize("dtype", ["F32", "F64", "BOOL"])
def test_other_types_are_those_of_numpy(dtype: str) -> None:
    array = np.array([0, 1, 1, 0], dtype={"F32": "<f4", "F64": "<f8", "BOOL": "|b1"}[dtype])
    assert decoded(dtype, array.tobytes()).tolist() == array.tolist()
    assert {*TYPES, dtype} <= set(DECODED)
