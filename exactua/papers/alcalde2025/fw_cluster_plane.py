"""thm: fw.cluster in the plane (Alcalde et al. 2025, Sec. 3): three tokens, and a bound that fails after a few layers.

B_*^t = I_2 for all t: J(x) = |x|^2 / 2, lambda_max = 1. Rows 1 and 2 of a point have the tokens, rows 3 and 4 are room
for the argmin. With the third token 0 is in K^0. In the first two starts the first two tokens change places at t = 0
and the third goes to one of them: K^1 is the segment between the first two, which does not have 0, and all meet in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import listed
from exactua.networks import Network
from exactua.papers.alcalde2025.fw_cluster import CONCLUSION, REASON, TEXT, iteration
from exactua.papers.alcalde2025.geometry import in_hull, origin, square, squared_diameter, token
from exactua.papers.pages import Lines, define, let
from exactua.terms.tracing import Columns, Truth, every, point

fw_cluster_plane = Claim(
    "alcalde2025:fw_cluster_plane",
    title="Theorem (thm: fw.cluster), three tokens in the plane",
    source="Sec. 3, thm: fw.cluster",
    text=TEXT,
    parameters=(
        Parameter("d", "rows of a point: two for tokens, two as room", ladder=(4,)),
        Parameter("n", "number of tokens", ladder=(3,)),
        Parameter("t", "the time t of the bound", least=0, ladder=(0, 1, 2, 15, 16, 28)),
    ),
    point="X",
)


starts = listed(
    "starts",
    [
        [[-8, 8, 1], [6, 6, -2], [0, 0, 0], [0, 0, 0]],
        [[-1000, 1000, 1], [985, 985, -20], [0, 0, 0], [0, 0, 0]],
        [[-3, 3, 1], [-1, 1, 0], [0, 0, 0], [0, 0, 0]],
    ],
)
"""Three tokens around the origin; rows 3 and 4 are 0."""


@fw_cluster_plane.network("f")
def frank_wolfe(values: Mapping[str, Any]) -> Network:
    return iteration(2, values["t"])


plane = Columns(1, 2, "k")

define(fw_cluster_plane, rate=lambda at: 2 / (at.t + 1))  # 2/(t+1)

let(
    fw_cluster_plane,
    now=lambda at: at.f(point, 2 * at.t),  # x^t in rows 1 and 2
    after=lambda at: at.f(point),  # x^{t+1} in rows 1 and 2
    squared_diameter=lambda at: squared_diameter(point, at.columns, plane),  # diam(K^0)^2
    origin_at_first=lambda at: in_hull(origin, point, at.columns, plane),  # 0 in K^0
    origin_now=lambda at: in_hull(origin, at.now, at.columns, plane),  # 0 in K^t
)


def bounded(at: Operands) -> Truth:
    """J(x_i^{t+1}) <= 2/(t+1) lambda_max(B_*^0) diam(K^0)^2 for all i."""
    return every(at.columns, lambda i: square(token(at.after, i), plane) / 2 <= at.rate * at.squared_diameter)


supposed = Lines(fw_cluster_plane, over=(starts,), given=lambda at: at.origin_at_first)


@supposed.states(CONCLUSION.removesuffix("."), flaw="false", same_as="alcalde2025:fw_cluster.bound")
def bound(at: Operands) -> Truth:
    return bounded(at)


@supposed.proof_line(
    "the proof, as the formalisation tells it, uses 0 in K^t for every t",
    flaw="false",
    same_as="alcalde2025:fw_cluster.bound",
)
def origin_stays(at: Operands) -> Truth:
    return at.origin_now


@fw_cluster_plane.repairs(
    "bound",
    "where 0 is in K^t as well, J^t(x_i^{t+1}) <= (2/(t+1)) lambda_max(B_*^0) diam(K^0)^2",
    reason=REASON,
    over=(starts,),
    given=lambda at: at.origin_now,
)
def bound_repaired(at: Operands) -> Truth:
    return bounded(at)


fw_cluster_plane.part(
    CONCLUSION,
    "bound",
    undecided="it is about all tokens and all B_*^t; `bound` decides it for three starts and B_*^t = I",
)
