"""Laws: three-valued logic, and signs of polynomials that hold for all t, r >= 0."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.proving.symbolic.polynomials import SECOND, Exponent, Polynomial, sign_of
from exactua.proving.symbolic.signs import OPEN, Unknown, at_most, below, joint, negated, zero
from exactua.terms.evaluation import NotObserved

VALUES = (True, False, OPEN)


def could_be(value: Any) -> set[bool]:
    return {True, False} if value is OPEN else {value}


@pytest.mark.parametrize(("a", "b"), list(product(VALUES, VALUES)))
def test_and_and_or_say_what_all_readings_of_open_say(a: Any, b: Any) -> None:
    for truth, readings in (
        (a & b, {x and y for x in could_be(a) for y in could_be(b)}),
        (a | b, {x or y for x in could_be(a) for y in could_be(b)}),
    ):
        assert could_be(truth) == readings or (truth is OPEN and len(readings) == 2)
        assert (truth is OPEN) == (len(readings) == 2)


def test_open_is_no_truth_value() -> None:
    with pytest.raises(NotObserved):
        bool(OPEN)
    assert ~OPEN is OPEN
    assert negated(OPEN) is OPEN


def test_an_unknown_number_is_equal_to_itself_alone() -> None:
    unknown, other = Unknown(), Unknown()
    assert (unknown == unknown) is True
    assert (unknown == other) is OPEN
    assert (unknown + 0 == unknown) is OPEN
    assert (2 * unknown < 3) is OPEN
    assert (3 - unknown).sign is None


SIGNS = {2: {1}, 1: {0, 1}, 0: {0}, -1: {-1, 0}, -2: {-1}, None: {-1, 0, 1}}
"""The signs that numbers of these classes may have."""


@given(st.lists(st.sampled_from([2, 1, 0, -1, -2, None]), min_size=1))
def test_a_joint_sign_allows_all_that_its_parts_allow(signs: list[int | None]) -> None:
    allowed = set().union(*(SIGNS[sign] for sign in signs))
    assert allowed <= SIGNS[joint(signs)]


@pytest.mark.parametrize("sign", list(SIGNS))
def test_answers_follow_from_signs(sign: int | None) -> None:
    for answer, relation in ((below, lambda x: x < 0), (at_most, lambda x: x <= 0), (zero, lambda x: x == 0)):
        truths = {relation(x) for x in SIGNS[sign]}  # type: ignore[no-untyped-call]
        computed = answer(sign)
        assert computed is OPEN or truths == {computed}
        assert (computed is OPEN) == (len(truths) == 2)


exponents = st.integers(0, 3)
polynomials = st.builds(
    Polynomial,
    st.dictionaries(st.builds(lambda i, j: i + SECOND * j, exponents, exponents), st.integers(-5, 5), max_size=5),
)


def value(polynomial: Any, t: int, r: int) -> Any:
    terms = Polynomial.of(polynomial).terms
    return sum(c * t ** (key % SECOND) * r ** (key // SECOND) for key, c in terms.items())


@given(polynomials, polynomials, st.integers(0, 4), st.integers(0, 4))
def test_arithmetic_is_that_of_values(p: Any, q: Any, t: int, r: int) -> None:
    a, b = value(p, t, r), value(q, t, r)
    assert value(p + q, t, r) == a + b
    assert value(p - q, t, r) == a - b
    assert value(p * q, t, r) == a * b
    assert value(p * 3 - 2, t, r) == a * 3 - 2
    assert value(mpq(1, 2) - p, t, r) == mpq(1, 2) - a
    assert value(p**3, t, r) == a**3


@given(polynomials, polynomials, st.integers(0, 4), st.integers(0, 4))
def test_what_signs_say_holds_at_all_values(p: Any, q: Any, t: int, r: int) -> None:
    a, b = value(p, t, r), value(q, t, r)
    for computed, truth in (
        (p < q, a < b),
        (p <= q, a <= b),
        (p > q, a > b),
        (p >= q, a >= b),
        (p == q, a == b),
        (p != q, a != b),
        (p <= 2, a <= 2),
        (mpq(1, 2) < p, mpq(1, 2) < a),
    ):
        assert computed is OPEN or computed == truth
    assert int(a > 0) - int(a < 0) in SIGNS[sign_of(p)]


def test_a_power_of_m_is_one_of_d() -> None:
    m, D = Polynomial({SECOND: 1, 0: 2}), Polynomial({1: 1, 0: 2})
    d = Exponent(1, 0, D, m)
    assert (3 * d).power_of(m).same(D**3)
    assert (2 * d + 1).power_of(m).same(D**2 * m)
    for exponent, base in ((d - 1, m), (-d, m), (d, D), (d, 3)):
        with pytest.raises(NotObserved):
            exponent.power_of(base)
    assert [(d >= 1) is True, (d < 1) is False, (d == 1) is OPEN, (3 - d <= 2) is True, (2 * d != 1) is True] == [
        True
    ] * 5
    assert (d > 1) is OPEN
    assert (d - d == 0) is True
    with pytest.raises(NotObserved):
        d * d
