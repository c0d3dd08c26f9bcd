"""Points that are too near to each other, against brute force."""

from __future__ import annotations

import itertools
import random

from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.deciding.large_runs.spilling import Gathered, repetition
from tests.deciding.test_tally import chunks_of, points_values

bounds = st.builds(mpq, st.integers(0, 9), st.integers(1, 3))
relations = st.sampled_from([">=", ">"])


def violated(numbers: list[int], bound: mpq, relation: str) -> bool:
    gaps = [abs(x - y) for x, y in itertools.combinations(numbers, 2)]
    return any(gap < bound if relation == ">=" else gap <= bound for gap in gaps)


@given(points_values, st.lists(st.integers(0, 9), max_size=3), bounds, relations, st.randoms(use_true_random=False))
def test_the_least_pair_and_the_count_against_brute_force(
    values: list[list[int]], cuts: list[int], bound: mpq, relation: str, order: random.Random
) -> None:
    half = len(values) // 2
    positions = [(0, k) if k < half else (1, k - half) for k in range(len(values))]
    bad = [
        (a, b)
        for a, b in itertools.combinations(range(len(values)), 2)
        if violated(values[a] + values[b], bound, relation)
    ]
    proximity = Gathered(chunks_of(values, cuts, order)).too_near(bound, relation)
    if not bad:
        assert proximity is None
        return
    assert proximity is not None
    a, b = bad[0]
    assert proximity.pair == (positions[a], positions[b])
    both = values[a] + values[b]
    assert proximity.distance == min(abs(x - y) for x, y in itertools.combinations(both, 2))
    guilty = [
        k
        for k in range(len(values))
        if violated(values[k], bound, relation)
        or any(
            violated([x, y], bound, relation)
            for j in range(len(values))
            if j != k
            for x in values[k]
            for y in values[j]
        )
    ]
    assert proximity.failures == len(guilty)


@given(points_values, st.lists(st.integers(0, 9), max_size=3), st.randoms(use_true_random=False))
def test_distinct_is_more_than_0_apart(values: list[list[int]], cuts: list[int], order: random.Random) -> None:
    repeated = repetition(chunks_of(values, cuts, order))
    near = Gathered(chunks_of(values, cuts, order)).too_near(mpq(0), ">")
    assert (repeated is None) == (near is None)
    if repeated is not None and near is not None:
        assert (repeated.pair, repeated.failures, 0) == (near.pair, near.failures, near.distance)
