"""Masked layers: with a causal mask ids are those of prefixes, for these weights and for others."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from gmpy2 import mpq

from exactua.claims.claim import Operands
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.masked_layers import masked_layers
from exactua.terms.tracing import Truth, every, point
from tests.papers.evaluators import decided_by_both, least_points, network, refuted_alone, with_verdict
from tests.papers.kajitsuka2024.exact_lines import mutated

at = masked_layers.at()


def at_length(n: int, *steps: str) -> Problem:
    return masked_layers.problem({"d": 1, "n": n, "separation": 6}, steps)


def layer(W_O: mpq | int, W_V: int, W_K: int, W_Q: int, mask: str | None = "causal") -> Network:
    head = AttentionHead([[W_O]], [[W_V]], [[W_K]], [[W_Q]])
    return network(1, SoftmaxAttentionLayer((head,), mask=mask))


def test_one_token_is_its_own_prefix() -> None:
    assert with_verdict(decided_by_both(at_length(1)), Verdict.REFUTED) == set()


def test_a_causal_layer_is_no_contextual_mapping() -> None:
    decision = decided_by_both(at_length(2))
    assert with_verdict(decision, Verdict.REFUTED) == {"shape", "extended"}
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in masked_layers.steps} - {"shape", "extended"}
    assert least_points(decision, "extended") == [[["1", "2", "1", "3"]]]


WEIGHTS = [(mpq(1, 2), 3, -1, 2), (-1, 1, 5, 1), (mpq(1, 3), -2, 0, 7)]


@pytest.mark.parametrize("weights", WEIGHTS)
def test_no_weights_tell_two_sequences_apart_at_their_first_token(weights: tuple[mpq | int, int, int, int]) -> None:
    other = at_length(2, "extended", "first_token_alone").with_networks({"causal": layer(*weights)})
    decision = decided_by_both(other)
    assert with_verdict(decision, Verdict.REFUTED) == {"extended"}
    assert with_verdict(decision, Verdict.HOLDS) == {"first_token_alone"}


def test_without_a_mask_the_first_token_sees_the_others() -> None:
    unmasked = layer(mpq(1, 12), 1, 6, 1, mask=None)
    decision = decided_by_both(at_length(2, "extended", "first_token_alone").with_networks({"causal": unmasked}))
    assert with_verdict(decision, Verdict.HOLDS) == {"extended"}  # Theorem 2, without a mask
    assert refuted_alone(at_length(2).with_networks({"causal": unmasked}), "shape@repaired")
    assert refuted_alone(at_length(2).with_networks({"padded": unmasked}), "padding_unseen")


def test_average_attention_does_not_tell_prefixes_apart() -> None:
    nothing_attended = layer(0, 1, 6, 1)
    assert refuted_alone(at_length(2).with_networks({"causal": nothing_attended}), "extended@repaired")


SHARPER: Mapping[str, Callable[[Operands], Truth]] = {
    "first_token_alone": lambda at: every(
        at.columns, lambda j: at.causal(point.columns(1, at.n))[1, j] == at.causal(point.columns(3, 4))[1, j]
    ),
    "padding_unseen": lambda at: at.padded(point.columns(1, at.n))[1, at.n] == at.padded(point.columns(3, 4))[1, at.n],
    "shape@repaired": lambda at: at.causal(point)[1, 2] == point[1, 2] + point[1, 1] / 12,
}


def test_every_line_can_say_no() -> None:
    decision = decided_by_both(mutated(masked_layers, at_length(2), SHARPER))
    assert with_verdict(decision, Verdict.REFUTED) == set(SHARPER)
