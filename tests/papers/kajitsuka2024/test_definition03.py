"""Definition 3: what attention adds, and that every step can say no."""

from __future__ import annotations

import pytest

from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024 import boltzmann
from exactua.papers.kajitsuka2024.definition03 import QUERY_OF_ONE, definition3
from exactua.terms.tracing import Columns, every, exp, log, point, total
from tests.papers.kajitsuka2024.exact_lines import (
    equalities,
    mutated,
    off_by_a_trifle,
    refuted,
    refuted_by_both,
    reversed_conclusions,
)

two = definition3.problem({"n": 2})


def test_every_conclusion_is_reached() -> None:
    trifling = off_by_a_trifle(two)
    assert refuted(trifling) == equalities(two) - {"no_entropy"}
    assert refuted(off_by_a_trifle(definition3.problem({"n": 1}))) >= {"no_entropy"}
    assert refuted(reversed_conclusions(two)) == {step.name for step in two.steps} - equalities(two)


def attention(head: AttentionHead, mask: str | None = None) -> Network:
    return Network(1, (SoftmaxAttentionLayer([head], mask),), {"output": 1})


@pytest.mark.parametrize(
    "head",
    [
        AttentionHead([[1]], [[1]], [[1]], [[0]], [2]),
        AttentionHead([[1]], [[1]], [[1]], [[1]], [1]),
        AttentionHead([[2]], [[1]], [[1]], [[0]], [1]),
    ],
)
def test_other_heads_add_something_else(head: AttentionHead) -> None:
    other = two.with_networks({"attention": attention(head), "causal_attention": attention(head, "causal")})
    assert refuted_by_both(other, "attention_adds_boltz")
    assert refuted_by_both(other, "various_dimensions")


def test_masks_are_needed_for_various_dimensions() -> None:
    without = two.with_networks({"causal_attention": attention(QUERY_OF_ONE)})
    assert refuted_by_both(without, "various_dimensions")


def test_other_formulas_are_refuted() -> None:
    others = mutated(
        definition3,
        two,
        {
            "definition": lambda at: total(at.columns, lambda k: at.a[k]) / at.n == at.boltz,
            "weighted_average": lambda at: (
                at.boltz * exp(at.log_partition) == total(at.columns, lambda i: exp(at.a[i]))
            ),
            "logarithm": lambda at: exp(at.log_partition) == at.partition / at.n,
            "partition_function@repaired": lambda at: exp(at.log_partition) == at.partition / at.n,
            "average_surprise": lambda at: at.entropy == total(at.columns, lambda i: at.p[i] * log(at.p[i])),
            "positive_probabilities": lambda at: every(at.columns, lambda i: at.p[i] > exp(-3)),
            "sum_of_probabilities": lambda at: total(at.columns, lambda i: exp(at.a[i])) == 1,
            "various_dimensions": lambda at: (
                at.causal_attention(point)[1, 1] - point[1, 1] == boltzmann.boltz(at.a, Columns(1, at.n))
            ),
        },
    )
    assert refuted(others) == {step.name for step in others.steps}
