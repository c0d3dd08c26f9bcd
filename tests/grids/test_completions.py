"""Closed forms: sets, multisets and multisets with a repeat, against counting them one by one."""

import itertools
import math

import pytest

from exactua.grids.completions import Repeats, bits_of_count, sorted_sequences


@pytest.mark.parametrize("repeats", ["allowed", "forbidden", "required"])
def test_counts_of_sorted_sequences(repeats: Repeats) -> None:
    for columns, length in itertools.product(range(6), range(6)):
        every = list(itertools.combinations_with_replacement(range(columns), length))
        repeated = sum(len(set(sequence)) < length for sequence in every)
        expected = {"allowed": len(every), "forbidden": len(every) - repeated, "required": repeated}
        assert sorted_sequences(columns, length, repeats) == expected[repeats]


def test_the_estimate_of_bits_is_close() -> None:
    for columns, n in (
        (81, 3),
        (2, 1000),
        (1000, 2),
        (1000, 1000),
        (10**30, 50),
        (10**400, 20),
        (50, 10**30),
    ):
        exact = math.log2(sorted_sequences(columns, n, "allowed"))
        assert exact - 1 <= bits_of_count(columns, n) <= exact + 60
        assert bits_of_count(columns, n) <= 1.01 * exact + 12
    assert bits_of_count(1, 10**30) == 0
    assert bits_of_count(0, 3) == 0
    assert bits_of_count(10**30, 10**30) == math.inf or bits_of_count(10**30, 10**30) > 10**30
