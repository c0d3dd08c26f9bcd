"""Floors: they enclose, depend on the number alone, and are ordered as numbers are."""

from __future__ import annotations

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.floors import BITS, Floor, TooLongToWrite, decode_number, encode_number, floor_of
from exactua.arithmetic.reals import PI, Value, exp, log, sqrt
from exactua.errors import InputError
from tests.arithmetic.test_reals import reals

rationals = st.builds(mpq, st.integers(-(10**30), 10**30), st.integers(1, 10**30))


@given(st.one_of(reals, rationals))
def test_a_floor_encloses_its_number(x: Value) -> None:
    floor = floor_of(x)
    unit = mpq(2) ** floor.exponent if floor.exponent >= 0 else 1 / mpq(2) ** -floor.exponent
    if x == 0:
        assert floor == Floor(0, 0)
        return
    assert floor.value <= x < floor.value + unit
    assert 2 ** (BITS - 1) <= abs(floor.mantissa) < 2**BITS
    assert floor_of(floor.value) == floor


@given(reals, reals)
def test_floors_are_ordered_as_their_values(a: Value, b: Value) -> None:
    first, second = floor_of(a), floor_of(b)
    assert (first < second) == (first.value < second.value)
    assert (a < b) <= (first <= second)


def test_floors_hang_on_the_number_and_not_on_how_it_is_made() -> None:
    assert floor_of(exp(mpq(1, 2)) ** 2) == floor_of(exp(1))
    assert floor_of(-(sqrt(2) ** 2) / 2) == floor_of(mpq(-1)) == Floor(-(2**63), -63)
    assert floor_of((exp(1) + 1) * (exp(1) - 1) - exp(2)) == floor_of(mpq(-1))
    assert floor_of(log(PI * 3) - log(PI)) == floor_of(log(3))


def test_tiny_numbers_have_small_floors() -> None:
    floor = floor_of(exp(mpq(-(10**6))))
    assert floor.exponent == -1442759
    assert str(floor) == "3.29683147809e-434295"


def test_data_of_reals_are_floors_and_of_rationals_rationals() -> None:
    assert encode_number(mpq(1, 3)) == "1/3"
    assert encode_number(PI) == {"exponent": -62, "floor": "0xc90fdaa22168c234"}


def test_floors_of_numbers_whose_powers_are_never_written_out() -> None:
    floor = floor_of(exp(-(10**12)))
    assert (floor.exponent, str(floor)) == (-1442695040952, "5.5997978423e-434294481904")
    assert floor_of(exp(-(10**30))) < floor < floor_of(exp(10**12))
    with pytest.raises(InputError, match=r"a number of about 2\^-1442695040888 is too near to 0"):
        _ = floor.value


def test_the_next_floor_is_above() -> None:
    for x in (PI, -PI, exp(-300), mpq(-1, 3)):
        floor = floor_of(x)
        assert floor.value <= x < floor.above == floor.value + 1 / mpq(2) ** -floor.exponent
    assert floor_of(0).above == 0


@given(st.one_of(reals, rationals))
def test_what_is_encoded_is_read_back(x: Value) -> None:
    decoded = decode_number(encode_number(x), "side")
    assert decoded == (x if isinstance(x, type(mpq())) else floor_of(x))
    assert encode_number(decoded) == encode_number(x)


def test_a_floor_too_far_to_be_written_as_a_rational_is_read_all_the_same() -> None:
    floor = floor_of(exp(-(mpq(2) ** 1000)))
    assert not floor.is_writable
    assert decode_number(floor.data(), "side") == floor
    with pytest.raises(TooLongToWrite):
        _ = floor.value


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"exponent": 0, "floor": 1}, "side: a floor has 64 bits"),
        ({"exponent": 3, "floor": 0}, "side: a floor has 64 bits"),
        ({"exponent": "9", "floor": hex(2**63)}, "side: '9' is a string; write the number 9"),
        ({"exponent": 0}, "side: a floor has an exponent and a floor"),
        ({"exponent": 0, "floor": 0, "more": 0}, "side: a floor has an exponent and a floor"),
        ([], r"side: \[\] is not"),
    ],
)
def test_what_is_no_number_is_refused(data: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        decode_number(data, "side")
