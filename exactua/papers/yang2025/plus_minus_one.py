"""'Normalize to +-1' (Yang et al. 2025, draft, 'Layer Normalization'): clip to +-epsilon, then normalise.

With the epsilon of LayerNorm, which the draft's letter is, a pair -+epsilon becomes -+1/sqrt(1 + 1/epsilon); and values
that do not stand in such pairs have a mean that is taken away. epsilon = 1/(k^2 - 1), so that the root is k epsilon.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import listed
from exactua.networks import Layer, LayerNormalisation
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, network, neurons, rows
from exactua.terms.tracing import NetworkOperand, Number, Truth, every, point, when

plus_minus_one = Claim(
    "yang2025:plus_minus_one",
    title="Normalize to +-1",
    source=DRAFT + "'Layer Normalization', 'Normalize to +-1'",
    text="It is possible to use LayerNorm to normalize every single activation to +-1. This depends on all "
    "activations to have an absolute value of at least |epsilon|. Then we can construct a FFN that clips all "
    "activations to +-epsilon. Applying LayerNorm after this FFN will normalize all activations to +-1.",
    parameters=(
        rows(2, "two activations"),
        ONE_COLUMN,
        Parameter("k", "epsilon is 1/(k^2 - 1)", least=2, ladder=(2, 10)),
    ),
)

NUMBERS = (-2, -1, 1, 2)
LARGE_ENOUGH = (*NUMBERS, "1/3", "-1/3")
"""1/3 is epsilon for k = 2."""
activations = listed("two of -2, -1, 1, 2, 1/3, -1/3", [[[v], [w]] for v in LARGE_ENOUGH for w in LARGE_ENOUGH])
pairs = listed("(-v, v), v in {-2, -1, 1, 2}", [[[-v], [v]] for v in NUMBERS])


def _clip(values: Mapping[str, Any]) -> Layer:
    """x -> x - ReLU(x - epsilon) + ReLU(-x - epsilon), in both rows."""
    below = f"-1/{values['k'] ** 2 - 1}"
    hidden = [({1: 1}, below), ({1: -1}, below), ({2: 1}, below), ({2: -1}, below)]
    return neurons(2, hidden, {1: [-1, 1, 0, 0], 2: [0, 0, -1, 1]})


def _normalise(values: Mapping[str, Any], gain: int) -> Layer:
    return LayerNormalisation([gain] * 2, [0] * 2, f"1/{values['k'] ** 2 - 1}")


networks(
    plus_minus_one,
    clipped=lambda values: network(2, _clip(values)),
    f=lambda values: network(2, _clip(values), _normalise(values, 1)),
    with_gain=lambda values: network(2, _clip(values), _normalise(values, values["k"])),
)


def _sign(i: Number) -> Number:
    """The sign of entry i of the point, which is not 0."""
    return when(point[i, 1] > 0, 1, -1)


def _entries_are(at: Operands, f: NetworkOperand, size: Number | int) -> Truth:
    """Each entry is +-size, with the sign that it had."""
    return every(at.rows, lambda i: f(point)[i, 1] * _sign(i) == size)


of_all, of_pairs = Lines(plus_minus_one, over=(activations,)), Lines(plus_minus_one, over=(pairs,))


@of_all.states("a FFN clips all activations, whose absolute value is at least epsilon, to +-epsilon")
def clips(at: Operands) -> Truth:
    return _entries_are(at, at.clipped, 1 / (at.k**2 - 1))


@of_pairs.states(
    "applying LayerNorm with gain sqrt(epsilon^2 + epsilon)/epsilon after this FFN normalizes all activations to +-1, "
    "where they stand in pairs -v, v"
)
def normalised(at: Operands) -> Truth:
    return _entries_are(at, at.with_gain, 1)


@of_all.proof_line(
    "applying LayerNorm after this FFN normalizes all activations to +-1; they need not stand in pairs -v, v",
    flaw="silently assumed",
    survives=("yang2025:plus_minus_one.normalised",),
)
def not_in_pairs(at: Operands) -> Truth:
    return _entries_are(at, at.with_gain, 1)


@of_pairs.proof_line(
    "applying LayerNorm after this FFN normalizes all activations to +-1; without gain, and with the epsilon to "
    "which they are clipped",
    flaw="silently assumed",
    survives=("yang2025:plus_minus_one.normalised",),
)
def no_gain(at: Operands) -> Truth:
    return _entries_are(at, at.f, 1)


@of_pairs.proof_line("not said: without gain pairs -v, v become +-1/sqrt(1 + 1/epsilon), which is 1/k", said=False)
def without_gain(at: Operands) -> Truth:
    return _entries_are(at, at.f, 1 / at.k)


plus_minus_one.part(
    "Then we can construct a FFN that clips all activations to +-epsilon.",
    "clips",
)
plus_minus_one.part("Applying LayerNorm after this FFN will normalize all activations to +-1.", "normalised")
plus_minus_one.reads(
    "Applying LayerNorm after this FFN will normalize all activations to +-1.",
    "activations stand in pairs -v, v, and LayerNorm has the gain that makes epsilon/sqrt(epsilon^2 + epsilon) a 1 "
    "(not_in_pairs, no_gain)",
)
