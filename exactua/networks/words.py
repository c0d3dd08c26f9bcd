"""Matrices and counts of a network in words: what the lines of its layers consist of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactua.arithmetic.rationals import written
from exactua.networks.entries import Entry


def matrix(rows: Sequence[Sequence[Entry]]) -> str:
    """A matrix by its rows: `[1 2; 3 4]`."""
    return "[" + "; ".join(vector(row)[1:-1] for row in rows) + "]"


def vector(entries: Sequence[Entry]) -> str:
    """`[1 2]`, or `[1, -l + 1/4]`: a sum needs a comma beside other entries."""
    parts = [str(value) for value in entries]
    return f"[{(', ' if any(' ' in part for part in parts) else ' ').join(parts)}]"


def assignments(named: Mapping[str, Sequence[Sequence[Entry]]]) -> str:
    """`W_O = [1 2; 3 4]  b_Q = [0]`."""
    return "  ".join(f"{name} = {matrix(rows)}" for name, rows in named.items())


def counted(number: int, noun: str) -> str:
    """`2 heads`."""
    return f"{written(number)} {noun}{'' if number == 1 else 's'}"
