"""Networks with softmax evaluated in balls: every entry of a state is enclosed, at a given number of bits.

Scores are taken relative to one of them before exp, so that no exponential overflows. An activation whose argument may
lie on two of its lines is enclosed by the hull of both values, so a jump makes a wide ball and never a wrong one.

So one knows how far the softmax network is from the hardmax network at one factor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from exactua.arithmetic import balls
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import PrecisionReached, Real
from exactua.errors import InputError
from exactua.networks.activations import PiecewiseLinear
from exactua.networks.heads import AttentionHead
from exactua.networks.layer import Layer
from exactua.networks.network import Network

Balls: TypeAlias = list[list[Any]]
"""Rows of arbs."""


def ball_states(network: Network, X: Sequence[Sequence[Any]], bits: int, factor: Rational) -> Iterator[Balls]:
    """The state after every layer, d rows of n arbs; hardmax[A] is replaced by softmax[factor A]. X is exact, d x n."""
    with balls.working(bits):
        state = [[balls.ball(entry, bits) for entry in row] for row in X]
        scale = balls.ball(factor, bits)
    for layer in network.layers():
        with balls.working(bits):
            state = _applied(layer, state, scale, bits)
        yield state


def ball_value(network: Network, X: Sequence[Sequence[Any]], bits: int, factor: Rational) -> Balls:
    """The value at X, d rows of n arbs, with softmax[factor A] for hardmax[A]."""
    with balls.working(bits):
        state = [[balls.ball(entry, bits) for entry in row] for row in X]
    for after in ball_states(network, X, bits, factor):
        state = after
    return state


def _applied(layer: Layer, Z: Balls, scale: Any, bits: int) -> Balls:
    if layer.heads:
        return _attended(layer, Z, scale, bits)
    if (nodes := layer.nodes) is not None:
        hidden = _plus_bias(_product(nodes.W_1, Z, bits), nodes.b_1, bits)
        active = [[_activated(nodes.activation, t, bits) for t in row] for row in hidden]
        return _plus(Z, _plus_bias(_product(nodes.W_2, active, bits), nodes.b_2, bits))
    if layer.shift is not None:
        return _plus(Z, [[balls.ball(entry, bits) for entry in row] for row in layer.shift])
    raise InputError(
        f"network: it has a {type(layer).__name__}; balls follow attention, feed-forward and positional encodings"
    )


def _attended(layer: Layer, Z: Balls, scale: Any, bits: int) -> Balls:
    n = len(Z[0])
    result = [list(row) for row in Z]
    for head in layer.heads:
        values = _product(head.W_V, Z, bits)
        gains = []
        for j, scores in enumerate(_scores(head, Z, bits)):
            seen = layer.attended(j, n)
            if not seen:
                gains.append([balls.ball(Rational(0), bits)] * head.value_size)
                continue
            if layer.tie_rule is not None:
                scores = [scale * score for score in scores]
            top = max(seen, key=lambda k: _middle(scores[k]))
            powers = {k: (scores[k] - scores[top]).exp() if k != top else _one(bits) for k in seen}
            total = sum(powers.values(), start=balls.ball(Rational(0), bits))
            gains.append(
                [sum((powers[k] * row[k] for k in seen), start=balls.ball(Rational(0), bits)) / total for row in values]
            )
        for i, row in enumerate(head.W_O):
            for j, gain in enumerate(gains):
                for weight, entry in zip(row, gain, strict=True):
                    if not _is_zero(weight):
                        result[i][j] = result[i][j] + balls.ball(weight, bits) * entry
    return result


def _scores(head: AttentionHead, Z: Balls, bits: int) -> list[list[Any]]:
    """For each column j the scores (W_K z_k)^T (W_Q z_j + b_Q), k = 1, ..., n."""
    keys, queries = _product(head.W_K, Z, bits), _plus_bias(_product(head.W_Q, Z, bits), head.b_Q, bits)
    pairs, n, zero = list(zip(keys, queries, strict=True)), len(Z[0]), balls.ball(Rational(0), bits)
    return [[sum((key[k] * query[j] for key, query in pairs), start=zero) for k in range(n)] for j in range(n)]


def _middle(x: Any) -> Any:
    return x.mid()


def _one(bits: int) -> Any:
    return balls.ball(Rational(1), bits)


def _activated(phi: PiecewiseLinear, t: Any, bits: int) -> Any:
    """phi at a ball: the hull of the lines that its argument may lie on."""
    hull = None
    for piece in phi.pieces:
        if piece.start is not None and t < balls.ball(piece.start, bits):
            continue
        if piece.stop is not None and t > balls.ball(piece.stop, bits):
            continue
        if not t.rad().is_zero() or _contains(piece, t, bits):
            value = balls.ball(piece.slope, bits) * t + balls.ball(piece.intercept, bits)
            hull = value if hull is None else hull.union(value)
    assert hull is not None
    return hull


def _contains(piece: Any, t: Any, bits: int) -> bool:
    """Whether a ball of radius 0 is a point of the piece; where that is not told, it may be."""
    starts = piece.start is not None and not piece.start_closed and t == balls.ball(piece.start, bits)
    stops = piece.stop is not None and not piece.stop_closed and t == balls.ball(piece.stop, bits)
    return not (starts or stops)


def _product(weights: Any, Z: Balls, bits: int) -> Balls:
    n, zero = len(Z[0]), balls.ball(Rational(0), bits)
    rows = []
    for row in weights:
        terms = [(balls.ball(entry, bits), other) for entry, other in zip(row, Z, strict=True) if not _is_zero(entry)]
        rows.append([sum((weight * other[j] for weight, other in terms), start=zero) for j in range(n)])
    return rows


def _is_zero(entry: Any) -> bool:
    return not isinstance(entry, Real) and entry == 0


def _plus(A: Balls, B: Balls) -> Balls:
    return [[a + b for a, b in zip(left, right, strict=True)] for left, right in zip(A, B, strict=True)]


def _plus_bias(A: Balls, b: Sequence[Any], bits: int) -> Balls:
    return [[entry + balls.ball(shift, bits) for entry in row] for row, shift in zip(A, b, strict=True)]


LEAST_BITS: Final = 128
MOST_BITS: Final = 1 << 16
LEAST_EXPONENT: Final = -(1 << 20)
"""Errors below 2^-2^20 are known to be from 0 to it: as rationals, exp(-lambda) and less may have a billion bits."""


def error_beside(
    network: Network, X: Matrix, value: Matrix, factor: Rational, threshold: Rational | None = None
) -> tuple[Rational, Rational]:
    """Numbers that the greatest entry of |N_lambda(X) - N(X)| lies between, lambda = factor, N(X) = value; unit 1.

    Precision rises until the error is told from the threshold, or is known to one part in 16 where there is none; at
    65,536 bits what is known is returned. Raises PrecisionReached where nothing is known then.
    """
    bits = LEAST_BITS
    while True:
        low, high = _enclosed(network, X, value, factor, bits)
        if bits >= MOST_BITS or _enough(low, high, threshold):
            if high is None:
                raise PrecisionReached(MOST_BITS)
            return low, high
        bits *= 2


def _enough(low: Rational, high: Rational | None, threshold: Rational | None) -> bool:
    if high is None:
        return False
    if threshold is not None:
        return bool(low > threshold or high <= threshold)
    return bool(16 * (high - low) <= high)


def _enclosed(
    network: Network, X: Matrix, value: Matrix, factor: Rational, bits: int
) -> tuple[Rational, Rational | None]:
    state = ball_value(network, X, bits, factor)
    low, high = Rational(0), Rational(0)
    with balls.working(bits):
        for row, exact in zip(state, value, strict=True):
            for entry, hard in zip(row, exact, strict=True):
                error = abs(entry - balls.ball(hard, bits))
                if not error.is_finite():
                    return Rational(0), None
                least, most = _between(error)
                low, high = max(low, least), max(high, most)
    return low, high


def _between(error: Any) -> tuple[Rational, Rational]:
    """Rational numbers that the error, >= 0, lies between."""
    if error < balls.dyadic(1, LEAST_EXPONENT) and not error.is_zero():
        return Rational(0), balls.dyadic_power(LEAST_EXPONENT)
    return balls.ends(error)
