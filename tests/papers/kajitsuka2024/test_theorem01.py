"""Theorem 1: for which n and tie rule each line is true, the least counterexamples, and that every step can say no."""

from __future__ import annotations

from itertools import product

import pytest

from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.papers.kajitsuka2024.hardmax_heads import (
    PROJECTIONS,
    SMALL,
    TOKEN,
    at_common_tokens,
    head,
    layer,
    not_told_apart,
    same_ends,
    same_means,
)
from exactua.papers.kajitsuka2024.one_hardmax_layer import one_hardmax_layer
from exactua.papers.kajitsuka2024.sequence_operands import (
    first,
    for_all_places,
    for_some_places,
    same_vocabulary,
    second,
)
from exactua.papers.kajitsuka2024.theorem01 import lost_from, pairs, theorem1
from exactua.terms.tracing import Number, Truth, every, number, point, when
from tests.papers.evaluators import changed, decided_by_both, least_points, network, refuted_alone, with_verdict

at = theorem1.at()


def instance(n: int, tie_rule: str = "average", scalars: int = 3, *steps: str) -> Problem:
    return theorem1.problem({"d": 1, "n": n, "scalars": scalars, "tie_rule": tie_rule}, steps)


AS_PRINTED = {"only_at_ends", "overlooks_others", "printed_pair"}


@pytest.mark.parametrize(
    ("n", "tie_rule", "refuted"),
    [
        (1, "average", {"every_length"}),
        (2, "average", {"every_length"}),
        (2, "rightmost", set()),
        (3, "average", AS_PRINTED),
        (3, "leftmost", {"only_at_ends", "overlooks_others"}),
        (3, "rightmost", {"only_at_ends", "overlooks_others"}),
    ],
)
def test_verdicts(n: int, tie_rule: str, refuted: set[str]) -> None:
    decision = (decided_by_both if n < 3 else decide)(instance(n, tie_rule))
    assert with_verdict(decision, Verdict.REFUTED) == refuted
    assert not with_verdict(decision, Verdict.INCONCLUSIVE)
    assert decision["theorem"].verdict is (Verdict.HOLDS if n >= 3 else Verdict.VACUOUS)
    assert decision["every_length@repaired"].verdict is Verdict.HOLDS


@pytest.mark.parametrize("tie_rule", ["average", "leftmost", "rightmost"])
def test_four_tokens_defeat_every_head(tie_rule: str) -> None:
    """(1, 1, 3, 3) and (1, 2, 2, 3) have the same ends and the same mean; so have (1, 2, 5, 6) and (1, 3, 4, 6)."""
    problem = instance(4, tie_rule, 3, "theorem", "every_length@repaired", "printed_pair", "printed_pair@repaired")
    decision = decide(problem)
    assert with_verdict(decision, Verdict.HOLDS) == {"theorem", "every_length@repaired", "printed_pair@repaired"}
    assert decision["printed_pair"].verdict is Verdict.VACUOUS


def test_least_counterexamples() -> None:
    two = decided_by_both(instance(3, "average", 4, "only_at_ends"))
    assert least_points(two, "only_at_ends") == [[["1", "2", "4"]]]
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


def enumerated(bias: int) -> Network:
    """The heads of `sign_decides` with a query bias."""
    weights = product(PROJECTIONS, SMALL, SMALL)
    heads = [AttentionHead([[W_O]], [[W_V]], [[W_K]], [[W_Q]], [bias]) for (W_V, W_O), W_K, W_Q in weights]
    return network(1, *(AttentionLayer([single]) for single in heads))


def test_heads_with_a_bias_are_none_of_these() -> None:
    """What follows from (24) needs scores c alpha_k a: with a query bias of 1 they are c (alpha_k + 1) a."""
    problem = instance(2, "average", 3, "sign_decides")
    assert decided_by_both(problem.with_networks({"heads": enumerated(0)}))["sign_decides"].verdict is Verdict.HOLDS
    assert refuted_alone(problem.with_networks({"heads": enumerated(1)}), "sign_decides")


def test_another_head_is_found() -> None:
    problem = instance(2, "average", 3, "heads_add_up")
    other = layer({"tie_rule": "average"}, head(1, 1), head(-2, 0), head(2, -1))
    assert refuted_alone(problem.with_networks({"several": other}), "heads_add_up")


def test_identities_can_fail() -> None:
    """(24) with alpha_k^2 in place of alpha_2 alpha_k is false, and so is (23) with W_K in place of W_Q."""
    twice = for_all_places(at, lambda k, j: point[1, k] * point[1, j] == point[1, k] ** 2)
    for step in ("attention_matrix", "at_an_index"):
        assert decided_by_both(instance(2, "average", 3, step))[step].verdict is Verdict.HOLDS
        assert refuted_alone(changed(instance(2), step, twice), step)
    assert refuted_alone(changed(instance(2), "attention_matrix", _keys_for_queries()), "attention_matrix")


