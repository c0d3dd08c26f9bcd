"""Lemma 7, first case (Kajitsuka & Sato 2024, App. B.3): k >= 1, the vectors begin with the same numbers.

    boltz(a) <= boltz(a_) < boltz(b-) <= boltz(b)
    a_ = (a_1, ..., a_k, a_{k+1}),  b- = (a_1, ..., a_k, b_{k+1}, ..., b_{k+1})

Both <= are = where k = n - 1. (118) to (123) are the two of them; (124) to (128) show the < in the middle, and by how
much: boltz(b-) - boltz(a_) > weight 2 (log n)^2 > (log n)^2 e^{-(a_1 - b_{k+1})}. In every line stand
top = e^{b_{k+1} + log(n - k)} and weight = top / (xi_k + top).
"""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.boltzmann import boltz
from exactua.papers.kajitsuka2024.spaced_vectors import Entries, differ_after, positive_where, spaced
from exactua.papers.pages import Lines, let
from exactua.terms.tracing import Columns, Number, Truth, every, exp, log, number, total, when

first_case = Chapter()


in_first_case = Lines(first_case, over=(spaced,), given=lambda at: differ_after(at.a, at.b, at.k) & (at.k >= 1))
"""What every line of the first case ranges over."""


def _first(at: Operands) -> Columns:
    return Columns(1, at.k, "l")


def first_and_next(at: Operands) -> Columns:
    return Columns(1, at.k + 1, "l")


let(
    first_case,
    # (119): (a_1, ..., a_k, b_{k+1}, b_{k+1}, ..., b_{k+1}), shape (n,)
    b_bar=lambda at: Entries(at.columns, lambda j: when(j <= at.k, at.a[j], at.b[at.k + 1])),
    # (a_1, ..., a_k, b_{k+1} + log(n - k)), shape (k + 1,)
    merged=lambda at: Entries(
        first_and_next(at), lambda j: when(j <= at.k, at.a[j], at.b[at.k + 1] + log(at.n - at.k))
    ),
    # (121): the sum of a_l e^{a_l}, l = 1, ..., k
    gamma=lambda at: total(_first(at), lambda j: at.a[j] * exp(at.a[j])),
    xi=lambda at: total(_first(at), lambda j: exp(at.a[j])),  # (121): the sum of e^{a_l}, l = 1, ..., k
    top=lambda at: exp(at.b[at.k + 1] + log(at.n - at.k)),  # e^{b_{k+1} + log(n - k)}
    weight=lambda at: at.top / (at.xi + at.top),  # e^{b_{k+1} + log(n - k)} / (xi_k + e^{b_{k+1} + log(n - k)})
    boltz_a_low=lambda at: boltz(at.a, first_and_next(at)),  # boltz(a_) with (118): a_ = (a_1, ..., a_k, a_{k+1})
    boltz_b_bar=lambda at: boltz(at.b_bar, at.columns),  # boltz(a_1, ..., a_k, b_{k+1}, ..., b_{k+1})
    boltz_merged=lambda at: boltz(at.merged, first_and_next(at)),  # boltz(a_1, ..., a_k, b_{k+1} + log(n - k))
)


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


@in_first_case.proof_line(
    "(120): Lemma 4 applies: the numbers behind k in both vectors lie below the largest less log n + 1"
)
def monotone_there(at: Operands) -> Truth:
    def below(j: Number) -> Truth:
        limit = at.a[1] - log(at.n) - 1
        return (at.a[j] < limit) & (at.b[j] < limit)

    return every(Columns(at.k + 1, at.n, "l"), below)


@in_first_case.proof_line(
    "(120): boltz(a) < boltz(a_)", flaw="imprecise", survives=("kajitsuka2024:lemma7.boltz_a_below@repaired",)
)
def boltz_a_below(at: Operands) -> Truth:
    return at.boltz_a < at.boltz_a_low


@in_first_case.repairs(
    "boltz_a_below",
    "(120): boltz(a) < boltz(a_) where k + 1 < n, boltz(a) = boltz(a_) where k + 1 = n",
    reason="where k + 1 = n, a_ is a",
)
def boltz_a_below_repaired(at: Operands) -> Truth:
    return positive_where(at.k + 1 < at.n, at.boltz_a_low - at.boltz_a)


