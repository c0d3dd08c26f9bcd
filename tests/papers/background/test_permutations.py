"""Permutations: equivariance is not invariance; two tokens are reversed without positions; each step can say no."""

from __future__ import annotations

import pytest

from exactua.networks import AttentionHead, Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.background.permutations import permutations, with_positions, without_positions
from exactua.terms.tracing import every, every_permutation, point
from tests.papers.background.deciding import says_no

at = permutations.at()
TWO, THREE = {"n": 2}, {"n": 3}
LAYER = SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])])
CAUSAL = SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])], "causal")


def network(*items: object) -> Network:
    return Network(1, items, {"attention": len(items), "output": len(items)})  # type: ignore[arg-type]


def test_three_tokens_can_not_be_reversed() -> None:
    assert says_no(permutations, THREE, "reversing", networks={"reversed": network()})
    assert says_no(permutations, THREE, "reversing@repaired", networks={"reversed": network()})


@pytest.mark.parametrize("step", ["invariant@repaired", "cannot_distinguish"])
def test_positions_and_masks_break_equivariance(step: str) -> None:
    assert says_no(permutations, TWO, step, networks={"f": network(CAUSAL)})
    assert says_no(permutations, TWO, step, networks={"f": network(PositionalEncoding([[0, 1]]), LAYER)})


def test_without_positions_nothing_is_told_apart() -> None:
    without = without_positions(TWO)
    assert says_no(permutations, TWO, "positions_distinguish", networks={"f_E": without})
    assert says_no(permutations, TWO, "positions_distinguish", given=None)
    # nor by layers that treat all positions alike
    flat = network(PositionalEncoding([[5, 5]]), LAYER)
    assert says_no(permutations, TWO, "positions_distinguish", networks={"f_E": flat})
    assert with_positions(TWO).stages["encoded"] == 1


def test_exchange_is_the_network_it_is() -> None:
    assert says_no(permutations, TWO, "two_tokens", networks={"exchange": network(LAYER)})
    assert says_no(permutations, TWO, "two_tokens", networks={"exchange": network()})


def test_equal_tokens_are_not_told_apart() -> None:
    assert says_no(permutations, TWO, "relative_bias_distinguishes", given=None)
    assert says_no(permutations, TWO, "sorting@repaired", given=None)
    same = every_permutation(lambda P: every(at.columns, lambda j: point.permuted(P)[1, j] == point[1, j]))
    assert says_no(permutations, TWO, "sorting@repaired", same)
