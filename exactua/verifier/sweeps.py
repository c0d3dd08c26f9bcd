"""Layers that change nothing: which layers of a network need not be applied to a state.

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
from bisect import bisect_left
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from .integers import WholeState, shortened
from .values import Number, Rational, Weights
from .weighted_layers import Attention, Hidden, WeightedLayer


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
        found = self.stop
        for (x,) in state.image(self.rows):
            k = bisect_left(self.highs, x, number - self.start)
            if self.start + k < found and self.lows[k] <= x:
                found = self.start + k
        return found

    def places(self, number: int, state: WholeState) -> list[int]:
        """The columns of a state, from 0, that the layer with this number may change."""
        low, high = self.lows[number - self.start], self.highs[number - self.start]
        return [j for j, (x,) in enumerate(state.image(self.rows)) if low <= x <= high]


def sweeps(betweens: Iterable[Between | None], unit: int) -> list[Sweep | None]:
    """The sweep of each layer, if there is one."""
    made, group = list[Sweep | None](), list[Between]()

    def close() -> None:
        made.extend([Sweep(len(made), group, unit)] * len(group) if group else [])
        group.clear()

    for here in betweens:
        if here is None:
            close()
            made.append(None)
            continue
        if not follows(group, here):
            turned = [one.turned() for one in group[-1:]]
            if len(group) == 1 and follows(turned, here.turned()):
                group[:] = turned
                here = here.turned()
            elif follows(group, here.turned()):
                here = here.turned()
            else:
                close()
        group.append(here)
    close()
    return made


def follows(group: list[Between], after: Between) -> bool:
    """Whether a sweep goes on with this layer."""
    return not group or (group[-1].w == after.w and group[-1].low <= after.low and group[-1].high <= after.high)
