"""Tables of layers that catch a column each, on batches: Z -> Z + change phi(w^T Z + shift 1^T), row by row.

For a `Table` of one feed-forward layer with one hidden node, where w = W_1 and phi are the same in all rows, b_2 = 0,
and phi is a constant on a bounded interval and 0 outside: a row changes a column z if its shift lies in the interval
minus w^T z, and no other column. So a column stays as it is until the next row with such a shift; between two of
these rows there is nothing to compute. Rows are found by bisection in the sorted shifts, for all columns at once;
a column that has been moved is looked up anew, among later rows only, until no column is caught any more.

Nothing is assumed about the rows: windows may overlap or be the same, and be met in any order. Where too many of them
overlap for the search to pay, or where the layer is another one, it is unrolled. Its literal twin is the table
row by row (`networks.items`), with which every run is compared at the points that are replayed. Numbers are
`Batch`es with their proven bounds: no search and no sum is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any, Final, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch, broadcast
from exactua.arithmetic.rationals import Rational, rational
from exactua.networks import Family, Group, Piece, Table
from exactua.networks.entries import Affine, Entry, variables_of
from exactua.networks.items import Item, walk
from exactua.networks.layer import HiddenNodes, Layer

MOST_OVERLAPPING: Final = 8
"""Rows that may catch one and the same number; where more of them can, a table is evaluated layer by layer."""


@dataclass(frozen=True, eq=False)
class CatchingTable:
    """A table of layers of which each changes only the columns z with shift + w^T z in the interval of `piece`."""

    count: int
    """The number of rows, which are layers."""
    weights: tuple[Rational, ...]
    """w, d entries."""
    piece: Piece
    """The interval where phi is not 0."""
    order: NDArray[np.int64]
    """The numbers of the rows, from 0, by increasing shift."""
    shifts: Batch
    """The shifts in this order, shape (count,)."""
    overlapping: int
    """How many rows can catch one and the same number."""
    changes: tuple[Batch, ...]
    """What a column that is caught gains, for each of the d rows of the matrix a batch of shape (count,)."""
    gain: Batch
    """What w^T z gains, shape (count,)."""

    def __call__(self, rows: tuple[Batch, ...], limits: NDArray[np.int64] | None = None) -> tuple[Batch, ...]:
        """The d x n matrices after all rows of the table, or for each point after as many of them as `limits` says.

        `rows` are d batches of shape (n, points), as in the dense batches; `limits` has shape (points,).
        """
        shape = rows[0].numerators.shape
        state = [Batch(row.numerators.ravel(), row.denominator, row.low, row.high) for row in rows]
        size = state[0].numerators.size
        stop = np.full(size, self.count) if limits is None else np.broadcast_to(limits, shape).ravel()
        columns: NDArray[np.int64] = np.arange(size)
        first = np.zeros(size, dtype=np.int64)
        number = _dot(self.weights, state)
        while columns.size:
            row = self._next(number, first)
            caught = row < stop[columns]
            columns, row, number = columns[caught], row[caught], number[caught]
            if not columns.size:
                break
            state = [
                (z + _spread(change[row], columns, size)).tightened()
                for z, change in zip(state, self.changes, strict=True)
            ]
            number = (number + self.gain[row]).tightened()
            first = row + 1
        return tuple(Batch(z.numerators.reshape(shape), z.denominator, z.low, z.high) for z in state)

    def _next(self, number: Batch, first: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each number the first row from `first` on that catches it; `count` where there is none."""
        piece = self.piece
        assert piece.start is not None
        assert piece.stop is not None
        begin = _positions(self.shifts, piece.start - number, "left" if piece.start_closed else "right")
        end = _positions(self.shifts, piece.stop - number, "right" if piece.stop_closed else "left")
        rows: NDArray[np.int64] = np.full(first.shape, self.count)
        for k in range(self.overlapping):
            inside = begin + k < end
            row = self.order[np.where(inside, begin + k, 0)]
            rows = np.where(inside & (row >= first), np.minimum(rows, row), rows)
        return rows


Step: TypeAlias = Layer | CatchingTable
"""What a batch is put through in one go: a layer, or a table that is known to be a `CatchingTable`."""


