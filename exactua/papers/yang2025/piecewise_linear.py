"""'Continuous Piecewise Linear Functions' (Yang et al. 2025, draft): n pieces by n - 1 neurons.

    f(x) = y_1 + m_1 (x - x_1) + sum over k = 2, ..., n of (m_k - m_(k-1)) ReLU(x - x_k)

n = 3 pieces with breakpoints x_1, ..., x_4 = 0, 1, 3, 4 and all values y_k in {0, 1, 3}: 81 functions, at all real x.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands
from exactua.claims.several import OfSeveral, for_all_of
from exactua.grids.categories import chosen_row, real_columns
from exactua.networks import Network
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, network, neurons, rows
from exactua.terms.tracing import Number, point, rational, when

piecewise_linear = Claim(
    "yang2025:piecewise_linear",
    title="Continuous Piecewise Linear Functions",
    source=DRAFT + "'Feed-Forward Layers', 'Continuous Piecewise Linear Functions'",
    text="Assume that f has n >= 2 pieces and is represented by points x_1 < ... < x_(n+1) and values y_1, ..., "
    "y_(n+1) such that f(x_k) = y_k. Then, f is computed by the following two-layer neural network: f(x) = y_1 + m_1 "
    "(x-x_1) + sum_(k=2)^n (m_k - m_(k-1)) ReLU(x - x_k).",
    parameters=(rows(1, "one number"), ONE_COLUMN),
)

X = (0, 1, 3, 4)
VALUES = tuple(product((0, 1, 3), repeat=4))


def slopes(y: Sequence[int]) -> list[mpq]:
    """m_1, m_2, m_3."""
    return [mpq(y[k + 1] - y[k], X[k + 1] - X[k]) for k in range(3)]


@piecewise_linear.family("f", VALUES)
def two_layers(values: Mapping[str, Any], y: Sequence[int]) -> Network:
    """The network less x, so that with the residual connection it gives f(x)."""
    m_1, m_2, m_3 = slopes(y)
    hidden = [({1: 1}, 0), ({1: -1}, 0), ({1: 1}, -X[1]), ({1: 1}, -X[2])]
    out = [m_1 - 1, 1 - m_1, m_2 - m_1, m_3 - m_2]
    return network(1, neurons(1, hidden, {1: out}, {1: y[0] - m_1 * X[0]}))


def _pieces(y: Sequence[int], x: Number) -> Number:
    """The three cases of the display."""

    def piece(k: int) -> Number:
        return y[k] + rational(slopes(y)[k]) * (x - X[k])

    return when(x <= X[1], piece(0), when(x <= X[2], piece(1), piece(2)))


@piecewise_linear.states(
    "f is computed by the two-layer network; 3 pieces, breakpoints 0, 1, 3, 4, each of the 81 lists of values in "
    "{0, 1, 3}",
    over=(real_columns,),
)
def computed(at: Operands) -> OfSeveral:
    return for_all_of(
        tuple(enumerate(VALUES)),
        lambda pair: at.f[pair[0]](point)[chosen_row, 1] == _pieces(pair[1], point[chosen_row, 1]),
    )


piecewise_linear.part(
    "f is computed by the following two-layer neural network: f(x) = y_1 + m_1 (x-x_1) + sum_(k=2)^n (m_k - m_(k-1)) "
    "ReLU(x - x_k).",
    "computed",
)
