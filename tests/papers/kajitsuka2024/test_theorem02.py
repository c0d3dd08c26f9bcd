"""Theorem 2: certified for fourteen data sets, refuted where App. A.2 is, and every line can say no."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.data_sets import DATA_SETS, FIRST_VIOLATION
from exactua.papers.kajitsuka2024.separation import Separation
from exactua.papers.kajitsuka2024.theorem02 import _given_by_41 as given_by_41
from exactua.papers.kajitsuka2024.theorem02 import _right_side_of_42 as right_side_of_42
from exactua.papers.kajitsuka2024.theorem02 import theorem2
from exactua.papers.kajitsuka2024.theorem02_construction import setting
from exactua.papers.kajitsuka2024.theorem02_statement import rank_one
from exactua.papers.kajitsuka2024.theorem02_weights import Setting, head
from exactua.terms.language import make, rational
from exactua.terms.tracing import Number, when
from tests.papers.evaluators import changed, decided_by_both, network, refuted_alone, with_verdict
from tests.papers.kajitsuka2024.exact_lines import only, refuted, refuted_by_both, verdicts, witness
from tests.papers.yun2020.lines import opposite

at = theorem2.at()
STATEMENTS = ("ranks", "equation7", "equation8")
MISPRINTS = {"equation6", "lemma1_applies", "equation41_product", "plugging"}
OF_SHARED_TOKENS = {
    "equation37_apart",
    "equation39",
    "equation40",
    "equation41_query",
    "equation41_rank_one",
    "equation41_product",
    "equation41_product@repaired",
    "equation41",
    "equation41_bound",
    "equation42_skip",
    "equation42_rank_one",
    "equation42",
    "equation42@repaired",
    "equation45",
}


def problem(data: int, *steps: str) -> Problem:
    return theorem2.problem({"data": data}, steps)


def once(given: Problem) -> dict[str, str]:
    """The verdict of every step, without a second look by the literal networks."""
    return {result.step.name: result.verdict.value for result in decide(given, replayed=0).results}


@pytest.mark.parametrize("data", range(1, FIRST_VIOLATION))
def test_theorem_2_is_certified(data: int) -> None:
    assert set(once(problem(data, *STATEMENTS)).values()) == {"holds"}


def test_both_evaluators_say_which_lines_are_true() -> None:
    decision = decided_by_both(problem(2))
    assert with_verdict(decision, Verdict.REFUTED) == MISPRINTS
    assert with_verdict(decision, Verdict.VACUOUS) == {"duplicates", "zero_token"}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (1, {"equation6", "lemma1_applies", "equation38_transposed"}),
        (12, MISPRINTS | {"equation38_transposed"}),
    ],
)
def test_which_lines_are_refuted_with_head_size_2(data: int, expected: set[str]) -> None:
    by_step = once(theorem2.problem({"data": data, "s": 2}))
    assert {name for name, verdict in by_step.items() if verdict == "refuted"} == expected


@pytest.mark.parametrize("data", [1, 11])
def test_without_a_shared_token_the_last_part_of_the_proof_says_nothing(data: int) -> None:
    by_step = once(problem(data))
    assert {name for name, verdict in by_step.items() if verdict == "vacuous"} == OF_SHARED_TOKENS | {
        "duplicates",
        "zero_token",
    }


def test_any_head_size_will_do() -> None:
    for s in (2, 3):
        assert set(once(theorem2.problem({"data": 3, "s": s}, STATEMENTS)).values()) == {"holds"}


# (6), (41), (42)


def test_no_sequence_is_as_6_is_printed() -> None:
    assert witness(problem(1), "equation6") == [[["1"]]]


def test_42_is_false_for_small_tokens() -> None:
    small = problem(13, "equation42", "equation42@repaired", "equation45", "follows_from_41")
    assert refuted(small) == {"equation42"}
    assert refuted_by_both(small, "equation42")
    ten = 10**109
    assert witness(small, "equation42") == [[[f"1/{ten}", f"-1/{ten}", f"1/{ten}", f"-9/{10 * ten}"]]]


def test_42_does_not_follow_where_8_epsilon_r_min_is_less_than_1() -> None:
    def at_least(at: Any) -> Any:
        return given_by_41(at) >= right_side_of_42(at)

    for data in (2, 3, 8, 12, 14):
        constants = DATA_SETS[data - 1].constants
        follows = 8 * constants.epsilon * constants.r_min >= 1
        printed = changed(problem(data, "follows_from_41", "equation42"), "follows_from_41", at_least(at))
        assert refuted(printed) == (set() if follows else {"follows_from_41"})


# what the hypotheses are for


def test_duplicates_and_a_token_0_are_refused_and_fail() -> None:
    assert verdicts(problem(15, *STATEMENTS[1:], "zero_token")) == {
        "equation7": "vacuous",
        "equation8": "vacuous",
        "zero_token": "holds",
    }
    for data in (15, 16):
        assert set(once(problem(data, *STATEMENTS)).values()) == {"vacuous"}
    assert once(problem(16, "equation45", "duplicates")) == {"equation45": "vacuous", "duplicates": "holds"}


def test_for_duplicates_half_the_bound_would_hold() -> None:
    assert once(tampered(problem(16, "duplicates"), delta=mpq(1, 2))) == {"duplicates": "refuted"}


def test_a_query_bias_tells_the_ids_of_0_apart() -> None:
    plain = head(setting(theorem2.problem({"data": 15}).parameters))
    biased = SoftmaxAttentionLayer([AttentionHead(plain.W_O, plain.W_V, plain.W_K, plain.W_Q, [1])])
    alone = problem(15, "zero_token").with_networks({"F": network(1, biased)})
    assert refuted_alone(alone, "zero_token")


# every line can say no


def tampered(given: Problem, **factors: Rational | int) -> Problem:
    """The problem with some definitions multiplied by these numbers; the networks stay."""
    definitions = tuple(
        (name, make("*", (), term, rational(mpq(factors[name]))) if name in factors else term)
        for name, term in given.definitions
    )
    return replace(given, definitions=definitions)


BROKEN: tuple[tuple[int, Mapping[str, Any], set[str]], ...] = (
    (2, {"v_1": 2}, {"equation25", "equation26", "equation27_bound", "equation28_bound", "equation31_right"}),
    (2, {"v_1": 2}, {"equation32", "output_vector", "equation33", "equation37", "equation38", "unit_vector"}),
    (2, {"v_1": 2}, {"equation42_skip", "equation42_rank_one"}),
    (2, {"v_1": mpq(1, 1000)}, {"equation30", "equation31", "equation37_apart", "lemma1_applies@repaired"}),
    (2, {"kappa": mpq(1, 1000)}, {"equation25", "equation27", "equation30", "equation37_apart"}),
    (2, {"r": mpq(1, 2)}, {"equation7"}),
    (2, {"delta": 0}, {"delta_is_positive", "equation45_is_delta"}),
    (2, {"delta": mpq(10) ** 2000}, {"delta_is_small", "equation8", "footnote2", "equation45_is_delta"}),
    (2, {"boltz_gap": mpq(10) ** 2000}, {"equation39", "equation40", "equation41_bound", "equation42@repaired"}),
    (2, {"score_bound": mpq(1, 1000)}, {"equation37", "plugging@repaired"}),
    (2, {"token_1": 3}, {"vocabulary"}),
    (3, {"v_1": 2}, {"equation39", "equation40", "equation41", "equation41_bound"}),
)


@pytest.mark.parametrize(("data", "factors", "expected"), BROKEN)
def test_broken_weights_and_constants_are_found(data: int, factors: Mapping[str, Any], expected: set[str]) -> None:
    assert refuted(tampered(problem(data, *expected), **factors)) == expected


def test_every_conclusion_is_reached() -> None:
    whole = problem(2)
    turned = whole.with_steps(*(replace(step, term=opposite(step.term)) for step in whole.steps))
    said = {name for name, verdict in once(turned).items() if verdict != "refuted"}
    assert said == (MISPRINTS - {"equation6"}) | {"duplicates", "zero_token"}


def test_another_network_is_not_that_of_the_theorem() -> None:
    names = ("equation25", "equation42_skip", "equation42_rank_one", "equation42@repaired", "equation45", "equation8")
    nothing_added = problem(2, *names).with_networks({"F": Network(1, (), {"output": 0})})
    assert refuted(nothing_added) == set(names)


def test_a_larger_output_matrix_makes_larger_ids() -> None:
    plain = head(setting(problem(2).parameters))
    large = AttentionHead([[100]], plain.W_V, plain.W_K, plain.W_Q)
    assert refuted(problem(2, "equation7").with_networks({"F": network(1, SoftmaxAttentionLayer([large]))})) == {
        "equation7"
    }


def test_a_sum_of_two_outer_products_has_another_rank() -> None:
    def of_rank_two(_: Any, h: Number, i: Number) -> Number:
        return when(h == i, 1, 0)

    assert refuted_alone(changed(problem(8), "ranks", rank_one(at, of_rank_two)), "ranks")
    assert refuted_alone(changed(problem(8), "ranks", rank_one(at, lambda _, h, i: h - h + i - i)), "ranks")


def test_sharper_lines_are_refuted() -> None:
    whole = problem(3)
    largest = DATA_SETS[2].constants.r_max
    shorter = tampered(only(whole, "equation34"), epsilon=mpq(1), r_max=mpq(1) / largest)  # r_max = 1 = ||X_{:,1}||
    assert verdicts(shorter) == {"equation34": "vacuous"}
    unguarded = changed(shorter, "equation34", given=None)
    assert refuted(unguarded) == {"equation34"}


# weights


def test_weights_are_refused_where_29_divides_by_0() -> None:
    v = (mpq(1),)
    with pytest.raises(InputError, match=r"^r_min: it must be above 0, as eq\. \(29\) divides by it$"):
        Setting(2, 2, Separation(mpq(0), mpq(2), mpq(1)), v)
    with pytest.raises(InputError, match=r"^epsilon: it must be above 0"):
        Setting(2, 2, Separation(mpq(1), mpq(2), mpq(0)), v)
    with pytest.raises(InputError, match=r"^s: 0 is not a head size; give an integer >= 1$"):
        Setting(2, 2, Separation(mpq(1), mpq(2), mpq(1)), v, 0)


def test_the_precision_is_reported() -> None:
    decision = decide(problem(3, "equation8"))
    assert decision["equation8"].verdict is Verdict.HOLDS
    assert decision.run["bits"] >= 512
