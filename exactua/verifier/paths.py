"""The states that a network makes of a matrix, layer by layer, in integers; those that are known are kept.

What a matrix becomes depends on nothing else, and many points and terms ask for the same.

Layers that change nothing: which layers of a network need not be applied to a state.

Of some layers it is checked here, from all their weights, that they are of this kind: there are a row w and two
numbers low <= high, and a column z is changed only where low <= w z <= high.

*Attention* without a mask, where all heads have size 1 and the same W_K, each has W_Q = g w with a number g > 0, and
the matrices M = W_O W_V of all heads add up to 0. The scores of column j are k_c q, with the keys k_c of the columns c
and q = g w z_j + b_Q. Only b_Q and g differ. Where q has the same sign in all heads, the same columns have the greatest
score in all: those with the greatest key, or with the least, or all columns. Then each head adds its M times the same
column, and all together add 0. So column j is changed only where q has different signs in two heads, or is 0 in one;
then w z_j is not greater than all the numbers -b_Q / g, and not less than all of them.

*Feed-forward*, where each row of W_1 is g w with a number g != 0. Below the least w z at which some node comes to an
end of a piece, and above the greatest, each node stays on one piece, so what the layer adds is affine in w z. It is
checked that it is 0 on both sides.

A *sweep* is layers in a row with one w, of which neither low nor high ever decreases. The first of them, from one
number on, that may change a column z is the first whose high is not less than w z, if its low is not greater than
w z; else there is none, as all later ones have a low that is at least as great.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from .integers import Applied, Coarse, Unsuited, Whole, WholeState, in_integers, in_units, shortened, whole_columns
from .values import Matrix, Number, Rational, Weights
from .weights import Attention, Hidden, WeightedLayer


class Between(NamedTuple):
    """A column z may be changed only where low <= w z <= high."""

    w: tuple[int, ...]
    low: Rational
    high: Rational

    def turned(self) -> Between:
        """The same, said of -w."""
        return Between(tuple(-x for x in self.w), -self.high, -self.low)


def along(row: list[Number]) -> tuple[tuple[int, ...], Rational]:
    """The row as g w, where g > 0 and the integers of w have no common divisor; g is 0 for a row of zeros."""
    (w,) = shortened([row])[1]
    return w, next((Fraction(x) / y for x, y in zip(row, w, strict=True) if y), 0)


def between(layer: WeightedLayer) -> Between | None:
    """Where the layer may change columns, if it is known."""
    if isinstance(layer, Attention):
        return between_of_attention(layer)
    return between_of_feed_forward(layer) if isinstance(layer, Hidden) else None


def between_of_attention(layer: Attention) -> Between | None:
    """The same of an attention layer."""
    heads, W_K = layer.heads, layer.heads[0].W_K
    alike = layer.mask is None and all(len(head.b_Q) == 1 and head.W_K == W_K for head in heads)
    if not (alike and cancel(head.M for head in heads)):
        return None
    rows = [along(head.W_Q[0]) for head in heads]
    w, g = rows[0]
    if g == 0 or any(row != w for row, _ in rows):
        return None
    zeros = [-head.b_Q[0] / Fraction(g) for head, (_, g) in zip(heads, rows, strict=True)]
    return Between(w, min(zeros), max(zeros))


def cancel(matrices: Iterable[Weights]) -> bool:
    """Whether the sum of these matrices is 0."""
    return not any(sum(entries) for rows in zip(*matrices, strict=True) for entries in zip(*rows, strict=True))


def between_of_feed_forward(layer: Hidden) -> Between | None:
    """The same of a feed-forward layer."""
    ends = [piece[0] for piece in layer.pieces if piece[0] is not None]
    rows = [along(row) for row in layer.W_1]
    w = max(rows[0][0], tuple(-x for x in rows[0][0])) if rows else ()
    if not ends or not any(w) or any(w not in (row, tuple(-x for x in row)) for row, _ in rows):
        return None
    signed = [g if row == w else -g for row, g in rows]
    for outer, other in ((0, -1), (-1, 0)):  # below all ends, and above them: with g < 0 the other way round
        pieces = [layer.pieces[outer if g > 0 else other] for g in signed]
        for out, b_2 in zip(layer.W_2, layer.b_2, strict=True):
            nodes = list(zip(out, signed, layer.b_1, pieces, strict=True))
            slope = sum(weight * piece[2] * g for weight, g, _, piece in nodes)
            if slope or sum(weight * (piece[2] * b + piece[3]) for weight, _, b, piece in nodes) + b_2:
                return None
    places = [(end - b) / Fraction(g) for g, b in zip(signed, layer.b_1, strict=True) for end in ends]
    return Between(w, min(places), max(places))


class Sweep:
    """Layers from one number on, each with its ends, which do not decrease; in integers, for some units."""

    def __init__(self, start: int, layers: list[Between], unit: int):
        self.start, self.stop, self.rows = start, start + len(layers), (layers[0].w,)
        self.lows = [math.ceil(layer.low * unit) for layer in layers]
        self.highs = [math.floor(layer.high * unit) for layer in layers]

    def first(self, number: int, state: WholeState) -> int:
        """The first of these layers from this number on that may change a column of the state, or where they stop."""
        least = self.stop
        for (x,) in state.image(self.rows):
            k = bisect_left(self.highs, x, number - self.start)
            if self.start + k < least and self.lows[k] <= x:
                least = self.start + k
        return least

    def places(self, number: int, state: WholeState) -> list[int]:
        """The columns of a state, from 0, that the layer with this number may change."""
        low, high = self.lows[number - self.start], self.highs[number - self.start]
        return [j for j, (x,) in enumerate(state.image(self.rows)) if low <= x <= high]


def sweeps(betweens: Iterable[Between | None], unit: int) -> list[Sweep | None]:
    """The sweep of each layer, if there is one."""
    sweep_of, group = list[Sweep | None](), list[Between]()

    def close() -> None:
        sweep_of.extend([Sweep(len(sweep_of), group, unit)] * len(group) if group else [])
        group.clear()

    for here in betweens:
        if here is None:
            close()
            sweep_of.append(None)
            continue
        if not follows(group, here):
            turned = [between.turned() for between in group[-1:]]
            if len(group) == 1 and follows(turned, here.turned()):
                group[:] = turned
                here = here.turned()
            elif follows(group, here.turned()):
                here = here.turned()
            else:
                close()
        group.append(here)
    close()
    return sweep_of


def follows(group: list[Between], after: Between) -> bool:
    """Whether a sweep goes on with this layer."""
    return not group or (group[-1].w == after.w and group[-1].low <= after.low and group[-1].high <= after.high)


FINEST = 100  # bits of the denominator of units; each time that they become finer, paths begin anew
LONGEST = 2**100_000  # below which numbers in units are; what is longer is left to the layers of rationals
MANY_STATES = 2_000  # that are kept of one network


class Passage:
    """The states after 0, 1, 2, ... layers, as far as they were asked for: only those after a layer that changed it."""

    def __init__(self, layers: Layers, columns: Whole):
        self.layers, self.reached = layers, 0  # layers that have been applied, or passed over
        self.after, self.states, self.matrices = [0], [WholeState(columns)], dict[int, Matrix]()

    def follow(self, count: int) -> None:
        """Apply the layers up to this number of them."""
        while self.reached < count:
            self.reached, state = self.layers.next(self.reached, count, self.states[-1])
            if state is not None:
                self.after.append(self.reached)
                self.states.append(state)

    def matrix(self, count: int) -> Matrix:
        """The state after so many layers, which have been applied."""
        k = bisect_right(self.after, count) - 1
        if k not in self.matrices:
            self.matrices[k] = in_units(self.states[k].columns, self.layers.unit)
        return self.matrices[k]


class Layers:
    """The layers of a network in units of 1 / unit."""

    def __init__(self, layers: list[WeightedLayer], betweens: list[Between | None], unit: int):
        self.layers, self.unit, self.sweeps = layers, unit, sweeps(betweens, unit)
        self.applied: list[Applied | None] = [None] * len(layers)
        self.paths, self.kept = dict[Whole, Passage](), 0

    def path(self, Z: Matrix) -> Passage:
        """The path of a matrix, the known one if there is one."""
        columns = whole_columns(Z, self.unit)
        if columns not in self.paths:
            if self.kept >= MANY_STATES:
                self.paths.clear()
                self.kept = 0
            self.paths[columns] = Passage(self, columns)
            self.kept += 1
        return self.paths[columns]

    def next(self, number: int, end: int, state: WholeState) -> tuple[int, WholeState | None]:
        """The number of layers up to the next that may change the state, or up to the end; and what that one makes."""
        while number < end and (sweep := self.sweeps[number]) is not None:
            first = sweep.first(number, state)
            if first < sweep.stop:
                number = first
                break
            number = first
        if number >= end:
            return end, None
        self.kept += 1
        return number + 1, self.apply(number, state)

    def apply(self, number: int, state: WholeState) -> WholeState:
        """What the layer with this number, from 0, makes of a state."""
        applied = self.applied[number]
        if applied is None:
            applied = self.applied[number] = in_integers(self.layers[number], self.unit)
        places: Iterable[int] = range(len(state.columns))
        if (sweep := self.sweeps[number]) is not None:
            places = sweep.places(number, state)
        columns = applied(state, places)
        for j in places:
            if not all(-LONGEST < x < LONGEST for x in columns[j]):
                raise Unsuited
        return WholeState(columns)


class InIntegers:
    """A network in integers; its units become finer where states ask for it."""

    def __init__(self, layers: list[WeightedLayer]):
        self.weighted, self.betweens = layers, list(map(between, layers))
        self.layers = Layers(layers, self.betweens, 1)

    def refine(self, factor: int) -> None:
        """Go on in units that are finer by this factor."""
        unit = self.layers.unit * factor
        if unit.bit_length() > FINEST:
            raise Unsuited
        self.layers = Layers(self.weighted, self.betweens, unit)

    def path(self, Z: Matrix, count: int, known: Passage | None) -> Passage:
        """The path of a matrix (the known one, if it can be followed so far) up to the state after so many layers."""
        while True:
            layers = self.layers if known is None else known.layers
            try:
                path = layers.path(Z) if known is None else known
                path.follow(count)
                return path
            except Coarse as coarse:
                if layers is self.layers:
                    self.refine(coarse.factor)
                known = None

    def layer(self, number: int, Z: Matrix) -> Matrix:
        """What the layer with this number, from 0, alone makes of a matrix."""
        while True:
            try:
                state = self.layers.apply(number, WholeState(whole_columns(Z, self.layers.unit)))
                return in_units(state.columns, self.layers.unit)
            except Coarse as coarse:
                self.refine(coarse.factor)
