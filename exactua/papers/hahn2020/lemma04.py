"""Lemma 4 (Hahn 2020, Sec. 5): the Depth Reduction Lemma, run on a transformer of two layers.

    layer 1: j attends to the last 1, where x_j = 0, and to the first 1, where x_j = 1     it copies x and the position
    layer 2: j attends to the input with the largest sum of its position and the one that it read

It is a 1-transformer (c = 1) with one head (H = 1). Both values of y_j^(0) have a layer-0 activation with the largest
score, so that k = 1: rho' fixes x_1 = 1 and x_(n-1) = 1, and each head of layer 1 is satisfied. What is left is T', a
feed-forward layer in place of layer 1. One bit more, x_(n-2) = 0, removes layer 2 as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.several import OfSeveral, for_all_of
from exactua.grids.categories import pairs_of
from exactua.grids.words import words
from exactua.networks import RELU, AttentionHead, AttentionLayer, FeedForwardLayer, Network, TieRule
from exactua.papers.hahn2020.bit_strings import BIT, END, PLACE, bits, same_column, sizes
from exactua.papers.pages import define
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, implies, point, total

LAYERS = 2
LENGTHS = "4..6"
FAR = 100
"""More than any position."""

free = words("bit strings", bits(LAYERS), LENGTHS)
restricted = words("rho': 1 * ... * 1", bits(LAYERS), LENGTHS, where="1.*1")
restricted_twice = words("rho'': 1 * ... * 0 1", bits(LAYERS), LENGTHS, where="1.*01")

lemma4 = Claim(
    "hahn2020:lemma4",
    title="Lemma 4 (Depth Reduction Lemma)",
    source="Sec. 5; supplement, Lemma (Depth Reduction Lemma)",
    text="Given a c-transformer T with L layers, and some restriction rho such that |{i <= n: rho_n(i) = *}| >= C n (C "
    "in (0, 1]) for all sufficiently large n. Choose any C' < C. Then there is a restriction rho' such that |{i <= n: "
    "rho'_n(i) = *}| >= C' n for all sufficiently large n, and such that the resulting function is computed by a (c "
    "(2^c k H + 1))-transformer with L - 1 layers, for some integer k (depending on C'), where H >= 1 is the number of "
    "attention heads at each layer and position.",
    parameters=(
        *sizes(free),
        Parameter("c", "input bits of a layer-0 activation", only=(1,)),
        Parameter("k", "layer-0 activations that a head may attend to, for each value", only=(1,)),
        Parameter("H", "heads of a layer", only=(1,)),
    ),
)
lemma4.rests_on("hahn2020:stage1", "hahn2020:stage2", "hahn2020:stage3", "hahn2020:local_lemma", where="Sec. 5.1")

define(lemma4, c_reduced=lambda at: at.c * (2**at.c * at.k * at.H + 1))


def _unit(d: int, *rows: int) -> list[list[int]]:
    return [[int(i + 1 == row) for i in range(d)] for row in rows]


def _copying(d: int, layer: int) -> list[list[int]]:
    """W_O that writes two numbers into the room of a layer, 0 or 1."""
    return [[int(i == PLACE + 2 * layer + k) for k in range(2)] for i in range(d)]


def first_layer(d: int) -> AttentionLayer:
    """The score is FAR (x_j - 2 [j = n]) + (1 - 2 x_i) j."""
    key = [[FAR * (int(i + 1 == BIT) - 2 * int(i + 1 == END)) for i in range(d)], *_unit(d, PLACE)]
    query = [[0] * d, [-2 * entry for entry in _unit(d, BIT)[0]]]
    head = AttentionHead(W_O=_copying(d, 0), W_V=_unit(d, BIT, PLACE), W_K=key, W_Q=query, b_Q=[1, 1])
    return AttentionLayer([head], tie_rule=TieRule.LEFTMOST)


def second_layer(d: int) -> AttentionLayer:
    """The score is j + (the position that j read) - FAR [j = n]; what j read is copied."""
    read = (PLACE + 1, PLACE + 2)
    key = [[int(i + 1 in (PLACE, read[1])) - FAR * int(i + 1 == END) for i in range(d)]]
    head = AttentionHead(W_O=_copying(d, 1), W_V=_unit(d, *read), W_K=key, W_Q=[[0] * d], b_Q=[1])
    return AttentionLayer([head], tie_rule=TieRule.LEFTMOST)


@lemma4.network("T")
def transformer(values: Mapping[str, Any]) -> Network:
    """Both layers."""
    d = values["d"]
    return Network(d, (first_layer(d), second_layer(d)), {"layer 1": 1, "output": 2})


@lemma4.network("T_reduced")
def reduced(values: Mapping[str, Any]) -> Network:
    """T': position j has read a 1, at position 1 where x_j = 1 and at n - 1 where x_j = 0; then the second layer."""
    d, n = values["d"], values["n"]
    read = PLACE + 1
    slope = [[(2 - n) * int(i == read)] for i in range(d)]
    shift = [int(i == PLACE) + (n - 1) * int(i == read) for i in range(d)]
    layer = FeedForwardLayer(_unit(d, BIT), [0], slope, shift, RELU)
    return Network(d, (layer, second_layer(d)), {"layer 1": 1, "output": 2})


