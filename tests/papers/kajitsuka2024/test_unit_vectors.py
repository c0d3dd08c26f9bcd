"""Rational unit vectors: of norm 1, each once, and far enough from being orthogonal to differences."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.reals import PI
from exactua.errors import InputError
from exactua.papers.kajitsuka2024 import unit_vectors
from exactua.papers.kajitsuka2024.data_sets import tokens
from exactua.papers.kajitsuka2024.separation import Token, difference, squared_norm
from exactua.papers.kajitsuka2024.unit_vectors import (
    PI_FROM_BELOW,
    along,
    keeps_apart,
    rational_unit_vectors,
    unit_vector,
)

entries = st.fractions(min_value=-3, max_value=3, max_denominator=6).map(mpq)


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_they_are_unit_vectors_and_different(d: int) -> None:
    vectors = list(islice(rational_unit_vectors(d), 40))
    assert len(set(vectors)) == len(vectors) == (2 if d == 1 else 40)
    assert all(squared_norm(v) == 1 for v in vectors)


@settings(max_examples=30)
@given(st.lists(st.tuples(entries, entries, entries), min_size=1, max_size=4, unique=True))
def test_what_is_found_satisfies_72(points: list[Token]) -> None:
    v = unit_vector(points)
    assert squared_norm(v) == 1
    for x, y in combinations(points, 2):
        gap = difference(x, y)
        assert (
            8 * squared_norm(gap)
            <= PI * 3 * len(points) ** 4 * along(v, gap) ** 2
            <= PI * 3 * len(points) ** 4 * squared_norm(gap)
        )


def test_pi_is_bounded_from_below() -> None:
    assert PI_FROM_BELOW < PI < PI_FROM_BELOW + mpq(1, 10_000)


def test_a_vector_that_is_orthogonal_to_a_difference_is_passed_over() -> None:
    points = tokens((0, 0), (1, 0))
    assert not keeps_apart((mpq(0), mpq(1)), points)
    assert next(rational_unit_vectors(2)) == (0, 1) != unit_vector(points)


def test_the_numbered_ones_are_different() -> None:
    points = tokens((0, 0), (1, 0), (1, 1))
    assert len({unit_vector(points, k) for k in (1, 2, 3)}) == 3


def test_what_has_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"^points: there is none, so d is not known; give at least one$"):
        unit_vector([])
    monkeypatch.setattr(unit_vectors, "MOST_TRIED", 1)
    with pytest.raises(
        InputError, match=r"^no unit vector 1 for eq\. \(72\) among 1 rational ones; give fewer points$"
    ):
        unit_vector(tokens((0, 0), (1, 0)))
