"""Weights of soft attention (Hahn 2020, proof of Lemma 5; supplement, Missing Detail in Soft Attention Proof).

Logits lie in [-A, A]. A is S log 2, and logits are multiples of A from -A to A; row 1 of a point has those before an
input is exchanged, row 2 those behind it.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.pages import Lines, define, let, per_box
from exactua.terms.tracing import Number, Row, Truth, every, point, row, total, when

attention_weights = Claim(
    "hahn2020:attention_weights",
    title="Weights of soft attention",
    source="Sec. 6, proof of Lemma 5; supplement, Missing Detail in Soft Attention Proof",
    text="Then any attention weight a^_(j,i) = exp(a_i) / sum_j exp(a_j) is upper bounded by exp(A) / (exp(A) + (n-1) "
    "exp(-A)) <= exp(2A) / (n-1). First, note a^_(j,u) in [exp(-2A)/(n-1), exp(2A)/(n-1)]. Let's write c_u := exp(a_u) "
    "in [exp(-A), exp(A)], d_u := exp(a_u) - exp(a'_u). Then a^_u - a^'_u = c_u / sum_y c_y - (c_u + d_u) / sum_y (c_y "
    "+ d_y) = (c_u sum_y d_y - d_u sum_y c_y) / (sum_y c_y (sum_y c_y + d_y)) <= (c_u sum_y |d_y| + (C/n) sum_y c_y) / "
    "(sum_y c_y)^2.",
    parameters=(
        Parameter("d", "logits before and behind the exchange", only=(2,)),
        Parameter("n", "number of tokens", least=2, ladder=(2, 3)),
        Parameter("S", "A / log 2", least=1, ladder=(1, 2)),
    ),
    work=per_box(lambda n: 9**n),
)
attention_weights.requires("n >= 2")(lambda at: at.n >= 2)

logits = levels("logits", -1, 1, 3)
"""-A, 0 and A in both rows, divided by A."""

define(attention_weights, expA=lambda at: 2**at.S)


def _exponential(at: Operands, level: Number) -> Number:
    """exp(level A) for -1, 0 and 1."""
    return when(level == 0, 1, when(level > 0, at.expA, 1 / at.expA))


def _c(at: Operands, u: Number) -> Number:
    """exp(a_u)."""
    return _exponential(at, point[1, u])


def _c_new(at: Operands, u: Number) -> Number:
    """exp(a'_u)."""
    return _exponential(at, point[2, u])


let(
    attention_weights,
    c=lambda at: row(at.columns, lambda u: _c(at, u)),
    c_new=lambda at: row(at.columns, lambda u: _c_new(at, u)),
    d_printed=lambda at: row(at.columns, lambda u: _c(at, u) - _c_new(at, u)),
    d_turned=lambda at: row(at.columns, lambda u: _c_new(at, u) - _c(at, u)),
)

bounded = Lines(attention_weights, over=(logits,))


def _weight(at: Operands, u: Number) -> Number:
    """a^_u."""
    return at.c[u] / total(at.columns, lambda y: at.c[y])


@bounded.proof_line("any attention weight is upper bounded by exp(A) / (exp(A) + (n-1) exp(-A))")
def upper_bound(at: Operands) -> Truth:
    return every(at.columns, lambda u: _weight(at, u) <= at.expA / (at.expA + (at.n - 1) / at.expA))


@attention_weights.proof_line("exp(A) / (exp(A) + (n-1) exp(-A)) <= exp(2A) / (n-1)")
def simpler_upper_bound(at: Operands) -> Truth:
    return at.expA / (at.expA + (at.n - 1) / at.expA) <= at.expA**2 / (at.n - 1)


@bounded.proof_line(
    "supplement: a^_(j,u) >= exp(-2A)/(n-1), 'the lower bound is analogous'",
    survives=("hahn2020:attention_weights.lower_bound@repaired",),
)
def lower_bound(at: Operands) -> Truth:
    return every(at.columns, lambda u: _weight(at, u) >= 1 / (at.expA**2 * (at.n - 1)))


@bounded.repairs(
    "lower_bound",
    "a^_(j,u) >= exp(-2A)/n",
    reason="the least weight is 1 / (1 + (n-1) exp(2A)), which is below exp(-2A)/(n-1) for every A",
)
def lower_bound_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda u: _weight(at, u) >= 1 / (at.expA**2 * at.n))


