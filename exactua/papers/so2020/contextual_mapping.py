"""Contextual mappings on the slides (So 2020): their definition, G~_delta, and what self-attention can express.

    if two columns L_i != L_j are distinct, then q(L)_i != q(L)_j
    if L and L' are not permutations, then q(L)_i != q(L')_i' for all i, i'

This is Definition E.1 of Yun et al. as Lemma 8 needs it. q, a and b are those of yun2020:lemma8, in units of delta.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, category2, category3, d, grid_sequences, m, n
from exactua.papers.pages import Lines, define, let, per_box
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, column_ids, l
from exactua.terms.language import integer
from exactua.terms.tracing import Number, Row, Truth, every, implies, inside, outside, pairwise_distinct, point

printed_category3 = replace(category3, name="category 3 as the slides print it", special=((-(1 / m ** (n * d))).term,))
"""The extended grid {-delta^(nd), 0, delta, ..., 1 - delta}^(d x n) without G_delta: some entry is -delta^(nd).

Yun et al. have -delta^(-nd) in its place.
"""

contextual_mapping = Claim(
    "so2020:contextual_mapping",
    title="Contextual mapping",
    source="slides 'Contextual mapping', 'Simplification of G_delta', 'Self-attention layers can express contextual "
    "mappings'",
    text="There exists a map g_con : R^(d x n) -> R^(d x n) composed of 1/delta^d + 1 self-attention layers, vector u "
    "and q(L) := u^T g_con(L) where: 1. q is a contextual mapping of G~_delta. 2. There exists 0 < a < b such that a. "
    "if L in G~_delta, then q(L) in [a, b]^(1 x n), b. if L in {-delta^(nd), 0, delta, ..., 1 - delta}^(d x n) - "
    "G~_delta, then q(L) not in [a, b]^(1 x n).",
    # Orbits of the extended grid and matrices of G_delta, through the layers of g_con
    work=per_box(lambda d, n, m: (m**d + 8) * (4 * comb((m + 1) ** d + n - 1, n) + (m**d) ** n)),
)
contextual_mapping.rests_on(
    "one_dimension", where="slides 'Proof: self-attention can express contextual mappings', for d = 1"
)
contextual_mapping.rests_on(
    "yun2020:lemma8", where="slide 'Self-attention layers can express contextual mappings', for d >= 2"
)
contextual_mapping.network("g_con")(contextual_map)
assume_throughout(contextual_mapping)
assume_two_cubes(contextual_mapping)
contextual_mapping.define(D)
contextual_mapping.operand(l)

define(
    contextual_mapping,
    a=lambda at: at.D ** (2 * at.n) * (at.D - 1),  # t_l of Lemma 8, in units of delta
    b=lambda at: at.D ** (2 * at.n + 1) * (at.D - 1),  # t_r of Lemma 8, in units of delta
)

let(contextual_mapping, q=lambda at: column_ids(at, at.g_con(point)))  # u^T g_con(L), shape (n,), in units of delta


in_category1 = Lines(contextual_mapping, over=(category1,))


@in_category1.states("definition: if two columns are distinct L_i != L_j, then q(L)_i != q(L)_j (Lemma, 1)")
def distinct_columns(at: Operands) -> Truth:
    def different(i: Number, j: Number) -> Truth:
        return implies(at.l[i] != at.l[j], at.q[i] != at.q[j])

    return every(at.columns, lambda i: every(at.columns, lambda j: different(i, j)))


@in_category1.states(
    "definition: if L and L' are not permutations, then q(L)_i != q(L')_i' (Lemma, 1)", fold="distinct"
)
def not_permutations(at: Operands) -> Row:
    return at.q


@contextual_mapping.proof_line(
    "in other words, from q(L)_i we can recover not only L_i but also its context L",
    over=(grid_sequences,),
    given=lambda at: pairwise_distinct(at.l),
    fold="distinct",
    flaw="reading",
    survives=("so2020:contextual_mapping.not_permutations",),
)
def recovers_context(at: Operands) -> Row:
    return at.q


@in_category1.repairs(
    "recovers_context",
    "from q(L)_i we can recover the set of the columns of L, not their order",
    reason="by the definition itself L and a permutation of it may, and by equivariance do, have the same values",
    fold="distinct",
)
def recovers_context_repaired(at: Operands) -> Row:
    return at.q


@contextual_mapping.proof_line(
    "|G_delta - G~_delta| = O(delta^d |G_delta|): at most n(n-1)/2 delta^d |G_delta|",
    over=(category2,),
    fold="sum",
    bound=lambda at: at.n * (at.n - 1) / 2 * at.D ** (at.n - 1),
)
def few_repetitions(at: Operands) -> Number:
    return Number(integer(1))


@contextual_mapping.states("Lemma: g_con is composed of 1/delta^d + 1 self-attention layers")
def layers(at: Operands) -> Truth:
    return at.g_con.quantity("attention layers") == at.D + 1


@contextual_mapping.states("Lemma, 2: there exists 0 < a")
def a_positive(at: Operands) -> Truth:
    return at.a > 0


@contextual_mapping.states("Lemma, 2: a < b")
def a_below_b(at: Operands) -> Truth:
    return at.a < at.b


@in_category1.states("Lemma, 2a: if L in G~_delta, then q(L) in [a, b]^(1 x n)")
def inside_window(at: Operands) -> Truth:
    return every(at.columns, lambda j: inside(at.q[j], at.a, at.b))


@contextual_mapping.proof_line(
    "Lemma, 2b, for the g_con of Yun et al.: if L in {-delta^(nd), 0, delta, ..., 1 - delta}^(d x n) - G~_delta, then "
    "q(L) not in [a, b]^(1 x n)",
    over=(printed_category3, category2),
    flaw="typo",
    survives=("yun2020:lemma8.property4",),
)
def outside_window(at: Operands) -> Truth:
    return ~every(at.columns, lambda j: inside(at.q[j], at.a, at.b))


@contextual_mapping.repairs(
    "outside_window",
    "if L in {-delta^(-nd), 0, delta, ..., 1 - delta}^(d x n) - G~_delta, then q(L) not in [a, b]^(1 x n)",
    reason="the constant is -delta^(-nd), far below all others (Yun et al., Lemma 7): -delta^(nd) lies so close to 0"
    " that L looks as if it were in G~_delta",
    over=(category3, category2),
)
def outside_window_repaired(at: Operands) -> Truth:
    return ~every(at.columns, lambda j: inside(at.q[j], at.a, at.b))


@contextual_mapping.proof_line(
    "Lemma, 2b, not said: with the constant -delta^(-nd) no entry of q(L) is in [a, b]",
    over=(category3, category2),
    said=False,
)
def no_entry_in_window(at: Operands) -> Truth:
    return every(at.columns, lambda j: outside(at.q[j], at.a, at.b))


contextual_mapping.part(
    "There exists a map g_con : R^(d x n) -> R^(d x n) composed of 1/delta^d + 1 self-attention layers", "layers"
)
contextual_mapping.part("1. q is a contextual mapping of G~_delta.", "distinct_columns", "not_permutations")
contextual_mapping.part("2. There exists 0 < a < b", "a_positive", "a_below_b")
contextual_mapping.part("a. if L in G~_delta, then q(L) in [a, b]^(1 x n)", "inside_window")
contextual_mapping.part(
    "b. if L in {-delta^(nd), 0, delta, ..., 1 - delta}^(d x n) - G~_delta, then q(L) not in [a, b]^(1 x n).",
    undecided="as printed, with -delta^(nd), of every g_con: that of Yun et al. does not do it at every instance "
    "(outside_window; the first is d = 1, n = 2, delta = 1/3), and does with -delta^(-nd) (outside_window@repaired)",
)
