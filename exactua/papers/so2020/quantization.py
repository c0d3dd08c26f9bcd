"""Quantisation on the slides (So 2020): feed-forward layers round down to the grid.

    g_s.q.(x) = floor(x/delta) delta   if x in [0, 1)
              = -delta^(nd)            otherwise

The constant is printed with nd for -nd of Yun et al. (Lemma 7): here it does no harm, in property 2b it does
(so2020:contextual_mapping). Decided for all real entries, as yun2020:lemma7 is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import chosen_row, real_columns
from exactua.networks import FeedForwardLayer, Group, Network, Phi
from exactua.papers.pages import Lines, let, networks
from exactua.papers.yun2020.quantiser import clipping, one_row
from exactua.terms.tracing import Columns, Number, Truth, point, some, total, when

quantization = Claim(
    "so2020:quantization",
    title="Quantization",
    source="slides 'Quantization' and 'Feedforward layers can quantize the cube'",
    text="The scalar quantization map g_s.q. rounds x in [0, 1) down to the nearest grid point. It can be implemented "
    "using (1/delta + 1) feedforward layers with activation phi in Phi and each hidden layer dimension equal to 1. "
    "More generally, [0, 1]^d can be quantized using d(1/delta + 1) layers.",
)


def _row(values: Mapping[str, Any], i: int) -> Group:
    """Row i quantised, from 1: as in Yun et al., App. E.2, but for the constant that entries outside [0, 1) get."""
    group = one_row(values, i, mpq(1))
    clip, *steps = group.items
    assert isinstance(clip, FeedForwardLayer)
    low = -(mpq(1, values["m"]) ** (values["n"] * values["d"]))
    pieces = clipping(values["n"], values["d"], values["m"]).pieces
    phi = Phi(tuple(replace(piece, intercept=low) if piece.slope else piece for piece in pieces))
    return Group(group.name, (FeedForwardLayer(clip.W_1, clip.b_1, clip.W_2, clip.b_2, phi), *steps))


# The first row quantised
networks(quantization, scalar=lambda values: Network(values["d"], (_row(values, 1),), {"output": 1}))


@quantization.network("cube")
def cube(values: Mapping[str, Any]) -> Network:
    """All d rows quantised, one after the other."""
    d = values["d"]
    return Network(d, tuple(_row(values, i) for i in range(1, d + 1)), {"output": d})


let(
    quantization,
    x=lambda at: point[chosen_row, 1],  # The entry of X in the chosen row, unit 1
    quantised_x=lambda at: at.cube(point)[chosen_row, 1],  # What the network makes of it, unit 1
)


def _cases(at: Operands) -> Columns:
    return Columns(0, at.m - 1, "k")


def _scalar_map(at: Operands) -> Number:
    """g_s.q.(x), unit 1."""

    def case(k: Number) -> Number:
        return when((k / at.m <= at.x) & (at.x < (k + 1) / at.m), k / at.m, 0)

    return total(_cases(at), case) + when((at.x < 0) | (at.x >= 1), -(1 / at.m ** (at.n * at.d)), 0)


@quantization.states("g_s.q.(x) = floor(x/delta) delta for x in [0, 1), -delta^(nd) otherwise", over=(real_columns,))
def scalar_map(at: Operands) -> Truth:
    return at.quantised_x == _scalar_map(at)


of_half_open = Lines(quantization, over=(real_columns,), given=lambda at: (at.x >= 0) & (at.x < 1))


@of_half_open.states("g_s.q. rounds x in [0, 1) down: the grid point is at most x")
def rounds_down(at: Operands) -> Truth:
    return at.quantised_x <= at.x


@of_half_open.states("g_s.q. rounds x in [0, 1) down to the nearest grid point: x is less than delta above it")
def nearest(at: Operands) -> Truth:
    return at.x - at.quantised_x < 1 / at.m


@quantization.states("g_s.q. can be implemented, here in the first row alone", over=(real_columns,))
def scalar_implemented(at: Operands) -> Truth:
    return at.scalar(point)[chosen_row, 1] == when(chosen_row == 1, _scalar_map(at), at.x)


@quantization.states("g_s.q. can be implemented using 1/delta + 1 feedforward layers")
def scalar_layers(at: Operands) -> Truth:
    return at.scalar.quantity("feed-forward layers") == at.m + 1


@quantization.states("with activation phi in Phi")
def activations(at: Operands) -> Truth:
    return at.scalar.quantity("activations outside Phi") == 0


@quantization.states("and each hidden layer dimension equal to 1")
def hidden_size(at: Operands) -> Truth:
    return at.scalar.quantity("hidden size") == 1


@quantization.states("more generally, [0, 1]^d can be quantized using d(1/delta + 1) layers")
def cube_layers(at: Operands) -> Truth:
    return at.cube.quantity("feed-forward layers") == at.d * (at.m + 1)


@quantization.proof_line(
    "proof sketch, 3: transformers can quantize the cube, [0, 1]^(d x n) -> G_delta",
    over=(real_columns,),
    given=lambda at: (at.x >= 0) & (at.x <= 1),
    flaw="reading",
    survives=("so2020:quantization.cube_to_grid@repaired",),
)
def cube_to_grid(at: Operands) -> Truth:
    return some(_cases(at), lambda k: at.quantised_x == k / at.m)


@of_half_open.repairs(
    "cube_to_grid",
    "transformers can quantize the half-open cube, [0, 1)^(d x n) -> G_delta",
    reason="1 is not in [0, 1) and gets the constant, which is not in G_delta; the faces of the cube have measure 0",
)
def cube_to_grid_repaired(at: Operands) -> Truth:
    return some(_cases(at), lambda k: at.quantised_x == k / at.m)


quantization.part(
    "The scalar quantization map g_s.q. rounds x in [0, 1) down to the nearest grid point.", "rounds_down", "nearest"
)
quantization.part(
    "It can be implemented using (1/delta + 1) feedforward layers with activation phi in Phi and each hidden "
    "layer dimension equal to 1.",
    "scalar_implemented",
    "scalar_layers",
    "activations",
    "hidden_size",
)
quantization.part("More generally, [0, 1]^d can be quantized using d(1/delta + 1) layers.", "scalar_map", "cube_layers")
