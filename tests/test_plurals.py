"""Counts in messages: one is one, and several have the plural of the noun."""

from __future__ import annotations

import pytest

from exactua.plurals import counted


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
