"""What a network can make of all X in a box, in exact rationals: intervals that contain every entry, for any lambda.

Softmax and hardmax both take a convex combination of the columns that are attended to, so what a head adds lies between
the least and the greatest W_O W_V z_k of these, or is 0 where there are none. A feed-forward layer whose nodes all read
multiples of one vector w is a function of t = w z: its range over an interval of t is found at ends and kinks, so the
four large ReLUs of App. F cancel as they do at every point. Nodes that read different vectors are added as intervals.
Nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeAlias

from exactua.arithmetic.batches import Enclosure
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import Real
from exactua.errors import InputError
from exactua.networks import matrices
from exactua.networks.activations import Piece, PiecewiseLinear
from exactua.networks.heads import AttentionHead
from exactua.networks.layer import HiddenNodes, Layer
from exactua.networks.network import Network
from exactua.plurals import counted

Box: TypeAlias = tuple[tuple[Enclosure, ...], ...]
"""n columns of d intervals each."""

ZERO: Final = Rational(0)


def cube(d: int, n: int) -> Box:
    """[0, 1]^(d x n)."""
    return ((Enclosure(ZERO, Rational(1)),) * d,) * n


def box_of(low: Matrix, high: Matrix) -> Box:
    """All X with low <= X <= high, both d x n. Raises InputError where a lower end is above the upper one."""
    columns = zip(matrices.transposed(low), matrices.transposed(high), strict=True)
    box = tuple(tuple(map(Enclosure, a, b)) for a, b in columns)
    if any(interval.low > interval.high for column in box for interval in column):
        raise InputError("box: a lower end is above the upper one")
    return box


def ranges(network: Network, box: Box) -> Box:
    """Intervals with every entry of N(X) for all X in the box, n columns of d; whatever lambda is, if softmax has one.

    Raises InputError for weights that are not rational, and for layers of which no ranges are known.
    """
    for after in range_states(network, box):
        box = after
    return box


def range_states(network: Network, box: Box) -> Iterator[Box]:
    """The same after every layer. Raises InputError for irrational weights and another shape of the box."""
    if any(len(column) != network.d for column in box):
        raise InputError(
            f"box: its columns have {counted(len(box[0]), 'row')}, but the network maps {network.d} x n matrices"
        )
    for layer in network.layers():
        try:
            box = through(layer, box)
        except TypeError:
            raise InputError("network: it has irrational weights; there are ranges only for rational ones") from None
        yield box


def through(layer: Layer, box: Box) -> Box:
    """Intervals with every entry of the layer's value for all Z in the box. Raises InputError where none are known."""
    if (nodes := layer.nodes) is not None:
        kept: dict[Any, tuple[Enclosure, ...]] = {}
        for column in box:
            key = tuple((interval.low, interval.high) for interval in column)
            if key not in kept:
                kept[key] = _fed_forward(nodes, column)
        return tuple(kept[tuple((interval.low, interval.high) for interval in column)] for column in box)
    if layer.heads:
        kept_hulls: dict[tuple[int, ...], list[tuple[Enclosure, ...]]] = {}
        columns = []
        for j, column in enumerate(box):
            seen = layer.attended(j, len(box))
            if seen not in kept_hulls:
                attended = [box[k] for k in seen]
                kept_hulls[seen] = [_attended(head, attended) for head in layer.heads if attended]
            added = kept_hulls[seen]
            columns.append(tuple(sum(parts, start=entry) for entry, *parts in zip(column, *added, strict=True)))
        return tuple(columns)
    if not layer.is_affine:
        raise InputError(f"network: it has a {layer.name}, for which there are no ranges")
    return tuple(zip(*layer.apply(tuple(zip(*box, strict=True))), strict=True))


def _attended(head: AttentionHead, columns: Sequence[tuple[Enclosure, ...]]) -> tuple[Enclosure, ...]:
    """What the head adds to a column that attends to these: between the least and the greatest of W_O W_V z_k."""
    M = matrices.product(head.W_O, head.W_V)
    return tuple(_hull(_combined(row, column) for column in columns) for row in M)


def _hull(intervals: Iterable[Enclosure]) -> Enclosure:
    enclosures = list(intervals)
    return Enclosure(min(interval.low for interval in enclosures), max(interval.high for interval in enclosures))


def _combined(weights: Sequence[Rational], column: Sequence[Enclosure]) -> Enclosure:
    """The weighted sum of the entries of a column."""
    low = high = ZERO
    for weight, entry in zip(map(_rational, weights), column, strict=True):
        if weight > 0:
            low, high = low + weight * entry.low, high + weight * entry.high
        elif weight < 0:
            low, high = low + weight * entry.high, high + weight * entry.low
    return Enclosure(low, high)


