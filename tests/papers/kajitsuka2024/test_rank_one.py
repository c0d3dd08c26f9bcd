"""Rank-1 attention: (20) is the layer with value and key of one vector."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.rank_one import first_vector, layer, output_vector, rank_one, second_vector
from tests.papers.evaluators import changed, decided_by_both, network, refuted_alone, with_verdict

at = rank_one.at()


def at_shape(d: int, n: int, *steps: str) -> Problem:
    return rank_one.problem({"d": d, "n": n}, steps)


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 2), (2, 1)])
def test_for_one_row_or_one_token_it_makes_no_difference(d: int, n: int) -> None:
    assert with_verdict(decided_by_both(at_shape(d, n)), Verdict.HOLDS) == {step.name for step in rank_one.steps}


def test_with_one_vector_for_both_it_makes_no_difference() -> None:
    v = first_vector(2)
    parallel = layer(output_vector(2), v, v, v)
    assert refuted_alone(at_shape(2, 2).with_networks({"value_and_key": parallel}), "equation20")
    assert not refuted_alone(at_shape(2, 2).with_networks({"theorem2": _scaled_theorem_2()}), "of_theorem_2")


def _scaled_theorem_2() -> Network:
    """The layer of App. A.2 with u'' twice and W_O half as large: the same layer."""
    v = first_vector(2)
    half = tuple(entry / 2 for entry in output_vector(2))
    return layer(half, *(tuple(factor * entry for entry in v) for factor in (10, 2, 3)))


def test_every_line_can_say_no() -> None:
    whole = at_shape(2, 2)
    swapped = layer(output_vector(2), second_vector(2), first_vector(2), first_vector(2))
    for step, name in (
        ("equation20", "value_and_key"),
        ("same_vector@repaired", "value_and_query"),
        ("of_theorem_2", "theorem2"),
        ("of_theorem_2_with_query", "theorem2"),
    ):
        assert refuted_alone(whole.with_networks({name: swapped}), step)
    twice = AttentionHead([[1, mpq(1, 2)]] * 2, [[1, 0]] * 2, [[1, 0]] * 2, [[1, 0]] * 2)
    two = network(2, SoftmaxAttentionLayer((twice,)))
    for step in "head_size", "parameters":
        assert refuted_alone(whole.with_networks({"value_and_key": two}), step)
    assert refuted_alone(
        changed(at_shape(1, 2), "parameters", at.value_and_key.quantity("parameters") == 3), "parameters"
    )
