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


def measured(mapped: Mapped, most: int = MOST_STATES) -> InstanceBits:
    """The numbers of a contextual map at an instance; every state where points times layers are at most `most`.

    Raises EvaluatorsDisagree where a closed form is not what the points have.
    """
    enumerated = mapped.domain.count * mapped.scored <= most
    extents = _looked_at(mapped, None if enumerated else sampled(mapped))
    proven = bounds(mapped.bounds) if mapped.bounds is not None else {}
    if not enumerated and mapped.bounds is not None:
        ids = mapped.batch(mapped.bounds.ids)
        extents = {name: extent | mapped.quantity(name, ids).total() for name, extent in extents.items()}
    for name, bound in proven.items():
        if extents[name].largest != bound.largest:
            raise EvaluatorsDisagree(
                f"(d, n, 1/delta) = {mapped.box}: the largest number of {name} is {bound.largest} by its closed form, "
                f"and {extents[name].largest} at the points"
            )
    known = {name: Known(extent, extent if enumerated else proven.get(name)) for name, extent in extents.items()}
    factors, numbers = unit_factors(mapped.m), set(parameters(mapped.network.items))
    weights = [Extent.of(in_units(numbers, k)) for k in (mapped.m, 1)]
    of_weights = [Known(extent, extent) for extent in weights]
    bits = {"weights": max(int(value.numerator).bit_length() for _, value in numbers)}
    units = {"scores": HALF, "ids before": mpq(1), "ids after": mpq(1)}
    return InstanceBits(
        mapped.box,
        len(mapped.layers),
        mapped.domain.count,
        enumerated,
        bits | {name: extent.bits(units[name]) for name, extent in extents.items()},
        {
            "delta": {"weights": of_weights[0], **known},
            "1": {"weights": of_weights[1], **{name: each.scaled(factors[name]) for name, each in known.items()}},
        },
    )


def sampled(mapped: Mapped) -> int:
    """So many points that their states are no more than `MOST_STATES`, and at least one."""
    return max(1, min(SAMPLE, MOST_STATES // mapped.scored))


def _looked_at(mapped: Mapped, stop: int | None) -> dict[str, Extent]:
    """Of all points up to this rank."""
    extents = {"scores": Extent(), "ids before": Extent(), "ids after": Extent()}
    for _, ids in mapped.chunks(mapped.scored, stop):
        extents = {name: extent | mapped.quantity(name, ids).total() for name, extent in extents.items()}
    return extents


def bounds(largest: Largest) -> dict[str, Extent]:
    """What no number exceeds, in units of delta: no odd part of integers exceeds the largest one, nor is it even."""
    return {
        "scores": Extent(mpq(largest.score), mpq(2 * largest.score - 1), HALF),
        "ids before": Extent(mpq(largest.before), mpq(largest.before - (largest.before + 1) % 2), mpq(1)),
        "ids after": Extent(mpq(largest.after), mpq(largest.after - (largest.after + 1) % 2), mpq(1)),
    }
