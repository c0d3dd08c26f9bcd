"""Masks of self-attention: which tokens a token attends to."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exactua.arithmetic.json_values import array_at, boolean_at
from exactua.arithmetic.messages import brief
from exactua.errors import InputError
from exactua.plurals import counted

CAUSAL: Final = "causal"
STRICTLY_CAUSAL: Final = "strictly causal"
NAMED: Final = (CAUSAL, STRICTLY_CAUSAL)
"""Masks that fit matrices with any number of columns."""

Mask: TypeAlias = "str | tuple[tuple[bool, ...], ...] | None"
"""Which tokens a token attends to: None all, "causal" those up to itself, "strictly causal" those before it, rows k of
entries j: token j to token k."""


def checked(mask: Any) -> Mask:
    """The mask with its rows as tuples.

    Raises InputError for a matrix that is not square, for entries that are no booleans, and for a column without True:
    a token that attends to nothing is the first one under "strictly causal" alone, and gets nothing from any head.
    """
    if mask is None or (isinstance(mask, str) and mask in NAMED):
        return mask
    rows = mask if isinstance(mask, (list, tuple)) else ()
    if not rows or not all(isinstance(row, (list, tuple)) and len(row) == len(rows) for row in rows):
        raise InputError(
            f'mask: {brief(mask)} is no mask; write None, "{CAUSAL}", "{STRICTLY_CAUSAL}" or n rows of n booleans'
        )
    matrix = tuple(tuple(row) for row in rows)
    for k, row in enumerate(matrix, 1):
        if not all(isinstance(entry, bool) for entry in row):
            raise InputError(f"mask: row {k} has an entry that is not True or False")
    for j, column in enumerate(zip(*matrix, strict=True), 1):
        if not any(column):
            raise InputError(f"mask: column {j} has no True, so token {j} would attend to nothing")
    return matrix


def attended(mask: Mask, j: int, n: int) -> tuple[int, ...]:
    """The tokens that token j of n attends to, all from 0. Raises InputError for another n than that of the mask."""
    if mask is None:
        return tuple(range(n))
    if isinstance(mask, str):
        return tuple(range(j + 1 if mask == CAUSAL else j))
    if len(mask) != n:
        raise InputError(f"the mask is {len(mask)} x {len(mask)}, and the matrix has {counted(n, 'column')}")
    return tuple(k for k, row in enumerate(mask) if row[j])


def mask_data(mask: Mask) -> Any:
    """A mask as JSON data."""
    return [list(row) for row in mask] if isinstance(mask, tuple) else mask


def mask_at(data: object, where: str) -> object:
    """The mask that JSON data is, as a layer takes it. Raises InputError, naming `where`, for other entries."""
    if data is None or data in NAMED:
        return data
    return [
        [boolean_at(entry, f"{where}[{k}]") for entry in array_at(row, f"{where}[{k}]")]
        for k, row in enumerate(array_at(data, where))
    ]


def mask_in_words(mask: Mask) -> str:
    """What the columns attend to, behind other words, where that is not everything."""
    if mask is None:
        return ""
    if isinstance(mask, str):
        return f", {mask} mask"
    return f", mask = [{'; '.join(' '.join('1' if entry else '0' for entry in row) for row in mask)}]"
