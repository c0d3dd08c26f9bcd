"""Self-attention without positions under permutations (web page, 'Key Points' and 'Common Mistakes').

f is a layer of softmax self-attention that looks at contents, followed by a feed-forward layer; f_E the same after
positions are added. X P has the columns of X in another order. The page calls f permutation-invariant; it is
equivariant, f(X P) = f(X) P, and what that forbids is another thing than what invariance forbids.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.networks import (
    RELU,
    AttentionHead,
    BilinearProjection,
    FeedForwardLayer,
    Network,
    PositionalEncoding,
    SoftmaxAttentionLayer,
)
from exactua.papers.background.temperature import ONE_ROW
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.papers.pages import Lines
from exactua.terms.tracing import (
    MatrixOperand,
    Number,
    Permutation,
    Row,
    Truth,
    every,
    every_permutation,
    greatest,
    least,
    pairwise_distinct,
    point,
    row,
    total,
    when,
)

permutations = Claim(
    "background:permutations",
    title="Permutations without positions",
    source="'Key Points'; 'Common Mistakes'",
    text="Positional information (absolute or relative) is essential; without it, a Transformer cannot distinguish"
    " permutations of the inputs. Without positional encodings or relative position biases, self-attention is"
    " permutation-invariant, so order-dependent tasks (like reversing or sorting) cannot be represented.",
    parameters=(ONE_ROW, Parameter("n", "number of tokens", ladder=(1, 2, 3))),
    point="X",
)
permutations.requires("d = 1 (a token is one number)")(lambda at: at.d == 1)

tokens = levels("tokens", 0, 1, 3)
"""All sequences of the numbers 0, 1, 2."""

_CONTENT = SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])])
_RECTIFIER = FeedForwardLayer([[1]], [-1], [[2]], [1], RELU)


@permutations.network("f")
def without_positions(values: Mapping[str, Any]) -> Network:
    """Scores x_k x_j, values x_k, and a feed-forward layer."""
    return Network(1, (_CONTENT, _RECTIFIER), {"attention": 1, "output": 2})


@permutations.network("f_E")
def with_positions(values: Mapping[str, Any]) -> Network:
    """f after positions 1, ..., n are added."""
    positions = PositionalEncoding([range(1, values["n"] + 1)])
    return Network(1, (positions, _CONTENT, _RECTIFIER), {"encoded": 1, "output": 3})


@permutations.network("reversed")
def reversed_order(values: Mapping[str, Any]) -> Network:
    """X -> X R, the columns of X in reverse order: no Transformer, but the function that one would have to be."""
    n = values["n"]
    W_P = [[int(k + j == n - 1) - int(k == j) for j in range(n)] for k in range(n)]
    return Network(1, (BilinearProjection([[1]], W_P),), {"output": 1})


@permutations.network("exchange")
def exchange(values: Mapping[str, Any]) -> Network:
    """x_j less twice the mean, by uniform attention with W_O = -2, then a change of sign: of two tokens, the other."""
    uniform = SoftmaxAttentionLayer([AttentionHead([[-2]], [[1]], [[0]], [[0]])])
    return Network(1, (uniform, FeedForwardLayer([[1], [-1]], [0, 0], [[-2, 2]], [0], RELU)), {"output": 2})


def pooled(at: Operands, Z: MatrixOperand) -> Number:
    """The sum of all columns."""
    return total(at.columns, lambda j: Z[1, j])


def _all_different(at: Operands) -> Truth:
    return pairwise_distinct(row(at.columns, lambda j: point[1, j]))


@permutations.states(
    "without positional encodings self-attention is permutation-invariant: Attn(X P) = Attn(X)",
    over=(tokens,),
    survives=("background:permutations.invariant@repaired",),
)
def invariant(at: Operands) -> Truth:
    return every_permutation(lambda P: at.f(point.permuted(P), "attention") == at.f(point, "attention"))


@permutations.repairs(
    "invariant",
    "without positional encodings self-attention is permutation equivariant: Attn(X P) = Attn(X) P",
    reason="the tokens of X P are those of X in another order, and so are the outputs",
    over=(tokens,),
)
def invariant_repaired(at: Operands) -> Truth:
    return every_permutation(lambda P: at.f(point.permuted(P), "attention") == at.f(point, "attention").permuted(P))


@permutations.proof_line(
    "without it, a Transformer cannot distinguish permutations: for one f, f(X P) has the columns of f(X), and the "
    "same sum",
    over=(tokens,),
)
def cannot_distinguish(at: Operands) -> Truth:
    def same_columns(P: Permutation) -> Truth:
        Z = at.f(point.permuted(P))
        return (at.f(point).permuted(P) == Z) & (pooled(at, Z) == pooled(at, at.f(point)))

    return every_permutation(same_columns)


of_different_tokens = Lines(permutations, over=(tokens,), given=lambda at: _all_different(at) & (at.n >= 2))


@of_different_tokens.proof_line(
    "positional information is essential, and serves: where tokens differ, the sum over f_E tells some X P from X"
)
def positions_distinguish(at: Operands) -> Truth:
    return ~every_permutation(lambda P: pooled(at, at.f_E(point.permuted(P))) == pooled(at, at.f_E(point)))


def with_bias(at: Operands, P: Permutation, i: Number) -> Number:
    """Token i of X P after attention whose scores are a relative bias alone, B_1 = 1 and all others 0."""
    over = at.columns
    A: Row = softmax(row(over, lambda k: when(i - k == 1, 1, 0)), over)
    return total(over, lambda k: A[k] * point.permuted(P)[1, k])


@of_different_tokens.proof_line(
    "or relative position biases: with B_1 = 1 and no other, attention is not permutation equivariant where tokens"
    " differ"
)
def relative_bias_distinguishes(at: Operands) -> Truth:
    def identity(i: Number) -> Number:
        A: Row = softmax(row(at.columns, lambda k: when(i - k == 1, 1, 0)), at.columns)
        return total(at.columns, lambda k: A[k] * point[1, k])

    def tells(P: Permutation) -> Truth:
        """The sum over all tokens is the same for X P."""
        return total(at.columns, lambda i: with_bias(at, P, i)) == total(at.columns, identity)

    return ~every_permutation(tells)


def _equivariant_reversal(at: Operands) -> Truth:
    """Reversal is what an equivariant f can do at X: X P R = X R P for all P."""
    return every_permutation(lambda P: at.reversed(point.permuted(P)) == at.reversed(point).permuted(P))


@of_different_tokens.proof_line(
    "so reversing cannot be represented: as a function of X, X R is not permutation equivariant where tokens differ",
    survives=("background:permutations.reversing@repaired",),
    flaw="silently assumed",
)
def reversing(at: Operands) -> Truth:
    return ~_equivariant_reversal(at)


@permutations.repairs(
    "reversing",
    "for three tokens or more reversing cannot be represented: X R is not permutation equivariant where tokens differ",
    reason="two tokens are reversed by the only permutation that there is, which commutes with itself; attention"
    " without positions does it (two_tokens)",
    over=(tokens,),
    given=lambda at: _all_different(at) & (at.n >= 3),
)
def reversing_repaired(at: Operands) -> Truth:
    return ~_equivariant_reversal(at)


@permutations.proof_line(
    "not said: two tokens are reversed without positions, by uniform attention with -2 and a change of sign",
    over=(tokens,),
    given=lambda at: at.n == 2,
    said=False,
)
def two_tokens(at: Operands) -> Truth:
    return at.exchange(point) == at.reversed(point)


def sorted_entry(at: Operands, X: MatrixOperand, k: Number) -> Number:
    """The k-th smallest number of X: the least one with k or more numbers up to it."""
    most = greatest(at.columns, lambda j: X[1, j])

    def if_enough(j: Number) -> Number:
        up_to = total(at.columns, lambda i: when(X[1, i] <= X[1, j], 1, 0))
        return when(up_to >= k, X[1, j], most)

    return least(at.columns, if_enough)


@permutations.proof_line(
    "permutation-invariant, so sorting cannot be represented: sorting is not permutation-invariant",
    over=(tokens,),
    given=lambda at: at.n >= 2,
    flaw="imprecise",
    survives=("background:permutations.sorting@repaired",),
    same_as="permutations.invariant",
)
def sorting(at: Operands) -> Truth:
    return ~every_permutation(
        lambda P: every(at.columns, lambda k: sorted_entry(at, point.permuted(P), k) == sorted_entry(at, point, k))
    )


@of_different_tokens.repairs(
    "sorting",
    "permutation equivariant, so sorting cannot be represented: sorting is not permutation equivariant where tokens"
    " differ",
    reason="sorting is the very example of an invariant function: were attention invariant, nothing would be in the"
    " way; the conclusion does not follow from invariance, it does from equivariance",
)
def sorting_repaired(at: Operands) -> Truth:
    def row_of(X: MatrixOperand) -> Row:
        return row(at.columns, lambda k: sorted_entry(at, X, k))

    def moved(P: Permutation) -> Truth:
        """The sorted sequence, permuted by P, is that of X P."""
        place = row(at.columns, lambda j: point.permuted(P)[1, j])
        return every(
            at.columns,
            lambda j: every(at.columns, lambda k: (place[j] != point[1, k]) | (row_of(point)[k] == row_of(point)[j])),
        )

    return ~every_permutation(moved)


permutations.part(
    "Positional information (absolute or relative) is essential; without it, a Transformer cannot distinguish "
    "permutations of the inputs.",
    undecided="It is about all Transformers; `cannot_distinguish` and `positions_distinguish` decide it for one "
    "without positions, and for the same one with them.",
)
permutations.part(
    "Without positional encodings or relative position biases, self-attention is permutation-invariant",
    "invariant",
    undecided="It is about all self-attention, and the step about one layer, at sequences of 0, 1 and 2.",
)
permutations.part(
    "order-dependent tasks (like reversing or sorting) cannot be represented.",
    undecided="It is about all Transformers without positions; `reversing@repaired` and `sorting@repaired` decide "
    "that the two tasks are not permutation equivariant, and `two_tokens` that two tokens can be "
    "reversed.",
)
