"""Supremum Norm (web page, 'Key Formulas'), and that a bound in d_p would not control it.

    ||F||_inf = sup over x in K of ||F(x)||

The page states its theorem in this norm. That of Yun et al. bounds d_p, the p-th root of the integral of |f - g|^p: a
tent of height 1 on [0, 2/m] has the integral 1/m, so that as m grows it goes to 0 in d_1, and stays at distance 1 from
0 in the supremum norm. K is [0, 1].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import M_STEPS, Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.networks import RELU, FeedForwardLayer, Network
from exactua.papers.background.temperature import ONE_ROW
from exactua.terms.tracing import Columns, Number, Truth, integral, parameter, point, total, when

supremum_norm = Claim(
    "background:supremum_norm",
    title="Supremum Norm",
    source="'Key Formulas'; 'Formal Definition'",
    text="The sup-norm measures worst-case error over a domain. Universal approximation guarantees control this"
    " maximum deviation.",
    parameters=(ONE_ROW, Parameter("n", "tokens: one", ladder=(1,)), M_STEPS),
)
supremum_norm.assumes(
    "Transformers approximate every continuous function in the supremum norm",
    where="'Key Formulas', Transformer Universal Approximation",
)
supremum_norm.requires("d = n = 1 (x is one number)")(lambda at: (at.d == 1) & (at.n == 1))

corners = levels("corners", 0, 1 / parameter("m"), parameter("m") + 1)
"""0, 1/m, ..., 1: between two of them the tent is affine, so that its maximum over [0, 1] is at one of them."""


@supremum_norm.network("tent")
def tent(values: Mapping[str, Any]) -> Network:
    """x -> m x on [0, 1/m], 2 - m x on [1/m, 2/m], 0 elsewhere: four ReLUs, two of which take x away."""
    m = values["m"]
    W_2 = [[m, -2 * m, m, -1, 1]]
    layer = FeedForwardLayer([[1], [1], [1], [1], [-1]], [0, f"-1/{m}", f"-2/{m}", 0, 0], W_2, [0], RELU)
    return Network(1, (layer,), {"output": 1})


def _value(at: Operands) -> Number:
    return at.tent(point)[1, 1]


def formula(at: Operands, x: Number) -> Number:
    """The tent at x >= 0."""
    return when(at.m * x <= 1, at.m * x, when(at.m * x <= 2, 2 - at.m * x, 0))


@supremum_norm.define
def d_1(at: Operands) -> Number:
    """The integral of the tent over [0, 1], cell by cell: on cell k it runs from formula(k/m) to formula((k+1)/m)."""
    side = 1 / at.m

    def on_cell(k: Number) -> Number:
        left, right = formula(at, k / at.m), formula(at, (k + 1) / at.m)
        return integral(side, lambda h: left + (right - left) * at.m * h[1, 1])

    return total(Columns(0, at.m - 1, "k"), on_cell)


@supremum_norm.proof_line(
    "not said: the network is the tent, and its integral over [0, 1] is 1/m", over=(corners,), said=False
)
def is_tent(at: Operands) -> Truth:
    return (_value(at) == formula(at, point[1, 1])) & (at.m * at.d_1 == 1)


@supremum_norm.proof_line(
    "the sup-norm measures worst-case error: the maximum of |F(x)| over [0, 1] is attained, for the tent it is 1",
    over=(corners,),
    fold="sum",
    bound=lambda at: 1,
    relation="=",
)
def worst_case(at: Operands) -> Number:
    return when(_value(at) >= 1, 1, 0)


@supremum_norm.proof_line(
    "not said: universal approximation in the sup-norm, which is the page's, controls this maximum deviation; a bound "
    "of d_1(f, 0) alone would not: it is less than |f(x)| where the tent has its top",
    over=(corners,),
    given=lambda at: point[1, 1] * at.m == 1,
    said=False,
)
def not_by_d_1(at: Operands) -> Truth:
    return at.d_1 < _value(at)


supremum_norm.part(
    "The sup-norm measures worst-case error over a domain.",
    undecided="It says in words what the norm is, of every function and domain; `worst_case` decides for one tent that "
    "the maximum over [0, 1] is attained, and is 1.",
)
supremum_norm.part(
    "Universal approximation guarantees control this maximum deviation.",
    undecided="It is about all functions that Transformers approximate; for one tent a proof line "
    "decides that a bound of d_1 would not control it.",
)
