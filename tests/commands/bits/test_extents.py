"""Extents: what three facts say of a set is what rounding each of its numbers says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.float_formats import BFLOAT16, BY_NAME, FLOAT16, FLOAT32, FloatFormat
from exactua.commands.bits.extents import Extent, Needed, common_divisor, narrowest, odd_part, power_of_two

dyadic = st.builds(lambda k, e: mpq(k) * mpq(2) ** e, st.integers(-(2**12), 2**12), st.integers(-30, 8))
rationals = st.fractions(-(10**5), 10**5, max_denominator=12).map(mpq)
sets = st.lists(st.one_of(dyadic, dyadic, rationals), max_size=4)
formats = st.sampled_from([*BY_NAME.values(), FloatFormat("tiny", 3, -2, 4)])


@settings(max_examples=50)
@given(sets, formats)
def test_a_set_is_held_where_rounding_changes_no_number(values: list[mpq], form: FloatFormat) -> None:
    assert (Extent.of(values).lost(form) is None) == all(form.rounded(value) == value for value in values)


@settings(max_examples=50)
@given(sets, sets, formats)
def test_the_extent_of_all_products_is_the_product(numbers: list[mpq], other: list[mpq], form: FloatFormat) -> None:
    products = [a * b for a in numbers for b in other]
    assert Extent.of(numbers) * Extent.of(other) == Extent.of(products)
    assert Extent.of(numbers) | Extent.of(other) == Extent.of([*numbers, *other])


@settings(max_examples=50)
@given(sets, st.sampled_from([mpq(1, 2), mpq(3), mpq(1, 12), mpq(5, 6)]))
def test_scaled_is_the_extent_of_scaled_numbers(values: list[mpq], factor: mpq) -> None:
    assert Extent.of(values).scaled(factor) == Extent.of([value * factor for value in values])


@settings(max_examples=100)
@given(st.lists(dyadic, max_size=4))
def test_a_format_of_the_bits_and_exponents_that_are_needed_holds_them(values: list[mpq]) -> None:
    needed = Extent.of(values).needed
    assert needed is not None
    if needed.exponents is None:
        assert not any(values)
        return
    least, greatest = needed.exponents
    enough = FloatFormat("enough", needed.digits, least + needed.digits - 1, greatest)
    assert Extent.of(values).lost(enough) is None
    for less in ({"precision": needed.digits - 1}, {"greatest": greatest - 1}, {"least": enough.least + 1}):
        if less.get("precision") == 0 or enough.greatest < enough.least:
            continue
        assert any(replace(enough, **less).rounded(value) != value for value in values)


def test_what_is_needed_of_no_binary_fractions_is_not_known() -> None:
    assert Extent.of([mpq(1, 3), mpq(1)]).needed is None
    assert Extent.of([mpq(0)]).needed == Extent().needed == Needed(0, None)
    assert Extent.of([mpq(3, 4), mpq(-16)]).needed == Needed(2, (-2, 4))


def test_the_fewest_bits_may_be_those_of_two_formats() -> None:
    assert narrowest([FLOAT32, FLOAT16, BFLOAT16]) == (FLOAT16, BFLOAT16)
    assert narrowest([]) == ()


def test_parts_of_numbers() -> None:
    assert (power_of_two(mpq(-12, 5)), odd_part(mpq(-12, 5)), odd_part(mpq(0))) == (2, mpq(3, 5), 0)
    assert (power_of_two(mpq(3, 8)), odd_part(mpq(3, 8))) == (-3, 3)
    assert common_divisor(mpq(1, 2), mpq(1, 3)) == mpq(1, 6)


def test_bits_count_multiples_of_a_unit() -> None:
    extent = Extent.of([mpq(7, 2), mpq(-4)])
    assert extent.bits(mpq(1, 2)) == 4
    assert Extent().bits(mpq(1)) == 0
    with pytest.raises(ValueError, match="not all numbers are multiples of 1"):
        extent.bits(mpq(1))


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([mpq(1, 3)], "no binary fraction"),
        ([mpq(65536)], "beyond the greatest number"),
        ([mpq(2049)], "12 significant bits"),
        ([mpq(1, 2**25)], "finer than the least number"),
        ([mpq(1, 2**24), mpq(65504), mpq(2047), mpq(0)], None),
        ([], None),
    ],
)
def test_why_a_format_does_not_hold_a_set(values: list[mpq], reason: str | None) -> None:
    assert Extent.of(values).lost(FLOAT16) == reason
