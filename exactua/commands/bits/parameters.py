"""The numbers that a network is made of, in unit 1 or in units of delta, families and tables one value at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import Real
from exactua.errors import InputError
from exactua.networks.entries import Affine
from exactua.networks.items import Family, Group, Item, Table


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
