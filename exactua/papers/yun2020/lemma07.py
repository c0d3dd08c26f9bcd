"""Lemma 7 (Yun et al. 2020, App. E.1.1; proof in App. E.2): feed-forward layers quantise every entry.

    g_q^ent(t) = k delta       if k delta <= t < (k+1) delta,  k = 0, ..., 1/delta - 1
               = -delta^(-nd)  otherwise

Decided for all real t: token-wise layers treat each column alone, these treat each entry alone, and along an entry the
network is affine on finitely many cells, ends included. A step speaks of any row and any real column.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import chosen_row, real_columns
from exactua.papers.yun2020.quantiser import quantiser, quantiser_as_printed
from exactua.papers.yun2020.vocabulary import assume_throughout
from exactua.terms.tracing import Columns, NetworkOperand, Number, Truth, every, implies, point, total, when

lemma7 = Claim(
    "yun2020:lemma7",
    title="Lemma 7",
    source="App. E.1.1; proof in App. E.2",
    text="There exists a function g_q : R^(d x n) -> G+_delta composed of d/delta + d token-wise feed-forward layers "
    "with r = 1 and activations in Phi, which employs the scalar quantization g_q^ent to each entry of its input.",
)
lemma7.network("g_q")(quantiser)
lemma7.network("g_q_as_printed")(quantiser_as_printed)
assume_throughout(lemma7)


@lemma7.operand
def t(at: Operands) -> Number:
    """The entry of X in the chosen row, unit 1."""
    return point[chosen_row, 1]


@lemma7.operand
def quantised_t(at: Operands) -> Number:
    """g_q^ent(t), unit 1: the display of Lemma 7, summed over its cases."""
    cases = Columns(0, at.m - 1, "k")
    inside = total(cases, lambda k: when((k / at.m <= at.t) & (at.t < (k + 1) / at.m), k / at.m, 0))
    return inside + when((at.t < 0) | (at.t >= 1), -(at.m ** (at.n * at.d)), 0)


def _quantises(at: Operands, network: NetworkOperand) -> Truth:
    return network(point)[chosen_row, 1] == at.quantised_t


@lemma7.states("g_q employs g_q^ent to each entry of its input", over=(real_columns,))
def quantises(at: Operands) -> Truth:
    return _quantises(at, at.g_q)


@lemma7.states("g_q has d/delta + d token-wise feed-forward layers")
def layers(at: Operands) -> Truth:
    return at.g_q.quantity("feed-forward layers") == at.d * at.m + at.d


@lemma7.states("g_q is token-wise: it has no attention layer")
def token_wise(at: Operands) -> Truth:
    return at.g_q.quantity("attention layers") == 0


@lemma7.states("r = 1")
def hidden_size(at: Operands) -> Truth:
    return at.g_q.quantity("hidden size") == 1


@lemma7.states("activations in Phi: at most three linear pieces, at least one of them constant")
def activations(at: Operands) -> Truth:
    return at.g_q.quantity("activations outside Phi") == 0


@lemma7.proof_line("E.2: the layers of the i-th row leave the other rows untouched", over=(real_columns,))
def other_rows(at: Operands) -> Truth:
    def untouched(i: Number) -> Truth:
        before, after = at.g_q(point, i - 1), at.g_q(point, i)
        return implies(i != chosen_row, after[chosen_row, 1] == before[chosen_row, 1])

    return every(at.rows, untouched)


@lemma7.proof_line(
    "E.2: with the layers for k = 0, delta, ..., 1 - delta we get a map from R^(d x n) to G+_delta",
    over=(real_columns,),
)
def range_of_k(at: Operands) -> Truth:
    return _quantises(at, at.g_q_as_printed)


@lemma7.repairs(
    "range_of_k",
    "with the layers for k = 0, 1, ..., 1/delta - 1 we get a map from R^(d x n) to G+_delta",
    reason="k is multiplied by delta in the layer, so k must count 0, 1, ..., 1/delta - 1 as in the display of Lemma 7;"
    " as printed the thresholds are multiples of delta^2",
    over=(real_columns,),
)
def range_of_k_repaired(at: Operands) -> Truth:
    return _quantises(at, at.g_q)
