"""prop: origin: one step of softmax contracts, by no more than is said."""

from __future__ import annotations

import pytest

from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.alcalde2025.origin import attention_scores as weights
from exactua.papers.alcalde2025.origin import origin
from exactua.terms.tracing import every, greatest, least, rational
from tests.papers.background.deciding import refuted, says_no

at = origin.at()
VALUES = {"d": 1, "n": 2, "beta": 1, "g": 2}


@pytest.mark.parametrize(("n", "beta"), [(2, 1), (3, 4)])
def test_a_step_contracts(n: int, beta: int) -> None:
    assert refuted(origin, {"d": 1, "n": n, "beta": beta, "g": 2}) == set()


@pytest.mark.parametrize("name", ["softmax_ode", "in_the_hull", "contracts"])
def test_a_step_that_adds_all_is_found(name: str) -> None:
    head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])
    assert says_no(origin, VALUES, name, networks={"f": Network(1, [SoftmaxAttentionLayer([head])], {"output": 1})})


def test_sharper_lines_are_refuted() -> None:
    ends = [least(at.columns, lambda i: at.moved[1, i]), greatest(at.columns, lambda i: at.moved[1, i])]
    assert says_no(origin, VALUES, "contracts", 2 * (ends[1] - ends[0]) <= ends[1])
    assert says_no(origin, VALUES, "in_the_hull", every(at.columns, lambda i: at.moved[1, i] <= 0))
    large = every(at.columns, lambda i: every(at.columns, lambda j: weights(at, i)[j] >= rational("1/3")))
    assert says_no(origin, VALUES, "weights", large)
