"""What a run of the printed loops found: plain integers, points by their column numbers."""

from __future__ import annotations

from dataclasses import dataclass

from exactua.errors import ExactuaError

Columns = tuple[int, ...]


class TooManyUnusual(ExactuaError):
    """So many points of a range are unusual that it is better left to another evaluator."""


@dataclass(frozen=True)
class StepCount:
    """At how many points a step applies and fails, and the lexicographically least failing point."""

    applicable: int
    failures: int
    first_failure: Columns | None


@dataclass(frozen=True)
class Extremes:
    """The least and the greatest of measured numbers, each with its lexicographically least point, and their sum.

    Units: one over the denominator of the `Measured`.
    """

    least: int
    least_at: Columns
    greatest: int
    greatest_at: Columns
    total: int


@dataclass(frozen=True)
class Counted:
    """What was found at `visited` points; the `unusual` ones, sorted, are among them and counted nowhere else."""

    visited: int
    unusual: tuple[Columns, ...]
    steps: dict[str, StepCount]
    """By step; a compared step has no failures here."""
    measured: tuple[Extremes | None, ...]
    """In the order of `Recorded.measured`; None where nothing was measured."""


@dataclass(frozen=True)
class Chained:
    """The numbers of a compared step in the sorted order: they increase from point to point where `broken` is None.

    Then all numbers of all points are different. `first` is the least number of the first point, `last` the
    greatest of the last one (in units of one over the step's denominator; None without any point where it applies).
    """

    step: str
    points: int
    first: int | None
    last: int | None
    broken: Columns | None
    """The first point where the order ends: a number that repeats or does not increase, or an unusual point."""
