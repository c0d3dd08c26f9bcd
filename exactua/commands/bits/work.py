"""`bits` of a claim: all instances of a box, in order; failures and merges are the first ones of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from exactua.claims.registry import find
from exactua.commands.bits.holding import failures
from exactua.commands.bits.mapped import G2, LEMMA8, POINTS, Mapped, mapped
from exactua.commands.bits.measuring import MOST_STATES, measured
from exactua.commands.bits.merging import MOST_POINTS, merges
from exactua.commands.bits.record import Bits, Box
from exactua.errors import InputError

Progress = Callable[[int, int], None]


def bits(
    label: str,
    boxes: Sequence[Box],
    categories: int | None = None,
    most_states: int = MOST_STATES,
    most_points: int = MOST_POINTS,
    progress: Progress | None = None,
) -> Bits:
    """The bit lengths of a claim's contextual map at instances (d, n, 1/delta), and where formats fail.

    `categories` 1, 2 or 3: the points are those of Category 1, of 1 and 2, or of all three (3 if None). Merges are
    looked for among these, and among those of Category 1, of which Lemma 8 says that their ids differ. Instances are
    taken in the order of d, then n, then 1/delta. `most_states` bounds points times layers, `most_points` the points
    that are searched for merges. Raises InputError for a claim without a contextual map on column ids.
    """
    claim, step = find(label)
    if claim.label not in POINTS or step is not None:
        raise InputError(f"label: {label} is no claim with a contextual map on column ids; choose one of lemma8, g2")
    if claim.label == G2 and categories is not None:
        raise InputError("categories: Categories 1 to 3 are those of Lemma 8; g2 has one set of points, all of G_delta")
    chosen = (categories or 3) if claim.label == LEMMA8 else None
    maker = lru_cache(maxsize=256)(lambda box, of: mapped(claim, box, of))
    instances = []
    for k, box in enumerate(sorted(boxes), 1):
        instances.append(measured(maker(box, chosen), most_states))
        if progress is not None:
            progress(k, len(boxes))

    def made(box: Box) -> Mapped:
        return maker(box, chosen)

    name = "all of G_delta" if chosen is None else _named(chosen)
    sought = merges(sorted(boxes), made, name, most_points)
    if chosen is not None and chosen > 1:
        sought = [*merges(sorted(boxes), lambda box: maker(box, 1), _named(1), most_points), *sought]
    return Bits(claim.label, name, tuple(instances), tuple(failures(instances, made)), tuple(sought))


def _named(categories: int) -> str:
    return "category 1" if categories == 1 else f"categories 1..{categories}"
