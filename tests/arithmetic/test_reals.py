"""Exact reals: laws of arithmetic, orders against enclosures by hand, equality by proof alone, caps that are told."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from fractions import Fraction
from math import factorial
from typing import Any

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic import balls
from exactua.arithmetic.reals import (
    LONGEST_TESTED,
    PI,
    PrecisionReached,
    Real,
    RealError,
    Value,
    exp,
    log,
    precision,
    prime_factors,
    sign,
    sqrt,
)
from exactua.errors import InputError

small = st.builds(mpq, st.integers(-12, 12), st.integers(1, 6))
positive = st.builds(mpq, st.integers(1, 40), st.integers(1, 12))


def combined(children: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    return st.one_of(
        st.builds(lambda a, b: a + b, children, children),
        st.builds(lambda a, b: a - b, children, children),
        st.builds(lambda a, b: a * b, children, children),
    )


leaves = st.one_of(small, small.map(exp), positive.map(log), positive.map(sqrt), st.just(PI))
reals = st.recursive(leaves, combined, max_leaves=5)


def series(x: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of e^x, |x| <= 12: Taylor's polynomial of degree 60, whose remainder is at most twice the next term."""
    total = sum((x**k / factorial(k) for k in range(61)), start=Fraction(0))
    remainder = 2 * abs(x) ** 61 / factorial(61)
    return total - remainder, total + remainder


@given(small)
def test_exponentials_lie_between_bounds_made_by_hand(x: mpq) -> None:
    low, high = series(Fraction(int(x.numerator), int(x.denominator)))
    assert mpq(low) <= exp(x) <= mpq(high)
    assert not exp(x) > mpq(high)
    assert not exp(x) < mpq(low)


@given(reals, reals, reals)
def test_arithmetic_has_the_laws_of_a_ring(a: Value, b: Value, c: Value) -> None:
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert a * (b + c) == a * b + a * c
    assert a - a == 0
    assert a + 0 == a
    assert a * 1 == a


@given(reals, reals)
def test_a_quotient_times_its_divisor_is_the_dividend(a: Value, b: Value) -> None:
    if sign(b) != 0:
        assert a / b * b == a


@given(small, small)
def test_exponentials_multiply_by_adding(a: mpq, b: mpq) -> None:
    assert exp(a) * exp(b) == exp(a + b)
    assert (exp(a) < exp(b)) == (a < b)


@given(positive, positive)
def test_logarithms_add_and_undo_exponentials(a: mpq, b: mpq) -> None:
    assert log(a * b) == log(a) + log(b)
    assert exp(log(a)) == a
    assert log(exp(a)) == a
    assert (log(a) < log(b)) == (a < b)


@given(positive, positive)
def test_roots_multiply(a: mpq, b: mpq) -> None:
    assert sqrt(a) * sqrt(b) == sqrt(a * b)
    assert sqrt(a) ** 2 == a
    assert sqrt(a * a) == a


@given(st.lists(small, min_size=1, max_size=4))
def test_softmax_sums_to_one_and_the_entropy_identity_holds(a: list[mpq]) -> None:
    whole = sum((exp(x) for x in a), start=mpq(0))
    p = [exp(x) / whole for x in a]
    assert sum(p, start=mpq(0)) == 1
    entropy = -sum((x * log(x) for x in p), start=mpq(0))
    assert log(whole) - entropy == sum((x * y for x, y in zip(a, p, strict=True)), start=mpq(0))


@given(reals)
def test_what_is_near_is_never_equal(x: Value) -> None:
    assert x != x + exp(mpq(-4000))
    assert x < x + exp(mpq(-4000))


def test_rational_values_are_rationals() -> None:
    for value in (exp(0), log(1), sqrt(mpq(9, 4)), exp(log(6)), log(exp(mpq(1, 3))), PI - PI, sqrt(2) * sqrt(8)):
        assert isinstance(value, type(mpq()))


