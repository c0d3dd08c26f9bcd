"""`bits` of a claim: all instances of a box, in order.

Failures (a number that a format does not hold) and merges (two ids of one context that it rounds alike) are the first
ones of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.batches import Batch
from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.claim import Claim
from exactua.claims.registry import Named, find
from exactua.commands.bits.closed_forms import apart, least_after
from exactua.commands.bits.extents import Extent
from exactua.commands.bits.mapped import Mapped, NotOnIds, mapped
from exactua.commands.bits.measuring import MOST_STATES, bounds, in_units, measured, parameters, sampled, unit_factors
from exactua.commands.bits.record import FORMATS, QUANTITIES, UNITS, Bits, Box, Failure, InstanceBits, Merge, Sought
from exactua.deciding.shards import Progress
from exactua.errors import EvaluatorsDisagree
from exactua.printing.text import matrix

MOST_POINTS: Final = 300_000
"""Points of an instance that are searched, the first ones in the order of enumeration."""


def bits(
    label: Named,
    boxes: Sequence[Box],
    categories: int | None = None,
    most_states: int = MOST_STATES,
    most_points: int = MOST_POINTS,
    progress: Progress | None = None,
) -> Bits:
    """The bit lengths of a claim's contextual map at instances (d, n, 1/delta), and where formats fail.

    `categories` 1, 2 or 3: the points are those of Category 1, of 1 and 2, or of all three (the claim's own if None).
    Merges are looked for among these, and of g_c of Lemma 8 among those of Category 1, of which it says that their ids
    differ. Instances are taken in the order of d, then n, then 1/delta. `most_states` bounds points times layers,
    `most_points` the points that are searched for merges. Raises NotOnIds for a claim whose network does not act on
    column ids alone, and NotInUnits where an id on the way is no multiple of delta.
    """
    claim, step = find(label)
    maker = lru_cache(maxsize=256)(lambda box, of: _on_ids(claim, step, box, of))
    chosen = maker(min(boxes), categories).categories
    instances = []
    for k, box in enumerate(sorted(boxes), 1):
        instances.append(measured(maker(box, categories), most_states))
        if progress is not None:
            progress(k, len(boxes))

    def map_at(box: Box) -> Mapped:
        return maker(box, categories)

    name = map_at(min(boxes)).points
    sought = merges(sorted(boxes), map_at, name, most_points)
    if chosen is not None and chosen > 1:
        of_first = lru_cache(maxsize=256)(lambda box: map_at(box).of_category1())
        sought = [*merges(sorted(boxes), of_first, of_first(min(boxes)).points, most_points), *sought]
    network = next(iter(claim.networks))
    return Bits(claim.label, network, name, tuple(instances), tuple(failures(instances, map_at)), tuple(sought))


def _on_ids(claim: Claim, step: str | None, box: Box, categories: int | None) -> Mapped:
    on_ids = None if step is not None else mapped(claim, box, categories)
    if on_ids is None:
        what = claim.label if step is None else f"{claim.label}.{step}"
        raise NotOnIds(f"label: {what} has no network that acts on column ids alone, at one set of points")
    return on_ids


def failures(instances: Sequence[InstanceBits], map_at: Callable[[Box], Mapped]) -> Iterator[Sought]:
    """By unit, format and quantity the first instance, of these in their order, at which the format fails."""
    for unit in UNITS:
        for form in FORMATS:
            for quantity in QUANTITIES:
                yield _first_failure(instances, map_at, unit, form, quantity)


def _first_failure(
    instances: Sequence[InstanceBits], map_at: Callable[[Box], Mapped], unit: str, form: FloatFormat, quantity: str
) -> Sought:
    left: list[Box] = []
    for instance in instances:
        decided = instance.known[unit][quantity].held(form)
        if decided is None:
            left.append(instance.box)
        if decided is False:
            return Sought(
                form.name, unit, quantity, _failure(map_at(instance.box), instance, unit, form, quantity), tuple(left)
            )
    return Sought(form.name, unit, quantity, None, tuple(left))


def _failure(mapped: Mapped, instance: InstanceBits, unit: str, form: FloatFormat, quantity: str) -> Failure:
    """The first point, in the order of enumeration, with a number that is not held, and the first one there."""
    if quantity == "weights":
        return _lost_at(
            mapped.box, in_units(parameters(mapped.network.items), mapped.m if unit == "delta" else 1), form, None
        )
    factor = mpq(1) if unit == "delta" else unit_factors(mapped.m)[quantity]
    point = _first_point(mapped, instance, quantity, form, factor)
    return _lost_at(mapped.box, (value * factor for value in _values(mapped, quantity, point)), form, point)


def _first_point(mapped: Mapped, instance: InstanceBits, quantity: str, form: FloatFormat, factor: Rational) -> Matrix:
    width = mapped.scored if quantity == "scores" else 1
    for start, ids in mapped.chunks(mapped.scored, None if instance.enumerated else sampled(mapped)):
        column = mapped.quantity(quantity, ids).first_lost(form, factor)
        if column is not None:
            return mapped.domain.matrix(start + column // width)
    assert mapped.bounds is not None  # then it is a number at the point that attains the closed forms
    return mapped.of_ids(mapped.bounds.ids)


def _values(mapped: Mapped, quantity: str, point: Matrix) -> Iterator[Rational]:
    """The numbers of the quantity at a point, in units of delta, from the literal layers."""
    if quantity == "scores":
        yield from mapped.scores_at(point)
        return
    yield from mapped.ids_at(point, 1 if quantity == "ids before" else 0)


def _lost_at(box: Box, values: Iterator[Rational], form: FloatFormat, point: Matrix | None) -> Failure:
    for value in values:
        reason = Extent.of([value]).lost(form)
        if reason is not None:
            return Failure(box, value, reason, point)
    raise ValueError(f"{form.name} holds every number at {box}")


def merges(boxes: Sequence[Box], map_at: Callable[[Box], Mapped], what: str, most: int = MOST_POINTS) -> list[Sought]:
    """By unit and format the first instance, of these in their order, and the first point there at which ids merge.

    Every pair of columns of a point is compared, after the last layer. Ids that become infinite or NaN merge with none.
    """
    wanted: dict[tuple[str, FloatFormat], Merge | None] = {(unit, form): None for unit in UNITS for form in FORMATS}
    left: dict[tuple[str, FloatFormat], list[Box]] = {key: [] for key in wanted}
    for box in boxes:
        mapped = map_at(box)
        open_keys = [key for key, merge in wanted.items() if merge is None and not _merge_nowhere(mapped, *key)]
        if not open_keys:
            continue
        wanted |= _searched(mapped, open_keys, most)
        for key in open_keys:
            if wanted[key] is None and mapped.domain.count > most:
                left[key].append(box)
    return [Sought(form.name, unit, what, merge, tuple(left[unit, form])) for (unit, form), merge in wanted.items()]


def _merge_nowhere(mapped: Mapped, unit: str, form: FloatFormat) -> bool:
    """Whether it is proved, without a look at the points, that no two ids of a point merge."""
    if mapped.bounds is None:
        return mapped.domain.count == 0
    factor = mpq(1) if unit == "delta" else mpq(1, mapped.m)
    if bounds(mapped.bounds)["ids after"].scaled(factor).lost(form) is None:
        return True
    if mapped.categories != 1 or form.overflow == "saturate":
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
                merge = _first_merge(mapped, start, after, form, factor)
                if merge is not None:
                    first_merges[unit, form] = merge
        if len(first_merges) == len(keys):
            break
    return first_merges


def _first_merge(mapped: Mapped, start: int, after: Batch, form: FloatFormat, factor: Rational) -> Merge | None:
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
    """The columns of the batch with two different ids that a format may round alike: others it never does.

    These are no more than 2^(1-precision) of the larger one apart, or than subnormal numbers are, and the smaller one,
    times `factor`, is not too large; or else both become the greatest number, where the format has that for more.
    """
    ordered = np.sort(after.numerators, axis=0)
    gaps, ends = np.diff(ordered, axis=0), (np.abs(ordered[1:]), np.abs(ordered[:-1]))
    apart = np.maximum(np.maximum(*ends) >> (form.precision - 1), int(dyadic_power(form.finest) / factor))
    close = (gaps > 0) & (gaps <= apart)
    infinite = int(dyadic_power(form.greatest + 1) / factor)
    if form.overflow == "saturate":
        close |= (gaps > 0) & (np.minimum(*ends) >= int(form.largest / factor) // 2)
    elif infinite < 2**62 or after.numerators.dtype == object:
        close &= np.minimum(*ends) < infinite
    columns: list[int] = np.flatnonzero(close.any(axis=0)).tolist()
    return columns
