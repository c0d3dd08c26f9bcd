"""Proposition 5 (Yun et al. 2020, App. C; proof in App. E.1.4): modified Transformers approximate f-bar.

    g-bar = g_v o g_c o g_q,    g-bar(X) = A_L = f-bar(X)  for X in S_L, L in G~_delta,    0 everywhere else
    d_p(f-bar, g-bar)  <=  (B^p delta^d)^(1/p)

Decided at two points of every cube, the lower corner L and one inside; an entry -delta^(-nd) stands for any outside
[0, 1), as Lemma 7 says for all reals. f-bar and g-bar are constant on cubes, so integrals are exact sums of delta^(dn)
over cubes. Points of [0, 1]^(d x n) with an entry 1 are in no cube: measure 0. The cubes with duplicate columns
have measure 1 - (1 - delta^d) ... (1 - (n-1) delta^d): delta^d at n = 2, more from n = 3 on, n(n-1)/2 delta^d at most.
That f-bar is bounded is due to its finitely many values, not to its support as the paper has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import comb
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, category2, category3, chosen_row, outside_level, real_columns
from exactua.papers.pages import define, let
from exactua.papers.yun2020.constructions import approximator, lifted_approximator, two_thirds
from exactua.papers.yun2020.quantiser import quantiser
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.target_functions import (
    identity_values,
    in_distinct_grid,
    one_values,
    scrambled_values,
    swapped_values,
)
from exactua.papers.yun2020.value_map import ValueFormula, value_map
from exactua.papers.yun2020.variants import relax_quantiser, relax_value_map
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, each_entry, over_entries
from exactua.terms.language import integer
from exactua.terms.tracing import Columns, MatrixOperand, NetworkOperand, Number, Truth, implies, point, product, when


def _work(values: Mapping[str, Any]) -> int:
    """Layers of g-bar with what they cost at all points."""
    d, n, m = values["d"], values["n"], values["m"]
    points, layers = comb((m + 1) ** d + n - 1, n), d * m + d + m**d + n * comb(m**d, n)
    return layers * (100 + points)


proposition5 = Claim(
    "yun2020:proposition5",
    title="Proposition 5",
    source="App. C; proof in App. E.1.4",
    text="For each f-bar in F-bar_PE(delta) and 1 <= p < infinity, there exists g-bar in T-bar^(2,1,1) such that "
    "d_p(f-bar, g-bar) = O(delta^(d/p)).",
    work=_work,
)
proposition5.rests_on("blocks", where="App. E.1")
proposition5.rests_on("lemma7", "lemma8", "lemma9", where="App. E.1.4")
proposition5.rests_on("column_id", where="App. E.1.2; App. E.1.4")
proposition5.network("g_q")(quantiser)
proposition5.network("g_c")(contextual_map)
proposition5.network("inside")(two_thirds)
assume_throughout(proposition5)
assume_two_cubes(proposition5)
proposition5.define(D)
for _name, _build, _values in (
    ("g_v", value_map, scrambled_values),  # the printed g_v for integers without a pattern
    ("g", approximator, scrambled_values),  # g-bar for integers without a pattern
    ("g_identity", approximator, identity_values),  # g-bar for A_L = L
    ("g_one", approximator, one_values),  # g-bar for f-bar = 1 on all cubes
    ("g_swapped", approximator, swapped_values),  # g-bar for values that are keys
    ("g_lifted", lifted_approximator, swapped_values),  # the same with the repaired g_v of Lemma 9
):
    proposition5.network(_name)(partial(_build, formula=_values))

# A point inside the cube S_L: L + 2 delta/3; entries outside [0, 1) stay outside
let(proposition5, X=lambda at: at.inside(point))


define(
    proposition5,
    cube=lambda at: 1 / at.m ** (at.d * at.n),  # delta^(dn), the measure of a cube
    pairs=lambda at: at.n * (at.n - 1) / 2,  # n(n-1)/2, the number of pairs of columns
)


def _is(at: Operands, matrix: MatrixOperand, formula: ValueFormula) -> Truth:
    return each_entry(at, lambda i, j: matrix[i, j] == formula(i, j))


def _distance(at: Operands, network: NetworkOperand, formula: ValueFormula, p: int) -> Number:
    """||f-bar(X) - g-bar(X)||_p^p delta^(dn) for X in S_L: what the cube adds to d_p(f-bar, g-bar)^p."""

    def power(i: Number, j: Number) -> Number:
        difference = formula(i, j) - network(at.X)[i, j]
        return when(difference < 0, -difference, difference) ** p

    return at.cube * over_entries(at, power)


@proposition5.states("g-bar in T-bar^(2,1,1): h = 2")
def heads(at: Operands) -> Truth:
    return at.g.quantity("heads") == 2


@proposition5.states("g-bar in T-bar^(2,1,1): m = 1")
def head_size(at: Operands) -> Truth:
    return at.g.quantity("head size") == 1


@proposition5.states("g-bar in T-bar^(2,1,1): r = 1")
def hidden_size(at: Operands) -> Truth:
    return at.g.quantity("hidden size") == 1


@proposition5.states("g-bar in T-bar^(2,1,1): activations in Phi")
def activations(at: Operands) -> Truth:
    return at.g.quantity("activations outside Phi") == 0


@proposition5.proof_line(
    "d_1(f-bar, g-bar) <= n(n-1)/2 B delta^d for f-bar = 1 on all cubes, p = 1 and B = d n",
    over=(category1, category2),
    fold="sum",
    bound=lambda at: at.pairs * at.d * at.n / at.D,
)
def distance_for_each_n(at: Operands) -> Number:
    return _distance(at, at.g_one, one_values, 1)


@proposition5.proof_line("E.1.4: X in S_L, L in G~_delta: by Lemma 7, g_q(X) = L", over=(category1,))
def quantised(at: Operands) -> Truth:
    return (at.g_q(at.X) == point) & (at.g_q(point) == point)


@proposition5.proof_line("E.1.4: g_v o g_c o g_q(X) = g_v o g_c(L)", over=(category1,))
def composed(at: Operands) -> Truth:
    return at.g(at.X) == at.g_v(at.g_c(point))


@proposition5.proof_line("E.1.4: = [g_v^tkn(g_c(L)_{:,1}) ... g_v^tkn(g_c(L)_{:,n})]: g_v has no attention layer")
def token_wise(at: Operands) -> Truth:
    return at.g_v.quantity("attention layers") == 0


@proposition5.proof_line("E.1.4: = A_L, for A_L = L", over=(category1,))
def value_identity(at: Operands) -> Truth:
    return _is(at, at.g_identity(at.X), identity_values)


@proposition5.proof_line("E.1.4: = A_L, for integers (A_L)_{i,j} without a pattern", over=(category1,))
def value_scrambled(at: Operands) -> Truth:
    return _is(at, at.g(at.X), scrambled_values)


@proposition5.proof_line(
    "E.1.4: = A_L, with the g_v that E.4 constructs, for values that are keys: where the ids of L increase, g_c(L) "
    "with its columns in reverse order if the first column of L is zero, else L, and A_(LP) = A_L P",
    over=(category1,),
    flaw="reading",
    survives=("yun2020:proposition5.value_swapped@repaired", "yun2020:theorem2.keys_far_away"),
)
def value_swapped(at: Operands) -> Truth:
    return _is(at, at.g_swapped(at.X), swapped_values)


@proposition5.repairs(
    "value_swapped",
    "= A_L, with the g_v that lifts its values above all keys and lowers them in one more layer",
    reason="E.1.4 takes some g_v of Lemma 9, and there is one; in the one that E.4 constructs the layer of another key "
    "catches the column that has its value already",
    over=(category1,),
)
def value_swapped_repaired(at: Operands) -> Truth:
    return _is(at, at.g_lifted(at.X), swapped_values)


@proposition5.proof_line(
    "E.1.4: any other X is mapped by g_q to L in G+_delta without G~_delta: X = L + (2/3) delta",
    over=(category3, category2),
)
def others_quantised(at: Operands) -> Truth:
    return (at.g_q(at.X) == point) & (at.g_q(point) == point)


@proposition5.proof_line(
    "E.1.4: X in R^(d x n) without [0, 1]^(d x n) too: an entry outside [0, 1] becomes -delta^(-nd)",
    over=(real_columns,),
)
def outside_quantised(at: Operands) -> Truth:
    t = point[chosen_row, 1]
    return implies((t < 0) | (t > 1), at.g_q(point)[chosen_row, 1] == outside_level)


@proposition5.proof_line("E.1.4: as a result, we get g_v o g_c o g_q(X) = g_v o g_c(L)", over=(category3, category2))
def others_composed(at: Operands) -> Truth:
    return at.g(at.X) == at.g_v(at.g_c(point))


@proposition5.proof_line("E.1.4: = 0", over=(category3, category2))
def others_zero(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.g_v(at.g_c(point))[i, j] == 0)


@proposition5.proof_line(
    "E.1.4: therefore, g-bar(X) = A_L = f-bar(X) for X in S_L, L in G~_delta, and 0 everywhere else: X = L + "
    "(2/3) delta",
    over=(category1, category3, category2),
)
def everywhere_known(at: Operands) -> Truth:
    def known(i: Number, j: Number) -> Truth:
        scrambled, indicator = when(in_distinct_grid(), scrambled_values(i, j), 0), when(in_distinct_grid(), 1, 0)
        return (at.g(at.X)[i, j] == scrambled) & (at.g_one(at.X)[i, j] == indicator)

    return each_entry(at, known)


@proposition5.proof_line(
    "E.1.4: f-bar has its compact support in [0, 1]^d: as many coordinates as X has",
    flaw="typo",
    survives=("yun2020:proposition5.bounded", "yun2020:proposition5.displayed@repaired"),
)
def support_coordinates(at: Operands) -> Truth:
    return at.d == at.d * at.n


@proposition5.repairs(
    "support_coordinates",
    "f-bar has its compact support in [0, 1]^(d x n); decided is that g-bar too is 0 outside: that of f-bar = 1, at X "
    "= L + (2/3) delta for L with an entry outside",
    reason="X has d n entries; [0, 1]^d stands for [0, 1]^(d x n), twice; that the support of f-bar is there is its "
    "definition",
    over=(category3,),
)
def support_coordinates_repaired(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.g_one(at.X)[i, j] == 0)


@proposition5.proof_line(
    "E.1.4: there exists B >= 0 such that ||f-bar(X)||_p <= B: for the integers without a pattern all entries are at "
    "most 6 in absolute value, so B^p = d n 6^p serves",
    over=(category1, category2),
)
def bounded(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: (scrambled_values(i, j) <= 6) & (scrambled_values(i, j) >= -6))


@proposition5.proof_line(
    "E.1.4: g-bar takes the same value as f-bar except for cubes with L in G_delta without G~_delta: no other adds",
    over=(category1,),
    fold="sum",
    relation="=",
    bound=lambda at: 0,
)
def same_on_contexts(at: Operands) -> Number:
    return _distance(at, at.g, scrambled_values, 2)


@proposition5.proof_line(
    "E.1.4: a set that has measure O(delta^d): at most 1 times that",
    over=(category2,),
    fold="sum",
    bound=lambda at: 1 / at.D,
    flaw="constants",
    survives=("yun2020:proposition5.measure@repaired",),
)
def measure(at: Operands) -> Number:
    return at.cube


@proposition5.repairs(
    "measure",
    "a set that has measure at most n(n-1)/2 delta^d",
    reason="each of the n(n-1)/2 pairs of columns is equal on a set of measure delta^d: the constant grows with n",
    over=(category2,),
    fold="sum",
    bound=lambda at: at.pairs / at.D,
)
def measure_repaired(at: Operands) -> Number:
    return at.cube


@proposition5.proof_line(
    "E.1.4, not said: its measure is 1 - (1 - delta^d) (1 - 2 delta^d) ... (1 - (n-1) delta^d)",
    over=(category2,),
    fold="sum",
    relation="=",
    bound=lambda at: 1 - product(Columns(1, at.n - 1, "k"), lambda k: (at.D - k) / at.D),
    said=False,
)
def measure_exact(at: Operands) -> Number:
    return at.cube


@proposition5.proof_line(
    "E.1.4: d_p(f-bar, g-bar) <= (B^p delta^d)^(1/p), for every B with ||f-bar(X)||_p <= B: to the power p, f-bar = 1 "
    "on all cubes, and the least of them, B^p = d n; the entries of f-bar - g-bar are 0 or 1, so every p says the same",
    over=(category1, category2),
    fold="sum",
    bound=lambda at: at.d * at.n / at.D,
    flaw="imprecise",
    survives=("yun2020:proposition5.displayed@repaired",),
)
def displayed(at: Operands) -> Number:
    return _distance(at, at.g_one, one_values, 1)


@proposition5.repairs(
    "displayed",
    "d_p(f-bar, g-bar) <= (n(n-1)/2 B^p delta^d)^(1/p); for f-bar = 1 on all cubes",
    reason="the measure is O(delta^d), and the display takes the O for 1; it is n(n-1)/2 at most. For every f-bar with "
    "rational values it is the theorem proposition_5_distance_for_all_p",
    over=(category1, category2),
    fold="sum",
    bound=lambda at: at.pairs * at.d * at.n / at.D,
)
def displayed_repaired(at: Operands) -> Number:
    return _distance(at, at.g_one, one_values, 1)


@proposition5.proof_line(
    "E.1.4, not said: the same display, repaired, for the integers without a pattern: p = 3, to the power p, B^p = d n "
    "6^3",
    over=(category1, category2),
    fold="sum",
    bound=lambda at: at.pairs * at.d * at.n * 216 / at.D,
    said=False,
)
def displayed_scrambled(at: Operands) -> Number:
    return _distance(at, at.g, scrambled_values, 3)


proposition5.part(
    "there exists g-bar",
    undecided="of every f-bar, which no instance gives: value_identity, value_scrambled and value_swapped@repaired "
    "have three",
    theorem="proposition_5_real",
)
proposition5.part("in T-bar^(2,1,1)", "heads", "head_size", "hidden_size", "activations", theorem="proposition_5_real")
proposition5.part(
    "such that d_p(f-bar, g-bar) = O(delta^(d/p)).",
    undecided="of every f-bar and every p: distance_for_each_n has f-bar = 1 and p = 1; proposition_5_distance_real in "
    "proofs/rocq bounds d_p^p by n(n-1)/2 M delta^d for every f-bar with ||f-bar(X)||_p^p <= M and every p, with the "
    "repaired g_v of Lemma 9",
    theorem="proposition_5_distance_real",
)
proposition5.reads(
    "such that d_p(f-bar, g-bar) = O(delta^(d/p)).",
    "d_p(f-bar, g-bar)^p is at most n(n-1)/2 M delta^d, where ||f-bar(X)||_p^p is at most M; of every f-bar and p by "
    "boxes with weights that cover its integrand, and that these bound the integral is not proved in proofs/rocq",
)


# What may be relaxed

relax_quantiser(proposition5, "g_q", "g", "g_identity", "g_one", clips=True)
relax_value_map(proposition5, "g_v", "g", "g_identity", "g_one")
proposition5.relaxes(
    "constant n(n-1)/2 of the measure", "1", definitions={"pairs": lambda at: Number(integer(1))}, aliases=("n(n-1)/2",)
)