def test_equality_without_a_proof_is_not_told() -> None:
    with precision(2048), pytest.raises(PrecisionReached, match="2048 bits"):
        _ = sqrt(3 + 2 * sqrt(2)) == 1 + sqrt(2)  # true, and by none of the rules


def test_a_higher_cap_decides_what_a_lower_one_does_not() -> None:
    near = exp(exp(1) + exp(-1000)) - exp(exp(1))
    with precision(512), pytest.raises(PrecisionReached):
        _ = near > 0
    assert near > 0


@pytest.mark.parametrize("bits", [63, 0, -1, 2**25, True, "64"])
def test_a_cap_that_is_none_is_refused(bits: int) -> None:
    with pytest.raises(InputError, match=r"precision: .* give a number of bits from 64 to 16777216"), precision(bits):
        pass


@pytest.mark.parametrize("make", [lambda: log(0), lambda: log(mpq(-1)), lambda: sqrt(-1), lambda: log(exp(1) - 3)])
def test_what_has_no_value_is_refused(make: object) -> None:
    with pytest.raises(RealError):
        make()  # type: ignore[operator]


def test_a_quotient_by_zero_is_refused() -> None:
    with pytest.raises(RealError):
        _ = exp(1) / (exp(mpq(1, 2)) ** 2 - exp(1))
    with pytest.raises(RealError):
        _ = exp(1) / 0


@given(reals)
def test_a_real_is_the_same_after_pickling(x: Value) -> None:
    again = pickle.loads(pickle.dumps(x))
    assert again == x
    assert not isinstance(x, Real) or again is x


@pytest.mark.parametrize(
    ("value", "text"),
    [(PI, "3.14159265359"), (-PI / 1000, "-0.00314159265359"), (exp(-100000), "3.56294956531e-43430"),
     (exp(30), "1.06864745815e13"), (log(2), "0.69314718056")],
)  # fmt: skip
def test_reals_are_shown_rounded(value: Value, text: str) -> None:
    assert str(value) == text


def test_the_root_of_a_square_is_the_absolute_value() -> None:
    negative = log(mpq(1, 2)) - 1
    assert sqrt(PI**2) is PI
    assert sqrt(9 * negative**4 * PI**3 / exp(2)) == 3 * negative**2 * PI * sqrt(PI) / exp(1)
    assert sqrt(negative**2) == -negative
    assert sqrt(8) == exp(log(8) / 2)


def test_powers_of_large_primes_are_taken_apart() -> None:
    prime = 10**9 + 7
    assert sqrt(prime**6) == prime**3
    assert log(prime**12) == 12 * log(prime)


@pytest.mark.parametrize(
    "built",
    [
        lambda: exp(10**12 * log(2)),
        lambda: exp(log(2) * 10**5) * exp(log(3) * 10**9),
        lambda: exp(log(PI / 2) - log(PI)) * exp(-(10**30) * log(2)),
    ],
)
def test_rationals_too_long_to_be_written_out_are_refused(built: Callable[[], Value]) -> None:
    with pytest.raises(RealError, match="a power with more than 100,000,000 bits"):
        built()


def test_what_has_no_bounds_is_shown_without_end_of_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balls, "DEFAULT_BITS", 256)
    with precision(256):
        assert str(exp(exp(exp(exp(10))))) == "(a number without bounds at 256 bits)"


def test_other_things_are_no_operands() -> None:
    for wrong in (lambda: PI < 0.5, lambda: PI + 0.5, lambda: PI ** mpq(1, 2), lambda: PI**0.5):
        with pytest.raises(TypeError):
            wrong()
    assert PI != 0.5
    assert PI ** mpq(2) == PI * PI


def test_the_last_try_is_at_the_cap_whatever_was_computed_before() -> None:
    with precision(100):
        assert exp(1 - mpq(1, 2**80)) < exp(1)
    fresh, known = (sqrt(exp(2) + k + mpq(1, 2**300)) - sqrt(exp(2) + k) for k in (1, 2))
    assert known > 0
    for number in (fresh, known):
        with precision(200), pytest.raises(PrecisionReached, match="undecided at 200 bits"):
            sign(number)


