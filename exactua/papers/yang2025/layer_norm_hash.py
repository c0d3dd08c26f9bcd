"""'Layernorm hash' and 'Layer-Norm Hash' (Yang et al. 2025, draft): integers as lh(a) = LayerNorm(a, 1, -a, -1).

    = (a, 1, -a, -1) / sqrt(2 a^2 + 2)          phi(i) . phi(j) = 1  iff  i = j

The draft's LayerNorm divides by sqrt(sigma^2 + epsilon), sigma^2 = (a^2 + 1)/2: that makes vectors of length 2, not 1.
Its definition has epsilon > 0; the sentences about lh need epsilon = 0. Columns of a point: two integers a and b, or
an integer divided by i and itself.
"""

from __future__ import annotations

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import listed, vocabulary
from exactua.networks import LayerNormalisation
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, network, rows
from exactua.terms.tracing import Columns, MatrixOperand, NetworkOperand, Number, Truth, every, point, sqrt, total, when

layer_norm_hash = Claim(
    "yang2025:layer_norm_hash",
    title="Layer-norm hash",
    source=DRAFT + "'Self-Attention Layers', 'Layernorm hash'; 'Layer Normalization', 'Layer-Norm Hash'",
    text="lh(a_i) = LayerNorm([a_i, 1, -a_i, -1]) = 1/sqrt(2 a_i^2 + 2) [a_i, 1, -a_i, -1]. lh(a) . lh(b) is uniquely "
    "maximized when a = b. For any i > 0, we have that lh(a_i) = LayerNorm(a_i/i, 1/i, -a_i/i, -1/i) = "
    "LayerNorm(a_i, 1, -a_i, -1). We want a representation phi(i) for any integer i such that phi(i) . phi(j) = 1 iff "
    "i = j. phi(x, y) = LayerNorm(<x, y, -x, -y>), phi(x) = phi(x, 1). This satisfies the desired property.",
    parameters=(
        rows(4, "a, 1, -a, -1"),
        Parameter("n", "columns of a point: a and b", ladder=(2,)),
        Parameter("e", "epsilon is 1/e in the lines that have one", ladder=(8, 1000)),
        Parameter("N", "an integer for the line about large integers", ladder=(4, 252)),
    ),
)

integers = vocabulary("a and b in {0, ..., 5, -1, -2}", [[a, 1, -a, -1] for a in (*range(6), -1, -2)])
divided = listed(
    "a/i and a, a in {0, ..., 3}, i in {1, ..., 4}",
    [[[f"{a}/{i}", a], [f"1/{i}", 1], [f"{-a}/{i}", -a], [f"-1/{i}", -1]] for a in range(4) for i in range(1, 5)],
)
quotients = listed(
    "(x, y) and x/y, x in {0, 1, 3}, y in {2, -1, -2}",
    [[[x, mpq(x, y)], [y, 1], [-x, mpq(-x, y)], [-y, -1]] for x in (0, 1, 3) for y in (2, -1, -2)],
)

networks(
    layer_norm_hash,
    lh=lambda values: network(4, LayerNormalisation([1] * 4, [0] * 4)),
    lh_epsilon=lambda values: network(4, LayerNormalisation([1] * 4, [0] * 4, f"1/{values['e']}")),
)

ENTRIES = Columns(1, 4, "r")

of_pairs = Lines(layer_norm_hash, over=(integers,))
of_divided = Lines(layer_norm_hash, over=(divided,))


def _over(at: Operands, root: Number) -> Truth:
    """lh(a) is (a, 1, -a, -1) divided by this root."""
    return every(ENTRIES, lambda r: at.lh(point)[r, 1] == point[r, 1] / root)


def _dot(Z: MatrixOperand, j: int, k: int) -> Number:
    return total(ENTRIES, lambda r: Z[r, j] * Z[r, k])


def _largest_at_equal(f: NetworkOperand) -> Truth:
    """lh(a) . lh(a) > lh(a) . lh(b) for b other than a."""
    return _dot(f(point), 1, 2) < _dot(f(point), 1, 1)


def _different(at: Operands) -> Truth:
    return point[1, 1] != point[1, 2]


@of_pairs.states(
    "LayerNorm([a, 1, -a, -1]) = 1/sqrt(2 a^2 + 2) [a, 1, -a, -1]; epsilon = 0",
    flaw="false",
    survives=("yang2025:layer_norm_hash.maximised",),
)
def display(at: Operands) -> Truth:
    return _over(at, sqrt(2 * point[1, 1] ** 2 + 2))


