"""How long the numbers of a contextual map are at an instance: every point looked at, or by closed forms."""

from __future__ import annotations

from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.commands.bits.closed_forms import Largest
from exactua.commands.bits.extents import Extent
from exactua.commands.bits.mapped import Mapped
from exactua.commands.bits.parameters import in_units, parameters
from exactua.commands.bits.record import InstanceBits, Known
from exactua.errors import EvaluatorsDisagree

MOST_STATES: Final = 50_000
"""The most states, points times layers, that are looked at one by one where nothing else is said."""

SAMPLE: Final = 64
"""So many first points are looked at where not all are, and the one that attains the closed forms."""

HALF: Final = mpq(1, 2)


def unit_factors(m: int) -> dict[str, Rational]:
    """By quantity, what a number in units of delta is multiplied by for unit 1; weights are not made of one another."""
    return {"scores": mpq(1, m**2), "ids before": mpq(1, m), "ids after": mpq(1, m)}


def measured(one: Mapped, most: int = MOST_STATES) -> InstanceBits:
    """The numbers of a contextual map at an instance; every state where points times layers are at most `most`.

    Raises EvaluatorsDisagree where a closed form is not what the points have.
    """
    enumerated = one.domain.count * one.scored <= most
    found = _looked_at(one, None if enumerated else sampled(one))
    proven = bounds(one.bounds) if one.bounds is not None else {}
    if not enumerated and one.bounds is not None:
        ids = one.batch(one.bounds.ids)
        found = {name: extent | one.quantity(name, ids).total() for name, extent in found.items()}
    for name, bound in proven.items():
        if found[name].largest != bound.largest:
            raise EvaluatorsDisagree(
                f"(d, n, 1/delta) = {one.box}: the largest number of {name} is {bound.largest} by its closed form, and "
                f"{found[name].largest} at the points"
            )
    known = {name: Known(extent, extent if enumerated else proven.get(name)) for name, extent in found.items()}
    factors, numbers = unit_factors(one.m), set(parameters(one.network.items))
    weights = [Extent.of(in_units(numbers, k)) for k in (one.m, 1)]
    of_weights = [Known(extent, extent) for extent in weights]
    bits = {"weights": max(int(value.numerator).bit_length() for _, value in numbers)}
    units = {"scores": HALF, "ids before": mpq(1), "ids after": mpq(1)}
    return InstanceBits(
        one.box,
        len(one.layers),
        one.domain.count,
        enumerated,
        bits | {name: extent.bits(units[name]) for name, extent in found.items()},
        {
            "delta": {"weights": of_weights[0], **known},
            "1": {"weights": of_weights[1], **{name: each.scaled(factors[name]) for name, each in known.items()}},
        },
    )


def sampled(one: Mapped) -> int:
    """So many points that their states are no more than `MOST_STATES`, and at least one."""
    return max(1, min(SAMPLE, MOST_STATES // one.scored))


def _looked_at(one: Mapped, stop: int | None) -> dict[str, Extent]:
    """Of all points up to this rank."""
    found = {"scores": Extent(), "ids before": Extent(), "ids after": Extent()}
    for _, ids in one.chunks(one.scored, stop):
        found = {name: extent | one.quantity(name, ids).total() for name, extent in found.items()}
    return found


def bounds(found: Largest) -> dict[str, Extent]:
    """What no number exceeds, in units of delta: no odd part of integers exceeds the largest one, nor is it even."""
    return {
        "scores": Extent(mpq(found.score), mpq(2 * found.score - 1), HALF),
        "ids before": Extent(mpq(found.before), mpq(found.before - (found.before + 1) % 2), mpq(1)),
        "ids after": Extent(mpq(found.after), mpq(found.after - (found.after + 1) % 2), mpq(1)),
    }