def prepared(items: Iterable[Item | CatchingTable]) -> Iterator[Item | CatchingTable]:
    """The items in order, groups opened, tables that they know in its form; nothing is unrolled."""
    for item in items:
        if isinstance(item, Group):
            yield from prepared(item.items)
        else:
            yield (catching_table(item) or item) if isinstance(item, Table) else item


def steps(items: Iterable[Item | CatchingTable]) -> Iterator[Step]:
    """The items in order, families and tables unrolled, except for tables that they know."""
    for item in prepared(items):
        if isinstance(item, (Family, Table)):
            yield from (place.layer for place in walk((item,)))
        else:
            assert not isinstance(item, Group)
            yield item


def catching_table(table: Table) -> CatchingTable | None:
    """This table in batches; None where it is none of those that can be."""
    inside = table.items[0] if len(table.items) == 1 else None
    if not isinstance(inside, Layer) or inside.nodes is None:
        return None
    layer = inside.nodes
    piece = _support(layer)
    same = (*layer.W_1[0], *layer.b_2)
    if piece is None or len(layer.W_1) != 1 or variables_of(same) or any(layer.b_2):
        return None
    if inside.variables - table.bound:
        return None  # of a family around
    weights = tuple(rational(entry, "W_1") for entry in layer.W_1[0])
    shifts = _column(table, layer.b_1[0])
    order = np.argsort(shifts.numerators, kind="stable")
    shifts = shifts[order]
    overlapping = _overlapping(shifts, piece)
    if overlapping > MOST_OVERLAPPING:
        return None
    changes = tuple(_column(table, entry) * piece.intercept for (entry,) in layer.W_2)
    return CatchingTable(table.count, weights, piece, order, shifts, overlapping, changes, _dot(weights, changes))


def _support(layer: HiddenNodes) -> Piece | None:
    """The one piece where phi is not 0, if it is constant and bounded."""
    others = [piece for piece in layer.activation.pieces if piece.slope or piece.intercept]
    if len(others) != 1 or others[0].slope or others[0].start is None or others[0].stop is None:
        return None
    return others[0]


def _column(table: Table, entry: Entry) -> Batch:
    """The values of an entry of the layer in all rows, shape (count,)."""
    if not isinstance(entry, Affine):
        return broadcast(entry, table.count)
    places = [(table.variables.index(name), coefficient) for name, coefficient in entry.coefficients]
    values = [sum((row[k] * coefficient for k, coefficient in places), start=entry.constant) for row in table.rows]
    common = lcm(*{int(value.denominator) for value in values})
    return Batch.of(np.array([int(value * common) for value in values], dtype=object), common)


def _overlapping(shifts: Batch, piece: Piece) -> int:
    """How many of these sorted shifts lie in one and the same interval that is as long as that of the piece."""
    assert piece.start is not None
    assert piece.stop is not None
    side = "right" if piece.start_closed and piece.stop_closed else "left"
    ends = _positions(shifts, shifts + (piece.stop - piece.start), side)
    return int((ends - np.arange(len(ends))).max())


def _positions(ordered: Batch, numbers: Batch, side: Any) -> NDArray[np.int64]:
    """How many of the ordered numbers are below each of `numbers` (side "right": or equal to it)."""
    common = mpq(lcm(ordered.denominator, numbers.denominator))
    mine, theirs = (ordered * common).numerators, (numbers * common).numerators
    if mine.dtype != theirs.dtype:
        mine, theirs = mine.astype(object), theirs.astype(object)
    positions: NDArray[np.int64] = np.searchsorted(mine, theirs, side=side)
    return positions


def _dot(weights: Sequence[Rational], rows: Sequence[Batch]) -> Batch:
    """The sum of weight * row."""
    total: Batch = rows[0] * weights[0]
    for weight, row in zip(weights[1:], rows[1:], strict=True):
        total = total + row * weight
    return total


def _spread(change: Batch, columns: NDArray[np.int64], size: int) -> Batch:
    """A batch of this size with these numbers at these places, and 0 at all others."""
    numerators = np.zeros(size, dtype=change.numerators.dtype)
    numerators[columns] = change.numerators
    return Batch(numerators, change.denominator, min(0, change.low), max(0, change.high))
