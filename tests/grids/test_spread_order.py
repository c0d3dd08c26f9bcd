"""Sets of columns by their spread: every point once, in the order that is said."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from exactua.grids.columns import ColumnSet
from exactua.grids.orbits import Orbits
from exactua.grids.spread_order import SpreadOrder, subsets_descending


def category1(K: int, n: int) -> Orbits:
    return Orbits(ColumnSet(1, [*range(K)], (), (1,)), n, "forbidden", "none")


def key(point: tuple[int, ...]) -> tuple[int, ...]:
    """W up, g_1, ..., g_(n-2) down, l_n up."""
    gaps = [second - first for first, second in pairwise(point)]
    return (point[-1] - point[0], *(-gap for gap in gaps[:-1]), point[-1])


@pytest.mark.parametrize(("K", "n"), [(5, 2), (7, 3), (7, 4), (8, 5), (6, 6), (4, 5)])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_every_point_once_in_order(K: int, n: int, size: int) -> None:
    order = SpreadOrder(category1(K, n))
    sequences = []
    for spread, start, stop in zip(order.spreads, order.starts(), order.starts()[1:], strict=False):
        points = [tuple(row) for batch in order.batches(spread, size) for row in batch.tolist()]
        assert len(points) == order.count(spread) == stop - start
        sequences += points
    joined = list(order.joined(order.spreads, size))
    assert [tuple(row) for batch in joined for row in batch.tolist()] == sequences
    assert all(len(batch) >= size for batch in joined[:-1])
    assert sequences == sorted(combinations(range(K), n), key=key)
    assert order.starts()[-1] == category1(K, n).count


@pytest.mark.parametrize(("K", "size"), [(4, 2), (5, 3), (3, 0), (3, 4), (4, 4)])
def test_subsets_from_the_last_to_the_first(K: int, size: int) -> None:
    batches = list(subsets_descending(K, size, 2))
    assert all(len(batch) <= 2 for batch in batches)
    subsets = np.concatenate([*batches, np.zeros((0, size), dtype=np.int64)]).tolist()
    assert [tuple(row) for row in subsets] == sorted(combinations(range(K), size), reverse=True)
