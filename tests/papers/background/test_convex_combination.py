"""Convex combinations: of a head, not of a layer; and every step can say no."""

from __future__ import annotations

from gmpy2 import mpq

from exactua.networks import AttentionHead, AttentionLayer, BilinearProjection, Network, SoftmaxAttentionLayer
from exactua.papers.background import convex_combination as page
from exactua.papers.background.convex_combination import convex_combination
from exactua.terms.tracing import every, point, total
from tests.papers.background.deciding import says_no

at = convex_combination.at()
TWO = {"d": 1, "n": 2, "s": 1}


def layer(W_O: int = 1, W_V: int = 1, W_K: int = 1, W_Q: int = 1) -> Network:
    head = AttentionHead([[W_O]], [[W_V]], [[W_K]], [[W_Q]])
    return Network(1, (SoftmaxAttentionLayer([head]),), {"output": 1})


def test_other_heads_are_found() -> None:
    for network in (layer(W_O=2), layer(W_V=-1), layer(W_K=-1), layer(W_Q=2)):
        assert says_no(convex_combination, TWO, "weighted_sum", networks={"f": network})
    hardmax = Network(1, (AttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])]),), {"output": 1})
    assert says_no(convex_combination, TWO, "weighted_sum", networks={"f": hardmax})


def test_outputs_outside_of_the_hull_are_found() -> None:
    assert says_no(convex_combination, TWO, "convex@repaired", networks={"f": layer(W_O=2)})
    # and what is inside of every row alone, but not of their sum
    twisted = Network(2, (BilinearProjection([[1, 0], [0, mpq(-1)]], [[1, 0], [0, 1]]),), {"output": 1})
    assert says_no(convex_combination, {"d": 2, "n": 2, "s": 1}, "convex@repaired", networks={"f": twisted})


def test_selection_is_as_sharp_as_its_weights() -> None:
    assert says_no(convex_combination, TWO, "selecting@repaired", networks={"f": layer(W_Q=-1)})


def test_weights_are_what_they_are() -> None:
    tokens = at.columns
    bound = every(tokens, lambda j: page.A(at, 1)[j] >= mpq(1, 2))
    assert says_no(convex_combination, TWO, "nonnegative", bound)
    # rows sum to 1, columns do not
    three = {"d": 1, "n": 3, "s": 1}
    assert says_no(convex_combination, three, "sum_is_one", total(tokens, lambda j: page.A(at, j)[1]) == 1)
    assert says_no(convex_combination, TWO, "sum_is_one", total(tokens, lambda j: page.A(at, 1)[j] * point[1, j]) == 1)
