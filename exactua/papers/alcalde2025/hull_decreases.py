"""lem:convHullDecreases and the remark behind it (Alcalde et al. 2025, Sec. 2.3): the convex hull of tokens shrinks.

    gamma^t in (0, 1)  =>  K^{t+1} is in K^t                       one step of (SA_oo)
    V = diag(3/2, 7/3), P = (I_2 + V)^{-1} V = diag(0.6, 0.7):     it need not be, with P in place of gamma^t

The remark leaves B open: it asks for argmax <B x_2, y> = x_3. Here B exchanges the coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.several import OfSeveral, for_all_of
from exactua.grids.finite import levels, listed
from exactua.networks import Network
from exactua.papers.alcalde2025.dynamics import Rows, diagonal_step, multiple, step
from exactua.papers.alcalde2025.geometry import in_hull, token
from exactua.papers.pages import let, per_box
from exactua.terms.tracing import Columns, Truth, every, point, rational

hull_decreases = Claim(
    "alcalde2025:hull_decreases",
    title="Lemma on decreasing hulls",
    source="Sec. 2.3, lem:convHullDecreases",
    text="If gamma^t in (0,1) then one step of (SA_infinity) shrinks the convex hull of the configuration: K^{t+1} is "
    "contained in K^t.",
    parameters=(
        Parameter("d", "dimension of a token", ladder=(1, 2)),
        Parameter("n", "number of tokens", ladder=(2, 3)),
        Parameter("g", "gamma^t is 1/g", least=2, ladder=(2, 5)),
    ),
    work=per_box(lambda d, n: 4 * 3 ** (d * n)),
    point="X",
)
hull_decreases.requires("d <= 2 (membership in a hull is decided there)")(lambda at: at.d <= 2)

tokens = levels("tokens", -1, 1, 3)
"""Coordinates in {-1, 0, 1}."""


def key_query(name: str, d: int) -> Rows:
    """A key-query matrix B: I, -I, the exchange of first and last coordinate, or a shear."""
    if name == "-I":
        return multiple(-1, d)
    if name == "exchange":
        return [[int(i + k == d - 1) for k in range(d)] for i in range(d)]
    return [[int(i == k or (name == "shear" and k == i + 1)) for k in range(d)] for i in range(d)]


@hull_decreases.family("f", ["I", "-I", "exchange", "shear"])
def one_step(values: Mapping[str, Any], name: str) -> Network:
    return Network(values["d"], step(key_query(name, values["d"]), mpq(1, values["g"])), {"output": 2})


@hull_decreases.states("for four B, each token of x^{t+1} is in K^t", over=(tokens,))
def shrinks(at: Operands) -> OfSeveral:
    return for_all_of(
        at.f,
        lambda f: every(at.columns, lambda i: in_hull(token(f(point), i), point, at.columns, at.rows)),
    )


hull_decreases.part(
    "K^{t+1} is contained in K^t.",
    "shrinks",
    undecided="it is about all tokens, all B and every argmax; `shrinks` decides it for coordinates in {-1, 0, 1}, "
    "four B and the average of the tokens that are best",
)

diagonal_values = Claim(
    "alcalde2025:diagonal_values",
    title="Remark on decreasing hulls",
    source="Sec. 2.3, remark after lem:convHullDecreases",
    text="With a general positive diagonal V^t the hull need not shrink: V = diag(3/2, 7/3), so P = (I+V)^{-1} V = "
    "diag(0.6, 0.7), unit triangle (x_1, x_2, x_3) = (0, e_1, e_2); with argmax_{y in K} <B x_2, y> = x_3 the step "
    "sends "
    "x_2 to x_2 + P (x_3 - x_2) = (0.4, 0.7), which is not in K.",
    parameters=(
        Parameter("d", "dimension of a token", ladder=(2,)),
        Parameter("n", "number of tokens", ladder=(3,)),
    ),
    point="X",
)

triangle = listed("the unit triangle", [[[0, 1, 0], [0, 0, 1]]])


@diagonal_values.network("f")
def preconditioned(_: Mapping[str, Any]) -> Network:
    return Network(2, diagonal_step(key_query("exchange", 2), ["3/5", "7/10"]), {"output": 2})


let(diagonal_values, moved=lambda at: at.f(point))  # x^{t+1}


@diagonal_values.states("P = (I+V)^{-1} V = diag(0.6, 0.7) for V = diag(3/2, 7/3)")
def preconditioner(at: Operands) -> Truth:
    first, second = rational("3/2"), rational("7/3")
    return (first / (1 + first) == "3/5") & (second / (1 + second) == "7/10")


@diagonal_values.states(
    "argmax <B x_2, y> = x_3 and no other token, for the B that exchanges coordinates", over=(triangle,)
)
def third_leads(at: Operands) -> Truth:
    def score(k: int) -> Any:
        return point[2, 2] * point[1, k] + point[1, 2] * point[2, k]

    return (score(3) > score(1)) & (score(3) > score(2))


@diagonal_values.states("the step sends x_2 to (0.4, 0.7)", over=(triangle,))
def sent(at: Operands) -> Truth:
    return (at.moved[1, 2] == "2/5") & (at.moved[2, 2] == "7/10")


@diagonal_values.states("(0.4, 0.7) is not in K", over=(triangle,))
def leaves(at: Operands) -> Truth:
    return ~in_hull(token(at.moved, 2), point, at.columns, Columns(1, 2, "k"))


diagonal_values.part("V = diag(3/2, 7/3), so P = (I+V)^{-1} V = diag(0.6, 0.7)", "preconditioner")
diagonal_values.part("with argmax_{y in K} <B x_2, y> = x_3", "third_leads")
diagonal_values.part("the step sends x_2 to x_2 + P (x_3 - x_2) = (0.4, 0.7)", "sent")
diagonal_values.part("which is not in K.", "leaves")
