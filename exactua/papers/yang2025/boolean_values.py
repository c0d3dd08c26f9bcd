"""'Boolean Representations' (Yang et al. 2025, draft): what arithmetic and layer normalisation make of truth values.

A LayerNorm here has gain and bias, as the draft remarks, and epsilon = 0 unless a line says something else.
"""

from __future__ import annotations

from itertools import product

from exactua.claims.claim import Claim, Operands
from exactua.grids.finite import listed
from exactua.networks import LayerNormalisation
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, network, rows
from exactua.terms.tracing import Number, Truth, point

boolean_values = Claim(
    "yang2025:boolean_values",
    title="Boolean Representations",
    source=DRAFT + "'Basic Ingredients', 'Boolean Representations'",
    text="This rules out the representation where false = 0, true = delta > 0, as negation would not be a continuous "
    "function in this case. Sometimes, we want Boolean or and and to be computed using arithmetic + and x. We can "
    "achieve this by using the following representation: false = [0], true >= [1]. If the components of an "
    "activation have fixed mean and variance, then we can set the layer normalization to the same mean and variance, "
    "and it will have no effect: true = [0; 1], false = [1; 0], or true = [-1; +1], false = [+1; -1]. If the "
    "components have zero mean and are scale-invariant, then we can set the layer normalization to have zero mean "
    "and any variance, and it will not change the meaning of anything: true = [-delta; +delta], false = [+delta; "
    "-delta] (delta > 0).",
    parameters=(rows(4, "two truth values"), ONE_COLUMN),
)

AMOUNTS = ("0", "1", "3/2", "2")
amounts = listed("values 0, 1, 3/2, 2", [[[x], [y], [0], [0]] for x in AMOUNTS for y in AMOUNTS])
bits = listed("[0; 1] or [1; 0], twice", [[[a], [1 - a], [b], [1 - b]] for a, b in product((0, 1), repeat=2)])
signs = listed("[-1; 1] or [1; -1], twice", [[[a], [-a], [b], [-b]] for a, b in product((-1, 1), repeat=2)])
SCALES = ("1/2", "1", "2")
scaled = listed(
    "[-delta; delta] or [delta; -delta], twice, delta in {1/2, 1, 2}",
    [
        [[a + x], [b + x], [c + y], [e + y]]
        for x, y in product(SCALES, repeat=2)
        for (a, b), (c, e) in product((("-", ""), ("", "-")), repeat=2)
    ],
)

networks(
    boolean_values,
    bits_normalised=lambda values: network(4, LayerNormalisation(["1/2"] * 4, ["1/2"] * 4)),
    signs_normalised=lambda values: network(4, LayerNormalisation([1] * 4, [0] * 4)),
    scaled_normalised=lambda values: network(4, LayerNormalisation([3] * 4, [0] * 4, "1/8")),
)


def _is(x: Number, truth: Truth) -> Truth:
    """x represents this truth value: 0 is false, 1 or more is true."""
    return ((x == 0) | (x >= 1)) & ((x >= 1) == truth)


@boolean_values.states(
    "with false = 0 and true >= 1, x + y represents x or y, and x y represents x and y", over=(amounts,)
)
def arithmetic(at: Operands) -> Truth:
    x, y = point[1, 1], point[2, 1]
    return _is(x + y, (x >= 1) | (y >= 1)) & _is(x * y, (x >= 1) & (y >= 1))


@boolean_values.states(
    "with mean 1/2 and variance 1/4 layer normalization has no effect on [0; 1] and [1; 0]", over=(bits,)
)
def bits_unchanged(at: Operands) -> Truth:
    return at.bits_normalised(point) == point


@boolean_values.states(
    "with mean 0 and variance 1 layer normalization has no effect on [-1; 1] and [1; -1]", over=(signs,)
)
def signs_unchanged(at: Operands) -> Truth:
    return at.signs_normalised(point) == point


of_scaled = Lines(boolean_values, over=(scaled,))


@of_scaled.states(
    "with zero mean and gain 3, epsilon = 1/8, [-delta; delta] and [delta; -delta] keep their meaning; delta > 0 may "
    "differ"
)
def meaning_unchanged(at: Operands) -> Truth:
    Z = at.scaled_normalised(point)

    def kept(i: int) -> Truth:
        return (Z[i, 1] == -Z[i + 1, 1]) & ((Z[i + 1, 1] > 0) == (point[i + 1, 1] > 0)) & (Z[i, 1] != 0)

    return kept(1) & kept(3)


boolean_values.part(
    "This rules out the representation where false = 0, true = delta > 0, as negation would not be a continuous "
    "function in this case.",
    undecided="It is about all continuous functions; no step decides it.",
)
boolean_values.part(
    "we want Boolean or and and to be computed using arithmetic + and x. We can achieve this by using the following "
    "representation: false = [0], true >= [1].",
    "arithmetic",
)
boolean_values.part(
    "If the components of an activation have fixed mean and variance, then we can set the layer normalization to the "
    "same mean and variance, and it will have no effect: true = [0; 1], false = [1; 0], or true = [-1; +1], false = "
    "[+1; -1].",
    "bits_unchanged",
    "signs_unchanged",
)
boolean_values.part(
    "If the components have zero mean and are scale-invariant, then we can set the layer normalization to have zero "
    "mean and any variance, and it will not change the meaning of anything: true = [-delta; +delta], false = "
    "[+delta; -delta] (delta > 0).",
    "meaning_unchanged",
)
