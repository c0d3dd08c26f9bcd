"""Batches compute what rationals compute, whatever their size, and never overflow."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.batches import LIMIT, Batch, choose, maximum, minimum

# numbers around the border between 64 bits and big integers matter most
edges = [LIMIT - 1, LIMIT, LIMIT + 1, 2**63 - 1, 2**63, 2**31, 2**32, 2**61]
integers = st.one_of(
    st.integers(-(2**70), 2**70), st.sampled_from(edges + [-edge for edge in edges]), st.integers(-9, 9)
)
denominators = st.sampled_from([1, 2, 3, 8, 12])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Batch, Batch, list[Fraction], list[Fraction]]:
    size = draw(st.integers(1, 4))
    sides = []
    for _ in range(2):
        numerators, denominator = draw(st.lists(integers, min_size=size, max_size=size)), draw(denominators)
        sides.append(
            (Batch.of(np.array(numerators, dtype=object), denominator), [Fraction(v, denominator) for v in numerators])
        )
    return sides[0][0], sides[1][0], sides[0][1], sides[1][1]


def values(batch: Batch) -> list[Fraction]:
    assert all(batch.low <= int(v) <= batch.high for v in batch.numerators)
    if batch.numerators.dtype != object:
        assert batch.low > -(2**63)
        assert batch.high < 2**63
    return [Fraction(int(v), batch.denominator) for v in batch.numerators]


@given(pairs())
def test_arithmetic(sides: tuple[Batch, Batch, list[Fraction], list[Fraction]]) -> None:
    a, b, exact_a, exact_b = sides
    both = list(zip(exact_a, exact_b, strict=True))
    assert values(a + b) == [p + q for p, q in both]
    assert values(a - b) == [p - q for p, q in both]
    assert values(a * b) == [p * q for p, q in both]
    assert values(-a) == [-p for p in exact_a]
    assert values(minimum(a, b)) == [min(p, q) for p, q in both]
    assert values(maximum(a, b)) == [max(p, q) for p, q in both]
    assert values(a.tightened()) == exact_a
    assert values(a**3) == [p**3 for p in exact_a]
    assert Fraction(int(a.exact_sum().numerator), int(a.exact_sum().denominator)) == sum(exact_a)
    assert values(a.floor()) == [Fraction(p.__floor__()) for p in exact_a]


@given(pairs())
def test_comparisons(sides: tuple[Batch, Batch, list[Fraction], list[Fraction]]) -> None:
    a, b, exact_a, exact_b = sides
    both = list(zip(exact_a, exact_b, strict=True))
    assert (a < b).tolist() == [p < q for p, q in both]
    assert (a <= b).tolist() == [p <= q for p, q in both]
    assert (a > b).tolist() == [p > q for p, q in both]
    assert (a >= b).tolist() == [p >= q for p, q in both]
    assert (a == b).tolist() == [p == q for p, q in both]
    assert (a != b).tolist() == [p != q for p, q in both]
    assert values(choose(a < b, a, b)) == [min(p, q) for p, q in both]


@given(pairs(), integers, denominators)
def test_scalars_on_either_side(
    sides: tuple[Batch, Batch, list[Fraction], list[Fraction]], numerator: int, denominator: int
) -> None:
    a, _, exact, _ = sides
    scalar, fraction = mpq(numerator, denominator), Fraction(numerator, denominator)
    assert values(scalar + a) == values(a + scalar) == [p + fraction for p in exact]
    assert values(scalar - a) == [fraction - p for p in exact]
    assert values(scalar * a) == [p * fraction for p in exact]
    assert (scalar <= a).tolist() == [fraction <= p for p in exact]
    assert (scalar == a).tolist() == [fraction == p for p in exact]
    if fraction:
        assert values(a / scalar) == [p / fraction for p in exact]


@pytest.mark.parametrize("top", [LIMIT - 1, LIMIT])
def test_the_bound_alone_picks_the_representation(top: int) -> None:
    batch = Batch.of(np.array([top, -1], dtype=object))
    assert (batch.numerators.dtype == object) == (top >= LIMIT)
    assert batch.bits == top.bit_length()


def test_one_unit_over_the_bound_is_still_exact() -> None:
    small = Batch.of(np.array([LIMIT - 1, 1 - LIMIT]))
    assert small.numerators.dtype == np.int64
    assert values(small + 1) == [LIMIT, 2 - LIMIT]
    assert (small + 1).numerators.dtype == object
    assert values((small + 1) - 1) == [LIMIT - 1, 1 - LIMIT]
    assert values(small * 5) == [5 * (LIMIT - 1), 5 * (1 - LIMIT)]
    assert (small < LIMIT).tolist() == [True, True]
    assert (small < 2**64).tolist() == [True, True]
    assert (small > -(2**64)).tolist() == [True, True]


def test_the_sum_of_many_large_numbers_is_exact() -> None:
    batch = Batch.of(np.full(1000, LIMIT - 1))
    assert batch.exact_sum() == 1000 * (LIMIT - 1)
    assert Batch.of(np.full(1000, 1 - LIMIT)).exact_sum() == -1000 * (LIMIT - 1)
