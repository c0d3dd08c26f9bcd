"""The lexicographic argument: what it shows holds for all pairs of points, and its points are as near as it says."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.proving.symbolic.forms import Form, Simplex
from exactua.proving.symbolic.polynomials import Polynomial
from exactua.proving.symbolic.separating import NotShown, corner_values, distances, nearest_points, splits

SIZE = 3


def points(total: int) -> list[tuple[int, ...]]:
    """All values of the variables 0, ..., SIZE, the last one making up the sum."""
    compositions = []
    for cuts in combinations(range(total + SIZE), SIZE):
        ends = (-1, *cuts, total + SIZE)
        compositions.append(tuple(b - a - 1 for a, b in pairwise(ends)))
    return compositions


def value(form: Form, point: tuple[int, ...]) -> Any:
    return form.constant + sum(a * b for a, b in zip(form.slopes, point[:SIZE], strict=True))


coefficients = st.lists(st.integers(-2, 12), min_size=SIZE, max_size=SIZE).map(tuple)


@given(coefficients, st.integers(0, 2), coefficients, st.integers(2, 4))
def test_what_is_shown_holds_for_all_pairs(slopes: Any, width: int, more: Any, total: int) -> None:
    simplex = Simplex(total, SIZE)
    low = Form(simplex, 0, slopes, ())
    high = Form(simplex, width, tuple(a + abs(b) % 2 for a, b in zip(slopes, more, strict=True)), ())
    shown = min(min(corner_values(distance, total)) for distance in distances(low, high, splits(low)))
    everywhere = points(total)
    apart = [
        max(value(low, p) - value(high, q), value(low, q) - value(high, p)) for p, q in combinations(everywhere, 2)
    ]
    if shown > 0:
        assert min(apart) >= shown


@given(coefficients, st.integers(2, 5))
def test_the_points_at_a_corner_are_as_near_as_it_says(slopes: Any, total: int) -> None:
    form = Form(Simplex(total, SIZE), 0, slopes, ())
    for nearest in distances(form, form, splits(form)):
        for corner, distance in enumerate(corner_values(nearest, total)):
            upper, lower = nearest_points(nearest, total, corner)
            assert upper != lower
            assert sum(upper) == sum(lower) == total
            assert value(form, upper) - value(form, lower) == distance


def test_splits_end_with_single_variables() -> None:
    form = Form(Simplex(5, SIZE), 0, (1, 9, 20), ())
    order = splits(form)
    assert [(split.up, split.down) for split in order] == [((2,), (0, 1, 3)), ((1,), (0, 3)), ((0,), (3,))]


def test_the_order_of_lemma_10() -> None:
    # W up, then g_1, ..., g_(n-2) down, then l_n up: the largest id after the sweep, at n = 3 for all D
    D = Polynomial({1: 1, 0: 4})
    form = Form(Simplex(D - 3, 3), 0, (1, D**3 - D**2 + 1, D**3 - D + 1), ())
    order = splits(form)
    assert [(split.up, split.down) for split in order] == [((1, 2), (0, 3)), ((2,), (1,)), ((0,), (3,))]
    for nearest in distances(form, form, order):
        assert all(
            polynomial.sign == 2 for polynomial in map(Polynomial.of, corner_values(nearest, form.simplex.total))
        )


def test_equal_coefficients_are_not_told_apart() -> None:
    form = Form(Simplex(3, SIZE), 0, (5, 5, 9), ())
    assert min(min(corner_values(distance, 3)) for distance in distances(form, form, splits(form))) <= 0


def test_rays_and_lines_are_refused() -> None:
    simplex = Simplex(3, SIZE, 1)
    form = simplex.variable(0)
    with pytest.raises(NotShown):
        distances(form, form, splits(form))
    lined = Simplex(3, SIZE).line("entry")
    with pytest.raises(NotShown):
        distances(lined, lined, splits(lined))
