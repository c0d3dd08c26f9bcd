"""Lemma 1: a vector and its permutation, and every line can say no."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from exactua.claims.claim import Operands
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.papers.kajitsuka2024.boltzmann import boltz, softmax
from exactua.papers.kajitsuka2024.lemma01 import lemma1
from exactua.papers.kajitsuka2024.spaced_vectors import largest_magnitude, magnitude, multiples
from exactua.terms.tracing import Number, Truth, every, every_permutation, exp, log, number, point
from tests.papers.evaluators import changed, decided_by_both, least_points, refuted_alone, with_verdict
from tests.papers.kajitsuka2024.exact_lines import mutated

at = lemma1.at()


def at_length(n: int, *steps: str) -> Problem:
    return lemma1.problem({"d": 1, "n": n, "separation": 6}, steps)


def test_a_vector_and_its_permutation_are_not_separated() -> None:
    decision = decided_by_both(at_length(2, "separated", "without_loss"))
    for step in "separated", "without_loss":  # a, and a with its two numbers exchanged
        assert least_points(decision, step) == [[["-1", "0", "-1", "0"]]]


def test_for_one_number_both_sides_of_the_last_inequality_are_0() -> None:
    assert least_points(decided_by_both(at_length(1, "bounded_by_r")), "bounded_by_r") == [[["-1/2", "1/2"]]]


def test_numbers_too_near_are_not_separated() -> None:
    given = {"d": 1, "n": 3, "separation": 1}
    nearer = changed(
        lemma1.problem(given, without=("delta > 2 log n + 3",)),
        "at_the_threshold",
        separated_by(at, number(1), 2 * log(at.n) + 3),
    )
    assert refuted_alone(nearer, "at_the_threshold")


def test_vectors_with_the_same_numbers_are_the_same_set() -> None:
    every_pair = changed(at_length(2), "separated@repaired", given=(at.a[1] == at.b[1]).term)
    assert refuted_alone(every_pair, "separated@repaired")


def separated_by(at: Operands, factor: Number, constant: Number) -> Truth:
    """|boltz(a) - boltz(b)| > constant e^{-2r} of the numbers of a point times `factor`."""
    a, b = multiples(at, factor)
    r = largest_magnitude(at, a, b)
    return magnitude(boltz(a, at.columns) - boltz(b, at.columns)) > constant * exp(-2 * r)


SHARPER: Mapping[str, Callable[[Operands], Truth]] = {
    "bounded": lambda at: magnitude(at.boltz_a) <= at.r - 1,
    "separated@repaired": lambda at: magnitude(at.boltz_a - at.boltz_b) > 10**6 * at.promised,
    "permutation_invariant": lambda at: every_permutation(
        lambda order: point.columns(1, at.n).permuted(order)[1, 1] == point[1, 1]
    ),
    "without_loss@repaired": lambda at: at.a[1] != at.b[1],
    "strictly_decreasing": lambda at: at.a[at.n] > at.a[1],
    "weighted_average": lambda at: every(at.columns, lambda j: softmax(at.a, at.columns)[j] == 1 / at.n),
    "below_ends": lambda at: magnitude(at.boltz_a) < magnitude(at.a[at.n]) / 2,
    "ends_below_r": lambda at: magnitude(at.a[1]) < at.r - 1,
    "first_difference_exists": lambda at: at.a[1] > at.b[1],
    "by_lemma_7": lambda at: magnitude(at.boltz_a - at.boltz_b) > 10000 * log(at.n) ** 2 * exp(-at.distance),
    "by_lemma_7_again": lambda at: magnitude(at.boltz_a - at.boltz_b) > at.separation * exp(-at.distance) * 1000,
    "distance_below_2r": lambda at: at.distance < 2 * at.r - 1,
    "bounded_by_r@repaired": lambda at: log(at.n) ** 2 * exp(-at.distance) > 2 * at.promised,
    "at_the_threshold": lambda at: separated_by(at, 2 * log(at.n) + 3, 1000 * log(at.n) ** 2),
    "one_logarithm": lambda at: separated_by(at, log(at.n) + 3, 5 * exp(log(at.n) + 3)),
    "larger_constant": lambda at: magnitude(at.boltz_a - at.boltz_b) > exp(2 * at.separation - 2 * at.r),
    "strictly_bounded": lambda at: magnitude(at.boltz_b) < at.r - 1,
}


def test_every_line_can_say_no() -> None:
    decision = decided_by_both(mutated(lemma1, at_length(2), SHARPER))
    assert with_verdict(decision, Verdict.REFUTED) == set(SHARPER)
    refuted_as_written = {"separated", "without_loss", "bounded_by_r"}
    assert {step.name for step in lemma1.steps} == set(SHARPER) | refuted_as_written
