"""Constants of Definition 1: strict, near the best ones, and refused where there are none; and rational unit vectors:
of norm 1, each once, and far enough from being orthogonal to differences."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.reals import PI
from exactua.errors import InputError
from exactua.papers.kajitsuka2024 import separation as separation_module
from exactua.papers.kajitsuka2024.data_sets import tokens
from exactua.papers.kajitsuka2024.separation import (
    PI_FROM_BELOW,
    Separation,
    Token,
    above,
    along,
    below,
    difference,
    keeps_apart,
    rational_unit_vectors,
    separation,
    squared_norm,
    unit_vector,
)

entries = st.fractions(min_value=-9, max_value=9, max_denominator=12).map(mpq)
vocabularies = st.lists(st.tuples(entries, entries).filter(any), min_size=1, max_size=5, unique=True)


@settings(max_examples=30)
@given(vocabularies)
def test_what_is_found_separates_the_tokens(vocabulary: list[Token]) -> None:
    constants = separation(vocabulary)
    assert constants.holds(vocabulary)
    assert constants.r_max**2 < max(map(squared_norm, vocabulary)) * mpq(103, 100)
    assert constants.r_min**2 > min(map(squared_norm, vocabulary)) * mpq(97, 100)


@given(st.fractions(min_value="1/1000", max_value=10**9).map(mpq), st.integers(1, 8))
def test_decimals_are_strictly_on_their_side(square: mpq, digits: int) -> None:
    low, high = below(square, digits), above(square, digits)
    assert low**2 < square < high**2
    assert high - low <= 2 * mpq(10) ** (1 - digits) * high


def test_each_condition_is_strict() -> None:
    vocabulary = tokens(1, -1)
    assert Separation(mpq(1, 2), mpq(3, 2), mpq(1)).holds(vocabulary)
    for broken in ((1, mpq(3, 2), 1), (mpq(1, 2), 1, 1), (mpq(1, 2), mpq(3, 2), 2), (mpq(1, 2), mpq(3, 2), 0)):
        assert not Separation(*map(mpq, broken)).holds(vocabulary)


def test_a_distance_may_be_less_than_every_norm() -> None:
    near = tokens((3, 0), (3, "1/100"))
    constants = separation(near)
    assert constants.epsilon < mpq(1, 100) < constants.r_min
    assert all(squared_norm(difference(x, y)) > constants.epsilon**2 for x, y in combinations(near, 2))


def test_what_has_no_constants_is_refused() -> None:
    for vocabulary, sentence in (
        ((), "vocabulary: there is no token; give at least one"),
        (tokens(1, 1), "vocabulary: a token is given twice; give each once"),
        (tokens(1, 0), r"vocabulary: it has the token 0, and r_min > 0 has to be less than the norm of every token"),
    ):
        with pytest.raises(InputError, match=f"^{sentence}$"):
            separation(vocabulary)


# Rational unit vectors

small_entries = st.fractions(min_value=-3, max_value=3, max_denominator=6).map(mpq)


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_they_are_unit_vectors_and_different(d: int) -> None:
    vectors = list(islice(rational_unit_vectors(d), 40))
    assert len(set(vectors)) == len(vectors) == (2 if d == 1 else 40)
    assert all(squared_norm(v) == 1 for v in vectors)


@settings(max_examples=30)
@given(st.lists(st.tuples(small_entries, small_entries, small_entries), min_size=1, max_size=4, unique=True))
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
    monkeypatch.setattr(separation_module, "MOST_TRIED", 1)
    with pytest.raises(
        InputError, match=r"^no unit vector 1 for eq\. \(72\) among 1 rational ones; give fewer points$"
    ):
        unit_vector(tokens((0, 0), (1, 0)))
