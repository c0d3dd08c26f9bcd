"""The Lovasz local lemma in Stage 3 (Hahn 2020, Sec. 5.1; supplement), with numbers: how large k and n have to be.

C = 1, eta = 1/8, q = 1/3, delta = 1/2: then (1 + delta) q = 1/2 and C' = 3/8. H = 1; A = 1/k^2 and B = 1/2. What is
compared are logarithms of both sides, as f is above 10^8:

    P(X)   <= (1 - (q/2)^c)^(k eta C/c^2)        <= A (1 - B) (1 - A)^f,         f = 2^(2c) c^2 k^2 H / (eta C)
    P(X_0) <= exp(-delta^2 q (1 - 2 eta) C n/3)  <= B (1 - A)^(2^c H n)
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.papers.pages import define
from exactua.terms.tracing import Number, Truth, log, rational

FIRST_K = (2107, 612655)
"""For c = 1 and 2, a k that has the first condition, where k - 1 has not."""

FIRST_N = 34
"""An n that has the second one, where n - 1 has not."""

local_lemma = Claim(
    "hahn2020:local_lemma",
    title="Stage 3: the local lemma",
    source="Sec. 5.1, Stage 3; supplement, Lemma (the probability of avoiding all events)",
    text="Set A := 1/k^2, B := 1/2. By the Lovasz Local Lemma, it is sufficient show the following: P(X_(i,h)^(z)) <= "
    "A (1 - B) (1 - A)^f, P(X_0) <= B (1 - A)^(2^c H n). So, if we choose k large enough (independently of n), the RHS "
    "can be made arbitrarily close to 1, in particular, greater than D.",
    parameters=(
        Parameter("c", "inputs that an activation depends on, at most", only=(1, 2)),
        Parameter("k", "selected activations", follows=("c", FIRST_K)),
        Parameter("n", "input length", ladder=(FIRST_N,)),
    ),
)
local_lemma.assumes("the Lovasz local lemma (Mitzenmacher, Upfal, Theorem 6.17)", where="Sec. 5.1, Stage 3")

define(
    local_lemma,
    C=lambda at: rational(1),
    eta=lambda at: rational("1/8"),
    q=lambda at: rational("1/3"),
    delta=lambda at: rational("1/2"),
    H=lambda at: rational(1),
    f=lambda at: 2 ** (2 * at.c) * at.c**2 * at.k**2 * at.H / (at.eta * at.C),
    E=lambda at: 2 ** (2 * at.c) * at.c**2 * at.H / (at.eta * at.C),
    c_reduced=lambda at: at.c * (2**at.c * at.k * at.H + 1),
)


def _log_D(at: Operands) -> Number:
    """log of D = (1 - (q/2)^c)^(eta C/c^2)."""
    return at.eta * at.C / at.c**2 * log(1 - (at.q / 2) ** at.c)


def _first_condition(at: Operands, k: Number) -> Truth:
    log_A = -2 * log(k)
    return k * _log_D(at) <= log_A - log(2) + at.E * k**2 * log(1 - 1 / k**2)


def _second_condition(at: Operands, n: Number) -> Truth:
    exponent = -(at.delta**2) * at.q * (1 - 2 * at.eta) * at.C * n / 3
    return exponent <= -log(2) + 2**at.c * at.H * n * log(1 - 1 / at.k**2)


@local_lemma.proof_line("not said: the constants: (1 - 2 eta) (1 - (1 + delta) q) C = C' = 3/8", said=False)
def constants(at: Operands) -> Truth:
    return (1 - 2 * at.eta) * (1 - (1 + at.delta) * at.q) * at.C == rational(3) / 8


@local_lemma.states("the bound of P(X) is <= A (1 - B) (1 - A)^f, for k = 2107 at c = 1, and 612655 at c = 2")
def first_condition(at: Operands) -> Truth:
    return _first_condition(at, at.k)


@local_lemma.states("the bound of P(X_0) is <= B (1 - A)^(2^c H n), for n = 34 and this k")
def second_condition(at: Operands) -> Truth:
    return _second_condition(at, at.n)


@local_lemma.proof_line("D <= A^(1/k) (1 - B)^(1/k) (1 - A)^(f/k) with D = (1 - (q/2)^c)^(eta C/c^2), for this k")
def of_roots(at: Operands) -> Truth:
    k = at.k
    return _log_D(at) <= (-2 * log(k)) / k - log(2) / k + at.f / k * log(1 - 1 / k**2)


@local_lemma.proof_line(
    "(1 - 1/k^2)^(E k) and (1 - E^2/k^2)^k, whose limits are said to be equal and 1, both lie between 1 - E^2/k and 1, "
    "for this k"
)
def limits(at: Operands) -> Truth:
    logarithms = (at.E * at.k * log(1 - 1 / at.k**2), at.k * log(1 - at.E**2 / at.k**2))
    low = log(1 - at.E**2 / at.k)
    return (low <= logarithms[0]) & (logarithms[0] < 0) & (low <= logarithms[1]) & (logarithms[1] < 0)


@local_lemma.proof_line("not said: for k - 1 the first condition fails, and for n - 1 the second one", said=False)
def none_smaller(at: Operands) -> Truth:
    return ~_first_condition(at, at.k - 1) & ~_second_condition(at, at.n - 1)


@local_lemma.proof_line(
    "not said: with this k, an activation of the (c (2^c k H + 1))-transformer may depend on more inputs than a word "
    "of this n has, 100 times as many",
    said=False,
)
def reduced(at: Operands) -> Truth:
    return at.c_reduced > 100 * at.n


local_lemma.part(
    "By the Lovasz Local Lemma, it is sufficient show the following: P(X_(i,h)^(z)) <= A (1 - B) (1 - A)^f, "
    "P(X_0) <= B (1 - A)^(2^c H n).",
    "first_condition",
    "second_condition",
    undecided="It is a theorem of a book, and about every c, C and C'; the steps decide its conditions for c = 1 and "
    "2, with C = 1 and C' = 3/8.",
)
local_lemma.part(
    "So, if we choose k large enough (independently of n), the RHS can be made arbitrarily close to 1, in particular, "
    "greater than D.",
    undecided="It is a limit; `of_roots` decides for one k that it is at least D.",
)
