"""Interpolation on the slides (So 2020): feed-forward layers after the contextual mapping.

    g_out(g_con(L))  =  f(L)   if L in G~_delta
                     =  0      if L in {-delta^(nd), 0, delta, ..., 1 - delta}^(d x n) - G~_delta

f is any permutation equivariant function; it is decided for integers without a pattern. g_out is g_v of yun2020:lemma9.
"""

from __future__ import annotations

from math import comb

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, category2, category3
from exactua.papers.pages import let, networks, per_box
from exactua.papers.so2020.contextual_mapping import printed_category3
from exactua.papers.yun2020.counts import permutations, printed
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.target_functions import scrambled_values
from exactua.papers.yun2020.value_map import value_map
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, column_ids, each_entry
from exactua.terms.tracing import Number, Row, Truth, point

interpolation = Claim(
    "so2020:interpolation",
    title="Feedforward layers can interpolate",
    source="slides 'Feedforward layers can interpolate' and its proof",
    text="Let f : G~_delta -> R^(d x n) be any permutation equivariant function. Given g_con, there exists g_out a "
    "composition of feedforward layers such that g_out(g_con(L)) = f(L) if L in G~_delta, 0 if L in {-delta^(nd), 0, "
    "delta, ..., 1 - delta}^(d x n) - G~_delta. We need at most O(n delta^(-dn) / n!) layers with hidden dimension 1.",
    # Layers of g_out with what they cost at the orbits of the extended grid
    work=per_box(lambda d, n, m: 28 * n * comb(m**d, n) * (3 * n * d + comb((m + 1) ** d + n - 1, n) // 50)),
)
interpolation.rests_on("contextual_mapping", where="slide 'Feedforward layers can interpolate'")
interpolation.assumes(
    "a neural network can interpolate on finitely many points of R",
    where="slide 'Proof: feedforward layers can interpolate'",
)
interpolation.network("g_con")(contextual_map)
assume_throughout(interpolation)
assume_two_cubes(interpolation)
for shorthand in (D, permutations, printed):
    interpolation.define(shorthand)

# g_v of Lemma 9 for integers without a pattern
networks(interpolation, g_out=lambda values: value_map(values, scrambled_values))


let(interpolation, mapped=lambda at: at.g_out(at.g_con(point)))  # g_out(g_con(L)), d x n, unit 1


@interpolation.proof_line(
    "Lemma: g_out(g_con(L)) = f(L) if L in G~_delta, for f of integers without a pattern", over=(category1,)
)
def interpolates(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.mapped[i, j] == scrambled_values(i, j))


def _is_zero(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.mapped[i, j] == 0)


@interpolation.proof_line(
    "Lemma: 0 if L in {-delta^(nd), 0, delta, ..., 1 - delta}^(d x n) - G~_delta; g_out is that of Yun et al.",
    over=(printed_category3, category2),
    flaw="typo",
    survives=("yun2020:lemma9.maps_scrambled",),
    same_as="contextual_mapping.outside_window",
)
def zero_elsewhere(at: Operands) -> Truth:
    return _is_zero(at)


@interpolation.repairs(
    "zero_elsewhere",
    "0 if L in {-delta^(-nd), 0, delta, ..., 1 - delta}^(d x n) - G~_delta",
    reason="with the constant -delta^(nd) values of q fall into [a, b] for such L (so2020:contextual_mapping): this"
    " g_out does not tell them from those of G~_delta",
    over=(category3, category2),
)
def zero_elsewhere_repaired(at: Operands) -> Truth:
    return _is_zero(at)


@interpolation.proof_line(
    "proof: the points of R to interpolate on, n for each L in G~_delta up to permutation, are distinct",
    over=(category1,),
    fold="distinct",
)
def points_are_distinct(at: Operands) -> Row:
    return column_ids(at, at.g_con(point))


@interpolation.proof_line(
    "proof: these are O(n delta^(-dn) / n!) points, with the constant 1",
    over=(category1,),
    fold="sum",
    bound=lambda at: at.printed,
)
def number_of_points(at: Operands) -> Number:
    number: Number = at.n / at.permutations
    return number


@interpolation.proof_line("proof: with hidden dimension 1, of this g_out")
def hidden_size(at: Operands) -> Truth:
    return at.g_out.quantity("hidden size") == 1


@interpolation.proof_line(
    "proof: we need at most O(n delta^(-dn) / n!) layers, with the constant 1",
    flaw="constants",
    survives=("yun2020:lemma9.layers@repaired",),
)
def layers(at: Operands) -> Truth:
    return at.g_out.quantity("feed-forward layers") <= at.printed


@interpolation.repairs(
    "layers",
    "we need at most n delta^(-dn) / n! + d + 1 layers",
    reason="d + 1 layers that map all other L to 0 are there for every n, while n delta^(-dn) / n! tends to 0 as n"
    " grows",
)
def layers_repaired(at: Operands) -> Truth:
    return at.g_out.quantity("feed-forward layers") <= at.printed + at.d + 1


interpolation.part(
    "there exists g_out a composition of feedforward layers such that g_out(g_con(L)) = f(L) if L in G~_delta, 0 "
    "if L in {-delta^(nd), 0, delta, ..., 1 - delta}^(d x n) - G~_delta.",
    undecided="It is about any f; `interpolates` and `zero_elsewhere` decide it for the g_out of Yun et al. and "
    "one f, of integers without a pattern.",
)
interpolation.part(
    "We need at most O(n delta^(-dn) / n!) layers with hidden dimension 1.",
    undecided="It is about any f, and O(...) names no constant; `hidden_size` and `layers` count those of one g_out.",
)
