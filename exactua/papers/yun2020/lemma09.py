"""Lemma 9 (Yun et al. 2020, App. E.1.3; proof in App. E.4): feed-forward layers map contexts to values.

    g_v(g_c(L)) = A_L    if L in G~_delta
                = 0      if L in G+_delta without G~_delta

The lemma says that there is a g_v, for any A_L; it is decided for three of them: L itself, integers without a pattern,
and values that are keys u^T g_c(L). At each a g_v serves, and one that serves is all that the statement asks for. The
g_v that E.4 constructs is another question: it serves at the first two, as it does where u^T A_L < t_l - delta/2, and
at the third a column that is mapped already is caught by the layer of another key. So the display of the lemma is
false of that g_v there, which refutes lines of the proof (`maps_swapped`, `others_unaffected`), not the lemma: another
g_v serves, with all values lifted above every key and a last layer that lowers them, for any A_L (lemma_9_repaired in
proofs/rocq). That G+_delta has a finite image under g_c needs no step: it is finite itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import comb, factorial
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, category2, category3, extended_grid, grid_sequences, u
from exactua.papers.pages import Lines, let
from exactua.papers.yun2020 import counts
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.target_functions import (
    identity_values,
    ids,
    in_distinct_grid,
    scrambled_values,
    swapped_values,
)
from exactua.papers.yun2020.value_map import ValueFormula, key_probe, lifted_value_map, value_map, window_probe
from exactua.papers.yun2020.variants import relax_value_map
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, each_entry, t_l, t_r
from exactua.terms.language import integer
from exactua.terms.tracing import (
    Columns,
    NetworkOperand,
    Number,
    Row,
    Truth,
    every,
    every_permutation,
    greatest,
    inside,
    outside,
    pairwise_distinct,
    point,
    row,
    total,
    when,
)


def _work(values: Mapping[str, Any]) -> int:
    """Layers of g_v with what they cost at all points, and layers of g_c at all contexts in every order."""
    d, n, m = values["d"], values["n"], values["m"]
    points, known = comb((m + 1) ** d + n - 1, n), comb(m**d, n)
    return 14 * (n * known * (3 * n * d + points // 100) + known * factorial(n) * m**d // 2)


lemma9 = Claim(
    "yun2020:lemma9",
    title="Lemma 9",
    source="App. E.1.3; proof in App. E.4",
    text="Let g_c be the function from Lemma 8. Then there exists a function g_v : R^(d x n) -> R^(d x n) composed of "
    "O(n(1/delta)^(dn)/n!) token-wise feed-forward layers (r = 1) with activations in Phi such that g_v is defined by "
    "a token-wise function g_v^tkn on each column, where for all j, g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in "
    "G~_delta, and 0_d if L in G+_delta without G~_delta.",
    work=_work,
)
lemma9.rests_on("lemma8", where="App. E.1.3; App. E.4")
lemma9.rests_on("equivariance", where="App. E.4")
lemma9.rests_on("global_shift", where="App. E.4, by construction of g_c; at least delta apart")
lemma9.rests_on("lemma7", where="App. E.4, in a similar way")
lemma9.network("g_c")(contextual_map)
assume_throughout(lemma9)
assume_two_cubes(lemma9)
for shorthand in (D, counts.permutations, counts.printed, counts.distinct_contexts, counts.value_numbers):
    lemma9.define(shorthand)
for _name, _build, _values in (
    ("g_v", value_map, identity_values),  # the printed g_v for A_L = L
    ("g_v_scrambled", value_map, scrambled_values),  # the printed g_v for integers without a pattern
    ("g_v_swapped", value_map, swapped_values),  # the printed g_v for values that are keys
    ("g_v_lifted", lifted_value_map, swapped_values),  # the repaired g_v for values that are keys
):
    lemma9.network(_name)(partial(_build, formula=_values))
lemma9.shown_as(printed="(n (1/delta)^(dn) / n!)")
lemma9.network("key_probe")(key_probe)
lemma9.network("window_probe")(window_probe)
lemma9.define(t_l)
lemma9.define(t_r)

let(
    lemma9,
    context=lambda at: at.g_c(point),  # g_c(L), d x n, unit 1
    q=lambda at: u.dot(at.context).times(at.columns, at.m),  # u^T g_c(L), shape (n,), in units of delta
    # M, read off the first layer of g_v: what it takes from an entry of L (u^T L < t_l), less 1; unit 1
    M=lambda at: point[1, 1] - at.g_v(point, "shifted")[1, 1] - 1,
    # phi(u^T g_c(L)) of the first layer, shape (n,)
    phi=lambda at: row(at.columns, lambda j: at.window_probe(at.context)[1, j] - at.context[1, j]),
)


def _maps(at: Operands, g: NetworkOperand, formula: ValueFormula) -> Truth:
    """The display of Lemma 9, entry by entry."""
    return each_entry(at, lambda i, j: g(at.context)[i, j] == when(in_distinct_grid(), formula(i, j), 0))


def _lifted_serves(at: Operands) -> Truth:
    """The display of Lemma 9 for values that are keys, by token-wise layers, r = 1, in Phi, one more than printed."""
    lifted = at.g_v_lifted
    shape = (lifted.quantity("hidden size") == 1) & (lifted.quantity("activations outside Phi") == 0)
    token_wise = lifted.quantity("attention layers") == 0
    count = lifted.quantity("feed-forward layers") == at.g_v.quantity("feed-forward layers") + 1
    return shape & token_wise & count & _maps(at, lifted, swapped_values)


def _below_windows(at: Operands, formula: ValueFormula) -> Truth:
    """u^T (A_L)_{:,j} < t_l - delta/2 for all j; t_l is in units of delta."""
    read = row(at.columns, lambda j: total(at.rows, lambda i: u[i] * formula(i, j)))
    return every(at.columns, lambda j: read[j] < (2 * at.t_l - 1) / (2 * at.m))


@lemma9.proof_line(
    "g_v is composed of O(n (1/delta)^(dn) / n!) feed-forward layers: at most 1 times that; that of E.4",
    flaw="constants",
    survives=("yun2020:lemma9.layers_for_each_n",),
    same_as="yun2020:tightness.transformer_blocks",
)
def layers(at: Operands) -> Truth:
    return at.g_v.quantity("feed-forward layers") <= at.printed


@lemma9.repairs(
    "layers",
    "g_v is composed of at most n (1/delta)^(dn) / n! + d + 1 feed-forward layers",
    reason="the layer that shifts and the d layers that flatten are there for every n, while n (1/delta)^(dn) / n! "
    "tends to 0 as n grows: no constant serves all n, one that depends on n does (1 where n <= delta^-d)",
)
def layers_repaired(at: Operands) -> Truth:
    return at.g_v.quantity("feed-forward layers") <= at.printed + at.d + 1


@lemma9.proof_line("g_v is composed of at most n (1/delta)^(dn) / n! + d + 1 feed-forward layers; that of E.4")
def layers_for_each_n(at: Operands) -> Truth:
    return at.g_v.quantity("feed-forward layers") <= at.printed + at.d + 1


@lemma9.proof_line(
    "there is g_v with g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, else 0_d, for values that are keys: where "
    "the ids of L increase, A_L is g_c(L) with its columns in reverse order if the first column of L is zero, else L, "
    "and A_(LP) = A_L P; that of E.4 with outputs lifted above the keys, one layer more",
    over=(category1, category3, category2),
)
def exists_for_keys(at: Operands) -> Truth:
    return _lifted_serves(at)


@lemma9.states("g_v is token-wise: it has no attention layer")
def token_wise(at: Operands) -> Truth:
    return at.g_v.quantity("attention layers") == 0


@lemma9.states("r = 1")
def hidden_size(at: Operands) -> Truth:
    return at.g_v.quantity("hidden size") == 1


@lemma9.states("activations in Phi")
def activations(at: Operands) -> Truth:
    return at.g_v.quantity("activations outside Phi") == 0


@lemma9.proof_line(
    "there is g_v with g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, else 0_d, for A_L = L: that of E.4",
    over=(category1, category3, category2),
)
def maps_identity(at: Operands) -> Truth:
    return _maps(at, at.g_v, identity_values)


@lemma9.proof_line(
    "there is g_v with g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, else 0_d, for integers (A_L)_{i,j} without"
    " a pattern: that of E.4",
    over=(category1, category3, category2),
)
def maps_scrambled(at: Operands) -> Truth:
    return _maps(at, at.g_v_scrambled, scrambled_values)


@lemma9.proof_line(
    "E.4: to construct a function g_v^tkn that satisfies the statement of the lemma, one such layer for each value of "
    "u^T g_c(L-bar)_{:,j}: the g_v^tkn of all these layers has g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, "
    "else 0_d, for values that are keys: where the ids of L increase, A_L is g_c(L) with its columns in reverse order "
    "if the first column of L is zero, else L, and A_(LP) = A_L P",
    over=(category1, category3, category2),
    survives=("yun2020:lemma9.exists_for_keys",),
)
def maps_swapped(at: Operands) -> Truth:
    return _maps(at, at.g_v_swapped, swapped_values)


@lemma9.repairs(
    "maps_swapped",
    "the same for the network that maps to A_L + Lambda e^(1), Lambda = t_r + 1 + max |u^T A|, with one more layer "
    "that takes Lambda e^(1) back where u^T Z >= t_r + delta, again r = 1 and in Phi",
    reason="a column that is mapped to a value with u^T (A_L)_{:,j} at another key is caught by that key's layer, if it"
    " comes later; where columns exchange their keys, one of them is caught in either order; lifted above all keys none"
    " is. The lemma says that there is a g_v, and this is one",
    over=(category1, category3, category2),
)
def maps_swapped_repaired(at: Operands) -> Truth:
    return _lifted_serves(at)


@lemma9.proof_line("E.4: |G+_delta| = (1/delta + 1)^(dn)", over=(extended_grid,), fold="sum", relation="=",
                   bound=lambda at: (at.m + 1) ** (at.d * at.n))  # fmt: skip
def grid_size(at: Operands) -> Number:
    return Number(integer(1))


@lemma9.proof_line("E.4: let M be the maximum over all these numbers: none is greater", over=(extended_grid,))
def maximum(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.context[i, j] <= at.M)


@lemma9.proof_line("E.4: and one of them is M", over=(extended_grid,), fold="sum", relation=">=", bound=lambda at: 1)
def maximum_attained(at: Operands) -> Number:
    top = greatest(at.rows, lambda i: greatest(at.columns, lambda j: at.context[i, j]))
    return when(top == at.M, 1, 0)


@lemma9.proof_line("E.4: by construction of g_c, we know that M > 0", over=(extended_grid,))
def maximum_positive(at: Operands) -> Truth:
    return at.M > 0


in_category1 = Lines(lemma9, over=(category1,))


@in_category1.proof_line("E.4: for any L in G~_delta, u^T g_c(L)_{:,j} in [t_l, t_r] for all j")
def contexts_inside(at: Operands) -> Truth:
    return every(at.columns, lambda j: inside(at.q[j], at.t_l, at.t_r))


outside_category1 = Lines(lemma9, over=(category3, category2))


@outside_category1.proof_line(
    "E.4: for any L in G+_delta without G~_delta, u^T g_c(L)_{:,j} not in [t_l, t_r] for all j"
)
def others_outside(at: Operands) -> Truth:
    return every(at.columns, lambda j: outside(at.q[j], at.t_l, at.t_r))


@lemma9.proof_line(
    "E.4: Z -> Z - (M+1) 1_n phi(u^T Z): the n entries of 1_n are added to columns with d entries",
    flaw="typo",
    survives=("yun2020:lemma9.maps_identity", "yun2020:lemma9.maps_scrambled", "yun2020:lemma9.exists_for_keys"),
)
def shift_all_rows(at: Operands) -> Truth:
    return at.n == at.d


@outside_category1.repairs(
    "shift_all_rows",
    "Z -> Z - (M+1) 1_d phi(u^T Z): the layer shifts all d rows of a column alike",
    reason="1_n has n entries and stands where a vector with d entries must",
)
def shift_all_rows_repaired(at: Operands) -> Truth:
    shifted = at.g_v(at.context, "shifted")
    return each_entry(at, lambda i, j: shifted[i, j] - at.context[i, j] == shifted[1, j] - at.context[1, j])


@in_category1.proof_line("E.4: if L in G~_delta, then phi(u^T g_c(L)) = 0_n^T")
def inactive_on_contexts(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.phi[j] == 0)


@in_category1.proof_line("E.4: so the output stays the same as the input")
def contexts_stay(at: Operands) -> Truth:
    return at.g_v(at.context, "shifted") == at.context


@outside_category1.proof_line("E.4: if L in G+_delta without G~_delta, then phi(u^T g_c(L)) = 1_n^T")
def active_on_others(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.phi[j] == 1)


@outside_category1.proof_line("E.4: so all the entries of the input are shifted by -M-1")
def others_shifted(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.g_v(at.context, "shifted")[i, j] == at.context[i, j] - at.M - 1)


@outside_category1.proof_line("E.4: and become strictly negative")
def others_negative(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.g_v(at.context, "shifted")[i, j] < 0)


@in_category1.proof_line("E.4: all the entries of g_c(L) for L in G~_delta are nonnegative")
def contexts_nonnegative(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.context[i, j] >= 0)


@outside_category1.proof_line(
    "E.4: after these d layers, the output for L in G+_delta without G~_delta is a zero matrix"
)
def others_flattened(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.g_v(at.context, "flattened")[i, j] == 0)


@in_category1.proof_line("E.4: while the output for L in G~_delta is g_c(L)")
def contexts_not_flattened(at: Operands) -> Truth:
    return at.g_v(at.context, "flattened") == at.context


@in_category1.proof_line("E.4: each different context L maps to n unique numbers u^T g_c(L)")
def unique_numbers(at: Operands) -> Truth:
    return pairwise_distinct(at.q)


@in_category1.proof_line("E.4: which are at least delta apart from each other", fold="apart", bound=lambda at: 1)
def numbers_apart(at: Operands) -> Row:
    return at.q


@lemma9.proof_line("E.4: t_l is much larger than 0: the window of every key, t_l - delta/2 or more, is above it")
def t_l_above_window(at: Operands) -> Truth:
    return 2 * at.t_l > 1


@outside_category1.proof_line("E.4: for a zero input matrix, activation is all zero")
def zero_inactive(at: Operands) -> Truth:
    return at.key_probe(at.g_v(at.context, "flattened")) == at.g_v(at.context, "flattened")


@outside_category1.proof_line("E.4: thus, zero input matrix remains the same at the output")
def zero_stays(at: Operands) -> Truth:
    return at.g_v(at.context) == at.g_v(at.context, "flattened")


@in_category1.proof_line(
    "E.4: if L is not a permutation of L-bar, phi(u^T g_c(L) - u^T g_c(L-bar)_{:,j} 1_n^T) = 0_n^T: two such numbers "
    "are more than delta/2 apart",
    fold="apart",
    bound=lambda at: 1,
    relation=">",
)
def other_contexts_inactive(at: Operands) -> Row:
    """The numbers in units of delta/2."""
    return at.q.times(at.columns, 2)


@in_category1.proof_line("E.4: g_c(L)_{:,i} = g_c(L-bar)_{:,j} where L = L-bar P, L_{:,i} = L-bar_{:,j}")
def contexts_permuted(at: Operands) -> Truth:
    return every_permutation(lambda P: at.g_c(point.permuted(P)) == at.context.permuted(P))


@lemma9.proof_line(
    "E.4: if L is a permutation of L-bar, and L_{:,i} = L-bar_{:,j}, then phi(u^T g_c(L) - u^T g_c(L-bar)_{:,j} 1_n^T) "
    "= (e^(i))^T, the key read at column i of L",
    over=(grid_sequences,),
    given=lambda at: pairwise_distinct(ids),
)
def own_key(at: Operands) -> Truth:
    """L in every order of its columns; that its key u^T g_c(L)_{:,i} is L-bar's is `contexts_permuted`."""

    def activation(difference: Number) -> Number:
        return when((2 * difference >= -1) & (2 * difference < 1), 1, 0)

    def unit_vector(i: Number) -> Truth:
        return every(at.columns, lambda k: activation(at.q[k] - at.q[i]) == when(k == i, 1, 0))

    return every(Columns(1, at.n, "i"), unit_vector)


