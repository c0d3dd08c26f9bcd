"""Exact numbers rounded to a format one by one, and an account of what became of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.reals import Real
from exactua.softmax.floats.formats import exact, nearest

_INFINITE: Final = (float("inf"), float("-inf"))


@dataclass
class Rounding:
    """What rounding to the format did to exact numbers: how many there were, and what they became."""

    what: str
    form: FloatFormat
    numbers: int = 0
    inexact: int = 0
    """Those that the format does not hold."""
    overflowed: int = 0
    """Of these, those that became infinite."""
    vanished: int = 0
    """Of these, those that are not 0 and became 0."""
    first: dict[str, str] = field(default_factory=dict)
    """Where the first of each kind stands: its name."""
    where: str = ""
    """Of what the numbers are that are rounded at present."""
    known: dict[Any, float] = field(default_factory=dict, repr=False)

    def __call__(self, x: Any, name: str) -> float:
        """The nearest number of the format; what happened to x, called `name`, is noted."""
        rounded = self.known.get(x)
        if rounded is None:
            rounded = self.known[x] = nearest(x, self.form)
        self.numbers += 1
        if rounded in _INFINITE:
            self._note("overflowed", name)
        elif rounded == 0 and x != 0:
            self._note("vanished", name)
        elif isinstance(x, Real) or exact(rounded) != x:
            self._note("inexact", name)
        return rounded

    def _note(self, kind: str, name: str) -> None:
        self.inexact += 1
        if kind != "inexact":
            setattr(self, kind, getattr(self, kind) + 1)
        self.first.setdefault(kind, f"{name}{self.where}")

    def told(self) -> list[str]:
        """A sentence for what overflowed, and one for what vanished; none where nothing did."""
        words = {"overflowed": "overflow and are infinite", "vanished": "are not 0 and become 0"}
        return [
            f"{getattr(self, kind):,} of {self.numbers:,} {self.what} {what} in {self.form.name}, "
            f"the first of them {self.first[kind]}"
            for kind, what in words.items()
            if getattr(self, kind)
        ]
