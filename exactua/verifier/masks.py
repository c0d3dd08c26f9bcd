"""Masks of attention: which columns a column attends to (format, section 4)."""

from __future__ import annotations

from collections.abc import Callable

from .records import array
from .refusals import NOT_RECHECKED, demand
from .values import Json

NAMED_MASKS: dict[str | None, Callable[[int, int], int]] = {  # column j of n attends to those before this number
    None: lambda j, n: n,
    "causal": lambda j, n: j + 1,
    "strictly causal": lambda j, n: j,
}


def read_mask(mask: Json) -> Json:
    """A mask as it is written: its name, or rows with a true in each column; null where there is none."""
    if isinstance(mask, list):
        rows = [array(row, len(mask)) for row in mask]
        demand(all(type(x) is bool for row in rows for x in row), "an entry of a mask is neither true nor false")
        demand(rows != [] and all(map(any, zip(*rows, strict=True))), "a column of a mask that attends to nothing")
    else:
        known = (mask is None or isinstance(mask, str)) and mask in NAMED_MASKS
        demand(known, f"the mask {mask!r}", NOT_RECHECKED)
    return mask


def masked(mask: Json) -> dict[str, int]:
    """What a layer with it counts: whether there is a mask, and its entries, each of which is read."""
    return {"masked": int(mask is not None), "further work": len(mask) ** 2 if isinstance(mask, list) else 0}


def attended_columns(mask: Json, j: int, n: int) -> list[int]:
    """The columns that column j of n attends to, from 0."""
    demand(not isinstance(mask, list) or len(mask) == n, "a mask and its matrix do not fit")
    return [k for k in range(n) if mask[k][j]] if isinstance(mask, list) else list(range(NAMED_MASKS[mask](j, n)))