def test_undecided_comparisons_travel_between_processes() -> None:
    assert str(pickle.loads(pickle.dumps(PrecisionReached(96)))) == str(PrecisionReached(96))


def test_a_ball_does_not_hang_on_what_was_computed_before() -> None:
    """Rationals that stand for reals are read off it, such as the weights of a network."""

    def shown(*before: int) -> str:
        x = exp(mpq(1, 3)) / (exp(mpq(1, 7)) + sqrt(mpq(5)))
        for bits in before:
            balls.ball(x, bits)
        return str(balls.ball(x, 64).str(40, more=True))

    assert shown() == shown(128) == shown(4096, 128) == shown(64, 8192)


@pytest.mark.parametrize(
    ("value", "nearest"),
    [
        (exp(1), math.e),
        (-PI, -math.pi),
        (sqrt(2), math.sqrt(2)),
        (log(2), math.log(2)),
        (exp(-2000), 0.0),
        (1 + exp(-50) - exp(-51), 1.0),
    ],
)
def test_a_real_is_a_float_rounded_to_nearest(value: Any, nearest: float) -> None:
    assert float(value) == nearest


def test_a_real_that_no_float_is_near_to_is_an_error() -> None:
    with pytest.raises(OverflowError, match=r"1\.97007111402e434 is too large for a float"):
        float(exp(1000))
    tie = sqrt(3 + 2 * sqrt(2)) - sqrt(2) + mpq(1, 2**53)  # between two floats, and nothing proves it
    with pytest.raises(
        PrecisionReached, match=r"^which float is nearest to 1 is undecided at [0-9]+ bits of precision$"
    ):
        float(tie)


def test_a_real_is_compared_with_numbers_as_people_write_them() -> None:
    e = exp(1)
    assert "2.71" < e < "2.72"
    assert Fraction(5, 2) < e <= Fraction(11, 4)
    assert (e == "2.718", e != "3", e == Fraction(3), e == "e", e == None) == (False, True, False, False, False)  # noqa: E711
    for wrong in ("e", None, [3], 0.5):
        with pytest.raises(TypeError):
            _ = e < wrong


def test_a_real_that_is_0_by_proof_is_told_as_0_and_one_that_is_near_to_it_as_near() -> None:
    zero = (exp(1) / (exp(1) + 1) + 1 / (exp(1) + 1)) ** 2 - 1
    assert balls.shown(zero) == "0"
    near = exp(mpq(1, 10**200000)) - 1 - mpq(1, 10**200000)  # about 10^-400000 / 2, and no ball says so
    with precision(64):
        assert balls.shown(near).startswith("0 (to within ")
    assert balls.shown(exp(-1000) * mpq(1, 3)) == str(exp(-1000) * mpq(1, 3))


@pytest.mark.parametrize(
    ("squared", "shown"), [(mpq(2), "1.41421356237"), (mpq(4), "2"), (mpq(0), "0"), (mpq(1, 4), "0.5")]
)
def test_a_root_is_told_as_that_which_is_taken(squared: Any, shown: str) -> None:
    assert balls.shown_root(squared) == balls.shown(sqrt(squared)) == shown


def test_the_root_of_a_long_rational_is_told_without_its_factors() -> None:
    assert balls.shown_root(mpq(1, mpz(10) ** 2_000_000)) == "1e-1000000"
    assert balls.shown_root(mpq(3, mpz(2) ** 3_000_000)) == "1.75818534422e-451545"


@pytest.mark.parametrize(
    "factors",
    [
        (),
        ((2, 3), (3, 2)),
        ((9973, 2),),
        ((2, 20), (3, 5), (10007, 6)),
        ((10007, 1500),),  # longer than what is tested at a stroke
        ((5, 1), (10007 * 10009, 700)),
    ],
)
def test_factors_and_powers(factors: tuple[tuple[int, int], ...]) -> None:
    assert prime_factors(math.prod(factor**exponent for factor, exponent in factors)) == factors
    assert (10007**1500).bit_length() > LONGEST_TESTED
