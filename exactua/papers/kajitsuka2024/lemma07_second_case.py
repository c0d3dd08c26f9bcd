"""Lemma 7, second case (Kajitsuka & Sato 2024, App. B.3): k = 0, the first numbers differ.

boltz(a) >= boltz(a-) = a_1 - (n - 1) delta e^-delta / (1 + (n - 1) e^-delta)
a- = (a_1, a_1 - delta, ..., a_1 - delta)
"""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.boltzmann import boltz
from exactua.papers.kajitsuka2024.spaced_vectors import Entries, differ_after, positive_where, spaced
from exactua.papers.pages import Lines, let
from exactua.terms.tracing import Number, Truth, exp, log, when

second_case = Chapter()


in_second_case = Lines(second_case, over=(spaced,), given=lambda at: differ_after(at.a, at.b, at.k) & (at.k == 0))
"""What every line of the second case ranges over."""

let(
    second_case,
    # (129): (a_1, a_1 - delta, ..., a_1 - delta), shape (n,)
    a_bar=lambda at: Entries(at.columns, lambda j: when(j == 1, at.a[1], at.a[1] - at.separation)),
    boltz_a_bar=lambda at: boltz(at.a_bar, at.columns),  # boltz(a_1, a_1 - delta, ..., a_1 - delta)
)


def _others(at: Operands) -> Number:
    """(n - 1) e^-delta."""
    return (at.n - 1) * exp(-at.separation)


def _loss(at: Operands) -> Number:
    """(n - 1) delta e^-delta / (1 + (n - 1) e^-delta)."""
    return _others(at) * at.separation / (1 + _others(at))


def _quotient(at: Operands) -> Number:
    """delta / (1 + (n - 1) e^-delta)."""
    return at.separation / (1 + _others(at))


@second_case.proof_line("App. B.3, k = 0: boltz(b) <= b_1 always holds", over=(spaced,))
def below_largest(at: Operands) -> Truth:
    return at.boltz_b <= at.b[1]


@in_second_case.proof_line(
    "(129): boltz(a) > boltz(a-) follows from Lemma 4",
    flaw="silently assumed",
    survives=("kajitsuka2024:lemma7.above_a_bar@repaired",),
    same_as="lemma1.bounded_by_r",
)
def above_a_bar(at: Operands) -> Truth:
    return at.boltz_a > at.boltz_a_bar


@in_second_case.repairs(
    "above_a_bar", "(129): boltz(a) > boltz(a-) for n >= 2, boltz(a) = boltz(a-) for n = 1", reason="for n = 1, a- is a"
)
def above_a_bar_repaired(at: Operands) -> Truth:
    return positive_where(at.n >= 2, at.boltz_a - at.boltz_a_bar)


# (130)


def _with_powers(at: Operands) -> Number:
    """The first line of (130)."""
    first, others = at.a[1], at.a[1] - at.separation
    return (first * exp(first) + (at.n - 1) * others * exp(others)) / (exp(first) + (at.n - 1) * exp(others))


def _divided(at: Operands) -> Number:
    """The second line of (130)."""
    return (at.a[1] + _others(at) * (at.a[1] - at.separation)) / (1 + _others(at))


@in_second_case.proof_line(
    "(130), first: boltz(a-) = (a_1 e^{a_1} + (n - 1) (a_1 - delta) e^{a_1 - delta}) / "
    "(e^{a_1} + (n - 1) e^{a_1 - delta})"
)
def value_of_a_bar(at: Operands) -> Truth:
    return at.boltz_a_bar == _with_powers(at)


@in_second_case.proof_line("(130), second: = (a_1 + (n - 1) (a_1 - delta) e^-delta) / (1 + (n - 1) e^-delta)")
def divided_by_largest(at: Operands) -> Truth:
    return _with_powers(at) == _divided(at)


@in_second_case.proof_line("(130), third: = a_1 - (n - 1) delta e^-delta / (1 + (n - 1) e^-delta)")
def largest_less_loss(at: Operands) -> Truth:
    return _divided(at) == at.a[1] - _loss(at)


# (131)


@in_second_case.proof_line("(131), first: boltz(a) - boltz(b) >= boltz(a-) - b_1")
def from_a_bar(at: Operands) -> Truth:
    return at.boltz_a - at.boltz_b >= at.boltz_a_bar - at.b[1]


@in_second_case.proof_line("(131), second: > a_1 - (n - 1) delta e^-delta / (1 + (n - 1) e^-delta) - (a_1 - delta)")
def from_separation(at: Operands) -> Truth:
    return at.boltz_a_bar - at.b[1] > at.a[1] - _loss(at) - (at.a[1] - at.separation)


@in_second_case.proof_line("(131), third: = delta - (n - 1) delta e^-delta / (1 + (n - 1) e^-delta)")
def delta_less_loss(at: Operands) -> Truth:
    return at.a[1] - _loss(at) - (at.a[1] - at.separation) == at.separation - _loss(at)


@in_second_case.proof_line("(131), fourth: = delta / (1 + (n - 1) e^-delta)")
def as_quotient(at: Operands) -> Truth:
    return at.separation - _loss(at) == _quotient(at)


@in_second_case.proof_line("(131), the reason of the fifth: delta > 2 log n")
def above_twice_logarithm(at: Operands) -> Truth:
    return at.separation > 2 * log(at.n)


@in_second_case.proof_line("(131), fifth: >= log n")
def at_least_logarithm(at: Operands) -> Truth:
    return _quotient(at) >= log(at.n)


@in_second_case.proof_line(
    "App. B.3, behind (131): log n is greater than (log n)^2 e^{-(a_1 - b_1)}",
    flaw="silently assumed",
    survives=("kajitsuka2024:lemma7.second_case_shown",),
    same_as="lemma1.bounded_by_r",
)
def above_bound_too(at: Operands) -> Truth:
    return log(at.n) > at.bound


@in_second_case.repairs(
    "above_bound_too",
    "behind (131): log n is greater than (log n)^2 e^{-(a_1 - b_1)} for n >= 2; for n = 1 both are 0",
    reason="for n = 1, log n = 0; there boltz(a) - boltz(b) = a_1 - b_1 > 0 is what (117) says",
)
def above_bound_too_repaired(at: Operands) -> Truth:
    return positive_where(at.n >= 2, log(at.n) - at.bound)


@in_second_case.proof_line("App. B.3, behind (131), the reason: a_1 - b_1 > log n implies log n e^{-(a_1 - b_1)} < 1")
def reason_of_the_bound(at: Operands) -> Truth:
    return (at.a[1] - at.b[1] > log(at.n)) & (log(at.n) * exp(at.b[1] - at.a[1]) < 1)


@in_second_case.proof_line("App. B.3, k = 0, the conclusion: boltz(a) - boltz(b) > (log n)^2 e^{-(a_1 - b_1)}")
def second_case_shown(at: Operands) -> Truth:
    return at.boltz_a - at.boltz_b > at.bound