def _first(at: Operands) -> MatrixOperand:
    return point.columns(1, at.n)


def _second(at: Operands) -> MatrixOperand:
    return point.columns(at.n + 1, 2 * at.n)


@lemma4.states("|{i <= n: rho'_n(i) = *}| = n - 3 >= C' n with C' = 1/5: two bits are fixed, and the end is none")
def free_bits(at: Operands) -> Truth:
    return at.n - 3 >= at.n / 5


@lemma4.states(
    "restricted by rho', T is T', in which one layer has attention: a 1-transformer, as y_j^(1) is a function of x_j",
    over=(restricted,),
)
def same_function(at: Operands) -> Truth:
    return at.T(point) == at.T_reduced(point)


@lemma4.states("T' has L - 1 layers of attention, where T has L = 2")
def fewer_layers(at: Operands) -> Truth:
    return at.T_reduced.quantity("attention layers") == at.T.quantity("attention layers") - 1


@lemma4.proof_line(
    "each layer-1 activation depends on <= c (2^c k H + 1) = 3 input bits: y_j^(1) on x_j alone",
    over=(pairs_of(restricted),),
)
def layer_1_depends_on_few(at: Operands) -> Truth:
    def same(j: Number) -> Truth:
        states = at.T(_first(at), "layer 1"), at.T(_second(at), "layer 1")
        return implies(_first(at)[BIT, j] == _second(at)[BIT, j], same_column(*states, at.d, j))

    return every(at.columns, same) & (at.c <= at.c_reduced)


@lemma4.proof_line("there are <= H c 2^c k input bits that the heads k-depend on, plus c of the skip-connection")
def bits_of_heads(at: Operands) -> Truth:
    return at.H * at.c * 2**at.c * at.k + at.c == at.c_reduced


@lemma4.proof_line(
    "proof of Theorem 1: the lemma is applied iteratively until only the zero-th layer remains: restricted by rho'',"
    " y_n^(2) depends on no input",
    over=(pairs_of(restricted_twice),),
)
def no_layer_left(at: Operands) -> Truth:
    return same_column(at.T(_first(at)), at.T(_second(at)), at.d, at.n)


def _differing(at: Operands) -> Number:
    """In how many bits the words of a pair differ."""
    return total(Columns(1, at.n), lambda j: (_first(at)[BIT, j] - _second(at)[BIT, j]) ** 2)


@lemma4.proof_line(
    "not said: without a restriction y_n^(2) depends on each of the 5 bits of n = 6",
    over=(pairs_of(free),),
    given=lambda at: (at.n == 6) & (_differing(at) == 1),
    fold="some",
    said=False,
)
def unrestricted(at: Operands) -> OfSeveral:
    def told(j: int) -> Truth:
        differs = _first(at)[BIT, j] != _second(at)[BIT, j]
        return differs & ~same_column(at.T(_first(at)), at.T(_second(at)), at.d, at.n)

    return for_all_of((1, 2, 3, 4, 5), told)


@lemma4.proof_line(
    "not said: restricted by rho' alone, y_n^(2) depends on an input",
    over=(pairs_of(restricted),),
    fold="some",
    said=False,
)
def restricted_once(at: Operands) -> Truth:
    return ~same_column(at.T(_first(at)), at.T(_second(at)), at.d, at.n)


lemma4.part(
    "Given a c-transformer T with L layers, and some restriction rho such that |{i <= n: rho_n(i) = *}| >= C n (C in "
    "(0, 1]) for all sufficiently large n. Choose any C' < C. Then there is a restriction rho' such that |{i <= n: "
    "rho'_n(i) = *}| >= C' n for all sufficiently large n, and such that the resulting function is computed by a (c "
    "(2^c k H + 1))-transformer with L - 1 layers, for some integer k (depending on C'), where H >= 1 is the number of "
    "attention heads at each layer and position.",
    "free_bits",
    "same_function",
    "fewer_layers",
    undecided="It is about every transformer, every C' and every large n; `free_bits`, `same_function` and "
    "`fewer_layers` decide it for one transformer, rho that fixes nothing, and k = 1.",
)
