"""The first two ids of one context that a floating point format rounds to the same number: then they have merged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.batches import Batch
from exactua.arithmetic.float_formats import ALL_FORMATS, FloatFormat
from exactua.arithmetic.rationals import Rational
from exactua.commands.bits.closed_forms import apart, least_after
from exactua.commands.bits.mapped import Mapped
from exactua.commands.bits.measuring import bounds
from exactua.commands.bits.record import UNITS, Box, Merge, Sought
from exactua.errors import EvaluatorsDisagree
from exactua.printing.text import matrix

MOST_POINTS: Final = 300_000
"""Points of an instance that are searched, the first ones in the order of enumeration."""


def merges(boxes: Sequence[Box], map_at: Callable[[Box], Mapped], what: str, most: int = MOST_POINTS) -> list[Sought]:
    """By unit and format the first instance, of these in their order, and the first point there at which ids merge.

    Every pair of columns of a point is compared, after the last layer. An id that becomes infinite merges with none.
    """
    wanted: dict[tuple[str, FloatFormat], Merge | None] = {(unit, form): None for unit in UNITS for form in ALL_FORMATS}
    left: dict[tuple[str, FloatFormat], list[Box]] = {key: [] for key in wanted}
    for box in boxes:
        mapped = map_at(box)
        open_keys = [key for key, merge in wanted.items() if merge is None and not _none(mapped, *key)]
        if not open_keys:
            continue
        wanted |= _searched(mapped, open_keys, most)
        for key in open_keys:
            if wanted[key] is None and mapped.domain.count > most:
                left[key].append(box)
    return [Sought(form.name, unit, what, merge, tuple(left[unit, form])) for (unit, form), merge in wanted.items()]


def _none(mapped: Mapped, unit: str, form: FloatFormat) -> bool:
    """Whether it is proved, without a look at the points, that no two ids of a point merge."""
    if mapped.bounds is None:
        return mapped.domain.count == 0
    factor = mpq(1) if unit == "delta" else mpq(1, mapped.m)
    if bounds(mapped.bounds)["ids after"].scaled(factor).lost(form) is None:
        return True
    if mapped.categories != 1:
        return False
    return apart(*mapped.box, form.precision) or isinstance(form.rounded(least_after(*mapped.box) * factor), str)


def _searched(
    mapped: Mapped, keys: Sequence[tuple[str, FloatFormat]], most: int
) -> dict[tuple[str, FloatFormat], Merge]:
    first_merges: dict[tuple[str, FloatFormat], Merge] = {}
    for start, ids in mapped.chunks(stop=most):
        _, after = mapped.states(ids)
        for unit, form in keys:
            if (unit, form) not in first_merges:
                factor = mpq(1) if unit == "delta" else mpq(1, mapped.m)
                merge = _first(mapped, start, after, form, factor)
                if merge is not None:
                    first_merges[unit, form] = merge
        if len(first_merges) == len(keys):
            break
    return first_merges


def _first(mapped: Mapped, start: int, after: Batch, form: FloatFormat, factor: Rational) -> Merge | None:
    """The first point of a batch with two ids that, times `factor`, are rounded alike."""
    for k in near(after, form, factor):
        ids = [mpq(int(value)) * factor for value in after.numerators[:, k]]
        pair = alike(ids, form)
        if pair is not None:
            i, j, rounded = pair
            point = mapped.domain.matrix(start + k)
            if [value * factor for value in mapped.ids_at(point, 0)] != ids:
                raise EvaluatorsDisagree(f"the ids of [{matrix(point)}] are others by the literal network")
            return Merge(mapped.box, point, (i + 1, j + 1), (ids[i], ids[j]), rounded)
    return None


def alike(ids: Sequence[Rational], form: FloatFormat) -> tuple[int, int, Rational] | None:
    """The first column whose id is rounded to the same finite number as a different id before it."""
    rounded = {value: form.rounded(value) for value in dict.fromkeys(ids)}
    first: dict[Rational, int] = {}
    for j, value in enumerate(ids):
        number = rounded[value]
        if not isinstance(number, str) and ids[i := first.setdefault(number, j)] != value:
            return i, j, number
    return None


def near(after: Batch, form: FloatFormat, factor: Rational) -> list[int]:
    """The columns of the batch with two different ids that are no more than 2^(1-precision) of the larger one apart.

    The smaller one, times `factor`, is no infinity. Others are never rounded alike: not among the subnormal numbers
    either, which are 2^-24 apart at most, while these integers times 1/m are so by 1/20,000 at least.
    """
    ordered = np.sort(after.numerators, axis=0)
    gaps, ends = np.diff(ordered, axis=0), (np.abs(ordered[1:]), np.abs(ordered[:-1]))
    close = (gaps > 0) & (gaps <= np.maximum(*ends) >> (form.precision - 1))
    infinite = int(dyadic_power(form.greatest + 1) / factor)
    if infinite < 2**62 or after.numerators.dtype == object:
        close &= np.minimum(*ends) < infinite
    columns: list[int] = np.flatnonzero(close.any(axis=0)).tolist()
    return columns
