"""PARITY, with and without layer normalisation and with rounded encodings: verdicts, and that every step can say no."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import Claim
from exactua.claims.verdicts import Verdict
from exactua.errors import InputError
from exactua.networks import Item, Network, PositionalEncoding
from exactua.papers.chiang2022 import parity as page
from exactua.papers.chiang2022.encoder_layers import mirrored, only_kept
from exactua.papers.chiang2022.parity import at_k, bits, comparing, counting, encoding, parity
from exactua.papers.chiang2022.parity_layernorm import bits as bits_with_norms
from exactua.papers.chiang2022.parity_layernorm import model as with_norms
from exactua.papers.chiang2022.parity_layernorm import parity_layernorm
from exactua.papers.chiang2022.parity_layernorm import signed as signed_with_norm
from exactua.papers.chiang2022.rounded import rounded, to_bits
from exactua.terms.tracing import every, exp, log, point, rational, sqrt
from tests.papers.background.deciding import least, refuted, says_no, vacuous, verdict

at, at_norm = parity.at(), parity_layernorm.at()
SHORT, WITH_NORM = {"n": 3, "big": 1}, {"n": 3, "big": 1, "e": 5}


def with_item(claim: Claim, values: dict[str, int], place: int, item: Item) -> dict[str, Network]:
    """The network f with another layer in one place, counted from 0."""
    f = claim.problem(values).networks["f"]
    items = list(f.items)
    items[place] = item
    return {"f": Network(f.d, items, dict(f.stages))}


@pytest.mark.parametrize(("n", "big"), [(2, 1), (5, 1), (4, 10)])
def test_parity_holds(n: int, big: int) -> None:
    assert refuted(parity, {"n": n, "big": big}) == {"odd_and_even"}
    assert vacuous(parity, {"n": n, "big": big}) == (set() if big == 1 else {"cross_entropy"})


@pytest.mark.parametrize(("n", "e"), [(2, 5), (3, 20)])
def test_parity_with_norms_holds(n: int, e: int) -> None:
    assert refuted(parity_layernorm, {"n": n, "big": 1, "e": e}) == {"odd_and_even"}


def test_the_empty_word_has_output_0_and_is_left_out() -> None:
    assert page.program(encoding(1), 1)(bits.matrix(""))[8][0] == 0
    assert with_norms({"n": 1, "big": 1, "e": 5})(bits_with_norms.matrix(""))[8][0] == 0
    for claim, values in ((parity, {"n": 1, "big": 1}), (parity_layernorm, {"n": 1, "big": 1, "e": 5})):
        with pytest.raises(InputError, match="for n >= 2"):
            claim.problem(values)


def test_numbered_from_0_the_first_head_attends_to_even_positions() -> None:
    assert least(parity, SHORT, "odd_and_even")[0][0] == ["1", "1", "0"]  # "0 0" and CLS
    swapped = comparing(10, 1, {8: 1}, {8: -1})
    assert says_no(parity, SHORT, "correct", networks=with_item(parity, SHORT, 3, swapped))
    other = [*encoding(3)[:4], [-entry for entry in encoding(3)[4]], *encoding(3)[5:]]
    networks = with_item(parity, SHORT, 0, PositionalEncoding(other))
    assert says_no(parity, SHORT, "odd_and_even@repaired", networks=networks)
    assert verdict(parity, SHORT, "odd_and_even", networks=networks) is Verdict.HOLDS
    with_norm = with_item(parity_layernorm, WITH_NORM, 0, PositionalEncoding(mirrored(other)))
    assert says_no(parity_layernorm, WITH_NORM, "odd_and_even@repaired", networks=with_norm)
    assert verdict(parity_layernorm, WITH_NORM, "odd_and_even", networks=with_norm) is Verdict.HOLDS


def test_counts_and_the_place_k_can_be_missed() -> None:
    doubled = with_item(parity, SHORT, 1, counting(10, {5: 2}, {6: 2}))
    for step in ("count_ones", "count_ends", "indicator", "correct"):
        assert says_no(parity, SHORT, step, networks=doubled), step
    two = with_item(parity, SHORT, 2, at_k(10, {6: 1}))
    assert says_no(parity, SHORT, "indicator", networks=two)


def test_other_places_add_nothing_as_their_queries_are_0() -> None:
    only_one = comparing(10, 1, {8: -1}, {9: 1})
    assert says_no(parity, SHORT, "from_the_end", networks=with_item(parity, SHORT, 3, only_one))


def test_bounds_of_parity_are_sharp() -> None:
    signed = page.signed(at)
    assert says_no(
        parity, SHORT, "exact_distance", networks=with_item(parity, SHORT, 3, comparing(10, 2, {8: -1}, {8: 1}))
    )
    assert says_no(parity, {"n": 4, "big": 10}, "quadratic", signed * at.n**2 < rational("19/10"))
    assert says_no(parity, SHORT, "cross_entropy", log(1 + exp(-signed)) > (1 - rational("3/4") / at.n**2) * log(2))
    assert says_no(parity, SHORT, "correct", signed > rational("1/8"))


def test_bounds_with_norms_are_sharp() -> None:
    signed = signed_with_norm(at_norm)
    assert says_no(parity_layernorm, WITH_NORM, "below_limit", signed < sqrt(10) - rational("1/1000"))
    near = signed > sqrt(10) * (1 - at_norm.n**4 / (10 * rational(10) ** at_norm.e))
    assert says_no(parity_layernorm, WITH_NORM, "near_limit", near)
    assert says_no(parity_layernorm, WITH_NORM, "cross_entropy", 17 * log(1 + exp(-signed)) < log(2))
    assert says_no(parity_layernorm, WITH_NORM, "correct", signed > sqrt(10))


def test_layers_with_norms_can_be_wrong() -> None:
    def changed(place: int, item: Item) -> dict[str, Any]:
        return {"networks": with_item(parity_layernorm, WITH_NORM, place, item)}

    assert says_no(parity_layernorm, WITH_NORM, "preserved", **changed(7, only_kept(20, 7)))
    assert says_no(parity_layernorm, WITH_NORM, "indicator", **changed(1, counting(20, {5: 2, 15: -2}, {6: 1, 16: -1})))
    assert says_no(parity_layernorm, WITH_NORM, "mirror", **changed(3, at_k(20, {7: 1})))
    swapped = comparing(20, 1, {8: 1, 18: -1}, {8: -1, 18: 1})
    assert says_no(parity_layernorm, WITH_NORM, "correct", **changed(5, swapped))
    one_head = comparing(20, 1, {8: -1, 18: 1}, {9: 1, 19: -1})
    assert says_no(parity_layernorm, WITH_NORM, "from_the_end", **changed(5, one_head))


@pytest.mark.parametrize(("n", "p"), [(9, 3), (10, 3), (17, 4), (18, 4)])
def test_rounded_encodings_fail_at_2_to_the_p_plus_1_bits(n: int, p: int) -> None:
    last = n == 2**p + 2
    assert refuted(rounded, {"n": n, "p": p}) == set()
    assert vacuous(rounded, {"n": n, "p": p}) == ({"correct"} if last else {"wrong"})
    assert verdict(rounded, {"n": n, "p": p}, "correct", given=None) is (Verdict.REFUTED if last else Verdict.HOLDS)


def test_exact_encodings_are_never_wrong() -> None:
    exact = {"f": page.program(encoding(10), 1)}
    assert says_no(rounded, {"n": 10, "p": 3}, "wrong", networks=exact)
    assert verdict(rounded, {"n": 10, "p": 3}, "correct", given=None, networks=exact) is Verdict.HOLDS


@pytest.mark.parametrize("p", [1, 3, 8, 24])
def test_rounding_is_to_nearest_ties_to_even(p: int) -> None:
    assert to_bits(Rational(0), p) == 0
    for n in range(2, 40):
        for i in range(1, n):
            exact, nearest = Fraction(i, n), Fraction(str(to_bits(Rational(i, n), p)))
            step = Fraction(1)
            while step * 2 ** (p - 1) > exact:
                step /= 2
            assert nearest / step == round(exact / step)  # of fractions, which takes ties to even


def test_a_place_is_looked_at_once() -> None:
    assert says_no(parity, SHORT, "indicator", every(at.columns, lambda j: at.f(point, "first_layer")[8, j] == 0))
