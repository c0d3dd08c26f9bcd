"""'Identity Function' and 'Canceling Residual Connections' (Yang et al. 2025, draft).

    W_1' = [W_1; I; -I],  b_1' = [b_1; 0; 0],  W_2' = [W_2, -I, I],  b_2' = b_2:  f'(x) + x = f(x)

d = 1 and one hidden unit: all 81 networks f with weights and biases in {-1, 0, 1}, at all real x. Layers here add their
input, so f(x) is what the layer of f gives less x, and f'(x) + x is what the layer of f' gives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.claims.several import OfSeveral, for_all_of
from exactua.grids.categories import chosen_row, real_columns
from exactua.networks import RELU, FeedForwardLayer, Network
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, network, rows
from exactua.terms.tracing import Truth, point

residual = Claim(
    "yang2025:residual",
    title="Identity Function; Canceling Residual Connections",
    source=DRAFT + "'Feed-Forward Layers', 'Identity Function' and 'Canceling Residual Connections'",
    text="Zero out the FFNN itself and let the residual connection do all the work. We can cancel out residual "
    "connections in FFNs: there is a FFN f' with parameters W_1', b_1', W_2', b_2' so that f'(x) + x = f(x).",
    parameters=(rows(1, "one number"), ONE_COLUMN),
)

WEIGHTS = tuple(product((-1, 0, 1), repeat=4))
"""(W_1, b_1, W_2, b_2)."""


@residual.family("f", WEIGHTS)
def whole(values: Mapping[str, Any], weights: Sequence[int]) -> Network:
    W_1, b_1, W_2, b_2 = weights
    return network(1, FeedForwardLayer([[W_1]], [b_1], [[W_2]], [b_2], RELU))


@residual.family("cancelled", WEIGHTS)
def without_residual(values: Mapping[str, Any], weights: Sequence[int]) -> Network:
    W_1, b_1, W_2, b_2 = weights
    return network(1, FeedForwardLayer([[W_1], [1], [-1]], [b_1, 0, 0], [[W_2, -1, 1]], [b_2], RELU))


networks(residual, zero=lambda values: network(1, FeedForwardLayer([[0]], [0], [[0]], [0], RELU)))

of_numbers = Lines(residual, over=(real_columns,))


@of_numbers.states("with W_1 = W_2 = 0 and b_1 = b_2 = 0 the layer with its residual connection is the identity")
def identity(at: Operands) -> Truth:
    return at.zero(point)[chosen_row, 1] == point[chosen_row, 1]


@of_numbers.states(
    "f'(x) + x = f(x); d = 1, one hidden unit, each of the 81 networks f with weights and biases in {-1, 0, 1}"
)
def cancels(at: Operands) -> OfSeveral:
    return for_all_of(
        range(len(WEIGHTS)),
        lambda k: at.cancelled[k](point)[chosen_row, 1] == at.f[k](point)[chosen_row, 1] - point[chosen_row, 1],
    )


residual.part("Zero out the FFNN itself and let the residual connection do all the work.", "identity")
residual.part(
    "We can cancel out residual connections in FFNs: there is a FFN f' with parameters W_1', b_1', W_2', b_2' so that "
    "f'(x) + x = f(x).",
    "cancels",
)
