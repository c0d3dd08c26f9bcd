"""Interpolation: a polynomial is found from some of its values and confirmed by all others, or refused."""

from __future__ import annotations

from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.commands.sharpen.interpolation import Fit, fit, through

coefficients = st.lists(st.fractions(-50, 50, max_denominator=9).map(mpq), min_size=1, max_size=5)
arguments = st.lists(st.integers(-30, 30), min_size=1, max_size=9, unique=True)


@given(coefficients, arguments)
def test_a_polynomial_is_found_again_if_two_values_confirm_it(known, xs):
    polynomial = Fit(tuple(known), 0)
    fitted = fit({x: polynomial(x) for x in xs})
    true_degree = max((k for k, value in enumerate(known) if value), default=0)
    if len(xs) >= true_degree + 3:
        assert fitted is not None
        assert fitted.coefficients == tuple(known[: true_degree + 1])
        assert fitted.confirmed == len(xs) - true_degree - 1
    elif fitted is not None:  # one of a lower degree goes through all of them
        assert fitted.degree < true_degree
        assert all(fitted(x) == polynomial(x) for x in xs)


@given(
    st.lists(st.tuples(st.integers(-30, 30), st.integers(-99, 99)), min_size=1, max_size=7, unique_by=lambda p: p[0])
)
def test_newton_goes_through_every_point(points):
    fitted = Fit(through(points), 0)
    assert [fitted(x) for x, _ in points] == [y for _, y in points]
    assert fitted.degree < len(points)


@given(coefficients, st.integers(0, 7), st.integers(1, 9))
def test_one_wrong_value_is_seen(known, place, error):
    polynomial = Fit(tuple(known), 0)
    values = {x: polynomial(x) for x in range(8)}
    values[place] += error
    fitted = fit(values)
    assert fitted is None or all(fitted(x) == y for x, y in values.items())


def test_what_nothing_confirms_is_no_fit():
    assert fit({}) is None
    assert fit({1: mpq(1), 2: mpq(4)}) is None
    assert fit({1: mpq(1), 2: mpq(4), 3: mpq(9), 4: mpq(16)}) is None  # three determine it, and one is left
    assert fit({1: mpq(1), 2: mpq(4), 3: mpq(9), 4: mpq(16), 5: mpq(25)}).text("m") == "m^2"


def test_text():
    assert Fit((mpq(2), mpq(-1), mpq(-1), mpq(2)), 2).text("D") == "2 D^3 - D^2 - D + 2"
    assert Fit((mpq(0), mpq(-1)), 2).text("m") == "-m"
    assert Fit((mpq(1, 2), mpq(0), mpq(-3, 2)), 2).text("m") == "-3/2 m^2 + 1/2"
    assert Fit((mpq(0),), 2).text("m") == "0"