def _keys_for_queries() -> Truth:
    """The entries of (23) with (W_K v)^T (W_K v) on the right, W_K = (1, 0), W_Q = (0, 1) and v = (1, -1)."""
    return for_all_places(at, lambda k, j: point[1, k] * -point[1, j] == point[1, k] * point[1, j])


def test_repaired_lines_need_what_they_say() -> None:
    problem = instance(2, "average", 4)
    everywhere = every(at.columns, lambda k: (point[1, k] == 1) | (point[1, k] == 4))
    assert refuted_alone(changed(problem, "only_at_ends@repaired", everywhere), "only_at_ends@repaired")
    three = instance(3, "average", 3)
    with_means = at_common_tokens(at, lambda token: same_ends(at) & same_means(at))
    assert refuted_alone(changed(three, "overlooks_others@repaired", with_means), "overlooks_others@repaired")
    ends_alone = (point[1, 1] == point[1, 4]) & (point[1, 3] == point[1, 6]) & ~same_vocabulary(at, TOKEN)
    assert refuted_alone(changed(three, "printed_pair@repaired", given=ends_alone.term), "printed_pair@repaired")


@pytest.mark.parametrize(
    ("n", "tie_rule", "least", "least_without_zero"),
    [
        (2, "average", 2, 4),
        (2, "leftmost", 4, 4),
        (3, "average", 5, 4),
        (3, "average", 3, 3),
        (3, "leftmost", 3, 5),
    ],
)
def test_the_repaired_theorem_says_exactly_when(n: int, tie_rule: str, least: int, least_without_zero: int) -> None:
    wrong = changed(instance(n, tie_rule), "every_length@repaired", fold=lost_from(least, least_without_zero))
    assert refuted_alone(wrong, "every_length@repaired")


@pytest.mark.parametrize("tie_rule", ["leftmost", "rightmost"])
def test_two_tokens_are_lost_at_the_token_0_alone(tie_rule: str) -> None:
    """(0, 1) and (0, 2): the head sees the first token of both, or (1, 0) and (2, 0): the last one."""
    without_zero = changed(instance(2, tie_rule), "every_length", over=(pairs,))
    assert decide(without_zero)["every_length"].verdict is Verdict.REFUTED
    assert decide(instance(2, tie_rule))["every_length"].verdict is Verdict.HOLDS


def test_without_the_zero_head_three_tokens_are_lost() -> None:
    """The least and the greatest token alone: Theorem 1 would hold for n = 3 of tokens that are not 0."""
    not_zero = changed(instance(3), "every_length", over=(pairs,))
    assert decide(not_zero)["every_length"].verdict is Verdict.REFUTED
    ends = when(for_some_places(at, lambda k, j: (point[1, k] == point[1, at.n + j]) & same_ends(at)), 1, 0)
    problem = changed(not_zero, "every_length", ends)
    assert decide(problem)["every_length"].verdict is Verdict.HOLDS


def test_both_conditions_of_not_told_apart_matter() -> None:
    """The three networks themselves give the same answer as ends and means, at every pair."""
    literal = when(for_some_places(at, _outputs_agree), 1, 0) - when(not_told_apart(at), 1, 0)
    for n, tie_rule, scalars in (3, "average", 3), (2, "leftmost", 3):
        problem = instance(n, tie_rule, scalars)
        problem = changed(problem, "every_length", literal * literal, bound=number(0).term, relation="<=")
        assert decide(problem)["every_length"].verdict is Verdict.HOLDS


@pytest.mark.parametrize("claim", [theorem1, one_hardmax_layer])
def test_two_scalars_are_no_instance_of_the_theorem(claim: Claim) -> None:
    """Where ties are averaged no two sequences of two scalars are lost, and the theorem is none the less true."""
    with pytest.raises(InputError, match=r"scalars: 2 is not valid; give an integer >= 3"):
        claim.problem({"d": 1, "n": 3, "scalars": 2, "tie_rule": "average"})


def _outputs_agree(k: Number, j: Number) -> Truth:
    """The tokens are the same, and so is what the networks with c = 1, 0, -1 make of them."""
    X, Y = first(at), second(at)
    same = X[1, k] == Y[1, j]
    for attention in (at.greatest, at.uniform, at.least):
        same = same & (attention(X)[1, k] == attention(Y)[1, j])
    return same
