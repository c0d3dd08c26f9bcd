"""Definition E.1 (Yun et al. 2020, App. E.1.2): contextual mappings, and whether Lemma 8's q is one on G~_delta.

    1. for any L in the set, the n entries in q(L) are all distinct
    2. for any L != L' in the set, all entries of q(L) and q(L') are distinct

G~_delta holds L together with every L P, and a permutation equivariant q gives both the same entries: no Transformer
meets 2 there as it is printed. A definition is neither true nor false, and the paper exempts such pairs, after Lemma 8:
'we require the Property 8.2 to hold for the pair of sequences that cannot be mapped to each other via permutation of
columns'. So `condition2` is not met by the q of Lemma 8, and that is no fault of either. What the paper asserts is a
permutation equivariant contextual mapping, with 'not a permutation' in place of '!=': that is asked apart, as the
sentence before Lemma 8 has it. All of it is asked of q as a map on G~_delta: where that set is empty (n > delta^-d),
nothing is asked, and nothing is met.
What E.1.2 draws from the definition is tried for the q of Lemma 8, in every order of the columns. A map that meets 2 as
printed has all of it: with positions there is one (yun2020:g2.contexts_distinct). What a token-wise layer makes of the
values of q is Lemma 9 (yun2020:lemma9).
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, grid_sequences, u
from exactua.papers.pages import Lines, let, per_box
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import relax_sweep
from exactua.papers.yun2020.vocabulary import assume_throughout, assume_two_cubes, column_id, column_ids, l
from exactua.terms.tracing import (
    MatrixOperand,
    Number,
    Row,
    Truth,
    every,
    every_permutation,
    implies,
    pairwise_distinct,
    point,
)

Q = "the q of Lemma 8"

definition_e1 = Claim(
    "yun2020:definition_e1",
    title="Definition E.1",
    source="App. E.1.2",
    text="Consider a finite set [S], a subset of R^(d x n). A map q: [S] -> R^(1 x n) defines a contextual mapping if "
    "the map satisfies the following: 1. For any L in [S], the n entries in q(L) are all distinct. 2. For any L, L' in "
    "[S], with L != L', all entries of q(L) and q(L') are distinct. The (modified) Transformer networks can "
    "implement a permutation equivariant contextual mapping over almost all elements of G_delta.",
    # Every matrix of G_delta in every order of its columns goes through the delta^-d + 1 layers of g_c
    work=per_box(lambda d, n, m: (m**d) ** n * factorial(n) * (m**d + 1) * 10),
)
definition_e1.rests_on("lemma8", "claim1", where="App. E.1.2")
definition_e1.network("g_c")(contextual_map)
assume_throughout(definition_e1)
assume_two_cubes(definition_e1)


definition_e1.operand(l)

let(definition_e1, q=lambda at: column_ids(at, at.g_c(point)))  # u^T g_c(L), shape (n,), in units of delta


def _follows(at: Operands, conclusion: Callable[[MatrixOperand, Number], Truth]) -> Truth:
    """For all P: wherever q(L P)_1 = q(L)_j, the conclusion for L P and j. Each token is the first one of some L P."""

    def for_each(other: MatrixOperand) -> Truth:
        first = column_id(at, at.g_c(other), 1)
        return every(at.columns, lambda j: implies(first == at.q[j], conclusion(other, j)))

    return every_permutation(lambda P: for_each(point.permuted(P)))


# L is in G~_delta: on G_delta the ids tell the columns
of_distinct_columns = Lines(definition_e1, over=(grid_sequences,), given=lambda at: pairwise_distinct(at.l))


@of_distinct_columns.states("E.1, 1: for any L in G~_delta, the n entries in q(L) are all distinct", meets=Q)
def condition1(at: Operands) -> Truth:
    return pairwise_distinct(at.q)


@of_distinct_columns.states(
    "E.1, 2 as printed: for any L, L' in G~_delta, with L != L', all entries of q(L) and q(L') are distinct",
    fold="distinct",
    flaw="reading",
    survives=("yun2020:lemma8.property2",),
    meets=Q,
)
def condition2(at: Operands) -> Row:
    return at.q


@definition_e1.repairs(
    "condition2",
    "for any L, L' in G~_delta such that L is not a permutation of L', all entries of q(L) and q(L') are distinct",
    reason="L and L P are different matrices with the same entries of q, whatever the Transformer: for G~_delta the"
    " condition has to be that of Property 2 of Lemma 8",
    over=(category1,),
    fold="distinct",
    meets=Q,
)
def condition2_repaired(at: Operands) -> Row:
    return at.q


@definition_e1.states(
    "E.1.2: a permutation equivariant contextual mapping: for any L, L' in G~_delta such that L is not a permutation "
    "of L', all entries of q(L) and q(L') are distinct",
    over=(category1,),
    fold="distinct",
    meets=Q,
)
def condition2_up_to_order(at: Operands) -> Row:
    return at.q


@of_distinct_columns.states(
    "E.1.2: a permutation equivariant contextual mapping: for any L in G~_delta, g_c(L P) = g_c(L) P for every "
    "permutation matrix P",
    meets=Q,
)
def permutation_equivariant(at: Operands) -> Truth:
    return every_permutation(lambda P: at.g_c(point.permuted(P)) == at.g_c(point).permuted(P))


@of_distinct_columns.proof_line(
    "E.1.2: in other words, it maps each token of L to a unique value which depends on the entire L; the first token",
    fold="distinct",
    flaw="reading",
    survives=("yun2020:lemma8.property2", "yun2020:g2.contexts_distinct"),
    same_as="yun2020:definition_e1.condition2",
    meets=Q,
)
def unique_value(at: Operands) -> Number:
    return at.q[1]


@definition_e1.repairs(
    "unique_value",
    "each token of L has a unique value, which depends on the entire L but for the order of the other tokens",
    reason="the order of the tokens beside it does not reach a token: with three columns, exchanging the last two keeps"
    " the first one's value",
    over=(category1,),
    fold="distinct",
    meets=Q,
)
def unique_value_repaired(at: Operands) -> Row:
    return at.q


@of_distinct_columns.proof_line(
    "E.1.2: this allows a token-wise function after q to realize any f, such as f(L)_j = l_1: equal values of q, "
    "equal values of f",
    flaw="reading",
    survives=("yun2020:lemma9.maps_identity", "yun2020:lemma9.maps_scrambled", "yun2020:g2.contexts_distinct"),
    same_as="yun2020:definition_e1.condition2",
    meets=Q,
)
def arbitrary_function(at: Operands) -> Truth:
    return _follows(at, lambda other, j: u.dot(other)[1] == u.dot(point)[1])


@of_distinct_columns.repairs(
    "arbitrary_function",
    "... any permutation equivariant f: equal values of q for L and L P stand at the same token",
    reason="a function of the values of this q can't tell L from L P; f has to be permutation equivariant, as in Lemma"
    " 9. The values of matrices that are not permutations of each other are distinct (see condition2@repaired)",
    meets=Q,
)
def arbitrary_function_repaired(at: Operands) -> Truth:
    return _follows(at, lambda other, j: u.dot(other)[1] == u.dot(point)[j])


@of_distinct_columns.proof_line(
    "E.1.2: Transformer networks are bound to implement permutation invariant maps",
    flaw="imprecise",
    survives=("yun2020:lemma8.property2",),
    of="the remarks on Lemma 8",
)
def invariant(at: Operands) -> Truth:
    return every_permutation(lambda P: at.g_c(point.permuted(P)) == at.g_c(point))


@definition_e1.repairs(
    "invariant",
    "Transformer networks are bound to implement permutation equivariant maps: the g_c of Lemma 8 (of all: Claim 1)",
    reason="the columns of the value are permuted as those of L are (Claim 1); the set of values alone is invariant,"
    " and that is why no such q meets the second condition on a set with L and L P",
    over=(grid_sequences,),
)
def equivariant(at: Operands) -> Truth:
    return every_permutation(lambda P: at.g_c(point.permuted(P)) == at.g_c(point).permuted(P))


definition_e1.part("1. For any L in [S], the n entries in q(L) are all distinct.", "condition1", theorem="lemma_8")
definition_e1.part("2. For any L, L' in [S], with L != L', all entries of q(L) and q(L') are distinct.", "condition2")
definition_e1.part(
    "The (modified) Transformer networks can implement a permutation equivariant contextual mapping",
    "condition2_up_to_order",
    "permutation_equivariant",
    theorem=("lemma_8", "claim_1"),
)
definition_e1.part(
    "over almost all elements of G_delta.",
    undecided="of delta -> 0, which no instance has: the steps are about G~_delta, and "
    "yun2020:column_id.negligible bounds how many others there are",
)
definition_e1.reads(
    "a finite set [S], a subset of R^(d x n).",
    "in brackets a letter of ours: the paper's for the set is a double-struck L",
)
definition_e1.reads(
    "2. For any L, L' in [S], with L != L', all entries of q(L) and q(L') are distinct.",
    "of G~_delta, which has L P with L; the paper exempts these pairs after Lemma 8: 'we require the Property 8.2 to "
    "hold for the pair of sequences that cannot be mapped to each other via permutation of columns'",
)
definition_e1.reads(
    "The (modified) Transformer networks can implement a permutation equivariant contextual mapping over almost all "
    "elements of G_delta.",
    "said before Lemma 8, and no condition of the definition: condition1 is its condition 1, and "
    "condition2_up_to_order its condition 2 for L and L' that are no permutations of each other",
)


# What may be relaxed

relax_sweep(definition_e1, "gain", "last", "no last", "wide", "low", "high", "both", "fewer", "order")
