"""How far a softmax network is from the hardmax network, at a point that is given in any way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.networks import Network, matrices
from exactua.networks.retouching import positive
from exactua.softmax.temperature.ball_network import error_beside


def softmax_error(
    network: Network, X: Sequence[Sequence[Any]], factor: Any, threshold: Rational | None = None
) -> tuple[Rational, Rational]:
    """`error_beside` with the value of the hardmax network, which is computed here."""
    exact = matrices.exact_matrix(X, network.d, "X", "the network")
    return error_beside(network, exact, network(exact), positive(factor, "factor"), threshold)
