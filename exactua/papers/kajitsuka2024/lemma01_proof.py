"""The proof of Lemma 1 (Kajitsuka & Sato 2024, App. B.3, (110) to (113)), and how much the lemma needs of (14)."""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.boltzmann import boltz, softmax
from exactua.papers.kajitsuka2024.lemma01_statement import another, differ, hypotheses, one_vector
from exactua.papers.kajitsuka2024.spaced_vectors import (
    decreasing,
    differ_after,
    dropping,
    larger,
    largest_magnitude,
    magnitude,
    multiples,
    positive_where,
)
from exactua.terms.tracing import (
    Columns,
    Number,
    Permutation,
    Row,
    Truth,
    every,
    every_permutation,
    exp,
    implies,
    log,
    some,
    total,
)

proof = Chapter()


def _first_difference(at: Operands, a: Row, b: Row) -> Truth:
    """(111)."""
    return some(Columns(0, at.n - 1, "k"), lambda k: differ_after(a, b, k))


def _greater_first(at: Operands) -> Truth:
    """The hypotheses and (111)."""
    return hypotheses(at) & _first_difference(at, at.a, at.b)


@proof.proof_line("App. B.3: the Boltzmann operator is permutation invariant", over=(dropping,))
def permutation_invariant(at: Operands) -> Truth:
    return every_permutation(lambda order: boltz(another(at, order), at.columns) == at.boltz_b)


@proof.proof_line(
    "App. B.3: without loss of generality a_1 > ... > a_n and b_1 > ... > b_n: a != b stays so when both are sorted",
    over=(dropping,),
    given=hypotheses,
    survives=("kajitsuka2024:lemma1.without_loss@repaired",),
    same_as="lemma1.separated",
)
def without_loss(at: Operands) -> Truth:
    def still_different(order: Permutation) -> Truth:
        first, second = one_vector(at), another(at, order)
        return implies(some(at.columns, lambda j: first[j] != second[j]), differ(at))

    return every_permutation(still_different)


@proof.repairs(
    "without_loss",
    "without loss of generality a_1 > ... > a_n and b_1 > ... > b_n where a and b are different as sets",
    reason="a permutation of a becomes a when it is sorted",
    over=(dropping,),
    given=hypotheses,
)
def without_loss_of_sets(at: Operands) -> Truth:
    def same_set(first: Row, second: Row) -> Truth:
        return every(at.columns, lambda i: some(at.columns, lambda j: first[i] == second[j]))

    def still_different(order: Permutation) -> Truth:
        first, second = one_vector(at), another(at, order)
        return implies(~(same_set(first, second) & same_set(second, first)), differ(at))

    return every_permutation(still_different)


@proof.proof_line(
    "App. B.3: since there is no duplicate element in a, a_k is strictly greater than a_l for any k < l",
    over=(dropping,),
    given=hypotheses,
)
def strictly_decreasing(at: Operands) -> Truth:
    return decreasing(at, at.a, 0) & decreasing(at, at.b, 0)


@proof.proof_line(
    "(110): the Boltzmann operator can be regarded as weighted averaging: the weights are positive, their sum is 1",
    over=(dropping,),
)
def weighted_average(at: Operands) -> Truth:
    weights = softmax(at.a, at.columns)
    positive = every(at.columns, lambda j: weights[j] > 0)
    return positive & (total(at.columns, lambda j: weights[j]) == 1)


def _ends(at: Operands) -> Number:
    """max(|a_1|, |a_n|)."""
    return larger(magnitude(at.a[1]), magnitude(at.a[at.n]))


@proof.proof_line("(110), first: |boltz(a)| <= max(|a_1|, |a_n|)", over=(dropping,), given=hypotheses)
def below_ends(at: Operands) -> Truth:
    return magnitude(at.boltz_a) <= _ends(at)


@proof.proof_line("(110), second: < r", over=(dropping,), given=hypotheses)
def ends_below_r(at: Operands) -> Truth:
    return _ends(at) < at.r


