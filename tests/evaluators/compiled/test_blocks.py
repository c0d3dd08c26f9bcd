"""Rank ranges as boxes: every sequence exactly once, in order."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from exactua.evaluators.compiled.native import boxes


@given(st.integers(1, 4).flatmap(lambda n: st.tuples(*[st.lists(st.integers(0, 3), min_size=n, max_size=n)] * 2)))
def test_boxes_hold_each_sequence_of_the_range_once_and_in_order(ends: tuple[list[int], list[int]]) -> None:
    first, beyond = sorted(map(tuple, ends))
    n = len(first)
    covering = boxes(first, beyond, 4)
    assert len(covering) <= 2 * n - 1
    inside = [c for low, high in covering for c in product(*(range(a, b) for a, b in zip(low, high, strict=True)))]
    assert inside == [c for c in product(range(4), repeat=n) if first <= c < beyond]


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.integers(0, 3), min_size=n, max_size=n)))
def test_without_an_end_boxes_go_to_the_last_sequence(first: list[int]) -> None:
    covering = boxes(first, None, 4)
    inside = [c for low, high in covering for c in product(*(range(a, b) for a, b in zip(low, high, strict=True)))]
    assert inside == [c for c in product(range(4), repeat=len(first)) if c >= tuple(first)]


def test_a_range_without_sequences_has_no_boxes() -> None:
    assert boxes((1, 2), (1, 2), 4) == boxes((1, 3), (1, 2), 4) == []
