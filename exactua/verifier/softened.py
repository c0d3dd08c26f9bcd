"""That a network with softmax in place of hardmax fails at one factor, shown by balls (format, section 11).

Every entry of the states of the softmax network lies in a ball (balls.py), which shrinks as the bits grow in number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from .attention import attended_columns
from .balls import Ball, ball_inverse, ball_of, ball_product, ball_sum, ball_top, exp_of_ball
from .values import Column, Piece, Rational, Spend, Weights
from .weights import Attention, Encoding, Hidden, State, WeightedLayer, weighed

BALL_BITS = (128, 512, 2048, 8192, 32768, 65536)  # of balls, one after the other, until a failure shows


class Vague(Exception):
    """Balls are too large at this number of bits."""


def exactly(x: Rational, p: int) -> Ball:
    """A rational number; without an error if it is dyadic, so that equal values stay equal."""
    denominator = x.denominator
    ball: Ball = ball_of(x, p)
    return ball if denominator & denominator - 1 else (x.numerator, 0, 1 - denominator.bit_length())


def ball_total(balls: Iterable[Ball], p: int) -> Ball:
    """The sum; without an error if its terms have none and it is short."""
    balls = [ball for ball in balls if ball[0] or ball[1]] or [(0, 0, 0)]
    least, largest = min(e for _, _, e in balls), max(map(ball_top, balls))
    if largest - least < p - len(balls).bit_length() and not any(r for _, r, _ in balls):
        return sum(m << e - least for m, _, e in balls), 0, least
    total: Ball = ball_sum(balls, p)
    return total


def ball_ends(ball: Ball) -> tuple[Rational, Rational]:
    """The least and the greatest number of a ball."""
    m, r, e = ball
    unit = Fraction(2) ** e
    return (m - r) * unit, (m + r) * unit


def fails(
    states: list[State],
    value: tuple[Column, ...],
    factor: Rational,
    exceeds: Rational,
    spend: Spend = lambda steps: None,
) -> bool:
    """Whether, with softmax[factor A], an entry of the last state is shown to be further than that from its value."""
    first = next((k for k, (layer, _) in enumerate(states) if isinstance(layer, Attention)), None)
    if first is None:
        return False  # softmax changes nothing
    for p in BALL_BITS:
        Z = [[exactly(x, p) for x in column] for column in states[first][1]]
        try:
            for layer, before in states[first:]:
                spend(len(before) * (len(before) + weighed(layer)) * p >> 6)
                Z = softened(layer, Z, factor, p)
        except Vague:
            continue
        compared = [
            (x, ball_ends(ball)) for column, z in zip(value, Z, strict=True) for x, ball in zip(column, z, strict=True)
        ]
        if any(max(low - x, x - high) > exceeds for x, (low, high) in compared):
            return True
        if all(max(high - x, x - low) <= exceeds for x, (low, high) in compared):
            return False
    return False


def softened(layer: WeightedLayer, Z: list[list[Ball]], factor: Rational, p: int) -> list[list[Ball]]:
    """The layer with softmax[factor A] for hardmax[A], in balls of p bits."""
    if isinstance(layer, Encoding):
        return [[plus(p, z, x) for z, x in zip(*both, strict=True)] for both in zip(Z, layer.columns, strict=True)]
    if isinstance(layer, Hidden):
        columns = []
        for z in Z:
            hidden = [activated(layer.pieces, t, p) for t in ball_image(layer.W_1, z, p, layer.b_1)]
            columns.append([ball_total(x, p) for x in zip(z, ball_image(layer.W_2, hidden, p, layer.b_2), strict=True)])
        return columns
    sums = [[[x] for x in z] for z in Z]
    for head in layer.heads:
        values, keys = ([ball_image(weights, z, p) for z in Z] for weights in (head.M, head.W_K))
        for j, (z, terms) in enumerate(zip(Z, sums, strict=True)):
            met = attended_columns(layer.mask, j, len(Z))
            if not met:
                continue
            query = ball_image(head.W_Q, z, p, head.b_Q)
            products = [[ball_product(a, b, p) for a, b in zip(keys[k], query, strict=True)] for k in met]
            best, weights = softmax_of_balls([ball_total(parts, p) for parts in products], factor, p)
            for term, row in zip(terms, zip(*(values[k] for k in met), strict=True), strict=True):
                (m, r, e), others = row[best], zip(weights, row, strict=True)
                offs = [ball_product(a, ball_total([b, (-m, r, e)], p), p) for a, b in others]
                term += [row[best], *offs[:best], *offs[best + 1 :]]
    return [[ball_total(term, p) for term in terms] for terms in sums]


def softmax_of_balls(scores: list[Ball], factor: Rational, p: int) -> tuple[int, list[Ball]]:
    """One of these scores that is about the greatest, which is taken off all; and softmax of factor times them."""
    powers = []
    best = max(range(len(scores)), key=lambda k: sum(ball_ends(scores[k])))
    m, r, e = scores[best]
    for k, score in enumerate(scores):
        off = ball_product(ball_total([score, (-m, r, e)], p), exactly(factor, p), p)
        low, high = ball_ends(off)
        if k == best:
            powers.append((1, 0, 0))
        elif high < -8 * p:
            powers.append((1, 1, -8 * p))  # exp(-8 p) < 2^(-8 p)
        elif high - low > Fraction(1, 2):
            raise Vague
        else:
            powers.append(exp_of_ball(off, p))
    share = ball_inverse(
        ball_total(powers, p), p
    )  # one power is 1, the others have half their middle as radius at most
    return best, [ball_product(power, share, p) for power in powers]


def plus(p: int, ball: Ball, *more: Rational) -> Ball:
    """A ball plus rationals."""
    return ball_total([ball, *(exactly(x, p) for x in more)], p)


def ball_image(weights: Weights, column: Iterable[Ball], p: int, bias: Iterable[Rational] | None = None) -> list[Ball]:
    """weights times column, plus a bias."""
    image, column = [], list(column)
    for row, b in zip(weights, bias or [0] * len(weights), strict=True):
        terms = [ball_product(exactly(x, p), ball, p) for x, ball in zip(row, column, strict=True) if x]
        image.append(plus(p, ball_total(terms, p), b))
    return image


def activated(pieces: list[Piece], t: Ball, p: int) -> Ball:
    """A ball with the values of an activation wherever a ball may be: what all pieces that it meets make of it."""
    low, high = ball_ends(t)
    values = list[Ball]()
    start: tuple[Rational | None, bool] = None, True  # where a piece starts, and whether the one before has it
    for end, closed, slope, intercept in pieces:
        begun = start[0] is None or start[0] < high or (start[0] == high and not start[1])
        if begun and (end is None or low < end or (closed and low == end)):
            values.append(plus(p, ball_product(t, exactly(slope, p), p), intercept))
        start = end, closed
    if len(values) == 1:
        return values[0]
    lows, highs = zip(*map(ball_ends, values), strict=True)
    low, high = math.floor(min(lows) * 4**p), math.ceil(max(highs) * 4**p)
    return low + high, high - low, -2 * p - 1
