"""Lemma 10 (Yun et al. 2020, App. E.3.1; proof in App. E.3.4): what n selective shifts make of the largest column id.

    D^(n-1) (D-1)  <=  l~_n  <=  D^n (D-1) - (D-1)^2        in units of delta, D = delta^-d

and the map from l_1 < ... < l_n to l~_n is one-to-one. l~_n is the id of the n-th column after the sweep.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1
from exactua.papers.pages import Lines, let
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import relax_sweep
from exactua.papers.yun2020.vocabulary import D, after_sweep, assume_throughout, assume_two_cubes, l, new_id, spread
from exactua.terms.tracing import Columns, Number, Truth, total

lemma10 = Claim(
    "yun2020:lemma10",
    title="Lemma 10",
    source="App. E.3.1; proof in App. E.3.4",
    text="After n shift operations, l~_n = u^T L~_(:,n) satisfies the following bounds: delta^(-(n-1)d+1) "
    "(delta^-d - 1) <= l~_n <= delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2. Also, the map from [l_1 ... "
    "l_n] in [0 : delta : delta^(-d+1) - delta] (where l_1 < ... < l_n) to l~_n is one-to-one.",
)
lemma10.rests_on("category1", "column_id", "coarse_resolution", where="App. E.3.4")
lemma10.network("g_c")(contextual_map)
assume_throughout(lemma10)
assume_two_cubes(lemma10)
lemma10.define(D)
lemma10.operand(after_sweep)

let(lemma10, top=lambda at: at.after_sweep[at.n])  # l~_n, in units of delta


lemma10.operand(l)


in_category1 = Lines(lemma10, over=(category1,))


@in_category1.states("delta^(-(n-1)d+1) (delta^-d - 1) <= l~_n")
def lower_bound(at: Operands) -> Truth:
    return at.D ** (at.n - 1) * (at.D - 1) <= at.top


@in_category1.states("l~_n <= delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2")
def upper_bound(at: Operands) -> Truth:
    return at.top <= at.D**at.n * (at.D - 1) - (at.D - 1) ** 2


@in_category1.states("the map from [l_1 ... l_n] to l~_n is one-to-one", fold="distinct")
def one_to_one(at: Operands) -> Number:
    return at.top


def display(at: Operands) -> Number:
    """l_n + sum_(k=1..n-1) delta^(-kd) (l_(n-k) - l_(n-k+1)) + delta^(-nd) (l_n - l_1), in units of delta."""
    return new_id(at, at.n)


def telescoped(at: Operands) -> Number:
    """delta^(-(n-1)d) sum_(k=1..n-1) (l_(n-k) - l_(n-k+1)) + delta^(-nd) (l_n - l_1), in units of delta."""
    gaps = total(Columns(1, at.n - 1, "k"), lambda k: at.l[at.n - k] - at.l[at.n - k + 1])
    return at.D ** (at.n - 1) * gaps + at.D**at.n * spread(at)


def coarsest(at: Operands) -> Number:
    """l_n + delta^-d (l_1 - l_n) + delta^(-nd) (l_n - l_1), in units of delta."""
    return at.l[at.n] + at.D * (at.l[1] - at.l[at.n]) + at.D**at.n * spread(at)


@in_category1.proof_line(
    "E.3.4: l~_n := l_n + sum_(k=1..n-1) delta^(-kd) (l_(n-k) - l_(n-k+1)) + delta^(-nd) (l_n - l_1)"
)
def closed_form(at: Operands) -> Truth:
    return at.top == display(at)


@in_category1.proof_line("E.3.4: >= delta^(-(n-1)d) sum_(k=1..n-1) (l_(n-k) - l_(n-k+1)) + delta^(-nd) (l_n - l_1)")
def above_telescoped(at: Operands) -> Truth:
    return display(at) >= telescoped(at)


@in_category1.proof_line("E.3.4: = (delta^(-nd) - delta^(-(n-1)d)) (l_n - l_1)")
def telescopes(at: Operands) -> Truth:
    return telescoped(at) == (at.D**at.n - at.D ** (at.n - 1)) * spread(at)


@in_category1.proof_line("E.3.4: (delta^(-nd) - delta^(-(n-1)d)) (l_n - l_1) >= delta^(-(n-1)d+1) (delta^-d - 1)")
def above_lower_bound(at: Operands) -> Truth:
    return (at.D**at.n - at.D ** (at.n - 1)) * spread(at) >= at.D ** (at.n - 1) * (at.D - 1)


@in_category1.proof_line("E.3.4: l~_n <= l_n + delta^-d (l_1 - l_n) + delta^(-nd) (l_n - l_1)")
def below_coarsest(at: Operands) -> Truth:
    return at.top <= coarsest(at)


@in_category1.proof_line("E.3.4: <= delta^(-d+1) - delta + (delta^(-nd) - delta^-d) (delta^(-d+1) - delta)")
def coarsest_bounded(at: Operands) -> Truth:
    return coarsest(at) <= at.D - 1 + (at.D**at.n - at.D) * (at.D - 1)


@lemma10.proof_line("E.3.4: = delta^(-nd+1) (delta^-d - 1) - delta (delta^-2d - 2 delta^-d + 1)")
def bound_expanded(at: Operands) -> Truth:
    expanded = at.D**at.n * (at.D - 1) - (at.D**2 - 2 * at.D + 1)
    return at.D - 1 + (at.D**at.n - at.D) * (at.D - 1) == expanded


@lemma10.proof_line("E.3.4: = delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2")
def bound_factored(at: Operands) -> Truth:
    expanded = at.D**at.n * (at.D - 1) - (at.D**2 - 2 * at.D + 1)
    return expanded == at.D**at.n * (at.D - 1) - (at.D - 1) ** 2


lemma10.part("delta^(-(n-1)d+1) (delta^-d - 1) <= l~_n", "lower_bound", theorem="lemma_10_bounds")
lemma10.part("<= delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2.", "upper_bound", theorem="lemma_10_bounds")
lemma10.part(
    "the map from [l_1 ... l_n] in [0 : delta : delta^(-d+1) - delta] (where l_1 < ... < l_n) to l~_n is one-to-one.",
    "one_to_one",
    theorem="lemma_10_one_to_one",
)
lemma10.reads(
    "in [0 : delta : delta^(-d+1) - delta]",
    "of each l_j; of the n numbers together, as printed, see coarse_resolution.in_the_range",
)


# What may be relaxed

relax_sweep(lemma10, "gain", "wide", "low", "high", "both", "fewer", "order", except_for=("closed_form",))