@in_first_case.proof_line(
    "(120): boltz(b) > boltz(b-)",
    flaw="imprecise",
    survives=("kajitsuka2024:lemma7.boltz_b_above@repaired",),
    same_as="lemma7.boltz_a_below",
)
def boltz_b_above(at: Operands) -> Truth:
    return at.boltz_b > at.boltz_b_bar


@in_first_case.repairs(
    "boltz_b_above",
    "(120): boltz(b) > boltz(b-) where k + 1 < n, boltz(b) = boltz(b-) where k + 1 = n",
    reason="where k + 1 = n, b- is b",
)
def boltz_b_above_repaired(at: Operands) -> Truth:
    return positive_where(at.k + 1 < at.n, at.boltz_b - at.boltz_b_bar)


@in_first_case.proof_line("(120): we only have to evaluate the magnitude of boltz(b-) - boltz(a_)")
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


@in_first_case.proof_line(
    "(122), first: boltz(b-) = (gamma_k + (n - k) b_{k+1} e^{b_{k+1}}) / (xi_k + (n - k) e^{b_{k+1}})"
)
def decomposed(at: Operands) -> Truth:
    several, power = at.n - at.k, exp(next_of_b(at))
    return at.boltz_b_bar == (at.gamma + several * next_of_b(at) * power) / (at.xi + several * power)


@in_first_case.proof_line("(122), second: = (gamma_k + b_{k+1} top) / (xi_k + top), top = e^{b_{k+1} + log(n - k)}")
def decomposed_with_logarithm(at: Operands) -> Truth:
    several, power = at.n - at.k, exp(next_of_b(at))
    before = (at.gamma + several * next_of_b(at) * power) / (at.xi + several * power)
    return before == _over_xi(at, next_of_b(at) * at.top)


@in_first_case.proof_line(
    "(122), third: = (gamma_k + (b_{k+1} + log(n - k)) top) / (xi_k + top) - log(n - k) top / (xi_k + top)"
)
def logarithm_added(at: Operands) -> Truth:
    return _over_xi(at, next_of_b(at) * at.top) == _raised(at) - lost(at)


@in_first_case.proof_line("(122), fourth: = boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - log(n - k) top / (xi_k + top)")
def as_boltz(at: Operands) -> Truth:
    return _raised(at) - lost(at) == at.boltz_merged - lost(at)


@in_first_case.proof_line(
    "(123): boltz(b-) - boltz(a_) = boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - boltz(a_) - log(n - k) weight"
)
def difference_written(at: Operands) -> Truth:
    return between(at) == merged_difference(at) - lost(at)


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


@in_first_case.proof_line(
    "(124): Lemma 6 applies: a_1 - delta > a_{k+1} > b_{k+1} + log(n - k) and delta > log(k + 1) + 3"
)
def hypothesis_of_lemma_6(at: Operands) -> Truth:
    chain = (at.a[1] - at.separation > at.a[at.k + 1]) & (at.a[at.k + 1] > next_of_b(at) + log(at.n - at.k))
    return chain & (at.separation > log(at.k + 1) + 3)


@in_first_case.proof_line(
    "(124), first: boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - boltz(a_) > (a_{k+1} - b_{k+1} - log(n - k)) "
    "(delta + a_{k+1} - b_{k+1} - log(n - k) - log(k + 1) - 1) weight"
)
def by_lemma_6(at: Operands) -> Truth:
    return merged_difference(at) > _of_lemma_6(at)


@in_first_case.proof_line("(124), second: > (delta - log n) (2 delta - 2 log n - 1) weight")
def by_separation(at: Operands) -> Truth:
    return _of_lemma_6(at) > _of_delta(at)


@in_first_case.proof_line(
    "(125), first: boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - boltz(a_) > (delta - log n) (2 delta - 2 log n - 1) "
    "weight"
)
def above_delta(at: Operands) -> Truth:
    return merged_difference(at) > _of_delta(at)


@in_first_case.proof_line("(125), second: > (log n + 3) (2 log n + 5) weight")
def above_n(at: Operands) -> Truth:
    return _of_delta(at) > _of_n(at) * at.weight


# (126)


