"""Boxes in [0, 1]^(d x n), and whether they cover it once: gaps and overlaps are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.errors import InputError

Side = tuple[Rational, Rational]
Box = tuple[Side, ...]
"""An interval for each entry, row by row; of each the low end belongs to the box, the high end only where it is 1."""

MOST_PARTS: Final = 20_000


def common(first: Box, second: Box) -> Box | None:
    """What two boxes have in common; None where that has no volume."""
    shared = tuple((max(a, c), min(b, d)) for (a, b), (c, d) in zip(first, second, strict=True))
    return shared if all(low < high for low, high in shared) else None


def without(box: Box, hole: Box) -> list[Box]:
    """The rest of a box, as boxes, when another is cut out."""
    shared = common(box, hole)
    if shared is None:
        return [box]
    rest: list[Box] = []
    kept = list(box)
    for k, ((low, high), (bottom, top)) in enumerate(zip(box, shared, strict=True)):
        for side in ((low, bottom), (top, high)):
            if side[0] < side[1]:
                rest.append((*kept[:k], side, *kept[k + 1 :]))
        kept[k] = (bottom, top)
    return rest


def check_cover(boxes: Sequence[Box], entries: int) -> None:
    """Raises InputError, naming the boxes and a place, unless every point is in exactly one box."""
    rest: list[Box] = [((mpq(0), mpq(1)),) * entries]
    for k, box in enumerate(boxes):
        for earlier in range(k):
            if shared := common(boxes[earlier], box):
                raise InputError(f"f: pieces {earlier + 1} and {k + 1} overlap in {shown_box(shared)}")
        rest = [part for one in rest for part in without(one, box)]
        if len(rest) > MOST_PARTS:
            raise InputError(f"f: the gaps behind piece {k + 1} fall into more than {MOST_PARTS:,} boxes")
    if rest:
        raise InputError(f"f: the pieces leave a gap: no piece has {shown_box(min(rest))}")


def shown_box(box: Box) -> str:
    """[0, 1/2] x [0, 1]: the intervals of a box, row by row."""
    return " x ".join(f"[{written(low)}, {written(high)}]" for low, high in box)
