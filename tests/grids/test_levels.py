"""Arithmetic progressions of levels are never listed to be counted, searched or shown."""

import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.grids.levels import Progression, brief


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
