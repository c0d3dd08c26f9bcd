"""Numbers of results, as other programs read them."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.json_values import in_decimals, json_text
from exactua.arithmetic.rationals import encode_rational

NUMBERS = st.fractions() | st.fractions(min_value=2**60) | st.builds(Fraction, st.integers(), st.integers(2**70, 2**90))


@given(st.lists(NUMBERS))
def test_fractions_read_what_a_result_says(numbers: list[Fraction]) -> None:
    told = json.loads(json_text({"values": [[encode_rational(number)] for number in numbers]}))
    assert [Fraction(row[0]) for row in told["values"]] == numbers


@pytest.mark.parametrize(
    "text", ["0x", "0xg", "x0x1", "abc/0x1", "0x1/", "sha256:0x1", "1" * 5000 + "/0x20", "0x1 0x2"]
)
def test_what_is_no_number_of_a_certificate_stays(text: str) -> None:
    assert in_decimals({"0x20000000000000": [text, None, True, 7]}) == {"0x20000000000000": [text, None, True, 7]}


def test_at_most_4300_digits_are_decimal() -> None:
    for digits in (4299, 4301):
        encoded = encode_rational(10**digits - 1)
        assert in_decimals(encoded) == (encoded if digits > 4300 else "9" * digits)
