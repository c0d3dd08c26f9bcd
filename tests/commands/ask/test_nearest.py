"""The nearest vectors of different classes, against all pairs."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import combinations

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.commands.ask.nearest import TooLong, nearest

small = st.fractions(min_value=-3, max_value=3, max_denominator=4)
large = st.integers(-(10**25), 10**25).map(Fraction)


@st.composite
def classified(draw: st.DrawFn) -> tuple[list[list[Fraction]], list[int] | None]:
    width, entry = draw(st.integers(1, 3)), draw(st.sampled_from([small, large, st.one_of(small, large)]))
    vectors = draw(st.lists(st.lists(entry, min_size=width, max_size=width), min_size=1, max_size=9))
    classes = st.lists(st.integers(0, 3), min_size=len(vectors), max_size=len(vectors))
    return vectors, draw(st.one_of(st.none(), classes))


@given(classified())
def test_it_is_the_least_of_all_pairs(given: tuple[list[list[Fraction]], list[int] | None]) -> None:
    vectors, classes = given
    labels = list(range(len(vectors))) if classes is None else classes
    pairs = [
        (sum(((x - y) ** 2 for x, y in zip(vectors[a], vectors[b], strict=True)), start=Fraction(0)), a, b)
        for a, b in combinations(range(len(vectors)), 2)
        if labels[a] != labels[b]
    ]
    closest = nearest([[mpq(x) for x in vector] for vector in vectors], classes)
    assert (None if closest is None else (closest.squared, closest.first, closest.second)) == min(pairs, default=None)


def test_it_ends_at_the_deadline() -> None:
    vectors = [(mpq(k), mpq(0)) for k in range(4)]
    with pytest.raises(TooLong, match="the distances of 4 vectors are too many for the budget"):
        nearest(vectors, deadline=time.monotonic() - 1)
    assert nearest(vectors, deadline=time.monotonic() + 60) == nearest(vectors)
