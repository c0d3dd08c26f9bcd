from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.networks import AttentionHead, AttentionLayer, TieRule, hardmax
from exactua.networks.heads import mask_at


@pytest.mark.parametrize("rule", TieRule)
@pytest.mark.parametrize("winner", range(5))
def test_one_winner_at_every_position_takes_all(rule, winner):
    scores = [mpq(-7)] * 5
    scores[winner] = mpq(-20, 3)
    assert hardmax(scores, rule) == tuple(int(index == winner) for index in range(5))


@pytest.mark.parametrize("winners", [places for k in range(2, 6) for places in combinations(range(5), k)])
def test_ties_of_two_to_all(winners):
    scores = [mpq(1, 3) if index in winners else mpq(1, 4) for index in range(5)]
    share = mpq(1, len(winners))
    assert hardmax(scores, TieRule.AVERAGE) == tuple(share if i in winners else 0 for i in range(5))
    assert hardmax(scores, TieRule.LEFTMOST) == tuple(int(i == winners[0]) for i in range(5))
    assert hardmax(scores, TieRule.RIGHTMOST) == tuple(int(i == winners[-1]) for i in range(5))


def test_scores_that_differ_by_less_than_a_float_can_tell_are_no_tie():
    assert hardmax([mpq(1), 1 + mpq(1, 10**40)], TieRule.AVERAGE) == (0, 1)


def test_the_papers_rule_is_the_default():
    assert hardmax([mpq(0), mpq(0)]) == (mpq(1, 2), mpq(1, 2))


def test_the_weights_are_rationals_whatever_the_scores():
    assert [type(weight) for weight in hardmax([1, 1, 0])] == [type(mpq())] * 3


def test_no_scores():
    with pytest.raises(InputError, match=r"^hardmax of no scores: give at least one$"):
        hardmax([])


def test_the_values_of_the_tie_rules_are_those_of_the_format():
    assert {rule.name: rule.value for rule in TieRule} == {
        "AVERAGE": "average",
        "LEFTMOST": "leftmost",
        "RIGHTMOST": "rightmost",
    }


def test_a_mask_may_be_an_array():
    head = AttentionHead([[1]], [[1]], [[1]], [[1]])
    rows = [[True, True], [False, True]]
    for mask in (np.array(rows), list(np.array(rows)), [[np.bool_(entry) for entry in row] for row in rows]):
        layer = AttentionLayer([head], mask=mask)
        assert layer == AttentionLayer([head], mask=rows)
        assert layer.data() == AttentionLayer([head], mask=rows).data()


@pytest.mark.parametrize(
    ("mask", "said"),
    [
        (np.array([[True, False], [True, False]]), "mask: column 2 has no True, so token 2 would attend to nothing"),
        (np.ones((2, 3), bool), "n rows of n booleans"),
        (np.ones((2, 2)), "mask: row 1 has an entry that is not True or False"),
        (np.bool_(True), "n rows of n booleans"),
    ],
)
def test_what_is_wrong_with_an_array_for_a_mask_is_said(mask, said):
    with pytest.raises(InputError, match=said):
        AttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])], mask=mask)


@pytest.mark.parametrize(
    ("mask", "shown"),
    [("casual", '"casual"'), ("causal" * 20, "a string"), ({"rows": []}, "an object"), (1, "a number")],
)
def test_a_mask_of_json_data_that_is_none_is_told_with_those_there_are(mask, shown):
    with pytest.raises(InputError) as caught:
        mask_at(mask, "network.items[0].attention.mask")
    assert str(caught.value) == (
        f'network.items[0].attention.mask: {shown} is not a mask; write null, "causal", "strictly causal" or n rows of n '
        "booleans"
    )
