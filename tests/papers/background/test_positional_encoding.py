"""What sinusoidal encodings rest on: frequencies, and integers that are no multiples of 2 pi."""

from __future__ import annotations

import math

import pytest

from exactua.claims.verdicts import Verdict
from exactua.papers.background.positional_encoding import frequency, positional_encoding
from exactua.terms.tracing import Columns, every, pi, rational
from tests.papers.background.deciding import refuted, says_no, verdict

at = positional_encoding.at()
SIX = {"d_model": 6, "N": 4}


@pytest.mark.parametrize(("d_model", "N"), [(2, 4), (3, 45), (6, 4), (64, 45)])
def test_verdicts(d_model: int, N: int) -> None:
    assert refuted(positional_encoding, {"d_model": d_model, "N": N}) == set()


def test_frequencies_are_those_of_the_program() -> None:
    # denom = pow(10000, i / d_model) of the first program, i = 2
    denominator = math.pow(10000, 2 / 6)
    low, high = (rational(f"{round((1 / denominator + side) * 10**9)}/{10**9}") for side in (-1e-6, 1e-6))
    assert not says_no(
        positional_encoding, SIX, "different_frequencies", (frequency(at, 1) > low) & (frequency(at, 1) < high)
    )


@pytest.mark.parametrize(
    ("d_model", "N", "silent"),
    [(2, 4, "different_frequencies"), (2, 1, "different_frequencies"), (3, 1, "positions_differ")],
)
def test_one_pair_or_one_position_says_nothing(d_model: int, N: int, silent: str) -> None:
    assert verdict(positional_encoding, {"d_model": d_model, "N": N}, silent) is Verdict.VACUOUS


def test_every_line_can_fail() -> None:
    pairs = Columns(0, 2, "k")
    assert says_no(positional_encoding, SIX, "different_frequencies", every(pairs, lambda k: frequency(at, k) < 1))
    assert says_no(positional_encoding, SIX, "range_of_frequencies", every(pairs, lambda k: frequency(at, k) > low()))
    # 22/7 and 355/113 are near pi, and 44 is near 7 times 2 pi: still no multiple
    near = {"d_model": 2, "N": 45}
    close = 44 - 14 * pi
    assert says_no(positional_encoding, near, "positions_differ", (close > rational("1/50")) | (close < 0))


def low() -> object:
    """A bound that the last frequency of six is below: 10000^(-4/6) = 0.00215..."""
    return rational("22/10000")