def _sum(at: Operands, values: Row) -> Number:
    return total(at.columns, lambda y: values[y])


def _difference(at: Operands, u: Number) -> Number:
    """a^_u - a^'_u."""
    return at.c[u] / _sum(at, at.c) - at.c_new[u] / _sum(at, at.c_new)


def _turned(at: Operands, u: Number, d: Row) -> Number:
    """c_u / sum c - (c_u + d_u) / sum (c + d), as one fraction."""
    c, sum_c, sum_d = at.c, _sum(at, at.c), _sum(at, d)
    return (c[u] * sum_d - d[u] * sum_c) / (sum_c * (sum_c + sum_d))


@bounded.proof_line(
    "supplement: with d_u := exp(a_u) - exp(a'_u), a^_u - a^'_u = (c_u sum_y d_y - d_u sum_y c_y) / (sum_y c_y"
    " (sum_y c_y + d_y))",
    given=lambda at: _sum(at, at.c) + _sum(at, at.d_printed) != 0,
    flaw="typo",
    survives=("hahn2020:attention_weights.as_fraction@repaired",),
)
def as_fraction(at: Operands) -> Truth:
    return every(at.columns, lambda u: _difference(at, u) == _turned(at, u, at.d_printed))


@bounded.repairs(
    "as_fraction",
    "the same with d_u := exp(a'_u) - exp(a_u)",
    reason="c_u + d_u stands for exp(a'_u), so that d_u is the other difference",
)
def as_fraction_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda u: _difference(at, u) == _turned(at, u, at.d_turned))


def _size(x: Number) -> Number:
    return when(x >= 0, x, -x)


@bounded.proof_line(
    "supplement: with d_u := exp(a'_u) - exp(a_u) and |d_u| for C/n, this is <= (c_u sum_y |d_y| + (C/n) sum_y c_y)"
    " / (sum_y c_y)^2"
)
def bound(at: Operands) -> Truth:
    def of(u: Number) -> Truth:
        sizes = total(at.columns, lambda y: _size(at.d_turned[y]))
        sum_c = _sum(at, at.c)
        return _difference(at, u) <= (at.c[u] * sizes + _size(at.d_turned[u]) * sum_c) / sum_c**2

    return every(at.columns, of)


EVERY_A = "It is about all A, n and logits; "
attention_weights.part(
    "Then any attention weight a^_(j,i) = exp(a_i) / sum_j exp(a_j) is upper bounded by "
    "exp(A) / (exp(A) + (n-1) exp(-A)) <= exp(2A) / (n-1).",
    undecided=f"{EVERY_A}`upper_bound` and `simpler_upper_bound` decide it for logits -A, 0 and A.",
)
attention_weights.part(
    "First, note a^_(j,u) in [exp(-2A)/(n-1), exp(2A)/(n-1)].",
    undecided=f"{EVERY_A}`lower_bound` decides it for logits -A, 0 and A.",
)
attention_weights.part(
    "Then a^_u - a^'_u = c_u / sum_y c_y - (c_u + d_u) / sum_y (c_y + d_y) = (c_u sum_y d_y - d_u sum_y c_y) / (sum_y "
    "c_y (sum_y c_y + d_y)) <= (c_u sum_y |d_y| + (C/n) sum_y c_y) / (sum_y c_y)^2.",
    undecided=f"{EVERY_A}`as_fraction` and `bound` decide it for logits -A, 0 and A.",
)