@proof.proof_line(
    "(111): if a != b, both decreasing, then of one of the two orders: there exists k in {0, ..., n - 1} with "
    "(a_1, ..., a_k) = (b_1, ..., b_k) and a_{k+1} > b_{k+1}",
    over=(dropping,),
    given=lambda at: hypotheses(at) & differ(at),
)
def first_difference_exists(at: Operands) -> Truth:
    return _first_difference(at, at.a, at.b) | _first_difference(at, at.b, at.a)


def _of_lemma_7(at: Operands) -> Number:
    """(log n)^2 e^{-(a_1 - b_{k+1})}."""
    return log(at.n) ** 2 * exp(-at.distance)


@proof.proof_line(
    "(112): |boltz(a) - boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})}", over=(dropping,), given=_greater_first
)
def by_lemma_7(at: Operands) -> Truth:
    return magnitude(at.boltz_a - at.boltz_b) > _of_lemma_7(at)


@proof.proof_line("App. B.3: a_1 - b_{k+1} < 2r holds", over=(dropping,), given=_greater_first)
def distance_below_2r(at: Operands) -> Truth:
    return at.distance < 2 * at.r


@proof.proof_line(
    "(113), first: |boltz(a) - boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})}", over=(dropping,), given=_greater_first
)
def by_lemma_7_again(at: Operands) -> Truth:
    return magnitude(at.boltz_a - at.boltz_b) > _of_lemma_7(at)


@proof.proof_line(
    "(113), second: > (log n)^2 e^{-2r}",
    over=(dropping,),
    given=_greater_first,
    flaw="silently assumed",
    survives=("kajitsuka2024:lemma1.bounded_by_r@repaired", "kajitsuka2024:lemma1.by_lemma_7_again"),
)
def bounded_by_r(at: Operands) -> Truth:
    return _of_lemma_7(at) > at.promised


@proof.repairs(
    "bounded_by_r",
    "(113), second: > (log n)^2 e^{-2r} for n >= 2, = for n = 1",
    reason="for n = 1 both are 0, as log 1 = 0; the first inequality is strict, so the chain is",
    over=(dropping,),
    given=_greater_first,
)
def bounded_by_r_repaired(at: Operands) -> Truth:
    return positive_where(at.n >= 2, _of_lemma_7(at) - at.promised)


# What the lemma needs


@proof.proof_line(
    "(14), not said: (16) holds too of numbers that lie exactly 2 log n + 3 apart, r the largest |a_k|, |b_k|",
    over=(dropping,),
    given=differ,
    said=False,
)
def at_the_threshold(at: Operands) -> Truth:
    first, second = multiples(at, 2 * log(at.n) + 3)
    largest = largest_magnitude(at, first, second)
    difference = magnitude(boltz(first, at.columns) - boltz(second, at.columns))
    return difference > log(at.n) ** 2 * exp(-2 * largest)


@proof.proof_line(
    "(14), not said: (16) holds of numbers that lie log n + 3 apart, even with e^{log n + 3} for (log n)^2",
    over=(dropping,),
    given=differ,
    said=False,
)
def one_logarithm(at: Operands) -> Truth:
    delta = log(at.n) + 3
    first, second = multiples(at, delta)
    largest = largest_magnitude(at, first, second)
    return magnitude(boltz(first, at.columns) - boltz(second, at.columns)) > exp(delta - 2 * largest)


@proof.proof_line(
    "(16), not said: the constant is not the best: |boltz(a) - boltz(b)| > e^{delta - 2r}",
    over=(dropping,),
    given=lambda at: hypotheses(at) & differ(at),
    said=False,
)
def larger_constant(at: Operands) -> Truth:
    return magnitude(at.boltz_a - at.boltz_b) > exp(at.separation - 2 * at.r)


@proof.proof_line(
    "(15), not said: |boltz(a^(i))| < r, as Definition 1 asks of (r, delta')-separated outputs",
    over=(dropping,),
    given=hypotheses,
    said=False,
)
def strictly_bounded(at: Operands) -> Truth:
    return (magnitude(at.boltz_a) < at.r) & (magnitude(at.boltz_b) < at.r)
