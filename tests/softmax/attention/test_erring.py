"""Errors of an output: between their bounds, in ulps, counted in buckets, and what has none."""

from __future__ import annotations

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.float_formats import FLOAT16, FLOAT32, FLOAT64
from exactua.softmax.attention.enclosing import Head, Scale, enclosed
from exactua.softmax.attention.erring import EntryError, Errors, Spread, entries, ulp


@pytest.mark.parametrize(
    ("x", "expected"),
    [(1.0, 2.0**-10), (1.9, 2.0**-10), (2.0, 2.0**-9), (2.0**-14, 2.0**-24), (2.0**-20, 2.0**-24), (0.9, 2.0**-11)],
)
def test_units_in_the_last_place(x: float, expected: float) -> None:
    assert ulp(mpq(x), FLOAT16) == mpq(expected)


@given(st.floats(1e-30, 1e30))
def test_they_are_numpys(x: float) -> None:
    assert ulp(mpq(x), FLOAT64) == mpq(float(np.spacing(x)))


def test_bounds_of_an_entry() -> None:
    entry = EntryError((0, 1), mpq(3), mpq(2), mpq(1, 2))
    assert entry.absolute == (mpq(1, 2), mpq(3, 2))
    assert entry.relative == (mpq(1, 5), 1)
    assert entry.ulps(FLOAT32) == (mpq(1, 2) * 2**22, mpq(3, 2) * 2**23)
    near = EntryError((0, 1), mpq(0), mpq(1, 4), mpq(1, 2))
    assert (near.absolute, near.relative, near.ulps(FLOAT32)) == ((0, mpq(3, 4)), None, None)


@given(st.lists(st.fractions(min_value=0, max_value=10**6), min_size=1, max_size=60), st.fractions(0, 1))
def test_quantiles_are_above_and_close(errors: list, share) -> None:  # type: ignore[no-untyped-def, type-arg]
    spread = Spread()
    for number in errors:
        entry = EntryError((0,), mpq(number), mpq(0), mpq(0))
        spread.add(entry, entry.absolute)
    rank = max(-(-share.numerator * len(errors) // share.denominator), 1)
    exact = sorted(errors)[rank - 1]
    assert exact <= spread.quantile(mpq(share)) <= exact * (1 + mpq(1, 64))
    assert spread.greatest[1] == max(errors)


def test_what_is_not_finite_or_without_a_key_is_counted_apart() -> None:
    seen = np.array([[True, True], [False, False], [True, False]])
    head = Head(np.ones((3, 2)), np.eye(2), np.array([[1.0, -1.0], [3.0, 1.0]]), Scale(mpq(1)), seen)
    exact = enclosed(head, 80)
    output = np.array([[2.25, 0.0], [np.nan, np.nan], [np.inf, -1.0]])
    errors = Errors(FLOAT32)
    measured = list(errors.add(exact, output, (4,), 10))
    assert [entry.place for entry in measured] == [(4, 10, 0), (4, 10, 1), (4, 12, 1)]
    assert (errors.not_finite, errors.first_not_finite) == (1, (4, 12, 0))
    assert exact.defined.tolist() == [True, False, True]
    assert errors.without_relative == 1  # (1 - 1) / 2 is 0 exactly
    assert errors.absolute.count == 3
    lower, upper = errors.absolute.greatest
    assert lower <= mpq(1, 4) <= upper
    assert errors.absolute.worst == measured[0]
    assert list(entries(exact, output, (4,), 10)) == measured
