"""Orbits: each exactly once, in lexicographic order, for every choice of repeats and specials."""

from __future__ import annotations

import itertools
import math
import time
from typing import get_args

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.grids.columns import ColumnSet, CountTooLarge, Progression, TooManyColumns
from exactua.grids.orbits import Orbits, Repeats, Specials, bits_of_count, sorted_sequences

KINDS = list(itertools.product(get_args(Repeats), get_args(Specials)))


def plus_grid(d: int, n: int, m: int) -> ColumnSet:
    """The columns of G+_delta with delta = 1/m (Yun et al. 2020, App. E.3)."""
    return ColumnSet(d, Progression(mpq(0), mpq(1, m), m), [mpq(-(m ** (n * d)))], [mpq(m) ** i for i in range(d)])


INTERLEAVED = ColumnSet(2, [mpq(0), mpq(1)], [mpq(1, 2)], [mpq(1), mpq(5, 3)])
ALTERNATING = ColumnSet(1, [mpq(0), mpq(2), mpq(4), mpq(6)], [mpq(1), mpq(3), mpq(7)], [mpq(1)])
WITHOUT_SPECIALS = ColumnSet(1, [mpq(0), mpq(2), mpq(4)], [], [mpq(1)])
ONE = ColumnSet(1, [mpq(0)], [], [mpq(1)])
NONE = ColumnSet(1, [], [], [mpq(1)])
SMALL = [
    *((plus_grid(d, n, m), n) for d, n, m in [(1, 1, 2), (1, 3, 3), (1, 4, 2), (2, 2, 2), (2, 3, 2)]),
    *((columns, n) for columns in (INTERLEAVED, ALTERNATING) for n in (1, 2, 3, 4)),
    *((columns, n) for columns in (WITHOUT_SPECIALS, ONE, NONE) for n in (1, 2, 4)),
]


def brute_force(domain: Orbits) -> list[tuple[int, ...]]:
    """All sequences of the domain by trying every sequence of column numbers."""
    kept = []
    for sequence in itertools.product(range(domain.columns.count), repeat=domain.n):
        repeated = len(set(sequence)) < domain.n
        special = any(domain.columns.special(k) for k in sequence)
        if (
            sequence == tuple(sorted(sequence))
            and {"allowed": True, "forbidden": not repeated, "required": repeated}[domain.repeats]
            and {"none": not special, "allowed": True, "required": special}[domain.specials]
        ):
            kept.append(sequence)
    return kept


@pytest.mark.parametrize(("repeats", "specials"), KINDS)
@pytest.mark.parametrize(("columns", "n"), SMALL)
def test_each_orbit_once_in_order(columns: ColumnSet, n: int, repeats: Repeats, specials: Specials) -> None:
    domain = Orbits(columns, n, repeats, specials)
    expected = brute_force(domain)
    assert domain.count == len(expected)
    assert list(map(tuple, domain.batch(0, domain.count).tolist())) == expected
    assert list(domain.sequences()) == expected
    assert [domain.unrank(rank) for rank in range(domain.count)] == expected
    assert [domain.rank(sequence) for sequence in expected] == list(range(domain.count))
    members = set(expected)
    for sequence in itertools.product(range(domain.columns.count), repeat=n):
        if sequence not in members:
            with pytest.raises(InputError):
                domain.rank(sequence)


@pytest.mark.parametrize(("repeats", "specials"), KINDS)
def test_every_matrix_finds_its_orbit(repeats: Repeats, specials: Specials) -> None:
    domain = Orbits(INTERLEAVED, 3, repeats, specials)
    levels = (mpq(0), mpq(1), mpq(1, 2))
    ranks = set()
    for entries in itertools.product(levels, repeat=6):
        matrix = (entries[:3], entries[3:])
        tokens = list(zip(*matrix, strict=True))
        repeated, special = len(set(tokens)) < 3, mpq(1, 2) in entries
        if {"allowed": True, "forbidden": not repeated, "required": repeated}[repeats] and {
            "none": not special,
            "allowed": True,
            "required": special,
        }[specials]:
            rank = domain.rank_of(matrix)
            assert sorted(zip(*domain.matrix(rank), strict=True)) == sorted(tokens)
            ranks.add(rank)
        else:
            with pytest.raises(InputError):
                domain.rank_of(matrix)
    assert ranks == set(range(domain.count))


