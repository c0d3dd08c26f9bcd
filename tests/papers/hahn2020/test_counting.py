"""The stages of the Depth Reduction Lemma: bounds made sharper by a unit are refuted, and least counterexamples are small."""

from __future__ import annotations

import pytest

from exactua.claims.verdicts import Verdict
from exactua.papers.hahn2020.constants import constants
from exactua.papers.hahn2020.counting import counting
from exactua.papers.hahn2020.independent_events import independent, independent_events
from exactua.papers.hahn2020.local_lemma import FIRST_K, local_lemma
from exactua.papers.hahn2020.stage1 import stage1
from exactua.papers.hahn2020.stage2 import stage2
from exactua.papers.hahn2020.stage3 import stage3
from tests.papers.background.deciding import least, refuted, says_no, verdict

ONE = {"d": 2, "n": 3, "c": 1, "T": 9, "U": 10}


def test_stage_1_is_sharp() -> None:
    at = stage1.at()
    assert says_no(stage1, ONE, "few_busy", at.busy < 1)
    assert says_no(stage1, ONE, "left_free", at.C * at.n - at.busy > at.C * at.n - 1)
    assert says_no(stage1, ONE, "at_most_n_c_pairs", at.pairs < at.n * at.c)
    assert says_no(stage1, ONE, "many_pairs", (at.busy < at.share - 1) | (at.pairs > at.n * at.c))


def test_an_activation_with_more_inputs_is_no_activation_of_a_c_transformer() -> None:
    assert says_no(stage1, ONE, "at_most_n_c_pairs", given=None)


def test_the_same_input_everywhere_has_no_subsequence() -> None:
    matrix, *_ = least(stage2, {"d": 1, "n": 3, "c": 1}, "exists")
    assert matrix == [["1", "1", "1"]]


def test_the_smaller_of_two_activations_may_be_selected() -> None:
    assert refuted(stage2, {"d": 3, "n": 3, "c": 2}) == {"if_and_only_if"}
    assert refuted(stage2, {"d": 3, "n": 4, "c": 1}) == {"exists", "depends_iff"}


@pytest.mark.parametrize(
    "step", ["exists@repaired", "long_enough", "few_bits", "few_variables", "depends_iff@repaired"]
)
def test_steps_of_stage_2_are_about_all_matrices(step: str) -> None:
    assert verdict(stage2, {"d": 3, "n": 3, "c": 1}, step) is Verdict.HOLDS


def test_stage_2_is_sharp() -> None:
    at = stage2.at()
    box = {"d": 3, "n": 3, "c": 1}
    assert says_no(stage2, box, "long_enough", given=None)
    assert says_no(stage2, box, "long_enough", at.used < at.L)
    assert verdict(stage2, {**box, "c": 2}, "long_enough") is Verdict.VACUOUS
    assert says_no(stage2, box, "exists@repaired", at.used <= at.c)


def test_counts_are_sharp() -> None:
    at = counting.at()
    box = {"c": 1, "d": 1, "n": 2, "H": 1, "E": 3, "G": 1}
    assert says_no(counting, box, "neighbours", at.c * at.k * at.of_activation == at.f)
    assert says_no(counting, box, "of_input", at.c / at.eta * at.of_activation == at.f)
    assert says_no(counting, box, "rounds", 2**at.c * at.H / at.k == 2 * 2**at.c / at.k)
    assert says_no(counting, {**box, "H": 3}, "rounds", 2**at.c / (at.k * at.H) == 2**at.c / at.k)
    assert says_no(counting, box, "events@repaired", at.c * at.k * 2**at.c * at.of_activation / at.eta < at.f)
    assert says_no(counting, box, "pigeonhole", given=None)
    assert refuted(counting, {**box, "G": 2}) == {"large_k", "events"}


def test_chernoff_needs_a_small_delta() -> None:
    box = {"d": 1, "n": 2, "N": 4, "Q": 3, "T": 2}
    at = stage3.at()
    assert says_no(stage3, box, "chernoff", at.probability <= at.q**4)
    assert says_no(stage3, box, "missed", bound=(1 - at.q).term)
    assert says_no(stage3, box, "whole", bound=(1 - (at.q / 2) ** at.n).term)
    assert refuted(stage3, {**box, "Q": 20, "T": 72}) == {"any_delta"}


def test_of_four_events_that_depend_on_each_other_none_are_independent() -> None:
    assert least(independent_events, {"d": 1, "n": 4, "c": 1, "b": 3}, "therefore")[0] == [["1", "1", "1", "1"]]
    # (1/eta) c/C is above 2 c
    assert verdict(independent_events, {"d": 1, "n": 4, "c": 1, "b": 2}, "therefore") is Verdict.VACUOUS
    at = independent_events.at()
    box = {"d": 2, "n": 4, "c": 1, "b": 2}
    assert says_no(independent_events, box, "large_set", independent(at, at.c * at.b - 1))
    assert says_no(independent_events, box, "large_set", given=None)
    assert says_no(independent_events, box, "few_others", given=None)
    assert says_no(independent_events, box, "fewer_others", given=None)


@pytest.mark.parametrize("c", [1, 2])
def test_less_than_k_and_n_is_too_little(c: int) -> None:
    box = {"c": c, "k": FIRST_K[c - 1], "n": 34}
    assert refuted(local_lemma, box) == set()
    assert refuted(local_lemma, {**box, "k": box["k"] - 1}) == {"first_condition", "of_roots"}
    assert refuted(local_lemma, {**box, "n": 33}) == {"second_condition"}


def test_another_constant_is_no_choice() -> None:
    at = constants.at()
    box = {"P": 1, "Q": 3}
    assert says_no(constants, box, "product", (1 - at.eta) * at.fixed == at.ratio)
    assert says_no(constants, box, "eta_in_range", at.eta > at.fixed)
    assert refuted(constants, {"P": 1, "Q": 2}) == {"eta_in_range"}
