"""A network for people: one line a head or a layer, families as `for l = 0, 1/2, ..., 3/2`."""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps

from exactua.arithmetic.rationals import written
from exactua.networks.items import Family, Item, Table, templates
from exactua.networks.layer import Layer
from exactua.networks.network import Network
from exactua.networks.words import counted


def describe(network: Network) -> str:
    """The network in several lines: its size, its items in order (matrices as `[1 2; 3 4]`), its stages.

    >>> print(describe(Network(1, [PositionalEncoding([[0, 1]])])))
    network on R^(1 x n), 1 other layer
      positional encoding, E = [0 1]
    """
    return "\n".join(lines(network))


def lines(network: Network) -> Iterator[str]:
    """The same line by line: the first ones of a long network take no longer than those of a short one."""
    yield heading(network)
    yield from _stages(network, 0)
    for number, item in enumerate(network.items, 1):
        yield from (f"  {line}" for line in item_lines(item))
        yield from _stages(network, number)


def heading(network: Network) -> str:
    """Its size: "network on R^(1 x n), 1 attention layer, at most 1 head of size 1"."""
    parts = [f"network on R^({network.d} x n)"]
    attention, feed_forward = network.quantity("attention layers"), network.quantity("feed-forward layers")
    if attention:
        size = network.quantity("head size")
        heads = counted(network.quantity("heads"), "head")
        parts += [
            counted(attention, "attention layer"),
            f"at most {heads} of size {size if size == 1 else f'at most {size}'}",
        ]
    if feed_forward:
        width = network.quantity("hidden size")
        parts += [
            counted(feed_forward, "feed-forward layer"),
            f"hidden size {width if width == 1 else f'at most {width}'}",
        ]
    if others := network.quantity("other layers"):
        parts.append(counted(others, "other layer"))
    return ", ".join(parts if len(parts) > 1 else [*parts, "no layers"])


def _stages(network: Network, number: int) -> list[str]:
    return [f"  -- stage {dumps(name)}" for name, after in network.named_stages if after == number]


def item_lines(item: Item) -> Iterator[str]:
    """An item in words: a layer, or a family, a table or a group with what is in it."""
    if isinstance(item, Layer):
        yield from item.words()
        return
    if isinstance(item, Family):
        yield f"for {_range(item)}:"
    elif isinstance(item, Table):
        yield from _rows(item)
    else:
        yield f"group {dumps(item.name)}:"
    for inner in item.items:
        yield from (f"  {line}" for line in item_lines(inner))


def _range(family: Family) -> str:
    layers = counted(sum(times for _, times in templates([family])), "layer")
    if family.count <= 3:
        values = [written(value) for value in family.values()]
    else:
        last = family.start + (family.count - 1) * family.step
        values = [written(family.start), written(family.start + family.step), "...", written(last)]
    return f"{family.variable} = {', '.join(values)} ({layers})" if values else f"no {family.variable} ({layers})"


def _rows(table: Table) -> Iterator[str]:
    """A heading and the first rows, or all of them if they are few."""
    layers = counted(sum(times for _, times in templates([table])), "layer")
    yield f"for each row ({', '.join(table.variables)}) of a table of {counted(table.count, 'row')} ({layers}):"
    shown = table.rows if table.count <= 3 else (*table.rows[:2], table.rows[-1])
    for number, row in enumerate(shown, 1):
        if table.count > 3 and number == 3:
            yield "  ..."
        yield f"  ({', '.join(map(written, row))})"
