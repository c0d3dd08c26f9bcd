"""Lemma 10 (Yun et al. 2020, App. E.3.1; proof in App. E.3.4): what n selective shifts make of the largest column id.

    D^(n-1) (D-1)  <=  l~_n  <=  D^n (D-1) - (D-1)^2        in units of delta, D = delta^-d

and the map from l_1 < ... < l_n to l~_n is one-to-one. l~_n is the id of the n-th column after the sweep.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, u
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.terms.tracing import Number, Row, Truth, point

lemma10 = Claim(
    "yun2020:lemma10",
    title="Lemma 10",
    source="App. E.3.1; proof in App. E.3.4",
    text="After n shift operations, l~_n = u^T L~_(:,n) satisfies delta^(-(n-1)d+1) (delta^-d - 1) <= l~_n <= "
    "delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2. Also, the map from [l_1 ... l_n] (where l_1 < ... < l_n) "
    "to l~_n is one-to-one.",
)
lemma10.network("g_c")(contextual_map)


@lemma10.requires("n >= 2")
def at_least_two_columns(at: Operands) -> Truth:
    return at.n >= 2


@lemma10.requires("delta^-1 >= 2")
def at_least_two_cubes(at: Operands) -> Truth:
    return at.m >= 2


@lemma10.define
def D(at: Operands) -> Number:
    """delta^-d, the number of column ids."""
    return at.m**at.d


@lemma10.operand
def shifted(at: Operands) -> Row:
    """l~_1, ..., l~_n: the ids after the sweep, shape (n,), in units of delta; columns by increasing l_j."""
    return u.dot(at.g_c(point, "sweep")).times(at.columns, at.m)


@lemma10.operand
def top(at: Operands) -> Number:
    """l~_n, in units of delta."""
    return at.shifted[at.n]


@lemma10.states("delta^(-(n-1)d+1) (delta^-d - 1) <= l~_n", over=(category1,))
def lower_bound(at: Operands) -> Truth:
    return at.D ** (at.n - 1) * (at.D - 1) <= at.top


@lemma10.states("l~_n <= delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2", over=(category1,))
def upper_bound(at: Operands) -> Truth:
    return at.top <= at.D**at.n * (at.D - 1) - (at.D - 1) ** 2


@lemma10.states("the map from [l_1 ... l_n] to l~_n is one-to-one", over=(category1,), fold="distinct")
def one_to_one(at: Operands) -> Number:
    return at.top