def test_counts_of_the_papers_categories() -> None:
    columns = plus_grid(2, 3, 2)
    assert Orbits(columns, 3).count == 165
    assert Orbits(columns, 3, "forbidden", "none").count == 4
    assert Orbits(columns, 3, "required", "none").count == 16
    assert Orbits(columns, 3, "allowed", "required").count == 145
    assert Orbits(plus_grid(2, 3, 8), 3).count == 91_881


def test_without_specials_the_columns_are_the_regular_ones() -> None:
    domain = Orbits(INTERLEAVED, 2, "allowed", "none")
    assert domain.columns.count == 4
    with pytest.raises(InputError, match=r"^row 1, column 2: 1/2 is not on the grid \{0, 1\}$"):
        domain.rank_of(((mpq(0), mpq(1, 2)), (mpq(0), mpq(0))))


def test_too_few_columns_for_different_ones() -> None:
    domain = Orbits(plus_grid(1, 3, 2), 4, "forbidden")
    assert domain.count == 0
    assert domain.batch(0, 0).shape == (0, 4)
    assert list(domain.sequences()) == []


MEDIUM = [Orbits(plus_grid(2, 3, 8), 3, *kind) for kind in KINDS]
MEDIUM += [Orbits(ColumnSet(3, [mpq(0), mpq(1), mpq(3)], [mpq(-1)], [1, 7, 49]), 7, *kind) for kind in KINDS]


@settings(deadline=None)
@given(st.sampled_from(MEDIUM), st.data())
def test_batch_unrank_and_rank_agree_and_increase(domain: Orbits, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, domain.count - 1))
    batch = domain.batch(start, min(start + 50, domain.count))
    rows = list(map(tuple, batch.tolist()))
    assert rows == [domain.unrank(start + k) for k in range(len(rows))]
    assert [domain.rank(row) for row in rows] == list(range(start, start + len(rows)))
    assert rows == sorted(set(rows))
    assert list(domain.sequences(start, start + len(rows))) == rows


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.booleans(), min_size=1, max_size=7),
    st.integers(1, 5),
    st.sampled_from(KINDS),
    st.sampled_from([1, 2, 7, 1 << 15]),
    st.sampled_from([1, 3, 1000]),
    st.data(),
)
def test_batches_are_stretches_of_all_orbits(
    special: list[bool], n: int, kind: tuple[Repeats, Specials], block: int, size: int, data: st.DataObject
) -> None:
    """Special columns anywhere among the others; every stretch of ranks, in blocks of any size."""
    levels = [mpq(k) for k, is_special in enumerate(special) if not is_special]
    columns = ColumnSet(1, levels, [mpq(k) for k, is_special in enumerate(special) if is_special], [mpq(1)])
    domain = Orbits(columns, n, *kind)
    mask = domain.columns.special_mask()
    everything = [
        point
        for point in itertools.combinations_with_replacement(range(domain.columns.count), n)
        if (kind[0] == "allowed" or (len(set(point)) < n) == (kind[0] == "required"))
        and (kind[1] != "required" or any(mask[k] for k in point))
    ]
    assert len(everything) == domain.count
    start, stop = sorted(data.draw(st.integers(0, domain.count)) for _ in range(2))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("exactua.grids.orbits._STRETCH", block)
        parts = list(domain.batches(start, stop, size))
        assert [tuple(row) for part in parts for row in part.tolist()] == everything[start:stop]
        assert all(len(part) <= size for part in parts)
        assert list(map(tuple, domain.batch(start, stop).tolist())) == everything[start:stop]


