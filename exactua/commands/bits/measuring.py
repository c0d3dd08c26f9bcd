"""How long the numbers of a contextual map are at an instance: every point looked at, or by closed forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import Real
from exactua.commands.bits.closed_forms import Largest
from exactua.commands.bits.extents import Extent
from exactua.commands.bits.mapped import Mapped
from exactua.commands.bits.record import InstanceBits, Known
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.networks.entries import Affine
from exactua.networks.items import Family, Group, Item, Table

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


def parameters(items: Sequence[Item], around: tuple[Family | Table, ...] = ()) -> Iterator[tuple[str, Rational]]:
    """Each number once a layer as it is written: "weights", "biases", "activations" or "encoding", and its value.

    Raises InputError for a real that is no rational: it has no numerator.
    """
    for item in items:
        if isinstance(item, Group):
            yield from parameters(item.items, around)
        elif isinstance(item, (Family, Table)):
            if item.count:
                yield from parameters(item.items, (*around, item))
        else:
            for name, entries in item.numbers().items():
                for entry in dict.fromkeys(entries):
                    if isinstance(entry, Real):
                        raise InputError("network: it has a weight that is no rational number, which has no bit length")
                    if isinstance(entry, Affine):
                        yield from ((name, value) for value in _values(entry, around))
                    else:
                        yield name, entry


def _values(entry: Affine, around: tuple[Family | Table, ...]) -> Iterator[Rational]:
    binding = [binder for binder in around if binder.bound & entry.variables]
    for turns in product(*(list(binder.turns()) for binder in binding)):
        yield entry.at({name: value for turn in turns for name, value in turn.items()})


def in_units(numbers: Iterable[tuple[str, Rational]], m: int) -> Iterator[Rational]:
    """All weights where the network acts on Z/delta: W_O, W_V, W_K, W_Q stay, b_Q and E are divided by delta = 1/m.

    With m = 1 they are as printed. For networks of attention layers and positional encodings.
    """
    scaled = {"biases": m, "encoding": m}
    return (value * scaled.get(kind, 1) for kind, value in numbers)
