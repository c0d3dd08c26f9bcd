"""Lemma 7, first case, (124) to (128) (Kajitsuka & Sato 2024, App. B.3): how far boltz(b-) lies above boltz(a_).

boltz(b-) - boltz(a_) > weight 2 (log n)^2 > (log n)^2 e^{-(a_1 - b_{k+1})}
"""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.lemma07_first_case import (
    OVER,
    between,
    first_and_next,
    lost,
    merged_difference,
    next_of_b,
)
from exactua.terms.tracing import Number, Truth, exp, log, number, total

bounds = Chapter()

# (124), (125)


def _gap(at: Operands) -> Number:
    """a_{k+1} - b_{k+1}."""
    return at.a[at.k + 1] - next_of_b(at)


def _of_lemma_6(at: Operands) -> Number:
    """The second line of (124)."""
    less = _gap(at) - log(at.n - at.k)
    return less * (at.separation + less - log(at.k + 1) - 1) * at.weight


def _of_delta(at: Operands) -> Number:
    """(delta - log n) (2 delta - 2 log n - 1) weight."""
    delta = at.separation
    return (delta - log(at.n)) * (2 * delta - 2 * log(at.n) - 1) * at.weight


def _of_n(at: Operands) -> Number:
    """(log n + 3) (2 log n + 5)."""
    return (log(at.n) + 3) * (2 * log(at.n) + 5)


@bounds.proof_line(
    "(124): Lemma 6 applies: a_1 - delta > a_{k+1} > b_{k+1} + log(n - k) and delta > log(k + 1) + 3", **OVER
)
def hypothesis_of_lemma_6(at: Operands) -> Truth:
    chain = (at.a[1] - at.separation > at.a[at.k + 1]) & (at.a[at.k + 1] > next_of_b(at) + log(at.n - at.k))
    return chain & (at.separation > log(at.k + 1) + 3)


@bounds.proof_line(
    "(124), first: boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - boltz(a_) > (a_{k+1} - b_{k+1} - log(n - k)) "
    "(delta + a_{k+1} - b_{k+1} - log(n - k) - log(k + 1) - 1) weight",
    **OVER,
)
def by_lemma_6(at: Operands) -> Truth:
    return merged_difference(at) > _of_lemma_6(at)


@bounds.proof_line("(124), second: > (delta - log n) (2 delta - 2 log n - 1) weight", **OVER)
def by_separation(at: Operands) -> Truth:
    return _of_lemma_6(at) > _of_delta(at)


@bounds.proof_line(
    "(125), first: boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - boltz(a_) > (delta - log n) (2 delta - 2 log n - 1) "
    "weight",
    **OVER,
)
def above_delta(at: Operands) -> Truth:
    return merged_difference(at) > _of_delta(at)


@bounds.proof_line("(125), second: > (log n + 3) (2 log n + 5) weight", **OVER)
def above_n(at: Operands) -> Truth:
    return _of_delta(at) > _of_n(at) * at.weight


# (126)


@bounds.proof_line(
    "(126), first: boltz(b-) - boltz(a_) = boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - boltz(a_) - log(n - k) weight",
    **OVER,
)
def plugged_in(at: Operands) -> Truth:
    return between(at) == merged_difference(at) - lost(at)


@bounds.proof_line("(126), second: > weight [(log n + 3) (2 log n + 5) - log(n - k)]", **OVER)
def above_bracket(at: Operands) -> Truth:
    return merged_difference(at) - lost(at) > at.weight * (_of_n(at) - log(at.n - at.k))


@bounds.proof_line("(126), third: > weight 2 (log n)^2", **OVER)
def above_squares(at: Operands) -> Truth:
    return at.weight * (_of_n(at) - log(at.n - at.k)) > at.weight * 2 * log(at.n) ** 2


# (127)


def _powers(at: Operands) -> Number:
    """The sum of e^{a_l}, l = 1, ..., k + 1."""
    return total(first_and_next(at), lambda j: exp(at.a[j]))


def _geometric(at: Operands) -> Number:
    """e^{a_1} times the sum of e^{-(l - 1) delta}, l = 1, ..., k + 1."""
    return exp(at.a[1]) * total(first_and_next(at), lambda j: exp((1 - j) * at.separation))


@bounds.proof_line("(127), the reason of the first: a_{k+1} > b_{k+1} + log(n - k)", **OVER)
def next_is_above(at: Operands) -> Truth:
    return at.a[at.k + 1] > next_of_b(at) + log(at.n - at.k)


@bounds.proof_line("(127), first: xi_k + e^{b_{k+1} + log(n - k)} < sum of e^{a_l}, l = 1, ..., k + 1", **OVER)
def below_powers(at: Operands) -> Truth:
    return at.xi + at.top < _powers(at)


@bounds.proof_line("(127), second: < e^{a_1} times the sum of e^{-(l - 1) delta}, l = 1, ..., k + 1", **OVER)
def below_geometric(at: Operands) -> Truth:
    return _powers(at) < _geometric(at)


@bounds.proof_line("(127), the reason of the third: delta > log 2", **OVER)
def above_log_2(at: Operands) -> Truth:
    return at.separation > log(number(2))


@bounds.proof_line("(127), third: < 2 e^{a_1}", **OVER)
def below_twice(at: Operands) -> Truth:
    return _geometric(at) < 2 * exp(at.a[1])


# (128)


def _halved(at: Operands) -> Number:
    """top / (2 e^{a_1}) 2 (log n)^2."""
    return at.top / (2 * exp(at.a[1])) * 2 * log(at.n) ** 2


@bounds.proof_line("(128), first: boltz(b-) - boltz(a_) > weight 2 (log n)^2", **OVER)
def above_weight(at: Operands) -> Truth:
    return between(at) > at.weight * 2 * log(at.n) ** 2


@bounds.proof_line("(128), second: > e^{b_{k+1} + log(n - k)} / (2 e^{a_1}) 2 (log n)^2", **OVER)
def above_halved(at: Operands) -> Truth:
    return at.weight * 2 * log(at.n) ** 2 > _halved(at)


@bounds.proof_line(
    "(128), third: > (log n)^2 e^{-(a_1 - b_{k+1})}",
    **OVER,
    flaw="imprecise",
    survives=("kajitsuka2024:lemma7.first_case_shown",),
    same_as="lemma7.boltz_a_below",
)
def above_bound(at: Operands) -> Truth:
    return _halved(at) > at.bound


@bounds.repairs(
    "above_bound",
    "(128), third: = (n - k) (log n)^2 e^{-(a_1 - b_{k+1})} >= (log n)^2 e^{-(a_1 - b_{k+1})}",
    reason="the two are equal where n - k = 1; the line before is strict, so the chain is",
    **OVER,
)
def above_bound_repaired(at: Operands) -> Truth:
    return (_halved(at) == (at.n - at.k) * at.bound) & (_halved(at) >= at.bound)


@bounds.proof_line(
    "App. B.3, behind (128): which implies boltz(b-) - boltz(a_) > (log n)^2 e^{-(a_1 - b_{k+1})}", **OVER
)
def first_case_shown(at: Operands) -> Truth:
    return between(at) > at.bound
