"""How far the softmax network is from the hardmax network at one factor, enclosed by balls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from exactua.arithmetic import balls
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import PrecisionReached
from exactua.networks import matrices
from exactua.networks.network import Network
from exactua.networks.retouching import positive
from exactua.softmax.temperature.ball_network import ball_value

LEAST_BITS: Final = 128
MOST_BITS: Final = 1 << 16
LEAST_EXPONENT: Final = -(1 << 20)
"""Errors below 2^-2^20 are known to be from 0 to it: as rationals, exp(-lambda) and less may have a billion bits."""


def softmax_error(
    network: Network, X: Sequence[Sequence[Any]], factor: Any, threshold: Rational | None = None
) -> tuple[Rational, Rational]:
    """Numbers that the greatest entry of |N_lambda(X) - N(X)| lies between, lambda = factor; unit 1.

    Precision rises until the error is told from the threshold, or is known to one part in 16 where there is none; at
    65,536 bits what is known is returned. Raises InputError for a factor that is not > 0 and another shape of X, and
    PrecisionReached where nothing is known then.
    """
    exact = matrices.exact_matrix(X, network.d, "X", "the network")
    return error_beside(network, exact, network(exact), positive(factor, "factor"), threshold)


def error_beside(
    network: Network, X: Matrix, value: Matrix, factor: Rational, threshold: Rational | None = None
) -> tuple[Rational, Rational]:
    """The same where N(X) = value is known."""
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
