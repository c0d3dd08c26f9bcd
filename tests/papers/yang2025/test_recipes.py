"""Assembled recipes of the Cookbook, n-grams, parity, Dyck, comparison: verdicts, least words, steps made false."""

from __future__ import annotations

import pytest

from exactua.claims.claim import Claim
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.networks import PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.yang2025.byte_pairs import _pairs, byte_pairs
from exactua.papers.yang2025.comparison import comparison
from exactua.papers.yang2025.dyck1 import brackets as square
from exactua.papers.yang2025.dyck1 import dyck1, reduces
from exactua.papers.yang2025.dyck_generation import dyck_generation, innermost, prefixes
from exactua.papers.yang2025.dyck_kd import DEPTH, depth_of, dyck_kd
from exactua.papers.yang2025.dyck_kd import brackets as two_kinds
from exactua.papers.yang2025.ngrams import ngrams, previous_query
from exactua.papers.yang2025.parity import parity, texts
from exactua.papers.yang2025.recipes import network, neurons
from exactua.terms.tracing import every, point
from tests.papers.background.deciding import refuted, says_no, verdict

TWO_OF_FOUR = {"n": 4, "D": 2, "k": 2}


@pytest.mark.parametrize(
    ("claim", "values", "false"),
    [
        (ngrams, {"T": 3, "h": 1}, {"display", "any_time_step", "previous_query", "multi_hot"}),
        (ngrams, {"T": 5, "h": 2}, {"display", "any_time_step", "previous_query", "multi_hot"}),
        (parity, {"n": 1}, {"checks", "returns"}),
        (parity, {"n": 4}, {"checks", "returns"}),
        (dyck1, {"n": 1}, set()),
        (dyck1, {"n": 2}, {"average"}),
        (dyck1, {"n": 4}, {"average", "told_at_the_end"}),
        (dyck_kd, {"n": 2, "D": 1, "k": 3}, {"openness"}),
        (dyck_kd, TWO_OF_FOUR, {"recognises", "openness", "type_bits"}),
        (dyck_kd, {**TWO_OF_FOUR, "D": 1}, {"openness", "type_bits"}),
        (dyck_generation, {"n": 1}, {"rightmost", "closes"}),
        (dyck_generation, {"n": 3}, {"display", "leftmost", "rightmost", "closes"}),
        (comparison, {}, {"told", "otherwise", "scaled", "result"}),
        (byte_pairs, {}, {"vocabulary"}),
    ],
)
def test_verdicts(claim: Claim, values: dict[str, int], false: set[str]) -> None:
    assert refuted(claim, values) == false


def word_of(claim: Claim, domain: object, values: dict[str, int], step: str) -> str:
    witness = decide(claim.problem(values, (step,)))[step].witness
    assert witness is not None
    return " ".join(domain.word(witness.points[0]))  # type: ignore[attr-defined]


def test_least_words() -> None:
    assert word_of(dyck_kd, two_kinds, TWO_OF_FOUR, "recognises") == "( [ ] )"
    assert word_of(dyck_generation, prefixes, {"n": 3}, "leftmost") == "( ) ("
    assert word_of(parity, texts, {"n": 2}, "checks") == "a"
    assert word_of(dyck1, square, {"n": 2}, "average") == "[ ]"


def test_two_words_of_four_brackets_are_lost() -> None:
    step = decide(dyck_kd.problem(TWO_OF_FOUR, ("recognises",)))["recognises"]
    assert (step.failures, step.applicable) == (2, 256)


@pytest.mark.parametrize(
    ("word", "depth"), [("()", 1), ("([])", 2), ("()[]", 1), ("(]", 99), (")(", 99), ("((", 99), ("", 0)]
)
def test_depths_are_those_of_a_stack(word: str, depth: int) -> None:
    assert depth_of(tuple(word)) == depth


@pytest.mark.parametrize(("word", "places"), [("([", [1, 2]), ("([]", [1, 2, 1]), ("()", [1, 0]), ("(]", [1, -1])])
def test_innermost_brackets_are_those_of_a_stack(word: str, places: list[int]) -> None:
    assert innermost(tuple(word)) == places


@pytest.mark.parametrize(("word", "balanced"), [("[]", 1), ("][", 0), ("[[][]]", 1), ("[", 0)])
def test_balanced_words_reduce_to_nothing(word: str, balanced: int) -> None:
    assert reduces(tuple(word)) == balanced


