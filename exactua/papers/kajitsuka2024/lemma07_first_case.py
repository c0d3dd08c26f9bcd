"""Lemma 7, first case (Kajitsuka & Sato 2024, App. B.3): k >= 1, the vectors begin with the same numbers.

    boltz(a) <= boltz(a_) < boltz(b-) <= boltz(b)
    a_ = (a_1, ..., a_k, a_{k+1}),  b- = (a_1, ..., a_k, b_{k+1}, ..., b_{k+1})

Both <= are = where k = n - 1. Here are (118) to (123); (124) to (128) show the < in the middle. In every line stand
top = e^{b_{k+1} + log(n - k)} and weight = top / (xi_k + top).
"""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.boltzmann import boltz
from exactua.papers.kajitsuka2024.lemma07_statement import differ_at_k
from exactua.papers.kajitsuka2024.spaced_vectors import Entries, positive_where, spaced
from exactua.terms.tracing import Columns, Number, Row, Truth, every, exp, log, total, when

first_case = Chapter()


def _first_case(at: Operands) -> Truth:
    return differ_at_k(at) & (at.k >= 1)


OVER = {"over": (spaced,), "given": _first_case}
"""What every line of the first case ranges over."""


def _first(at: Operands) -> Columns:
    return Columns(1, at.k, "l")


def first_and_next(at: Operands) -> Columns:
    return Columns(1, at.k + 1, "l")


@first_case.operand
def b_bar(at: Operands) -> Row:
    """(119): (a_1, ..., a_k, b_{k+1}, b_{k+1}, ..., b_{k+1}), shape (n,)."""
    return Entries(at.columns, lambda j: when(j <= at.k, at.a[j], at.b[at.k + 1]))


@first_case.operand
def merged(at: Operands) -> Row:
    """(a_1, ..., a_k, b_{k+1} + log(n - k)), shape (k + 1,)."""
    return Entries(first_and_next(at), lambda j: when(j <= at.k, at.a[j], at.b[at.k + 1] + log(at.n - at.k)))


@first_case.operand
def gamma(at: Operands) -> Number:
    """(121): the sum of a_l e^{a_l}, l = 1, ..., k."""
    return total(_first(at), lambda j: at.a[j] * exp(at.a[j]))


@first_case.operand
def xi(at: Operands) -> Number:
    """(121): the sum of e^{a_l}, l = 1, ..., k."""
    return total(_first(at), lambda j: exp(at.a[j]))


@first_case.operand
def top(at: Operands) -> Number:
    """e^{b_{k+1} + log(n - k)}."""
    return exp(at.b[at.k + 1] + log(at.n - at.k))


@first_case.operand
def weight(at: Operands) -> Number:
    """e^{b_{k+1} + log(n - k)} / (xi_k + e^{b_{k+1} + log(n - k)})."""
    return at.top / (at.xi + at.top)


@first_case.operand
def boltz_a_low(at: Operands) -> Number:
    """boltz(a_) with (118): a_ = (a_1, ..., a_k, a_{k+1})."""
    return boltz(at.a, first_and_next(at))


@first_case.operand
def boltz_b_bar(at: Operands) -> Number:
    """boltz(a_1, ..., a_k, b_{k+1}, ..., b_{k+1})."""
    return boltz(at.b_bar, at.columns)


@first_case.operand
def boltz_merged(at: Operands) -> Number:
    """boltz(a_1, ..., a_k, b_{k+1} + log(n - k))."""
    return boltz(at.merged, first_and_next(at))


def between(at: Operands) -> Number:
    """boltz(b-) - boltz(a_)."""
    return at.boltz_b_bar - at.boltz_a_low


def merged_difference(at: Operands) -> Number:
    """boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - boltz(a_)."""
    return at.boltz_merged - at.boltz_a_low


def next_of_b(at: Operands) -> Number:
    """b_{k+1}."""
    return at.b[at.k + 1]


# (120)


@first_case.proof_line(
    "(120): Lemma 4 applies: the numbers behind k in both vectors lie below the largest less log n + 1", **OVER
)
def monotone_there(at: Operands) -> Truth:
    def below(j: Number) -> Truth:
        limit = at.a[1] - log(at.n) - 1
        return (at.a[j] < limit) & (at.b[j] < limit)

    return every(Columns(at.k + 1, at.n, "l"), below)


