"""Counts in messages: one is one, and several have the plural of the noun."""

from __future__ import annotations

import pytest

from exactua.plurals import counted, so_many


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (0, "column", "0 columns"),
        (1, "column", "1 column"),
        (2, "column", "2 columns"),
        (1, "entry", "1 entry"),
        (1756, "entry", "1,756 entries"),
        (1, "class", "1 class"),
        (3, "class", "3 classes"),
    ],
)
def test_counts(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said


@pytest.mark.parametrize(
    ("number", "verb", "said"),
    [
        (1, "holds", "1 holds"),
        (2, "holds", "2 hold"),
        (0, "holds in part", "0 hold in part"),
        (1, "does not break", "1 does not break"),
        (1756, "does not break", "1,756 do not break"),
        (2, "breaks", "2 break"),
        (3, "refuted", "3 refuted"),
        (2, "cannot be built", "2 cannot be built"),
    ],
)
def test_of_how_many_it_is_so(number: int, verb: str, said: str) -> None:
    assert so_many(number, verb) == said
