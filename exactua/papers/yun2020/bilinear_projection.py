"""Bi-linear projection (Yun et al. 2020, App. H.1; eq. (5); what H.3 says of it).

    BProj(X) = X + W_O X W_P

A BProj is linear, so q(0) = 0 for all weights: on a set with 0, such as G_delta, none is a contextual mapping. On other
finite sets one layer can be. Where I + W_P has rank one,

    W_O = e^(1) u^T,   I + W_P = [B^(k-1) C^j],   u^T BProj(L)_j = N(L) C^j,   N(L) = sum over k of l_k B^(k-1)

(ids l in units of delta), B = D and C = D^n make N(L) in [1, C) a name of L != 0, and C^j one of the place: Definition
E.1 as printed, in every order of the columns, on G~_delta too; no permutation equivariant map can do that. A bias that
keeps ids from being 0 (B = D + 1, C = B^n) makes it all of G_delta. The entries of a Gaussian W_P are different and
not 0 with probability one, so a fixed W_P of this kind stands for it; 'with high probability' itself is not decided,
nor are costs and accuracies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import grid_sequences, pairs_of, u
from exactua.networks import BilinearProjection, Network
from exactua.papers.pages import Lines, let, networks, per_box
from exactua.papers.yun2020.projections import (
    bias,
    for_both,
    identity,
    ids_to_first_row,
    less_identity,
    numbering,
    powers,
)
from exactua.papers.yun2020.vocabulary import (
    D,
    assume_throughout,
    assume_two_cubes,
    column_ids,
    each_entry,
    l,
    over_entries,
)
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Row,
    Truth,
    every,
    floor,
    pairwise_distinct,
    point,
    row,
    some,
    total,
    when,
)

bilinear_projection = Claim(
    "yun2020:bilinear_projection",
    title="Bi-linear projection",
    source="App. H.1, eq. (5); App. H.3",
    text="BProj(X) = X + W_O X W_P. If there are two input contexts X_1 and X_2 that differ in one token, their "
    "difference X_1 - X_2 is sparse; however, after random projection, the difference (X_1 - X_2) W_P will be "
    'dense, and the numbers are distinct with high probability, implementing a form "pair-wise contextual '
    'mapping". The number of parameters in this layer depend on the sequence length. BProj and SepConv do not '
    "implement contextual mappings (cf. Definition E.1).",
    # The number of pairs of matrices of G_delta: they all go through the layer
    work=per_box(lambda d, n, m: m ** (2 * d * n)),
    point="X",
)
bilinear_projection.assumes(
    "random matrices map sparse differences to dense vectors with high probability (Ailon and Chazelle 2009)",
    where="App. H.1",
)
assume_throughout(bilinear_projection)
assume_two_cubes(bilinear_projection)
bilinear_projection.define(D)
bilinear_projection.operand(l)

both_contexts = pairs_of(grid_sequences)
"""All ordered pairs of matrices of G_delta: the point is [X_1 X_2], d x 2n."""


@bilinear_projection.network("BProj")
def numbering_layer(values: Mapping[str, Any]) -> Network:
    """The layer of rank one: B = D, C = D^n."""
    return Network(values["d"], (numbering(values, values["m"] ** values["d"]),), {"output": 1})


@bilinear_projection.network("BProj_of_both")
def numbering_layer_of_both(values: Mapping[str, Any]) -> Network:
    """The same layer on each half of [L L']."""
    d, n, m = values["d"], values["n"], values["m"]
    W_P = for_both(less_identity(powers(m**d, m ** (d * n), n)))
    return Network(d, (BilinearProjection(ids_to_first_row(d, m), W_P),), {"output": 1})


@bilinear_projection.network("with_bias")
def with_bias(values: Mapping[str, Any]) -> Network:
    """A token-wise layer that adds a bias, then the layer of rank one with B = D + 1."""
    return Network(values["d"], (bias(values), numbering(values, values["m"] ** values["d"] + 1)), {"output": 2})


@bilinear_projection.network("projection_of_both")
def projection_of_both(values: Mapping[str, Any]) -> Network:
    """[X_1 X_2] -> [X_1 W_P, X_2 W_P], all entries of W_P different and not 0: the skip connection is taken off."""
    d, n, m = values["d"], values["n"], values["m"]
    W_P = for_both(powers(m**d, m ** (d * n), n))
    return Network(d, (BilinearProjection(identity(d), less_identity(W_P)),), {"output": 1})


# The layer of rank one for sequences of length n + 1
networks(bilinear_projection, BProj_longer=lambda values: numbering_layer({**values, "n": values["n"] + 1}))


let(bilinear_projection, q=lambda at: column_ids(at, at.BProj(point)))  # u^T BProj(L), shape (n,), in units of delta


@bilinear_projection.proof_line(
    "H.1, eq. (5): BProj(X) = X + W_O X W_P, for the layer of rank one", over=(grid_sequences,)
)
def equation5(at: Operands) -> Truth:
    def W_P(k: Number, j: Number) -> Number:
        return at.D ** (k - 1) * at.D ** (at.n * j) - when(k == j, 1, 0)

    def projected(j: Number) -> Number:
        return total(Columns(1, at.n, "k"), lambda k: u.dot(point)[k] * W_P(k, j))

    return each_entry(at, lambda i, j: at.BProj(point)[i, j] == point[i, j] + when(i == 1, projected(j), 0))


def _difference(at: Operands, matrix: MatrixOperand, i: Number, j: Number) -> Number:
    """The entry (i, j) of the left half less the right one."""
    return matrix[i, j] - matrix[i, at.n + j]


def _one_token_differs(at: Operands) -> Truth:
    differs = row(at.columns, lambda j: when(some(at.rows, lambda i: _difference(at, point, i, j) != 0), 1, 0))
    return total(at.columns, lambda j: differs[j]) == 1


def _every_coordinate_differs(at: Operands) -> Truth:
    def everywhere(j: Number) -> Truth:
        return every(at.rows, lambda i: _difference(at, point, i, j) != 0)

    return _one_token_differs(at) & some(at.columns, everywhere)


where_one_token_differs = Lines(bilinear_projection, over=(both_contexts,), given=_one_token_differs)


@where_one_token_differs.proof_line(
    "H.1: if X_1 and X_2 differ in one token, their difference is sparse: at most d of its dn entries are not 0"
)
def sparse(at: Operands) -> Truth:
    return over_entries(at, lambda i, j: when(_difference(at, point, i, j) != 0, 1, 0)) <= at.d


@where_one_token_differs.proof_line(
    "H.1: after projection the difference (X_1 - X_2) W_P will be dense: no entry is 0",
    flaw="reading",
    survives=("yun2020:bilinear_projection.pair_wise",),
)
def dense(at: Operands) -> Truth:
    projected = at.projection_of_both(point)
    return each_entry(at, lambda i, j: _difference(at, projected, i, j) != 0)


@where_one_token_differs.repairs(
    "dense",
    "after projection no column of the difference (X_1 - X_2) W_P is 0",
    reason="W_P mixes columns, not rows: where the two tokens agree in a coordinate, that row of the difference is 0"
    " and stays 0 under any W_P",
)
def dense_repaired(at: Operands) -> Truth:
    projected = at.projection_of_both(point)
    return every(at.columns, lambda j: some(at.rows, lambda i: _difference(at, projected, i, j) != 0))


@bilinear_projection.proof_line(
    "H.1: ... and the numbers are distinct: all dn entries, where the tokens differ in every coordinate",
    over=(both_contexts,),
    given=_every_coordinate_differs,
    flaw="reading",
    survives=("yun2020:bilinear_projection.pair_wise",),
    same_as="yun2020:bilinear_projection.dense",
)
def numbers_distinct(at: Operands) -> Truth:
    projected, n = at.projection_of_both(point), at.n

    def entry(place: Number) -> Number:
        i = floor((place - 1) / n)
        return _difference(at, projected, i + 1, place - n * i)

    return pairwise_distinct(row(Columns(1, at.d * n, "place"), entry))


@where_one_token_differs.repairs(
    "numbers_distinct",
    "in each coordinate in which the two tokens differ, the n numbers are distinct",
    reason="two coordinates in which the tokens differ by the same number give two equal rows under any W_P",
)
def numbers_distinct_repaired(at: Operands) -> Truth:
    projected = at.projection_of_both(point)

    def in_row(i: Number) -> Truth:
        agree = every(at.columns, lambda j: _difference(at, point, i, j) == 0)
        return agree | pairwise_distinct(row(at.columns, lambda j: _difference(at, projected, i, j)))

    return every(at.rows, in_row)


@where_one_token_differs.proof_line(
    "H.1: ... implementing a form of pair-wise contextual mapping: every token of BProj(X_1) differs from BProj(X_2)"
)
def pair_wise(at: Operands) -> Truth:
    ids = u.dot(at.BProj_of_both(point))
    return every(at.columns, lambda j: ids[j] != ids[at.n + j])


@bilinear_projection.states("H.1: the number of parameters in this layer depends on the sequence length")
def parameters_depend_on_length(at: Operands) -> Truth:
    return at.BProj_longer.quantity("parameters") != at.BProj.quantity("parameters")


@bilinear_projection.proof_line("H.1, not said: namely d^2 + n^2", said=False)
def parameters(at: Operands) -> Truth:
    return at.BProj.quantity("parameters") == at.d**2 + at.n**2


def _distinct_columns_in_both(at: Operands) -> Truth:
    ids = u.dot(point)
    left, right = row(at.columns, lambda j: ids[j]), row(at.columns, lambda j: ids[at.n + j])
    return pairwise_distinct(left) & pairwise_distinct(right)


@bilinear_projection.proof_line(
    "H.3: BProj does not implement contextual mappings (cf. Definition E.1): some entries coincide, whatever the"
    " weights (here those of rank one) and the finite set (here G~_delta)",
    over=(both_contexts,),
    given=_distinct_columns_in_both,
    fold="some",
    flaw="reading",
    survives=("yun2020:bilinear_projection.not_contextual@repaired",),
)
def not_contextual(at: Operands) -> Truth:
    ids, before = u.dot(at.BProj_of_both(point)), u.dot(point)
    other = some(at.columns, lambda j: before[j] != before[at.n + j])

    def coincide(i: Number, j: Number) -> Truth:
        return ((i != j) & (ids[i] == ids[j])) | (other & (ids[i] == ids[at.n + j]))

    return some(Columns(1, at.n, "i"), lambda i: some(at.columns, lambda j: coincide(i, j)))


@bilinear_projection.repairs(
    "not_contextual",
    "no BProj implements a contextual mapping on a set with 0, such as G_delta: all entries of q(0) are the same, of "
    "one BProj, which maps 0 to 0 as any other does",
    reason="BProj is linear, which hinders it at 0 alone: a layer with I + W_P of rank one meets both conditions on"
    " G_delta without 0 (see one_layer_is_contextual)",
    over=(grid_sequences,),
    given=lambda at: every(at.columns, lambda j: at.l[j] == 0),
)
def not_contextual_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.q[j] == at.q[1])


