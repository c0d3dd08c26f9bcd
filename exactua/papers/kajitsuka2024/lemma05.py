"""Lemma 5 (Kajitsuka & Sato 2024, App. B.2): where the Boltzmann operator is concave in an argument.

    d^2 boltz(a) / d a_i^2 < 0   where   a_i < max_j a_j - log n - 3

A point is a vector a, one row of n entries; p = softmax(a). Derivatives are those of the quotient rule (`boltzmann`).
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Claim, Operands
from exactua.papers.kajitsuka2024 import boltzmann
from exactua.papers.kajitsuka2024.boltzmann import (
    SMALL,
    boltz_by,
    boltz_twice_by,
    entropy_by,
    moved,
    near_quotient,
    softmax_by,
)
from exactua.papers.kajitsuka2024.lemma04 import ENTRIES, OF_A, ONE_ROW, at_threshold, ordered_vectors, vectors
from exactua.papers.pages import Lines, let
from exactua.terms.tracing import (
    Columns,
    Number,
    Truth,
    every,
    exp,
    implies,
    log,
    number,
    rational,
    row,
    some,
    when,
)

lemma5 = Claim(
    "kajitsuka2024:lemma5",
    title="Lemma 5",
    source="App. B.2",
    text="Let n be a positive integer, i in [n] and a = (a_1, ..., a_n) real. Then the Boltzmann operator boltz(a) is "
    "concave with respect to a_i, that is, d^2/da_i^2 boltz(a) < 0 (94) holds in a domain where a "
    "satisfies a_i < max_j a_j - log n - 3.",
    parameters=(ONE_ROW, ENTRIES),
)
lemma5.rests_on("lemma4", where="App. B.2, (96), (97)")
lemma5.requires("d = 1 (a is a vector)")(lambda at: at.d == 1)

QUARTER = rational("1/4")

let(lemma5, **OF_A)

# The second derivatives of boltz(a) by a_1, ..., a_n by the quotient rule, shape (n,)
let(lemma5, curvature=lambda at: row(at.columns, lambda i: boltz_twice_by(at.a, at.columns, i)))


def _below(at: Operands, i: Number) -> Truth:
    """(95) at i."""
    return at.a[i] < at.largest - log(at.n) - 3


def _where_below(at: Operands, condition: Callable[[Number], Truth]) -> Truth:
    """The condition at every i that satisfies (95)."""
    return every(at.columns, lambda i: implies(_below(at, i), condition(i)))


def _last(at: Operands, i: Number) -> Number:
    """(1 - 2 p_i) (log p_i + S(p) + 1) + 1."""
    return (1 - 2 * at.p[i]) * (log(at.p[i]) + at.entropy + 1) + 1


# The lemma

where_below = Lines(lemma5, over=(vectors,), given=lambda at: some(at.columns, lambda i: _below(at, i)))


@where_below.proof_line(
    "(94): the second derivative with respect to a_i is below 0 where (95): a_i < max_j a_j - log n - 3, at vectors "
    "with entries 0, 1, 5/2, -3"
)
def concave(at: Operands) -> Truth:
    return _where_below(at, lambda i: at.curvature[i] < 0)


@where_below.proof_line(
    "boltz is concave with respect to a_i there: above its chord, halfway up to the threshold, at vectors with "
    "entries 0, 1, 5/2, -3"
)
def above_chord(at: Operands) -> Truth:
    def above(i: Number) -> Truth:
        half = (at.largest - log(at.n) - 3 - at.a[i]) / 2
        middle, upper = (boltzmann.boltz(moved(at.a, at.columns, i, by), at.columns) for by in (half, 2 * half))
        return when(_below(at, i), 2 * middle - at.boltz - upper, 1) > 0

    return every(at.columns, above)


@lemma5.proof_line(
    "(95), not said: a_n = max_j a_j - log n - 3 itself, and any t >= 0 less, will do where n >= 2 (t the last entry)",
    over=(ordered_vectors,),
    given=lambda at: (at.n >= 2) & (at.a[at.n] >= 0),
    said=False,
)
def threshold_itself(at: Operands) -> Truth:
    return boltz_twice_by(at_threshold(at, 3), at.columns, at.n) < 0


@lemma5.proof_line(
    "(95), not said: so will max_j a_j - log n - 2, and less, where n >= 2",
    over=(ordered_vectors,),
    given=lambda at: (at.n >= 2) & (at.a[at.n] >= 0),
    said=False,
)
def sharper_threshold(at: Operands) -> Truth:
    return boltz_twice_by(at_threshold(at, 2), at.columns, at.n) < 0


@lemma5.proof_line(
    "(95), not said: but not the threshold of Lemma 4 at n = 2: at (0, -log 2 - 1) the second derivative is above 0",
    said=False,
)
def threshold_of_lemma_4(at: Operands) -> Truth:
    two = Columns(1, 2)
    return boltz_twice_by(row(two, lambda j: when(j == 1, 0, -log(2) - 1)), two, number(2)) > 0


# (96) and (97): the second derivative


@lemma5.proof_line("(96): d boltz(a) / d a_i = p_i (1 + log p_i + S(p))", over=(vectors,))
def derivative(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.slope[i] == at.p[i] * (1 + log(at.p[i]) + at.entropy))


@lemma5.proof_line(
    "(97): d^2 boltz(a) / d a_i^2 = d/da_i [p_i (1 + log p_i + S(p))], as a limit: the difference quotient of the "
    "derivative is within its remainder",
    over=(vectors,),
)
def second_derivative_as_limit(at: Operands) -> Truth:
    def near(i: Number) -> Truth:
        there = boltz_by(moved(at.a, at.columns, i, SMALL), at.columns, i)
        return near_quotient(at.curvature[i], there, at.slope[i], 5 + 3 * log(at.n))

    return every(at.columns, near)


def _product_rule(at: Operands, i: Number) -> Number:
    """(d p_i / d a_i) (1 + log p_i + S(p)) + p_i d/da_i (1 + log p_i + S(p))."""
    by = softmax_by(at.a, at.columns, i, i)
    return by * (1 + log(at.p[i]) + at.entropy) + at.p[i] * (by / at.p[i] + entropy_by(at.a, at.columns, i))


def _plugged_in(at: Operands, i: Number) -> Number:
    p_i = at.p[i]
    inner = p_i * (1 - p_i) / p_i - p_i * (log(p_i) + at.entropy)
    return p_i * (1 - p_i) * (1 + log(p_i) + at.entropy) + p_i * inner


@lemma5.proof_line("(97): = (d p_i / d a_i) (1 + log p_i + S(p)) + p_i d/da_i (1 + log p_i + S(p))", over=(vectors,))
def product_rule(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.curvature[i] == _product_rule(at, i))


@lemma5.proof_line("(97): by (87): d p_i / d a_i = p_i (1 - p_i)", over=(vectors,))
def softmax_plugged_in(at: Operands) -> Truth:
    return every(at.columns, lambda i: softmax_by(at.a, at.columns, i, i) == at.p[i] * (1 - at.p[i]))


@lemma5.proof_line(
    "(97): and by (90): d/da_i (1 + log p_i + S(p)) = p_i (1 - p_i) / p_i - p_i (log p_i + S(p)), so that the sum is "
    "p_i (1 - p_i) (1 + log p_i + S(p)) + p_i [p_i (1 - p_i) / p_i - p_i (log p_i + S(p))]",
    over=(vectors,),
)
def bracket_plugged_in(at: Operands) -> Truth:
    def as_printed(i: Number) -> Truth:
        p_i, by = at.p[i], softmax_by(at.a, at.columns, i, i)
        printed = p_i * (1 - p_i) / p_i - p_i * (log(p_i) + at.entropy)
        return by / p_i + entropy_by(at.a, at.columns, i) == printed

    return every(at.columns, as_printed)


@lemma5.proof_line("(97): = p_i [(1 - 2 p_i) (log p_i + S(p) + 1) + 1]", over=(vectors,))
def second_derivative(at: Operands) -> Truth:
    return every(at.columns, lambda i: _plugged_in(at, i) == at.p[i] * _last(at, i))


# (98) to (101): its sign


@lemma5.proof_line("(98): max_j a_j <= L(a)", over=(vectors,))
def largest_below_log_partition(at: Operands) -> Truth:
    return at.largest <= at.log_partition


@lemma5.proof_line("(98): S(p) <= log n", over=(vectors,))
def entropy_below_log(at: Operands) -> Truth:
    return at.entropy <= log(at.n)


@lemma5.proof_line(
    "(98), not said: without (95) the two facts give max_j a_j - log n - 3 <= L(a) - S(p) - 3, with = exactly where "
    "n = 1",
    over=(vectors,),
    said=False,
)
def from_the_facts(at: Operands) -> Truth:
    left, right = at.largest - log(at.n) - 3, at.log_partition - at.entropy - 3
    return implies(at.n == 1, left == right) & implies(at.n >= 2, left < right)


@where_below.proof_line("(98): max_j a_j - log n - 3 < L(a) - S(p) - 3 where some a_i < max_j a_j - log n - 3")
def strictly_below(at: Operands) -> Truth:
    return at.largest - log(at.n) - 3 < at.log_partition - at.entropy - 3


@where_below.proof_line("(98): a_i < max_j a_j - log n - 3 implies a_i < L(a) - S(p) - 3")
def below_difference(at: Operands) -> Truth:
    return _where_below(at, lambda i: at.a[i] < at.log_partition - at.entropy - 3)


@lemma5.proof_line("(99): a_i - L(a) = log p_i", over=(vectors,))
def log_probability(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.a[i] - at.log_partition == log(at.p[i]))


@where_below.proof_line("(99): a_i < max_j a_j - log n - 3 implies log p_i < -S(p) - 3")
def log_probability_bounded(at: Operands) -> Truth:
    return _where_below(at, lambda i: log(at.p[i]) < -at.entropy - 3)


@lemma5.proof_line("(100): the entropy S(p) is always non-negative", over=(vectors,))
def entropy_not_negative(at: Operands) -> Truth:
    return at.entropy >= 0


@where_below.proof_line("(100): log p_i < -3 under (95)")
def log_probability_below(at: Operands) -> Truth:
    return _where_below(at, lambda i: log(at.p[i]) < -3)


@lemma5.proof_line("(100): e^(-x) <= 1 / (1 + x) for x > -1 (x = -31/32, ..., 2 in steps of 1/32)")
def exponential_inequality(at: Operands) -> Truth:
    return every(Columns(-31, 64, "k"), lambda k: exp(-k / 32) <= 1 / (1 + k / 32))


@where_below.proof_line("(100): p_i < e^(-3) under (95)")
def probability_below(at: Operands) -> Truth:
    return _where_below(at, lambda i: at.p[i] < exp(-3))


@lemma5.proof_line("(100): e^(-3) <= 1 / (1 + 3)")
def exponential_below(at: Operands) -> Truth:
    return exp(-3) <= number(1) / (1 + 3)


@lemma5.proof_line("(100): = 1/4")
def one_quarter(at: Operands) -> Truth:
    return number(1) / (number(1) + 3) == QUARTER


@where_below.proof_line("(101): (1 - 2 p_i) (log p_i + S(p) + 1) + 1 < (1 - 2 * 1/4) (-2) + 1 under (95)")
def bracket_bounded(at: Operands) -> Truth:
    return _where_below(at, lambda i: _last(at, i) < (1 - 2 * QUARTER) * -2 + 1)


@lemma5.proof_line("(101): (1 - 2 * 1/4) (-2) + 1 = 0")
def bound_is_zero(at: Operands) -> Truth:
    return (1 - 2 * QUARTER) * -2 + 1 == 0


@lemma5.proof_line("(101): which in turn implies that the second derivative is below 0", over=(vectors,))
def sign_of_bracket(at: Operands) -> Truth:
    return every(at.columns, lambda i: implies(_last(at, i) < 0, at.curvature[i] < 0))


lemma5.part(
    "the Boltzmann operator boltz(a) is concave with respect to a_i, that is, d^2/da_i^2 boltz(a) < 0 (94) "
    "holds in a domain where a satisfies a_i < max_j a_j - log n - 3.",
    undecided="It is about all real a in this domain; `concave` and `above_chord` decide it for the vectors with "
    "entries 0, 1, 5/2, -3.",
    theorem="kajitsuka_lemma_5",
)
