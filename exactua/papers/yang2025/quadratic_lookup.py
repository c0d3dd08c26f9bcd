"""'Table Lookup' and 'Quadratic maximization' (Yang et al. 2025, draft): position i attends to position a_i.

    q_i = (a_i, 1),  k_j = (2j, -j^2),  s_(i,j) = 2 a_i j - j^2

Rows of a point: a_j, f(j), and rows for j, j^2 and the result, which are 0; f takes all values 0 and 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import vocabulary
from exactua.networks import AttentionHead, AttentionLayer, Layer, PositionalEncoding, SoftmaxAttentionLayer, TieRule
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, magnitude, network, rows
from exactua.terms.tracing import NetworkOperand, Number, Truth, every, exp, point

quadratic_lookup = Claim(
    "yang2025:quadratic_lookup",
    title="Table Lookup by quadratic maximization",
    source=DRAFT + "'Self-Attention Layers', 'Table Lookup', 'Quadratic maximization'",
    text="If f : [n] -> R is any function and we can use the position embedding to store f(j) at position j, then "
    "table lookup makes it possible to compute f(a_i) at each position i. The dot product s_(i,j) is 2 a_i j - j^2, "
    "which is uniquely maximized when j = a_i. This is true even if either q_i or k_j is scaled by some factor.",
    parameters=(
        rows(5, "a, f, j, j^2, the result"),
        Parameter("n", "number of positions", ladder=(1, 2, 3)),
        Parameter("s", "the factor of the scores for softmax", ladder=(1, 4)),
    ),
)

tables = vocabulary("a in {1, 2, 3}, f in {0, 1}", [[a, f, 0, 0, 0] for a in (1, 2, 3) for f in (0, 1)])


def _positions(values: Mapping[str, Any]) -> Layer:
    """Rows 3 and 4 get j and j^2."""
    places = range(1, values["n"] + 1)
    none = [0] * values["n"]
    return PositionalEncoding([none, none, [*places], [j**2 for j in places], none])


def _head(factor: int = 1) -> AttentionHead:
    """Query factor (a, 1), key (2j, -j^2), value f(j), into row 5."""
    return AttentionHead(
        W_O=[[0]] * 4 + [[1]],
        W_V=[[0, 1, 0, 0, 0]],
        W_K=[[0, 0, 2, 0, 0], [0, 0, 0, -1, 0]],
        W_Q=[[factor, 0, 0, 0, 0], [0] * 5],
        b_Q=[0, factor],
    )


networks(
    quadratic_lookup,
    ahat=lambda values: network(5, _positions(values), AttentionLayer([_head()])),
    uhat=lambda values: network(5, _positions(values), AttentionLayer([_head()], TieRule.LEFTMOST)),
    smat=lambda values: network(5, _positions(values), SoftmaxAttentionLayer([_head(values["s"])])),
)


def _integers_of_positions(at: Operands) -> Truth:
    """Every a_i is a position."""
    return every(at.columns, lambda i: point[1, i] <= at.n)


of_tables = Lines(quadratic_lookup, over=(tables,), given=_integers_of_positions)


def _beats(at: Operands, score: Any) -> Truth:
    """At every position i the score of j = a_i is above all others."""
    return every(
        at.columns,
        lambda i: every(
            at.columns, lambda j: (j == point[1, i]) | (score(point[1, i], j) < score(point[1, i], point[1, i]))
        ),
    )


def _product(a: Number, j: Number) -> Number:
    return 2 * a * j - j**2


@of_tables.states("s_(i,j) = 2 a_i j - j^2 is uniquely maximized when j = a_i")
def maximised(at: Operands) -> Truth:
    return _beats(at, _product)


def _looks_up(at: Operands, f: NetworkOperand) -> Truth:
    return every(at.columns, lambda i: f(point)[5, i] == point[2, point[1, i]])


@of_tables.states("table lookup computes f(a_i) at each position i: UHAT and AHAT, each f with values 0 and 1")
def looked_up(at: Operands) -> Truth:
    return _looks_up(at, at.ahat) & _looks_up(at, at.uhat)


@of_tables.states(
    "uniquely maximized when j = a_i, even if q_i or k_j is scaled by a factor: 1/2 or 3, the same for all j"
)
def scaled(at: Operands) -> Truth:
    return _beats(at, lambda a, j: _product(a, j) / 2) & _beats(at, lambda a, j: 3 * _product(a, j))


@of_tables.proof_line(
    "uniquely maximized when j = a_i, even if k_j is scaled by a factor of its own, such as 1/j",
    flaw="reading",
    survives=("yang2025:quadratic_lookup.scaled",),
)
def scaled_by_place(at: Operands) -> Truth:
    return _beats(at, lambda a, j: _product(a, j) / j)


@of_tables.proof_line(
    "not said: softmax attention with the scores times s is off by (n - 1) exp(-s) at most, f with values 0 and 1",
    said=False,
)
def by_softmax(at: Operands) -> Truth:
    return every(
        at.columns,
        lambda i: magnitude(at.smat(point)[5, i] - point[2, point[1, i]]) <= (at.n - 1) * exp(-at.s),
    )


quadratic_lookup.part(
    "If f : [n] -> R is any function and we can use the position embedding to store f(j) at position j, then table "
    "lookup makes it possible to compute f(a_i) at each position i.",
    "looked_up",
)
quadratic_lookup.part(
    "The dot product s_(i,j) is 2 a_i j - j^2, which is uniquely maximized when j = a_i.", "maximised"
)
quadratic_lookup.part("This is true even if either q_i or k_j is scaled by some factor.", "scaled")
quadratic_lookup.reads(
    "This is true even if either q_i or k_j is scaled by some factor.",
    "the factor is positive, and that of k_j is the same for all j (scaled_by_place)",
)
quadratic_lookup.reads("If f : [n] -> R is any function", "every f with values 0 and 1")