@in_category1.proof_line(
    "E.4, not said: the activations of all these layers at a column of g_c(L) are 1 once and else 0", said=False
)
def active_once(at: Operands) -> Truth:
    keys = Columns(1, at.value_numbers, "k")

    def activation(k: Number, j: Number) -> Number:
        return at.key_probe.layer(at.context, k)[1, j] - at.context[1, j]

    once = every(at.columns, lambda j: total(keys, lambda k: activation(k, j)) == 1)
    return once & every(at.columns, lambda j: every(keys, lambda k: activation(k, j) * (activation(k, j) - 1) == 0))


@in_category1.proof_line(
    "E.4: g_c(L)_{:,i} + ((A_L)_{:,i} - g_c(L)_{:,i}) = (A_L)_{:,i}: what all these layers add to g_c(L), each alone"
)
def own_layer(at: Operands) -> Truth:
    def added(i: Number, j: Number) -> Number:
        first = 1 + at.d
        layer = at.g_v_swapped.layer
        keys = Columns(1, at.value_numbers, "k")
        return total(keys, lambda k: layer(at.context, first + k)[i, j] - at.context[i, j])

    return each_entry(at, lambda i, j: at.context[i, j] + added(i, j) == swapped_values(i, j))


def _untouched(at: Operands) -> Truth:
    """No layer of the printed g_v for keys as values changes a column (A_L)_{:,j}; A_L made by the lifted network."""
    values, keys = at.g_v_lifted(at.context), Columns(1, at.value_numbers, "k")
    return every(keys, lambda k: at.g_v_swapped.layer(values, 1 + at.d + k) == values)


