"""Uniform pooling (web page, 'When to Use' and 'Code Examples', third program): the mean, and the sum by a factor L.

Row 1 of a point has the numbers, row 2 is 0 and takes what is pooled. A head whose scores are all 0 puts the mean into
row 2 of every token; a feed-forward layer with two ReLUs adds L - 1 times the mean to it. The numbers are -1, 1 and 2;
[X X'] are two sequences one behind the other, a sequence of 2L tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.categories import pairs_of
from exactua.grids.finite import vocabulary
from exactua.networks import RELU, AttentionHead, FeedForwardLayer, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.papers.pages import let
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, point, row, total

pooling = Claim(
    "background:pooling",
    title="Uniform-attention pooling",
    source="'When to Use'; 'Code Examples', third program",
    text="If you only need pooling, a single head with uniform attention plus an FFN can implement sum/average. A"
    " special query (like a CLS token) with identical logits to all keys produces uniform attention. The attended"
    " value is the mean of token values; a subsequent linear layer can multiply by L to recover the sum.",
    parameters=(
        Parameter("d", "rows: the numbers, and what is pooled", ladder=(2,)),
        Parameter("n", "L, the number of tokens", ladder=(1, 2, 3)),
        Parameter("c", "the logit that all keys have", least=-99, ladder=(0, 3)),
    ),
    point="X",
)
pooling.requires("d = 2 (a number, and a place for what is pooled)")(lambda at: at.d == 2)

tokens = vocabulary("tokens", [(value, 0) for value in (-1, 1, 2)])
two_sequences = pairs_of(tokens)
"""[X X'], d x 2n: two sequences one behind the other."""


def _uniform() -> SoftmaxAttentionLayer:
    """Row 2 gets the mean of row 1 over all tokens: W_K = W_Q = 0."""
    return SoftmaxAttentionLayer([AttentionHead([[0], [1]], [[1, 0]], [[0, 0]], [[0, 0]])])


@pooling.network("average")
def average(values: Mapping[str, Any]) -> Network:
    """A single head with uniform attention."""
    return Network(2, (_uniform(),), {"output": 1})


@pooling.network("summed")
def summed(values: Mapping[str, Any]) -> Network:
    """The head and a feed-forward layer: row 2 gets (L - 1) (ReLU(x) - ReLU(-x)) more."""
    more = values["n"] - 1
    factor = FeedForwardLayer([[0, 1], [0, -1]], [0, 0], [[0, 0], [more, -more]], [0, 0], RELU)
    return Network(2, (_uniform(), factor), {"output": 2})


@pooling.network("by_contents")
def by_contents(values: Mapping[str, Any]) -> Network:
    """A head that looks at contents, scores x_k x_j, and a feed-forward layer: no positions, other weights."""
    head = AttentionHead([[0], [1]], [[1, 0]], [[1, 0]], [[1, 0]])
    return Network(
        2, (SoftmaxAttentionLayer([head]), FeedForwardLayer([[1, 1]], [-1], [[0], [3]], [0, 1], RELU)), {"output": 2}
    )


# The weights of a query whose logits are all c, shape (n,)
let(pooling, weights=lambda at: softmax(row(at.columns, lambda _: at.c), at.columns))


def _sum(columns: Columns) -> Number:
    """The sum of row 1 over these tokens."""
    return total(columns, lambda k: point[1, k])


@pooling.states("the logit c at all keys gives uniform weights 1/L")
def uniform_weights(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.n * at.weights[j] == 1)


@pooling.proof_line("the attended value is the mean of token values, of -1, 1 and 2", over=(tokens,))
def mean(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.average(point)[2, j] == _sum(at.columns) / at.n)


@pooling.proof_line("multiply by L to get sum: L times the attended value is the sum, of -1, 1 and 2", over=(tokens,))
def recovered(at: Operands) -> Truth:
    return at.n * total(at.columns, lambda j: at.weights[j] * point[1, j]) == _sum(at.columns)


@pooling.proof_line(
    "a single head with uniform attention plus an FFN can implement the sum, W_2 sigma(W_1 x + b_1) + b_2 with "
    "ReLU, of -1, 1 and 2",
    over=(tokens,),
)
def sums(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.summed(point)[2, j] == _sum(at.columns))


@pooling.proof_line(
    "a single head with uniform attention plus an FFN can implement the sum, of L tokens and of 2L",
    over=(two_sequences,),
    flaw="silently assumed",
    survives=("background:pooling.sums", "background:pooling.sums_at_two_lengths@repaired"),
)
def sums_at_two_lengths(at: Operands) -> Truth:
    return at.summed(point)[2, 1] == _sum(Columns(1, 2 * at.n))


@pooling.repairs(
    "sums_at_two_lengths",
    "a single head with uniform attention can implement the average, of L tokens and of 2L",
    reason="the factor L is a weight: one network serves one length. No other network without positions does better,"
    " as it gives X and [X X] the same (doubling)",
    over=(two_sequences,),
)
def sums_at_two_lengths_repaired(at: Operands) -> Truth:
    return 2 * at.n * at.average(point)[2, 1] == _sum(Columns(1, 2 * at.n))


def _twice(at: Operands) -> Truth:
    """X' = X."""
    return point.columns(1, at.n) == point.columns(at.n + 1, 2 * at.n)


@pooling.proof_line(
    "not said: attention without positions gives the tokens of [X X] what it gives those of X, uniform or not",
    over=(two_sequences,),
    given=_twice,
    said=False,
)
def doubling(at: Operands) -> Truth:
    X = point.columns(1, at.n)

    def same(long: MatrixOperand, short: MatrixOperand) -> Truth:
        return long.columns(1, at.n) == short

    return same(at.summed(point), at.summed(X)) & same(at.by_contents(point), at.by_contents(X))


@pooling.proof_line("not said: so no function of what they give is the sum of X and of [X X]: the sums differ",
    over=(two_sequences,),
    given=lambda at: _twice(at) & (_sum(at.columns) != 0), said=False,
)  # fmt: skip
def sums_differ(at: Operands) -> Truth:
    return _sum(Columns(1, 2 * at.n)) != _sum(at.columns)


@pooling.proof_line("the program: L = 5, numbers 1 to 5, weights 0.2, mean 3, sum 15")
def program(at: Operands) -> Truth:
    five = Columns(1, 5, "j")
    A = softmax(row(five, lambda _: at.c), five)
    attended = total(five, lambda j: A[j] * j)
    return every(five, lambda j: 5 * A[j] == 1) & (attended == 3) & (attended * 5 == 15)


pooling.part(
    "If you only need pooling, a single head with uniform attention plus an FFN can implement sum/average.",
    undecided="It is about all token values; `sums` and `mean` have networks for L tokens, and decide them for "
    "the values -1, 1 and 2.",
)
pooling.part(
    "A special query (like a CLS token) with identical logits to all keys produces uniform attention.",
    "uniform_weights",
    undecided="of all logits and all L, which no instance gives: the step has one of each; by hand, exp(c) cancels",
    theorem="page_uniform_attention",
)
pooling.part(
    "The attended value is the mean of token values; a subsequent linear layer can multiply by L to recover the sum.",
    undecided="It is about all token values; `mean` and `recovered` decide it for the values -1, 1 and 2.",
    theorem="page_pooling",
)
