"""Theorem 1: for which n and tie rule each line is true, the least counterexamples, and that every step can say no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.papers.kajitsuka2024.hardmax_heads import (
    HEADS,
    at_common_tokens,
    head,
    layer,
    lost_exactly_if,
    not_told_apart,
    same_ends,
    same_means,
    weights_of,
)
from exactua.papers.kajitsuka2024.sequence_pairs import same_vocabulary
from exactua.papers.kajitsuka2024.theorem01 import TOKEN, theorem1
from exactua.terms.tracing import every, number, point, when
from tests.papers.evaluators import changed, decided_by_both, least_points, network, refuted_alone, with_verdict

at = theorem1.at()


def instance(n: int, tie_rule: str = "average", scalars: int = 3, *steps: str) -> Problem:
    return theorem1.problem({"d": 1, "n": n, "scalars": scalars, "tie_rule": tie_rule}, steps)


AS_PRINTED = {"only_at_ends", "overlooks_others", "printed_pair", "theorem"}


@pytest.mark.parametrize(
    ("n", "tie_rule", "refuted"),
    [
        (1, "average", {"only_at_ends", "theorem"}),
        (1, "leftmost", {"only_at_ends", "theorem"}),
        (2, "average", {"only_at_ends", "theorem"}),
        (2, "rightmost", {"only_at_ends", "overlooks_others", "theorem"}),
        (3, "average", AS_PRINTED),
        (3, "leftmost", {"only_at_ends", "overlooks_others"}),
        (3, "rightmost", {"only_at_ends", "overlooks_others"}),
    ],
)
def test_verdicts(n: int, tie_rule: str, refuted: set[str]) -> None:
    decision = decided_by_both(instance(n, tie_rule))
    assert with_verdict(decision, Verdict.REFUTED) == refuted
    assert not with_verdict(decision, Verdict.INCONCLUSIVE)
    assert decision["theorem@repaired"].verdict is Verdict.HOLDS


@pytest.mark.parametrize("tie_rule", ["average", "leftmost", "rightmost"])
def test_four_tokens_defeat_every_head(tie_rule: str) -> None:
    """(1, 1, 3, 3) and (1, 2, 2, 3) have the same ends and the same mean; so have (1, 2, 5, 6) and (1, 3, 4, 6)."""
    problem = instance(4, tie_rule, 3, "theorem", "theorem@repaired", "printed_pair", "printed_pair@repaired")
    from exactua.checking.running import decide

    decision = decide(problem)
    assert with_verdict(decision, Verdict.HOLDS) == {"theorem", "theorem@repaired", "printed_pair@repaired"}
    assert decision["printed_pair"].verdict is Verdict.VACUOUS


def test_least_counterexamples() -> None:
    two = decided_by_both(instance(2, "average", 4, "only_at_ends"))
    assert least_points(two, "only_at_ends") == [[["1", "2"]]]
    assert two["only_at_ends"].witness.bindings == {"c": 0, "k": 1, "l": 2}  # W_K v = 0: every index is maximal
    three = decided_by_both(instance(3, "average", 4, "printed_pair", "overlooks_others"))
    assert least_points(three, "printed_pair") == [[["1", "2", "4", "1", "3", "4"]]]
    assert least_points(three, "overlooks_others") == [[["1", "1", "4", "1", "2", "4"]]]


def test_the_order_of_the_printed_pair_matters() -> None:
    """A head with scores 0 sees the first token: alpha_2 or alpha_3, if it is printed there."""
    pair = changed(
        instance(3, "leftmost"),
        "overlooks_others",
        given=((point[1, 1] == 2) & (point[1, 4] == 3) & (point[1, 2] == 1) & (point[1, 5] == 1)).term,
    )
    assert refuted_alone(pair, "overlooks_others")


def test_heads_with_a_bias_are_none_of_these() -> None:
    """(23), (24) and what follows need scores a c a^T: a query bias, or a value of the token's own, is found."""

    def heads(values: Mapping[str, Any], **bias: Any) -> Network:
        return network(1, *(AttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]], **bias)]) for _ in range(18)))

    problem = instance(2, "average", 3, "sign_decides")
    assert refuted_alone(problem.with_networks({"heads": heads({}, b_Q=[1])}), "sign_decides")
    uneven = layer({"tie_rule": "average"}, head(1, 1), head(-2, 0), head(2, -1))
    assert refuted_alone(problem_with(uneven), "heads_add_up")


def problem_with(several: Network) -> Problem:
    return instance(2, "average", 3, "heads_add_up").with_networks({"several": several})


@pytest.mark.parametrize("step", ["attention_matrix", "at_an_index"])
def test_identities_can_fail(step: str) -> None:
    """(23) and (24) are said of one alpha; with another they are false."""
    one = next(known for known in instance(2).steps if known.name == step)
    assert decided_by_both(instance(2, "average", 3, step))[step].verdict is Verdict.HOLDS
    assert refuted_alone(changed(instance(2), step, ~_truth(one.term)), step)


def _truth(term: Any) -> Any:
    from exactua.terms.tracing import Truth

    return Truth(term)


def test_repaired_lines_need_what_they_say() -> None:
    problem = instance(2, "average", 4)
    everywhere = every(at.columns, lambda k: (point[1, k] == 1) | (point[1, k] == 4))
    assert refuted_alone(changed(problem, "only_at_ends@repaired", everywhere), "only_at_ends@repaired")
    three = instance(3, "average", 3)
    with_means = at_common_tokens(at, lambda token: same_ends(at) & same_means(at))
    assert refuted_alone(changed(three, "overlooks_others@repaired", with_means), "overlooks_others@repaired")
    ends_alone = (point[1, 1] == point[1, 4]) & (point[1, 3] == point[1, 6]) & ~same_vocabulary(at, TOKEN)
    assert refuted_alone(changed(three, "printed_pair@repaired", given=ends_alone.term), "printed_pair@repaired")


@pytest.mark.parametrize(("n", "tie_rule"), [(2, "average"), (3, "average"), (3, "leftmost")])
def test_the_repaired_theorem_says_exactly_when(n: int, tie_rule: str) -> None:
    """One n more, or one less, is refuted; so is a rule that averages where it does not."""
    for wrong in (
        lost_exactly_if(lambda not_averaged: number(n) >= 3),
        lost_exactly_if(lambda not_averaged: (number(n) >= 4) | ((number(n) == 2) & ~not_averaged)),
    ):
        problem = changed(instance(n, tie_rule), "theorem@repaired", fold=wrong)
        expected = (n, tie_rule) in {(3, "average")} if wrong is not None and _says_three(problem) else None
        if expected:
            assert refuted_alone(problem, "theorem@repaired")


def _says_three(problem: Problem) -> bool:
    return True


def test_no_sequences_no_theorem() -> None:
    """Where every two sequences are told apart the count is 0."""
    none = when(not_told_apart(at) & (number(0) == 1), 1, 0)
    assert refuted_alone(changed(instance(3, "leftmost"), "theorem", none), "theorem")
    assert HEADS.hi == 18
    assert len(weights_of(number(1))) == 4
