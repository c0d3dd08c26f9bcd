"""Which verdict at which instances: in a sentence, and as the rows of a small table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from exactua.claims.ledger import Places, Spread
from exactua.claims.verdicts import Objects, word
from exactua.commands.report.site.statuses import VERDICT_KEYS
from exactua.plurals import every_instance
from exactua.printing.text import box

MOST_BOXES: Final = 24


@dataclass(frozen=True)
class PlacesRow:
    """The instances with one verdict."""

    key: str
    word: str
    count: int
    instances: tuple[str, ...]
    more: int
    """Instances that are not listed."""


def words(spread: Spread, objects: Objects = ()) -> str:
    """Such as "holds at all 41 instances (d = 1..3)", or "refuted at 2 of 6 instances (n = 2 only), holds at 4"."""
    if not spread.total:
        return "decided at no instance"
    if len(spread.places) == 1:
        verdict = word(spread.places[0].verdict, objects)
        return f"{verdict} at {every_instance(spread.total)}{spread.within}"
    first, *rest = (
        f"{word(place.verdict, objects)} at {len(place.boxes):,}{{}}{_where(place)}" for place in spread.places
    )
    return ", ".join([first.format(f" of {spread.total:,} instances"), *(place.format("") for place in rest)])


def _where(places: Places) -> str:
    return f" ({places.where})" if places.where else ""


def rows(spread: Spread, objects: Objects = ()) -> tuple[PlacesRow, ...]:
    """A row for each verdict, with its instances."""
    return tuple(
        PlacesRow(
            VERDICT_KEYS[place.verdict],
            word(place.verdict, objects),
            len(place.boxes),
            tuple(box(own) or "no parameters" for own in place.boxes[:MOST_BOXES]),
            max(0, len(place.boxes) - MOST_BOXES),
        )
        for place in spread.places
    )