@bilinear_projection.proof_line(
    "H.3, not said: one BProj meets both conditions of Definition E.1 on G_delta without 0, hence on G~_delta",
    over=(grid_sequences,),
    given=lambda at: some(at.columns, lambda j: at.l[j] != 0),
    fold="distinct",
    said=False,
)
def one_layer_is_contextual(at: Operands) -> Row:
    return at.q


@bilinear_projection.proof_line(
    "H.3, not said: a token-wise bias and one BProj meet both on all of G_delta",
    over=(grid_sequences,),
    fold="distinct",
    said=False,
)
def contextual_with_bias(at: Operands) -> Row:
    return column_ids(at, at.with_bias(point))


bilinear_projection.part(
    "If there are two input contexts X_1 and X_2 that differ in one token, their difference X_1 - X_2 is sparse;",
    undecided="of all real X_1 and X_2: sparse takes those in G_delta",
    theorem="difference_sparse",
)
bilinear_projection.part(
    "after random projection, the difference (X_1 - X_2) W_P will be dense, and the numbers are distinct with "
    'high probability, implementing a form "pair-wise contextual mapping".',
    undecided="of a random W_P, and with high probability: dense, numbers_distinct and pair_wise have one fixed "
    "W_P, and X_1 and X_2 in G_delta",
)
bilinear_projection.part(
    "The number of parameters in this layer depend on the sequence length.", "parameters_depend_on_length"
)
bilinear_projection.part(
    "BProj and SepConv do not implement contextual mappings (cf. Definition E.1).",
    undecided="of BProj here, of all weights, and of a set that is not named: not_contextual@repaired has one BProj, "
    "which maps 0 to 0 as any other does, so that it is none on G_delta; on G~_delta one is (one_layer_is_contextual)",
)
