"""The format that tensors are given in: whether all their numbers are of it, or what they become when rounded to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from exactua.arithmetic.float_formats import FloatFormat
from exactua.errors import InputError
from exactua.softmax.floats.dyadics import Floats
from exactua.softmax.floats.formats import carried


@dataclass
class Inputs:
    """What is asked of tensors: numbers of a format, or, where it `rounds`, such as are rounded to it first."""

    form: FloatFormat
    rounds: bool = False
    numbers: int = 0
    """How many numbers were given."""
    changed: int = 0
    """How many of them were rounded."""

    def __call__(self, array: Floats, name: str) -> Floats:
        """The tensor, which is rounded only where this says so; infinities and NaN stay.

        Raises InputError, with the place, for a number that is not of the format, and for one that has none near it.
        """
        nearest = rounded(array, self.form)
        other = np.argwhere((nearest != array) & np.isfinite(array))
        self.numbers += array.size
        if not len(other):
            return array
        too_large = np.argwhere(~np.isfinite(nearest) & np.isfinite(array))
        at = (too_large if len(too_large) else other)[0].tolist()
        value: float = array[tuple(at)]
        if len(too_large):
            raise InputError(
                f"{name}: entry {at} is {_shown(value)}, beyond the greatest number of {self.form.name}, "
                f"{_shown(float(self.form.largest))}; give tensors of {self.form.name}, or say inputs=NAME in algorithm"
            )
        if not self.rounds:
            more = f", the first of {len(other):,}" if len(other) > 1 else ""
            raise InputError(
                f"{name}: entry {at} is {_shown(value)}{more}, which is not a number of {self.form.name} (the "
                f"nearest is {_shown(nearest[tuple(at)])}); give tensors of {self.form.name}, or --round-inputs, "
                "or say inputs=NAME in algorithm"
            )
        self.changed += len(other)
        return nearest


def rounded(array: Floats, form: FloatFormat) -> Floats:
    """Each finite double as the nearest number of a format, ties to even, or what the format makes of overflow."""
    return np.where(np.isfinite(array), carried(array, form).astype(array.dtype), array)


def _shown(x: Any) -> str:
    """A double in the fewest digits that tell it from others."""
    return repr(float(x))
