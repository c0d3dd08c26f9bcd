"""Averages: what they tell of two sentences, and averages that are none."""

from __future__ import annotations

from gmpy2 import mpq

from exactua.networks import BilinearProjection, Network
from exactua.papers.yun2020.averaging import averaging, different_words
from tests.papers.evaluators import at_box, changed, network, refuted_alone

at = averaging.at()


def test_the_average_does_not_capture_two_words() -> None:
    several = changed(at_box(averaging, (1, 2, 2)), "one_word", given=(different_words(at) >= 1).term)
    assert refuted_alone(several, "one_word")


def mixing(*rows: list[mpq | int]) -> Network:
    """Z -> Z + Z W_P."""
    return network(1, BilinearProjection([[1]], rows))


def test_a_word_left_out_of_the_average_is_found() -> None:
    whole = at_box(averaging, (1, 2, 2))
    # the first words of both sentences are not read
    ignoring = mixing([-1, -1, 0, 0], [1, 0, 0, 0], [0, 0, -1, -1], [0, 0, 1, 0])
    assert refuted_alone(whole.with_networks({"average": ignoring}), "one_word")


def test_without_an_average_nothing_is_lost() -> None:
    whole = at_box(averaging, (1, 2, 2))
    assert refuted_alone(whole.with_networks({"average": network(1)}), "multiple_words")
    assert refuted_alone(whole.with_networks({"average": network(1)}), "one_value_for_all_tokens")


def test_another_weight_is_no_average() -> None:
    half, third = mpq(1, 2), mpq(1, 3)
    whole = at_box(averaging, (1, 2, 2))
    even, uneven = ([-half, half], [half, -half]), ([third - 1, third], [third, third - 1])
    for first, second in (even, uneven), (uneven, even):
        both = mixing(*([*row, 0, 0] for row in first), *([0, 0, *row] for row in second))
        assert refuted_alone(whole.with_networks({"average": both}), "average_of_all_tokens")
    assert refuted_alone(whole.with_networks({"average_attention": mixing(*uneven)}), "average_attention_adds_average")
