"""Runs bit by bit: what NumPy computes where its order is known, to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.arithmetic.float_formats import FLOAT16, FLOAT32, FLOAT64, FloatFormat
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.softmax.attention.algorithms import read_algorithm
from exactua.softmax.attention.enclosing import Head, Scale
from tests.softmax.attention.simulating import _near_root, simulated

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


def test_roots_round_as_those_of_numpy() -> None:
    drawn = np.random.default_rng(8)
    for x in [0.0, 1.0, 0.25, 2.0, 5e-324, 1.7e308, *(drawn.random(300) * 2.0 ** drawn.integers(-1000, 1000, 300))]:
        assert FLOAT64.rounded(_near_root(mpq(float(x)))) == mpq(float(np.sqrt(x)))
        if x < 1e30:
            assert FLOAT32.rounded(_near_root(mpq(float(np.float32(x))))) == mpq(float(np.sqrt(np.float32(x))))


def test_q_and_k_times_the_root_of_the_scale() -> None:
    """They are stored in 8 bits, and nothing else differs from scores that have no scale."""
    algorithm = read_algorithm("bfloat16 scaling=operands")
    drawn = np.random.default_rng(3)
    q, k = (4 * drawn.standard_normal((3, 1)).astype(np.float32) for _ in range(2))
    q, k = ((x.view(np.uint32) & 0xFFFF0000).view(np.float32) for x in (q, k))
    root = np.float32(np.sqrt(1 / np.sqrt(3.0)))
    head = Head(q.astype(float), k.astype(float), np.eye(3), Scale(mpq(1), 3))
    rows = simulated(head, algorithm)
    scaled = Head(stored(q * root), stored(k * root), np.eye(3), Scale(mpq(1)))
    assert rows == simulated(scaled, read_algorithm("bfloat16"))
    assert rows != simulated(head, read_algorithm("bfloat16"))
    minus = Head(head.Q, head.K, head.V, Scale(mpq(-1), 3))
    assert simulated(minus, algorithm) == simulated(Head(-head.Q, head.K, head.V, Scale(mpq(1), 3)), algorithm)


def stored(x: Array) -> Array:
    """float32 numbers rounded to bfloat16, ties to even."""
    bits = x.astype(np.float32).view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return rounded.astype(np.uint32).view(np.float32).astype(np.float64)


@pytest.mark.parametrize("reduced", [False, True])
def test_bits_of_the_math_back_end_of_pytorch(reduced: bool) -> None:
    """One product a score and two keys, of which one has the value 0: no order of sums is left to chance."""
    torch = pytest.importorskip("torch")
    drawn = np.random.default_rng(11)
    q, k = (stored(drawn.standard_normal((size, 1)) * 4) for size in (200, 2))
    v = np.array([[1.0], [0.0]])
    given = [torch.from_numpy(x).to(torch.bfloat16)[None] for x in (q, k, v)]
    before = torch.backends.cuda.fp16_bf16_reduction_math_sdp_allowed()
    torch.backends.cuda.allow_fp16_bf16_reduction_math_sdp(reduced)
    try:
        with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
            output = torch.nn.functional.scaled_dot_product_attention(*given, scale=1 / 3)[0].float().numpy()
    finally:
        torch.backends.cuda.allow_fp16_bf16_reduction_math_sdp(before)
    words = "math-bfloat16 round_scores=yes round_weights=yes" if reduced else "math-bfloat16"
    rows = simulated(Head(q, k, v, Scale(mpq(1 / 3))), read_algorithm(words))
    assert [[float(x) for x in row or []] for row in rows] == output.tolist()
    if reduced:
        scores = simulated(Head(q, k, v, Scale(mpq(1 / 3))), read_algorithm(f"{words} scaling=scores"))
        assert sum(a != b for a, b in zip(rows, scores, strict=True)) > 20


def test_what_is_given_below_the_least_normal_number_is_taken_for_0() -> None:
    head = Head(np.array([[2.0**-127]]), np.array([[2.0**127], [0.0]]), np.array([[1.0], [0.0]]), Scale(mpq(1)))
    assert simulated(head, read_algorithm("float32 flush_inputs=yes")) == [[mpq(1, 2)]]
    assert simulated(head, read_algorithm("float32 flush=yes")) != [[mpq(1, 2)]]
    tiny = Head(np.zeros((1, 1)), np.zeros((1, 1)), np.array([[2.0**-130]]), Scale(mpq(1)))
    assert simulated(tiny, read_algorithm("float32 flush_inputs=yes")) == [[0]]


def test_what_is_divided_is_multiplied_by_the_rounded_reciprocal() -> None:
    """A third of 5 in 11 bits: 1/3 rounds to 1365/4096, and 5 times that is not the nearest number."""
    head = Head(np.zeros((1, 1)), np.zeros((3, 1)), np.array([[5.0], [0.0], [0.0]]), Scale(mpq(1)))
    words = "float16 accumulate=float16 divide_first=no round_weights=no"
    divided, times = (simulated(head, read_algorithm(f"{words} reciprocal={each}")) for each in ("no", "yes"))
    third = FLOAT16.rounded(mpq(1, 3))
    assert not isinstance(third, str)
    assert (divided, times) == ([[FLOAT16.rounded(mpq(5, 3))]], [[FLOAT16.rounded(5 * third)]])
    assert divided != times
