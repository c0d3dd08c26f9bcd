"""Leaders (Alcalde et al. 2025, Sec. 1.2 and 2.1): hardmax as the limit of softmax, and lem:singleLeader.

    C_i^t = the points of {x_j^t} at which <B x_i^t, y> is greatest; x_i^{t+1} = x_i^t + P (average of C_i^t - x_i^t)

C_i^t is a set of points, not of indices: tokens that coincide are one leader. Tokens are numbers here, d = 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.alcalde2025.dynamics import linear, step
from exactua.papers.pages import Lines, let, per_box
from exactua.terms.tracing import (
    MatrixOperand,
    Number,
    Truth,
    every,
    exp,
    greatest,
    how_many,
    implies,
    least,
    pairwise_distinct,
    point,
    row,
    total,
    when,
)

ONE_ROW = Parameter("d", "dimension of a token", ladder=(1,))

hardmax_limit = Claim(
    "alcalde2025:hardmax_limit",
    title="Eq. hardmax.dynamics.V: the limit beta -> infinity",
    source="Sec. 1.2, eq: hardmax.dynamics.V",
    text="The beta -> +infinity limit of eq: rescaled.Tformers: x_i^{t+1} = x_i^t + P ((#C_i^t)^{-1} sum_{y in "
    "C_i^t} y - "
    "x_i^t), with P = (I_d + V)^{-1} V.",
    parameters=(
        ONE_ROW,
        Parameter("n", "number of tokens", ladder=(2, 3)),
        Parameter("beta", "the inverse temperature", ladder=(1, 4, 16)),
    ),
    work=per_box(lambda n: 20 * n**2 * 4**n),
    point="X",
)
hardmax_limit.requires("d = 1 (tokens are numbers)")(lambda at: at.d == 1)

tokens = levels("tokens", -1, 1, 4)
"""Numbers in {-1, 0, 1, 2}."""


@hardmax_limit.network("soft")
def softmax_step(values: Mapping[str, Any]) -> Network:
    """eq: rescaled.Tformers with V = B = 1, so P = 1/2: tokens are halved, and half of their softmax average added."""
    # The second layer reads x/2 for x
    head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[2]], W_Q=[[2 * values["beta"]]])
    return Network(1, [linear([[mpq(-1, 2)]]), SoftmaxAttentionLayer([head])], {"output": 2})


def _scores(at: Operands, i: Number, k: Number) -> Number:
    """x_i x_k."""
    return point[1, i] * point[1, k]


def _leads(at: Operands, i: Number, k: Number) -> Truth:
    """x_k is in C_i."""
    return _scores(at, i, k) == greatest(at.columns, lambda j: _scores(at, i, j))


def _average(at: Operands, i: Number) -> Number:
    """The average of the points in C_i: each token in it counts 1/m, m tokens being at that point."""

    def share(k: Number) -> Number:
        return when(_leads(at, i, k), 1 / how_many(at.columns, lambda j: point[1, j] == point[1, k]), 0)

    return total(at.columns, lambda k: share(k) * point[1, k]) / total(at.columns, share)


def _hard(at: Operands, i: Number) -> Number:
    """x_i + P (average of C_i - x_i)."""
    return point[1, i] + (_average(at, i) - point[1, i]) / 2


def _bound(at: Operands, i: Number) -> Number:
    """P (n - m)/m e^(-beta gap) width, m tokens leading by the gap at least, or all of them."""
    best = greatest(at.columns, lambda k: _scores(at, i, k))
    worst = least(at.columns, lambda k: _scores(at, i, k))
    gap = least(at.columns, lambda k: when(_leads(at, i, k), best - worst, best - _scores(at, i, k)))
    leading = how_many(at.columns, lambda k: _leads(at, i, k))
    width = greatest(at.columns, lambda k: point[1, k]) - least(at.columns, lambda k: point[1, k])
    return (at.n - leading) / leading * exp(-at.beta * gap) * width / 2


let(
    hardmax_limit,
    softmax=lambda at: at.soft(point),  # the step of eq: rescaled.Tformers
    hardmax=lambda at: row(at.columns, lambda i: _hard(at, i)),  # the step of eq: hardmax.dynamics.V
    bound=lambda at: row(at.columns, lambda i: _bound(at, i)),
)


def _near(at: Operands, i: Number) -> Truth:
    """The two steps differ by the bound at most."""
    apart = at.softmax[1, i] - at.hardmax[i]
    return (apart <= at.bound[i]) & (-apart <= at.bound[i])


@hardmax_limit.proof_line(
    "the two steps differ by P (n - m)/m e^(-beta gap) width at most, m tokens leading: so the limit is as written",
    over=(tokens,),
    flaw="silently assumed",
    survives=("alcalde2025:hardmax_limit.limit@repaired",),
)
def limit(at: Operands) -> Truth:
    return every(at.columns, lambda i: _near(at, i))


@hardmax_limit.repairs(
    "limit",
    "of tokens that are all different the two steps differ by P (n - m)/m e^(-beta gap) width at most, m tokens "
    "leading",
    reason="softmax averages over tokens, and C_i^t is a set of points: where tokens coincide at one of several "
    "leaders, the"
    " limit counts them all and the average of C_i^t counts them once",
    over=(tokens,),
    given=lambda at: pairwise_distinct(row(at.columns, lambda j: point[1, j])),
)
def limit_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda i: _near(at, i))


hardmax_limit.part(
    "The beta -> +infinity limit of eq: rescaled.Tformers: x_i^{t+1} = x_i^t + P ((#C_i^t)^{-1} sum_{y in C_i^t} y - "
    "x_i^t)",
    undecided="it is about all tokens, V and B; `limit` and `limit@repaired` decide a rate for tokens in {-1, ..., 2}, "
    "V = B = "
    "1 and one beta",
)

single_leader = Claim(
    "alcalde2025:single_leader",
    title="Lemma (lem:singleLeader) and its proof",
    source="Sec. 2.1, lem:singleLeader",
    text="If every B^t is invertible, then for almost every initial configuration the leader set consists of exactly "
    "one "
    "point, at every time and every token.",
    parameters=(ONE_ROW, Parameter("n", "number of tokens", ladder=(2,)), Parameter("t", "steps", ladder=(1, 3))),
    point="X",
)
single_leader.requires("d = 1 and n = 2 (two numbers)")(lambda at: (at.d == 1) & (at.n == 2))

numbers = levels("numbers", -3, 1, 7)
"""Numbers in {-3, ..., 3}."""


@single_leader.network("f")
def halfway(values: Mapping[str, Any]) -> Network:
    """t steps with V = 1, so P = 1/2, and B = -1."""
    items = [item for _ in range(values["t"]) for item in step([[-1]], mpq(1, 2))]
    return Network(1, items, {"output": len(items)})


let(single_leader, moved=lambda at: at.f(point, 2))  # x^1


def _leader_points(at: Operands, X: MatrixOperand, i: Number) -> Number:
    """#C_i, points counted, for B = -1."""

    def score(k: Number) -> Number:
        return -X[1, i] * X[1, k]

    def first_at_its_place(k: Number) -> Truth:
        return every(at.columns, lambda j: implies(X[1, j] == X[1, k], j >= k))

    def best(k: Number) -> Truth:
        return score(k) == greatest(at.columns, score)

    return how_many(at.columns, lambda k: best(k) & first_at_its_place(k))


