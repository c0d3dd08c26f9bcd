"""One small protocol: orbits and sequences offer the same, and state their limits in the same words."""

import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.grids.columns import ColumnSet
from exactua.grids.domains import CountTooLarge, PointDomain, check_length, check_ranks, refuse_large_count
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
    with pytest.raises(InputError, match=r"^n: 0 is no number of columns; a sequence has at least one column$"):
        check_length(0)
    with pytest.raises(
        CountTooLarge,
        match=r"^the number of orbits has about 903,090 decimal digits; at most 602,059 are computed$",
    ):
        refuse_large_count("orbits", 3_000_000.0)
    with pytest.raises(CountTooLarge, match=r"has more than 10\^17 decimal digits"):
        refuse_large_count("orbits", float("inf"))
