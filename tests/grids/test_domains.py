"""One small protocol: orbits and sequences offer the same, and state their limits in the same words."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.grids.columns import ColumnSet
from exactua.grids.domains import (
    CountTooLarge,
    PointDomain,
    Progression,
    brief,
    check_length,
    check_ranks,
    refuse_large_count,
)
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Sequences

COLUMNS = ColumnSet(1, [mpq(0), mpq(1)], [mpq(-4)], [mpq(1)])
DOMAINS: list[PointDomain] = [Orbits(COLUMNS, 2), Sequences(COLUMNS, 2)]


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_domain_goes_from_rank_to_matrix_and_back(domain: PointDomain) -> None:
    for rank in range(domain.count):
        assert domain.rank_of(domain.matrix(rank)) == rank
        assert domain.columns.numbers(domain.matrix(rank)) == domain.unrank(rank)
        assert domain.batch(rank, rank + 1).tolist() == [list(domain.unrank(rank))]


@pytest.mark.parametrize("domain", DOMAINS)
def test_ranks_outside_are_refused(domain: PointDomain) -> None:
    for start, stop in ((-1, 1), (0, domain.count + 1), (2, 1)):
        with pytest.raises(InputError, match="this domain has"):
            domain.batch(start, stop)
    with pytest.raises(
        InputError, match=rf"^rank {domain.count}: this domain has {domain.count} points, ranked from 0$"
    ):
        domain.unrank(domain.count)
    with pytest.raises(InputError, match=r"^rank -1: "):
        domain.matrix(-1)


def test_messages() -> None:
    with pytest.raises(InputError, match=r"^ranks 3 to 9 \(excluded\): this domain has 5 points, ranked from 0$"):
        check_ranks(3, 9, 5)
    with pytest.raises(InputError, match=r"^n: 0 is not a number of columns; a sequence has at least one column$"):
        check_length(0)
    with pytest.raises(
        CountTooLarge,
        match=r"^the number of orbits has about 903,090 decimal digits; at most 602,059 are computed$",
    ):
        refuse_large_count("orbits", 3_000_000.0)
    with pytest.raises(CountTooLarge, match=r"has more than 10\^17 decimal digits"):
        refuse_large_count("orbits", float("inf"))


def test_membership_agrees_with_the_list() -> None:
    for step in (mpq(1, 3), mpq(-2), mpq(0)):
        for count in (0, 1) if step == 0 else (0, 1, 5):
            levels = Progression(mpq(1, 2), step, count)
            listed = levels.listed()
            assert len(listed) == count
            for value in {mpq(1, 2) + k * mpq(1, 6) for k in range(-60, 61)} | set(listed):
                assert (value in levels) == (value in listed)


def test_huge_progressions_are_not_listed() -> None:
    levels = Progression(mpq(0), mpq(1, 10**30), 10**30)
    assert mpq(1, 10**29) in levels
    assert mpq(1) not in levels
    assert levels.shown() == (
        "0, 1/1000000000000000000000000000000, ..., 99999999999999999999...0000000000 (62 characters)"
    )


def test_refusals() -> None:
    with pytest.raises(InputError, match=r"^count of the levels: -1 is negative; a count is at least 0$"):
        Progression(mpq(0), mpq(1), -1)
    with pytest.raises(InputError, match=r"^step of the levels: 0 repeats the level 1/2; a step is not 0$"):
        Progression(mpq(1, 2), mpq(0), 2)
    with pytest.raises(InputError, match="float"):
        Progression(0.1, mpq(1), 2)


def test_long_numbers_are_shortened() -> None:
    assert brief(mpq(-3, 4)) == "-3/4"
    assert brief(10**99) == "10000000000000000000...0000000000 (100 characters)"
