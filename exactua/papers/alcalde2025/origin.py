"""prop: origin (Alcalde et al. 2025, Sec. 5): by softmax, (SA_beta), all tokens go to one point of their hull.

    x_i^{t+1} = (1 - gamma) x_i^t + gamma sum_j w_ij x_j^t,   w_ij = e^(beta <x_i, x_j>) / sum_k e^(beta <x_i, x_k>)

The formalisation's proof: where all |x_i| <= R every weight is c = e^(-beta R^2) / (n e^(beta R^2)) at least, and one
step multiplies the diameter by 1 - gamma c at most. It is decided for one step, in balls; d = 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.alcalde2025.dynamics import linear
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.papers.pages import Lines, let, per_box
from exactua.terms.tracing import MatrixOperand, Number, Row, Truth, every, exp, greatest, least, point, row, total

origin = Claim(
    "alcalde2025:origin",
    title="Proposition (prop: origin)",
    source="Sec. 5, prop: origin",
    text="Suppose beta > 0. There is gamma_* in (0,1) such that for every gamma in (0, gamma_*) and every initial "
    "configuration there is x^* in conv{x_i^0} with x_i^t -> x^* for every particle i following eq: softmax.ODE.",
    parameters=(
        Parameter("d", "dimension of a token", ladder=(1,)),
        Parameter("n", "number of tokens", ladder=(2, 3)),
        Parameter("beta", "the inverse temperature", ladder=(1, 4)),
        Parameter("g", "gamma is 1/g", least=2, ladder=(2,)),
    ),
    work=per_box(lambda n: 40 * n**2 * 3**n),
    point="X",
)
origin.requires("d = 1 (tokens are numbers)")(lambda at: at.d == 1)

tokens = levels("tokens", -1, 1, 3)
"""Numbers in {-1, 0, 1}."""


@origin.network("f")
def softmax_step(values: Mapping[str, Any]) -> Network:
    """One step: tokens times 1 - gamma, and gamma times their softmax average is added."""
    gamma = mpq(1, values["g"])
    back = 1 / (1 - gamma)  # The second layer reads (1 - gamma) x for x
    head = AttentionHead(W_O=[[gamma]], W_V=[[back]], W_K=[[back]], W_Q=[[values["beta"] * back]])
    return Network(1, [linear([[-gamma]]), SoftmaxAttentionLayer([head])], {"output": 2})


let(origin, moved=lambda at: at.f(point))  # x^{t+1}


def attention_scores(at: Operands, i: Number) -> Row:
    """w_ij, j = 1, ..., n."""
    return softmax(row(at.columns, lambda j: at.beta * point[1, i] * point[1, j]), at.columns)


def _width(at: Operands, X: MatrixOperand) -> Number:
    """The diameter of conv{x_i}."""
    return greatest(at.columns, lambda i: X[1, i]) - least(at.columns, lambda i: X[1, i])


def _floor(at: Operands) -> Number:
    """c, with R the greatest |x_i|."""
    radius = greatest(at.columns, lambda i: point[1, i] ** 2)
    return exp(-at.beta * radius) / (at.n * exp(at.beta * radius))


everywhere = Lines(origin, over=(tokens,))


@everywhere.proof_line("eq: softmax.ODE is the network's step")
def softmax_ode(at: Operands) -> Truth:
    def said(i: Number) -> Number:
        w = attention_scores(at, i)
        return (1 - 1 / at.g) * point[1, i] + total(at.columns, lambda j: w[j] * point[1, j]) / at.g

    return every(at.columns, lambda i: at.moved[1, i] == said(i))


@everywhere.states("x_i^{t+1} is in conv{x_i^t}")
def in_the_hull(at: Operands) -> Truth:
    low, high = least(at.columns, lambda i: point[1, i]), greatest(at.columns, lambda i: point[1, i])
    return every(at.columns, lambda i: (low <= at.moved[1, i]) & (at.moved[1, i] <= high))


@everywhere.proof_line("not said: every weight is e^(-beta R^2) / (n e^(beta R^2)) at least", said=False)
def weights(at: Operands) -> Truth:
    return every(at.columns, lambda i: every(at.columns, lambda j: attention_scores(at, i)[j] >= _floor(at)))


@everywhere.states("one step multiplies the diameter by 1 - gamma c at most, c = e^(-beta R^2) / (n e^(beta R^2)) > 0")
def contracts(at: Operands) -> Truth:
    return _width(at, at.moved) <= (1 - _floor(at) / at.g) * _width(at, point)


origin.part(
    "there is x^* in conv{x_i^0} with x_i^t -> x^* for every particle i following eq: softmax.ODE.",
    "in_the_hull",
    "contracts",
    undecided="it is about all starts and the limit; decided for one step from tokens in {-1, 0, 1}. With both at "
    "every step,"
    " c being the same, diameters go to 0 in hulls that do not grow: the limit",
)
