"""Lemma 5 (Hahn 2020, Sec. 6): in soft attention an exchanged input changes y_n^(L) by O(1/n).

A transformer with one head a layer, scores s y_i y_j and f^act(y, b) = y + b, on words of 0 and 1 that are their own
embeddings. b_j is what a layer adds to y_j. Two words of a pair differ at one position i < n. L_f = 1 is the Lipschitz
constant of f^act, D = 1; the first layer has A = s, as |y| <= 1, the second one A = 4 s. These are less than the
paper's A, so that the constants that hold here hold with its A as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.categories import pairs_of
from exactua.grids.finite import levels
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.papers.pages import Lines, define, per_box
from exactua.terms.tracing import (
    MatrixOperand,
    Number,
    Row,
    Truth,
    every,
    exp,
    greatest,
    implies,
    point,
    row,
    total,
    when,
)

lemma5 = Claim(
    "hahn2020:lemma5",
    title="Lemma 5",
    source="Sec. 6; supplement, Missing Detail in Soft Attention Proof",
    text="Let a soft attention transformer be given, and let n be the input length. If we exchange one input symbol "
    "x_i (i < n), then the change in the resulting activation y_n^(L) at the decoder layer is bounded as O(1/n) with "
    "constants depending on the parameter matrices.",
    parameters=(
        Parameter("d", "entries of a token", only=(1,)),
        Parameter("n", "input length", ladder=(2, 3, 4)),
        Parameter("s", "by what the products of tokens are multiplied in scores", ladder=(1,)),
    ),
    # Pairs of words, with exponentials
    work=per_box(lambda n: 10 * n * 4**n),
)
lemma5.rests_on("hahn2020:induction", "hahn2020:attention_weights", where="Sec. 6, proof of Lemma 5; supplement")

words = levels("words", 0, 1, 2)


def layers(values: Mapping[str, Any], count: int) -> Network:
    """So many layers y -> y + sum of softmax(s y_i y_j)_j y_j."""
    head = AttentionHead([[1]], [[1]], [[1]], [[values["s"]]])
    return Network(1, (SoftmaxAttentionLayer([head]),) * count, {"output": count})


@lemma5.network("one_layer")
def one_layer(values: Mapping[str, Any]) -> Network:
    """L = 1."""
    return layers(values, 1)


@lemma5.network("two_layers")
def two_layers(values: Mapping[str, Any]) -> Network:
    """L = 2."""
    return layers(values, 2)


define(lemma5, exp2A=lambda at: exp(2 * at.s))


def _first(at: Operands) -> MatrixOperand:
    return point.columns(1, at.n)


def _second(at: Operands) -> MatrixOperand:
    return point.columns(at.n + 1, 2 * at.n)


def _size(x: Number) -> Number:
    return when(x >= 0, x, -x)


def _exchanged(at: Operands, j: Number) -> Number:
    """|x_j - x'_j|."""
    return _size(_first(at)[1, j] - _second(at)[1, j])


def one_exchanged(at: Operands) -> Truth:
    """The words of the pair differ at one position, and not at n; the second one has a 1 there, or the first one."""
    return (total(at.columns, lambda j: _exchanged(at, j)) == 1) & (_exchanged(at, at.n) == 0)


def _change(at: Operands, layer: Callable[[MatrixOperand], MatrixOperand], j: Number) -> Number:
    """|y_j - y'_j| behind a network."""
    return _size(layer(_first(at))[1, j] - layer(_second(at))[1, j])


def _weights(at: Operands, word: MatrixOperand, j: Number) -> Row:
    """The weights of position j in the first layer."""
    return softmax(row(at.columns, lambda w: at.s * word[1, j] * word[1, w]), at.columns)


def _head_changes(at: Operands, j: Number) -> Number:
    """||b_j - b'_j|| in the first layer."""

    def b(word: MatrixOperand) -> Number:
        return at.one_layer(word)[1, j] - word[1, j]

    return _size(b(_first(at)) - b(_second(at)))


