"""Lemma 7: which lines hold, which are refuted and where, and that every line can say no."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from exactua.claims.claim import Operands
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.boltzmann import boltz
from exactua.papers.kajitsuka2024.lemma07 import lemma7
from exactua.papers.kajitsuka2024.spaced_vectors import magnitude, multiples
from exactua.terms.tracing import Columns, Number, Truth, exp, log, number, rational, total
from tests.papers.evaluators import changed, decided_by_both, least_points, refuted_alone, with_verdict
from tests.papers.kajitsuka2024.exact_lines import mutated, not_holding, only

at = lemma7.at()

FIRST_CASE = {
    "monotone_there", "boltz_a_below", "boltz_a_below@repaired", "boltz_b_above", "boltz_b_above@repaired", "enough",
    "decomposed", "decomposed_with_logarithm", "logarithm_added", "as_boltz", "difference_written",
    "hypothesis_of_lemma_6", "by_lemma_6", "by_separation", "above_delta", "above_n", "plugged_in", "above_bracket", "above_squares",
    "next_is_above", "below_powers", "below_geometric", "above_log_2", "below_twice", "above_weight", "above_halved",
    "above_bound", "above_bound@repaired", "first_case_shown",
}  # fmt: skip
SECOND_CASE = {
    "above_a_bar", "above_a_bar@repaired", "value_of_a_bar", "divided_by_largest", "largest_less_loss", "from_a_bar",
    "from_separation", "delta_less_loss", "as_quotient", "above_twice_logarithm", "at_least_logarithm",
    "above_bound_too", "above_bound_too@repaired", "reason_of_the_bound", "second_case_shown",
}  # fmt: skip


def at_instance(n: int, k: int, separation: int = 6) -> Problem:
    return lemma7.problem({"d": 1, "n": n, "k": k, "separation": separation})


REFUTED: Mapping[tuple[int, int], set[str]] = {
    (1, 0): {"above_a_bar", "above_bound_too"},
    (2, 0): {"order"},
    (2, 1): {"order", "boltz_a_below", "boltz_b_above", "above_bound"},
}


@pytest.mark.parametrize(("n", "k"), REFUTED)
def test_which_lines_are_refuted(n: int, k: int) -> None:
    decision = decided_by_both(at_instance(n, k))
    vacuous = (SECOND_CASE if k else FIRST_CASE) | ({"as_printed"} if n > 1 else set())
    assert with_verdict(decision, Verdict.REFUTED) == REFUTED[n, k]
    assert with_verdict(decision, Verdict.VACUOUS) == vacuous
    assert len(with_verdict(decision, Verdict.HOLDS)) == len(lemma7.steps) - len(REFUTED[n, k]) - len(vacuous)


def test_three_numbers_of_which_two_are_merged() -> None:
    assert not_holding(only(at_instance(3, 1), *FIRST_CASE, "order", "separated")) == {"order": "refuted"}


def test_the_least_counterexamples() -> None:
    single, two = decide(at_instance(1, 0)), decide(at_instance(2, 1))
    assert least_points(single, "above_a_bar") == [[["-1", "0"]]]  # for n = 1, a- is a
    assert least_points(two, "order") == [[["-3/2", "-1/2", "-3/2", "-1/2"]]]
    for step in "boltz_a_below", "boltz_b_above", "above_bound":  # for k + 1 = n, a_ is a and b- is b
        assert least_points(two, step) == [[["-3/2", "-1/2", "-3/2", "1/2"]]]


def test_a_threshold_that_is_not_exceeded_is_refused() -> None:
    with pytest.raises(InputError, match="delta > 2 log n"):
        at_instance(3, 1, separation=5)
    assert at_instance(2, 1, separation=5).parameters["separation"] == 5
    with pytest.raises(InputError, match="k <= n - 1"):
        at_instance(2, 2)


def test_numbers_too_near_are_not_separated() -> None:
    given = {"d": 1, "n": 3, "k": 1, "separation": 1}
    whole = lemma7.problem(given, ("separated", "first_case_shown"), without=("delta > 2 log n + 3",))
    assert with_verdict(decided_by_both(whole), Verdict.REFUTED) == {"separated", "first_case_shown"}


Sharper = Callable[[Operands], Truth]


def separated_by(at: Operands, factor: Number, constant: Number) -> Truth:
    """|boltz(a) - boltz(b)| > constant e^{-(a_1 - b_{k+1})} of the numbers of a point times `factor`."""
    a, b = multiples(at, factor)
    return magnitude(boltz(a, at.columns) - boltz(b, at.columns)) > constant * exp(b[at.k + 1] - a[1])


def between(at: Operands) -> Number:
    return at.boltz_b_bar - at.boltz_a_low


def merged_difference(at: Operands) -> Number:
    return at.boltz_merged - at.boltz_a_low


SHARPER: Mapping[str, Sharper] = {
    "order@repaired": lambda at: at.a[1] - at.a[at.n] > at.separation,
    "all_apart": lambda at: at.a[1] - at.a[2] > at.separation + rational("1/4"),
    "separated": lambda at: magnitude(at.boltz_a - at.boltz_b) > 10000 * at.bound,
    "which_is_greater": lambda at: at.boltz_a > at.boltz_b,
    "at_the_threshold": lambda at: separated_by(at, log(at.n), log(at.n) ** 2),
    "three_is_enough": lambda at: separated_by(at, number(1), log(at.n) ** 2),
    "one_is_not_enough": lambda at: number(1) > log(at.n) ** 2,
    "larger_factor": lambda at: separated_by(at, at.separation, at.separation * exp(at.separation)),
    "largest_factor": lambda at: exp(at.separation) < at.separation,
    "monotone_there": lambda at: at.a[at.k + 1] < at.a[1] - 2 * at.separation,
    "boltz_a_below@repaired": lambda at: at.boltz_a_low - at.boltz_a > 1,
    "boltz_b_above@repaired": lambda at: at.boltz_b - at.boltz_b_bar > 1,
    "enough": lambda at: at.boltz_b - at.boltz_a >= 2 * between(at),
    "decomposed": lambda at: at.boltz_b_bar == at.boltz_b,
    "decomposed_with_logarithm": lambda at: at.top == (at.n - at.k - 1) * exp(at.b[at.k + 1]),
    "logarithm_added": lambda at: log(at.n - at.k) * at.weight == 0,
    "as_boltz": lambda at: at.boltz_b_bar == at.boltz_merged,
    "difference_written": lambda at: between(at) == merged_difference(at),
    "hypothesis_of_lemma_6": lambda at: at.a[1] - 2 * at.separation > at.a[at.k + 1],
    "by_lemma_6": lambda at: merged_difference(at) > 1000 * at.separation**2 * at.weight,
    "by_separation": lambda at: at.separation - log(at.n) > 2 * at.separation - 2 * log(at.n) - 1,
    "above_delta": lambda at: merged_difference(at) > 100 * at.separation**2 * at.weight,
    "above_n": lambda at: at.separation - log(at.n) > 2 * log(at.n) + 5,
    "plugged_in": lambda at: between(at) == merged_difference(at) - at.weight,
    "above_bracket": lambda at: merged_difference(at) > at.weight * 1000 * (log(at.n) + 3) * (2 * log(at.n) + 5),
    "above_squares": lambda at: (log(at.n) + 3) * (2 * log(at.n) + 5) > 100 * log(at.n) ** 2,
    "next_is_above": lambda at: at.a[at.k + 1] > at.b[at.k + 1] + at.n * at.separation,
    "below_powers": lambda at: at.xi + at.top < at.xi,
    "below_geometric": lambda at: total(Columns(1, at.k + 1, "l"), lambda j: exp(at.a[j])) < exp(at.a[1]),
    "above_log_2": lambda at: at.separation > exp(number(2)),
    "below_twice": lambda at: 1 + exp(-at.separation) < 1 + exp(-at.separation - 1),
    "above_weight": lambda at: between(at) > at.weight * 10000 * log(at.n) ** 2,
    "above_halved": lambda at: at.weight > at.top / exp(at.a[1]),
    "above_bound@repaired": lambda at: at.top / exp(at.a[1]) * log(at.n) ** 2 == at.bound,
    "first_case_shown": lambda at: between(at) > 10000 * at.bound,
}

SHARPER_FROM_THE_FIRST: Mapping[str, Sharper] = {
    "below_largest": lambda at: at.boltz_b <= at.b[1] - 1,
    "above_a_bar@repaired": lambda at: at.boltz_a - at.boltz_a_bar > 1,
    "value_of_a_bar": lambda at: at.boltz_a_bar == at.boltz_a,
    "divided_by_largest": lambda at: at.boltz_a_bar == at.a[1],
    "largest_less_loss": lambda at: at.boltz_a_bar == at.a[1] - at.separation * exp(-at.separation),
    "from_a_bar": lambda at: at.boltz_a - at.boltz_b >= at.boltz_a - at.b[1] + 1,
    "from_separation": lambda at: at.boltz_a_bar - at.b[1] > at.separation + 1,
    "delta_less_loss": lambda at: at.boltz_a_bar - at.a[1] + at.separation == at.separation,
    "as_quotient": lambda at: at.boltz_a_bar - at.a[1] + at.separation == at.separation / (1 + exp(-at.separation)),
    "above_twice_logarithm": lambda at: at.separation > 6 * log(at.n),
    "at_least_logarithm": lambda at: at.separation / (1 + (at.n - 1) * exp(-at.separation)) >= 6 * log(at.n),
    "above_bound_too@repaired": lambda at: log(at.n) * exp(-at.separation) > at.bound * exp(at.separation),
    "reason_of_the_bound": lambda at: at.a[1] - at.b[1] > 10 * log(at.n),
    "second_case_shown": lambda at: at.boltz_a - at.boltz_b > 100 * exp(at.separation) * at.bound,
}


@pytest.mark.parametrize(("k", "terms"), [(1, SHARPER), (0, SHARPER_FROM_THE_FIRST)], ids=["k = 1", "k = 0"])
def test_every_line_can_say_no(k: int, terms: Mapping[str, Sharper]) -> None:
    decision = decided_by_both(mutated(lemma7, at_instance(3, k), terms))
    assert with_verdict(decision, Verdict.REFUTED) == set(terms)


def test_every_step_is_seen_saying_no() -> None:
    seen = {*SHARPER, *SHARPER_FROM_THE_FIRST}.union(*REFUTED.values())
    # with (114) as it is printed no pair of more than one number is left: it says no with its hypothesis left out
    assert {step.name for step in lemma7.steps} - seen == {"as_printed"}
    assert refuted_alone(changed(at_instance(2, 1), "as_printed", given=(at.a[1] == at.b[1]).term), "as_printed")
