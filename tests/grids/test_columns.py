"""Columns: a bijection between numbers and columns in order of ids, counted without being listed."""

import itertools
import time

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.grids.columns import ColumnSet, CountTooLarge, Progression, TooManyColumns


def plus_grid(d: int, n: int, m: int) -> ColumnSet:
    """The columns of G+_delta with delta = 1/m (Yun et al. 2020, App. E.3)."""
    return ColumnSet(d, Progression(mpq(0), mpq(1, m), m), [mpq(-(m ** (n * d)))], [mpq(m) ** i for i in range(d)])


INTERLEAVED = ColumnSet(2, [mpq(0), mpq(1), mpq(2)], [mpq(1, 2)], [mpq(1), mpq(5, 3)])
WIDE = ColumnSet(2, [mpq(0), mpq(1, 2)], [mpq(-(10**40))], [mpq(1), mpq(2)])
SETS = [plus_grid(1, 2, 3), plus_grid(2, 3, 2), plus_grid(3, 2, 3), INTERLEAVED, WIDE]


@pytest.mark.parametrize("columns", SETS)
def test_columns_are_all_the_tuples_in_order_of_their_ids(columns: ColumnSet) -> None:
    levels = columns.levels.listed() if isinstance(columns.levels, Progression) else columns.levels
    every = itertools.product(levels + columns.specials, repeat=columns.d)
    expected = sorted(every, key=lambda column: sum(u * x for u, x in zip(columns.ids, column, strict=True)))
    assert [columns.column(k) for k in range(columns.count)] == expected
    assert len(expected) == columns.count
    special = [any(x in columns.specials for x in column) for column in expected]
    assert columns.special_mask().tolist() == special
    assert (sum(special), len(special) - sum(special)) == (columns.count - columns.regular_count, columns.regular_count)
    for k, column in enumerate(expected):
        assert columns.number(column) == k
        assert columns.special(k) == special[k]
        assert columns.id(k) == sum(u * x for u, x in zip(columns.ids, column, strict=True))


def test_special_columns_interleave_with_regular_ones_where_ids_do() -> None:
    mask = INTERLEAVED.special_mask().tolist()
    assert [True, False, True] in [mask[k : k + 3] for k in range(len(mask))]
    assert [False, True, False] in [mask[k : k + 3] for k in range(len(mask))]


def test_in_the_paper_ids_of_regular_columns_are_a_bijection_and_special_columns_come_first() -> None:
    columns = plus_grid(2, 3, 4)
    first = columns.count - columns.regular_count
    assert columns.special_mask().tolist() == [True] * first + [False] * columns.regular_count
    assert columns.scaled_ids(4)[first:].tolist() == list(range(16))


def test_the_regular_columns_are_a_set_of_their_own() -> None:
    regular = INTERLEAVED.regular()
    kept = [k for k in range(INTERLEAVED.count) if not INTERLEAVED.special(k)]
    assert [regular.column(k) for k in range(regular.count)] == [INTERLEAVED.column(k) for k in kept]
    assert regular.regular() is regular


def test_scaled_ids_are_exact_in_both_representations() -> None:
    for columns, denominator in (
        (INTERLEAVED, 6),
        (INTERLEAVED, -12),
        (WIDE, 2),
        (plus_grid(2, 3, 2), 2**70),
    ):
        scaled = columns.scaled_ids(denominator)
        assert [int(value) for value in scaled] == [columns.id(k) * denominator for k in range(columns.count)]
        small = all(abs(int(value)) < 2**62 for value in scaled)
        assert scaled.dtype == (np.dtype(np.int64) if small else np.dtype(object))
    edge = ColumnSet(1, [mpq(1)], [], [mpq(2) ** 61])
    assert edge.scaled_ids(1).dtype == np.int64
    assert edge.scaled_ids(2).dtype == object
    tiny = ColumnSet(1, [mpq(0), mpq(1)], [], [mpq(1, 2**80)])
    assert tiny.scaled_ids(2**80).tolist() == [0, 1]
    with pytest.raises(
        InputError, match=r"^denominator: 3 times the id 1/1208925819614629174706176 is not an integer$"
    ):
        tiny.scaled_ids(3)


@pytest.mark.parametrize("columns", SETS)
def test_common_ids_are_the_ids_and_can_not_be_written(columns: ColumnSet) -> None:
    denominator, ids = columns.common_ids()
    assert [mpq(int(value), denominator) for value in ids] == [columns.id(k) for k in range(columns.count)]
    with pytest.raises(ValueError, match="read-only"):
        ids[0] = 0


