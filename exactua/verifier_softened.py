"""The part of the verifier for networks with softmax in place of hardmax, at one factor (format, section 11).

verifier_limits.py asks for this file; verifier.py loads it and puts itself into `core`. The file imports nothing but
the standard library.

That the softmax network fails at a factor is shown by balls (verifier_balls.py): every entry of its states lies in one.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

__all__ = ["Attention", "Encoding", "Hidden", "dot", "fails", "image", "opened", "product"]

core: Any = None  # what verifier.py defines, once it has loaded this file
Ball: TypeAlias = "tuple[int, int, int]"  # (m, r, e): the reals x with |x - m 2^e| <= r 2^e
Column: TypeAlias = "tuple[Any, ...]"  # of exact rationals
Weights: TypeAlias = "list[list[Any]]"  # rows
Layer: TypeAlias = "Attention | Hidden | Encoding"
State: TypeAlias = "tuple[Layer, tuple[Column, ...]]"  # a layer, and the exact state before it
Spend: TypeAlias = "Callable[[int], None]"  # is told how many products are to be made

BITS = (128, 512, 2048, 8192, 32768, 65536)  # of balls, one after the other, until a failure shows


# ---- layers by their weights ------------------------------------------------------------------------------------


class Head(NamedTuple):
    M: Weights  # W_O W_V
    W_K: Weights
    W_Q: Weights
    b_Q: list[Any]


class Attention(NamedTuple):
    """An attention layer."""

    tie_rule: str
    heads: list[Head]


class Hidden(NamedTuple):
    """A feed-forward layer; a piece of its activation is its upper end, whether it has it, slope and intercept."""

    W_1: Weights
    b_1: list[Any]
    W_2: Weights
    b_2: list[Any]
    pieces: list[tuple[Any, ...]]


class Encoding(NamedTuple):
    """A positional encoding, by its columns."""

    columns: list[Column]


def weighed(layer: Layer) -> int:
    """About how many weights it has."""
    if isinstance(layer, Attention):
        return sum(len(head.M) * (len(head.M) + len(head.b_Q)) for head in layer.heads)
    return len(layer.W_1) * len(layer.W_2) if isinstance(layer, Hidden) else 1


def opened(items: Any, d: int, around: dict[str, Any] | None = None) -> Iterator[Layer]:
    """Every layer in order, families and tables unrolled; items that `core.Network` has read before."""
    layers, known = core.part("verifier_layers.py"), around or {}
    for item in items:
        ((kind, body),) = item.items()
        entries = layers.Entries(known)
        if kind == "group":
            yield from opened(body["items"], d, known)
        elif kind in layers.TURNS:
            names, count, turn = layers.TURNS[kind](body)
            for k in range(count):
                yield from opened(body["items"], d, {**known, **dict(zip(names, turn(k), strict=True))})
        elif kind == "attention":
            heads, _ = layers.read_heads(body["heads"], d, entries)
            yield Attention(body["tie_rule"], [Head(product(O, V), K, Q, b) for O, V, K, Q, b in heads])  # noqa: E741
        elif kind == "feed_forward":
            b_1, pieces = entries.vector(body["b_1"]), layers.read_activation(body["activation"])
            W_1, W_2 = entries.matrix(body["W_1"], len(b_1), d), entries.matrix(body["W_2"], d, len(b_1))
            yield Hidden(W_1, b_1, W_2, entries.vector(body["b_2"], d), pieces)
        else:
            core.demand(kind == "positional encoding", f"the limit of a layer of the kind {kind!r}", core.NOT_RECHECKED)
            yield Encoding(list(zip(*layers.Entries({}).matrix(body["E"], d, None), strict=True)))


def product(a: Weights, b: Weights) -> Weights:
    """a times b."""
    return [[core.tidy(dot(row, column)) for column in zip(*b, strict=True)] for row in a]


def dot(a: Iterable[Any], b: Iterable[Any]) -> Any:
    """The sum of a_k b_k."""
    return sum(map(operator.mul, a, b))


def image(weights: Weights, column: Iterable[Any], bias: Iterable[Any] | None = None) -> list[Any]:
    """weights times column, plus a bias."""
    made, column = [], list(column)
    for row, b in zip(weights, bias or [0] * len(weights), strict=True):
        made.append(core.tidy(dot(row, column) + b))
    return made


# ---- a failure at one factor ------------------------------------------------------------------------------------


class Vague(Exception):
    """Balls are too large at this number of bits."""


def exactly(x: Any, p: int) -> Ball:
    """A rational number; without an error if it is dyadic, so that equal values stay equal."""
    denominator = x.denominator
    ball: Ball = core.balls.rational(x, p)
    return ball if denominator & denominator - 1 else (x.numerator, 0, 1 - denominator.bit_length())


def total(balls: Iterable[Ball], p: int) -> Ball:
    """The sum; without an error if its terms have none and it is short."""
    balls = [ball for ball in balls if ball[0] or ball[1]] or [(0, 0, 0)]
    least, largest = min(e for _, _, e in balls), max(map(core.balls.top, balls))
    if largest - least < p - len(balls).bit_length() and not any(r for _, r, _ in balls):
        return sum(m << e - least for m, _, e in balls), 0, least
    made: Ball = core.balls.added(balls, p)
    return made


def ends(ball: Ball) -> tuple[Any, Any]:
    m, r, e = ball
    unit = Fraction(2) ** e
    return (m - r) * unit, (m + r) * unit


def fails(
    states: list[State], value: tuple[Column, ...], factor: Any, exceeds: Any, spend: Spend = lambda steps: None
) -> bool:
    """Whether, with softmax[factor A], an entry of the last state is shown to be further than that from its value."""
    first = next((k for k, (layer, _) in enumerate(states) if isinstance(layer, Attention)), None)
    if first is None:
        return False  # softmax changes nothing
    for p in BITS:
        Z = [[exactly(x, p) for x in column] for column in states[first][1]]
        try:
            for layer, before in states[first:]:
                spend(len(before) * (len(before) + weighed(layer)) * p >> 6)
                Z = softened(layer, Z, factor, p)
        except Vague:
            continue
        found = [(x, ends(ball)) for column, z in zip(value, Z, strict=True) for x, ball in zip(column, z, strict=True)]
        if any(max(low - x, x - high) > exceeds for x, (low, high) in found):
            return True
        if all(max(high - x, x - low) <= exceeds for x, (low, high) in found):
            return False
    return False


def softened(layer: Layer, Z: list[list[Ball]], factor: Any, p: int) -> list[list[Ball]]:
    """The layer with softmax[factor A] for hardmax[A], in balls of p bits."""
    if isinstance(layer, Encoding):
        return [[plus(p, z, x) for z, x in zip(*both, strict=True)] for both in zip(Z, layer.columns, strict=True)]
    if isinstance(layer, Hidden):
        made = []
        for z in Z:
            hidden = [activated(layer.pieces, t, p) for t in ball_image(layer.W_1, z, p, layer.b_1)]
            made.append([total(x, p) for x in zip(z, ball_image(layer.W_2, hidden, p, layer.b_2), strict=True)])
        return made
    sums = [[[x] for x in z] for z in Z]
    for head in layer.heads:
        values, keys = ([ball_image(weights, z, p) for z in Z] for weights in (head.M, head.W_K))
        for z, terms in zip(Z, sums, strict=True):
            query = ball_image(head.W_Q, z, p, head.b_Q)
            scores = [total([core.balls.times(a, b, p) for a, b in zip(key, query, strict=True)], p) for key in keys]
            best, weights = attention(scores, factor, p)
            for term, row in zip(terms, zip(*values, strict=True), strict=True):
                (m, r, e), others = row[best], zip(weights, row, strict=True)
                offs = [core.balls.times(a, total([b, (-m, r, e)], p), p) for a, b in others]
                term += [row[best], *offs[:best], *offs[best + 1 :]]
    return [[total(term, p) for term in terms] for terms in sums]


def attention(scores: list[Ball], factor: Any, p: int) -> tuple[int, list[Ball]]:
    """One of these scores that is about the greatest, which is taken off all; and softmax of factor times them."""
    balls, powers = core.balls, []
    best = max(range(len(scores)), key=lambda k: sum(ends(scores[k])))
    m, r, e = scores[best]
    for k, score in enumerate(scores):
        off = balls.times(total([score, (-m, r, e)], p), exactly(factor, p), p)
        low, high = ends(off)
        if k == best:
            powers.append((1, 0, 0))
        elif high < -8 * p:
            powers.append((1, 1, -8 * p))  # exp(-8 p) < 2^(-8 p)
        elif high - low > Fraction(1, 2):
            raise Vague
        else:
            powers.append(balls.exp_of_ball(off, p))
    share = balls.inverse(total(powers, p), p)  # one power is 1, the others have half their middle as radius at most
    return best, [balls.times(power, share, p) for power in powers]


def plus(p: int, ball: Ball, *more: Any) -> Ball:
    """A ball plus rationals."""
    return total([ball, *(exactly(x, p) for x in more)], p)


def ball_image(weights: Weights, column: Iterable[Ball], p: int, bias: Iterable[Any] | None = None) -> list[Ball]:
    """weights times column, plus a bias."""
    made, column, balls = [], list(column), core.balls
    for row, b in zip(weights, bias or [0] * len(weights), strict=True):
        terms = [balls.times(exactly(x, p), ball, p) for x, ball in zip(row, column, strict=True) if x]
        made.append(plus(p, total(terms, p), b))
    return made


def activated(pieces: list[tuple[Any, ...]], t: Ball, p: int) -> Ball:
    """A ball with the values of an activation wherever a ball may be: what all pieces that it meets make of it."""
    low, high = ends(t)
    start, found = (None, True), []  # where a piece starts, and whether the one before has that point
    for end, closed, slope, intercept in pieces:
        begun = start[0] is None or start[0] < high or (start[0] == high and not start[1])
        if begun and (end is None or low < end or (closed and low == end)):
            found.append(plus(p, core.balls.times(t, exactly(slope, p), p), intercept))
        start = end, closed
    if len(found) == 1:
        return found[0]
    lows, highs = zip(*map(ends, found), strict=True)
    low, high = math.floor(min(lows) * 4**p), math.ceil(max(highs) * 4**p)
    return low + high, high - low, -2 * p - 1
