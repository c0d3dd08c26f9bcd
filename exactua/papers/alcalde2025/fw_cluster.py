"""thm: fw.cluster (Alcalde et al. 2025, Sec. 3): Frank-Wolfe for J(x) = <B_* x, x> / 2 at the rate 1/t; on the line.

    J^t(x_i^{t+1})  <=  2/(t+1) lambda_max(B_*^0) diam(K^0)^2        if 0 is in K^0, gamma^t = 2/(t+2)

Here d = 1 and B_*^t = 1 for all t, as the theorem allows: J(x) = x^2 / 2, lambda_max = 1. Row 1 of a point has the
tokens; row 2, which is 0 at every time t, is room for the argmin (`dynamics.step_with_room`).

That 0 is in K^0 does not make it be in K^t, and the proof uses that. Of 3 and -1, which change places first, the next
step makes 1/3 and 5/3; from then on 1/3 is the argmin of both. Of -3 and 2 three steps make -1/2 twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import vocabulary
from exactua.networks import Network
from exactua.papers.alcalde2025.dynamics import multiple, step_with_room
from exactua.papers.pages import Lines, define, let
from exactua.terms.tracing import MatrixOperand, Number, Truth, every, greatest, least, point, when

TEXT = (
    "Suppose B_*^t - B_*^{t+1} >= 0 and B_*^t >= 0 for all t >= 0. Fix gamma^t = 2/(t+2) and suppose 0 in K^0. Then "
    "particles evolving according to eq: hardmax.dynamics.V_fw satisfy J^t(x_i^{t+1}) <= (2/(t+1)) lambda_max(B_*^0) "
    "diam(K^0)^2."
)
CONCLUSION = "J^t(x_i^{t+1}) <= (2/(t+1)) lambda_max(B_*^0) diam(K^0)^2."
REASON = (
    "the proof uses 0 in K^t at every time; only 0 in K^0 is assumed, and the hull moves away from the origin. As hulls"
    " do not grow, 0 in K^t is enough"
)

fw_cluster = Claim(
    "alcalde2025:fw_cluster",
    title="Theorem (thm: fw.cluster), two tokens on the line",
    source="Sec. 3, thm: fw.cluster",
    text=TEXT,
    parameters=(
        Parameter("d", "rows of a point: one for tokens, one as room", ladder=(2,)),
        Parameter("n", "number of tokens", ladder=(2,)),
        Parameter("t", "the time t of the bound", least=0, ladder=(0, 1, 2, 3, 399, 400)),
    ),
    point="X",
)

starts = vocabulary("starts", [[x, 0] for x in (-3, -2, -1, 1, 2, 3)])
"""Tokens are integers from -3 to 3; not 0, of which every point is the argmin. Row 2 is 0."""


def iteration(d: int, t: int) -> Network:
    """eq: hardmax.dynamics.V_fw with B_* = I_d and gamma^s = 2/(s+2) at the times s = 0, ..., t, two layers each."""
    items = [item for s in range(t + 1) for item in step_with_room(multiple(-1, d), mpq(2, s + 2))]
    return Network(2 * d, items, {"output": len(items)})


@fw_cluster.network("f")
def frank_wolfe(values: Mapping[str, Any]) -> Network:
    return iteration(1, values["t"])


define(fw_cluster, rate=lambda at: 2 / (at.t + 1))  # 2/(t+1)

let(
    fw_cluster,
    now=lambda at: at.f(point, 2 * at.t),  # x^t in row 1
    after=lambda at: at.f(point),  # x^{t+1} in row 1
)


def J(x: Number) -> Number:
    """J(x) = x^2 / 2."""
    return x**2 / 2


def lowest(at: Operands, X: MatrixOperand) -> Number:
    """The left end of conv{x_i}."""
    return least(at.columns, lambda i: X[1, i])


def highest(at: Operands, X: MatrixOperand) -> Number:
    """The right end of conv{x_i}."""
    return greatest(at.columns, lambda i: X[1, i])


def around_the_origin(at: Operands, X: MatrixOperand) -> Truth:
    """0 in conv{x_i}."""
    return (lowest(at, X) <= 0) & (highest(at, X) >= 0)


def bounded(at: Operands, height: Callable[[Number], Number]) -> Truth:
    """The height of x_i^{t+1} is 2/(t+1) lambda_max(B_*^0) diam(K^0)^2 at most, for all i."""
    diameter = highest(at, point) - lowest(at, point)
    return every(at.columns, lambda i: height(at.after[1, i]) <= at.rate * diameter**2)


supposed = Lines(fw_cluster, over=(starts,), given=lambda at: around_the_origin(at, point))


@supposed.states(CONCLUSION.removesuffix("."), flaw="false", survives=("alcalde2025:fw_cluster.bound@repaired",))
def bound(at: Operands) -> Truth:
    return bounded(at, J)


@supposed.proof_line(
    "the proof, as the formalisation tells it, uses 0 in K^t for every t",
    flaw="false",
    same_as="alcalde2025:fw_cluster.bound",
)
def origin_stays(at: Operands) -> Truth:
    return around_the_origin(at, at.now)


@fw_cluster.repairs(
    "bound",
    "where 0 is in K^t as well, J^t(x_i^{t+1}) <= (2/(t+1)) lambda_max(B_*^0) diam(K^0)^2",
    reason=REASON,
    over=(starts,),
    given=lambda at: around_the_origin(at, at.now),
)
def bound_repaired(at: Operands) -> Truth:
    return bounded(at, J)


@fw_cluster.proof_line(
    "not said: wherever 0 is, J(x_i^{t+1}) is above the minimum of J over K^t by (2/(t+1)) lambda_max(B_*) diam(K^0)^2"
    " at most",
    over=(starts,),
    said=False,
)
def excess(at: Operands) -> Truth:
    low, high = lowest(at, at.now), highest(at, at.now)
    minimum = when(low > 0, J(low), when(high < 0, J(high), 0))
    return bounded(at, lambda x: J(x) - minimum)


fw_cluster.part(
    CONCLUSION,
    "bound",
    undecided="it is about all tokens and all B_*^t; `bound` decides it for two integers from -3 to 3 and B_*^t = 1",
)