def test_matrices_and_column_numbers() -> None:
    columns = plus_grid(2, 3, 2)
    matrix = ((mpq(0), mpq(1, 2), mpq(-64)), (mpq(1, 2), mpq(0), mpq(0)))
    numbers = columns.numbers(matrix)
    assert columns.matrix(numbers) == matrix
    assert [columns.id(k) for k in numbers] == [mpq(1), mpq(1, 2), mpq(-64)]


def test_an_entry_off_the_grid_is_named() -> None:
    columns = plus_grid(2, 3, 8)
    with pytest.raises(InputError, match=r"^row 2, column 3: 1/3 is not on the grid \{-262144, 0, 1/8, \.\.\., 7/8\}$"):
        columns.numbers(((mpq(0),) * 3, (mpq(0), mpq(1, 8), mpq(1, 3))))
    with pytest.raises(InputError, match=r"^row 1, column 1: -1 is not on the grid \{1/2, 0, 1, 2\}$"):
        INTERLEAVED.number((mpq(-1), mpq(0)))
    with pytest.raises(InputError, match=r"^column 1: 1 entry; the columns of this grid have 2$"):
        columns.number((mpq(0),))
    for ragged in (((mpq(0),),), ((mpq(0),), (mpq(0), mpq(0)))):
        with pytest.raises(InputError, match=r"^matrix: not a matrix of 2 rows of equal length$"):
            columns.numbers(ragged)
    with pytest.raises(InputError, match=r"^column number 81: this grid has 81 columns, numbered from 0$"):
        columns.column(81)
    with pytest.raises(InputError, match=r"^column number -1: "):
        columns.id(-1)


def test_equal_ids_are_refused_with_both_columns() -> None:
    columns = ColumnSet(2, [mpq(0), mpq(1, 2)], [], [mpq(1), mpq(1)])
    assert columns.count == 4
    with pytest.raises(
        InputError,
        match=r"^ids: columns \(1/2, 0\) and \(0, 1/2\) have the same id 1/2; ids must all differ$",
    ):
        columns.column(0)
    with pytest.raises(InputError, match="have the same id"):
        ColumnSet(2, [mpq(0), mpq(10) ** 40], [], [mpq(1), mpq(1)]).column(0)


def test_bad_grids_are_refused() -> None:
    single = [mpq(1)]
    with pytest.raises(InputError, match=r"^d: 0 is not a number of rows; a column has at least one entry$"):
        ColumnSet(0, single, [], [])
    with pytest.raises(InputError, match=r"^ids: 1 number for columns of 2 entries; give one number per row$"):
        ColumnSet(2, single, [], single)
    for levels, specials in (([mpq(1), mpq(1)], []), (single, single), ([], [mpq(1), mpq(1)])):
        with pytest.raises(InputError, match=r"^levels: 1 is given twice; levels and special levels all differ$"):
            ColumnSet(1, levels, specials, single)
    with pytest.raises(InputError, match=r"^levels: 1 is given twice"):
        ColumnSet(1, Progression(mpq(0), mpq(1, 10**9), 10**30), single, single)
    with pytest.raises(InputError, match=r"^levels: 0\.1 is a float"):
        ColumnSet(1, [0.1], [], single)


def test_huge_grids_are_counted_and_not_listed() -> None:
    started = time.perf_counter()
    columns = plus_grid(100, 50, 100)
    assert columns.count == 101**100
    assert columns.regular_count == 100**100
    assert ColumnSet(2, Progression(mpq(0), mpq(1), 10**30), [], [mpq(1), mpq(1)]).count == 10**60
    with pytest.raises(TooManyColumns, match=r"^the grid has about 10\^200 columns; at most 2,000,000 can be listed$"):
        columns.column(0)
    with pytest.raises(TooManyColumns, match=r"^the grid has 2,000,001 columns; at most 2,000,000 can be listed$"):
        ColumnSet(1, Progression(mpq(0), mpq(1), 2_000_001), [], [mpq(1)]).number((mpq(0),))
    assert time.perf_counter() - started < 1
    with pytest.raises(
        CountTooLarge, match=r"^the number of columns has about 3,000,000 decimal digits; at most 602,059"
    ):
        _ = ColumnSet(100_000, Progression(mpq(0), mpq(1), 10**30), [], [mpq(1)] * 100_000).count


def test_a_grid_without_levels_has_no_columns() -> None:
    empty = ColumnSet(2, [], [], [mpq(1), mpq(2)])
    assert empty.count == 0
    assert empty.scaled_ids(1).tolist() == []
    assert empty.special_mask().tolist() == []
