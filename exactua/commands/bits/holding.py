"""The first instance at which a floating point format does not hold every number of a quantity, and such a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gmpy2 import mpq

from exactua.arithmetic.float_formats import ALL_FORMATS, FloatFormat
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.commands.bits.extents import Extent
from exactua.commands.bits.mapped import Mapped
from exactua.commands.bits.measuring import sampled, unit_factors
from exactua.commands.bits.parameters import in_units, parameters
from exactua.commands.bits.record import QUANTITIES, UNITS, Box, Failure, InstanceBits, Sought


def failures(instances: Sequence[InstanceBits], map_at: Callable[[Box], Mapped]) -> Iterator[Sought]:
    """By unit, format and quantity the first instance, of these in their order, at which the format fails."""
    for unit in UNITS:
        for form in ALL_FORMATS:
            for quantity in QUANTITIES:
                yield _first(instances, map_at, unit, form, quantity)


def _first(
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
        return _told(
            mapped.box, in_units(parameters(mapped.network.items), mapped.m if unit == "delta" else 1), form, None
        )
    factor = mpq(1) if unit == "delta" else unit_factors(mapped.m)[quantity]
    point = _first_point(mapped, instance, quantity, form, factor)
    return _told(mapped.box, (value * factor for value in _values(mapped, quantity, point)), form, point)


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


def _told(box: Box, values: Iterator[Rational], form: FloatFormat, point: Matrix | None) -> Failure:
    for value in values:
        reason = Extent.of([value]).lost(form)
        if reason is not None:
            return Failure(box, value, reason, point)
    raise ValueError(f"{form.name} holds every number at {box}")
