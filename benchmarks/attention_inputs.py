"""Tensors for benchmarks of attention, drawn by kind and seed: random heads, and small adversarial ones.

`random_head` is 32 queries and 32 keys of size 64. `adversarial_head` is 4 queries and up to 16 keys of size 8, of a
kind in `ADVERSARIAL`. The same kind, seed and format give the same numbers; values have the size of keys.
No sum of products overflows its format.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from exactua.arithmetic.float_formats import BY_NAME, FloatFormat
from exactua.softmax.attention.inputs import rounded

Array = np.ndarray[Any, np.dtype[np.float64]]
Three = tuple[Array, Array, Array]

RANDOM: Final = ("normal", "large scores")
ADVERSARIAL: Final = (
    "equal scores", "near scores", "cancelling products", "cancelling values", "very large scores", "subnormal",
    "subnormal and huge", "huge spread", "large values of small weights", "scores below exp",
)  # fmt: skip


def random_head(kind: str, seed: int, dtype: str) -> Three:
    """Normal numbers; "large scores" are 4 times as large."""
    drawn = np.random.default_rng([seed, RANDOM.index(kind)])
    q, k, v = (drawn.standard_normal((32, 64)) for _ in range(3))
    return _all(BY_NAME[dtype], q * (4 if kind == "large scores" else 1), k, v)


def adversarial_head(kind: str, seed: int, dtype: str) -> Three:
    """A head that one step of attention is hard for."""
    form, number = BY_NAME[dtype], ADVERSARIAL.index(kind)
    drawn = np.random.default_rng([seed, 100 + number])
    keys = int(drawn.integers(1, 17))
    q, k, v = drawn.standard_normal((4, 8)), drawn.standard_normal((keys, 8)), drawn.standard_normal((keys, 8))
    ulp, least, half = 2.0**-form.precision, 2.0**form.least, form.greatest // 2 - 4
    if kind == "equal scores":
        k[:] = k[:1]
    elif kind == "near scores":  # large ones, a few units in the last place apart
        k = 16 * k[:1] * (1 + ulp * drawn.integers(-4, 5, k.shape))
    elif kind == "cancelling products":  # q_1 k_1 + q_2 k_2 is almost 0, and they are large
        q[:, 1::2], k[:, ::2] = q[:, ::2], 30 * k[:, ::2]
        k[:, 1::2] = -k[:, ::2] * (1 + ulp * drawn.integers(-2, 3, k[:, ::2].shape))
    elif kind == "cancelling values":
        k[1::2] = k[: keys - 1 : 2][: len(k[1::2])]
        v[1::2] = -v[: keys - 1 : 2][: len(v[1::2])] * (1 + ulp)
    elif kind == "very large scores":
        q, k = 40 * q, 40 * k
    elif kind == "subnormal":
        v = v * least * 2.0 ** drawn.integers(-form.precision, 1, v.shape)
        q, k = q * np.sqrt(least), k * np.sqrt(least)
    elif kind == "subnormal and huge":  # their products are not small
        q, k = q * least / 4, k * 2.0 ** min(-form.least, form.greatest - 8)
    elif kind == "huge spread":
        q, k = (x * 2.0 ** drawn.integers(-half, half // 8 + 1, x.shape) for x in (q, k))
        v = v * 2.0 ** drawn.integers(-half, half + 1, v.shape)
    elif kind == "large values of small weights":
        q[:], k[:] = 1, 0
        k[:, 0] = -drawn.integers(0, 4, keys) * min(20, -form.least)
        v *= 2.0 ** (-k[:, :1]).clip(0, half)
    else:  # weights about the least number, and below it
        q[:], k[:] = 1, 0
        k[1:, 0] = np.sqrt(8) * np.log(2) * (form.finest + drawn.standard_normal(keys - 1) * 3)
    return _all(form, q, k, v)


def _all(form: FloatFormat, *arrays: Array) -> Three:
    q, k, v = (rounded(array, form) for array in arrays)
    assert all(np.isfinite(array).all() for array in (q, k, v))
    return q, k, v
