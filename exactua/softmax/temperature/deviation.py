"""What is known of a softmax network's state beside the hardmax network's: a bound that decays as lambda grows.

With lambda_0 the factor from which on all is claimed, z_c the exact states of the hardmax network, z'_c those of the
softmax network, c = 1, ..., C the columns (equal ones once):

    |z'_ic - z_ic| <= e_ic exp(-rate (lambda - lambda_0))        for all lambda >= lambda_0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.networks.matrices import transposed

Ball: TypeAlias = Any
"""An arb of python-flint: it contains a number >= 0 that is such a bound."""


@dataclass(frozen=True)
class Columns:
    """Different columns of a d x n matrix: each once, with how many there are and where the first and last one stand.

    Columns that were equal at the input stay equal, in both networks, as long as no layer tells places apart.
    """

    values: Matrix
    """The columns z_c, as rows of d entries; unit 1."""
    counts: tuple[int, ...]
    first: tuple[int, ...]
    last: tuple[int, ...]

    @classmethod
    def of(cls, X: Matrix, *, together: bool) -> Columns:
        """The columns of X, d x n; equal ones are one where `together` is True."""
        columns = transposed(X)
        if not together:
            places = tuple(range(len(columns)))
            return cls(columns, (1,) * len(columns), places, places)
        different = tuple(dict.fromkeys(columns))
        at = {column: [j for j, other in enumerate(columns) if other == column] for column in different}
        return cls(
            different,
            tuple(len(at[column]) for column in different),
            tuple(at[column][0] for column in different),
            tuple(at[column][-1] for column in different),
        )

    @property
    def matrix(self) -> Matrix:
        """The columns as a matrix, d x C."""
        return transposed(self.values)

    def moved(self, values: Sequence[Sequence[Rational]]) -> Columns:
        """The same columns with other values, d x C."""
        return replace(self, values=transposed(tuple(map(tuple, values))))


@dataclass(frozen=True)
class Deviation:
    """Bounds e_ic, one list of d balls for each column, and the rate at which all of them decay; None: they are 0."""

    bounds: tuple[tuple[Ball, ...], ...]
    rate: Ball | None

    @property
    def is_zero(self) -> bool:
        """Whether both networks are in the same state, for all lambda."""
        return self.rate is None


def size(weights: Sequence[Any], errors: Sequence[Ball], ball: Any) -> Ball:
    """|weights| . errors, one ball: what a row of weights makes of errors at most."""
    none = ball(Rational(0))
    return sum((ball(abs(entry)) * error for entry, error in zip(weights, errors, strict=True) if entry), start=none)


class Uncertain(Exception):
    """No bound for all lambda >= lambda_0 was found; `never` says that no greater lambda_0 will do either."""

    def __init__(self, reason: str, *, never: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.never = never
