"""Zeros between 0 and 1: every rational one is found, an irrational one is told."""

from __future__ import annotations

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.targets.kinks import rational_roots

fractions = st.fractions(-1, 2, max_denominator=50).map(mpq)
QUADRATIC = {"no real zero": [mpq(1), mpq(0), mpq(1)], "zeros outside": [mpq(-3), mpq(0), mpq(1)]}
"""Without a zero in (0, 1): t^2 + 1 and t^2 - 3."""


def multiplied(first: list[mpq], second: list[mpq]) -> list[mpq]:
    product = [mpq(0)] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            product[i + j] += a * b
    return product


@given(st.lists(fractions, min_size=1, max_size=5), st.sampled_from([*QUADRATIC.values(), [mpq(1)]]), st.booleans())
def test_rational_zeros_are_found(zeros: list[mpq], factor: list[mpq], irrational: bool) -> None:
    polynomial = factor
    for zero in zeros:
        polynomial = multiplied(polynomial, [-zero * 7, mpq(7)])
    if irrational:
        assert rational_roots(multiplied(polynomial, [mpq(-1, 2), mpq(0), mpq(1)])) is None  # t^2 = 1/2
    else:
        assert rational_roots(polynomial) == {zero for zero in zeros if 0 < zero < 1}


@pytest.mark.parametrize(
    ("coefficients", "zeros"),
    [([0, 1], set()), ([-1, 1], set()), ([-1, 2], {mpq(1, 2)}), ([0, 0, 3], set()), ([5], set()),
     ([-1, *[0] * 39, 2**40], {mpq(1, 2)}), ([-1, *[0] * 40, 2**41], None), ([-1, 10**400], {mpq(1, 10**400)}),
     ([-1, 10**60, -1, 10**60], {mpq(1, 10**60)}), ([-1, 21, -1, 21], {mpq(1, 21)})],
)  # fmt: skip
def test_examples(coefficients: list[int], zeros: set[mpq] | None) -> None:
    assert rational_roots([mpq(c) for c in coefficients]) == zeros
