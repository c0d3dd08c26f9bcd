"""Affine forms over a simplex: what a comparison says is so at every point of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from exactua.proving.symbolic.forms import Form, Simplex
from exactua.proving.symbolic.polynomials import Polynomial
from exactua.proving.symbolic.signs import OPEN
from exactua.terms.evaluation import NotObserved

VARIABLES = 3
MOST_RAY = 3


def points(total: int) -> Iterator[tuple[int, ...]]:
    """All v_1, ..., v_k >= 0 with sum at most the total."""
    for cuts in combinations(range(total + VARIABLES), VARIABLES):
        ends = (-1, *cuts)
        yield tuple(b - a - 1 for a, b in pairwise(ends))


def value(form: Any, point: tuple[int, ...], ray: int = 0) -> Any:
    if not isinstance(form, Form):
        return mpq(form)
    variables = (*point, *(ray for _ in form.rays))
    parts = zip((*form.slopes, *form.rays), variables, strict=True)
    return (form.constant + sum(a * b for a, b in parts)) / mpq(form.denominator)


small = st.integers(-4, 4)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[int, Form, Form]:
    total = draw(st.integers(0, 4))
    simplex = Simplex(total, VARIABLES, 1)

    def form() -> Form:
        slopes = tuple(draw(small) for _ in range(VARIABLES))
        return Form(simplex, draw(small), slopes, (draw(small),), denominator=draw(st.integers(1, 3)))

    return total, form(), form()


@given(pairs())
def test_comparisons_hold_at_all_points(pair: tuple[int, Form, Form]) -> None:
    total, f, g = pair
    answers = ((f < g, "<"), (f <= g, "<="), (f == g, "="), (f != g, "!="), (f > g, ">"), (f >= g, ">="))
    for point in points(total):
        for ray in range(MOST_RAY):
            a, b = value(f, point, ray), value(g, point, ray)
            truth = {"<": a < b, "<=": a <= b, "=": a == b, "!=": a != b, ">": a > b, ">=": a >= b}
            for answer, relation in answers:
                assert answer is OPEN or answer == truth[relation]


@given(pairs())
def test_without_rays_inequalities_are_decided_exactly(pair: tuple[int, Form, Form]) -> None:
    total, f, g = pair
    f, g = (Form(Simplex(total, VARIABLES), form.constant, form.slopes, ()) for form in (f, g))
    truths = {value(f, point) <= value(g, point) for point in points(total)}
    assert (f <= g) is (OPEN if len(truths) == 2 else truths.pop())


@given(pairs(), small, st.integers(1, 4))
def test_arithmetic_is_that_of_values(pair: tuple[int, Form, Form], k: int, q: int) -> None:
    total, f, g = pair
    for point in points(total):
        a, b = value(f, point, 2), value(g, point, 2)
        results = [
            (f + g, a + b), (f - g, a - b), (-f, -a), (k - f, k - a), (k * f, k * a), (f * mpq(k, q), a * k / q),
            (f + mpq(k, q), a + mpq(k, q)), (f * mpz(k), a * k), (f.over(q), a / q), (f**1, a), (f**0, 1),
        ]  # fmt: skip
        for computed, wanted in results:
            assert value(computed, point, 2) == wanted


def test_what_is_not_affine_is_refused() -> None:
    simplex = Simplex(3, VARIABLES)
    x = simplex.variable(0)
    for wrong in (lambda: x * x, lambda: x**2, lambda: x.over(0), lambda: x.over(-1)):
        with pytest.raises(NotObserved):
            wrong()
    assert value(x * simplex.constant(3), (1, 1, 0)) == 3
    assert value(simplex.constant(3) ** 2, (0, 0, 0)) == 9


def test_nothing_is_known_of_a_line_but_that_it_is_itself() -> None:
    simplex = Simplex(3, VARIABLES)
    x, line = simplex.variable(0), simplex.line("entry")
    assert (line == simplex.line("other")) is OPEN
    assert (line + x - line <= 3) is True
    assert (2 * line - line == line) is True
    assert (line > x) is OPEN


def test_polynomials_are_compared_at_all_vertices() -> None:
    D = Polynomial({1: 1, 0: 3})
    simplex = Simplex(D - 3, 2)
    t, h = simplex.variable(0), simplex.variable(1)
    assert (t + h + 3 <= D) is True
    assert (D * t + h + 1 > 0) is True
    assert (t >= 1) is OPEN
    assert (D * t < D * (D - 1)) is True
    assert (D * t <= D * (D - 4)) is OPEN


def test_denominators_cancel() -> None:
    D = Polynomial({1: 1, 0: 2})
    t = Simplex(D - 1, 1).variable(0)
    assert (t.over(D) * D == t) is True
    assert (t.over(D) < 1) is True
