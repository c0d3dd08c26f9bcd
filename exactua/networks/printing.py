"""A network for people: one line a head or a layer, families as `for l = 0, 1/2, ..., 3/2`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from json import dumps

from exactua.arithmetic.rationals import written
from exactua.networks.attention import AttentionHead, AttentionLayer
from exactua.networks.bilinear_projection import BilinearProjection
from exactua.networks.entries import Entry
from exactua.networks.feed_forward import FeedForwardLayer
from exactua.networks.items import Family, Item, Table
from exactua.networks.masks import Mask
from exactua.networks.network import Network
from exactua.networks.positional_encoding import PositionalEncoding
from exactua.networks.quantities import templates
from exactua.networks.separable_convolution import SeparableConvolution
from exactua.networks.softmax_attention import SoftmaxAttentionLayer


def describe(network: Network) -> str:
    """The network in several lines: its size, its items in order (matrices as `[1 2; 3 4]`), its stages."""
    lines = [_heading(network), *_stages(network, 0)]
    for number, item in enumerate(network.items, 1):
        lines += [f"  {line}" for line in _item(item)]
        lines += _stages(network, number)
    return "\n".join(lines)


def _heading(network: Network) -> str:
    parts = [f"network on R^({network.d} x n)"]
    attention, feed_forward = network.quantity("attention layers"), network.quantity("feed-forward layers")
    if attention:
        size = network.quantity("head size")
        heads = _counted(network.quantity("heads"), "head")
        parts += [
            _counted(attention, "attention layer"),
            f"at most {heads} of size {size if size == 1 else f'at most {size}'}",
        ]
    if feed_forward:
        width = network.quantity("hidden size")
        parts += [
            _counted(feed_forward, "feed-forward layer"),
            f"hidden size {width if width == 1 else f'at most {width}'}",
        ]
    if others := network.quantity("other layers"):
        parts.append(_counted(others, "other layer"))
    return ", ".join(parts if len(parts) > 1 else [*parts, "no layers"])


def _stages(network: Network, number: int) -> list[str]:
    return [f"  -- stage {dumps(name)}" for name, after in network.named_stages if after == number]


def _item(item: Item) -> Iterator[str]:
    if isinstance(item, AttentionLayer):
        yield f"attention, {_counted(len(item.heads), 'head')}, hardmax ties: {item.tie_rule}{_mask(item.mask)}"
        for number, head in enumerate(item.heads, 1):
            yield f"  head {number}: {_head(head)}"
    elif isinstance(item, SoftmaxAttentionLayer):
        yield f"softmax attention, {_counted(len(item.heads), 'head')}{_mask(item.mask)}"
        for number, head in enumerate(item.heads, 1):
            yield f"  head {number}: {_head(head)}"
    elif isinstance(item, FeedForwardLayer):
        yield f"feed-forward, {_counted(item.hidden_size, 'hidden node')}"
        named = {"W_1": item.W_1, "b_1": [item.b_1], "W_2": item.W_2, "b_2": [item.b_2]}
        yield f"  {_assignments(named)}"
        yield f"  phi = {item.activation}"
    elif isinstance(item, PositionalEncoding):
        yield f"positional encoding, E = {_matrix(item.E)}"
    elif isinstance(item, BilinearProjection):
        yield f"bi-linear projection, {_assignments({'W_O': item.W_O, 'W_P': item.W_P})}"
    elif isinstance(item, SeparableConvolution):
        yield f"separable convolution, {_assignments({'W_O': item.W_O, 'W_C': item.W_C})}  centre = {item.centre}"
    else:
        if isinstance(item, Family):
            yield f"for {_range(item)}:"
        elif isinstance(item, Table):
            yield from _rows(item)
        else:
            yield f"group {dumps(item.name)}:"
        for inner in item.items:
            yield from (f"  {line}" for line in _item(inner))


def _mask(mask: Mask) -> str:
    """What the columns attend to, where that is not everything."""
    if mask is None:
        return ""
    if isinstance(mask, str):
        return f", {mask} mask"
    return f", mask = [{'; '.join(' '.join('1' if one else '0' for one in row) for row in mask)}]"


def _head(head: AttentionHead) -> str:
    named = {"W_O": head.W_O, "W_V": head.W_V, "W_K": head.W_K, "W_Q": head.W_Q, "b_Q": [head.b_Q]}
    return _assignments(named)


def _assignments(named: Mapping[str, Sequence[Sequence[Entry]]]) -> str:
    return "  ".join(f"{name} = {_matrix(matrix)}" for name, matrix in named.items())


def _range(family: Family) -> str:
    layers = _counted(sum(times for _, times in templates([family])), "layer")
    if family.count <= 3:
        values = [written(value) for value in family.values()]
    else:
        last = family.start + (family.count - 1) * family.step
        values = [written(family.start), written(family.start + family.step), "...", written(last)]
    return f"{family.variable} = {', '.join(values)} ({layers})" if values else f"no {family.variable} ({layers})"


def _rows(table: Table) -> Iterator[str]:
    """A heading and the first rows, or all of them if they are few."""
    layers = _counted(sum(times for _, times in templates([table])), "layer")
    yield f"for each row ({', '.join(table.variables)}) of a table of {_counted(table.count, 'row')} ({layers}):"
    shown = table.rows if table.count <= 3 else (*table.rows[:2], table.rows[-1])
    for number, row in enumerate(shown, 1):
        if table.count > 3 and number == 3:
            yield "  ..."
        yield f"  ({', '.join(map(written, row))})"


def _matrix(matrix: Sequence[Sequence[Entry]]) -> str:
    return "[" + "; ".join(_row(row)[1:-1] for row in matrix) + "]"


def _row(row: Sequence[Entry]) -> str:
    # a sum such as `-l + 1/4` needs a comma beside other entries
    entries = [str(value) for value in row]
    return f"[{(', ' if any(' ' in one for one in entries) else ' ').join(entries)}]"


def _counted(number: int, noun: str) -> str:
    return f"{written(number)} {noun}{'' if number == 1 else 's'}"
