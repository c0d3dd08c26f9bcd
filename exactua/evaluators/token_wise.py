"""Feed-forward layers column by column, where nodes that read a column alike are one function of one number.

    z -> z + W_2 phi(W_1 z + b_1) + b_2

Nodes with the same row w of W_1 see the same s = w^T z, each with another shift. Together they add a piecewise linear
function of s, whose pieces end where s + b is an end of a piece of phi: the piece is found by bisection, and its line,
summed over the nodes, is kept. The literal layer compares each node's number and adds one node after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.forms import MixedEntries, Undecided, Unknown
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.networks.layer import HiddenNodes

MOST_COLUMNS_KEPT: Final = 64
"""Columns of which a layer remembers what it makes: those of a point come again, in another order."""

Column = tuple[Any, ...]
End = tuple[Rational, bool]
"""Where a piece ends, and whether its end belongs to it."""

_RATIONAL: Final = type(mpq())


class TokenWise:
    """A feed-forward layer with rational weights, prepared."""

    def __init__(self, layer: HiddenNodes) -> None:
        together: dict[Column, list[int]] = {}
        for node, row in enumerate(layer.W_1):
            together.setdefault(row, []).append(node)
        self._parts = [_Nodes(layer, row, nodes) for row, nodes in together.items()]
        self._b_2 = layer.b_2
        self._columns: dict[Column, Column] = {}

    @classmethod
    def of(cls, layer: HiddenNodes) -> TokenWise | None:
        """The layer prepared, if its weights are rational numbers."""
        several = (*layer.W_1, layer.b_1, *layer.W_2, layer.b_2)
        known = all(isinstance(weight, _RATIONAL) for weights in several for weight in weights)
        return cls(layer) if known else None

    def apply_otherwise(self, Z: Matrix) -> Matrix:
        """The layer at a matrix of rationals and reals; columns are kept for other matrices."""
        return tuple(zip(*[self._kept(column) for column in zip(*Z, strict=True)], strict=True))

    def _kept(self, column: Column) -> Column:
        if column not in self._columns:
            if len(self._columns) >= MOST_COLUMNS_KEPT:
                self._columns.clear()
            self._columns[column] = self.column(column)
        return self._columns[column]

    def column(self, column: Sequence[Any]) -> Column:
        """The layer at one column, of any numbers with + and * that are compared with rationals.

        Of affine forms a comparison may be undecided: then nodes are taken one by one, and some values are unknown.
        """
        result = [entry + bias for entry, bias in zip(column, self._b_2, strict=True)]
        unknown: dict[int, tuple[int, Unknown]] = {}
        for part in self._parts:
            number = product(part.row, column)
            try:
                lines = None if isinstance(number, Unknown) else part.lines(number)
            except (Undecided, MixedEntries):
                lines = None
            if lines is None:
                part.add_each(number, result, unknown)
                continue
            for i, (slope, intercept) in enumerate(lines):
                result[i] = result[i] + (number * slope + intercept if slope else intercept)
        for i, (_, value) in unknown.items():
            if not isinstance(result[i], Unknown):
                result[i] = value
        return tuple(result)


class _Nodes:
    """Hidden nodes with one row of W_1."""

    def __init__(self, layer: HiddenNodes, row: Column, nodes: Sequence[int]) -> None:
        self.row = row
        self._layer, self._nodes = layer, nodes
        self._stops = [(piece.stop, piece.stop_closed) for piece in layer.activation.pieces[:-1]]
        ends = {(stop - layer.b_1[node], closed) for node in nodes for stop, closed in self._stops if stop is not None}
        self._ends = sorted(ends)
        self._places = {end: place for place, end in enumerate(self._ends)}
        self._lines: dict[int, tuple[tuple[Rational, Rational], ...]] = {}

    def add_each(self, number: Any, result: list[Any], unknown: dict[int, tuple[int, Unknown]]) -> None:
        """Adds node after node, w^T z being this number; of unknown values in a row that of the first node is kept."""
        for node in self._nodes:
            value = activated(self._layer, number + self._layer.b_1[node])
            for i, row in enumerate(self._layer.W_2):
                if not row[node]:
                    continue
                if not isinstance(value, Unknown):
                    result[i] = result[i] + value * row[node]
                elif i not in unknown or node < unknown[i][0]:
                    unknown[i] = node, value

    def lines(self, number: Any) -> tuple[tuple[Rational, Rational], ...]:
        """What the nodes add in each row where w^T z is this number: (a, b) stands for a number + b."""
        low, high = 0, len(self._ends)
        while low < high:
            middle = (low + high) // 2
            end, closed = self._ends[middle]
            if (number <= end) if closed else (number < end):
                high = middle
            else:
                low = middle + 1
        if low not in self._lines:
            self._lines[low] = self._summed(low)
        return self._lines[low]

    def _summed(self, place: int) -> tuple[tuple[Rational, Rational], ...]:
        """The lines of all nodes added up, where the first end that the number is not behind has this place."""
        slopes, intercepts = list[Rational](), list[Rational]()
        for node in self._nodes:
            shift = self._layer.b_1[node]
            behind = sum(place > self._places[stop - shift, closed] for stop, closed in self._stops if stop is not None)
            piece = self._layer.activation.pieces[behind]
            slopes.append(piece.slope)
            intercepts.append(piece.slope * shift + piece.intercept)
        rows = [[row[node] for node in self._nodes] for row in self._layer.W_2]
        return tuple((product(row, slopes), product(row, intercepts)) for row in rows)


def activated(layer: HiddenNodes, argument: Any) -> Any:
    """The activation at a number; where it is undecided which piece that is on, the value is unknown."""
    if isinstance(argument, Unknown):
        return argument
    try:
        return layer.activation(argument)
    except (Undecided, MixedEntries) as reason:
        return Unknown(reason)


def product(row: Sequence[Any], column: Sequence[Any]) -> Any:
    """The sum of the products; an entry with the weight 0 is not looked at."""
    return sum((weight * entry for weight, entry in zip(row, column, strict=True) if weight), start=mpq(0))
