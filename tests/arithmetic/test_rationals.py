"""Exact numbers: how they are written and encoded; test_number_reading has what is read and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.rationals import (
    cubes_per_edge,
    decode_integer,
    decode_rational,
    encode_integer,
    encode_rational,
    rational,
    written,
)
from exactua.errors import InputError


@given(st.fractions())
def test_reading_what_was_written(value: Fraction) -> None:
    assert rational(str(value), "x") == mpq(value)
    assert rational(value, "x") == rational(mpq(value), "x") == mpq(value)
    assert rational(written(mpq(value)), "x") == mpq(value)


@pytest.mark.parametrize("delta", ["0", "1", "2/3", "-1/2", "2", "-1", 0, Fraction(2, 3)])
def test_delta_is_a_unit_fraction(delta: object) -> None:
    with pytest.raises(InputError) as caught:
        cubes_per_edge(delta)
    assert str(caught.value) == f"delta: {delta} is not valid; give 1/m with an integer m >= 2, such as 1/4"


@pytest.mark.parametrize(("delta", "m"), [("1/2", 2), (" 1/7 ", 7), (Fraction(1, 3), 3), ("2/8", 4)])
def test_cubes_per_edge(delta: object, m: int) -> None:
    assert cubes_per_edge(delta) == m


@given(st.integers() | st.integers(2**53 - 2, 2**53 + 2) | st.integers(-(2**40000), 2**40000))
def test_integers_of_any_size_round_trip(value: int) -> None:
    assert decode_integer(encode_integer(value), "x") == value


@given(st.fractions() | st.builds(Fraction, st.integers(-(2**60), 2**60), st.integers(1, 2**60)))
def test_rationals_round_trip(value: Fraction) -> None:
    assert decode_rational(encode_rational(mpq(value)), "x") == mpq(value)


@pytest.mark.parametrize(
    "encoded",
    ["6/4", "1/1", "3/-4", "0x5", "0x00ff", "-0", "1/0", "1/0x5", "0X1F", "0x20000000000000/0x40000000000000",
     2.0, None, [], True, 2**53, "5", "1//2", "1/2/3", " 1/2", "٣/٤", "0xABCDEF0123456789"],
)  # fmt: skip
def test_other_writings_are_refused(encoded: object) -> None:
    with pytest.raises(InputError):
        decode_rational(encoded, "x")


@pytest.mark.parametrize(
    ("encoded", "message"),
    [
        ("0.1", "'0.1' is not written canonically; write \"1/10\""),
        ("-.5", "'-.5' is not written canonically; write \"-1/2\""),
        ("1e3", "'1e3' is not written canonically; write 1000"),
        ("1e999", "'1e999' is not written canonically; write an integer or a fraction such as \"3/4\""),
        ("9007199254740992", "'9007199254740992' is not written canonically; write \"0x20000000000000\""),
        ("1" * 50, 'an integer from 2^53 on is written in hexadecimal, "0x..."'),
        ("a", "'a' is not an exact number; write an integer or a fraction such as \"3/4\""),
        ("5", "'5' is a string; write the number 5"),
    ],
)
def test_another_writing_of_a_number_is_told_with_the_one_that_is_read(encoded: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode_rational(encoded, "W_O[0][0]")
    assert str(caught.value) == f"W_O[0][0]: {message}"
