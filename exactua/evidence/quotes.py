"""What the papers that come with exactua print, in their own words: the quotes of their inventories, by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from exactua.claims.ledger import Quote
from exactua.evidence.coverage import Inventory, inventories


@cache
def quotes_of(paper: str) -> Mapping[str, tuple[Quote, ...]]:
    """The quotes beside the steps of a paper by the full labels of these; none of a paper without an inventory."""
    found: dict[str, tuple[Quote, ...]] = {}
    for inventory in inventories().values():
        if paper in inventory.papers:
            for step, quote in _quoted(inventory):
                if step.startswith(f"{paper}:"):
                    found[step] = (*found.get(step, ()), quote)
    return found


def _quoted(inventory: Inventory) -> Iterator[tuple[str, Quote]]:
    for item in inventory.items:
        if item.quote:
            yield from ((step, Quote(item.quote, item.section, item.page)) for step in item.steps)
