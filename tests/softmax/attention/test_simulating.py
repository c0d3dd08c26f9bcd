"""Runs bit by bit: what NumPy computes where its order is known, to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.softmax.attention.algorithms import read_algorithm
from exactua.softmax.attention.enclosing import Head, Scale
from exactua.softmax.attention.simulating import simulated

Array = np.ndarray[Any, Any]


def numpys_exp(x: Rational, form: FloatFormat) -> Rational:
    return mpq(float(np.exp(np.dtype(form.name).type(float(x)))))


def chain(terms: Array) -> Any:
    total = terms.dtype.type(0)
    for term in terms:
        total = total + term
    return total


def one_by_one(q: Array, k: Array, v: Array, scale: Any) -> Array:
    """The formula in scalars of NumPy, sums from left to right."""
    output = np.empty((len(q), v.shape[1]), dtype=q.dtype)
    for i in range(len(q)):
        scores = np.array([chain(q[i] * k[j]) * scale for j in range(len(k))], dtype=q.dtype)
        weights = np.exp(scores - scores.max())
        divided = weights / chain(weights)
        output[i] = [chain(divided * column) for column in v.T]
    return output


@pytest.mark.parametrize("name", ["float64", "float32", "float16"])
def test_numpys_bits(name: str) -> None:
    drawn = np.random.default_rng(4)
    q, k, v = (drawn.standard_normal(shape).astype(name) for shape in ((3, 5), (7, 5), (7, 2)))
    head = Head(*(array.astype(np.float64) for array in (q, k, v)), Scale(mpq(1, 2)))
    algorithm = read_algorithm(
        f"float32 format={name} accumulate={name} order=sequential divide_first=yes round_scores=no round_weights=no"
    )
    rows = simulated(head, algorithm, numpys_exp)
    assert np.array_equal(
        np.array([[float(x) for x in row or []] for row in rows]), one_by_one(q, k, v, q.dtype.type(0.5))
    )


def test_online_is_shifted_where_all_keys_are_in_a_block() -> None:
    drawn = np.random.default_rng(6)
    head = Head(*(drawn.standard_normal((4, 3)).astype(np.float16).astype(float) for _ in range(3)), Scale(mpq(1, 2)))
    online = read_algorithm("flash-float16 block=4 order=sequential")
    shifted = read_algorithm("flash-float16 block=4 order=sequential softmax=shifted")
    assert simulated(head, online) == simulated(head, shifted)
    assert simulated(head, read_algorithm("flash-float16 block=1 order=sequential accumulate=bfloat16")) != simulated(
        head, read_algorithm("flash-float16 block=4 order=sequential accumulate=bfloat16")
    )


def test_what_overflows_is_said() -> None:
    head = Head(np.array([[60000.0]]), np.array([[60000.0]]), np.array([[1.0]]), Scale(mpq(1)))
    with pytest.raises(InputError, match="a number overflows float16; bounds do not speak of that"):
        simulated(head, read_algorithm("float16 accumulate=float16"))


def test_subnormal_numbers_are_flushed_where_that_is_said() -> None:
    head = Head(np.zeros((1, 1)), np.zeros((1, 1)), np.array([[2.0**-20]]), Scale(mpq(1)))
    assert simulated(head, read_algorithm("float16")) == [[mpq(1, 2**20)]]
    assert simulated(head, read_algorithm("float16 flush=yes")) == [[0]]
