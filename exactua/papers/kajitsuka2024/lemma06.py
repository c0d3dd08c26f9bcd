"""Lemma 6 (Kajitsuka & Sato 2024, App. B.2): how much the Boltzmann operator grows when its last argument is lowered.

    boltz(b) - boltz(a) > (a_n - b_n) (delta + a_n - b_n - log n - 1) e^(b_n) / sum_i e^(b_i)

where a and b agree in all but the last entry, max_(i < n) a_i - delta > a_n > b_n and delta > log n + 3.

A point is a 2 x n matrix of numbers x (first row) and y that say where the vectors lie beside the thresholds:

    a_k = b_k = -x_k for k < n,   delta = log n + 3 + y_1,   a_n = max_(i < n) a_i - delta - x_n,   b_n = a_n - y_n
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import vocabulary
from exactua.papers.kajitsuka2024 import boltzmann
from exactua.papers.kajitsuka2024.boltzmann import boltz_by
from exactua.papers.pages import Lines, let
from exactua.terms.tracing import Columns, Number, Row, Truth, every, exp, greatest, log, point, row, when

TWO_ROWS = Parameter("d", "number of rows of a point: x and y", ladder=(2,))
ENTRIES = Parameter("n", "number of entries of a and b", least=2, ladder=(3, 2))

lemma6 = Claim(
    "kajitsuka2024:lemma6",
    title="Lemma 6",
    source="App. B.2",
    text="Let n >= 2 and a, b in R^n be sequences such that the first n - 1 elements of a and b match, that is, a_i = "
    "b_i for all i in [n - 1]. In addition, if max_(i < n) a_i - delta > a_n > b_n with delta > log n + 3, the "
    "difference boltz(a) - boltz(b) is lower-bounded by boltz(b) - boltz(a) > (a_n - b_n) (delta + a_n - b_n - log n - "
    "1) e^(b_n) / sum_i e^(b_i).",
    parameters=(TWO_ROWS, ENTRIES),
)
lemma6.rests_on("lemma4", "lemma5", where="App. B.2, (104)")
lemma6.requires("d = 2 (x and y)")(lambda at: at.d == 2)
lemma6.requires("n >= 2")(lambda at: at.n >= 2)

distances = vocabulary("distances", [["1", "1/2"], ["1/8", "2"], ["0", "1/8"], ["3", "4"], ["1/2", "0"]])
"""x and y, from 0, where the hypotheses of the lemma are just violated, to 3 and 4."""


def x(k: Number | int) -> Number:
    """x_k: -a_k for k < n, and how far a_n is below max_i a_i - delta."""
    return point[1, k]


def y(k: Number | int) -> Number:
    """y_1: how far delta is above log n + 3; y_n: how far b_n is below a_n."""
    return point[2, k]


let(
    lemma6,
    delta=lambda at: log(at.n) + 3 + y(1),  # delta, with log n + 3 < delta where y_1 > 0
    largest_of_others=lambda at: greatest(Columns(1, at.n - 1), lambda i: -x(i)),  # max_(i < n) a_i
    # The vector a, shape (n,)
    a=lambda at: row(at.columns, lambda k: when(k < at.n, -x(k), at.largest_of_others - at.delta - x(at.n))),
    b=lambda at: row(at.columns, lambda k: when(k < at.n, -x(k), at.a[at.n] - y(at.n))),  # The vector b, shape (n,)
    p=lambda at: boltzmann.softmax(at.b, at.columns),  # The softmax of b, shape (n,)
    entropy=lambda at: boltzmann.entropy(at.p, at.columns),  # The entropy of p
    gap=lambda at: at.a[at.n] - at.b[at.n],  # a_n - b_n
    gained=lambda at: boltzmann.boltz(at.b, at.columns) - boltzmann.boltz(at.a, at.columns),  # boltz(b) - boltz(a)
)


@lemma6.operand
def bound(at: Operands) -> Number:
    """The right-hand side of (103)."""
    weight = exp(at.b[at.n]) / boltzmann.partition(at.b, at.columns)
    return at.gap * (at.delta + at.gap - log(at.n) - 1) * weight


def _assumed(at: Operands) -> Truth:
    """(102) and delta > log n + 3."""
    return (at.largest_of_others - at.delta > at.a[at.n]) & (at.a[at.n] > at.b[at.n]) & (at.delta > log(at.n) + 3)


def _closed(at: Operands) -> Truth:
    """The same with equality allowed but in a_n > b_n."""
    return (at.largest_of_others - at.delta >= at.a[at.n]) & (at.a[at.n] > at.b[at.n]) & (at.delta >= log(at.n) + 3)


# The lemma

as_assumed = Lines(lemma6, over=(distances,), given=_assumed)


@as_assumed.states(
    "the difference boltz(a) - boltz(b) is lower-bounded by the right-hand side of (103)",
    flaw="typo",
    survives=("kajitsuka2024:lemma6.lower_bound",),
)
def in_words(at: Operands) -> Truth:
    return -at.gained > at.bound


@as_assumed.repairs(
    "in_words",
    "the difference boltz(b) - boltz(a) is lower-bounded by the right-hand side of (103)",
    reason="boltz(a) - boltz(b) is below 0, the bound above; (103) has the difference the other way round",
)
def in_words_repaired(at: Operands) -> Truth:
    return at.gained > at.bound


@as_assumed.proof_line(
    "(103), at some vectors: boltz(b) - boltz(a) > (a_n - b_n) (delta + a_n - b_n - log n - 1) e^(b_n) / sum_i "
    "e^(b_i) under (102) and delta > log n + 3"
)
def lower_bound(at: Operands) -> Truth:
    return at.gained > at.bound


@lemma6.proof_line(
    "(102), not said: max_i a_i - delta = a_n and delta = log n + 3 will do as well",
    over=(distances,),
    given=_closed,
    said=False,
)
def thresholds_themselves(at: Operands) -> Truth:
    return at.gained > at.bound


# (104) and (105)


def _slope_at(at: Operands, last: Number) -> Number:
    """The derivative of boltz(b_1, ..., b_(n-1), x) by x at x = last, by the quotient rule."""
    return boltz_by(_with_last(at, last), at.columns, at.n)


def _with_last(at: Operands, last: Number) -> Row:
    """(b_1, ..., b_(n-1), last)."""
    return row(at.columns, lambda k: when(k < at.n, at.b[k], last))


@as_assumed.proof_line("(104): Lemma 5 applies at a_n, and at each x < a_n: a_n < max_(i in [n]) a_i - log n - 3")
def concave_up_to_a(at: Operands) -> Truth:
    return at.a[at.n] < greatest(at.columns, lambda i: at.a[i]) - log(at.n) - 3


@as_assumed.proof_line(
    "(104): boltz(b_1, ..., b_(n-1), x) + (a_n - x) d/dx boltz(b_1, ..., b_(n-1), x) > boltz(b_1, ..., b_(n-1), a_n) "
    "for any x < a_n (for a_n - x = 1/4, ..., 2)"
)
def tangent(at: Operands) -> Truth:
    def above(k: Number) -> Truth:
        x = at.a[at.n] - k / 4
        value = boltzmann.boltz(_with_last(at, x), at.columns)
        there = boltzmann.boltz(_with_last(at, at.a[at.n]), at.columns)
        return value + (at.a[at.n] - x) * _slope_at(at, x) > there

    return every(Columns(1, 8, "k"), above)


@as_assumed.proof_line("(105): boltz(b) - boltz(a) > (a_n - b_n) (-d/dx boltz(b_1, ..., b_(n-1), x) at x = b_n)")
def tangent_at_b(at: Operands) -> Truth:
    return at.gained > at.gap * -_slope_at(at, at.b[at.n])


def _by_probabilities(at: Operands) -> Number:
    last = at.p[at.n]
    return at.gap * (-last * (1 + log(last) + at.entropy))


def _by_largest(at: Operands) -> Number:
    largest = greatest(at.columns, lambda i: at.b[i])
    return at.gap * (-at.p[at.n] * (1 + at.b[at.n] - largest + log(at.n)))


@as_assumed.proof_line("(105): = (a_n - b_n) [-p_n (1 + log p_n + S(p))]")
def derivative_written_out(at: Operands) -> Truth:
    return at.gap * -_slope_at(at, at.b[at.n]) == _by_probabilities(at)


@as_assumed.proof_line("(105): > (a_n - b_n) [-p_n (1 + b_n - max_(i in [n]) b_i + log n)]")
def entropy_bounded(at: Operands) -> Truth:
    return _by_probabilities(at) > _by_largest(at)


@as_assumed.proof_line("(105): > (a_n - b_n) p_n (delta + a_n - b_n - log n - 1)")
def separation_used(at: Operands) -> Truth:
    return _by_largest(at) > at.gap * at.p[at.n] * (at.delta + at.gap - log(at.n) - 1)


@lemma6.proof_line("(105): where p_n = e^(b_n) / sum_i e^(b_i): the right-hand side of (103)", over=(distances,))
def right_hand_side(at: Operands) -> Truth:
    return at.gap * at.p[at.n] * (at.delta + at.gap - log(at.n) - 1) == at.bound


lemma6.part("the difference boltz(a) - boltz(b) is lower-bounded by", "in_words")
lemma6.part(
    "boltz(b) - boltz(a) > (a_n - b_n) (delta + a_n - b_n - log n - 1) e^(b_n) / sum_i e^(b_i).",
    undecided="It is about all such a, b and delta; `lower_bound` decides it for those that lie from 0 to 4 "
    "behind the thresholds, five distances for each entry.",
    theorem="kajitsuka_lemma_6",
)
lemma6.tells("delta", "a", "b")
lemma6.preface(
    "the rows x and y of L stand for a_k = b_k = -x_k where k < n, delta = log n + 3 + y_1, a_n = max_(i < n) a_i - "
    "delta - x_n and b_n = a_n - y_n"
)
