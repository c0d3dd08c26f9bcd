"""Polynomials: a ring, integrals over cubes that agree with exact quadrature, no order."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.polynomials import Polynomial, PolynomialError

rationals = st.builds(mpq, st.integers(-9, 9), st.integers(1, 4))
monomials = st.tuples(st.integers(0, 3), st.integers(0, 3))
polynomials = st.dictionaries(monomials, rationals, max_size=5).map(lambda terms: Polynomial(2, terms))


def at(polynomial: Polynomial, x: mpq, y: mpq) -> mpq:
    return sum((c * x**i * y**j for (i, j), c in polynomial.terms.items()), mpq(0))


@given(polynomials, polynomials, rationals, rationals)
def test_operations_are_those_of_the_values(p: Polynomial, q: Polynomial, x: mpq, y: mpq) -> None:
    assert at(p + q, x, y) == at(p, x, y) + at(q, x, y)
    assert at(p - q, x, y) == at(p, x, y) - at(q, x, y)
    assert at(p * q, x, y) == at(p, x, y) * at(q, x, y)
    assert at(2 - p * 3, x, y) == 2 - 3 * at(p, x, y)
    assert at(p**3, x, y) == at(p, x, y) ** 3


@given(polynomials, rationals.map(abs))
def test_the_integral_is_that_of_simpsons_rule_in_both_variables(p: Polynomial, side: mpq) -> None:
    # exact up to degree 3 in each variable
    nodes = [(mpq(0), mpq(1, 6)), (side / 2, mpq(4, 6)), (side, mpq(1, 6))]
    rule = sum((a * b * at(p, x, y) for (x, a), (y, b) in itertools.product(nodes, nodes)), mpq(0)) * side**2
    assert p.integral(side) == rule


def test_coefficients_may_be_batches() -> None:
    x = Polynomial.variable(0, 1)
    shifted = (x + Batch.of(np.array([0, 1, 2]))) ** 2
    integral = shifted.integral(mpq(1))
    assert [integral.value(k) for k in range(3)] == [mpq(1, 3), mpq(7, 3), mpq(19, 3)]
    assert [(Batch.of(np.array([5])) - x).integral(2).value(0)] == [8]


def test_polynomials_are_not_compared_and_do_not_explode() -> None:
    x = Polynomial.variable(0, 12)
    with pytest.raises(PolynomialError, match="not compared"):
        _ = x < 1
    with pytest.raises(PolynomialError, match="not compared"):
        _ = x == x
    everything = sum((Polynomial.variable(k, 12) for k in range(1, 12)), x + 1)
    with pytest.raises(PolynomialError, match=r"more than 200,000 monomials"):
        _ = everything**9
