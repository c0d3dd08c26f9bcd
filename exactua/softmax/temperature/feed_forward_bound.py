"""The bound through a feed-forward layer: slopes of its activation over all that the argument may be.

With t = W_1 z + b_1 exact and |t' - t| <= eta: where all of [t - eta, t + eta] lies on one line of phi with slope s,
phi(t') - phi(t) = s (t' - t), and W_2 s W_1 is added to the identity before sizes are taken. Where phi is continuous
but has kinks there, s is the slope at t and the rest is at most (greatest difference of slopes) eta. A jump there
admits no bound, unless the state has no error.
"""

from __future__ import annotations

from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.networks.activations import Piece, PiecewiseLinear
from exactua.networks.layer import HiddenNodes
from exactua.networks.matrices import plus_bias, product
from exactua.softmax.temperature.deviation import Ball, Columns, Deviation, Uncertain, size


def through_feed_forward(layer: HiddenNodes, columns: Columns, before: Deviation, ball: Any) -> Deviation:
    """The deviation after the layer. Raises Uncertain where an error may carry an argument over a jump."""
    if before.is_zero:
        return before
    arguments = plus_bias(product(layer.W_1, columns.matrix), layer.b_1)
    after: list[tuple[Ball, ...]] = []
    outer: Any = layer.W_2
    for c, errors in enumerate(before.bounds):
        slopes, rest = [], [ball(Rational(0))] * layer.d
        for r, weights in enumerate(layer.W_1):
            eta = size(weights, errors, ball)
            slope, change = _slopes(layer.activation, arguments[r][c], eta, ball)
            slopes.append(slope)
            if change:
                extra = ball(change) * eta
                rest = [there + ball(abs(row[r])) * extra for there, row in zip(rest, outer, strict=True)]
        after.append(
            tuple(there + size(row, errors, ball) for there, row in zip(rest, _jacobian(layer, slopes), strict=True))
        )
    return Deviation(tuple(after), before.rate)


def _jacobian(layer: HiddenNodes, slopes: list[Rational]) -> list[list[Rational]]:
    """I + W_2 diag(slopes) W_1, d x d."""
    return [
        [
            sum(
                (out[r] * slope * layer.W_1[r][k] for r, slope in enumerate(slopes) if slope),
                start=Rational(int(i == k)),
            )
            for k in range(layer.d)
        ]
        for i, out in enumerate(layer.W_2)
    ]


def _slopes(phi: PiecewiseLinear, t: Rational, eta: Ball, ball: Any) -> tuple[Rational, Rational]:
    """The slope at t, and how much slopes within eta of t differ from it at most."""
    if eta.is_zero():
        return Rational(0), Rational(0)
    place = _place(phi, t)
    here, change = phi.pieces[place], Rational(0)
    for step in (-1, 1):
        inner, number = here, place + step
        while 0 <= number < len(phi.pieces):
            end = inner.start if step < 0 else inner.stop
            assert end is not None
            if eta < ball(abs(t - end)):
                break
            outer = phi.pieces[number]
            if _at(inner, end) != _at(outer, end):
                raise Uncertain(_jump(t, end), never=t == end)
            change = max(change, abs(outer.slope - here.slope))
            inner, number = outer, number + step
    return here.slope, change


def _place(phi: PiecewiseLinear, t: Rational) -> int:
    """The number of the piece that speaks at t, from 0."""
    for number, piece in enumerate(phi.pieces[:-1]):
        assert piece.stop is not None
        if t < piece.stop or (t == piece.stop and piece.stop_closed):
            return number
    return len(phi.pieces) - 1


def _at(piece: Piece, t: Rational) -> Rational:
    value: Rational = piece.slope * t + piece.intercept
    return value


def _jump(t: Rational, end: Rational) -> str:
    if t == end:
        return f"an activation jumps at {end}, which is its argument exactly: no error at all may reach it"
    return f"an activation jumps at {end}, and its argument {t} may come to it"
