"""Permutation equivariance of g_c (Yun et al. 2020, App. E.3.1): 'without loss of generality l_1 < ... < l_n'.

    g_c(L P) = g_c(L) P   for every L in G+_delta and every permutation matrix P

It is what lets one matrix with sorted ids stand for all its column permutations, in E.3.1 to E.3.3 alike.
"""

from __future__ import annotations

from math import factorial

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import all_sequences
from exactua.papers.pages import per_box
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import relax_positions
from exactua.papers.yun2020.vocabulary import assume_throughout, assume_two_cubes
from exactua.terms.tracing import Truth, every_permutation, point

equivariance = Claim(
    "yun2020:equivariance",
    title="Permutation equivariance of g_c",
    source="App. E.3.1",
    text="Due to permutation equivariance, we can assume without loss of generality that l_j's are in "
    "increasing order.",
    # Matrices times their permutations times layers, one by one
    work=per_box(lambda d, n, m: 2 * (m + 1) ** (d * n) * factorial(n) * m**d),
)
equivariance.rests_on("claim1", where="App. E.3.1")
equivariance.network("g_c")(contextual_map)
assume_throughout(equivariance)
assume_two_cubes(equivariance)


@equivariance.proof_line(
    "E.3.1: the first delta^-d layers are permutation equivariant: L~ of L P is L~ P", over=(all_sequences,)
)
def sweep_commutes(at: Operands) -> Truth:
    return every_permutation(lambda P: at.g_c(point.permuted(P), "sweep") == at.g_c(point, "sweep").permuted(P))


@equivariance.states(
    "E.3.1: g_c implements a permutation equivariant mapping: g_c(L P) = g_c(L) P", over=(all_sequences,)
)
def equivariant(at: Operands) -> Truth:
    return every_permutation(lambda P: at.g_c(point.permuted(P)) == at.g_c(point).permuted(P))


equivariance.part(
    "Due to permutation equivariance, we can assume without loss of generality that l_j's are in increasing order.",
    "equivariant",
    theorem=("claim_1", "categories_without_loss"),
)


# What may be relaxed

relax_positions(equivariance, "g_c")