@first_case.proof_line(
    "(120): boltz(a) < boltz(a_)", **OVER, flaw="imprecise", survives=("kajitsuka2024:lemma7.boltz_a_below@repaired",)
)
def boltz_a_below(at: Operands) -> Truth:
    return at.boltz_a < at.boltz_a_low


@first_case.repairs(
    "boltz_a_below",
    "(120): boltz(a) < boltz(a_) where k + 1 < n, boltz(a) = boltz(a_) where k + 1 = n",
    reason="where k + 1 = n, a_ is a",
    **OVER,
)
def boltz_a_below_repaired(at: Operands) -> Truth:
    return positive_where(at.k + 1 < at.n, at.boltz_a_low - at.boltz_a)


@first_case.proof_line(
    "(120): boltz(b) > boltz(b-)",
    **OVER,
    flaw="imprecise",
    survives=("kajitsuka2024:lemma7.boltz_b_above@repaired",),
    same_as="lemma7.boltz_a_below",
)
def boltz_b_above(at: Operands) -> Truth:
    return at.boltz_b > at.boltz_b_bar


@first_case.repairs(
    "boltz_b_above",
    "(120): boltz(b) > boltz(b-) where k + 1 < n, boltz(b) = boltz(b-) where k + 1 = n",
    reason="where k + 1 = n, b- is b",
    **OVER,
)
def boltz_b_above_repaired(at: Operands) -> Truth:
    return positive_where(at.k + 1 < at.n, at.boltz_b - at.boltz_b_bar)


@first_case.proof_line("(120): we only have to evaluate the magnitude of boltz(b-) - boltz(a_)", **OVER)
def enough(at: Operands) -> Truth:
    return at.boltz_b - at.boltz_a >= between(at)


# (122), (123)


def _over_xi(at: Operands, numerator: Number) -> Number:
    """(gamma_k + numerator) / (xi_k + e^{b_{k+1} + log(n - k)})."""
    return (at.gamma + numerator) / (at.xi + at.top)


def _raised(at: Operands) -> Number:
    """(gamma_k + (b_{k+1} + log(n - k)) top) / (xi_k + top)."""
    return _over_xi(at, (next_of_b(at) + log(at.n - at.k)) * at.top)


def lost(at: Operands) -> Number:
    """log(n - k) top / (xi_k + top)."""
    return log(at.n - at.k) * at.weight


@first_case.proof_line(
    "(122), first: boltz(b-) = (gamma_k + (n - k) b_{k+1} e^{b_{k+1}}) / (xi_k + (n - k) e^{b_{k+1}})", **OVER
)
def decomposed(at: Operands) -> Truth:
    several, power = at.n - at.k, exp(next_of_b(at))
    return at.boltz_b_bar == (at.gamma + several * next_of_b(at) * power) / (at.xi + several * power)


@first_case.proof_line(
    "(122), second: = (gamma_k + b_{k+1} top) / (xi_k + top), top = e^{b_{k+1} + log(n - k)}", **OVER
)
def decomposed_with_logarithm(at: Operands) -> Truth:
    several, power = at.n - at.k, exp(next_of_b(at))
    before = (at.gamma + several * next_of_b(at) * power) / (at.xi + several * power)
    return before == _over_xi(at, next_of_b(at) * at.top)


@first_case.proof_line(
    "(122), third: = (gamma_k + (b_{k+1} + log(n - k)) top) / (xi_k + top) - log(n - k) top / (xi_k + top)", **OVER
)
def logarithm_added(at: Operands) -> Truth:
    return _over_xi(at, next_of_b(at) * at.top) == _raised(at) - lost(at)


@first_case.proof_line(
    "(122), fourth: = boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - log(n - k) top / (xi_k + top)", **OVER
)
def as_boltz(at: Operands) -> Truth:
    return _raised(at) - lost(at) == at.boltz_merged - lost(at)


@first_case.proof_line(
    "(123): boltz(b-) - boltz(a_) = boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - boltz(a_) - log(n - k) weight", **OVER
)
def difference_written(at: Operands) -> Truth:
    return between(at) == merged_difference(at) - lost(at)
