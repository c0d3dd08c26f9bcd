"""'Definitions', 'Identity' and 'Uniform Attention' (Yang et al. 2025, draft, 'Self-Attention Layers').

    alpha_(i,:) = softmax(s_(i,:)) = exp s_(i,:) / (sum over j in [d] of exp s_(i,j))

The sum is printed over the d dimensions and not over the n positions. For the line as printed, scores are a row of the
point. For its repair, the draft's layer with W^Q = W^K = [1 0] and W^V = [0 0; 0 1] is evaluated: scores are
s_(i,j) = x_(1,i) x_(1,j), and alpha_(i,j) weighs x_(2,j), in row 2.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.networks import AttentionHead, AttentionLayer, Layer, SoftmaxAttentionLayer, TieRule
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, network, rows
from exactua.terms.tracing import Columns, NetworkOperand, Number, Truth, every, exp, point, row, total

attention = Claim(
    "yang2025:attention",
    title="Attention weights; Identity; Uniform Attention",
    source=DRAFT + "'Self-Attention Layers', 'Definitions', 'Identity' and 'Uniform Attention'",
    text="alpha_(i,:) = softmax(s_(i,:)) = exp s_(i,:) / (sum_(j in [d]) exp s_(i,j)). Set the query, key, and value "
    "matrices to zero: then, the residual connection will pass the input through unchanged. Set the query and key "
    "matrices to zero, and place ones in the value matrix along the diagonal in the dimensions you want to attend "
    "over: this is equivalent to averaging the input across all positions in the specified dimensions.",
    parameters=(
        rows(2, "scores, or two dimensions of the input"),
        Parameter("n", "number of positions", ladder=(1, 2, 3)),
        Parameter("D", "the d of the display: dimensions of the input", ladder=(1, 2, 3)),
    ),
)

entries = levels("entries 0 and 1", 0, 1, 2)


def _head(diagonal: Sequence[int]) -> AttentionHead:
    """Query and key are zero; the value matrix has this diagonal."""
    value = [[diagonal[0], 0], [0, diagonal[1]]]
    return AttentionHead(W_O=[[1, 0], [0, 1]], W_V=value, W_K=[[0, 0]], W_Q=[[0, 0]])


def _hard(tie_rule: TieRule, *diagonal: int) -> Layer:
    return AttentionLayer([_head(diagonal)], tie_rule)


def _weighing() -> AttentionHead:
    """Row 1 is query and key, row 2 is the value."""
    return AttentionHead(W_O=[[1, 0], [0, 1]], W_V=[[0, 0], [0, 1]], W_K=[[1, 0]], W_Q=[[1, 0]])


networks(
    attention,
    uhat_zero=lambda values: network(2, _hard(TieRule.LEFTMOST, 0, 0)),
    ahat_zero=lambda values: network(2, _hard(TieRule.AVERAGE, 0, 0)),
    smat_zero=lambda values: network(2, SoftmaxAttentionLayer([_head((0, 0))])),
    ahat=lambda values: network(2, _hard(TieRule.AVERAGE, 1, 0)),
    smat=lambda values: network(2, SoftmaxAttentionLayer([_head((1, 0))])),
    smat_weighing=lambda values: network(2, SoftmaxAttentionLayer([_weighing()])),
)

of_entries = Lines(attention, over=(entries,))


@of_entries.states(
    "softmax(s) = exp s / (sum over j in [d] of exp s_j), where d <= n", flaw="typo", given=lambda at: at.n >= at.D
)
def weights(at: Operands) -> Truth:
    alpha = softmax(row(at.columns, lambda j: point[1, j]), at.columns)
    whole = total(Columns(1, at.D, "j"), lambda j: exp(point[1, j]))
    return every(at.columns, lambda j: alpha[j] == exp(point[1, j]) / whole)


def _weighed_over(at: Operands, summands: Columns) -> Truth:
    """Row 2 gets the values weighed by alpha, whose denominator is a sum over `summands`."""

    def attended(i: Number) -> Number:
        exponentials = row(at.columns, lambda j: exp(point[1, i] * point[1, j]))
        whole = total(summands, lambda j: exp(point[1, i] * point[1, j]))
        return total(at.columns, lambda j: exponentials[j] / whole * point[2, j])

    Y = at.smat_weighing(point)
    return every(at.columns, lambda i: (Y[1, i] == point[1, i]) & (Y[2, i] - point[2, i] == attended(i)))


@of_entries.repairs(
    "weights",
    "alpha_(i,:) = exp s_(i,:) / (sum over j in [n] of exp s_(i,j)): SMAT adds sum_j alpha_(i,j) V(X_j) to X_i",
    reason="d is the dimension of the input; there is a score for each of the n positions",
)
def weights_repaired(at: Operands) -> Truth:
    return _weighed_over(at, Columns(1, at.n, "j"))


@of_entries.states("with query, key and value zero the input passes unchanged: UHAT, AHAT, SMAT")
def identity(at: Operands) -> Truth:
    return (at.uhat_zero(point) == point) & (at.ahat_zero(point) == point) & (at.smat_zero(point) == point)


def _averages(at: Operands, f: NetworkOperand) -> Truth:
    """The first dimension gets its mean over all positions, the second nothing."""
    mean: Number = total(at.columns, lambda j: point[1, j]) / at.n
    return every(at.columns, lambda j: (f(point)[1, j] - point[1, j] == mean) & (f(point)[2, j] - point[2, j] == 0))


@of_entries.states("with a one on the diagonal for dimension 1 AHAT averages it across all positions")
def average_hard(at: Operands) -> Truth:
    return _averages(at, at.ahat)


@of_entries.states("with a one on the diagonal for dimension 1 SMAT averages it across all positions")
def average_soft(at: Operands) -> Truth:
    return _averages(at, at.smat)


attention.part(
    "alpha_(i,:) = softmax(s_(i,:)) = exp s_(i,:) / (sum_(j in [d]) exp s_(i,j)).",
    "weights",
)
attention.part(
    "Set the query, key, and value matrices to zero: then, the residual connection will pass the input through "
    "unchanged.",
    "identity",
)
attention.part(
    "Set the query and key matrices to zero, and place ones in the value matrix along the diagonal in the dimensions "
    "you want to attend over: this is equivalent to averaging the input across all positions in the specified "
    "dimensions.",
    "average_hard",
    "average_soft",
)
