"""A network: its size, and its items in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from exactua.networks import Network
from exactua.networks.printing import heading, item_lines, lines
from exactua.printing.documents import BREAK, Code, Document, Emphasis, Paragraph, Strong, Table, Words
from exactua.reprs import cut

MOST_ITEMS: Final = 40
MOST_LINES: Final = 40
"""Lines of one item."""
LONGEST_LINE: Final = 400


def prompt(network: Network) -> Iterator[str]:
    """The lines at the prompt: those of `describe`."""
    yield from lines(network)


def document(network: Network) -> Document:
    """The items in a table, and the stages that they reach; of many items the first ones."""
    rows: list[tuple[Words, ...]] = [("item", "what it is", "stage")]
    if names := _stages(network, 0):
        rows.append(("0", (Emphasis("the matrix given"),), names))
    for number, item in enumerate(network.items[:MOST_ITEMS], 1):
        rows.append((str(number), _item([*islice(item_lines(item), MOST_LINES + 1)]), _stages(network, number)))
    more = len(network.items) - MOST_ITEMS
    left = [Paragraph(f"and {more:,} more item{'s' * (more != 1)}")] if more > 0 else []
    return Document([Paragraph((Strong(heading(network)),)), Table(rows, right=(0,)), *left], None)


def _item(shown: list[str]) -> Words:
    """The lines of an item, one below the other; those of its layers are indented."""
    told = shown if len(shown) <= MOST_LINES else [*shown[:MOST_LINES], "..."]
    pieces: list[str] = []
    for k, line in enumerate(told):
        pieces += [BREAK] * (k > 0)
        pieces.append(Code(cut(line, LONGEST_LINE)))
    return tuple(pieces)


def _stages(network: Network, number: int) -> str:
    return ", ".join(name for name, after in network.named_stages if after == number)
