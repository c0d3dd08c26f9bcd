"""Lemma 7 (Yun et al. 2020, App. E.1.1; proof in App. E.2): feed-forward layers quantise every entry.

    g_q^ent(t) = k delta       if k delta <= t < (k+1) delta,  k = 0, ..., 1/delta - 1
               = -delta^(-nd)  otherwise

Decided for all real t: token-wise layers treat each column alone, these treat each entry alone, and along an entry the
network is affine on finitely many cells, ends included. A step speaks of any row and any real column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import chosen_row, real_columns
from exactua.papers.pages import Lines, let
from exactua.papers.yun2020.quantiser import clipping_layer, flattening_layer, quantiser, quantiser_as_printed
from exactua.papers.yun2020.variants import relax_quantiser
from exactua.papers.yun2020.vocabulary import assume_throughout, others_untouched
from exactua.terms.tracing import (
    Columns,
    NetworkOperand,
    Number,
    Truth,
    every,
    outside,
    point,
    some,
    total,
    when,
)


def work(values: Mapping[str, Any]) -> int:
    """Cells, layers and ranges of k each grow like 1/delta; n enters as delta^(-nd) alone."""
    return 800 * int(values["d"]) * int(values["m"]) ** 2 * (int(values["n"]) - 1)


lemma7 = Claim(
    "yun2020:lemma7",
    title="Lemma 7",
    source="App. E.1.1; proof in App. E.2",
    text="Consider a scalar quantization map g_q^ent : R -> {-delta^(-nd), 0, delta, ..., 1 - delta}: g_q^ent(t) "
    "= k delta if k delta <= t < (k+1) delta, k = 0, ..., 1/delta - 1, and -delta^(-nd) otherwise. There exists a "
    "function g_q : R^(d x n) -> G+_delta composed of d/delta + d token-wise feed-forward layers with r = 1 and "
    "activations in Phi, which employs the scalar quantization g_q^ent to each entry of its input.",
    work=work,
)
lemma7.network("g_q")(quantiser)
lemma7.network("g_q_as_printed")(quantiser_as_printed)
lemma7.network("clipping_layer")(clipping_layer)
lemma7.network("flattening_layer")(flattening_layer)
assume_throughout(lemma7)

let(
    lemma7,
    t=lambda at: point[chosen_row, 1],  # The entry of X in the chosen row, unit 1
    # How many layers the network with the printed k has
    layers_as_printed=lambda at: at.g_q_as_printed.quantity("feed-forward layers"),
)


lemma7.shown_as(layers_as_printed="N")


@lemma7.operand
def quantised_t(at: Operands) -> Number:
    """g_q^ent(t), unit 1: the display of Lemma 7, summed over its cases."""
    cases = Columns(0, at.m - 1, "k")
    inside = total(cases, lambda k: when((k / at.m <= at.t) & (at.t < (k + 1) / at.m), k / at.m, 0))
    return inside + when((at.t < 0) | (at.t >= 1), -(at.m ** (at.n * at.d)), 0)


let(
    lemma7,
    outside_level=lambda at: -(at.m ** (at.n * at.d)),  # -delta^(-nd), unit 1
    # t in [0, 1), -delta^(-nd) elsewhere, unit 1
    clipped_t=lambda at: when((at.t < 0) | (at.t >= 1), at.outside_level, at.t),
)


def _steps(at: Operands) -> Columns:
    """The 1/delta layers that follow the clipping of a row, numbered as they come: k = 0, 1, ..., 1/delta - 1."""
    return Columns(0, at.m - 1, "k")


def _among(network: NetworkOperand, layer: Number) -> Number:
    """The number of a layer, that of the last one where the network has fewer."""
    last = network.quantity("feed-forward layers")
    return when(layer <= last, layer, last)


def _after(at: Operands, network: NetworkOperand, layers: Number | int) -> Number:
    """The entry after so many of the layers of its own row; those of the rows before come first."""
    return network.after(point, _among(network, (chosen_row - 1) * (at.m + 1) + layers))[chosen_row, 1]


def _quantises(at: Operands, network: NetworkOperand) -> Truth:
    return network(point)[chosen_row, 1] == at.quantised_t


of_columns = Lines(lemma7, over=(real_columns,))


@of_columns.states("g_q employs g_q^ent to each entry of its input")
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


# E.1.1, below the lemma


@of_columns.proof_line("E.1.1: the function g_q maps any X in S_L to L")
def cubes(at: Operands) -> Truth:
    def mapped(k: Number) -> Truth:
        entry = at.g_q(point)[chosen_row, 1]
        return entry == when((k / at.m <= at.t) & (at.t < k / at.m + 1 / at.m), k / at.m, entry)

    return every(_steps(at), mapped)


@lemma7.proof_line(
    "E.1.1: if any element of X is not in [0, 1], the element is mapped to -delta^(-nd)",
    over=(real_columns,),
    given=lambda at: outside(at.t, 0, 1),
)
def elements_outside(at: Operands) -> Truth:
    return at.g_q(point)[chosen_row, 1] == at.outside_level


@lemma7.proof_line(
    "E.1.1: an element mapped to -delta^(-nd) is indicating that X is outside [0, 1]^(d x n)",
    over=(real_columns,),
    given=lambda at: at.g_q(point)[chosen_row, 1] == at.outside_level,
    flaw="reading",
    survives=("yun2020:lemma7.indicating@repaired",),
)
def indicating(at: Operands) -> Truth:
    return outside(at.t, 0, 1)


@lemma7.repairs(
    "indicating",
    "an element mapped to -delta^(-nd) is outside [0, 1], or it is 1",
    reason="1 is mapped to -delta^(-nd) and lies in [0, 1]: what is indicated is that X is outside [0, 1)^(d x n). The "
    "upper faces are a set of measure 0, and f-bar is 0 there too: no S_L contains them",
    over=(real_columns,),
    given=lambda at: at.g_q(point)[chosen_row, 1] == at.outside_level,
)
def indicating_repaired(at: Operands) -> Truth:
    return outside(at.t, 0, 1) | (at.t == 1)


# E.2


@of_columns.proof_line(
    "E.2: 1/delta + 1 layers quantise the first row, another 1/delta + 1 layers the second row, and so on"
)
def layers_a_row(at: Operands) -> Truth:
    def so_far(i: Number) -> Truth:
        entry = at.g_q.after(point, _among(at.g_q, i * (at.m + 1)))[chosen_row, 1]
        return entry == when(i < chosen_row, at.t, at.quantised_t)

    return every(at.rows, so_far)


@of_columns.proof_line("E.2: clipping X in the set (-inf, 0) u [1, +inf) and mapping the intervals to -delta^(-nd)")
def clipping(at: Operands) -> Truth:
    return _after(at, at.g_q, 1) == at.clipped_t


@of_columns.proof_line(
    "E.2: this can be done by the layer with phi(t) = -t - delta^(-nd) if t < 0 or t >= 1, 0 otherwise"
)
def clipping_phi(at: Operands) -> Truth:
    phi = when((at.t < 0) | (at.t >= 1), -at.t + at.outside_level, 0)
    return at.clipping_layer.layer(point, chosen_row)[chosen_row, 1] - at.t == phi


@of_columns.proof_line("E.2: layers of the following form, phi(t) = 0 if t < 0 or t >= delta, -t if 0 <= t < delta")
def flattening_phi(at: Operands) -> Truth:
    phi = when((at.t < 0) | (at.t >= 1 / at.m), 0, -at.t)
    return at.flattening_layer.layer(point, chosen_row)[chosen_row, 1] - at.t == phi


def _each_layer_quantises(at: Operands, network: NetworkOperand, spacing: Number | int) -> Truth:
    """Once the layer with k = spacing j has passed, X in [k delta, k delta + delta) has become k delta."""

    def quantised(j: Number) -> Truth:
        low = spacing * j / at.m
        entry = _after(at, network, j + 2)
        return entry == when((low <= at.t) & (at.t < low + 1 / at.m), low, entry)

    return every(Columns(0, at.m - 1, "j"), quantised)


@of_columns.proof_line(
    "E.2: each layer, k = 0, delta, ..., 1 - delta, quantises X in [k delta, k delta + delta) to k delta, once the "
    "layers up to it have passed",
    flaw="reading",
    survives=("yun2020:lemma7.each_layer_quantises@repaired",),
    same_as="yun2020:lemma7.range_of_k",
)
def each_layer_quantises(at: Operands) -> Truth:
    return _each_layer_quantises(at, at.g_q_as_printed, 1 / at.m)


@of_columns.repairs(
    "each_layer_quantises",
    "each layer, k = 0, 1, ..., 1/delta - 1, quantises X in [k delta, k delta + delta) to k delta, once the layers "
    "up to it have passed",
    reason="each layer alone does it with k = 0, delta, ..., too (other_intervals_as_printed); but there the intervals "
    "[k delta, k delta + delta) overlap: what one layer has moved, the next moves again or misses",
)
def each_layer_quantises_repaired(at: Operands) -> Truth:
    return _each_layer_quantises(at, at.g_q, 1)


def _others_stay(at: Operands, network: NetworkOperand, spacing: Number | int) -> Truth:
    """Layer k alone: k delta on [k delta, k delta + delta), t elsewhere; the clipping is the first layer of a row."""

    def alone(j: Number) -> Truth:
        low = spacing * j / at.m
        number = _among(network, (chosen_row - 1) * (at.m + 1) + j + 2)
        return network.layer(point, number)[chosen_row, 1] == when((low <= at.t) & (at.t < low + 1 / at.m), low, at.t)

    return every(Columns(0, at.m - 1, "j"), alone)


@of_columns.proof_line(
    "E.2: without modifying other intervals: layer k alone, k = 0, delta, ..., 1 - delta, is k delta on [k delta, "
    "k delta + delta) and t elsewhere"
)
def other_intervals_as_printed(at: Operands) -> Truth:
    return _others_stay(at, at.g_q_as_printed, 1 / at.m)


@of_columns.proof_line(
    "E.2: without modifying other intervals: layer k alone, k = 0, 1, ..., 1/delta - 1, is k delta on [k delta, "
    "k delta + delta) and t elsewhere"
)
def other_intervals(at: Operands) -> Truth:
    return _others_stay(at, at.g_q, 1)


@of_columns.proof_line(
    "E.2, not said: after the clipping and the layers 0, ..., k, X in [0, (k+1) delta) is quantised, the rest clipped",
    said=False,
)
def after_each_layer(at: Operands) -> Truth:
    def state(k: Number) -> Truth:
        passed = (at.t >= 0) & (at.t < (k + 1) / at.m)
        return _after(at, at.g_q, k + 2) == when(passed, at.quantised_t, at.clipped_t)

    return every(_steps(at), state)


@lemma7.proof_line("E.2: the phi of the clipping is in Phi: three pieces, at least one of them constant")
def clipping_in_phi(at: Operands) -> Truth:
    return at.clipping_layer.quantity("activations outside Phi") == 0


@lemma7.proof_line("E.2: the other phi is in Phi: three pieces, at least one of them constant")
def flattening_in_phi(at: Operands) -> Truth:
    return at.flattening_layer.quantity("activations outside Phi") == 0


@of_columns.proof_line("E.2: the layers of the i-th row leave the other rows untouched")
def other_rows(at: Operands) -> Truth:
    return others_untouched(at)


@of_columns.proof_line(
    "E.2: with the layers for k = 0, delta, ..., 1 - delta we implement the quantization function g_q^ent",
    flaw="typo",
    survives=("yun2020:lemma7.range_of_k@repaired",),
)
def range_of_k(at: Operands) -> Truth:
    return _quantises(at, at.g_q_as_printed)


@of_columns.repairs(
    "range_of_k",
    "with the layers for k = 0, 1, ..., 1/delta - 1 we implement the quantization function g_q^ent",
    reason="k is multiplied by delta in the layer, so k must count 0, 1, ..., 1/delta - 1 as in the display of Lemma 7;"
    " as printed the thresholds are multiples of delta^2",
)
def range_of_k_repaired(at: Operands) -> Truth:
    return _quantises(at, at.g_q)


def _on_the_grid(at: Operands, network: NetworkOperand) -> Truth:
    """Every entry is one of -delta^(-nd), 0, delta, ..., 1 - delta."""
    entry = network(point)[chosen_row, 1]
    return (entry == at.outside_level) | some(_steps(at), lambda k: entry == k / at.m)


@of_columns.proof_line(
    "E.2: repeat the same thing for the other rows, and at the end we will get a map from R^(d x n) to G+_delta; "
    "k = 0, delta, ..., 1 - delta",
    flaw="typo",
    survives=("yun2020:lemma7.map_to_the_grid@repaired",),
    same_as="yun2020:lemma7.range_of_k",
)
def map_to_the_grid(at: Operands) -> Truth:
    return _on_the_grid(at, at.g_q_as_printed)


@of_columns.repairs(
    "map_to_the_grid",
    "repeat the same thing for the other rows, and at the end we will get a map from R^(d x n) to G+_delta; "
    "k = 0, 1, ..., 1/delta - 1",
    reason="as printed the thresholds are multiples of delta^2: some entries become such multiples, and those above "
    "them all stay what they were",
)
def map_to_the_grid_repaired(at: Operands) -> Truth:
    return _on_the_grid(at, at.g_q)


lemma7.part(
    "There exists a function g_q : R^(d x n) -> G+_delta composed of d/delta + d token-wise feed-forward layers "
    "with r = 1 and activations in Phi,",
    "layers",
    "token_wise",
    "hidden_size",
    "activations",
    theorem="lemma_7_real",
)
lemma7.part(
    "which employs the scalar quantization g_q^ent to each entry of its input.", "quantises", theorem="lemma_7_real"
)


# What may be relaxed

relax_quantiser(lemma7, "g_q", clips=True, except_for=("layers", "clipping"))
