"""Linear combinations of rows of a batch: what a row of a weight matrix makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from exactua.softmax.floats.rounding import Rounding


@dataclass(frozen=True)
class Combination:
    """sum of weight * row + bias, in order, for one row of a weight matrix; weights that are 0 are left out."""

    terms: tuple[tuple[int, float], ...]
    bias: float = 0.0

    def __call__(self, xp: Any, rows: Sequence[Any], like: Any) -> Any:
        """The combination of these rows; `like` has the shape of the result where there is none."""
        total = None
        for index, weight in self.terms:
            term = rows[index] if weight == 1 else rows[index] * weight
            total = term if total is None else total + term
        if total is None:
            return xp.full_like(like, self.bias)
        return total + self.bias if self.bias else total


def combinations(matrix: Iterable[Any], bias: Any, rounding: Rounding, name: str) -> list[Combination]:
    """The rows of a weight matrix with the entries of its bias."""
    rows = [tuple((i, rounding(entry, name)) for i, entry in enumerate(row) if entry) for row in matrix]
    shifts = (
        [0.0] * len(rows)
        if bias is None
        else [rounding(number, f"b with {name}") if number else 0.0 for number in bias]
    )
    return [Combination(row, shift) for row, shift in zip(rows, shifts, strict=True)]
