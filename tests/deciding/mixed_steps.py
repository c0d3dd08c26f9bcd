"""A claim with a step of every kind, small enough to be decided in moments, and what is hashed of a decision."""

from __future__ import annotations

from exactua.certificates.writing import decided_data
from exactua.claims.claim import Claim, Operands
from exactua.claims.decision import Decision
from exactua.claims.folds import folding
from exactua.claims.problem import Problem
from exactua.grids.categories import category1, category2, category3, extended_grid, grid_sequences, u
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.terms.encoding import canonical
from exactua.terms.tracing import Number, Row, Truth, every, point, when

mixed = Claim("yun2020:mixed", "Mixed", "none", "A claim of the tests.")
mixed.network("g_c")(contextual_map)
in_turn = folding(
    start=[1, 0], next=lambda a, x: [when(a[2] >= 7, 0, a[1] / 2 + x[1]), a[2] + 1], holds=lambda a: a[1] > 5
)


@mixed.operand
def top(at: Operands) -> Number:
    """l~_n in units of delta."""
    return at.m * u.dot(at.g_c(point, "sweep"))[at.n]


@mixed.states("nothing falls", over=(category1, category2, category3))
def rises(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.g_c(point, "sweep")[1, j] >= point[1, j])


@mixed.states("false at several points with equal sides", over=(extended_grid,))
def small(at: Operands) -> Truth:
    return point[1, 1] + point[1, 2] <= 0


@mixed.states("one-to-one", over=(category1,), fold="distinct")
def one_to_one(at: Operands) -> Number:
    return at.top


@mixed.states("not one-to-one", over=(grid_sequences, category2), fold="distinct")
def repeated(at: Operands) -> Number:
    return point[1, 1] + point[1, 2]


@mixed.states("more than 1 apart", over=(category1,), fold="apart", bound=lambda at: 1, relation=">")
def apart(at: Operands) -> Row:
    return u.dot(point)


@mixed.states("a sum", over=(category1, category2, category3), fold="sum", bound=lambda at: 0, relation=">")
def weighed(at: Operands) -> Number:
    return point[1, 1] * point[1, 2]


@mixed.states("a fold in order", over=(grid_sequences,), fold=in_turn)
def folded(at: Operands) -> Number:
    return point[1, 1]


def problem(m: int = 6, n: int = 2) -> Problem:
    """The claim at d = 1."""
    return mixed.problem({"d": 1, "n": n, "m": m})


def hashed(decision: Decision) -> str:
    """The bytes that the certificate's digest is of."""
    return canonical(decided_data(decision))