@in_category1.proof_line(
    "E.4: without affecting any other columns: columns that are (A_L)_{:,i} already, for the same values: the layer of "
    "each key, with A_L as its input (here made by the g_v of exists_for_keys), leaves it as it is",
    flaw="reading",
    survives=("yun2020:lemma9.exists_for_keys",),
    same_as="yun2020:lemma9.maps_swapped",
)
def others_unaffected(at: Operands) -> Truth:
    return _untouched(at)


@lemma9.repairs(
    "others_unaffected",
    "without affecting any other columns, where u^T (A_L)_{:,i} < t_l - delta/2 for all i",
    reason="'any other columns' are columns of g_c(L) in the argument; a mapped column is safe only if u^T of its "
    "value is outside the windows of all keys, which all begin at t_l - delta/2 or later",
    over=(category1,),
    given=lambda at: _below_windows(at, swapped_values),
)
def others_unaffected_repaired(at: Operands) -> Truth:
    return _untouched(at)


@in_category1.proof_line(
    "E.4: not said: the values stay below all windows: u^T (A_L)_{:,j} < t_l - delta/2; A_L = L", said=False
)
def identity_below_windows(at: Operands) -> Truth:
    return _below_windows(at, identity_values)


@in_category1.proof_line("E.4: not said: the same for integers without a pattern", said=False)
def scrambled_below_windows(at: Operands) -> Truth:
    return _below_windows(at, scrambled_values)


