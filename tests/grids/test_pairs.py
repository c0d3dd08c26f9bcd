"""Pairs: every ordered pair of points exactly once, in lexicographic order."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.grids.columns import ColumnSet, Progression
from exactua.grids.orbits import Orbits
from exactua.grids.pairs import Pairs
from exactua.grids.sequences import Sequences

COLUMNS = ColumnSet(1, Progression(mpq(0), mpq(1, 4), 4), (), (mpq(1),))


@pytest.mark.parametrize("of", [Orbits(COLUMNS, 2, "forbidden", "none"), Sequences(COLUMNS, 2)])
def test_each_pair_once_in_order(of: Orbits | Sequences) -> None:
    pairs = Pairs(of)
    points = [of.unrank(rank) for rank in range(of.count)]
    expected = [(*a, *b) for a, b in itertools.product(points, points)]
    assert (pairs.n, pairs.count) == (4, len(expected))
    assert [pairs.unrank(rank) for rank in range(pairs.count)] == expected
    for start, stop in [(0, pairs.count), (3, 4), (5, 17), (7, 7)]:
        assert list(map(tuple, pairs.batch(start, stop).tolist())) == expected[start:stop]
    assert [pairs.rank_of(pairs.matrix(rank)) for rank in range(pairs.count)] == list(range(pairs.count))


def test_no_pairs_of_nothing() -> None:
    none = Pairs(Orbits(COLUMNS, 5, "forbidden", "none"))
    assert none.count == 0
    assert none.batch(0, 0).shape == (0, 10)
    assert none.batch(0, 0).dtype == np.int64


def test_matrices_outside_are_refused() -> None:
    pairs = Pairs(Orbits(COLUMNS, 2, "forbidden", "none"))
    with pytest.raises(InputError, match=r"^matrix: a pair has 4 columns"):
        pairs.rank_of(((mpq(0), mpq(1, 4)),))
    with pytest.raises(InputError):
        pairs.unrank(pairs.count)
