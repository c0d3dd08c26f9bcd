"""Soft attention: hardmax and other scores are seen, and constants made smaller are refuted."""

from __future__ import annotations

import pytest

from exactua.claims.verdicts import Verdict
from exactua.networks import AttentionHead, AttentionLayer, Network, SoftmaxAttentionLayer
from exactua.papers.hahn2020.attention_weights import attention_weights
from exactua.papers.hahn2020.induction import induction
from exactua.papers.hahn2020.lemma05 import lemma5
from exactua.papers.hahn2020.query_exchanged import query_exchanged
from exactua.papers.hahn2020.theorem06 import theorem6
from exactua.terms.tracing import every, log, point, rational, total
from tests.papers.background.deciding import least, refuted, says_no, verdict

THREE = {"d": 1, "n": 3, "s": 1}


def soft(score: int, count: int = 1) -> Network:
    layer = SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[score]])])
    return Network(1, (layer,) * count, {"output": count})


def test_hard_attention_is_not_as_smooth() -> None:
    hard = AttentionLayer([AttentionHead([[9]], [[1]], [[1]], [[0]], b_Q=[1])])
    network = Network(1, (hard,), {"output": 1})
    assert says_no(lemma5, THREE, "changes_little", networks={"one_layer": network})
    assert says_no(lemma5, THREE, "printed_constants", networks={"one_layer": Network(1, (hard,) * 3, {"output": 3})})


def test_constants_are_needed() -> None:
    at = lemma5.at()
    change = at.two_layers(point.columns(1, at.n))[1, at.n] - at.two_layers(point.columns(at.n + 1, 2 * at.n))[1, at.n]
    assert says_no(lemma5, THREE, "changes_little_in_two", change <= 3 / at.n)
    assert says_no(lemma5, THREE, "changes_little_in_two", networks={"two_layers": soft(1, 3)})


def test_the_weights_change_too() -> None:
    assert refuted(lemma5, THREE) == {"head_changes", "norm"}
    assert says_no(lemma5, THREE, "head_changes@repaired", networks={"one_layer": soft(4)})


def test_a_head_reads_other_positions() -> None:
    matrix, *_ = least(lemma5, {"d": 1, "n": 2, "s": 1}, "norm")
    assert matrix == [["1", "0"]]
    assert says_no(lemma5, THREE, "norm@repaired", networks={"one_layer": soft(1, 2)})


def test_an_exchanged_query_changes_all_weights() -> None:
    assert refuted(query_exchanged, {"t": 1, "d": 1, "n": 4}) == set()
    long = {"t": 2, "d": 1, "n": 80}
    assert refuted(query_exchanged, long) == {"o_of_1"}
    short = {"t": 1, "d": 1, "n": 4}
    assert says_no(query_exchanged, short, "o_of_1@repaired", networks={"f": soft(1, 2)})
    assert says_no(query_exchanged, short, "bounded", networks={"f": soft(1, 9)})


def test_the_induction_needs_its_constant() -> None:
    at = induction.at()
    box = {"n": 2, "k": 1, "H": 1, "S": 1, "L": 1, "D": 1}
    assert says_no(induction, box, "head", 4**at.S / (at.n - 1) + 1 / at.n <= 1 / at.n)
    assert says_no(induction, box, "other_positions", at.L * (1 + at.C) <= at.C)
    # n >= H^k is what 'as n -> infinity' needs here
    assert says_no(induction, {**box, "k": 3, "H": 3, "L": 5, "n": 30}, "exchanged_position", at.n >= at.H**4)


@pytest.mark.parametrize("n", [2, 3])
def test_weights_of_equal_logits_are_below_the_printed_bound(n: int) -> None:
    box = {"d": 2, "n": n, "S": 1}
    at = attention_weights.at()
    weight = at.c[1] / total(at.columns, lambda y: at.c[y])
    assert refuted(attention_weights, box) == {"lower_bound", "as_fraction"}
    assert says_no(attention_weights, box, "upper_bound", weight <= at.expA / (at.expA + at.n / at.expA))
    assert says_no(attention_weights, box, "lower_bound@repaired", weight >= rational("1/4"))
    assert says_no(attention_weights, box, "simpler_upper_bound", at.expA**2 <= at.n - 1)
    assert says_no(attention_weights, box, "bound", weight <= 0)


def test_distributions_are_what_they_are() -> None:
    at = theorem6.at()
    four = {"d": 1, "n": 4}
    assert says_no(theorem6, four, "closes_unbalanced", bound=rational("1/10").term)
    assert says_no(theorem6, four, "as_often_even", bound=rational("1/2").term)
    assert says_no(theorem6, four, "neighbour", point[1, 1] == 0)
    assert says_no(theorem6, {"d": 1, "n": 3}, "odd_is_unbalanced", point[1, 1] == 0)
    assert says_no(theorem6, {"d": 1, "n": 2}, "not_for_two", point[1, 2] == 0)
    assert says_no(theorem6, four, "finite_length", at.p >= 1)
    assert says_no(theorem6, {"d": 1, "n": 3}, "at_chance", every(at.columns, lambda j: log(j + 1) > log(2)))
    assert verdict(theorem6, {"d": 1, "n": 2}, "closes_unbalanced") is Verdict.VACUOUS
