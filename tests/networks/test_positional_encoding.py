"""Positional encodings: what they add, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.networks import Network, PositionalEncoding
from exactua.networks.entries import variable

E = PositionalEncoding([[0, 1, 2], ["1/2", 0, -1]])


def test_it_adds_its_matrix() -> None:
    assert E.apply(((1, 1, 1), (0, 0, 0))) == ((1, 2, 3), (mpq(1, 2), 0, -1))
    assert Network(2, (E,), {"output": 1})([[0] * 3] * 2) == E.E


def test_it_counts_its_entries() -> None:
    assert (E.d, E.parameters, E.variables) == (2, 6, frozenset())
    assert E.at({}) is E


@pytest.mark.parametrize("Z", [((0, 0), (0, 0)), ((0, 0, 0),)])
def test_other_shapes_are_refused(Z: Any) -> None:
    with pytest.raises(InputError, match="the positional encoding E is 2 x 3: they must agree"):
        E.apply(Z)


@pytest.mark.parametrize(("entry", "message"), [(0.1, "E"), (variable("k"), "numbers, not variables of a family")])
def test_other_entries_are_refused(entry: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        PositionalEncoding([[0, entry]])
