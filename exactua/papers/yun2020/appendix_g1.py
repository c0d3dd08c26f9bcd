"""App. G.1 of Yun et al. 2020: quantization by feed-forward layers, once positions are added.

    [0, 1]^d x [1, 2]^d x ... x [n-1, n]^d  ->  [0 : delta : 1-delta]^d x ... x [n-1 : delta : n-delta]^d

Decided for all real t: token-wise layers treat each column alone, these treat each entry alone, and along an entry the
network is affine on finitely many cells, ends included. t is an entry of X + E, in whichever column j.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import chosen_row, real_columns
from exactua.papers.pages import Lines, let
from exactua.papers.yun2020.position_network import position_quantiser, position_quantiser_as_printed
from exactua.papers.yun2020.variants import relax_quantiser
from exactua.papers.yun2020.vocabulary import assume_throughout, assume_two_cubes, others_untouched
from exactua.terms.tracing import Columns, NetworkOperand, Number, Truth, every, greatest, point, when

MOST_LAYERS: Final = 12
"""The most layers of an instance of the default ladder."""


def work(values: Mapping[str, Any]) -> int:
    """The layers, so that the default ladder ends at 12."""
    return 20_000 * int(values["d"] * values["n"] * values["m"]) // MOST_LAYERS


g1 = Claim(
    "yun2020:g1",
    title="Quantization, App. G.1",
    source="App. G.1",
    text="dn/delta feed-forward layers quantize the input in [0, 1]^d x [1, 2]^d x ... x [n-1, n]^d to its discrete "
    "version [0 : delta : 1-delta]^d x [1 : delta : 2-delta]^d x ... x [n-1 : delta : n-delta]^d.",
    work=work,
)
g1.rests_on("lemma7", where="App. G.1, in a similar way")
g1.network("g_q")(position_quantiser)
g1.network("g_q_as_printed")(position_quantiser_as_printed)
assume_throughout(g1)
assume_two_cubes(g1)

let(
    g1,
    t=lambda at: point[chosen_row, 1],  # The entry of X + E in the chosen row, unit 1
    # What the layers for k = 0, 1, ..., n/delta - 1 make of t, unit 1
    quantised_t=lambda at: at.g_q(point)[chosen_row, 1],
)


def steps_of_n(at: Operands) -> Columns:
    """The numbers 0, ..., n/delta - 1 of the steps of length delta in [0, n)."""
    return Columns(0, at.n * at.m - 1, "k")


def discrete(at: Operands, j: Number) -> Number:
    """The discrete version of t in column j: the greatest of [j-1 : delta : j-delta] that is at most t, unit 1."""
    return greatest(Columns(0, at.m - 1, "k"), lambda k: when(j - 1 + k / at.m <= at.t, j - 1 + k / at.m, j - 1))


of_columns = Lines(g1, over=(real_columns,))


@of_columns.states(
    "G.1: the input in [0, 1]^d x [1, 2]^d x ... is quantized to its discrete version [0 : delta : 1-delta]^d x ...",
    flaw="imprecise",
    survives=("yun2020:theorem3.on_corners", "yun2020:theorem3.on_cubes"),
)
def discrete_version(at: Operands) -> Truth:
    def quantised(j: Number) -> Truth:
        value = discrete(at, j)
        return when((at.t >= j - 1) & (at.t <= j), at.quantised_t, value) == value

    return every(at.columns, quantised)


@of_columns.repairs(
    "discrete_version",
    "the input in [0, 1)^d x [1, 2)^d x ... is quantized to its discrete version",
    reason="t = j is mapped to j, which is a value of column j + 1, and t = n stays n; these ends have measure 0",
)
def discrete_version_repaired(at: Operands) -> Truth:
    def quantised(j: Number) -> Truth:
        value = discrete(at, j)
        return when((at.t >= j - 1) & (at.t < j), at.quantised_t, value) == value

    return every(at.columns, quantised)


@g1.states("G.1: this can be done by dn/delta feed-forward layers")
def layers(at: Operands) -> Truth:
    return at.g_q.quantity("feed-forward layers") == at.d * at.n * at.m


@g1.states("G.1: dn/delta layers of the printed form, for k = 0, delta, ..., n - delta and i = 1, ..., d")
def layers_as_printed(at: Operands) -> Truth:
    return at.g_q_as_printed.quantity("feed-forward layers") == at.d * at.n * at.m


@g1.proof_line("G.1: in a similar way as Lemma 7: token-wise layers, none of them an attention layer")
def token_wise(at: Operands) -> Truth:
    return at.g_q.quantity("attention layers") == 0


@g1.proof_line("G.1: in a similar way as Lemma 7: r = 1")
def hidden_size(at: Operands) -> Truth:
    return at.g_q.quantity("hidden size") == 1


@g1.proof_line("G.1: in a similar way as Lemma 7: activations in Phi")
def activations(at: Operands) -> Truth:
    return at.g_q.quantity("activations outside Phi") == 0


@of_columns.proof_line("G.1: in a similar way as Lemma 7: the layers of row i leave the other rows untouched")
def other_rows(at: Operands) -> Truth:
    return others_untouched(at)


@of_columns.proof_line(
    "G.1: layers of the form Z + e^(i) phi((e^(i))^T Z - k delta 1^T): layer k alone is k delta on [k delta, k delta +"
    " delta) and t elsewhere"
)
def each_layer(at: Operands) -> Truth:
    last = at.g_q.quantity("feed-forward layers")

    def alone(k: Number) -> Truth:
        number = (chosen_row - 1) * at.n * at.m + k + 1
        within = (at.t >= k / at.m) & (at.t < (k + 1) / at.m)
        entry = at.g_q.layer(point, when(number <= last, number, last))[chosen_row, 1]
        return entry == when(within, k / at.m, at.t)

    return every(steps_of_n(at), alone)


def _quantised_by(at: Operands, network: NetworkOperand, k_delta: Number) -> Truth:
    """If t is in [k delta, k delta + delta), then the network maps it to k delta."""
    within = (at.t >= k_delta) & (at.t < k_delta + 1 / at.m)
    return when(within, network(point)[chosen_row, 1], k_delta) == k_delta


@of_columns.proof_line(
    "G.1: for k = 0, delta, ..., n - delta: any input entry of X + E in [k delta, k delta + delta) is quantized to"
    " k delta",
    flaw="typo",
    survives=("yun2020:g1.each_interval@repaired",),
    same_as="yun2020:lemma7.range_of_k",
)
def each_interval(at: Operands) -> Truth:
    return every(steps_of_n(at), lambda k: _quantised_by(at, at.g_q_as_printed, k / at.m / at.m))


@of_columns.repairs(
    "each_interval",
    "for k = 0, 1, ..., n/delta - 1: any input entry of X + E in [k delta, k delta + delta) is quantized to k delta",
    reason="k is multiplied by delta in the layer, so k must count 0, 1, ..., n/delta - 1; as printed the thresholds"
    " are multiples of delta^2, and the intervals overlap",
)
def each_interval_repaired(at: Operands) -> Truth:
    return every(steps_of_n(at), lambda k: _quantised_by(at, at.g_q, k / at.m))


@g1.proof_line(
    "G.1, not said: without the clipping layer of Lemma 7, entries outside [0, n) stay as they are",
    over=(real_columns,),
    given=lambda at: (at.t < 0) | (at.t >= at.n),
    said=False,
)
def outside(at: Operands) -> Truth:
    return at.quantised_t == at.t


g1.part("dn/delta feed-forward layers", "layers", "layers_as_printed")
g1.part(
    "quantize the input in [0, 1]^d x [1, 2]^d x ... x [n-1, n]^d to its discrete version [0 : delta : 1-delta]^d "
    "x [1 : delta : 2-delta]^d x ... x [n-1 : delta : n-delta]^d.",
    "discrete_version",
)


# What may be relaxed

relax_quantiser(g1, "g_q", clips=False, except_for=("layers", "each_layer"))
