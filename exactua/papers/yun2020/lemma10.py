"""Lemma 10 (Yun et al. 2020, App. E.3.1; proof in App. E.3.4): what n selective shifts make of the largest column id.

    D^(n-1) (D-1)  <=  l~_n  <=  D^n (D-1) - (D-1)^2        in units of delta, D = delta^-d

and the map from l_1 < ... < l_n to l~_n is one-to-one. l~_n is the id of the n-th column after the sweep.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, u
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes
from exactua.terms.tracing import Columns, Number, Row, Truth, point, total

lemma10 = Claim(
    "yun2020:lemma10",
    title="Lemma 10",
    source="App. E.3.1; proof in App. E.3.4",
    text="After n shift operations, l~_n = u^T L~_(:,n) satisfies delta^(-(n-1)d+1) (delta^-d - 1) <= l~_n <= "
    "delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2. Also, the map from [l_1 ... l_n] (where l_1 < ... < l_n) "
    "to l~_n is one-to-one.",
)
lemma10.network("g_c")(contextual_map)
assume_throughout(lemma10)
assume_two_cubes(lemma10)
lemma10.define(D)


@lemma10.operand
def after_sweep(at: Operands) -> Row:
    """l~_1, ..., l~_n: the ids after the sweep, shape (n,), in units of delta; columns by increasing l_j."""
    return u.dot(at.g_c(point, "sweep")).times(at.columns, at.m)


@lemma10.operand
def top(at: Operands) -> Number:
    """l~_n, in units of delta."""
    return at.after_sweep[at.n]


@lemma10.operand
def l(at: Operands) -> Row:
    """l_1, ..., l_n: the ids of the columns, shape (n,), in units of delta."""
    return u.dot(point).times(at.columns, at.m)


@lemma10.states("delta^(-(n-1)d+1) (delta^-d - 1) <= l~_n", over=(category1,))
def lower_bound(at: Operands) -> Truth:
    return at.D ** (at.n - 1) * (at.D - 1) <= at.top


@lemma10.states("l~_n <= delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2", over=(category1,))
def upper_bound(at: Operands) -> Truth:
    return at.top <= at.D**at.n * (at.D - 1) - (at.D - 1) ** 2


@lemma10.states("the map from [l_1 ... l_n] to l~_n is one-to-one", over=(category1,), fold="distinct")
def one_to_one(at: Operands) -> Number:
    return at.top


@lemma10.proof_line(
    "E.3.4: l~_n := l_n + sum_(k=1..n-1) delta^(-kd) (l_(n-k) - l_(n-k+1)) + delta^(-nd) (l_n - l_1)", over=(category1,)
)
def closed_form(at: Operands) -> Truth:
    gaps = total(Columns(1, at.n - 1, "k"), lambda k: at.D**k * (at.l[at.n - k] - at.l[at.n - k + 1]))
    return at.top == at.l[at.n] + gaps + at.D**at.n * (at.l[at.n] - at.l[1])
