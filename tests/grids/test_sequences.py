"""Sequences: every ordered sequence of columns exactly once, in lexicographic order."""

import itertools

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.grids.columns import ColumnSet, CountTooLarge, Progression
from exactua.grids.sequences import Sequences

COLUMNS = ColumnSet(2, [mpq(0), mpq(1)], [mpq(1, 2)], [mpq(1), mpq(5, 3)])
LARGE = Sequences(COLUMNS, 60)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_each_sequence_once_in_order(n: int) -> None:
    domain = Sequences(COLUMNS, n)
    expected = list(itertools.product(range(9), repeat=n))
    assert domain.count == len(expected) == 9**n
    assert list(map(tuple, domain.batch(0, domain.count).tolist())) == expected
    assert [domain.unrank(rank) for rank in range(domain.count)] == expected
    assert [domain.rank(sequence) for sequence in expected] == list(range(domain.count))


@given(st.integers(0, 9**60 - 4))
def test_beyond_64_bits_batches_fall_back_to_unrank(rank: int) -> None:
    assert LARGE.count == 9**60
    batch = LARGE.batch(rank, rank + 3)
    assert list(map(tuple, batch.tolist())) == [LARGE.unrank(rank + k) for k in range(3)]
    assert [LARGE.rank(row) for row in batch.tolist()] == [rank, rank + 1, rank + 2]


def test_the_order_of_columns_counts() -> None:
    domain = Sequences(COLUMNS, 2)
    matrix = ((mpq(0), mpq(1)), (mpq(1, 2), mpq(0)))
    swapped = ((mpq(1), mpq(0)), (mpq(0), mpq(1, 2)))
    assert domain.rank_of(matrix) != domain.rank_of(swapped)
    assert domain.matrix(domain.rank_of(matrix)) == matrix


def test_matrices_outside_are_refused() -> None:
    domain = Sequences(COLUMNS, 2)
    with pytest.raises(InputError, match=r"^row 2, column 1: 3 is not on the grid \{1/2, 0, 1\}$"):
        domain.rank_of(((mpq(0), mpq(0)), (mpq(3), mpq(0))))
    with pytest.raises(InputError, match=r"^matrix: 1 column; the sequences of this domain have 2$"):
        domain.rank_of(((mpq(0),), (mpq(0),)))
    with pytest.raises(InputError, match=r"^sequence: \(0, 9\) is not a sequence of column numbers$"):
        domain.rank([0, 9])


def test_huge_and_empty_counts() -> None:
    huge = ColumnSet(1, Progression(mpq(0), mpq(1), 10**30), [], [mpq(1)])
    assert Sequences(huge, 50).count == 10**1500
    with pytest.raises(CountTooLarge, match=r"^the number of sequences has about 30,000,000 decimal digits"):
        _ = Sequences(huge, 10**6).count
    empty = Sequences(ColumnSet(1, [], [], [mpq(1)]), 2)
    assert empty.count == 0
    assert empty.batch(0, 0).shape == (0, 2)
