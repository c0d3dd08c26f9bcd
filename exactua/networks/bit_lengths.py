"""How long the numbers of a network are in bits, without unrolling its families and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import lcm, prod
from typing import Final, TypeAlias

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import Real
from exactua.networks.entries import Affine, Entry
from exactua.networks.items import Family, Group, Item, Table
from exactua.networks.layer import Layer

MOST_VALUES: Final = 4096
"""The most values that an entry of a template is given one by one; of more its bits are bounded."""

Binders: TypeAlias = tuple[Family | Table, ...]
"""The families and tables around a layer, outermost first."""

KINDS: Final = ("weights", "biases", "activations")
KIND_OF: Final = {"encoding": "weights"}
"""Numbers of layers that count as others."""


@dataclass(frozen=True)
class BitLengths:
    """The most bits of a numerator and of a denominator, fractions in lowest terms; 0 has no bits, 1 has one.

    `exact` is False where families have more values than are looked at one by one: then these are upper bounds.
    """

    numerator: int = 0
    denominator: int = 1
    exact: bool = True

    def __or__(self, other: BitLengths) -> BitLengths:
        """The lengths of both together."""
        return BitLengths(
            max(self.numerator, other.numerator),
            max(self.denominator, other.denominator),
            self.exact and other.exact,
        )


def bit_lengths(items: Sequence[Item]) -> dict[str, BitLengths]:
    """The bits of the weights, of the biases, of the numbers in activations, and of "all" of them.

    Weights are the matrices, E of a positional encoding too; biases are b_Q, b_1 and b_2; activations have ends, slopes
    and intercepts.
    """
    seen: set[tuple[str, Entry, tuple[int, ...]]] = set()
    lengths = {kind: BitLengths() for kind in KINDS}
    for layer, binders in _placed(items, ()):
        for name, entries in layer.numbers().items():
            kind = KIND_OF.get(name, name)
            for entry in entries:
                around = _binding(entry, binders) if isinstance(entry, Affine) else ()
                key = (kind, entry, tuple(map(id, around)))
                if key not in seen:
                    seen.add(key)
                    lengths[kind] |= _entry(entry, around)
    return {**lengths, "all": reduce(BitLengths.__or__, lengths.values())}


def _placed(items: Sequence[Item], binders: Binders) -> Iterator[tuple[Layer, Binders]]:
    for item in items:
        if isinstance(item, Group):
            yield from _placed(item.items, binders)
        elif isinstance(item, (Family, Table)):
            if item.count:
                yield from _placed(item.items, (*binders, item))
        else:
            yield item, binders


def _binding(entry: Affine, binders: Binders) -> Binders:
    """The families and tables that give values to the variables of an entry."""
    return tuple(binder for binder in binders if binder.bound & entry.variables)


def _entry(entry: Entry, binders: Binders) -> BitLengths:
    if isinstance(entry, Real):
        return BitLengths()
    if not isinstance(entry, Affine):
        return _bits(entry)
    if prod(binder.count for binder in binders) > MOST_VALUES:
        return _bounds(entry, binders)
    lengths = BitLengths()
    for turns in product(*(list(binder.turns()) for binder in binders)):
        values = {name: value for turn in turns for name, value in turn.items()}
        lengths |= _bits(entry.at(values))
    return lengths


def _bounds(entry: Affine, binders: Binders) -> BitLengths:
    """Exact for one table alone; else from the greatest size of each part and a common denominator."""
    coefficients = dict(entry.coefficients)
    size, common = abs(entry.constant), int(entry.constant.denominator)
    for binder in binders:
        parts = [
            sum((coefficients[name] * value for name, value in turn.items() if name in coefficients), Rational(0))
            for turn in _ends(binder)
        ]
        if isinstance(binder, Table) and len(binders) == 1:
            return reduce(BitLengths.__or__, (_bits(entry.constant + part) for part in parts))
        size += max(map(abs, parts))
        steps = parts if isinstance(binder, Table) else [parts[0], parts[1] - parts[0]]
        common = lcm(common, *(int(step.denominator) for step in steps))
    scaled = size * common
    return BitLengths(int(scaled).bit_length(), common.bit_length(), False)


def _ends(binder: Family | Table) -> list[dict[str, Rational]]:
    """All rows of a table; of a family its first two values and its last one."""
    if isinstance(binder, Table):
        return list(binder.turns())
    last = binder.start + (binder.count - 1) * binder.step
    return [{binder.variable: value} for value in (binder.start, binder.start + binder.step, last)]


def _bits(value: Rational) -> BitLengths:
    return BitLengths(int(value.numerator).bit_length(), int(value.denominator).bit_length())
