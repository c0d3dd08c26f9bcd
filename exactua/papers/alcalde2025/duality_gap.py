"""prop: trash (Alcalde et al. 2025, Sec. 4): the Frank-Wolfe gap for B^t = beta^t B with B positive semidefinite.

    min_{tau in [1, t]} max_{y in K^tau} <grad J^tau(x_i^tau), x_i^tau - y>
        <=  (1/t) (J^1(x_i^1)/gamma^1 - inf_{y in K^t} J^t(y)/gamma^t),        J^tau(y) = -<B^tau y, y>/2

Here gamma^t = beta^t = 1/(t + 2), whose ratios are equal, and B has 2 on the diagonal and 1 beside it. The maximum over
K^tau, of a linear functional, and the infimum of J^t over K^t, which is concave, are taken at tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.networks import Network
from exactua.papers.alcalde2025.dynamics import positive, step
from exactua.papers.alcalde2025.geometry import Vector, inner, minus, times_positive, token
from exactua.papers.pages import let, per_box
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, greatest, least, point

duality_gap = Claim(
    "alcalde2025:duality_gap",
    title="Proposition (prop: trash)",
    source="Sec. 4, prop: trash",
    text="Suppose B^t = beta^t B for B >= 0, with beta^t/beta^{t+1} = gamma^t/gamma^{t+1} for all t >= 0. Then "
    "particles "
    "evolving according to (SA_infinity) satisfy min_{tau in [1,t]} max_{y in K^tau} <grad J^tau(x_i^tau), x_i^tau - "
    "y> "
    "<= (1/t) (J^1(x_i^1)/gamma^1 - inf_{y in K^t} J^t(y)/gamma^t), where J^tau(y) = -(1/2) <B^tau y, y>.",
    parameters=(
        Parameter("d", "dimension of a token", ladder=(1, 2)),
        Parameter("n", "number of tokens", ladder=(2, 3)),
        Parameter("t", "the time t of the bound", ladder=(1, 2, 4)),
    ),
    work=per_box(lambda d, n, t: t * 3 ** (d * n)),
    point="X",
)

tokens = levels("tokens", -1, 1, 3)
"""Coordinates in {-1, 0, 1}."""


@duality_gap.network("f")
def hardmax(values: Mapping[str, Any]) -> Network:
    items = [item for s in range(values["t"]) for item in step(positive(values["d"]), mpq(1, s + 2))]
    return Network(values["d"], items, {"output": len(items)})


let(
    duality_gap,
    first=lambda at: at.f(point, 2),  # x^1
    last=lambda at: at.f(point),  # x^t
)


def form(x: Vector, at: Operands) -> Number:
    """<B x, x>."""
    return inner(times_positive(x, at.rows), x, at.rows)


def gap(at: Operands, X: MatrixOperand, i: Number) -> Number:
    """The maximum over K^tau of <-B x_i, x_i - y>."""
    x = token(X, i)
    return greatest(at.columns, lambda k: inner(times_positive(x, at.rows), minus(token(X, k), x), at.rows))


@duality_gap.states(
    "the least of the gaps at the times 1, ..., t is at most (J^1(x_i^1)/gamma^1 - inf J^t/gamma^t)/t", over=(tokens,)
)
def bound(at: Operands) -> Truth:
    # J^tau/gamma^tau = -<B y, y>/2, and the gap has the factor beta^tau
    def satisfied(i: Number) -> Truth:
        least_gap = least(Columns(1, at.t, "tau"), lambda tau: gap(at, at.f.after(point, 2 * tau), i) / (tau + 2))
        greatest_form = greatest(at.columns, lambda k: form(token(at.last, k), at))
        return at.t * least_gap <= (greatest_form - form(token(at.first, i), at)) / 2

    return every(at.columns, satisfied)


duality_gap.part(
    "min_{tau in [1,t]} max_{y in K^tau} <grad J^tau(x_i^tau), x_i^tau - y> <= (1/t) (J^1(x_i^1)/gamma^1 - inf_{y in "
    "K^t} "
    "J^t(y)/gamma^t)",
    "bound",
    undecided="it is about all tokens, B >= 0 and steps; `bound` decides it for coordinates in {-1, 0, 1}, one B and "
    "gamma^t = beta^t = 1/(t + 2)",
)
duality_gap.reads("(1/t)", "the bound is for t >= 1; it is not said for which t it is")
