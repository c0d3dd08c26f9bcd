"""Hard attention: other heads and layers, restrictions that are too small, and statements made sharper are refuted."""

from __future__ import annotations

import pytest

from exactua.claims.verdicts import Verdict
from exactua.grids.categories import pairs_of
from exactua.networks import Network
from exactua.papers.hahn2020 import lemma04, similar_languages
from exactua.papers.hahn2020.bit_strings import one_layer, ones
from exactua.papers.hahn2020.bracket_restrictions import bracket_restrictions
from exactua.papers.hahn2020.corollary02 import LAYERS, corollary2
from exactua.papers.hahn2020.lemma04 import lemma4
from exactua.papers.hahn2020.theorem01 import free, theorem1
from exactua.terms.tracing import every, how_many, point
from tests.papers.background.deciding import least, refuted, says_no, verdict

SIX = {"d": 7, "n": 6, "c": 1, "k": 1, "H": 1}
TEN = {"t": 1, "d": 1, "n": 10}


def test_a_head_that_reads_on_is_seen() -> None:
    box = {"d": 5, "n": 5}
    assert says_no(theorem1, box, "restricted_to_ones", networks={"rising_1": one_layer([(-1, 0, 0)])})
    assert says_no(theorem1, box, "restricted_to_zeros", networks={"falling_1": one_layer([(1, 0, 0)])})


def test_without_a_restriction_heads_depend_on_inputs() -> None:
    box = {"d": 5, "n": 5}
    assert says_no(theorem1, box, "restricted_to_ones", over=(pairs_of(free),))
    assert says_no(theorem1, box, "restricted_to_zeros", over=(pairs_of(free),))


def test_free_bits_are_counted() -> None:
    at = theorem1.at()
    assert says_no(theorem1, {"d": 5, "n": 4}, "free_bits", at.n - 3 >= at.n / 3)


def test_three_heads_tell_three_bits_and_others_do_not() -> None:
    box = {"d": 9, "n": 4}
    name = f"layer_{LAYERS.index(((-1, 0, 0), (1, 0, 0), (1, 1, 0))) + 1}"
    for other in (((0, 0, 0),) * 3, ((-1, 0, 0), (1, 0, 0), (0, 1, 0))):
        assert says_no(corollary2, box, "three_bits", networks={name: one_layer(other)})


def test_a_layer_that_tells_parity_is_seen() -> None:
    # Of 3 bits, in place of 4, the family has layers that tell PARITY
    at = corollary2.at()
    first, second = ones(point.columns(1, at.n), at.n) % 2, ones(point.columns(at.n + 1, 2 * at.n), at.n) % 2
    shorter = ((at.n == 4) & (first == 0) & (second == 1)).term
    assert verdict(corollary2, {"d": 9, "n": 4}, "parity", given=shorter) is Verdict.REFUTED


def test_too_few_brackets_are_seen() -> None:
    at = bracket_restrictions.at()
    free_inputs = how_many(at.columns, lambda j: point[1, j] == 0)
    assert says_no(bracket_restrictions, TEN, "fixed", free_inputs >= at.n * 6 / 10)
    ascending = every(at.columns, lambda j: point[1, j] == at.completed[j])
    assert says_no(bracket_restrictions, TEN, "well_bracketed", ascending)
    assert says_no(bracket_restrictions, TEN, "not_well_bracketed", every(at.columns, lambda j: point[1, j] != 0))


def test_the_least_word_that_is_wrongly_accepted_is_b() -> None:
    matrix, *_ = least(similar_languages.similar_languages, {"d": 8, "n": 2}, "a_n_b_n")
    assert [row[0] for row in matrix[:3]] == ["0", "1", "0"]


@pytest.mark.parametrize("n", [3, 4])
def test_layers_that_find_nothing_recognise_nothing(n: int) -> None:
    claim, box = similar_languages.similar_languages, {"d": 8, "n": n}
    blind = Network(8, (similar_languages.marking(parity=True),), {"output": 1})
    assert says_no(claim, box, "one_star", networks={"finds_zero": blind})
    assert says_no(claim, box, "a_n_b_n@repaired", networks={"finds_misplaced_or_odd": blind})


def test_words_of_even_n_are_the_ones_that_go_wrong() -> None:
    claim = similar_languages.similar_languages
    assert [refuted(claim, {"d": 8, "n": n}) for n in (2, 3, 4)] == [{"a_n_b_n"}, set(), {"a_n_b_n"}]


def test_another_reduced_transformer_is_seen() -> None:
    shorter = lemma04.reduced({"d": 7, "n": 5})
    assert says_no(lemma4, SIX, "same_function", networks={"T_reduced": shorter})
    items = lemma04.transformer({"d": 7}).items
    swapped = Network(7, tuple(reversed(items)), {"layer 1": 1, "output": 2})
    assert says_no(lemma4, SIX, "same_function", networks={"T": swapped})
    assert says_no(lemma4, SIX, "fewer_layers", networks={"T_reduced": swapped})


def test_the_restrictions_of_lemma_4_are_needed() -> None:
    assert says_no(lemma4, SIX, "layer_1_depends_on_few", over=(pairs_of(lemma04.free),))
    assert says_no(lemma4, SIX, "same_function", over=(lemma04.free,))
    assert says_no(lemma4, SIX, "no_layer_left", over=(pairs_of(lemma04.restricted),))
    at = lemma4.at()
    assert says_no(lemma4, SIX, "bits_of_heads", at.H * at.c * 2**at.c * at.k == at.c_reduced)
    assert says_no(lemma4, SIX, "free_bits", at.n - 3 > at.n / 2)
    assert verdict(lemma4, SIX, "unrestricted") is Verdict.HOLDS
    alone = Network(7, lemma04.reduced({"d": 7, "n": 6}).items[:1], {"layer 1": 1, "output": 1})
    assert says_no(lemma4, SIX, "unrestricted", networks={"T": alone})
    assert says_no(lemma4, SIX, "restricted_once", networks={"T": alone})
