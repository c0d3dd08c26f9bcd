"""The bytes of a stored tensor as floats of NumPy, each number as it is; formats that NumPy lacks as float32.

Nothing is computed: every number of 16 or 8 bits is one of float32.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from exactua.arithmetic.float_formats import FLOAT8_E4M3FN, FLOAT8_E5M2
from exactua.softmax.floats.dyadics import small_numbers

Array = np.ndarray[Any, Any]

SMALL: Final = {"F8_E4M3": FLOAT8_E4M3FN, "F8_E5M2": FLOAT8_E5M2}
"""The formats of 8 bits by their names in safetensors."""
DECODED: Final = ("F16", "F32", "F64", "BOOL", "BF16", *SMALL)
"""What `decoded` knows, by its names in safetensors."""
_OF_NUMPY: Final = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "BOOL": "|b1"}


def decoded(dtype: str, data: bytes) -> Array:
    """The little-endian entries that these bytes are; `dtype` is one of `DECODED`."""
    if dtype == "BF16":  # the upper half of a float32
        floats: Array = (np.frombuffer(data, dtype="<u2").astype("<u4") << 16).view("<f4")
        return floats
    if dtype in SMALL:
        return _numbers(dtype)[np.frombuffer(data, dtype=np.uint8)]
    return np.frombuffer(data, dtype=_OF_NUMPY[dtype])


@cache
def _numbers(dtype: str) -> Array:
    form = SMALL[dtype]
    return small_numbers(form.precision, form.least, int(form.largest), form.overflow == "inf")
