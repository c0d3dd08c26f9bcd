"""What a network is made of: counts and sizes read off its items, families and tables counted as if unrolled.

A Transformer block is an attention layer and then a feed-forward layer; either may be left out, as its weights can be 0
and the skip connection stays (Yun et al. 2020, Sec. 2 and App. E.1). So a layer needs a block of its own, but a
feed-forward layer right behind an attention layer shares that one's.

How long its numbers are in bits is told without unrolling families and tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import lcm, prod
from typing import Final, TypeAlias

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import Real
from exactua.errors import InputError
from exactua.networks.entries import Affine, Entry
from exactua.networks.heads import TieRule
from exactua.networks.items import QUANTITIES, Family, Group, Item, Table, fixed_columns, templates
from exactua.networks.layer import KINDS, Layer
from exactua.networks.network import Network

MOST_VALUES: Final = 4096
"""The most values that an entry of a template is given one by one; of more its bits are bounded."""

Binders: TypeAlias = tuple[Family | Table, ...]
"""The families and tables around a layer, outermost first."""

KINDS_OF_NUMBERS: Final = ("weights", "biases", "activations")
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
    lengths = {kind: BitLengths() for kind in KINDS_OF_NUMBERS}
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


SIZES: Final = (
    "heads",
    "head size",
    "hidden size",
    "activations outside Phi",
    "parameters",
    "largest layer parameters",
)
"""The quantities of `QUANTITIES` that are no counts of layers."""


@dataclass(frozen=True)
class Inspection:
    """Counts, sizes and bit lengths of a network."""

    d: int
    layers: Mapping[str, int]
    """Number of layers of each kind that occurs, families and tables unrolled."""
    written: Mapping[str, int]
    """How it is written: top-level "items", "layers", "families", "tables" and their "rows"."""
    sizes: Mapping[str, int]
    blocks: int
    """The least number of Transformer blocks that hold the attention and feed-forward layers."""
    bits: Mapping[str, BitLengths]
    tie_rules: Mapping[str, int]
    """Number of attention layers with each tie rule that occurs."""
    columns: tuple[int, str] | None
    """The number n of columns that a layer fixes, and which layer that is; None where the network takes any n."""
    conflict: str | None
    """Why no point fits, where layers fix different numbers of columns."""
    stages: tuple[tuple[str, int, int], ...]
    """Name, number of top-level items and number of layers before each stage."""


def inspect(network: Network) -> Inspection:
    """All that can be read off a network without running it."""
    columns, conflict = None, None
    try:
        columns = fixed_columns(network.items)
    except InputError as error:
        conflict = str(error)
    return Inspection(
        network.d,
        layers_by_kind(network.items),
        _written(network.items),
        {name: QUANTITIES[name](network.items) for name in SIZES},
        transformer_blocks(network.items),
        bit_lengths(network.items),
        _tie_rules(network.items),
        columns,
        conflict,
        tuple((name, after, layer_count(network.items[:after])) for name, after in network.named_stages),
    )


def layer_count(items: Sequence[Item]) -> int:
    """The number of layers, families and tables unrolled."""
    return sum(times for _, times in templates(items))


def layers_by_kind(items: Sequence[Item]) -> dict[str, int]:
    """The number of layers of each kind that occurs."""
    counts = {kind.name: 0 for kind in KINDS.values()}
    for layer, times in templates(items):
        counts[layer.name] += times
    return {name: count for name, count in counts.items() if count}


def _tie_rules(items: Sequence[Item]) -> dict[str, int]:
    counts = dict.fromkeys(TieRule, 0)
    for layer, times in templates(items):
        if layer.tie_rule is not None:
            counts[layer.tie_rule] += times
    return {rule.value: count for rule, count in counts.items() if count}


def _written(items: Sequence[Item]) -> dict[str, int]:
    counts = {"items": len(items), "layers": 0, "families": 0, "tables": 0, "rows": 0}

    def count(inner: Sequence[Item]) -> None:
        for item in inner:
            if isinstance(item, Family):
                counts["families"] += 1
            elif isinstance(item, Table):
                counts["tables"] += 1
                counts["rows"] += item.count
            elif not isinstance(item, Group):
                counts["layers"] += 1
                continue
            count(item.items)

    count(items)
    return counts


@dataclass(frozen=True)
class _Stack:
    """Layers in a row: how many blocks they need, whether the first may join a block and the last leaves one open."""

    blocks: int = 0
    joins: bool = False
    open: bool = False
    empty: bool = True

    def __add__(self, other: _Stack) -> _Stack:
        if self.empty or other.empty:
            return other if self.empty else self
        return _Stack(self.blocks + other.blocks - (self.open and other.joins), self.joins, other.open, False)

    def times(self, count: int) -> _Stack:
        if self.empty or not count:
            return _Stack()
        shared = (count - 1) * (self.open and self.joins)
        return _Stack(self.blocks * count - shared, self.joins, self.open, False)


def transformer_blocks(items: Sequence[Item]) -> int:
    """The least number of Transformer blocks that hold the attention and feed-forward layers, in their order.

    Families and tables count as unrolled. Layers of other kinds are in no block, and end the one before them.
    """
    return _run(items).blocks


def _run(items: Sequence[Item]) -> _Stack:
    total = _Stack()
    for item in items:
        if isinstance(item, (Family, Table)):
            total += _run(item.items).times(item.count)
        elif isinstance(item, Group):
            total += _run(item.items)
        else:
            total += _OF_ROLE[item.role]
    return total


_OF_ROLE: Final = {
    "attention": _Stack(1, joins=False, open=True, empty=False),
    "feed-forward": _Stack(1, joins=True, open=False, empty=False),
    "other": _Stack(0, joins=False, open=False, empty=False),
}
"""A layer of each role."""