WIDE = [Orbits(plus_grid(3, 12, 8), 12, *kind) for kind in KINDS]


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(WIDE), st.data())
def test_beyond_64_bits_everything_stays_exact(domain: Orbits, data: st.DataObject) -> None:
    assert domain.count > 2**62
    start = data.draw(st.integers(0, domain.count - 2))
    batch = domain.batch(start, start + 2)
    assert batch.dtype == np.int64
    rows = list(map(tuple, batch.tolist()))
    assert [domain.rank(row) for row in rows] == [start, start + 1]
    assert rows[0] < rows[1]
    assert list(domain.sequences(start, start + 2)) == rows


@pytest.mark.parametrize("kind", KINDS)
def test_ranks_of_60_bits_and_more_are_right(kind: tuple[Repeats, Specials]) -> None:
    columns = ColumnSet(1, Progression(mpq(0), mpq(1), 85_000), [mpq(-1), mpq(1, 2)], [mpq(1)])
    domain = Orbits(columns, 4, *kind)
    for start in (0, domain.count // 3, domain.count - 3):
        assert list(map(tuple, domain.batch(start, start + 3).tolist())) == [domain.unrank(start + k) for k in range(3)]


def test_huge_boxes_are_counted_quickly() -> None:
    started = time.perf_counter()
    for kind in KINDS:
        assert Orbits(plus_grid(100, 50, 100), 50, *kind).count > 10**9000
    huge = ColumnSet(1, Progression(mpq(0), mpq(1), 10**30), [], [mpq(1)])
    assert Orbits(huge, 2).count == 10**30 * (10**30 + 1) // 2
    assert Orbits(huge, 2, "required").count == 10**30
    assert Orbits(huge, 2, "allowed", "required").count == 0
    for n in (10**6, 10**30):
        with pytest.raises(CountTooLarge, match=r"^the number of orbits has .* decimal digits; at most 602,059 are"):
            _ = Orbits(huge, n).count
    assert time.perf_counter() - started < 1


def test_orbits_of_unlisted_columns_are_refused() -> None:
    domain = Orbits(plus_grid(100, 50, 100), 50)
    for ask in (
        lambda: domain.batch(0, 1),
        lambda: domain.unrank(5),
        lambda: domain.rank_of(((mpq(0),) * 50,) * 100),
    ):
        with pytest.raises(
            TooManyColumns, match=r"^the grid has about 10\^200 columns; at most 2,000,000 can be listed$"
        ):
            ask()


def test_matrices_outside_are_refused_with_the_reason() -> None:
    columns = plus_grid(1, 2, 2)
    zeros, different = ((mpq(0), mpq(0)),), ((mpq(0), mpq(1, 2)),)
    for domain, matrix, text in (
        (
            Orbits(columns, 2, "forbidden"),
            zeros,
            "two columns are equal; in this domain all columns are different",
        ),
        (
            Orbits(columns, 2, "required"),
            different,
            "all columns are different; in this domain at least two are equal",
        ),
        (
            Orbits(columns, 2, "allowed", "required"),
            zeros,
            "no column has a special entry; in this domain at least one has",
        ),
        (Orbits(columns, 3), zeros, "2 columns; the sequences of this domain have 3"),
    ):
        with pytest.raises(InputError, match=rf"^matrix: {text}$"):
            domain.rank_of(matrix)
    with pytest.raises(InputError, match=r"^row 1, column 2: 1/3 is not on the grid \{-4, 0, 1/2\}$"):
        Orbits(columns, 2).rank_of(((mpq(0), mpq(1, 3)),))
    with pytest.raises(InputError, match=r"^sequence: \(1, 0\) is not a non-decreasing sequence of column numbers$"):
        Orbits(columns, 2).rank([1, 0])


def test_unknown_words_are_refused() -> None:
    with pytest.raises(InputError, match=r"^repeats: 'maybe' is not one of allowed, forbidden, required$"):
        Orbits(ONE, 1, "maybe")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^specials: 'forbidden' is not one of none, allowed, required$"):
        Orbits(ONE, 1, "allowed", "forbidden")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^n: 0 is not a number of columns"):
        Orbits(ONE, 0)


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
