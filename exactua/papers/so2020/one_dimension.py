"""The slides' sketch for d = 1 (So 2020): L = (k_1, ..., k_n)/N with N = 1/delta, one attention layer for each k < N.

    r = max over i, j of k_i - k_j;   add N r to the coordinate i with k_i = k;   k = 0, ..., N - 1;   result O
    s = max over j of O_j;            add N^(n+1) s to each coordinate

Coordinates are in units of delta = 1/N: the integers k_i, and O_i N in the slides' unit. 'Attention can compute r ...
sequentially apply transform' is read in one way throughout: r is that of the coordinates that a layer is given, as the
layers before have left them. (With one r for all layers, that of L, max_j O_j would tell the least and the greatest k_i
alone.)
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, u
from exactua.papers.pages import Lines, define, let, per_box
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.vocabulary import assume_throughout, assume_two_cubes, column_ids, l
from exactua.terms.tracing import (
    Columns,
    Number,
    Row,
    Truth,
    every,
    floor,
    greatest,
    inside,
    least,
    pairwise_distinct,
    parameter,
    point,
    row,
    when,
)

one_dimension = Claim(
    "so2020:one_dimension",
    title="Self-attention can express contextual mappings, 1D case",
    source="slides 'Proof: self-attention can express contextual mappings'",
    text="Let d = 1. We can use 1/delta + 1 attention layers to construct a contextual mapping of G~_delta. Assume "
    "1/delta = N. Attention can compute r = max k_i - k_j and add Nr to any coordinate i such that k_i = k. "
    "Sequentially apply transform, for k = 0, ..., N - 1. If O is the output, then k_i/N = O_i mod 1. All k_i's "
    "can be recovered from max_j O_j. Attention can compute s = max_j O_j and add N^(n+1) s to each coordinate. "
    "Thus, all k_i's are encoded into O_j + N^(n+1) s.",
    # Layers and columns, squared; nothing for d > 1, or where there are no n different columns
    work=per_box(lambda d, n, m: 80 * (n * m) ** 2 if d == 1 and n <= m else 10**9),
)
one_dimension.network("g_con")(contextual_map)
assume_throughout(one_dimension)
assume_two_cubes(one_dimension)
one_dimension.requires("d = 1")(lambda at: at.d == 1)

define(one_dimension, N=lambda at: parameter("m"))  # 1/delta


one_dimension.operand(l)

let(
    one_dimension,
    # The coordinates after the N transforms, shape (n,), in units of delta
    O=lambda at: column_ids(at, at.g_con(point, "sweep")),
    output=lambda at: column_ids(at, at.g_con(point)),  # The values after the last layer, shape (n,), in units of delta
)


def _spread(at: Operands, values: Row) -> Number:
    return greatest(at.columns, lambda i: values[i]) - least(at.columns, lambda i: values[i])


@one_dimension.states("there are 1/delta + 1 attention layers")
def layers(at: Operands) -> Truth:
    return at.g_con.quantity("attention layers") == at.N + 1


in_category1 = Lines(one_dimension, over=(category1,))


@in_category1.proof_line("WLOG L = (k_1, ..., k_n)/N where k_i is an integer")
def integers(at: Operands) -> Truth:
    return every(at.columns, lambda i: floor(at.l[i]) == at.l[i])


@in_category1.proof_line("and 0 <= k_i <= N - 1, the values that k runs through")
def range_of_k(at: Operands) -> Truth:
    return every(at.columns, lambda i: inside(at.l[i], 0, at.N - 1))


@in_category1.states(
    "attention can compute r = max k_i - k_j and add Nr to any coordinate i such that k_i = k; k = 0, ..., N - 1"
)
def transform(at: Operands) -> Truth:
    def one_layer(k: Number, i: Number) -> Truth:
        before, after = (u.dot(at.g_con.after(point, layers)) for layers in (k, k + 1))
        return after[i] == before[i] + when(at.N * before[i] == k, at.N * _spread(at, before), 0)

    return every(Columns(0, at.N - 1, "k"), lambda k: every(at.columns, lambda i: one_layer(k, i)))


@in_category1.states("if O is the output, then k_i/N = O_i mod 1")
def modulo_one(at: Operands) -> Truth:
    def entry(i: Number) -> Truth:
        O_i = at.O[i] / at.N
        return at.l[i] / at.N == O_i - floor(O_i)

    return every(at.columns, entry)


@in_category1.states("all k_i's, as a set, can be recovered from max_j O_j", fold="distinct")
def recovered(at: Operands) -> Number:
    return greatest(at.columns, lambda i: at.O[i])


@in_category1.states("attention can compute s = max_j O_j and add N^(n+1) s to each coordinate")
def last_layer(at: Operands) -> Truth:
    s = greatest(at.columns, lambda j: at.O[j])
    return every(at.columns, lambda i: at.output[i] == at.O[i] + at.N ** (at.n + 1) * s)


@in_category1.states("thus, all k_i's, as a set, are encoded into each O_j + N^(n+1) s", fold="distinct")
def encoded(at: Operands) -> Row:
    s = greatest(at.columns, lambda j: at.O[j])
    return row(at.columns, lambda j: at.O[j] + at.N ** (at.n + 1) * s)


@in_category1.states("the layers construct a contextual mapping of G~_delta: distinct columns of L get distinct values")
def distinct_columns(at: Operands) -> Truth:
    return pairwise_distinct(at.output)


@in_category1.states(
    "the layers construct a contextual mapping of G~_delta: L, L' that are not permutations share no value",
    fold="distinct",
)
def contextual(at: Operands) -> Row:
    return at.output


one_dimension.part(
    "We can use 1/delta + 1 attention layers to construct a contextual mapping of G~_delta.",
    "layers",
    "distinct_columns",
    "contextual",
)
one_dimension.part(
    "Attention can compute r = max k_i - k_j and add Nr to any coordinate i such that k_i = k. Sequentially apply "
    "transform, for k = 0, ..., N - 1.",
    "transform",
)
one_dimension.part("If O is the output, then k_i/N = O_i mod 1.", "modulo_one")
one_dimension.reads(
    "Attention can compute r = max k_i - k_j and add Nr to any coordinate i such that k_i = k.",
    "coordinates counted in units of delta, k_i and not k_i/N; r is of the coordinates as the layers before have left "
    "them",
)
one_dimension.reads("All k_i's can be recovered from max_j O_j.", "as a set: in which order they stand is not said")
one_dimension.reads("all k_i's are encoded into O_j + N^(n+1) s.", "as a set, into each O_j + N^(n+1) s")
one_dimension.part("All k_i's can be recovered from max_j O_j.", "recovered")
one_dimension.part("Attention can compute s = max_j O_j and add N^(n+1) s to each coordinate.", "last_layer")
one_dimension.part("all k_i's are encoded into O_j + N^(n+1) s.", "encoded")
