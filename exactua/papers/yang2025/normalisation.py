"""'Root Mean Square (RMS) Layer Norm' and 'Zero mean' (Yang et al. 2025, draft, 'Layer Normalization').

    LayerNorm(x) = (x - mu)/sqrt(sigma^2 + epsilon)        RMSNorm(x) = x/(RMS(x) + epsilon)

Both have epsilon > 0 in the draft, at different places: they are equal on vectors of mean 0 for epsilon = 0 alone.
"""

from __future__ import annotations

from itertools import product

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import listed
from exactua.networks import LayerNormalisation
from exactua.papers.pages import Lines, let, networks
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, network, rows
from exactua.terms.tracing import MatrixOperand, Number, Truth, every, implies, point, sqrt, total

normalisation = Claim(
    "yang2025:normalisation",
    title="RMS Layer Norm; Zero mean",
    source=DRAFT + "'Layer Normalization', 'Root Mean Square (RMS) Layer Norm' and 'Zero mean'",
    text="Note that when E[x] = 0, RMSNorm is equivalent to LayerNorm because RMS(x) = sqrt(Var(x)). Duplicate all "
    "dimensions, negate them, so that mean in each position is 0, then LayerNorm only applies scaling factor.",
    parameters=(
        rows(4, "x, y, -x, -y"),
        ONE_COLUMN,
        Parameter("e", "epsilon is 1/e", least=2, ladder=(2, 1000)),
    ),
)

NUMBERS = ("-2", "0", "1/2", "1")
duplicated = listed(
    "(x, y, -x, -y), x and y in {-2, 0, 1/2, 1}",
    [[[x], [y], [f"-{x}".replace("--", "")], [f"-{y}".replace("--", "")]] for x, y in product(NUMBERS, repeat=2)],
)

networks(
    normalisation,
    LayerNorm=lambda values: network(4, LayerNormalisation([1] * 4, [0] * 4, f"1/{values['e']}")),
    without_epsilon=lambda values: network(4, LayerNormalisation([1] * 4, [0] * 4)),
)

let(
    normalisation,
    RMS=lambda at: sqrt(total(at.rows, lambda i: point[i, 1] ** 2) / 4),
    mean=lambda at: total(at.rows, lambda i: point[i, 1]) / 4,
)

of_duplicated = Lines(normalisation, over=(duplicated,))


def _is_rms(at: Operands, Z: MatrixOperand, epsilon: Number | int) -> Truth:
    """Z is x/(RMS(x) + epsilon)."""
    return every(at.rows, lambda i: Z[i, 1] * (at.RMS + epsilon) == point[i, 1])


@of_duplicated.states(
    "when E[x] = 0 and x is not 0, x/RMS(x) is LayerNorm(x); epsilon = 0 in both", given=lambda at: at.RMS > 0
)
def equivalent(at: Operands) -> Truth:
    return _is_rms(at, at.without_epsilon(point), 0)


@of_duplicated.proof_line(
    "when E[x] = 0, x/(RMS(x) + epsilon) is LayerNorm(x) = x/sqrt(sigma^2 + epsilon); epsilon = 1/e in both",
    flaw="silently assumed",
    survives=("yang2025:normalisation.equivalent",),
)
def equivalent_with_epsilon(at: Operands) -> Truth:
    return _is_rms(at, at.LayerNorm(point), 1 / at.e)


@of_duplicated.proof_line("because RMS(x) = sqrt(Var(x)), when E[x] = 0")
def root_of_variance(at: Operands) -> Truth:
    return sqrt(total(at.rows, lambda i: (point[i, 1] - at.mean) ** 2) / 4) == at.RMS


@of_duplicated.states("the mean is 0, and LayerNorm multiplies all entries by one factor above 0; epsilon = 1/e")
def scaling_factor(at: Operands) -> Truth:
    Z = at.LayerNorm(point)
    proportional = every(
        at.rows,
        lambda i: (Z[1, 1] * point[i, 1] == Z[i, 1] * point[1, 1]) & (Z[2, 1] * point[i, 1] == Z[i, 1] * point[2, 1]),
    )
    positive = every(at.rows, lambda i: implies(point[i, 1] != 0, Z[i, 1] * point[i, 1] > 0))
    return (at.mean == 0) & proportional & positive


normalisation.part(
    "Note that when E[x] = 0, RMSNorm is equivalent to LayerNorm because RMS(x) = sqrt(Var(x)).", "equivalent"
)
normalisation.part(
    "Duplicate all dimensions, negate them, so that mean in each position is 0, then LayerNorm only applies scaling "
    "factor.",
    "scaling_factor",
)
normalisation.reads(
    "RMSNorm is equivalent to LayerNorm",
    "epsilon = 0: one definition adds it to the root, the other below the root (equivalent_with_epsilon)",
)