@lemma9.proof_line("E.4: we need one layer per each unique value of u^T g_c(L)_{:,j}: 1 + d + n C(delta^-d, n) in all")
def layer_per_number(at: Operands) -> Truth:
    return at.g_v.quantity("feed-forward layers") == 1 + at.d + at.value_numbers


@lemma9.proof_line("E.4: there are O(n (1/delta)^(dn) / n!) such numbers: at most 1 times that")
def numbers_order(at: Operands) -> Truth:
    return at.value_numbers <= at.printed


lemma9.part(
    "there exists a function g_v",
    undecided="of every A_L, which no instance gives: the steps have three, and at each a g_v that serves, at values "
    "that are keys another one than that of E.4; lemma_9_real in proofs/rocq has such a g_v for every permutation "
    "equivariant A_L, of d + 2 + n C(delta^-d, n) layers, and compares that with no O(...)",
)
lemma9.part(
    "composed of O(n(1/delta)^(dn)/n!)",
    undecided="of all delta, which no instance gives, and silent on what O(...) is uniform in: layers_for_each_n has "
    "one d, n and delta. That the g_v of E.4 has at most n (1/delta)^(dn) / n! + d + 1 layers is proved in "
    "proofs/rocq for all of them, and that of lemma_9_repaired has one more. By hand, d + 1 is at most (n-1)!/2^(n-1) "
    "times n (1/delta)^(dn) / n!, a constant for each n, and as the latter goes to 0 with growing n, none serves all n",
)
lemma9.part("token-wise feed-forward layers (r = 1) with activations in Phi", "hidden_size", "activations")
lemma9.part("g_v is defined by a token-wise function g_v^tkn on each column,", "token_wise", theorem="lemma_9_real")
lemma9.part(
    "where for all j, g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, and 0_d if L in G+_delta without G~_delta.",
    undecided="of every A_L, which no instance gives: maps_identity, maps_scrambled and exists_for_keys have three",
    theorem="lemma_9_real",
)


# What may be relaxed

lemma9.spares(
    "delta^-1 >= 2",
    "maximum",
    "maximum_attained",
    "maximum_positive",
    "others_shifted",
    reason="M is read off the first layer at a column that it shifts; at delta = 1 the one of [0] lies in [t_l, t_r]",
)
relax_value_map(lemma9, "g_v", "g_v_scrambled", except_for=("others_shifted", "maximum", "maximum_attained"))
