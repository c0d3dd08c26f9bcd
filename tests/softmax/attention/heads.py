"""Random heads, ordinary and adversarial, for the tests of this folder."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.float_formats import FloatFormat
from exactua.softmax.attention.enclosing import Head, Scale

KINDS = ("normal", "large", "tiny", "cancelling", "equal", "mixed", "near")
SCALES = (Scale(mpq(1)), Scale(mpq(1), 3), Scale(mpq(1, 2)), Scale(mpq(1, 3)), Scale(mpq(1, 4)), Scale(mpq(-1), 5))


def drawn_head(drawn: random.Random, form: FloatFormat, kind: str) -> Head:
    """One or two queries, up to six keys, all numbers of a format; "near" ones have large scores close together."""
    queries, keys, size = drawn.randint(1, 2), drawn.randint(1, 6), drawn.randint(1, 4)

    def table(rows: int, columns: int, kind: str = kind) -> np.ndarray[Any, Any]:
        factor = {"large": 8.0, "cancelling": 4.0, "near": 16.0, "tiny": 2.0**form.least}.get(kind, 1.0)
        numbers = np.array([[drawn.gauss(0, 1) * factor for _ in range(columns)] for _ in range(rows)])
        if kind == "mixed":
            numbers *= np.array([[2.0 ** drawn.randint(-12, 4) for _ in range(columns)] for _ in range(rows)])
        rounded = np.array([[float(form.rounded(mpq(float(x)), "saturate")) for x in row] for row in numbers])
        if kind == "near" and rows > 1:
            steps = [
                [drawn.randint(-4, 4) * ulp for ulp in np.abs(rounded[0]) * 2.0**-form.precision] for _ in range(rows)
            ]
            numbers = rounded[0] + np.array(steps)
            rounded = np.array([[float(form.rounded(mpq(float(x)), "saturate")) for x in row] for row in numbers])
        if kind == "equal":
            rounded[:] = rounded[0]
        if kind == "cancelling" and columns > 1:
            rounded[:, 0] = -rounded[:, 1]
        return rounded

    of_values = drawn.choice(["equal", "normal"]) if kind == "equal" else kind
    seen = (
        None
        if drawn.random() < 0.6
        else np.array([[drawn.random() < 0.7 for _ in range(keys)] for _ in range(queries)])
    )
    bias = None if drawn.random() < 0.6 else table(queries, keys)
    return Head(table(queries, size), table(keys, size), table(keys, 2, of_values), drawn.choice(SCALES), seen, bias)