@of_pairs.repairs(
    "display",
    "LayerNorm([a, 1, -a, -1]) = 1/sqrt((a^2 + 1)/2) [a, 1, -a, -1]; epsilon = 0",
    reason="the variance of the four entries is (2 a^2 + 2)/4: the printed vector is half of the normalised one",
)
def display_repaired(at: Operands) -> Truth:
    return _over(at, sqrt((point[1, 1] ** 2 + 1) / 2))


@of_pairs.states("lh(a) . lh(b) is uniquely maximized when a = b; epsilon = 0", given=_different)
def maximised(at: Operands) -> Truth:
    return _largest_at_equal(at.lh)


@of_pairs.proof_line(
    "lh(a) . lh(b) is uniquely maximized when a = b; epsilon = 1/e",
    flaw="silently assumed",
    given=_different,
    survives=("yang2025:layer_norm_hash.maximised",),
)
def maximised_with_epsilon(at: Operands) -> Truth:
    return _largest_at_equal(at.lh_epsilon)


@layer_norm_hash.proof_line(
    "not said: with epsilon = 1/e, from N > e/4 + 1 on lh(N) . lh(N + 1) is more than lh(N) . lh(N)",
    given=lambda at: at.e < 4 * (at.N - 1),
    said=False,
)
def too_large(at: Operands) -> Truth:
    def dot(a: Number, b: Number) -> Number:
        return (a * b + 1) / sqrt((b**2 + 1) / 2 + 1 / at.e)

    return dot(at.N, at.N + 1) > dot(at.N, at.N)


@of_divided.states(
    "for any i > 0, LayerNorm(a/i, 1/i, -a/i, -1/i) = LayerNorm(a, 1, -a, -1); epsilon = 0",
)
def scale_invariant(at: Operands) -> Truth:
    return every(ENTRIES, lambda r: at.lh(point)[r, 1] == at.lh(point)[r, 2])


@of_divided.proof_line(
    "for any i > 0, LayerNorm(a/i, 1/i, -a/i, -1/i) = LayerNorm(a, 1, -a, -1); epsilon = 1/e",
    flaw="silently assumed",
    survives=("yang2025:layer_norm_hash.scale_invariant",),
)
def scale_invariant_with_epsilon(at: Operands) -> Truth:
    return every(ENTRIES, lambda r: at.lh_epsilon(point)[r, 1] == at.lh_epsilon(point)[r, 2])


@layer_norm_hash.proof_line(
    "phi(x, y) = phi(x/y); epsilon = 0, and y may be negative",
    over=(quotients,),
    flaw="silently assumed",
    survives=("yang2025:layer_norm_hash.scale_invariant",),
)
def quotient(at: Operands) -> Truth:
    return every(ENTRIES, lambda r: at.lh(point)[r, 1] == at.lh(point)[r, 2])


@layer_norm_hash.proof_line(
    "not said: phi(x, y) = phi(x/y) for y > 0, and -phi(x/y) for y < 0; epsilon = 0", over=(quotients,), said=False
)
def quotient_by_sign(at: Operands) -> Truth:
    sign = when(point[2, 1] > 0, 1, -1)
    return every(ENTRIES, lambda r: at.lh(point)[r, 1] == sign * at.lh(point)[r, 2])


def _exactly_at_equal(at: Operands, value: int) -> Truth:
    return (_dot(at.lh(point), 1, 2) == value) == (point[1, 1] == point[1, 2])


@of_pairs.states(
    "phi(i) . phi(j) = 1 iff i = j; epsilon = 0", flaw="false", survives=("yang2025:layer_norm_hash.maximised",)
)
def one_at_equal(at: Operands) -> Truth:
    return _exactly_at_equal(at, 1)


@of_pairs.repairs(
    "one_at_equal",
    "phi(i) . phi(j) = 4 iff i = j; epsilon = 0",
    reason="a normalised vector of four entries has length 2: phi(i) . phi(i) = 4",
)
def four_at_equal(at: Operands) -> Truth:
    return _exactly_at_equal(at, 4)


layer_norm_hash.part("lh(a_i) = LayerNorm([a_i, 1, -a_i, -1]) = 1/sqrt(2 a_i^2 + 2) [a_i, 1, -a_i, -1].", "display")
layer_norm_hash.part("lh(a) . lh(b) is uniquely maximized when a = b.", "maximised")
layer_norm_hash.part(
    "For any i > 0, we have that lh(a_i) = LayerNorm(a_i/i, 1/i, -a_i/i, -1/i) = LayerNorm(a_i, 1, -a_i, -1).",
    "scale_invariant",
)
layer_norm_hash.part("This satisfies the desired property.", "one_at_equal")
