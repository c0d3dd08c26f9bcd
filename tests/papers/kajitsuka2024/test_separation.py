"""Constants of Definition 1: strict, near the best ones, and refused where there are none."""

from __future__ import annotations

from itertools import combinations

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.papers.kajitsuka2024.data_sets import tokens
from exactua.papers.kajitsuka2024.separation import (
    Separation,
    Token,
    above,
    below,
    difference,
    separation,
    squared_norm,
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
