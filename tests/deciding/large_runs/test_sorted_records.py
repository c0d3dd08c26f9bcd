"""Columns of fixed width: the same integers back, in the same order."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from exactua.deciding.large_runs.sorted_records import NARROW, packed, unpacked, width_of

integers = st.integers(0, 200).flatmap(lambda bits: st.integers(-(2**bits), 2**bits))
edges = st.sampled_from(
    [sign * (2**bits) + off for sign in (1, -1) for bits in (62, 63, 127, 191) for off in (-1, 0, 1)]
)


@given(st.lists(integers | edges, min_size=1, max_size=20), st.integers(0, 2))
def test_columns_give_the_integers_back_and_sort_like_them(values: list[int], more: int) -> None:
    width = width_of(min(values), max(values)) + 8 * more * 2
    column = packed(np.array(values, dtype=object), width)
    assert column.dtype.itemsize == width
    assert unpacked(column).tolist() == values
    assert unpacked(np.sort(column)).tolist() == sorted(values)
    assert [bool(a == b) for a in column for b in column] == [a == b for a in values for b in values]


@given(st.lists(st.integers(-(2**62) + 1, 2**62 - 1), min_size=1, max_size=20), st.sampled_from([16, 24, 40]))
def test_64_bit_integers_are_widened_as_python_integers_are(values: list[int], width: int) -> None:
    fast = packed(np.array(values, dtype=np.int64), width)
    assert fast.tolist() == packed(np.array(values, dtype=object), width).tolist()
    assert unpacked(fast).tolist() == values


def test_the_least_width_is_taken() -> None:
    assert width_of(-(2**62) + 1, 2**62 - 1) == NARROW
    assert width_of(-(2**62), 0) == width_of(0, 2**62) == width_of(-(2**127), 2**127 - 1) == 16
    assert width_of(0, 2**127) == width_of(-(2**127) - 1, 0) == 24


def test_an_integer_that_does_not_fit_is_no_other_integer() -> None:
    for value in (2**127, -(2**127) - 1):
        try:
            packed(np.array([value], dtype=object), 16)
        except OverflowError:
            continue
        raise AssertionError(value)
