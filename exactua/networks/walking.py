"""Walking through a network layer by layer; families and tables are unrolled one layer at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from exactua.arithmetic.rationals import Rational
from exactua.networks.items import Family, Group, Item, Table
from exactua.networks.layer import Layer


@dataclass(frozen=True, slots=True)
class PlacedLayer:
    """A concrete layer and its place in the network: what a trace prints in front of a state.

    >>> PlacedLayer(1, (), {}, PositionalEncoding([[0, 1]])).item
    1
    """

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
        kept = _with_layers(item)
        if kept is not None:
            yield from _unrolled(kept, number, (), {})


def _with_layers(item: Item) -> Item | None:
    """The item without what has no layer inside, None if it has none: 10**30 repetitions of no layer are no layer."""
    if not isinstance(item, (Family, Table, Group)):
        return item
    inner = tuple(kept for kept in map(_with_layers, item.items) if kept is not None)
    if not inner or (isinstance(item, Family) and not item.count):
        return None
    if inner == item.items:
        return item
    if isinstance(item, Group):
        return Group(item.name, inner)
    if isinstance(item, Table):
        return Table(item.variables, item.rows, inner)
    return Family(item.variable, item.start, item.step, item.count, inner)


def _unrolled(
    item: Item, number: int, groups: tuple[str, ...], variables: Mapping[str, Rational]
) -> Iterator[PlacedLayer]:
    if isinstance(item, Group):
        for inner in item.items:
            yield from _unrolled(inner, number, (*groups, item.name), variables)
    elif isinstance(item, (Family, Table)):
        for values in item.turns():
            for inner in item.items:
                yield from _unrolled(inner, number, groups, {**variables, **values})
    else:
        yield PlacedLayer(number, groups, variables, item.at(variables) if item.variables else item)
