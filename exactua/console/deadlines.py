"""When the work of a command is to end."""

from __future__ import annotations

import time
from dataclasses import dataclass

from exactua.errors import InputError


class OutOfTime(InputError):
    """The budget ran out while a function was called, or its distance summed."""


@dataclass(frozen=True)
class Deadline:
    """The time (of time.monotonic) after which nothing more is begun, and the seconds that it was set for."""

    at: float
    budget: float

    @classmethod
    def of(cls, budget: float) -> Deadline:
        """So many seconds from now."""
        return cls(time.monotonic() + budget, budget)

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self.at - time.monotonic()

    @property
    def is_over(self) -> bool:
        """Whether none are left."""
        return self.left < 0

    def require(self) -> None:
        """Raises OutOfTime where none are left for a call of f."""
        if self.is_over:
            raise OutOfTime(f"budget: {self.budget:g} s do not suffice to call f where its values are needed; raise it")
