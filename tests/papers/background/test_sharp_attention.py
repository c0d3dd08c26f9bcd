"""Soft and hard attention: weights are never 0, floats round them; each threshold is where it is said to be."""

from __future__ import annotations

import math
import struct

import pytest

from exactua.claims.verdicts import Verdict
from exactua.papers.background.sharp_attention import sharp_attention, small_weight
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import every, exp, point, rational
from tests.papers.background.deciding import least, refuted, says_no, vacuous, verdict

at = sharp_attention.at()


@pytest.mark.parametrize("g", [17, 18, 88, 89, 103, 104])
def test_two_logits(g: int) -> None:
    assert refuted(sharp_attention, {"n": 2, "g": g}) == set()


def test_one_logit_is_one_hot() -> None:
    values = {"n": 1, "g": 17}
    assert refuted(sharp_attention, values) == {"never_one_hot"}
    assert vacuous(sharp_attention, values) == {"float32_saturates", "never_one_hot@repaired"}
    assert least(sharp_attention, values, "never_one_hot")[0] == [["0"]]
    assert verdict(sharp_attention, values, "never_one_hot@repaired", given=None) is Verdict.REFUTED


def single(x: float) -> float:
    """The float32 nearest to a double; infinite where there is none."""
    try:
        return float(struct.unpack("f", struct.pack("f", x))[0])
    except OverflowError:
        return math.inf


@pytest.mark.parametrize("g", [17, 18, 88, 89, 103, 104])
def test_the_thresholds_are_those_of_floats(g: int) -> None:
    small = 1 / (1 + math.exp(g))
    assert (single(small) == 0) == (g >= 104)
    assert (single(1 - small) == 1) == (g >= 18)
    assert (single(math.exp(g)) == math.inf) == (g >= 89)


def test_the_softmax_of_the_page_in_float32_saturates_at_17() -> None:
    total = single(single(math.exp(-17)) + 1)
    assert single(1 / total) == 1
    assert single(1 - 1 / (1 + math.exp(17))) < 1


@pytest.mark.parametrize("g", [17, 18])
def test_nothing_saturates_below_18(g: int) -> None:
    assert verdict(sharp_attention, {"n": 2, "g": g}, "float32_saturates") is (
        Verdict.VACUOUS if g < 18 else Verdict.HOLDS
    )
    assert says_no(sharp_attention, {"n": 2, "g": 18}, "float32_saturates", small_weight(at) > rational(1) / 2**25)


def test_thresholds_can_not_be_moved() -> None:
    zero, single = rational(1) / 2**150, rational(1) / 2**25
    low, high = {"n": 2, "g": 103}, {"n": 2, "g": 104}
    assert says_no(sharp_attention, low, "float32_zero", equivalent(small_weight(at) <= zero, at.g >= 103))
    assert says_no(sharp_attention, high, "float32_zero", equivalent(small_weight(at) <= zero, at.g >= 105))
    assert says_no(
        sharp_attention, {"n": 2, "g": 17}, "float32_one", equivalent(small_weight(at) <= single, at.g >= 17)
    )
    assert says_no(
        sharp_attention, {"n": 2, "g": 18}, "float32_one", equivalent(small_weight(at) <= single, at.g >= 19)
    )
    largest = (2 - rational(1) / 2**24) * 2**127
    assert says_no(sharp_attention, {"n": 2, "g": 88}, "float32_overflow", exp(at.g) >= largest)
    assert says_no(sharp_attention, {"n": 2, "g": 89}, "float32_overflow", exp(at.g) < largest)


def test_other_lines_can_fail() -> None:
    values = {"n": 2, "g": 17}
    assert says_no(sharp_attention, values, "stable", every(at.columns, lambda j: exp(at.g * point[1, j]) <= 1))
    assert says_no(sharp_attention, values, "guard_is_idle", every(at.columns, lambda j: at.weights[j] == 1))
    half = every(at.columns, lambda j: at.weights[j] <= rational(1) / 2)
    assert says_no(sharp_attention, values, "never_one_hot@repaired", half)
