"""The values an entry of a column may take: a list, or an arithmetic progression of any length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactua.arithmetic.rationals import Rational, rational, written
from exactua.errors import InputError


@dataclass(frozen=True)
class Progression:
    """The levels start, start + step, ..., `count` of them: in the paper 0, delta, ..., 1 - delta."""

    start: Rational
    step: Rational
    count: int

    def __post_init__(self) -> None:
        """Raise InputError for a count that is no integer >= 0, or step 0 where there is more than one level."""
        object.__setattr__(self, "start", rational(self.start, "start of the levels"))
        object.__setattr__(self, "step", rational(self.step, "step of the levels"))
        count = rational(self.count, "count of the levels")
        if count.denominator != 1:
            raise InputError(f"count of the levels: {brief(count)} is not an integer; a count is one, and at least 0")
        object.__setattr__(self, "count", int(count))
        if self.count < 0:
            raise InputError(f"count of the levels: {self.count} is negative; a count is at least 0")
        if self.step == 0 and self.count > 1:
            raise InputError(f"step of the levels: 0 repeats the level {brief(self.start)}; a step is not 0")

    def __contains__(self, value: Rational) -> bool:
        if self.count == 0 or self.step == 0:
            return self.count > 0 and bool(value == self.start)
        steps = (value - self.start) / self.step
        return bool(steps.denominator == 1 and 0 <= steps < self.count)

    def listed(self) -> tuple[Rational, ...]:
        """All levels in order."""
        return tuple(self.start + self.step * k for k in range(self.count))

    def shown(self) -> str:
        """The levels for people: "0, 1/8, ..., 7/8"."""
        if self.count <= 4:
            return listing(self.listed())
        last = self.start + self.step * (self.count - 1)
        return f"{listing((self.start, self.start + self.step))}, ..., {brief(last)}"


def brief(value: Rational | int) -> str:
    """The number for people, its middle left out where it is long."""
    text = written(value)
    return text if len(text) <= 40 else f"{text[:20]}...{text[-10:]} ({len(text):,} characters)"


def listing(values: Sequence[Rational]) -> str:
    """The numbers for people, at most five of them."""
    shown = values if len(values) <= 6 else (*values[:4], None, values[-1])
    return ", ".join("..." if value is None else brief(value) for value in shown)
