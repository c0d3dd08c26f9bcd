"""Walking through a network layer by layer; families and tables are unrolled one layer at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from exactua.networks.items import Family, Group, Item, Layer, Table
from exactua.networks.quantities import templates
from exactua.numbers.rationals import Rational


@dataclass(frozen=True, slots=True)
class PlacedLayer:
    """A concrete layer and its place in the network: what a trace prints in front of a state."""

    item: int
    """Number of the top-level item that it belongs to, from 1."""
    groups: tuple[str, ...]
    """Names of the groups around it, outermost first."""
    variables: Mapping[str, Rational]
    """Values of the variables of the families and tables around it, outermost first."""
    layer: Layer


def walk(items: Sequence[Item]) -> Iterator[PlacedLayer]:
    """The concrete layers of these top-level items in order, each with its place."""
    for number, item in enumerate(items, 1):
        yield from _unrolled(item, number, (), {})


def _unrolled(
    item: Item, number: int, groups: tuple[str, ...], variables: Mapping[str, Rational]
) -> Iterator[PlacedLayer]:
    if isinstance(item, Group):
        for inner in item.items:
            yield from _unrolled(inner, number, (*groups, item.name), variables)
    elif isinstance(item, (Family, Table)):
        if next(templates(item.items), None) is None:
            return  # 10**30 repetitions of no layer are no layer
        for values in item.turns():
            for inner in item.items:
                yield from _unrolled(inner, number, groups, {**variables, **values})
    else:
        yield PlacedLayer(number, groups, variables, item.at(variables) if item.variables else item)