opposite = Lines(single_leader, over=(numbers,), given=lambda at: (point[1, 1] > 0) & (point[1, 2] < 0))


@opposite.proof_line(
    "the proof, as the formalisation tells it: a piecewise affine step maps no set of positive measure onto a null "
    "set; for "
    "P = 1/2 and B = -1 read: of tokens x_1 > 0 > x_2 the step leaves two",
    flaw="false",
    survives=("alcalde2025:single_leader.one_point",),
)
def stay_two(at: Operands) -> Truth:
    return at.moved[1, 1] != at.moved[1, 2]


@opposite.proof_line("not said: they merge at their middle", said=False)
def merge(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.moved[1, i] == (point[1, 1] + point[1, 2]) / 2)


@single_leader.states(
    "of two tokens other than 0, P = 1/2 and B = -1: the leader set is one point, at first and after t steps",
    over=(numbers,),
    given=lambda at: (point[1, 1] != 0) & (point[1, 2] != 0),
)
def one_point(at: Operands) -> Truth:
    return every(at.columns, lambda i: (_leader_points(at, point, i) == 1) & (_leader_points(at, at.f(point), i) == 1))


single_leader.part(
    "for almost every initial configuration the leader set consists of exactly one point, at every time and every "
    "token.",
    "one_point",
    undecided="it is about almost every start, all P and B; `one_point` decides it for two integers from -3 to 3 "
    "other than 0, P = 1/2, B = -1, at first and after t steps",
)