@in_first_case.proof_line(
    "(126), first: boltz(b-) - boltz(a_) = boltz(a_1, ..., a_k, b_{k+1} + log(n - k)) - boltz(a_) - log(n - k) weight"
)
def plugged_in(at: Operands) -> Truth:
    return between(at) == merged_difference(at) - lost(at)


@in_first_case.proof_line("(126), second: > weight [(log n + 3) (2 log n + 5) - log(n - k)]")
def above_bracket(at: Operands) -> Truth:
    return merged_difference(at) - lost(at) > at.weight * (_of_n(at) - log(at.n - at.k))


@in_first_case.proof_line("(126), third: > weight 2 (log n)^2")
def above_squares(at: Operands) -> Truth:
    return at.weight * (_of_n(at) - log(at.n - at.k)) > at.weight * 2 * log(at.n) ** 2


# (127)


def _powers(at: Operands) -> Number:
    """The sum of e^{a_l}, l = 1, ..., k + 1."""
    return total(first_and_next(at), lambda j: exp(at.a[j]))


def _geometric(at: Operands) -> Number:
    """e^{a_1} times the sum of e^{-(l - 1) delta}, l = 1, ..., k + 1."""
    return exp(at.a[1]) * total(first_and_next(at), lambda j: exp((1 - j) * at.separation))


@in_first_case.proof_line("(127), the reason of the first: a_{k+1} > b_{k+1} + log(n - k)")
def next_is_above(at: Operands) -> Truth:
    return at.a[at.k + 1] > next_of_b(at) + log(at.n - at.k)


@in_first_case.proof_line("(127), first: xi_k + e^{b_{k+1} + log(n - k)} < sum of e^{a_l}, l = 1, ..., k + 1")
def below_powers(at: Operands) -> Truth:
    return at.xi + at.top < _powers(at)


@in_first_case.proof_line("(127), second: < e^{a_1} times the sum of e^{-(l - 1) delta}, l = 1, ..., k + 1")
def below_geometric(at: Operands) -> Truth:
    return _powers(at) < _geometric(at)


@in_first_case.proof_line("(127), the reason of the third: delta > log 2")
def above_log_2(at: Operands) -> Truth:
    return at.separation > log(number(2))


@in_first_case.proof_line("(127), third: < 2 e^{a_1}")
def below_twice(at: Operands) -> Truth:
    return _geometric(at) < 2 * exp(at.a[1])


# (128)


def _halved(at: Operands) -> Number:
    """top / (2 e^{a_1}) 2 (log n)^2."""
    return at.top / (2 * exp(at.a[1])) * 2 * log(at.n) ** 2


@in_first_case.proof_line("(128), first: boltz(b-) - boltz(a_) > weight 2 (log n)^2")
def above_weight(at: Operands) -> Truth:
    return between(at) > at.weight * 2 * log(at.n) ** 2


@in_first_case.proof_line("(128), second: > e^{b_{k+1} + log(n - k)} / (2 e^{a_1}) 2 (log n)^2")
def above_halved(at: Operands) -> Truth:
    return at.weight * 2 * log(at.n) ** 2 > _halved(at)


@in_first_case.proof_line(
    "(128), third: > (log n)^2 e^{-(a_1 - b_{k+1})}",
    flaw="imprecise",
    survives=("kajitsuka2024:lemma7.first_case_shown",),
    same_as="lemma7.boltz_a_below",
)
def above_bound(at: Operands) -> Truth:
    return _halved(at) > at.bound


@in_first_case.repairs(
    "above_bound",
    "(128), third: = (n - k) (log n)^2 e^{-(a_1 - b_{k+1})} >= (log n)^2 e^{-(a_1 - b_{k+1})}",
    reason="the two are equal where n - k = 1; the line before is strict, so the chain is",
)
def above_bound_repaired(at: Operands) -> Truth:
    return (_halved(at) == (at.n - at.k) * at.bound) & (_halved(at) >= at.bound)


@in_first_case.proof_line(
    "App. B.3, behind (128): which implies boltz(b-) - boltz(a_) > (log n)^2 e^{-(a_1 - b_{k+1})}"
)
def first_case_shown(at: Operands) -> Truth:
    return between(at) > at.bound