exchanged = Lines(lemma5, over=(pairs_of(words),), given=one_exchanged)


@exchanged.proof_line("L = 1: the change in y_n^(1) is at most exp(2A) / (n - 1), with A = s")
def changes_little(at: Operands) -> Truth:
    return _change(at, at.one_layer, at.n) <= at.exp2A / (at.n - 1)


@exchanged.proof_line("L = 2: the change in y_n^(2) is at most 4/n, for n = 2, 3, 4 and s = 1")
def changes_little_in_two(at: Operands) -> Truth:
    return _change(at, at.two_layers, at.n) <= 4 / at.n


@exchanged.proof_line(
    "k = 1: ||y_j - y'_j|| <= H C^2 D / n for j != i, and <= C^2 D for j = i; C = 2 (1 + exp(2A) + L_f)"
)
def printed_constants(at: Operands) -> Truth:
    C = 2 * (1 + at.exp2A + 1)

    def small(j: Number) -> Truth:
        return _change(at, at.one_layer, j) <= when(_exchanged(at, j) == 0, C**2 / at.n, C**2)

    return every(at.columns, small)


@exchanged.proof_line(
    "||b_j - b'_j|| <= sum_w a^_(j,w) ||y_w - y'_w|| for j != i",
    survives=("hahn2020:lemma5.head_changes@repaired", "hahn2020:lemma5.changes_little"),
)
def head_changes(at: Operands) -> Truth:
    def bounded(j: Number) -> Truth:
        weights = _weights(at, _first(at), j)
        return _head_changes(at, j) <= total(at.columns, lambda w: weights[w] * _exchanged(at, w))

    return every(at.columns, lambda j: implies(_exchanged(at, j) == 0, bounded(j)))


@exchanged.repairs(
    "head_changes",
    "||b_j - b'_j|| <= sum_w a^_(j,w) ||y_w - y'_w|| + sum_w |a^_(j,w) - a^'_(j,w)| ||y'_w||, as the supplement has it",
    reason="the weights change, too",
)
def head_changes_repaired(at: Operands) -> Truth:
    def bounded(j: Number) -> Truth:
        weights, others = _weights(at, _first(at), j), _weights(at, _second(at), j)

        def term(w: Number) -> Number:
            return weights[w] * _exchanged(at, w) + _size(weights[w] - others[w]) * _size(_second(at)[1, w])

        return _head_changes(at, j) <= total(at.columns, term)

    return every(at.columns, bounded)


@lemma5.proof_line(
    "||y_j^(k)|| <= 2 C_f^L (||p_j|| + ||v_j||) where C_f depends on f^act alone: y_j^(1) = 0 where p_j + v_j = 0",
    over=(words,),
    given=lambda at: point[1, at.n] == 0,
    flaw="imprecise",
    survives=("hahn2020:lemma5.norm@repaired", "hahn2020:lemma5.changes_little"),
)
def norm(at: Operands) -> Truth:
    return at.one_layer(point)[1, at.n] == 0


@lemma5.repairs(
    "norm",
    "||y_j^(k)|| <= 2 C_f^L max_w (||p_w|| + ||v_w||): with C_f = 1 and L = 1",
    reason="a head reads other positions, so that their embeddings count as well",
    over=(words,),
)
def norm_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.one_layer(point)[1, j] <= 2 * greatest(at.columns, lambda w: point[1, w]))


lemma5.part(
    "Let a soft attention transformer be given, and let n be the input length. If we exchange one input symbol x_i (i "
    "< n), then the change in the resulting activation y_n^(L) at the decoder layer is bounded as O(1/n) with "
    "constants depending on the parameter matrices.",
    undecided="It is about every transformer and every n; `changes_little` and `changes_little_in_two` decide it for "
    "one and two layers, words of 2 to 4 bits and constants that are named.",
)
