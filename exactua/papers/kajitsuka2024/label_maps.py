"""One feed-forward layer (3) that maps every context id exactly to its label, with ReLU.

Both read an id h through one projection p = w^T h, different for different ids: p_1 < ... < p_K.

`plateaus`: rational weights. The skip connection is cancelled by sigma(h) and sigma(-h), for h - sigma(h) + sigma(-h) =
0; between ids with different labels y, y' two units make a step, with rational thresholds p_j < t < t' < p_(j+1):

    (y' - y) / (t' - t)  (sigma(p - t) - sigma(p - t'))   is 0 for p <= t and y' - y for p >= t'

`ramps`: one unit for each id and each row of the output, as Zhang et al. (2016) count them: the j-th bends the
function so that it is right at p_j. Output weights are integers, biases real. The skip connection is part of what is
bent, and no b_2 is needed: d (2K + d) numbers, if a weight vector that K units share is counted once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic import balls
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import LEAST_BITS, Precision, PrecisionReached, Real, Value
from exactua.networks import RELU, FeedForwardLayer
from exactua.papers.kajitsuka2024.labelled_sequences import Label

Id = tuple[Value, ...]
"""A context id: a column of d exact reals."""

Bounds = tuple[Rational, Rational]
"""Rational numbers that a real lies between."""

COUNTED: Final = (
    "with numbers that hidden units share counted once, zeros of W_2 and b_2 = 0 not counted, and s + d numbers for a "
    "matrix of rank 1; at an instance s = 1, and the matrices of this F may have more entries (corollary1.entries)"
)
"""How the corollaries count weight parameters of F, whose feed-forward layer is one of these."""


def projected(w: Sequence[Rational | int], h: Id) -> Value:
    """w^T h."""
    result: Any = mpq(0)
    for factor, entry in zip(w, h, strict=True):
        result = result + entry * factor
    return result


def told_apart(values: Sequence[Value]) -> tuple[list[Bounds], int]:
    """Disjoint rational bounds of different exact numbers, in the order they are given, and the bits that it takes.

    Raises PrecisionReached where the cap of the precision does not suffice to tell them apart.
    """
    bits = LEAST_BITS
    while bits <= Precision.cap:
        attempts = [_bounds(value, bits) for value in values]
        known = [bounds for bounds in attempts if bounds is not None]
        if len(known) == len(values) and all(a[1] < b[0] for a, b in pairwise(sorted(known))):
            return known, bits
        bits *= 2
    raise PrecisionReached(Precision.cap, "the order of two ids")


def plateaus(w: Sequence[Rational | int], labels: Mapping[Id, Label]) -> FeedForwardLayer:
    """The layer with rational weights. Hidden units: 2 for each change of label along p, and 2 d.

    Raises PrecisionReached where ids are not told apart.
    """
    d, ids = len(w), list(labels)
    bounds, _ = told_apart([projected(w, h) for h in ids])
    known = dict(zip(ids, bounds, strict=True))
    ordered = sorted(ids, key=lambda h: known[h])
    W_1: list[list[Rational | int]] = []
    b_1: list[Rational | int] = []
    W_2: list[list[Rational | int]] = [[] for _ in range(d)]
    for i in range(d):
        for sign in (1, -1):
            W_1.append([sign * int(k == i) for k in range(d)])
            b_1.append(0)
            for k in range(d):
                W_2[k].append(-sign * int(k == i))
    for h, after in pairwise(ordered):
        if labels[h] == labels[after]:
            continue
        low, high = known[h][1], known[after][0]
        first = simplest(low + (high - low) / 8, low + (high - low) * 3 / 8)
        second = simplest(low + (high - low) * 5 / 8, low + (high - low) * 7 / 8)
        W_1 += [list(w), list(w)]
        b_1 += [-first, -second]
        for k in range(d):
            slope = (labels[after][k] - labels[h][k]) / (second - first)
            W_2[k] += [slope, -slope]
    return FeedForwardLayer(W_1, b_1, W_2, list(labels[ordered[0]]), RELU)


def ramps(w: Sequence[Rational | int], labels: Mapping[Id, Label]) -> FeedForwardLayer:
    """The layer with one unit for each id and row: K d units. Raises PrecisionReached where ids are not told apart."""
    d, ids = len(w), list(labels)
    places = {h: projected(w, h) for h in ids}
    bounds, bits = told_apart([places[h] for h in ids])
    known = dict(zip(ids, bounds, strict=True))
    ordered = sorted(ids, key=lambda h: known[h])
    W_2: list[list[int]] = [[0] * (d * len(ids)) for _ in range(d)]
    b_1: list[Value] = []
    for i in range(d):
        bends: list[tuple[int, Value]] = []
        for j, h in enumerate(ordered):
            here = places[h]
            value: Any = h[i]
            for weight, bend in bends:
                value = value + (here - bend) * weight
            missing = labels[h][i] - value
            weight = 0 if missing == 0 else 1 if missing > 0 else -1
            if weight and j:
                room = known[h][0] - known[ordered[j - 1]][1]
                weight *= _above(missing * weight / room, bits)
            bends.append((weight, here - missing / weight if weight else here))
            W_2[i][i * len(ids) + j] = weight
        b_1 += [-bend for _, bend in bends]
    return FeedForwardLayer([list(w) for _ in b_1], b_1, W_2, [0] * d, RELU)


def simplest(low: Rational, high: Rational) -> Rational:
    """The rational number of least denominator between low and high, low < high, both ends included."""
    if low <= 0 <= high:
        return mpq(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = low.numerator // low.denominator
    if low == whole:
        return mpq(whole)
    if whole + 1 <= high:
        return mpq(whole + 1)
    return whole + 1 / simplest(1 / (high - whole), 1 / (low - whole))


def _bounds(value: Value, bits: int) -> Bounds | None:
    """Rational bounds with so many bits; None where there are none yet, as a divisor is not told from 0."""
    if not isinstance(value, Real):
        return mpq(value), mpq(value)
    ball = balls.ball(value, bits)
    if not ball.is_finite():
        return None
    middle, radius = (mpq(int(part.p), int(part.q)) for part in (ball.mid().fmpq(), ball.rad().fmpq()))
    return middle - radius, middle + radius


def bounds_of(value: Value, bits: int) -> Bounds:
    """Rational bounds of an exact number, with so many bits or as many more as it takes.

    Raises PrecisionReached where a divisor is not told from 0 within the cap.
    """
    while (bounds := _bounds(value, bits)) is None:
        bits *= 2
        if bits > Precision.cap:
            raise PrecisionReached(Precision.cap, "the order of two ids")
    return bounds


def _above(value: Value, bits: int) -> int:
    """An integer greater than a real number."""
    high = bounds_of(value, bits)[1]
    return int(high.numerator // high.denominator) + 1
