"""Where terms are drawn: the sizes of an instance, what they may speak of, and the variables that are open."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

Term = Any
LETTERS: Final = ("j", "i", "k", "l")


@dataclass(frozen=True)
class Shape:
    """What terms may ask of a network: its numbers of items and of layers, its stages, and how many columns it takes."""

    items: int
    layers: int
    stages: tuple[str, ...]
    columns: int | None
    """None: any number."""
    real: bool


@dataclass
class Setting:
    """The sizes of an instance, and what is known where a term is drawn."""

    chance: random.Random
    box: dict[str, int]
    networks: dict[str, Shape] = field(default_factory=dict)
    definitions: dict[str, bool] = field(default_factory=dict)
    """Whether each of them is a real."""
    columns: int = 0
    """Of the point; 0 where there is none."""
    reals: bool = False
    """Whether real functions and networks that make reals may be spoken of."""
    wild: float = 0.0
    """How often a number is drawn that may have no value."""
    variables: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The open variables, with the least and the greatest value that each may have."""
    permuting: bool = False
    accumulator: int = 0
    """How many numbers the accumulator of a fold has; 0 outside of a fold."""
    numbers: int = 0
    """How many numbers a point has in a fold; 0 where they are not known."""

    @property
    def d(self) -> int:
        return self.box["d"]

    @property
    def n(self) -> int:
        return self.box["n"]

    def happens(self, probability: float) -> bool:
        return self.chance.random() < probability

    def pick(self, *ways: tuple[int, Callable[[], Term] | None]) -> Term:
        """What one of these ways makes, by their weights; ways that are None are not open."""
        there = [(weight, way) for weight, way in ways if way is not None]
        (way,) = self.chance.choices([way for _, way in there], [weight for weight, _ in there])
        return way()

    @contextmanager
    def opened(self, low: int, high: int) -> Iterator[str]:
        """A variable that is open inside, by the first letter that is free."""
        name = next(letter for letter in LETTERS if letter not in self.variables)
        self.variables[name] = (low, high)
        try:
            yield name
        finally:
            del self.variables[name]

    @property
    def may_open(self) -> bool:
        return len(self.variables) < len(LETTERS) - 1
