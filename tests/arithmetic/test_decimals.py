"""Decimals that are certain: a root lies between the two that are given for it, and they say no more than is known."""

from __future__ import annotations

from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.decimals import DIGITS, decimal, root_bounds

numbers = st.fractions(0, 10**30).flatmap(lambda x: st.sampled_from([x, x / 10**40, x * 10**20, 1 + x / 10**50]))


def significant(value) -> int:
    return len(str(int(value * mpq(10) ** 200)).strip("0"))


@given(numbers, st.integers(1, 64), st.integers(1, 12))
def test_the_root_lies_between(value: Fraction, p: int, digits: int) -> None:
    exact = mpq(value)
    low, high = root_bounds(exact, p, digits)
    assert low**p <= exact <= high**p
    assert (low == high) == (low**p == exact)
    if low != high:
        assert low > 0
        unit = high - low
        assert (low / unit).denominator == 1
        assert low / unit >= 10 ** (digits - 1)  # so many digits are certain
        assert set(str(unit.numerator * unit.denominator)) <= {"0", "1"}  # a power of ten


@given(st.fractions(0, 10**6, max_denominator=10**4), st.integers(1, 8))
def test_a_root_that_is_a_short_decimal_is_exact(value: Fraction, p: int) -> None:
    short = mpq(int(value * 100), 100)
    low, high = root_bounds(short**p, p)
    assert low <= short <= high
    if short == 0 or len(str(int(short * 100)).strip("0")) <= DIGITS:
        assert low == high == short


@given(st.integers(-(10**40), 10**40), st.integers(-60, 60))
def test_a_decimal_is_the_number(numerator: int, exponent: int) -> None:
    value = numerator * mpq(10) ** exponent
    text = decimal(value)
    assert mpq(Fraction(text)) == value
    assert len(text) <= 65


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (mpq(0), "0"), (mpq(1, 80), "0.0125"), (mpq(-1, 80), "-0.0125"), (mpq(120), "120"), (mpq(5, 2), "2.5"),
        (mpq(1, 10**7), "0.0000001"), (mpq(125, 10**10), "1.25e-8"), (mpq(-1, 10**12), "-1e-12"),
        (mpq(10**12), "1000000000000"), (mpq(102062 * 10**34), "1.02062e+39"), (mpq(10**13 + 1), "1.0000000000001e+13"),
        (1 + mpq(1, 10**13), "1.0000000000001"),
    ],
)  # fmt: skip
def test_decimals(value, text) -> None:
    assert decimal(value) == text


def test_what_follows_stands_behind_the_digits() -> None:
    assert decimal(mpq(1, 8), "...") == "0.125..."
    assert decimal(mpq(102062 * 10**34), "...") == "1.02062...e+39"


@pytest.mark.parametrize("places", [9_999, 10_001, 40_000])
def test_however_many_places(places: int) -> None:
    assert decimal(mpq(3, mpq(10) ** places)) == f"3e-{places}"
    low, high = root_bounds(mpq(2, mpq(100) ** places), 2)
    assert (decimal(low), decimal(high)) == (f"1.41421e-{places}", f"1.41422e-{places}")


@pytest.mark.parametrize("value", [mpq(1, 3), mpq(22, 7)])
def test_other_numbers_are_no_decimals(value) -> None:
    with pytest.raises(ValueError, match="not a decimal number"):
        decimal(value)


@pytest.mark.parametrize(("value", "p", "digits"), [(mpq(-1), 2, 6), (mpq(1), 0, 6), (mpq(1), 2, 0)])
def test_what_has_no_root_here(value, p, digits) -> None:
    with pytest.raises(ValueError, match="a root is taken"):
        root_bounds(value, p, digits)


def test_known_roots() -> None:
    assert root_bounds(mpq(1, 16), 2) == (mpq(1, 4), mpq(1, 4))
    assert root_bounds(mpq(2), 2) == (mpq(141421, 10**5), mpq(141422, 10**5))
    assert root_bounds(mpq(0), 5) == (0, 0)
    assert root_bounds(mpq(10**120), 3) == (10**40, 10**40)
