"""Stage 3 of the Depth Reduction Lemma (Hahn 2020, Sec. 5.1; supplement): how likely a random restriction fails.

Each of N free inputs becomes 1 or 0 with probability q/2 each, and stays free with 1 - q. X_0: more than (1 + delta) q
N of them are fixed. q is 1/Q, delta is T/4.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.pages import define
from exactua.terms.tracing import Columns, Number, Truth, every, exp, how_many, point, product, total, when

stage3 = Claim(
    "hahn2020:stage3",
    title="Stage 3: unlikely events",
    source="Sec. 5.1, Stage 3; supplement, Lemmas (X is unlikely)",
    text="P(X_0) <= exp(-delta^2 q (1 - 2 eta) C n / 3) since rho_n^(2) had >= (1 - 2 eta) C n unrestricted input bits "
    "after Stage 2. We have P(Y_(i,h)^s) <= 1 - (q/2)^c in (0, 1).",
    parameters=(
        Parameter("d", "rows of a restriction", only=(1,)),
        Parameter("n", "free inputs of an activation, c", ladder=(1, 2, 3)),
        Parameter("N", "unrestricted input bits", ladder=(1, 4, 12)),
        Parameter("Q", "1/q", least=2, ladder=(3, 20)),
        Parameter("T", "4 delta", ladder=(2, 72)),
    ),
)
stage3.requires("(1 + delta) q in (0, 1)")(lambda at: (1 + at.T / 4) / at.Q < 1)


def _binomial(n: Number, k: Number) -> Number:
    return product(Columns(1, k, "t"), lambda t: (n - k + t) / t)


define(
    stage3,
    q=lambda at: 1 / at.Q,
    delta=lambda at: at.T / 4,
    # P(X_0) for N independent inputs
    probability=lambda at: total(
        Columns(0, at.N, "i"),
        lambda i: when(i > (1 + at.delta) * at.q * at.N, _binomial(at.N, i) * at.q**i * (1 - at.q) ** (at.N - i), 0),
    ),
)


def _bounded(at: Operands) -> Truth:
    return at.probability <= exp(-(at.delta**2) * at.q * at.N / 3)


@stage3.states(
    "P(X_0) <= exp(-delta^2 q N / 3) for N unrestricted input bits and delta in (0, 1), as X_0 is defined",
    given=lambda at: at.delta < 1,
)
def chernoff(at: Operands) -> Truth:
    return _bounded(at)


@stage3.proof_line(
    "P(X_0) <= exp(-delta^2 q N / 3) for N unrestricted input bits, delta > 0 and (1 + delta) q < 1, as the constants "
    "are chosen",
    flaw="reading",
    survives=("hahn2020:stage3.chernoff",),
)
def any_delta(at: Operands) -> Truth:
    return _bounded(at)


restrictions = levels("restrictions of c inputs", 0, 1, 3)
"""0 and 1 as they are, 2 for *."""


def _weight(at: Operands) -> Number:
    """The probability of a restriction."""
    return product(at.columns, lambda j: when(point[1, j] == 2, 1 - at.q, at.q / 2))


@stage3.states(
    "P(Y) <= 1 - (q/2)^c, where c free inputs are to take the values 1 that produce the highest attention weight",
    over=(restrictions,),
    fold="sum",
    bound=lambda at: 1 - (at.q / 2) ** at.n,
    relation="<=",
)
def missed(at: Operands) -> Number:
    return when(every(at.columns, lambda j: point[1, j] == 1), 0, _weight(at))


@stage3.proof_line(
    "not said: P(Y) = 1 - (q/2)^c there, and the restrictions have the probability 1 together",
    over=(restrictions,),
    fold="sum",
    bound=lambda at: 2 - (at.q / 2) ** at.n,
    relation="=",
    said=False,
)
def whole(at: Operands) -> Number:
    return _weight(at) * when(how_many(at.columns, lambda j: point[1, j] == 1) == at.n, 1, 2)


stage3.part(
    "P(X_0) <= exp(-delta^2 q (1 - 2 eta) C n / 3) since rho_n^(2) had >= (1 - 2 eta) C n unrestricted input bits "
    "after Stage 2.",
    "chernoff",
    undecided="It is about every large n; `chernoff` decides it for up to 12 unrestricted input bits.",
)
stage3.part("We have P(Y_(i,h)^s) <= 1 - (q/2)^c in (0, 1).", "missed")