def _rational(entry: Any) -> Rational:
    """A weight of a concrete layer. Raises TypeError for an irrational one."""
    if isinstance(entry, Real):
        raise TypeError
    return Rational(entry)


@dataclass(frozen=True)
class Reading:
    """The hidden nodes of a layer that read multiples of one vector w: (number, multiple s, bias) of each."""

    w: tuple[Rational, ...]
    nodes: tuple[tuple[int, Rational, Rational], ...]

    @property
    def entry(self) -> int | None:
        """The row that w reads alone, from 0; None where it reads several, or none."""
        rows = [i for i, weight in enumerate(self.w) if weight]
        return rows[0] if len(rows) == 1 else None


def readings(layer: HiddenNodes) -> list[Reading]:
    """The hidden nodes of a layer by the vector that they read, each vector with its first non-zero entry 1."""
    by_vector: dict[tuple[Rational, ...], list[tuple[int, Rational, Rational]]] = {}
    for k, (row, bias) in enumerate(zip(layer.W_1, layer.b_1, strict=True)):
        weights = [_rational(weight) for weight in row]
        scale = next((weight for weight in weights if weight), Rational(1))
        by_vector.setdefault(tuple(weight / scale for weight in weights), []).append((k, scale, _rational(bias)))
    return [Reading(w, tuple(nodes)) for w, nodes in by_vector.items()]


def _fed_forward(layer: HiddenNodes, column: Sequence[Enclosure]) -> tuple[Enclosure, ...]:
    own = readings(layer)
    after = []
    for i in range(layer.d):
        total, included = Enclosure.of(_rational(layer.b_2[i])), False
        for reading in own:
            slope = ZERO
            if reading.entry == i and not included:
                slope, included = Rational(1), True  # t is the entry itself: t + g(t) is one function of t
            t = _combined(reading.w, column)
            total = total + _range(_Read(layer, reading, i, slope), t.low, t.high)
        after.append(total if included else total + column[i])
    return tuple(after)


class _Read:
    """t -> slope t + the sum of W_2[i][k] phi(s_k t + b_k) over the nodes of a reading: piecewise linear."""

    def __init__(self, layer: HiddenNodes, reading: Reading, i: int, slope: Rational) -> None:
        self.phi: PiecewiseLinear = layer.activation
        self.slope = slope
        self.terms = [(_rational(layer.W_2[i][k]), s, b) for k, s, b in reading.nodes if layer.W_2[i][k]]

    def __call__(self, t: Rational) -> Rational:
        return self.slope * t + sum((weight * self.phi(s * t + b) for weight, s, b in self.terms), start=ZERO)

    def kinks(self, low: Rational, high: Rational) -> list[Rational]:
        """Where a line may end, inside (low, high), in order."""
        ends = [piece.stop for piece in self.phi.pieces[:-1]]
        points = {(end - b) / s for _, s, b in self.terms if s for end in ends}
        return sorted(t for t in points if low < t < high)

    def ends_of_line(self, left: Rational, right: Rational) -> tuple[Rational, Rational]:
        """The values at both ends of the line on (left, right), in which there is no kink."""
        middle = (left + right) / 2
        slope, intercept = self.slope, ZERO
        for weight, s, b in self.terms:
            piece = _piece(self.phi, s * middle + b)
            slope, intercept = (
                slope + weight * piece.slope * s,
                intercept + weight * (piece.slope * b + piece.intercept),
            )
        return slope * left + intercept, slope * right + intercept


def _range(function: _Read, low: Rational, high: Rational) -> Enclosure:
    """The hull of all values on [low, high], limits at jumps among them."""
    kinks = function.kinks(low, high)
    values = [function(t) for t in (low, *kinks, high)]
    if low < high:
        for left, right in pairwise((low, *kinks, high)):
            values += function.ends_of_line(left, right)
    return Enclosure(min(values), max(values))


def _piece(phi: PiecewiseLinear, t: Rational) -> Piece:
    for piece in phi.pieces[:-1]:
        if (t <= piece.stop) if piece.stop_closed else (t < piece.stop):
            return piece
    return phi.pieces[-1]


def greatest_difference(first: Box, second: Box) -> Rational:
    """How far an entry of one box can be from that entry of another at most."""
    return max(
        max(a.high - b.low, b.high - a.low)
        for columns in zip(first, second, strict=True)
        for a, b in zip(*columns, strict=True)
    )
