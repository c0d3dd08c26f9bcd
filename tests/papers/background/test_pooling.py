"""Uniform pooling: mean and sum, one length alone, and that every step can say no."""

from __future__ import annotations

import pytest

from exactua.claims.verdicts import Verdict
from exactua.networks import RELU, AttentionHead, FeedForwardLayer, Network, SoftmaxAttentionLayer
from exactua.papers.background.pooling import average, pooling, summed
from exactua.terms.tracing import Columns, every, point, total
from tests.papers.background.deciding import least, refuted, says_no, vacuous, verdict

at = pooling.at()
TWO = {"n": 2, "c": 3}


@pytest.mark.parametrize(("n", "c"), [(1, 0), (2, 3), (2, -1)])
def test_one_network_sums_one_length(n: int, c: int) -> None:
    assert refuted(pooling, {"n": n, "c": c}) == {"sums_at_two_lengths"}
    assert vacuous(pooling, {"n": n, "c": c}) == set()


def test_least_counterexample() -> None:
    assert least(pooling, TWO, "sums_at_two_lengths") == ([["-1", "-1", "-1", "-1"], ["0", "0", "0", "0"]], "-2", "-4")


def pooled(W_Q: int = 0, *more: object) -> Network:
    """The mean, or with another W_Q a mean that goes by contents."""
    layer = SoftmaxAttentionLayer([AttentionHead([[0], [1]], [[1, 0]], [[1, 0]], [[W_Q, 0]])])
    return Network(2, (layer, *more), {"output": 1 + len(more)})  # type: ignore[arg-type]


def test_attention_by_contents_is_no_mean() -> None:
    assert verdict(pooling, TWO, "mean", networks={"average": pooled()}) is Verdict.HOLDS
    assert says_no(pooling, TWO, "mean", networks={"average": pooled(1)})
    assert says_no(pooling, TWO, "sums_at_two_lengths@repaired", networks={"average": pooled(1)})


def test_the_factor_and_both_relus_are_needed() -> None:
    assert says_no(pooling, TWO, "sums", networks={"summed": average(TWO)})
    assert says_no(pooling, TWO, "sums", networks={"summed": summed({"n": 3})})
    half = FeedForwardLayer([[0, 1]], [0], [[0], [1]], [0, 0], RELU)
    assert says_no(pooling, TWO, "sums", networks={"summed": pooled(0, half)})


def test_masks_tell_x_twice_from_x() -> None:
    # where each token sees itself and what is before, the last tokens of X and [X X] see other means, the first don't
    causal = SoftmaxAttentionLayer([AttentionHead([[0], [1]], [[1, 0]], [[0, 0]], [[0, 0]])], "causal")
    networks = {"summed": Network(2, (causal,), {"output": 1})}
    second = point.columns(at.n + 1, 2 * at.n)
    behind = at.summed(point).columns(at.n + 1, 2 * at.n) == at.summed(second)
    assert verdict(pooling, TWO, "doubling", behind) is Verdict.HOLDS
    assert verdict(pooling, TWO, "doubling", behind, networks) is Verdict.REFUTED


def test_other_lines_can_fail() -> None:
    assert says_no(pooling, TWO, "doubling", given=None)
    assert says_no(pooling, TWO, "sums_differ", given=None)
    assert says_no(pooling, TWO, "uniform_weights", every(at.columns, lambda j: 3 * at.weights[j] == 1))
    mean = total(at.columns, lambda j: at.weights[j] * point[1, j])
    assert says_no(pooling, TWO, "recovered", mean == total(at.columns, lambda j: point[1, j]))
    assert says_no(pooling, TWO, "program", total(Columns(1, 5, "j"), lambda j: at.weights[1] * j) == 3)