def test_a_layer_less_does_not_reach_depth_two() -> None:
    single = dyck_kd.problem({**TWO_OF_FOUR, "D": 1}).networks["guarded"]
    assert says_no(dyck_kd, TWO_OF_FOUR, "recognises@repaired", networks={"guarded": single})


def test_a_layer_more_accepts_too_much() -> None:
    two = dyck_kd.problem(TWO_OF_FOUR).networks["guarded"]
    values = {**TWO_OF_FOUR, "D": 1}
    assert says_no(dyck_kd, values, "recognises@repaired", networks={"guarded": two})


def test_brackets_without_places_are_not_matched() -> None:
    items = dyck_kd.problem(TWO_OF_FOUR).networks["guarded"].items
    assert isinstance(items[0], PositionalEncoding)
    assert says_no(dyck_kd, TWO_OF_FOUR, "recognises@repaired", networks={"guarded": network(DEPTH, *items[1:])})


@pytest.mark.parametrize("k", [1, 5])
def test_kinds_that_are_not_listed_are_refused(k: int) -> None:
    with pytest.raises(InputError):
        dyck_kd.problem({"n": 1, "D": 1, "k": k})


def test_other_numbers_of_kinds() -> None:
    def bits(k: int, step: str) -> Verdict:
        return verdict(dyck_kd, {"n": 1, "D": 1, "k": k}, step)

    assert [bits(k, "type_bits") for k in (2, 3, 4)] == [Verdict.REFUTED, Verdict.HOLDS, Verdict.REFUTED]
    assert all(bits(k, "type_bits@repaired") is Verdict.HOLDS for k in (2, 3, 4))


def test_the_first_layer_of_parity_needs_both_heads_and_the_mask() -> None:
    values = {"n": 3}
    at = parity.at()
    exchanged = every(at.columns, lambda i: at.uniform(point)[5, i] == at.uniform(point)[4, i])
    assert says_no(parity, values, "counts", exchanged)
    assert says_no(parity, values, "inverses", exchanged)


def test_comparison_lines_can_fail() -> None:
    at = comparison.at()
    networks = comparison.problem({}).networks
    assert says_no(comparison, {}, "scaled@repaired", networks={"mended": networks["printed"]})
    assert says_no(comparison, {}, "result@repaired", networks={"mended": networks["printed"]})
    assert says_no(comparison, {}, "truncated", networks={"printed": networks["mended"]})
    assert says_no(comparison, {}, "preserved", networks={"printed": network(8, neurons(8, [({3: 1}, 0)], {3: [-2]}))})
    assert says_no(comparison, {}, "told@repaired", at.C_2 - at.C_1 + 1 > 0)
    assert says_no(comparison, {}, "otherwise@repaired", at.C_2 - at.C_1 + "1/2" <= "-3/2")
    assert says_no(comparison, {}, "second_layer", at.C_1 < at.C_2)


def test_a_history_needs_both_symbols() -> None:
    at = ngrams.at()
    values = {"T": 3, "h": 1}
    assert says_no(ngrams, values, "one_hot", at.MLP(point)[7, 1] == point[1, 1])
    assert says_no(ngrams, values, "previous_query@repaired", previous_query(at))


def test_averages_without_a_mask_tell_no_prefix() -> None:
    head = dyck1.problem({"n": 2}).networks["f"].items[0]
    assert isinstance(head, SoftmaxAttentionLayer)
    unmasked = network(5, SoftmaxAttentionLayer(head.heads))
    for step in ("depth", "average@repaired", "told_by_all"):
        assert says_no(dyck1, {"n": 2}, step, networks={"f": unmasked})
    at = dyck1.at()
    assert says_no(dyck1, {"n": 2}, "suffices", (point[5, 1] == 1) == (point[1, at.n] == -1))


def test_depths_of_prefixes_come_of_the_mask() -> None:
    at = dyck_generation.at()
    assert says_no(dyck_generation, {"n": 3}, "average", at.f(point)[3, 3] - 1 == 1)
    assert says_no(dyck_generation, {"n": 3}, "rightmost@repaired", point[4, 3] == 1)


def test_pairs_are_counted() -> None:
    at = byte_pairs.at()
    assert says_no(byte_pairs, {}, "vocabulary@repaired", every(at.columns, lambda j: point[1, j] != 4))
    assert says_no(byte_pairs, {}, "most_frequent", _pairs(at, 1, 1) != 4)
    assert says_no(byte_pairs, {}, "most_frequent", _pairs(at, 1, 2) != 2)
    assert says_no(byte_pairs, {}, "all_equal", _pairs(at, 5, 1) == 0)
